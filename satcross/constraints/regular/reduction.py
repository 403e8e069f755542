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

from satcross.bits import members
from satcross.constraints.regular.table import Table
from satcross.encodings.layers import MergedLayer


def merge_states(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[MergedLayer]:
    """Return the merged states of each index.

    layers   for each index, the positions of `table` on some way through all layers
    domains  letter mask of each index
    """
    merged = []
    reaching: list[int] = []
    for masks, reached in reversed(_right_merged(table, layers, domains)):
        numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        width = len(reaching)
        reaching_here: list[int] = []
        for mask, before, reach in zip(masks, _preceding(reaching, len(masks)), reached, strict=True):
            number = numbers.setdefault((mask, tuple(before)), len(reaching_here))
            if number == len(reaching_here):
                reaching_here.append(reach)
            else:
                reaching_here[number] |= reach
        after: list[list[int]] = [[] for _ in range(width)]
        for number, (_, places) in enumerate(numbers):
            for place in places:
                after[place].append(number)
        merged.append(MergedLayer([mask for mask, _ in numbers], [before for _, before in numbers], after))
        reaching = reaching_here
    return merged


def _right_merged(table: Table, layers: Sequence[int], domains: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """Return for each index, the last one first, the letters of each state and a bit set of the states after it."""
    merged = []
    onward: list[int] = []
    for here, domain in zip(reversed(layers), reversed(domains), strict=True):
        by_reach: dict[int, int] = {}
        for group, after in table.by_follow():
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
        onward = []
        masks = []
        reached = []
        for reach, reaching in by_reach.items():
            for mask, holding in by_letters.items():
                state = reaching & holding
                if state:
                    onward.append(state)
                    masks.append(mask)
                    reached.append(reach)
        merged.append((masks, reached))
    return merged


def _preceding(reaching: Sequence[int], width: int) -> list[list[int]]:
    """Return for each of `width` states the merged states that reach it."""
    preceding: list[list[int]] = [[] for _ in range(width)]
    for number, reach in enumerate(reaching):
        for state in members(reach):
            preceding[state].append(number)
    return preceding
