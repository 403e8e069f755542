"""Proofs from SAT solvers that a formula has no model.

In: clauses.  Out: the lines of a DRAT proof, which a checker can replay without trusting the solver.

Reference: N. Wetzler, M. Heule and W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal
proofs, SAT 2014.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from satcross.base.budget import LONGEST_WAIT, UNLIMITED, Budget
from satcross.base.platform import CAN_FORK, limit_memory
from satcross.errors import OptionError
from satcross.solver.cnf import LONG_CLAUSE, Lit
from satcross.solver.forked import run_forked
from satcross.solver.python_sat import SLICE, SOLVING_BYTES, check_solver, growth, recover_from_interrupt, solver_used

PROVERS: Final = ("glucose4", "glucose3", "glucose42", "cadical153", "cadical195", "maplechrono", "maplecm")
"""The solvers that can write down why there is no model; the first is the default."""

PROVING_BYTES: Final = 256
"""Bytes for each clause that a proof may take: with fewer left, a copy of this process proves."""


def refute(
    clauses: Iterable[list[Lit]],
    name: str = PROVERS[0],
    budget: Budget = UNLIMITED,
) -> list[str] | None:
    """Return a proof that `clauses` have no model, as the lines of a DRAT file; None if they have one.

    Raises:
        OptionError: For a solver that writes no proofs.
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    check_prover(name)
    from pysat.solvers import Solver as PysatSolver

    kept = [*_checked(clauses, budget)]
    with PysatSolver(solver_used(name), bootstrap_with=kept, with_proof=True) as solver:
        budget.check_memory(SOLVING_BYTES * solver.nof_clauses(), "the search for a proof")
        left = budget.seconds_left
        has_memory = budget.has_memory(PROVING_BYTES * solver.nof_clauses() + budget.tuning.slice_bytes)
        if (left is None and has_memory) or not CAN_FORK:
            steps = _refutation(solver, budget)
        else:
            steps = _refutation_forked(solver, budget, LONGEST_WAIT if left is None else left)
    if steps is None:
        return None
    steps = list(_without_unit_deletions(kept, steps, budget))
    if steps[-1:] != ["0"]:
        steps.append("0")  # the empty clause, at the end of every proof
    return steps


class _Units:
    """What follows from some clauses by unit propagation, by two watched literals of each clause."""

    __slots__ = ("_is_watched_by", "true")

    def __init__(self) -> None:
        self.true: Final[set[Lit]] = set()
        self._is_watched_by: Final[dict[Lit, list[list[Lit]]]] = {}

    def add(self, clause: list[Lit]) -> None:
        """Add a clause, which may be reordered."""
        true = self.true
        clause.sort(key=lambda lit: -lit in true)  # literals that are not false first
        for lit in clause[:2] if len(clause) > 1 else ():
            self._is_watched_by.setdefault(lit, []).append(clause)
        if clause and -clause[0] not in true and (len(clause) < 2 or -clause[1] in true):
            self._follow(clause[0])

    def _follow(self, unit: Lit) -> None:
        true, watching = self.true, self._is_watched_by
        pending = [unit]
        while pending:
            unit = pending.pop()
            if unit in true or -unit in true:
                continue
            true.add(unit)
            for clause in watching.pop(-unit, ()):
                if clause[0] == -unit:
                    clause[0], clause[1] = clause[1], clause[0]
                place = next((place for place in range(2, len(clause)) if -clause[place] not in true), 1)
                clause[1], clause[place] = clause[place], clause[1]
                watching.setdefault(clause[1], []).append(clause)
                if place == 1:
                    pending.append(clause[0])

    def follows_from(self, clause: Sequence[Lit]) -> bool:
        """Return whether all literals of a clause but one are false, and that one is true."""
        return sum([lit in self.true for lit in clause]) == 1 and sum([-lit in self.true for lit in clause]) == (
            len(clause) - 1
        )


def _without_unit_deletions(clauses: Sequence[list[Lit]], steps: Sequence[str], budget: Budget) -> Iterator[str]:
    """Yield the steps of a proof, except deletions of clauses from which a unit follows.

    Glucose deletes a clause that is satisfied, although it may be the reason why one of its literals is true.
    DRAT-trim skips such deletions, but a checker that takes them literally loses the unit.  The clauses that a solver
    learns follow by unit propagation, so that a clause that stays harms none of them.
    """
    if not any(step.startswith("d") for step in steps):
        yield from steps
        return
    units = _Units()
    for number, clause in enumerate(clauses):
        if not number % SLICE:
            budget.check("the proof")
        units.add([*clause])
    for number, step in enumerate(steps):
        if not number % SLICE:
            budget.check("the proof")
        lits = [int(word) for word in step.split() if word not in ("d", "0")]
        if not step.startswith("d"):
            units.add(lits)
        elif units.follows_from(lits):
            continue
        yield step


def check_prover(name: str) -> None:
    """Raise OptionError unless `name` is a solver that writes proofs."""
    check_solver(name)
    if name not in PROVERS:
        raise OptionError(
            f"the solver {name} does not write proofs", hint="choose one of " + ", ".join(PROVERS), code="option-solver"
        )


def _refutation_forked(solver: Any, budget: Budget, seconds: float) -> list[str] | None:
    """Do what `_refutation` does in a copy of this process."""

    def work() -> bytes:
        if budget.ceiling is not None:
            limit_memory(budget.ceiling)
        steps = _refutation(solver, UNLIMITED)
        return b"" if steps is None else "\n".join(["proof", *steps]).encode()

    output = run_forked(work, seconds, budget, "the search for a proof")
    return output.decode().split("\n")[1:] if output else None


def _refutation(solver: Any, budget: Budget) -> list[str] | None:
    """Return the steps of the proof that a solver of python-sat writes; None if there is a model."""
    is_satisfiable: bool | None = None
    conflicts = 0
    while is_satisfiable is None:
        budget.note("looking for a proof, conflicts", conflicts)
        budget.check()
        conflicts += SLICE
        is_satisfiable = _certified_answer(solver, SLICE)
    steps: list[str] = solver.get_proof()
    return None if is_satisfiable else steps


def _certified_answer(solver: Any, conflicts: int) -> bool | None:
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
