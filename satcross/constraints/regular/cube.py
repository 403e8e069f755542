"""The widest cube of a regular clue: the way through all layers with the most choices of letters.

By dynamic programming from the last layer to the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TypeAlias

from satcross.bits import members
from satcross.constraints.regular.table import Table

Way: TypeAlias = tuple[float, int, int, "Way | None"]
"""A way from a position to the end: the logarithm of its choices, minus the position, the position's letters, and the
way onward.  Of two ways the greater one is better; ties go to the lower position."""


def widest_cube(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[int]:
    """Return the letters of the way through `layers` that has the most choices of letters from `domains`.

    layers  for each index, at least one, the positions on some way through all layers
    """
    masks, follow = table.masks, table.follow
    best: list[Way] = []
    for domain, here in zip(reversed(domains), reversed(layers), strict=True):
        ways: list[Way] = []
        onward_of: dict[int, Way | None] = {}  # many positions are followed by the same ones
        for position in members(here):
            held = masks[position] & domain
            choices = log2(held.bit_count())
            following = follow[position]
            if following not in onward_of:
                onward_of[following] = next((way for way in best if following >> -way[1] & 1), None)
            onward = onward_of[following]
            if onward is not None:
                choices += onward[0]
            ways.append((choices, -position, held, onward))
        ways.sort(reverse=True)
        best = ways
    rest: Way | None = best[0]
    cube = []
    while rest is not None:
        _, _, held, rest = rest
        cube.append(held)
    return cube
