"""Splitting over processes: the portfolio here, and other processes on subproblems once it takes long.

In: a residual that no solver has settled quickly.  Out: what the portfolio finds, but sooner.

    this process    the portfolio of solvers, on the whole residual
    other processes each a solver of its own, on one subproblem after another

A *subproblem* is the residual with fewer letters for a few cells, those whose letters narrow the others most.
(Splitting by look-ahead is the first half of cube and conquer: M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube
and conquer: guiding CDCL SAT solvers by lookaheads, HVC 2011.)  A subproblem that takes more than so many conflicts is
split again.  One that asks the same as another is left out.  What a worker refutes, the others need not search.

As long as many subproblems are left out, splitting is cheaper than searching: then this process splits on, and a
symmetric puzzle can end with no subproblem left.

Whose solution comes first is a matter of chance.  So this strategy takes from the other processes only what every way
of searching agrees upon: that there are no more solutions, or exactly one.  Only subproblems that were searched to the
end count; a process that dies has proved nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from time import process_time
from typing import Final, TypeAlias

from satcross.budget import Budget
from satcross.solve.encode import encode_residual
from satcross.solve.found import NO_MORE, Found
from satcross.solve.isomorphism import Isomorphism, Key
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
    frontier = _frontier(residual, known, tuning, budget)
    searched: dict[Worker, Residual] = {}
    told: dict[Worker, int] = {}
    found: dict[Masks, None] = {}
    settings = (residual, known, tuning, budget._replace(deadline=None, report=None))
    with Workers(tuning.jobs - 1, _searching, *settings) as workers:
        while frontier.waiting or searched:
            if not frontier.split_on(tuning.splitting_seconds):
                while frontier.waiting and not workers.are_busy:
                    worker = workers.idle()
                    searched[worker] = subproblem = frontier.next()
                    news = frontier.refuted[told.get(worker, 0) :]
                    told[worker] = len(frontier.refuted)
                    worker.give((subproblem.masks, tuple(each for each in news if len(each) <= tuning.shared_cells)))
            yield None
            for worker, message in workers.messages(searched, 0):
                if isinstance(message, Part):
                    found[message.value] = None
                    if len(known) + len(found) >= DECISIVE:
                        return
                    frontier.see(message.value)
                    continue
                if not isinstance(message, Result):
                    return
                subproblem = searched.pop(worker)
                if message.value is None:
                    frontier.split(subproblem)
                else:
                    frontier.refute(message.value)
    yield tuple(found)


def _frontier(residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget) -> _Frontier:
    """Return a frontier to begin with: one that has been split for a while if that has shown symmetries."""
    tried = _Frontier(residual, known, tuning, budget)
    while tried.waiting and tried.parts < tuning.tried_parts:
        tried.split(tried.next())
    return tried if tried.is_symmetric else _Frontier(residual, known, tuning, budget)


Refuted: TypeAlias = tuple[tuple[int, int], ...]
"""Cells and letters: no new solution has one of these letters in each of these cells."""


class _Frontier:
    """The subproblems that wait for a worker; together with those that workers have, they hold all that is open.

    A subproblem without a known solution is left out if it asks the same as another one (`satcross.solve.isomorphism`):
    it has a solution only if that one has.  When a solution is found after all, those that were left out wait again.

    refuted  what workers have refuted so far
    parts    how many subproblems splitting has made so far
    """

    def __init__(self, residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget) -> None:
        self._splitter: Final = Splitter(residual, tuning, budget)
        self._isomorphism: Final = Isomorphism(tuning, budget)
        self._known: Final = list(known)
        self._seen: set[Key] | None = set()
        self._left_out: list[Residual] = []
        self.refuted: Final[list[Refuted]] = []
        self.waiting: list[Residual] = []
        self.parts = 0
        self._tuning: Final = tuning
        for subproblem in self._splitter.first(tuning.jobs):
            self._add(subproblem)

    def next(self) -> Residual:
        """Return the waiting subproblem with the least freedom, which is settled soonest; it waits no more."""
        smallest = min(self.waiting, key=lambda subproblem: subproblem.freedom)
        self.waiting.remove(smallest)
        return smallest

    def split(self, subproblem: Residual) -> bool:
        """Let parts of a subproblem wait that nobody has searched to its end; return whether it can be split."""
        halves = self._splitter.halves(subproblem)
        self.parts += len(halves)
        if halves == [subproblem]:
            self.waiting.append(subproblem)
            return False
        for half in halves:
            self._add(half)
        return True

    @property
    def is_symmetric(self) -> bool:
        """Whether so many subproblems ask the same as others that it pays to split on."""
        share = self._tuning.alike_share
        return self._seen is not None and len(self._left_out) >= share * max(self.parts, self._tuning.tried_parts)

    def split_on(self, seconds: float) -> bool:
        """Split subproblems for some seconds of the processor, as long as it pays; return whether it still does."""
        until = process_time() + seconds
        while self.waiting and self.is_symmetric and self.split(self.next()):
            if process_time() >= until:
                return True
        return False

    def refute(self, refuted: Refuted) -> None:
        """Leave out what is within a refuted choice of letters."""
        self.refuted.append(refuted)
        self.waiting = [each for each in self.waiting if not _is_within(each, refuted)]

    def see(self, solution: Masks) -> None:
        """Take note of a new solution.  Whatever asks the same as some other subproblem has to be searched now."""
        self._known.append(solution)
        self._seen = None
        self.waiting += self._left_out
        self._left_out = []

    def _add(self, subproblem: Residual) -> None:
        if any(_is_within(subproblem, refuted) for refuted in self.refuted):
            return
        if self._seen is not None and not any(_holds(subproblem, solution) for solution in self._known):
            key = self._isomorphism.key(subproblem)
            if key in self._seen:
                self._left_out.append(subproblem)
                return
            self._seen.add(key)
        self.waiting.append(subproblem)


def _is_within(subproblem: Residual, refuted: Refuted) -> bool:
    return all([not subproblem.masks[cell] & ~letters for cell, letters in refuted])


def _holds(subproblem: Residual, solution: Masks) -> bool:
    """Return whether some choice of letters from the cube `solution` is in the subproblem."""
    return all([one & other for one, other in zip(subproblem.masks, solution, strict=True)])


def _searching(residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget) -> Answer:
    """Return the function of a worker: its tasks are the masks of subproblems of `residual`, and what others refuted.

    It sends each solution that it finds and that is not `known`.  It returns the letters that it has refuted, all cells
    or fewer; None if it has not come to the end of the subproblem within its conflicts.
    """
    solver = Solver(tuning.solver, budget, tuning)
    variables = encode_residual(residual, solver)
    for cube in known:
        solver.add(variables.blocking(cube))

    def answered(task: tuple[Masks, tuple[Refuted, ...]], send: Send) -> Refuted | None:
        masks, news = task
        for refuted in news:
            solver.add(variables.outside(refuted))
        assumed = variables.within(masks)
        while True:
            answer = solver.solve_within(None, assumed, conflicts=solver.spent + tuning.worker_conflicts)
            if answer is None:
                return None
            if not answer:
                core = set(solver.core(assumed))
                return tuple((cell, masks[cell]) for cell, lits in variables.lits_within(masks) if core & set(lits))
            cube = variables.decode(solver.is_true)
            send(cube)
            solver.add(variables.blocking(cube))

    return answered
