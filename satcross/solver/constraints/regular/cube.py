"""The widest cube of a regular clue: the way through all layers with the most choices of letters.

By dynamic programming from the last layer to the first.  Positions of a layer that hold the same letters and have the
same best way onward are extended together, so a layer costs as much as it has such groups.

Along a line the same layers come again and again, and so do the best ways through the rest of the line, if choices are
counted relative to the best of them.  What is worked out once is remembered while the cube is sought.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final, TypeAlias

from satcross.base.bits import members
from satcross.solver.constraints.regular.table import Table

Way: TypeAlias = tuple[int, int, int, int, int]
"""A way from an index to the end: its choices (as a logarithm, relative to the best way from the next index), minus the
lowest position where it can begin, the letters there, the positions that can come before, and which way from the next
index it continues with.  Of two ways the greater one is better; ties go to the lower position."""

Ways: TypeAlias = tuple[Way, ...]
"""The best ways from the positions of an index, the best one first."""

END: Final[Ways] = ((0, 0, 0, -1, 0),)
"""The way after the last index, which any position can come before."""


def widest_cube(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[int]:
    """Return the letters of the way through `layers` that has the most choices of letters from `domains`.

    Args:
        layers: For each index, at least one, the positions on some way through all layers.
    """
    ways_by_index: list[Ways] = []
    known: dict[tuple[int, int, int], Ways] = {}
    equal: dict[Ways, Ways] = {}  # so that equal ways are the same object
    onward = END
    for layer, domain in zip(reversed(layers), reversed(domains), strict=True):
        key = (layer, domain, id(onward))
        ways = known.get(key)
        if ways is None:
            ways = _best_ways(table, layer, domain, onward)
            ways = known[key] = equal.setdefault(ways, ways)
        ways_by_index.append(ways)
        onward = ways
    cube = []
    number = 0
    for ways in reversed(ways_by_index):
        _, _, letters, _, number = ways[number]
        cube.append(letters)
    return cube


def _best_ways(table: Table, layer: int, domain: int, onward: Ways) -> Ways:
    """Return the best ways from the positions of `layer`, which go on with one of `onward`."""
    masks, precede = table.masks, table.precede
    best = onward[0][0]
    ways: list[Way] = []
    for number, way in enumerate(onward):
        starts = layer & way[3]  # those that no better way can follow
        if not starts:
            continue
        layer ^= starts
        choices = way[0] - best
        if not starts & (starts - 1):  # one position: most often so where there are many letters
            position = starts.bit_length() - 1
            letters = masks[position] & domain
            ways.append((choices + _LOGARITHMS[letters.bit_count()], -position, letters, precede[position], number))
            continue
        begun: dict[int, tuple[int, int]] = {}
        for position in members(starts):
            letters = masks[position] & domain
            if letters in begun:
                first, preceding = begun[letters]
                begun[letters] = first, preceding | precede[position]
            else:
                begun[letters] = position, precede[position]
        for letters, (first, preceding) in begun.items():
            ways.append((choices + _LOGARITHMS[letters.bit_count()], -first, letters, preceding, number))
    ways.sort(reverse=True)
    return tuple(ways)


class _Logarithms(dict[int, int]):
    """The binary logarithms of numbers of choices, in units of 2**-40.

    Whole numbers have the same sum in whatever order they are added, so ways with equally many choices tie.
    """

    def __missing__(self, choices: int) -> int:
        logarithm = self[choices] = round(log2(choices) * 2**40)
        return logarithm


_LOGARITHMS: Final = _Logarithms()
