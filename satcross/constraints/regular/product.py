"""Several regular clues on one line as one: the product of their Positions positions.

An atom of the product is a pair of atoms that share letters; it holds the letters they share, and pairs follow each
other as their members do.  A string matches the product iff it matches both.

Reference: M. O. Rabin and D. Scott, Finite automata and their decision problems, IBM Journal 3 (1959), theorem 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.regular.positions import Positions, atoms, positions
from satcross.regex.letters.sets import LetterSet, intersection
from satcross.regex.meaning.core import Core

PAIRS: Final = 500
"""Pairs of atoms beyond which no product of several clues is made."""


def positions_of_all(cores: Sequence[Core], n: int, budget: Budget = UNLIMITED) -> Positions | None:
    """Return the Positions positions of the strings of `n` letters that all of `cores`, regular ones, match.

    None if these are too many.  Raises LimitError, TimeUp.
    """
    found = [positions(core, n, budget) for core in cores]
    size = 1
    for each in found:
        size *= len(each.letters)
    if len(found) > 1 and size > PAIRS:
        return None
    return reduce(_product, found)


def _product(one: Positions, other: Positions) -> Positions:
    numbers: dict[tuple[int, int], int] = {}
    letters: list[LetterSet] = []

    def pairs(left: int, right: int) -> Iterator[int]:
        """Yield the numbers of the pairs of these atoms, new ones if need be."""
        for p in atoms(left):
            for q in atoms(right):
                number = numbers.get((p, q))
                if number is None:
                    shared = intersection(one.letters[p], other.letters[q])
                    if not shared:
                        continue
                    number = numbers[p, q] = len(letters)
                    letters.append(shared)
                    waiting.append((p, q))
                yield number

    waiting: list[tuple[int, int]] = []
    first = _bits(pairs(one.first, other.first))
    last = 0
    follow: list[int] = []
    for number, (p, q) in enumerate(waiting):
        follow.append(_bits(pairs(one.follow[p], other.follow[q])))
        if one.last >> p & other.last >> q & 1:
            last |= 1 << number
    precede = [0] * len(follow)
    for number, following in enumerate(follow):
        for after in atoms(following):
            precede[after] |= 1 << number
    is_nullable = one.is_nullable and other.is_nullable
    return Positions(tuple(letters), first, last, tuple(follow), tuple(precede), is_nullable)


def _bits(numbers: Iterator[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
