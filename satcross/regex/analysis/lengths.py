"""How long the strings are that a clue matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Letters, Look, Ref, Repeat, Seq


def lengths(core: Core, most: int) -> int:
    """Return the lengths of the matches of `core`, up to `most`, as bits: bit n means that a match may have n letters.

    Lengths that are not in it are impossible; others may be.  Lookarounds are taken to hold, order is not looked at,
    and a backreference may have any length that its group can have.

    >>> from satcross.regex.letters import from_text
    >>> from satcross.regex.lower import lower
    >>> from satcross.regex.syntax.parse import parse
    >>> bin(lengths(lower(parse("A(BC)*|B"), from_text("ABC")), 6))
    '0b101010'
    """
    first = _Lengths(most, {})
    whole = first.of(core)
    return _Lengths(most, first.groups).of(core) if first.groups else whole


class _Lengths:
    """The lengths up to `most`; the lengths of the groups are `known`, and become so in `groups`."""

    def __init__(self, most: int, known: Mapping[int, int]) -> None:
        self._most: Final = most
        self._every: Final = (2 << most) - 1
        self._known: Final = known
        self.groups: Final[dict[int, int]] = {}

    def of(self, core: Core) -> int:
        match core:
            case Letters():
                return (2 if core.letters else 0) & self._every
            case Look():
                self.of(core.item)  # for the groups in it
                return 1
            case Ref():
                return self._of_reference(core)
            case Cond():
                return self.of(core.yes) | self.of(core.no)
            case Atomic():
                return self.of(core.item)
            case Group():
                possible = self.of(core.item)
                self.groups[core.number] = self.groups.get(core.number, 0) | possible
                return possible
            case Seq():
                possible = 1
                for item in core.items:
                    possible = self._sums(possible, self.of(item))
                return possible
            case Alt():
                possible = 0
                for branch in core.branches:
                    possible |= self.of(branch)
                return possible
            case Repeat():
                return self._of_rounds(core)
            case _:
                assert_never(core)

    def _of_reference(self, core: Ref) -> int:
        if not self._known.keys() >= set(core.numbers):
            return self._every
        possible = int(core.unset_matches)
        for number in core.numbers:
            possible |= self._known[number]
        return possible

    def _of_rounds(self, core: Repeat) -> int:
        """Return the lengths of all numbers of rounds; more rounds than `most` add nothing unless they are empty."""
        item, most = self.of(core.item), self._most
        least = core.low if not item & 1 else min(core.low, most)
        if least > most:
            return 0
        one, total = 1, 0
        high = most + least if core.high is None else min(core.high, most + least)
        for rounds in range(high + 1):
            if rounds >= least:
                total |= one
            one = self._sums(one, item)
            if not one:
                break
        return total

    def _sums(self, left: int, right: int) -> int:
        """Return all sums of a length of `left` and one of `right`."""
        sums, place = 0, 0
        while right >> place:
            if right >> place & 1:
                sums |= left << place
            place += 1
        return sums & self._every
