"""Where tasks are done: one interface for local worker processes and for any executor of `concurrent.futures`.

In: numbered tasks, as plain values.  Out: messages about them, in any order.

A backend decides nothing: it does not order the answers, and does not try a lost task again.  `queue.py` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from satcross.base.tasks import Message
from satcross.base.workers import Answer, Worker, Workers

Number: TypeAlias = int
"""The number of a task, from 0, in the order in which the tasks were asked for."""


class Work(NamedTuple):
    """What is done for each task: `make(*settings)` returns the function that a worker calls for each task.

    Both have to be values that can be pickled.  A process makes the function once and keeps it.
    """

    make: Callable[..., Answer]
    settings: tuple[Any, ...] = ()


class Backend(Protocol):
    """Does tasks somewhere else."""

    @property
    def window(self) -> int:
        """How many tasks may be given out, or answered, while the first of them is not finished."""

    def has_room(self, *, again: bool) -> bool:
        """Return whether a task may be given out now; `again` if a worker has been lost over it before."""

    def give(self, number: Number, task: Any, *, again: bool) -> None:
        """Begin with a task.  Only to be called while there `has_room`."""

    def messages(
        self, only: Collection[Number] | None = None, seconds: float | None = None
    ) -> Iterator[tuple[Number, Message]]:
        """Wait for messages about tasks, not longer than `seconds`, and yield them with the tasks' numbers.

        Args:
            only: Where a backend can choose, it listens to these tasks only, and the other ones have to wait.
        """

    def cancel(self, number: Number) -> bool:
        """Interrupt a task, and return whether that is possible; its last messages can still be received."""

    def close(self) -> None:
        """Give up all tasks, and free what the backend has made itself."""


LOCAL_WINDOW: Final = 1_000
"""Tasks.  So many answers of small puzzles, a few kilobytes each, are no burden."""


class LocalBackend:
    """Worker processes of this machine (`satcross.base.workers`), which are started when they are needed."""

    def __init__(self, count: int, work: Work) -> None:
        self._workers: Final = Workers(count, work.make, *work.settings)
        self._number_of: Final[dict[Worker, Number]] = {}

    @property
    def window(self) -> int:
        return LOCAL_WINDOW

    def has_room(self, *, again: bool) -> bool:
        return not self._workers.are_busy

    def give(self, number: Number, task: Any, *, again: bool) -> None:
        worker = self._workers.idle()
        worker.give(task)
        self._number_of[worker] = number

    def messages(
        self, only: Collection[Number] | None = None, seconds: float | None = None
    ) -> Iterator[tuple[Number, Message]]:
        among = [worker for worker, number in self._number_of.items() if only is None or number in only]
        for worker, message in self._workers.messages(among, seconds):
            number = self._number_of[worker]
            if worker.task is None:
                del self._number_of[worker]
            yield number, message

    def cancel(self, number: Number) -> bool:
        for worker, its_number in self._number_of.items():
            if its_number == number:
                worker.cancel()
                return True
        return False  # the interruption came before a worker had it

    def close(self) -> None:
        self._workers.__exit__()
