"""The layers of a regular clue with equivalent positions merged.

In: for each index of a line, the positions on some way through all layers.  Out: the *merged states* of each index, and
which of them can follow which.  Ways through merged states spell the same strings as ways through positions.  A formula
has a variable for each merged state, so fewer of them mean fewer clauses and shorter searches.

Two positions of a layer become one state if they hold the same letters of the cell and the same states can follow
them.  Of these states two are merged if they hold the same letters and follow the same merged states.  (These are the
right and left equivalence of L. Ilie and S. Yu, Reducing NFAs by invariant equivalences, Theoretical Computer Science
306, 2003, here for each layer by itself.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satcross.base.bits import members
from satcross.solver.constraints.regular.table import Grouped, Table
from satcross.solver.encodings.layers import MergedLayer

RightMerged: TypeAlias = tuple[list[int], list[int], tuple[int, ...]]
"""The letters of each state of an index, a bit set of the states after it, and its positions."""


def merge_states(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[MergedLayer]:
    """Return the merged states of each index.

    Args:
        layers: For each index, the positions of `table` on some way through all layers.
        domains: Letter mask of each index.

    Along a line with few letters the same layers come again and again.  What is merged once is remembered.
    """
    merged = []
    known: dict[tuple[int, tuple[int, ...]], tuple[MergedLayer, tuple[int, ...]]] = {}
    reaching: tuple[int, ...] = ()
    for right in reversed(_right_merged(table, layers, domains)):
        key = (id(right), reaching)
        merged_layer = known.get(key)
        if merged_layer is None:
            merged_layer = known[key] = _left_merged(right, reaching)
        layer, reaching = merged_layer
        merged.append(layer)
    return merged


def _left_merged(right: RightMerged, reaching: Sequence[int]) -> tuple[MergedLayer, tuple[int, ...]]:
    """Return the merged states of an index, and a bit set of the states after each.

    Args:
        reaching: For each merged state of the index before, a bit set of the states of this index that can follow it.
    """
    masks, reached, _ = right
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    reaching_here: list[int] = []
    for mask, before, reach in zip(masks, _preceding(reaching, len(masks)), reached, strict=True):
        number = numbers.setdefault((mask, tuple(before)), len(reaching_here))
        if number == len(reaching_here):
            reaching_here.append(reach)
        else:
            reaching_here[number] |= reach
    after: list[list[int]] = [[] for _ in reaching]
    for number, (_, places) in enumerate(numbers):
        for place in places:
            after[place].append(number)
    layer = MergedLayer([mask for mask, _ in numbers], [before for _, before in numbers], after)
    return layer, tuple(reaching_here)


def _right_merged(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[RightMerged]:
    """Return for each index, the last one first, its states; equal ones are the same object."""
    by_follow = table.by_follow()
    merged = []
    known: dict[tuple[int, int, tuple[int, ...]], RightMerged] = {}
    onward: tuple[int, ...] = ()
    for here, domain in zip(reversed(layers), reversed(domains), strict=True):
        key = (here, domain, onward)
        states = known.get(key)
        if states is None:
            states = known[key] = _states(table, by_follow, *key)
        merged.append(states)
        onward = states[2]
    return merged


def _states(table: Table, by_follow: Grouped, here: int, domain: int, onward: Sequence[int]) -> RightMerged:
    """Return the states of the layer `here`: positions with the same letters of `domain` and the same states after.

    Args:
        onward: The positions of each state of the next index.
    """
    by_reach: dict[int, int] = {}
    for group, after in by_follow:
        some = group & here
        if some:
            reach = 0
            bit = 1
            for state in onward:
                if after & state:
                    reach |= bit
                bit <<= 1
            by_reach[reach] = by_reach.get(reach, 0) | some
    by_letters: dict[int, int] = {}
    for group, mask in table.by_letters:
        some = group & here
        if some:
            mask &= domain
            by_letters[mask] = by_letters.get(mask, 0) | some
    states = [
        (mask, reach, state)
        for reach, reaching in by_reach.items()
        for mask, holding in by_letters.items()
        if (state := reaching & holding)
    ]
    masks, reached, positions = zip(*states, strict=True)
    return list(masks), list(reached), positions


def _preceding(reaching: Sequence[int], width: int) -> list[list[int]]:
    """Return for each of `width` states the merged states that reach it."""
    preceding: list[list[int]] = [[] for _ in range(width)]
    for number, reach in enumerate(reaching):
        for state in members(reach):
            preceding[state].append(number)
    return preceding
