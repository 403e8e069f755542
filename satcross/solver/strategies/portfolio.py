"""The portfolio of SAT solvers: the residual becomes a formula, and solvers try it in turn.

In: a residual.  Out: its solutions, one after another, and at last that there are no others.

    residual -> formula -> a quick solver, for a number of conflicts -> a steady solver -> models -> cubes

Which solvers these are, and for how long each may try, is said in `satcross.solver.backends.turns`.
"""

from __future__ import annotations

from collections.abc import Iterator

from satcross.base.budget import GLANCE_SECONDS, Budget
from satcross.base.tuning import Tuning
from satcross.solver.backends.python_sat import Solver
from satcross.solver.backends.turns import solver_turns
from satcross.solver.encode import encode_residual
from satcross.solver.found import NO_MORE, STILL_SEARCHING, FormulaSize, Found
from satcross.solver.residual import Masks, Residual


def portfolio(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual`, as disjoint cubes.  Raises LimitError, TimeUp."""
    if residual.is_settled:
        yield Found(residual.masks, is_last=True)
        return
    known: list[Masks] = []
    for turn in solver_turns(tuning):
        with Solver(turn.solver, budget, tuning) as solver:
            variables = encode_residual(
                residual, solver, redundant_clauses=turn.redundant_clauses, encoding=tuning.encoding
            )
            yield Found(None, is_last=False, formula=FormulaSize(variables.count, solver.clauses))
            for cube in known:
                solver.add(variables.blocking(cube))
            while True:
                budget.note(f"searching by {solver.name}, conflicts", solver.spent)
                answer = solver.solve_within(GLANCE_SECONDS, conflicts=turn.conflicts)
                if answer:
                    cube = variables.decode(solver.is_true)
                    blocking = variables.blocking(cube)
                    yield Found(cube, is_last=not blocking)
                    if not blocking:
                        return
                    known.append(cube)
                    solver.add(blocking)
                elif answer is False:
                    yield NO_MORE
                    return
                elif turn.conflicts is not None and solver.spent >= turn.conflicts:
                    break
                else:
                    yield STILL_SEARCHING
