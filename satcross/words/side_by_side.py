"""Several searches for fills side by side, each in its own process.

In: a problem, a seed, and a number of processes.  Out: fills.  The searches differ only in their random numbers; the
first one has the random numbers of a search in one process.  How long a search takes on a hard template is mostly a
matter of luck, so the luckiest of several is much quicker than one.

The same seed and the same number of processes give the same fills in the same order, however quick each process is.
The *time* of a fill is the number of dead ends that its search had met before it, not the time on a clock.  Fills are
yielded in the order of their times, and fills of equal times in the order of their searches.  Each search reports its
time now and then.  A fill is yielded once all other searches have reported a later time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from satcross.base.budget import GLANCE_SECONDS, UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.tasks import Death, Failure, Message, Result
from satcross.base.workers import Answer, Send, Worker, Workers
from satcross.puzzle.wordlists import WordList
from satcross.words.problem import Problem
from satcross.words.propagation import State
from satcross.words.search import Accepts, Effort, FillSearch, Letters, accept_all

REPORTED: Final = 20  # dead ends between two reports of a search; they take about 25 ms


def seed_of(seed: int | str, number: int) -> int | str:
    """Return the seed of the search with this number, from 0."""
    return f"{seed} of search {number}" if number else seed


class RunReport(NamedTuple):
    """How far a search has come.

    Attributes:
        work: How much work it has done so far; its dead ends are its time.
        fill: A fill that it has just found, or None.
        best: Its fullest state, if that is fuller than in its last report.
        is_complete: Whether it has found all fills.
    """

    work: Effort
    fill: Letters | None
    best: State | None
    is_complete: bool


class SideBySide:
    """The fills of a problem, found by `jobs` processes; it is used as `FillSearch` is.

    Attributes:
        work: The work of the search that found the last fill; before any fill, what the first search has reported.
    """

    def __init__(
        self,
        problem: Problem,
        seed: int | str,
        budget: Budget = UNLIMITED,
        *,
        jobs: int,
        accepts: Accepts = accept_all,
    ) -> None:
        self._here: Final = FillSearch(problem, seed)  # it never searches, but keeps the best state
        self._settings: Final = (_portable(problem), seed, budget._replace(deadline=None, report=None), accepts)
        self._jobs: Final = jobs
        self._slots: Final = len(problem.words)
        self._budget: Final = budget
        self._most: int | None = None
        self._given: set[Letters] = set()
        self.is_complete = False
        self.work = self._here.work
        self.root: Final = self._here.root
        self.is_failing: Final = self._here.is_failing

    def stop_after(self, most_dead_ends: int | None) -> None:
        """Let each search end without an answer after this many dead ends without a fill; None: never."""
        self._most = most_dead_ends

    def partial(self) -> tuple[Letters, int]:
        """Do what `FillSearch.partial` does, from the fullest state of all searches."""
        return self._here.partial()

    def __iter__(self) -> Iterator[Letters]:
        """Yield fills, each different from those before.  Raises TimeUp, and SatcrossError if a process dies."""
        if self.is_failing:
            self.is_complete = True
            return
        with Workers(self._jobs, _search_worker, *self._settings, self._most) as workers:
            searches = {}
            for number in range(self._jobs):
                worker = workers.idle()
                worker.give(number)
                searches[worker] = _Search(number)
            for report in self._in_order(workers, searches):
                self.work = report.work
                if report.is_complete:
                    self.is_complete = True
                    return
                if report.fill is not None and report.fill not in self._given:
                    self._given.add(report.fill)
                    yield report.fill

    def _in_order(self, workers: Workers, searches: dict[Worker, _Search]) -> Iterator[RunReport]:
        """Yield the fills and the ends of all searches in the order of their times, until all have ended."""
        while not all(search.has_ended for search in searches.values()):
            first = min(searches.values(), key=lambda search: (search.time, search.number))
            if first.waiting:
                yield first.waiting.popleft()
                continue
            dead_ends = sum(search.work.dead_ends for search in searches.values())
            best = f"best {self._here.filled} of {self._slots} slots"
            self._budget.note(f"filling by {self._jobs} processes, {best}, dead ends", dead_ends)
            self._budget.check()
            listened_to = [worker for worker, search in searches.items() if not search.is_over]
            for worker, message in workers.messages(listened_to, GLANCE_SECONDS):
                self._receive(searches[worker], message)

    def _receive(self, search: _Search, message: Message) -> None:
        """Process a message from a search.  Raises SatcrossError if the search has failed."""
        if isinstance(message, Failure):
            raise message.error
        if isinstance(message, Death):
            raise message.error("a process that looked for a fill")
        search.receive(message.value, is_last=isinstance(message, Result))
        if search.number == 0 and not self._given:
            self.work = search.work
        if message.value.best is not None:
            self._here.keep_fuller(message.value.best)


def _portable(problem: Problem) -> Problem:
    """Return `problem` with the words of its slots only; a list from the cache cannot be sent to another process."""
    words = {each.n: each for each in problem.words}
    return problem._replace(word_list=WordList(problem.word_list.letters, words, problem.word_list.sources))


class _Search:
    """What is known of the search with this number.

    Attributes:
        work: How much work it has reported.
        waiting: Its fills, and its end, that wait until no other search can have an earlier one.
        is_over: Whether it has sent its last message.
    """

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self.work = Effort()
        self.waiting: Final[deque[RunReport]] = deque()
        self.is_over = False

    @property
    def time(self) -> float:
        """The time before which it will report nothing more."""
        if self.waiting:
            return self.waiting[0].work.dead_ends
        return float("inf") if self.is_over else self.work.dead_ends

    @property
    def has_ended(self) -> bool:
        return self.is_over and not self.waiting

    def receive(self, report: RunReport, *, is_last: bool) -> None:
        """Take what the search reports."""
        self.work = report.work
        self.is_over = is_last
        if report.fill is not None or is_last:
            self.waiting.append(report)


def _search_worker(problem: Problem, seed: int | str, budget: Budget, accepts: Accepts, most: int | None) -> Answer:
    """Return the function of a worker: its task is the number of a search, which it runs to its end."""

    def answered(number: int, send: Send) -> RunReport:
        reported = -1  # dead ends
        filled = 0

        def report(letters: Letters | None = None, *, is_complete: bool = False) -> RunReport:
            nonlocal reported, filled
            best = search.best if search.filled > filled else None
            reported, filled = search.dead_ends, search.filled
            return RunReport(search.work, letters, best, is_complete)

        def report_progress(what: str, done: int | None, total: int | None) -> None:
            if search.dead_ends >= reported + REPORTED:
                send(report())

        watched = budget._replace(report=report_progress)
        search = FillSearch(problem, seed_of(seed, number), watched, accepts=accepts, most_dead_ends=most)
        for letters in search:
            send(report(letters))
        return report(is_complete=search.is_complete)

    return answered
