"""The conjunction of regular clues as one clue: the product of their positions.

A clue that begins with look-aheads is such a conjunction (`satcross.regex.analysis.conjunction`).

A position of the product is a pair of positions that share letters.  It holds the letters they share, and pairs follow
each other as their members do.  A string matches the product iff it matches both clues.

Reference: M. O. Rabin and D. Scott, Finite automata and their decision problems, IBM Journal 3 (1959), theorem 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import prod

from satcross.base.bits import members
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.regex.letters.sets import LetterSet, intersection
from satcross.regex.meaning.core import Core
from satcross.solver.constraints.regular.positions import Positions, positions


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
        return _bits(pairs_reached)

    first = pairs(one.first, other.first)
    follow = [pairs(one.follow[p], other.follow[q]) for p, q in waiting]  # `waiting` grows meanwhile
    last = _bits(number for number, (p, q) in enumerate(waiting) if one.last >> p & other.last >> q & 1)
    precede = [0] * len(follow)
    for number, following in enumerate(follow):
        for after in members(following):
            precede[after] |= 1 << number
    is_nullable = one.is_nullable and other.is_nullable
    return Positions(tuple(letters), first, last, tuple(follow), tuple(precede), is_nullable)


def _bits(numbers: Iterable[int]) -> int:
    """Return the bit set of `numbers`."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
