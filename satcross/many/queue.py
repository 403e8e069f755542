"""Many tasks, and their answers in order: a bounded window of them is given out, and a lost one is tried once more.

In: tasks, one after another, and a backend that does them.  Out: what the backend says about them, in the order of the
tasks or as it comes.  Tasks are taken from their iterator only when there is room, so there may be any number of them.

A task over which a worker has died is given out once more, unless something of its answer has been seen already; the
second death is its answer.  What other tasks had found out is not affected.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, Final

from satcross.base.tasks import Death, Message, Part, Reply, Task
from satcross.base.workers import GRACE
from satcross.many.backend import Backend, Number


class _Pending:
    """A task that has been given out or answered, and the messages that wait for their turn."""

    __slots__ = ("messages", "number", "size", "task", "was_seen", "was_tried_again")

    def __init__(self, number: Number, task: Task) -> None:
        self.number: Final = number
        self.task: Final = task
        self.messages: Final[deque[Message]] = deque([] if task.answer is None else [task.answer])
        self.size = 0  # of the parts that wait
        self.was_tried_again = self.was_seen = False

    @property
    def is_over(self) -> bool:
        return bool(self.messages) and not isinstance(self.messages[-1], Part)

    def taken(self) -> Iterator[Reply]:
        """Yield the messages that have waited."""
        self.size = 0
        while self.messages:
            self.was_seen = True
            yield self.task, self.messages.popleft()


class Queue:
    """The replies to `tasks`.  Iterate it once.

    Args:
        in_order: Whether the replies to a task come after all those to the tasks before it; then the first unfinished
            task's parts come at once.  Otherwise a task's replies come when it is finished.
        size_of: The size of a part that waits.
        most_held: When parts of this total size wait, only the first unfinished task is listened to.
        watch: Called before each wait with the number of tasks that are finished.
    """

    def __init__(
        self,
        backend: Backend,
        tasks: Iterator[Task],
        *,
        in_order: bool = True,
        size_of: Callable[[Any], int] = lambda part: 0,
        most_held: int = 1,
        watch: Callable[[int], None] = lambda done: None,
    ) -> None:
        self._backend: Final = backend
        self._tasks: Final = enumerate(tasks)
        self._in_order: Final = in_order
        self._size_of: Final = size_of
        self._most_held: Final = most_held
        self._watch: Final = watch
        self._done = 0
        self._is_all_asked = False
        self._pending: Final[dict[Number, _Pending]] = {}
        self._lost: Final[deque[_Pending]] = deque()

    def __iter__(self) -> Iterator[Reply]:
        while True:
            self._give_out()
            yield from self._ready()
            if self._pending and not self._has_news():
                self._listen()
            elif not self._pending and self._is_all_asked:
                return

    def cancelled(self) -> Iterator[Reply]:
        """Interrupt the first unfinished task, and yield what its worker still says, for a few seconds."""
        first = self._first()
        if first is None or first.is_over or not self._backend.cancel(first.number):
            return
        until = monotonic() + GRACE
        yield from first.taken()
        while not first.is_over and monotonic() < until:
            for number, message in self._backend.messages({first.number}, until - monotonic()):
                self._pending[number].messages.append(message)
            if not first.is_over:
                yield from first.taken()
        yield from first.taken()

    def _first(self) -> _Pending | None:
        return next(iter(self._pending.values()), None)

    def _give_out(self) -> None:
        """Give tasks to the backend while it has room, those first over which a worker was lost."""
        while self._lost and self._backend.has_room(again=True):
            lost = self._lost.popleft()
            self._backend.give(lost.number, lost.task.value, again=True)
        while not self._is_all_asked and not self._lost and len(self._pending) < self._backend.window:
            if self._is_too_much_held() or not self._backend.has_room(again=False):
                return
            following = next(self._tasks, None)
            if following is None:
                self._is_all_asked = True
                return
            pending = _Pending(*following)
            self._pending[pending.number] = pending
            if pending.is_over:
                self._done += 1
            else:
                self._backend.give(pending.number, pending.task.value, again=False)
            if not self._in_order and pending.is_over:
                return

    def _is_too_much_held(self) -> bool:
        held = sum([each.size for each in self._pending.values()])
        first = self._first()
        return first is not None and held - first.size > self._most_held

    def _has_news(self) -> bool:
        first = self._first()
        if self._in_order:
            return first is not None and bool(first.messages)
        return any(each.is_over for each in self._pending.values())

    def _ready(self) -> Iterator[Reply]:
        """Yield what may be seen now."""
        if not self._in_order:
            for each in [each for each in self._pending.values() if each.is_over]:
                del self._pending[each.number]
                yield from each.taken()
            return
        while (first := self._first()) is not None and first.messages:
            if first.is_over:
                del self._pending[first.number]
            yield from first.taken()

    def _listen(self) -> None:
        """Wait for messages; if too much is held, only for those about the first unfinished task."""
        first = self._first()
        assert first is not None
        self._watch(self._done)
        only = {first.number} if self._is_too_much_held() else None
        for number, message in self._backend.messages(only):
            pending = self._pending[number]
            if isinstance(message, Death) and not pending.was_tried_again and not pending.was_seen:
                pending.was_tried_again = True
                pending.messages.clear()
                pending.size = 0
                self._lost.append(pending)
                continue
            pending.messages.append(message)
            if isinstance(message, Part):
                pending.size += self._size_of(message.value)
            else:
                self._done += 1
