"""An oracle: a SAT solver that is asked again and again about parts of one residual.

In: masks within the residual.  Out: a solution there, or the answer that there is none.  The formula is written once.
Masks become assumptions, and what the solver learns on one question helps it with the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import Tuning
from satcross.solver.cnf import Lit
from satcross.solver.encode import encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks, Residual


class Oracle:
    """A SAT solver that says whether masks within `residual` hold a solution, and which."""

    __slots__ = ("_budget", "_questions", "_residual", "_solver", "_tuning", "_variables")

    def __init__(self, residual: Residual, tuning: Tuning, budget: Budget = UNLIMITED) -> None:
        self._residual: Final = residual
        self._tuning: Final = tuning
        self._budget: Final = budget
        self._make()

    def _make(self) -> None:
        self._solver = Solver(self._tuning.solver, self._budget, self._tuning)
        self._variables = encode_residual(self._residual, self._solver, encoding=self._tuning.encoding)
        self._questions = 0

    def close(self) -> None:
        """Free the solver's memory; the oracle cannot be asked afterwards."""
        self._solver.close()

    def witness(self, masks: Sequence[int]) -> Masks | None:
        """Return a solution within `masks`, as masks of letters that nothing tells apart; None if there is none."""
        return self._ask(masks, self._variables.within(masks))

    def another(self, masks: Sequence[int], witness: Sequence[int]) -> Masks | None:
        """Return a solution within `masks` that differs from `witness` in some cell; None if there is none."""
        self._questions += 1
        if self._questions > self._tuning.oracle_questions:
            self.close()
            self._make()
        asked = self._variables.fresh()
        lits = self._variables.lits
        clause = [
            lit
            for cell, (here, held) in enumerate(zip(masks, witness, strict=True))
            if here != held
            for block, lit in lits[cell].items()
            if block & here and not block & held
        ]
        if not clause:
            return None
        self._solver.add([-asked, *clause])
        try:
            return self._ask(masks, [asked, *self._variables.within(masks)])
        finally:
            self._solver.add([-asked])

    def _ask(self, masks: Sequence[int], assumed: list[Lit]) -> Masks | None:
        if not self._solver.solve(assumed):
            return None
        masks_held = self._variables.decode(self._solver.is_true)
        return tuple([here & held for here, held in zip(masks, masks_held, strict=False)])
