"""How long the strings are that a clue matches."""

from __future__ import annotations

from satcross.regex.core import Alt, Atomic, Core, Letters, Look, Repeat, Seq


def lengths(core: Core, most: int) -> int | None:
    """Return the lengths of the matches of `core`, up to `most`, as bits: bit n says that some match has n letters.

    Look-arounds are taken to hold, and order is not looked at, so lengths that are not in it are impossible.  Return
    None if a back-reference, a captured group or a condition may decide the length.

    >>> from satcross.regex.letters import from_text
    >>> from satcross.regex.lower import lower
    >>> from satcross.regex.syntax.parse import parse
    >>> bin(lengths(lower(parse("A(BC)*|B"), from_text("ABC")), 6))
    '0b101010'
    """
    every = (2 << most) - 1
    if isinstance(core, Letters):
        return (2 if core.letters else 0) & every
    if isinstance(core, Look):
        return 1
    if isinstance(core, Atomic):
        return lengths(core.item, most)
    if isinstance(core, Seq):
        possible = 1
        for item in core.items:
            more = lengths(item, most)
            if more is None:
                return None
            possible = _sums(possible, more) & every
        return possible
    if isinstance(core, Alt):
        possible = 0
        for branch in core.branches:
            more = lengths(branch, most)
            if more is None:
                return None
            possible |= more
        return possible
    return _of_rounds(core, most) if isinstance(core, Repeat) else None


def _of_rounds(core: Repeat, most: int) -> int | None:
    """Return the lengths of all numbers of rounds; more rounds than `most` add nothing unless they are empty."""
    item = lengths(core.item, most)
    if item is None:
        return None
    every = (2 << most) - 1
    least = core.low if not item & 1 else min(core.low, most)
    if least > most:
        return 0
    one, total = 1, 0
    high = most + least if core.high is None else min(core.high, most + least)
    for rounds in range(high + 1):
        if rounds >= least:
            total |= one
        one = _sums(one, item) & every
        if not one:
            break
    return total


def _sums(left: int, right: int) -> int:
    """Return all sums of a length of `left` and one of `right`."""
    sums, place = 0, 0
    while right >> place:
        if right >> place & 1:
            sums |= left << place
        place += 1
    return sums
