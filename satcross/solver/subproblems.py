"""Subproblems: a residual, split into disjoint parts that together hold all its solutions.

In: a residual.  Out: residuals with fewer letters for a few cells, those whose letters narrow the others most.  This is
the look-ahead half of cube and conquer (M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube and conquer: guiding CDCL
SAT solvers by lookaheads, HVC 2011).
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from operator import itemgetter
from time import process_time
from typing import NamedTuple

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.encode import letter_blocks
from satcross.solver.residual import Residual


class Halving(NamedTuple):
    """Two disjoint parts of a subproblem that hold all its solutions.

    Attributes:
        cell: The cell whose letters are shared out.
        letters: The letters that it keeps in the first part; in the second it keeps the others.
        parts: The parts; None for one that propagation has shown to be empty.
    """

    cell: int
    letters: int
    parts: tuple[Residual | None, Residual | None]


class Splitter:
    """Splits a residual into subproblems by the letters of one cell after another.  Its methods raise TimeUp."""

    def __init__(self, residual: Residual, tuning: Tuning, budget: Budget) -> None:
        self._residual = residual
        self._tuning = tuning
        self._budget = budget
        self._blocks = letter_blocks(residual, budget)

    def first(self, number: int, seconds: float = inf) -> list[Residual]:
        """Return `number` disjoint subproblems that hold all solutions, fewer if it cannot be split so often.

        Args:
            seconds: The seconds of the processor after which it splits no further.
        """
        until = process_time() + seconds
        waiting = [(-self._residual.freedom, 0, self._residual)]
        made = 1
        while waiting and len(waiting) < number and (made == 1 or process_time() < until):
            widest = waiting[0][2]
            halves = self.halves(widest)
            if halves == [widest]:
                break
            heappop(waiting)
            for half in halves:
                heappush(waiting, (-half.freedom, made, half))
                made += 1
        return [subproblem for _, _, subproblem in sorted(waiting, key=itemgetter(1))]

    def halves(self, subproblem: Residual) -> list[Residual]:
        """Return disjoint subproblems that hold what `subproblem` holds: two, or fewer where one is seen to be empty.

        A subproblem that cannot be split is returned as it is.
        """
        split = self.split(subproblem)
        return [subproblem] if split is None else [part for part in split.parts if part is not None]

    def split(self, subproblem: Residual) -> Halving | None:
        """Return how to split `subproblem` in two; None if no cell can be tried.

        The cell is one on many open constraints, with few letters.  Of several such cells it is the one whose parts
        narrow the others most, both of them.
        """
        best, best_gain = None, 0.0
        freedom = subproblem.freedom
        for cell in self._candidates(subproblem):
            self._budget.check("the search for solutions")
            letters = self._half(subproblem, cell)
            one, other = subproblem.restrict({cell: letters}), subproblem.restrict({cell: ~letters})
            if one is None or other is None:
                return Halving(cell, letters, (one, other))
            gain = (freedom - one.freedom) * (freedom - other.freedom)
            if gain > best_gain:
                best, best_gain = Halving(cell, letters, (one, other)), gain
        return best

    def _candidates(self, subproblem: Residual) -> list[int]:
        """Return the cells to try, those on most open constraints first, and those with few blocks of letters."""
        touching = [0] * len(subproblem.masks)
        for constraint in subproblem.constraints:
            for cell in set(constraint.cells):
                touching[cell] += 1
        blocks = [self._blocks_left(subproblem, cell) for cell in range(len(subproblem.masks))]
        cells = [cell for cell, left in enumerate(blocks) if touching[cell] and len(left) > 1]
        return sorted(cells, key=lambda cell: (-touching[cell], len(blocks[cell])))[: self._tuning.split_candidates]

    def _blocks_left(self, subproblem: Residual, cell: int) -> list[int]:
        return [block for block in self._blocks[cell] if block & subproblem.masks[cell]]

    def _half(self, subproblem: Residual, cell: int) -> int:
        """Return half of the letters of `cell`, so that no block of letters is cut."""
        left = self._blocks_left(subproblem, cell)
        return sum(left[: len(left) // 2]) & subproblem.masks[cell]
