"""The letters of the solutions near a known one, found without a solver.

In: a residual, and one of its solutions.  Out: the letters that each cell has in solutions which differ from it in this
cell only, and in solutions which differ from it on one line only.

Each constraint reports the letters with which its line still matches when a single cell changes (`replacements`).  A
cell may take the letters that all of its constraints report.  If only the cells of one line change, every line that
crosses it has one changed cell.  So the line may take every string that matches its own constraint and whose letters
the crossing constraints report, and `prune` returns the letters of these strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import or_
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.solver.constraints import Constraint
from satcross.solver.residual import Masks, Residual


class NearLetters(NamedTuple):
    """Letters of solutions near a known one, a mask for each cell.

    Attributes:
        alone: The letters that the cell may have while all other cells keep theirs.
        on_lines: The letters of solutions that differ from the known one on one line at most.
    """

    alone: Masks
    on_lines: Masks


class NearSolutions:
    """Finds the letters of solutions near known solutions of `residual`.

    Its methods raise TimeUp.
    """

    def __init__(self, residual: Residual, budget: Budget = UNLIMITED) -> None:
        self._budget: Final = budget
        self._masks: Final = residual.masks
        self._constraints: Final = residual.constraints
        self._on_cell: Final[list[list[int]]] = [[] for _ in residual.masks]
        for number, constraint in enumerate(self._constraints):
            for cell in dict.fromkeys(constraint.cells):
                self._on_cell[cell].append(number)
        self._movable: Final = [number for number in range(len(self._constraints)) if self._is_movable(number)]

    def _is_movable(self, number: int) -> bool:
        """Return whether a constraint is exact, and shares at most one cell with each of the others."""
        constraint = self._constraints[number]
        shared = Counter(other for cell in constraint.cells for other in self._on_cell[cell] if other != number)
        return constraint.is_exact and max(shared.values(), default=0) <= 1

    def letters(self, solution: Masks) -> NearLetters:
        """Return the letters of solutions near `solution`, which has one letter in each cell."""
        replacements = self._replacements(solution)
        alone = list(self._masks)
        for each in replacements:
            for cell, letters in each.items():
                alone[cell] &= letters
        on_lines = [*alone]
        for number in self._movable:
            constraint = self._constraints[number]
            domains = self._domains(number, replacements)
            if any([domain & ~on_lines[cell] for domain, cell in zip(domains, constraint.cells, strict=True)]):
                for cell, mask in zip(constraint.cells, _pruned(constraint, domains), strict=True):
                    on_lines[cell] |= mask
        return NearLetters(tuple(alone), tuple(on_lines))

    def another(self, solution: Masks) -> Masks | None:
        """Return a solution that differs from `solution` on one line, in at least one cell; None if none is known."""
        replacements = self._replacements(solution)
        for number in self._movable:
            constraint = self._constraints[number]
            domains = self._domains(number, replacements)
            for place, (cell, mask) in enumerate(zip(constraint.cells, _pruned(constraint, domains), strict=True)):
                if other := mask & ~solution[cell]:
                    cube = constraint.line_constraint.cube([*domains[:place], other, *domains[place + 1 :]])
                    assert cube is not None, "an exact constraint keeps only letters of matches"
                    changed = dict(zip(constraint.cells, cube, strict=True))
                    return one_letter_each(tuple([changed.get(cell, letter) for cell, letter in enumerate(solution)]))
        return None

    def _replacements(self, solution: Masks) -> list[dict[int, int]]:
        replacements = []
        for constraint in self._constraints:
            self._budget.check()
            replacements.append(constraint.replacements(solution))
        return replacements

    def _domains(self, number: int, replacements: Sequence[Mapping[int, int]]) -> list[int]:
        """Return the letters that all other constraints report for the cells of constraint `number`."""
        self._budget.check()
        domains = []
        for cell in self._constraints[number].cells:
            domain = self._masks[cell]
            for other in self._on_cell[cell]:
                if other != number:
                    domain &= replacements[other][cell]
            domains.append(domain)
        return domains


def _pruned(constraint: Constraint, domains: Sequence[int]) -> Sequence[int]:
    pruned = constraint.line_constraint.prune(domains)
    assert pruned is not None, "the known solution is within the domains"
    return pruned


def one_letter_each(cube: Masks) -> Masks:
    """Return a solution from a cube of solutions: the lowest letter of each cell."""
    return tuple([mask & -mask for mask in cube])


def united(one: Masks, two: Masks) -> Masks:
    """Return for each cell the letters of both."""
    return tuple(map(or_, one, two))
