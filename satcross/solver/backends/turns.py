"""Which SAT solvers of the portfolio try a formula, in which order, and for how long.

Glucose settles what tight puzzles leave open in half of CaDiCaL's time.  CaDiCaL is better for hard formulas: it
simplifies as it goes, and so proves what Glucose never would.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from satcross.base.tuning import AUTO, Tuning

QUICK: Final = "glucose4"


class SolverTurn(NamedTuple):
    """One solver of the portfolio, and how long it may try.

    Attributes:
        solver: Its name.
        conflicts: How many it may take for one question; None: as many as it takes.
        redundant_clauses: Whether the formula gets clauses that only help to propagate.  With them Glucose has half of
            the conflicts.  For CaDiCaL, which eliminates variables, they make pigeon holes twenty times harder.
    """

    solver: str
    conflicts: int | None
    redundant_clauses: bool


def solver_turns(tuning: Tuning) -> tuple[SolverTurn, ...]:
    """Return the solvers that try a formula in turn."""
    last = SolverTurn(tuning.solver, None, redundant_clauses=False)
    if tuning.solver != AUTO:
        return (last,)
    return SolverTurn(QUICK, tuning.quick_conflicts, redundant_clauses=True), last
