"""The layers of a regular clue, with atoms that are equivalent where they stand made one.

In: for each index of a line the atoms on some way through all layers.  Out: the *merge_states* of each index and which of
them can follow which; a way through merge_states spells the same strings as a way through atoms.  A formula has a variable
for each strand, so fewer merge_states are fewer clauses and shorter searches.

Two atoms of a layer are one strand if they hold the same letters of the cell, and the same merge_states can follow them; of
what is left, two if they hold the same letters and follow the same merge_states.  (Right and left equivalence: L. Ilie and
S. Yu, Reducing NFAs by invariant equivalences, Theoretical Computer Science 306, 2003; here for each layer by itself.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from satcross.constraints.regular.positions import atoms

Grouped: TypeAlias = Sequence[tuple[int, int]]
"""(atoms, value) pairs: the atoms that share each distinct value."""


class MergedLayer(NamedTuple):
    """The merge_states of one index, numbered from 0.

    letters  mask of the letters of the cell's domain that each holds
    before   for each, the merge_states of the index before that it can follow (of index 0: none)
    after    for each strand of the index before, those of this one that can follow it
    """

    letters: list[int]
    before: list[tuple[int, ...]]
    after: list[list[int]]


def merge_states(
    layers: Sequence[int], domains: Sequence[int], letters: Grouped, following: Grouped
) -> list[MergedLayer]:
    """Return the merge_states of each index.

    layers     the atoms on some way through all layers, of each index
    domains    letter mask of each index
    letters    the letter mask of each atom
    following  the atoms that can follow each atom
    """
    merged = []
    reaching: list[int] = []
    for masks, reached in reversed(_right_merged(layers, domains, letters, following)):
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


def _right_merged(
    layers: Sequence[int], domains: Sequence[int], letters: Grouped, following: Grouped
) -> list[tuple[list[int], list[int]]]:
    """Return for each index, the last one first, the letters of each strand and a bit set of those that follow."""
    merged = []
    onward: list[int] = []
    for here, domain in zip(reversed(layers), reversed(domains), strict=True):
        by_reach: dict[int, int] = {}
        for group, after in following:
            some = group & here
            if some:
                reach = 0
                bit = 1
                for strand in onward:
                    if after & strand:
                        reach |= bit
                    bit <<= 1
                by_reach[reach] = by_reach.get(reach, 0) | some
        by_letters: dict[int, int] = {}
        for group, mask in letters:
            some = group & here
            if some:
                mask &= domain
                by_letters[mask] = by_letters.get(mask, 0) | some
        onward = []
        masks = []
        reached = []
        for reach, reaching in by_reach.items():
            for mask, holding in by_letters.items():
                strand = reaching & holding
                if strand:
                    onward.append(strand)
                    masks.append(mask)
                    reached.append(reach)
        merged.append((masks, reached))
    return merged


def _preceding(reaching: Sequence[int], width: int) -> list[list[int]]:
    """Return for each of `width` merge_states the ones that reach it."""
    preceding: list[list[int]] = [[] for _ in range(width)]
    for number, reach in enumerate(reaching):
        for strand in atoms(reach):
            preceding[strand].append(number)
    return preceding
