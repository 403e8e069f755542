"""Proofs from SAT solvers that a formula has no model.

In: clauses.  Out: the lines of a DRAT proof, which a checker can replay without trusting the solver.

Reference: N. Wetzler, M. Heule and W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal proofs,
SAT 2014.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from satcross.base.budget import LONGEST_WAIT, UNLIMITED, Budget
from satcross.base.platform import CAN_FORK, limit_memory
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import ErrorCode, OptionError
from satcross.solver.cnf import LONG_CLAUSE, Lit
from satcross.solver.python_sat import (
    SLICE,
    SOLVING_BYTES,
    check_solver,
    growth,
    recover_from_interrupt,
    run_forked,
    solver_used,
)

PROVERS: Final = ("glucose4", "glucose3", "glucose42", "cadical153", "cadical195", "maplechrono", "maplecm")
"""The solvers that can write down why there is no model, the one to use first."""

PROVING_BYTES: Final = 256
"""Bytes for each clause that a proof may take: with fewer left, a copy of this process proves."""


def refute(
    clauses: Iterable[list[Lit]],
    name: str = PROVERS[0],
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
) -> list[str] | None:
    """Return a proof that `clauses` have no model, as the lines of a DRAT file; None if they have one.

    Raises:
        OptionError: For a solver that writes no proofs.
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    check_prover(name)
    from pysat.solvers import Solver as PysatSolver

    with PysatSolver(solver_used(name), bootstrap_with=_checked(clauses, budget), with_proof=True) as solver:
        budget.check_memory(SOLVING_BYTES * solver.nof_clauses(), "the search for a proof")
        left = budget.seconds_left
        has_memory = budget.has_memory(PROVING_BYTES * solver.nof_clauses() + tuning.slice_bytes)
        if (left is None and has_memory) or not CAN_FORK:
            steps = _refutation(solver, budget)
        else:
            steps = _refutation_forked(solver, budget, LONGEST_WAIT if left is None else left)
    return None if steps is None else _ended(steps)


def _ended(steps: list[str]) -> list[str]:
    """Return `steps` with the empty clause at their end."""
    return steps if steps[-1:] == ["0"] else [*steps, "0"]


def check_prover(name: str) -> None:
    """Raise OptionError unless `name` is a solver that writes proofs."""
    check_solver(name)
    if name not in PROVERS:
        hint = "choose one of " + ", ".join(PROVERS)
        raise OptionError(f"the solver {name} does not write proofs", hint=hint, code=ErrorCode.OPTION_SOLVER)


def _refutation_forked(solver: Any, budget: Budget, seconds: float) -> list[str] | None:
    """Do what `_refutation` does in a copy of this process."""

    def work() -> bytes:
        if budget.ceiling is not None:
            limit_memory(budget.ceiling)
        steps = _refutation(solver, UNLIMITED)
        return b"" if steps is None else "\n".join(["proof", *steps]).encode()

    said = run_forked(work, seconds, budget, "the search for a proof")
    return said.decode().split("\n")[1:] if said else None


def _refutation(solver: Any, budget: Budget) -> list[str] | None:
    """Return the steps of the proof that a solver of python-sat writes; None if there is a model."""
    is_satisfiable: bool | None = None
    conflicts = 0
    while is_satisfiable is None:
        budget.note("looking for a proof, conflicts", conflicts)
        budget.check()
        conflicts += SLICE
        is_satisfiable = _answer(solver, SLICE)
    steps: list[str] = solver.get_proof()
    return None if is_satisfiable else steps


def _answer(solver: Any, conflicts: int) -> bool | None:
    """Return whether a solver of python-sat finds a model; None if that takes more conflicts than that."""
    import pysolvers

    solver.conf_budget(conflicts)
    try:
        answer: bool | None = solver.solve_limited()
    except pysolvers.error:
        half_done = vars(solver.solver)
        half_done.update(dict.fromkeys(half_done))  # not even to be freed
        recover_from_interrupt()
        raise KeyboardInterrupt from None
    return answer


def _checked(clauses: Iterable[list[Lit]], budget: Budget) -> Iterator[list[Lit]]:
    """Yield `clauses`.  Raises TimeUp, LimitError beyond the budget's clauses or memory."""
    next_check = 1
    variables = 0
    for number, clause in enumerate(clauses, 1):
        if number >= next_check or len(clause) > LONG_CLAUSE:
            next_check = budget.check_clause(number, len(clause))
            variables = max(variables, max(map(abs, clause), default=0))
            budget.check_memory(max(SOLVING_BYTES * number, growth(variables)), "the formula")
        yield clause
