"""Splitting over processes: the portfolio here, and other processes on subproblems once it takes long.

In: a residual that no solver has settled quickly.  Out: what the portfolio finds, but sooner.

    at first      this process, by the portfolio of solvers, on the whole residual
    after that    other processes, each a solver of its own, on one subproblem after another; this one waits

A *subproblem* is the residual with fewer letters for a few cells, those whose letters narrow the others most.
(Splitting by look-ahead is the first half of cube and conquer: M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube
and conquer: guiding CDCL SAT solvers by lookaheads, HVC 2011.)  At first there are some hundreds of small ones.  Those
that take longer than a few conflicts are put off, and searched to the end afterwards.  If more are put off than
settled, there is one large subproblem for each process instead, because a large subproblem takes less time than its
parts together if these are not easy.  From then on a subproblem is split again only when another process has nothing to
do.  What a worker refutes, the others need not search.

Whose solution comes first is a matter of chance.  So this strategy takes from the other processes only what every way
of searching agrees upon: that there are no more solutions, or exactly one.  If there are several, or if a process dies,
this process continues with the whole.  Only subproblems that were searched to the end count.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from time import process_time
from typing import Final, TypeAlias

from satcross.base.budget import GLANCE_SECONDS, Budget
from satcross.base.tasks import Part, Result
from satcross.base.tuning import AUTO, Tuning
from satcross.base.workers import Answer, Send, Worker, Workers
from satcross.solver.backends.python_sat import Solver
from satcross.solver.encode import encode_residual
from satcross.solver.found import DECISIVE, NO_MORE, STILL_SEARCHING, Found
from satcross.solver.residual import Masks, Residual
from satcross.solver.strategies.portfolio import portfolio
from satcross.solver.subproblems import Splitter

SMALL: Final = "minisat22"
"""The name of the solver for small subproblems.  Unlike CaDiCaL, it has nothing to do between two of them."""

TRIES: Final = 4
"""Small subproblems that each process may put off before it counts whether more are put off than settled."""


def splitting(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual` as disjoint cubes, with `tuning.jobs` processes.  Raises LimitError, TimeUp."""
    known: list[Masks] = []
    is_split = False
    began = process_time()
    for message in portfolio(residual, tuning, budget):
        yield message
        if message.cube is not None:
            known.append(message.cube)
        if message.cube is not None or message.formula is not None:
            began = process_time()
        elif not is_split and process_time() - began >= tuning.solo_seconds:
            is_split = True
            solutions = yield from _by_subproblems(residual, tuple(known), tuning, budget)
            if solutions is not None:
                yield from [Found(cube, is_last=False) for cube in solutions]
                yield NO_MORE
                return


def _by_subproblems(
    residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget
) -> Generator[Found, None, tuple[Masks, ...] | None]:
    """Let other processes search: many small subproblems first, and where these are not easy, a few large ones.

    Yield that they are still searching, and return all solutions that are not `known`.  Return None if they settle that
    there are several, or if a process fails.

    Raises:
        TimeUp: If the time is up.
    """
    frontier = _Frontier(residual, known, tuning, budget)
    has_small = tuning.solver == AUTO
    if has_small:
        frontier.split_into(tuning.small_subproblems)
        small = tuning._replace(solver=SMALL)
        if not (yield from _searched(frontier, small, budget, are_small=True)):
            return None
    if has_small and not frontier.is_in_vain:
        frontier.take_up()
    else:
        frontier.split_into(tuning.jobs)
    if frontier.waiting and not (yield from _searched(frontier, tuning, budget)):
        return None
    return tuple(frontier.found)


def _searched(
    frontier: _Frontier, tuning: Tuning, budget: Budget, *, are_small: bool = False
) -> Generator[Found, None, bool]:
    """Let workers search what waits; return False if there are several solutions, or if a process has failed.

    Args:
        are_small: Whether subproblems that take long are put off; otherwise they are split when another worker is idle.
    """
    searched: dict[Worker, Residual] = {}
    settings = (frontier.residual, (*frontier.known, *frontier.found), tuning, _of_worker(budget))
    with Workers(tuning.jobs, _searching, *settings) as workers:
        while (frontier.waiting or searched) and not (are_small and frontier.is_in_vain):
            budget.check("the search for solutions")
            budget.note(f"searching by {tuning.jobs} processes, subproblems", frontier.settled)
            while frontier.waiting and not workers.are_busy:
                worker = workers.idle()
                searched[worker] = frontier.next(widest=are_small)
                worker.give(frontier.task(worker, searched[worker]))
            yield STILL_SEARCHING
            for worker, message in workers.messages(searched, GLANCE_SECONDS):
                if isinstance(message, Part):
                    frontier.found[message.value] = None
                    if len(frontier.known) + len(frontier.found) >= DECISIVE:
                        return False
                elif not isinstance(message, Result):
                    return False
                elif message.value is not None:
                    del searched[worker]
                    frontier.refute(message.value)
                elif are_small:
                    frontier.put_off.append(searched.pop(worker))
                elif len(searched) + len(frontier.waiting) >= tuning.jobs:  # nobody is idle: go on
                    worker.give(frontier.task(worker, searched[worker]))
                else:
                    frontier.split(searched.pop(worker))
    return True


def _of_worker(budget: Budget) -> Budget:
    """Return the budget of a worker, which ends when this process ends it, and reports nothing."""
    return budget._replace(deadline=None, report=None)


Refuted: TypeAlias = tuple[tuple[int, int], ...]
"""Cells and letters: no new solution has one of these letters in each of these cells."""


class _Frontier:
    """The subproblems that wait for a worker; together with those that workers have, they hold all that is open.

    Attributes:
        known: The solutions that were known before.
        found: The solutions that workers have found.
        waiting: The subproblems that nobody has yet.
        put_off: The subproblems for which a worker has taken too long.
        refuted: What workers have refuted so far.
        settled: How many subproblems workers have searched to the end.
    """

    def __init__(self, residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget) -> None:
        self._splitter: Final = Splitter(residual, tuning, budget)
        self._tuning: Final = tuning
        self._told: Final[dict[Worker, int]] = {}
        self.residual: Final = residual
        self.known: Final = known
        self.found: Final[dict[Masks, None]] = {}
        self.waiting: list[Residual] = []
        self.put_off: list[Residual] = []
        self.refuted: Final[list[Refuted]] = []
        self.settled = 0

    @property
    def is_in_vain(self) -> bool:
        """Whether so many small subproblems have been put off that it is better to begin again with large ones."""
        return len(self.put_off) > max(TRIES * self._tuning.jobs, self.settled)

    def split_into(self, number: int) -> None:
        """Let `number` subproblems wait that hold all that is open, fewer if splitting takes too long."""
        parts = self._splitter.first(number, self._tuning.splitting_seconds)
        self.waiting, self.put_off = self._left_of(parts), []

    def take_up(self) -> None:
        """Let those subproblems wait that have been put off; no others are left."""
        assert not self.waiting
        self.waiting, self.put_off = self._left_of(self.put_off), []

    def next(self, *, widest: bool = False) -> Residual:
        """Return a subproblem, which waits no more: the one with the least freedom, which is settled soonest.

        Args:
            widest: Whether to return the one with the most freedom instead.
        """
        choose = max if widest else min
        chosen = choose(self.waiting, key=lambda subproblem: subproblem.freedom)
        self.waiting.remove(chosen)
        return chosen

    def task(self, worker: Worker, subproblem: Residual) -> tuple[Masks, tuple[Refuted, ...]]:
        """Return a subproblem as a task, with what the worker has not been told yet of what others have refuted."""
        news = self.refuted[self._told.get(worker, 0) :]
        self._told[worker] = len(self.refuted)
        return subproblem.masks, tuple(news)

    def split(self, subproblem: Residual) -> None:
        """Let the halves of a subproblem wait that nobody has searched to its end, or itself if it has none."""
        self.waiting += self._left_of(self._splitter.halves(subproblem))

    def refute(self, refuted: Refuted) -> None:
        """Take note of what a worker has refuted, and leave out what is within it."""
        self.settled += 1
        self.refuted.append(refuted)
        self.waiting = [each for each in self.waiting if not _is_within(each, refuted)]

    def _left_of(self, subproblems: Sequence[Residual]) -> list[Residual]:
        """Return the subproblems that no worker has refuted."""
        return [each for each in subproblems if not any(_is_within(each, refuted) for refuted in self.refuted)]


def _is_within(subproblem: Residual, refuted: Refuted) -> bool:
    return all([not subproblem.masks[cell] & ~letters for cell, letters in refuted])


def _searching(residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget) -> Answer:
    """Return the function of a worker: its tasks are the masks of subproblems of `residual`, and what others refuted.

    It sends each solution that it finds and that is not `known`.  It returns the letters that it has refuted, all cells
    or fewer; None if it has not come to the end of the subproblem within its conflicts.
    """
    solver = Solver(tuning.solver, budget, tuning)
    variables = encode_residual(residual, solver, encoding=tuning.encoding)
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
