"""Clues that are conjunctions of regular ones: look-aheads at the start of a clue, and the rest of it.

In: the core regex of a clue.  Out: regular core regexes (a line matches the clue if and only if it matches all of
them), and the positions of all of them together.

    (?=.*A).*B     asks for .*A.* and for .*B
    (?!.*A).*B     for [^A]* and for .*B
    ^.*B$          for .*B, as nothing stands before a line or after it

The positions are the product of those of each regex.  A position of the product is a pair of positions that share
letters.  It holds the letters they share, and pairs follow each other as their members do.  A string matches the
product iff it matches both clues.

Reference: M. O. Rabin and D. Scott, Finite automata and their decision problems, IBM Journal 3 (1959), theorem 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod

from satcross.base import members
from satcross.base.budget import DEFAULT_TUNING, UNLIMITED, Budget, Tuning
from satcross.regex.core import EMPTY, Core, Letters, Look, Repeat, Seq, alt, repeat, seq
from satcross.regex.letters import LetterSet, difference, intersection
from satcross.solver.constraints.layers import Positions, positions


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


def positions_of_all(
    cores: Sequence[Core], n: int, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING
) -> Positions | None:
    """Return the positions of the strings of `n` letters that all of `cores`, which are regular, match.

    Return None if there are several and their product could have more positions than the tuning allows.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    positions_of_each = [positions(core, n, budget) for core in cores]
    if len(positions_of_each) > 1 and prod(len(each.letters) for each in positions_of_each) > tuning.product_pairs:
        return None
    return reduce(_product, positions_of_each)


def _product(one: Positions, other: Positions) -> Positions:
    numbers: dict[tuple[int, int], int] = {}
    letters: list[LetterSet] = []
    waiting: list[tuple[int, int]] = []

    def pairs(left: int, right: int) -> int:
        """Return the bit set of the pairs of these positions; pairs that are new get the next numbers."""
        pairs_reached = []
        for p in members(left):
            for q in members(right):
                number = numbers.get((p, q))
                if number is None:
                    shared = intersection(one.letters[p], other.letters[q])
                    if not shared:
                        continue
                    number = numbers[p, q] = len(letters)
                    letters.append(shared)
                    waiting.append((p, q))
                pairs_reached.append(number)
        return sum([1 << number for number in pairs_reached])

    first = pairs(one.first, other.first)
    follow = [pairs(one.follow[p], other.follow[q]) for p, q in waiting]  # `waiting` grows meanwhile
    last = sum([1 << number for number, (p, q) in enumerate(waiting) if one.last >> p & other.last >> q & 1])
    precede = [0] * len(follow)
    for number, following in enumerate(follow):
        for after in members(following):
            precede[after] |= 1 << number
    is_nullable = one.is_nullable and other.is_nullable
    return Positions(tuple(letters), first, last, tuple(follow), tuple(precede), is_nullable)
