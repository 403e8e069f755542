"""Proofs from SAT solvers that a formula has no model.

In: clauses.  Out: the lines of a DRAT proof, which a checker can replay without trusting the solver.

Reference: N. Wetzler, M. Heule and W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal proofs,
SAT 2014.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from satcross.budget import UNLIMITED, Budget
from satcross.cnf.sink import LONG_CLAUSE, Lit
from satcross.errors import ErrorCode, OptionError, TimeUp
from satcross.solve.solvers.forked import IS_POSSIBLE, DiedError, run_forked
from satcross.solve.solvers.python_sat import check_solver, recover_from_interrupt
from satcross.tuning import DEFAULT_TUNING, Tuning

PROVERS: Final = ("glucose4", "glucose3", "glucose42", "cadical153", "cadical195", "maplechrono", "maplecm")
"""The solvers that can write down why there is no model, the one to use first."""


def refute(
    clauses: Iterable[list[Lit]],
    name: str = PROVERS[0],
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
) -> list[str] | None:
    """Return a proof that `clauses` have no model, as the lines of a DRAT file; None if they have one.

    Raises OptionError for a solver that writes no proofs, LimitError, TimeUp.
    """
    check_solver(name)
    if name not in PROVERS:
        hint = "choose one of " + ", ".join(PROVERS)
        raise OptionError(f"the solver {name} does not write proofs", hint=hint, code=ErrorCode.OPTION_SOLVER)
    from pysat.solvers import Solver as PysatSolver

    with PysatSolver(name, bootstrap_with=_checked(clauses, budget), with_proof=True) as solver:
        budget.check_memory(tuning.solving_bytes * solver.nof_clauses(), "the search for a proof")
        left = budget.seconds_left
        if left is None or not IS_POSSIBLE:
            steps = _refutation(solver, budget, tuning)
        else:
            steps = _refutation_forked(solver, budget, tuning, left)
    if steps is None:
        return None
    return steps if steps[-1:] == ["0"] else [*steps, "0"]


def _refutation_forked(solver: Any, budget: Budget, tuning: Tuning, seconds: float) -> list[str] | None:
    """Do what `_refutation` does in a copy of this process."""

    def work() -> bytes:
        steps = _refutation(solver, UNLIMITED, tuning)
        return b"" if steps is None else "\n".join(["proof", *steps]).encode()

    try:
        said = run_forked(work, seconds)
    except DiedError:
        raise budget.exceeded("the search for a proof") from None
    if said is None:
        raise TimeUp
    return said.decode().split("\n")[1:] if said else None


def _refutation(solver: Any, budget: Budget, tuning: Tuning) -> list[str] | None:
    """Return the steps of the proof that a solver of python-sat writes; None if there is a model."""
    import pysolvers

    answer = None
    conflicts = 0
    while answer is None:
        budget.note("looking for a proof, conflicts", conflicts)
        budget.check()
        conflicts += tuning.proof_slice
        solver.conf_budget(tuning.proof_slice)
        try:
            answer = solver.solve_limited()
        except pysolvers.error:
            half_done = vars(solver.solver)
            half_done.update(dict.fromkeys(half_done))  # not even to be freed
            recover_from_interrupt()
            raise KeyboardInterrupt from None
    steps: list[str] = solver.get_proof()
    return None if answer else steps


def _checked(clauses: Iterable[list[Lit]], budget: Budget) -> Iterator[list[Lit]]:
    """Yield `clauses`.  Raises TimeUp, LimitError beyond the budget's clauses or memory."""
    next_check = 1
    for number, clause in enumerate(clauses, 1):
        if number >= next_check or len(clause) > LONG_CLAUSE:
            next_check = budget.check_clause(number, len(clause))
        yield clause
