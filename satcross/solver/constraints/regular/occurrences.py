"""How often a letter can occur in the matches of a regular clue: the least and the greatest number.

By dynamic programming over the layers: for each position, the least and the greatest number of indices with the letter
on some way from the first index to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.base.bits import members
from satcross.solver.constraints.regular.table import Table


def occurrence_bounds(table: Table, layers: Sequence[int], domains: Sequence[int], letters: int) -> tuple[int, int]:
    """Return the least and the greatest number of indices that hold a letter of the mask `letters`, over all matches.

    layers   for each index, the positions on some way through all layers
    domains  letter mask of each index
    """
    bounds: dict[int, tuple[int, int]] = {}
    for i, (layer, domain) in enumerate(zip(layers, domains, strict=True)):
        here = {}
        for position in members(layer):
            held = table.masks[position] & domain
            earlier = [bounds[before] for before in members(table.precede[position] & layers[i - 1])] if i else [(0, 0)]
            least = min([low for low, _ in earlier]) + (not held & ~letters)
            greatest = max([high for _, high in earlier]) + bool(held & letters)
            here[position] = least, greatest
        bounds = here
    found = list(bounds.values()) or [(0, 0)]
    return min([low for low, _ in found]), max([high for _, high in found])
