"""A contradiction by counting: parallel lines cannot agree on how often a letter occurs.

In: constraints, and letter masks of the cells.  Out: whether counting shows that there is no solution.

The lines of a puzzle fall into *families* of lines that share no cell, such as its rows and its columns.  Each line
allows between so many and so many of its cells to hold a letter.  The sums over a family, with the cells on none of its
lines, bound how often the letter occurs in the whole grid.  All families must agree: if the rows need more of a letter
than the columns have room for, there is no solution.  (This is what proves the pigeon-hole principle.  Clauses need an
exponential proof of it by resolution: A. Haken, The intractability of resolution, Theoretical Computer Science 39,
1985.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.base.bits import single_bits
from satcross.solver.constraints.protocol import Constraint, LineConstraint

Family: TypeAlias = list[Constraint]
"""Constraints that share no cell."""

SCARCE: Final = 2
"""A letter is scarce on a line that has room for it in at most one of so many cells that could hold it."""

MOST_LETTERS: Final = 8
"""Letters of a puzzle up to which each of them is looked at.  Where counting decides, there are two or three."""


class Counts:
    """The bounds of some constraints on how often letters occur.  Equal lines with equal letters share them."""

    __slots__ = ("_bounds",)

    def __init__(self) -> None:
        self._bounds: Final[dict[tuple[LineConstraint, tuple[int, ...], int], tuple[int, int]]] = {}

    def scarce_letters(self, constraints: Sequence[Constraint], masks: Sequence[int]) -> int:
        """Return the mask of the letters that are scarce on some line of each family.

        Only the first line of a family is looked at: where counting decides, the lines of a family are much alike.
        """
        letters = _union(masks)
        families = families_of(constraints)
        if letters.bit_count() > MOST_LETTERS or len(families) < 2:
            return 0
        firsts = [family[0] for family in families]
        return sum(
            [letter for letter in single_bits(letters) if all(self._is_scarce(each, masks, letter) for each in firsts)]
        )

    def _is_scarce(self, constraint: Constraint, masks: Sequence[int], letter: int) -> bool:
        domains = constraint.domains(masks)
        return self._on_line(constraint, domains, letter)[1] * SCARCE <= sum([bool(mask & letter) for mask in domains])

    def agree(self, constraints: Sequence[Constraint], masks: Sequence[int], letters: int) -> bool:
        """Return False if the families of `constraints` cannot agree on the number of some letter of `letters`."""
        families = families_of(constraints)
        for letter in single_bits(letters):
            bounds = [self._in_all(family, masks, letter) for family in families]
            if bounds and max([low for low, _ in bounds]) > min([high for _, high in bounds]):
                return False
        return True

    def _in_all(self, family: Family, masks: Sequence[int], letter: int) -> tuple[int, int]:
        """Return the least and the greatest number of cells that hold `letter`, as far as `family` knows."""
        low = sum([mask == letter for mask in masks])
        high = sum([bool(mask & letter) for mask in masks])
        for constraint in family:
            domains = constraint.domains(masks)
            least, greatest = self._on_line(constraint, domains, letter)
            low += least - sum([mask == letter for mask in domains])
            high += greatest - sum([bool(mask & letter) for mask in domains])
        return low, high

    def _on_line(self, constraint: Constraint, domains: list[int], letter: int) -> tuple[int, int]:
        """Return the least and the greatest number of indices of a line that hold `letter`."""
        key = (constraint.line_constraint, tuple(domains), letter)
        found = self._bounds.get(key)
        if found is None:
            found = self._bounds[key] = constraint.line_constraint.occurrence_bounds(domains, letter)
        return found


def families_of(constraints: Sequence[Constraint]) -> list[Family]:
    """Return `constraints`, but for those that visit a cell twice, in families that share no cell."""
    families: list[tuple[Family, set[int]]] = []
    for constraint in constraints:
        cells = set(constraint.cells)
        if len(cells) < len(constraint.cells):
            continue
        for family, taken in families:
            if taken.isdisjoint(cells):
                family.append(constraint)
                taken |= cells
                break
        else:
            families.append(([constraint], cells))
    return [family for family, _ in families]


def _union(masks: Sequence[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
