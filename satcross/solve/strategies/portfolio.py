"""The solutions of what propagation left open, one by one, from SAT solvers.

In: constraints, and a letter mask for each cell.  Out: solutions within the masks, and whether there are no others.

    formula -> the quick solver, for so many conflicts -> the steady one -> models
                         and, once that takes long, other processes, each on a part of the masks

Where several processes search, they decide only what all ways of searching agree upon: that there are no more
solutions, or exactly one.  Where there are more, they are those found here, the same for any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from satcross.budget import Budget
from satcross.cnf.variables import VariableMap
from satcross.constraints.protocol import Constraint
from satcross.model import Puzzle
from satcross.solve.encode import encode_residual
from satcross.solve.solvers.python_sat import Solver, stages

PATIENCE: Final = 1.0  # seconds of solving, after which other processes help
GLANCE: Final = 0.1  # seconds of solving between looks at what they have found

Masks: TypeAlias = tuple[int, ...]


class Model(NamedTuple):
    """One solution, up to letters that no constraint tells apart.

    masks    of all cells: every choice of letters from them is a solution
    is_only  whether it is certain that there are none outside of the masks
    """

    masks: Masks
    is_only: bool


def models(
    puzzle: Puzzle,
    placed: Sequence[Constraint],
    domains: Sequence[int],
    *,
    enough: int,
    solver: str,
    jobs: int,
    budget: Budget,
    encoded: Callable[[int, int], None],
) -> Iterator[Model]:
    """Yield the solutions of the constraints `placed` of `puzzle` within `domains`, with disjoint masks.

    enough   how many tell all that is asked
    encoded  called with the variables and clauses of each formula that has been written
    Raises LimitError, TimeUp.
    """
    found: list[Masks] = []
    helpers: Generator[tuple[Masks, ...] | None, None, None] | None = None
    seconds = None if jobs == 1 else PATIENCE
    try:
        for stage in stages(solver, sum([domain.bit_count() - 1 for domain in domains])):
            with Solver(stage.solver, budget) as engine:
                variables = encode_residual(placed, domains, engine, redundant_clauses=stage.redundant_clauses)
                encoded(variables.count, engine.clauses)
                for masks in found:
                    engine.add(variables.blocking(masks))
                while True:
                    answer = engine.solve_within(seconds, conflicts=stage.conflicts)
                    if answer:
                        masks = variables.decode(engine.is_true)
                        blocking = variables.blocking(masks)
                        yield Model(masks, not blocking)
                        if not blocking:
                            return
                        found.append(masks)
                        engine.add(blocking)
                        continue
                    if answer is False:
                        return
                    if stage.conflicts is not None and engine.spent >= stage.conflicts:
                        break
                    if helpers is None:
                        helpers = _helpers(puzzle, placed, variables, found, enough, solver, jobs, budget)
                        seconds = GLANCE
                    try:
                        others = next(helpers)
                    except StopIteration:
                        seconds = None
                        continue
                    if others is not None:
                        yield from [Model(masks, False) for masks in others if masks not in found]
                        return
    finally:
        if helpers is not None:
            helpers.close()


def _helpers(
    puzzle: Puzzle,
    placed: Sequence[Constraint],
    variables: VariableMap,
    known: Sequence[Masks],
    enough: int,
    solver: str,
    jobs: int,
    budget: Budget,
) -> Generator[tuple[Masks, ...] | None, None, None]:
    """Return what `parallel.others` yields of the solutions that are not `known`."""
    from satcross.solve.strategies.splitting import Residual, others

    clues = frozenset((each.line, each.clue) for each in placed)
    residual = Residual(puzzle, clues, tuple(variables.domains[: variables.cells]), tuple(known))
    return others(residual, placed, variables, max(1, enough - len(known)), jobs, solver, budget)
