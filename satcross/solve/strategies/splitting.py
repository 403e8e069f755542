"""Splitting over processes: the portfolio here, and other processes on subproblems once it takes long.

In: a residual that no solver has settled quickly.  Out: what the portfolio finds, but sooner.

    this process    the portfolio of solvers, on the whole residual
    other processes each a solver of its own, on one subproblem after another

A *subproblem* is the residual with fewer letters for a few cells, those whose letters narrow the others most.
(Splitting by look-ahead is the first half of cube and conquer:  M.  Heule, O.  Kullmann, S.  Wieringa and A.  Biere,
Cube and conquer: guiding CDCL SAT solvers by lookaheads, HVC 2011.)  There are hardly more subproblems than processes,
for what a solver learns on one of them helps it with the next, and the other processes do not know it.  A subproblem is
split again only when a process is left without work.

Whose solution comes first is a matter of chance.  So this strategy takes from the other processes only what every way
of searching agrees upon: that there are no more solutions, or exactly one.  Only subproblems that were searched to the
end count; a process that dies has proved nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from time import process_time

from satcross.budget import Budget
from satcross.solve.encode import encode_residual
from satcross.solve.found import NO_MORE, Found
from satcross.solve.residual import Masks, Residual
from satcross.solve.solvers.python_sat import Solver
from satcross.solve.strategies.portfolio import portfolio
from satcross.solve.subproblems import Splitter
from satcross.tuning import Tuning
from satcross.workers import Answer, Part, Result, Send, Worker, Workers

DECISIVE = 2
"""So many solutions settle that there are several; the other processes stop there."""


def splitting(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual` as disjoint cubes, with `tuning.jobs` processes.  Raises LimitError, TimeUp."""
    known: list[Masks] = []
    helpers: Generator[tuple[Masks, ...] | None, None, None] | None = None
    began = process_time()
    try:
        for found in portfolio(residual, tuning, budget):
            yield found
            if found.cube is not None:
                known.append(found.cube)
            if found.cube is not None or found.formula is not None:
                began = process_time()
            elif helpers is None and process_time() - began >= tuning.solo_seconds:
                helpers = _others(residual, tuple(known), tuning, budget)
            if helpers is not None:
                budget.note(f"searching by {tuning.jobs} processes")
                others = next(helpers, None)
                if others is not None:
                    yield from [Found(cube, is_last=False) for cube in others if cube not in known]
                    yield NO_MORE
                    return
    finally:
        if helpers is not None:
            helpers.close()


def _others(
    residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget
) -> Generator[tuple[Masks, ...] | None, None, None]:
    """Let other processes search; this process counts as one of the jobs.  Ask for the next item to see to them.

    Yield None while they search, and at last all solutions that are not `known`.  End without those if they settle that
    there are several, or if a process failed.  Raises TimeUp.
    """
    splitter = Splitter(residual, tuning, budget)
    waiting = splitter.first(tuning.jobs)
    searched: dict[Worker, Residual] = {}
    found: dict[Masks, None] = {}
    settings = (residual, known, tuning, budget._replace(deadline=None, report=None))
    with Workers(tuning.jobs - 1, _searching, *settings) as workers:
        while waiting or searched:
            while waiting and not workers.are_busy:
                worker = workers.idle()
                searched[worker] = waiting.pop()
                worker.give(searched[worker].masks)
            yield None
            for worker, message in workers.messages(searched, 0):
                if isinstance(message, Part):
                    found[message.value] = None
                    if len(known) + len(found) >= DECISIVE:
                        return
                    continue
                if not isinstance(message, Result):
                    return
                subproblem = searched.pop(worker)
                is_searched = message.value
                if is_searched:
                    continue
                if waiting or len(searched) == tuning.jobs - 2:
                    searched[worker] = subproblem
                    worker.give(subproblem.masks)
                else:
                    waiting += splitter.halves(subproblem)
    yield tuple(found)


def _searching(residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget) -> Answer:
    """Return the function of a worker: its tasks are the masks of subproblems of `residual`.

    It sends each solution that it finds and that is not `known`.  It returns whether it has searched the subproblem to
    its end.  If not, it goes on where it stopped when it is given the same subproblem again.
    """
    solver = Solver(tuning.solver, budget, tuning)
    variables = encode_residual(residual, solver, encoding=tuning.encoding)
    for cube in known:
        solver.add(variables.blocking(cube))

    def answered(masks: Masks, send: Send) -> bool:
        assumed = variables.within(masks)
        while True:
            answer = solver.solve_within(tuning.worker_seconds, assumed)
            if not answer:
                return answer is False
            cube = variables.decode(solver.is_true)
            send(cube)
            solver.add(variables.blocking(cube))

    return answered
