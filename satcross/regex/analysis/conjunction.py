"""Clues that are conjunctions of regular ones: look-aheads at the start of a clue, and the rest of it.

In: the core regex of a clue.  Out: regular core regexes; a line matches the clue if and only if it matches all of them:

    (?=.*A).*B     asks for .*A.* and for .*B
    (?!.*A).*B     for [^A]* and for .*B
    ^.*B$          for .*B, as nothing stands before a line or after it
"""

from __future__ import annotations

from satcross.regex.letters.sets import LetterSet, difference
from satcross.regex.meaning.core import EMPTY, Core, Letters, Look, Repeat, Seq, alt, repeat, seq


def conjuncts(core: Core, alphabet: LetterSet) -> tuple[Core, ...] | None:
    """Return the regular regexes that a whole line must match to match `core`; None if no such regexes are known.

    >>> [each.is_regular for each in conjuncts(Look(Letters(((65, 65),)), False, False, None), ((65, 70),))]
    [True, True]
    """
    if core.is_regular:
        return (core,)
    items = list(core.items) if isinstance(core, Seq) else [core]
    while items and _is_nothing_ahead(items[-1]):
        items.pop()
    asked: list[Core] = []
    first = 0
    while first < len(items) and not items[first].is_regular:
        look = items[first]
        if not isinstance(look, Look) or not look.item.is_regular:
            return None
        if look.is_behind:
            if not look.is_negative or not isinstance(look.item, Letters):
                return None
        else:
            piece = _without(look.item, alphabet) if look.is_negative else seq([look.item, _any(alphabet)])
            if piece is None:
                return None
            asked.append(piece)
        first += 1
    rest = seq(items[first:])
    return (*asked, rest) if rest.is_regular else None


def _any(alphabet: LetterSet) -> Core:
    return repeat(Letters(alphabet), 0, None)


def _is_nothing_ahead(node: Core) -> bool:
    """Return whether `node` says that some letter does not come next, which always holds at the end of a line."""
    return isinstance(node, Look) and node.is_negative and not node.is_behind and isinstance(node.item, Letters)


def _without(item: Core, alphabet: LetterSet) -> Core | None:
    """Return a regular core for the lines of which `item` matches no prefix; None if none is known.

    One is known if `item` is a letter, which then must not come first, and if `item` is any letters followed by a
    letter, which then must not occur at all.
    """
    if isinstance(item, Letters):
        return alt([EMPTY, seq([Letters(difference(alphabet, item.letters)), _any(alphabet)])])
    if not isinstance(item, Seq) or len(item.items) != 2:
        return None
    before, last = item.items
    if not isinstance(before, Repeat) or (before.low, before.high) != (0, None) or not isinstance(last, Letters):
        return None
    if not isinstance(before.item, Letters) or before.item.letters != alphabet:
        return None
    return repeat(Letters(difference(alphabet, last.letters)), 0, None)
