"""Places where tasks are done: local worker processes, and any executor of `concurrent.futures`.

In: numbered tasks.  Out: messages about them, in any order.

An executor gets its tasks in batches, because submitting one costs about a millisecond on a cluster, and many puzzles
take little more.  The size of a batch follows the time that tasks have taken so far.  If a batch is lost with its
worker, its tasks are handed out again one by one, so that a task that is not at fault is rarely lost twice.

Some pools break as a whole when one worker dies, and then it is not known which task it was.  After that, the tasks
that were lost are tried one at a time, each alone in a new pool.

In: numbered tasks, as plain values.  Out: messages about them, in any order.

A backend decides nothing: it does not order the answers, and does not try a lost task again.  `queue.py` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import lru_cache
from os import cpu_count
from pickle import dumps, loads
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, Final, TypeAlias

from satcross import __version__
from satcross.base.records import NamedTuple
from satcross.base.tasks import Death, Failure, Message, Part, Result
from satcross.base.workers import Answer, Worker, Workers, portable
from satcross.errors import OptionError, SatcrossError

Number: TypeAlias = int
"""The number of a task, from 0, in the order in which the tasks were asked for."""


MakeAnswer: TypeAlias = Callable[[], Answer]
"""Returns the function that a worker calls for each task.  It can be pickled; a process calls it once."""


LOCAL_WINDOW: Final = 1_000
"""At most this many tasks are given out or answered: their answers fit in memory, a few kilobytes each."""


class LocalBackend:
    """Worker processes of this machine (`satcross.base.workers`), which are started when they are needed.

    It has the methods of every backend.
    """

    def __init__(self, count: int, make: MakeAnswer) -> None:
        self._workers: Final = Workers(count, make)
        self._number_of: Final[dict[Worker, Number]] = {}

    @property
    def window(self) -> int:
        """How many tasks may be given out, or answered, while the first of them is not finished."""
        return LOCAL_WINDOW

    def has_room(self, *, again: bool) -> bool:
        """Return whether a task may be given out now; `again` if a worker has been lost over it before."""
        return not self._workers.are_busy

    def give(self, number: Number, task: Any, *, again: bool) -> None:
        """Begin with a task.  Only to be called while there `has_room`."""
        worker = self._workers.idle()
        worker.give(task)
        self._number_of[worker] = number

    def messages(
        self, only: Collection[Number] | None = None, seconds: float | None = None
    ) -> Iterator[tuple[Number, Message]]:
        """Wait for messages about tasks, not longer than `seconds`, and yield them with the tasks' numbers.

        Args:
            only: Where a backend can choose, it listens to these tasks only, and the other ones have to wait.
        """
        among = [worker for worker, number in self._number_of.items() if only is None or number in only]
        for worker, message in self._workers.messages(among, seconds):
            number = self._number_of[worker]
            if worker.task is None:
                del self._number_of[worker]
            yield number, message

    def cancel(self, number: Number) -> bool:
        """Interrupt a task, and return whether that is possible; its last messages can still be received."""
        for worker, its_number in self._number_of.items():
            if its_number == number:
                worker.cancel()
                return True
        return False  # the interruption came before a worker had it

    def close(self) -> None:
        """Give up all tasks, and free what the backend has made itself."""
        self._workers.__exit__()


BATCH_SECONDS: Final = 0.5
"""Seconds that a batch should take: many times what submitting it costs, and short enough to share the work evenly."""

LARGEST_BATCH: Final = 250
"""Tasks.  The answers of a batch are in memory together."""

BATCHES_PER_WORKER: Final = 2
"""Batches that are given out for each worker: one that it works on, and one that waits for it."""

MakeExecutor: TypeAlias = Callable[[], Executor]


class Done(NamedTuple):
    """What became of one task of a batch: what its function sent, how it ended, and the seconds that it took."""

    parts: list[Any]
    ended: Message
    seconds: float


@lru_cache(maxsize=4)
def _answer_of(work: bytes) -> Answer:
    make: MakeAnswer = loads(work)
    return make()


def do_batch(work: bytes, tasks: bytes) -> bytes:
    """Return what becomes of each of `tasks` in this process, `Done` for each of them, after the version of satcross.

    All three are pickled, even on an executor that would do that itself: Dask looks through every tuple in a task for
    results of other tasks, which takes longer than a small puzzle.
    """
    answer = _answer_of(work)
    return dumps((__version__, dumps([_done(answer, task) for task in loads(tasks)])))


def _done(answer: Answer, task: Any) -> Done:
    parts: list[Any] = []
    start = perf_counter()
    ended: Message
    try:
        ended = Result(answer(task, parts.append))
    except Exception as error:
        ended = Failure(portable(error))
    return Done(parts, ended, perf_counter() - start)


class ExecutorBackend:
    """Tasks are done by an executor.

    Args:
        executor: An executor, which stays open; or a function that makes one, which is called again when it breaks.
        workers: How many tasks it does at the same time; None: as many as this machine has processors.
    """

    def __init__(self, executor: Executor | MakeExecutor, make: MakeAnswer, workers: int | None) -> None:
        self._make: Final = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else executor()
        if not isinstance(self._executor, Executor):
            raise OptionError(
                f"the function must return an executor, not {type(self._executor).__name__}",
                place=["executor"],
                code="type",
            )
        self._work: Final = dumps(make)
        known = workers or cpu_count() or 1
        self._most_batches: Final = BATCHES_PER_WORKER * known
        self._finished: Final[SimpleQueue[Future[bytes]]] = SimpleQueue()
        self._numbers_of: Final[dict[Future[bytes], list[Number]]] = {}
        self._gathering: list[tuple[Number, Any]] = []
        self._task_seconds: float | None = None
        self._has_broken = self._is_alone = False

    @property
    def window(self) -> int:
        return max(1_000, 2 * self._most_batches * self._batch)

    @property
    def _batch(self) -> int:
        """The number of tasks in the next batch."""
        if self._task_seconds is None:
            return 1
        return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(self._task_seconds, 1e-6))))

    def has_room(self, *, again: bool) -> bool:
        if again and self._has_broken:
            return not self._numbers_of and not self._gathering
        return not self._is_alone and len(self._numbers_of) < self._most_batches

    def give(self, number: Number, task: Any, *, again: bool) -> None:
        if again:
            self._is_alone = self._has_broken
            self._submit([(number, task)])
            return
        self._gathering.append((number, task))
        if len(self._gathering) >= self._batch:
            self._submit_gathered()

    def _submit_gathered(self) -> None:
        if self._gathering:
            batch, self._gathering = self._gathering, []
            self._submit(batch)

    def _submit(self, batch: list[tuple[Number, Any]]) -> None:
        tasks = dumps([task for _, task in batch])
        try:
            future = self._executor.submit(do_batch, self._work, tasks)
        except BrokenExecutor:
            self._replace()
            future = self._executor.submit(do_batch, self._work, tasks)
        self._numbers_of[future] = [number for number, _ in batch]
        future.add_done_callback(self._finished.put)

    def messages(
        self, only: Collection[Number] | None = None, seconds: float | None = None
    ) -> Iterator[tuple[Number, Message]]:
        self._submit_gathered()
        try:
            future = self._finished.get(timeout=seconds)
        except Empty:
            return
        numbers = self._numbers_of.pop(future)
        self._is_alone = False
        try:
            batch = self._batch_of(future)
        except SatcrossError:
            raise  # the executor is lost
        except Exception as error:  # of the executor: what a task raises is a `Failure`
            if isinstance(error, BrokenExecutor):
                self._replace()
            for number in numbers:
                yield number, Death(_reason(error))
            return
        self._measure(sum(each.seconds for each in batch) / len(batch))
        for number, each in zip(numbers, batch, strict=True):
            for part in each.parts:
                yield number, Part(part)
            yield number, each.ended

    @staticmethod
    def _batch_of(future: Future[bytes]) -> list[Done]:
        """Return what a worker has sent.  Raises what the executor raises, SatcrossError for another satcross there."""
        version, answers = loads(future.result())
        if version != __version__:
            raise SatcrossError(
                f"a worker has satcross {version}, but this is {__version__}",
                hint=f"install satcross {__version__} where the workers run",
                code="cluster",
            )
        batch: list[Done] = loads(answers)
        return batch

    def _measure(self, seconds: float) -> None:
        known = self._task_seconds
        self._task_seconds = seconds if known is None else 0.8 * known + 0.2 * seconds

    def _replace(self) -> None:
        """Put a new executor in the place of the broken one.  Raises SatcrossError if there is no way to make one."""
        self._has_broken = True
        broken = self._executor
        try:
            broken.submit(int).cancel()
        except BrokenExecutor:
            pass
        else:
            return  # it has been replaced already
        if self._make is not None:
            self._executor = self._make()
        else:
            raise SatcrossError(
                "the executor has lost a worker and takes no more tasks",
                hint="give a function that makes an executor instead; it is called again when that happens",
                code="worker",
            )
        broken.shutdown(wait=False)

    def cancel(self, number: Number) -> bool:
        """Return False: a task that is being done elsewhere cannot be interrupted; it ends by its own limits."""
        return False

    def close(self) -> None:
        for future in self._numbers_of:
            with suppress(Exception):
                future.cancel()
        if self._make is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


Backend: TypeAlias = LocalBackend | ExecutorBackend


def _reason(error: Exception) -> str:
    """Return what became of a worker, to be after "the process that worked on this puzzle"."""
    message = str(error).strip().split("\n")[0]
    return f"was lost ({message})" if message else "was lost"
