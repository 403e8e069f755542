"""Proofs from SAT solvers that a formula has no model.

In: clauses.  Out: the lines of a DRAT proof, which a checker can replay without trusting the solver.

Reference: N. Wetzler, M. Heule and W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal proofs,
SAT 2014.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from satcross.base.budget import LONGEST_WAIT, UNLIMITED, Budget
from satcross.base.platform import CAN_FORK, limit_memory
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import ErrorCode, OptionError, SatcrossError
from satcross.solver.backends.forked import run_forked
from satcross.solver.backends.python_sat import (
    SLICE,
    SOLVING_BYTES,
    check_solver,
    growth,
    recover_from_interrupt,
    solver_used,
)
from satcross.solver.cnf.sink import LONG_CLAUSE, Lit

PROVERS: Final = ("glucose4", "glucose3", "glucose42", "cadical153", "cadical195", "maplechrono", "maplecm")
"""The solvers that can write down why there is no model, the one to use first."""

PROVING_BYTES: Final = 256
"""Bytes for each clause that a proof may take: with fewer left, a copy of this process proves."""


class Refutation(NamedTuple):
    """A proof that some literals cannot all be true in a model of a formula.

    Attributes:
        clause: Says so: it holds negations of these literals, but not always of all of them.
        steps: Lines of a DRAT proof that add `clause`.  Unless that is the end of everything, the empty clause, they
            take away nothing that was there before, and they leave nothing else but clauses of one literal.
        conflicts: How many it took, in whole slices.
    """

    clause: tuple[Lit, ...]
    steps: list[str]
    conflicts: int


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


def refute_assumed(
    clauses: Iterable[list[Lit]],
    assumed: Sequence[Lit],
    conflicts: int | None,
    name: str = PROVERS[0],
    budget: Budget = UNLIMITED,
) -> Refutation | None:
    """Return a proof that `clauses` have no model in which all of `assumed` are true; None if that takes too long.

    Args:
        conflicts: How many it may take; None: as many as it takes.

    Raises:
        OptionError: For a solver that writes no proofs.
        LimitError: If a limit of the budget is exceeded.
        SatcrossError: If there is a model (code `wrong-answer`).
    """
    check_prover(name)
    from pysat.solvers import Solver as PysatSolver

    with PysatSolver(solver_used(name), bootstrap_with=_checked(clauses, budget), with_proof=True) as solver:
        budget.check_memory(SOLVING_BYTES * solver.nof_clauses(), "the search for a proof")
        answer, took = _answer(solver, budget, assumed, conflicts)
        if answer is None:
            return None
        if answer:
            message = "the formula has a model that the search did not find"
            raise SatcrossError(message, code=ErrorCode.WRONG_ANSWER)
        clause = tuple([-lit for lit in solver.get_core() or ()])
        steps = solver.get_proof()
    return Refutation(clause, list(_tidied(steps, clause)) if clause else _ended(steps), took)


def _tidied(steps: Iterable[str], proved: Iterable[Lit]) -> Iterator[str]:
    """Yield `steps` but for those that take away clauses of the formula, then the clause `proved`, and tidy up.

    What was added is taken away again, except for clauses of one literal, because checkers do not let go of them.
    """
    added: Counter[frozenset[str]] = Counter()
    for step in steps:
        words = step.split()[:-1]
        clause = frozenset(words[words[:1] == ["d"] :])
        if words[:1] != ["d"]:
            added[clause] += 1
        elif added[clause] and len(clause) > 1:
            added[clause] -= 1
        else:
            continue
        if clause:  # some solvers end with the empty clause though it only holds under what was assumed
            yield step
    yield step_of(proved)
    for clause, times in added.items():
        if len(clause) > 1:
            yield from [f"d {step_of(sorted(map(int, clause)))}"] * times


def step_of(clause: Iterable[Lit]) -> str:
    """Return the line of a proof that adds a clause."""
    return " ".join([*map(str, clause), "0"])


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
    is_satisfiable, _ = _answer(solver, budget)
    steps: list[str] = solver.get_proof()
    return None if is_satisfiable else steps


def _answer(
    solver: Any, budget: Budget, assumed: Sequence[Lit] = (), most: int | None = None
) -> tuple[bool | None, int]:
    """Return whether a solver of python-sat finds a model in which `assumed` are true, and how many conflicts it took.

    The answer is None after `most` conflicts.
    """
    import pysolvers

    answer: bool | None = None
    conflicts = 0
    while answer is None and (most is None or conflicts < most):
        budget.note("looking for a proof, conflicts", conflicts)
        budget.check()
        this_slice = SLICE if most is None else min(SLICE, most - conflicts)
        conflicts += this_slice
        solver.conf_budget(this_slice)
        try:
            answer = solver.solve_limited(list(assumed))
        except pysolvers.error:
            half_done = vars(solver.solver)
            half_done.update(dict.fromkeys(half_done))  # not even to be freed
            recover_from_interrupt()
            raise KeyboardInterrupt from None
    return answer, conflicts


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
