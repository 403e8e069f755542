"""Several searches for fills side by side, each in a process of its own.

In: a problem, a seed, and a number of processes.  Out: fills.  The searches differ in their random numbers only, and
the first one has those of a search in one process.  How long a search takes on a hard template is mostly a matter of
luck, so the luckiest of several is much quicker than one.

The same seed and the same number of processes give the same fills in the same order, however quick each process is:
the time of a fill is the number of dead ends that its search has met before it, and fills come in the order of their
times; of equal times the search with the lowest number comes first.  A search tells its time now and then.  So it is
known when no other search can find an earlier fill.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from satcross.base.budget import GLANCE_SECONDS, UNLIMITED, Budget
from satcross.base.tasks import Death, Failure, Message, Result
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.workers import Answer, Send, Worker, Workers
from satcross.puzzle.wordlists import WordList
from satcross.words.problem import Problem
from satcross.words.propagation import State
from satcross.words.search import Accepts, Effort, FillSearch, Letters, accept_all

REPORTED: Final = 20  # dead ends after which a search tells how far it is; they take about 25 ms
MOST_WAITING: Final = 50  # fills of one search that wait for their turn; it has to wait then, too


def seed_of(seed: int | str, number: int) -> int | str:
    """Return the seed of the search with this number, from 0."""
    return f"{seed} of search {number}" if number else seed


class News(NamedTuple):
    """What a search tells of itself.

    Attributes:
        work: How much work it has done so far; its dead ends are its time.
        fill: A fill that it has found, or None.
        best: Its fullest state, if that is fuller than when it last told something.
        is_complete: Whether it has found all fills.
    """

    work: Effort
    fill: Letters | None
    best: State | None
    is_complete: bool


class SideBySide:
    """The fills of a problem, found by `jobs` processes; it is used as `FillSearch` is.

    Attributes:
        work: The work of the search that has given the last answer, otherwise of the first search, as far as it has
            told.
    """

    def __init__(
        self,
        problem: Problem,
        seed: int | str,
        budget: Budget = UNLIMITED,
        *,
        jobs: int,
        accepts: Accepts = accept_all,
        tuning: Tuning = DEFAULT_TUNING,
    ) -> None:
        self._here: Final = FillSearch(problem, seed, tuning=tuning)  # never searches; it keeps the best state
        self._settings: Final = (_portable(problem), seed, budget._replace(deadline=None, report=None), accepts, tuning)
        self._jobs: Final = jobs
        self._slots: Final = len(problem.words)
        self._budget: Final = budget
        self._most: int | None = None
        self._given: set[Letters] = set()
        self._wait_seconds: Final = GLANCE_SECONDS
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
        with Workers(self._jobs, _searching, *self._settings, self._most) as workers:
            searches = {}
            for number in range(self._jobs):
                worker = workers.idle()
                worker.give(number)
                searches[worker] = _Search(number)
            for news in self._in_order(workers, searches):
                self.work = news.work
                if news.is_complete:
                    self.is_complete = True
                    return
                if news.fill is not None and news.fill not in self._given:
                    self._given.add(news.fill)
                    yield news.fill

    def _in_order(self, workers: Workers, searches: dict[Worker, _Search]) -> Iterator[News]:
        """Yield the answers of all searches in the order of their times, until all have ended."""
        while not all(search.has_ended for search in searches.values()):
            first = min(searches.values(), key=lambda search: (search.time, search.number))
            if first.waiting:
                yield first.waiting.popleft()
                continue
            dead_ends = sum(search.work.dead_ends for search in searches.values())
            best = f"best {self._here.filled} of {self._slots} slots"
            self._budget.note(f"filling by {self._jobs} processes, {best}, dead ends", dead_ends)
            self._budget.check()
            heard = [worker for worker, search in searches.items() if search.is_heard]
            for worker, message in workers.messages(heard, self._wait_seconds):
                self._take(searches[worker], message)

    def _take(self, search: _Search, message: Message) -> None:
        """Note what a search tells.  Raises SatcrossError."""
        if isinstance(message, Failure):
            raise message.error
        if isinstance(message, Death):
            raise message.error("a process that looked for a fill")
        search.hear(message.value, is_last=isinstance(message, Result))
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
        work: How much work it has done, as far as it has told.
        waiting: Its answers that wait until no other search can have an earlier one.
    """

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self.work = Effort()
        self.waiting: Final[deque[News]] = deque()
        self._is_over = False

    @property
    def time(self) -> float:
        """The time before which it has no more answers."""
        if self.waiting:
            return self.waiting[0].work.dead_ends
        return float("inf") if self._is_over else self.work.dead_ends

    @property
    def has_ended(self) -> bool:
        return self._is_over and not self.waiting

    @property
    def is_heard(self) -> bool:
        """Whether its messages are to be received: not while many fills wait, or after its last message."""
        return not self._is_over and len(self.waiting) < MOST_WAITING

    def hear(self, news: News, *, is_last: bool) -> None:
        self.work = news.work
        self._is_over = is_last
        if news.fill is not None or is_last:
            self.waiting.append(news)


def _searching(
    problem: Problem, seed: int | str, budget: Budget, accepts: Accepts, tuning: Tuning, most: int | None
) -> Answer:
    """Return the function of a worker: its task is the number of a search, which it runs to its end."""

    def answered(number: int, send: Send) -> News:
        told = -1
        filled = 0

        def news(letters: Letters | None = None, *, is_complete: bool = False) -> News:
            nonlocal told, filled
            best = search.best if search.filled > filled else None
            told, filled = search.dead_ends, search.filled
            return News(search.work, letters, best, is_complete)

        def tell(what: str, done: int | None, total: int | None) -> None:
            if search.dead_ends >= told + REPORTED:
                send(news())

        watched = budget._replace(report=tell)
        search = FillSearch(
            problem, seed_of(seed, number), watched, accepts=accepts, most_dead_ends=most, tuning=tuning
        )
        for letters in search:
            send(news(letters))
        return news(is_complete=search.is_complete)

    return answered
