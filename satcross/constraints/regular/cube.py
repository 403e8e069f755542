"""The widest cube of a regular clue: the way through all layers with the most choices of letters.

By dynamic programming from the last layer to the first.  Positions of a layer that hold the same letters and have the
same best way onward are extended together, so a layer costs as much as it has such groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import NamedTuple, TypeAlias

from satcross.bits import members
from satcross.constraints.regular.table import Table


class Held(NamedTuple):
    """Positions that hold the same letters.

    choices    the logarithm of the number of letters
    rank       minus the lowest of the positions, as a bit
    preceding  the positions that any of them can follow
    """

    choices: float
    rank: int
    letters: int
    preceding: int


Way: TypeAlias = tuple[float, int, Held, "Way | None"]
"""A way to the end: the logarithm of its choices, the rank of where it begins, where that is, and the way onward.  Of
two ways the greater one is better; ties go to the lower position."""


def widest_cube(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[int]:
    """Return the letters of the way through `layers` that has the most choices of letters from `domains`.

    layers  for each index, at least one, the positions on some way through all layers
    """
    held = _HeldByDomain(table)
    *earlier, last = zip(domains, layers, strict=True)
    best: list[Way] = [(each.choices, each.rank, each, None) for each in held[last]]
    for domain, left in reversed(earlier):
        best.sort(reverse=True)
        ways: list[Way] = []
        for way in best:
            starts = left & way[2].preceding  # those that no better way can follow
            if starts:
                ways += [(way[0] + each.choices, each.rank, each, way) for each in held[domain, starts]]
                left ^= starts
                if not left:
                    break
        best = ways
    rest: Way | None = max(best)
    cube = []
    while rest is not None:
        _, _, here, rest = rest
        cube.append(here.letters)
    return cube


class _HeldByDomain(dict[tuple[int, int], list[Held]]):
    """For a domain and some positions: these positions by the letters of the domain that they hold."""

    __slots__ = ("_by_letters", "_precede")

    def __init__(self, table: Table) -> None:
        self._by_letters = table.by_letters
        self._precede = table.precede

    def __missing__(self, key: tuple[int, int]) -> list[Held]:
        domain, positions = key
        holding: dict[int, int] = {}
        for group, mask in self._by_letters:
            some = group & positions
            if some:
                holding[mask & domain] = holding.get(mask & domain, 0) | some
        self[key] = alike = []
        for letters, some in holding.items():
            preceding = 0
            for position in members(some):
                preceding |= self._precede[position]
            alike.append(Held(log2(letters.bit_count()), -(some & -some), letters, preceding))
        return alike
