"""The widest cube of a regular clue: the way through all layers with the most choices of letters.

By dynamic programming from the last layer to the first.  Positions of a layer that hold the same letters and have the
same best way onward are extended together, so a layer costs as much as it has such groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TypeAlias

from satcross.bits import members
from satcross.constraints.regular.table import Table

Way: TypeAlias = tuple[float, int, int, int, "Way | None"]
"""A way to the end: the logarithm of its choices, minus the lowest position where it can begin, the letters there, the
positions that can come before, and the way onward.  Of two ways the greater one is better; ties go to the lower
position."""


def widest_cube(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[int]:
    """Return the letters of the way through `layers` that has the most choices of letters from `domains`.

    layers  for each index, at least one, the positions on some way through all layers
    """
    masks, precede = table.masks, table.precede
    best: list[Way] = [(0.0, 0, 0, layers[-1], None)]  # the end
    for domain, left in zip(reversed(domains), reversed(layers), strict=True):
        ways: list[Way] = []
        for way in best:
            starts = left & way[3]  # those that no better way can follow
            if not starts:
                continue
            left ^= starts
            begun: dict[int, tuple[int, int]] = {}
            for position in members(starts):
                letters = masks[position] & domain
                if letters in begun:
                    first, preceding = begun[letters]
                    begun[letters] = first, preceding | precede[position]
                else:
                    begun[letters] = position, precede[position]
            for letters, (first, preceding) in begun.items():
                ways.append((way[0] + log2(letters.bit_count()), -first, letters, preceding, way))
        ways.sort(reverse=True)
        best = ways
    cube = []
    rest: Way | None = best[0]
    while rest is not None and rest[4] is not None:
        cube.append(rest[2])
        rest = rest[4]
    return cube
