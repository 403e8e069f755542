"""Many tasks and their answers in order: a bounded number of tasks is out at a time, and a lost one is tried again.

In: tasks, one after another, and a backend that does them.  Out: what the backend says about them, in the order of the
tasks or as it comes.  Tasks are taken from their iterator only when there is room, so there may be any number of them.

A task whose worker has died is handed out once more, unless a part of its answer has been passed on already.  If that
worker dies, too, the death is the answer.  What other tasks have found out is not affected.

`Queue` does this for commands.  `answered` does it for the functions of the Python interface such as `check_many`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from functools import partial
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from satcross.base.budget import AUTO, Budget
from satcross.base.records import NamedTuple
from satcross.base.tasks import Death, Message, Part, Reply, Result, Task
from satcross.base.workers import GRACE, Answer, Send, portable
from satcross.errors import OptionError
from satcross.many.executor import Backend, ExecutorBackend, LocalBackend, Number
from satcross.puzzle import Puzzle, Solution
from satcross.solver.solutions import Search, Status

if TYPE_CHECKING:
    from satcross.generator.request import Request
    from satcross.generator.results import Generated


MOST_WAITING: Final = 10_000
"""Parts of answers that may wait for their turn; each takes up to a few kilobytes."""


class _Pending:
    """A task that has been given out or answered, and the messages that wait for their turn."""

    __slots__ = ("messages", "number", "task", "was_seen", "was_tried_again")

    def __init__(self, number: Number, task: Task) -> None:
        self.number: Final = number
        self.task: Final = task
        self.messages: Final[deque[Message]] = deque([] if task.answer is None else [task.answer])
        self.was_tried_again = self.was_seen = False

    @property
    def is_over(self) -> bool:
        return bool(self.messages) and not isinstance(self.messages[-1], Part)

    def taken(self) -> Iterator[Reply]:
        """Yield the messages that have waited."""
        while self.messages:
            self.was_seen = True
            yield self.task, self.messages.popleft()


class Queue:
    """The replies to `tasks`.  Iterate it once.

    Args:
        in_order: Whether the replies to a task come after all replies to the tasks before it; then the first unfinished
            task's parts come immediately.  Otherwise a task's replies come when it is finished.
        watch: Called before each wait with the number of tasks that are finished.
    """

    def __init__(
        self,
        backend: Backend,
        tasks: Iterator[Task],
        *,
        in_order: bool = True,
        watch: Callable[[int], None] = lambda done: None,
    ) -> None:
        self._backend: Final = backend
        self._tasks: Final = enumerate(tasks)
        self._in_order: Final = in_order
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
        """Return whether so many parts wait that only the first unfinished task is listened to."""
        first = self._first()
        waiting = sum([len(each.messages) for each in self._pending.values() if each is not first])
        return waiting > MOST_WAITING + len(self._pending)  # the last message of each task is no part

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
                self._lost.append(pending)
                continue
            pending.messages.append(message)
            self._done += not isinstance(message, Part)


Asked = TypeVar("Asked")
Answers = TypeVar("Answers")

Where: TypeAlias = "int | Executor | Callable[[], Executor]"
"""A number of local processes (1: this one), an executor, or a function that makes one."""


class BatchResult(NamedTuple, Generic[Asked, Answers]):
    """What is known of one of many puzzles.

    Attributes:
        number: Its place among all, from 0.
        puzzle: What was asked about: a puzzle, the name of its file, or the request for one.
        answer: The answer; None if there is an error instead.
        error: Why there is no answer: usually a `SatcrossError`; its code is "worker" if two workers were lost over it.
        seconds: How long the answer took, where it was found.
    """

    number: int
    puzzle: Asked
    answer: Answers | None
    error: Exception | None
    seconds: float


def answered(
    question: Callable[[Asked], Answers],
    puzzles: Iterable[Asked],
    executor: Where = 1,
    *,
    in_order: bool = True,
    workers: int | None = None,
) -> Iterator[BatchResult[Asked, Answers]]:
    """Yield the answers to `question` about each of `puzzles`.

    In: an iterable of puzzles, and where they are to be answered.  Out: an `BatchResult` for each of them.  Puzzles are
    taken as they are needed, and only a bounded number of them and of their answers is in memory.

    The questions that the Python interface asks stand at the end, as functions that any process can import.  They take
    limits as plain numbers, and the time starts where the puzzle is answered, not where it was asked.

    Args:
        question: A function that can be pickled: one of a module, or `functools.partial` of one.
        in_order: Whether the answers come in the order of the puzzles, or each as soon as it is there.
        workers: How many tasks the executor does at the same time, where it does not say.

    Raises:
        OptionError: Unless the number of processes is 1 or more.
        SatcrossError: What `puzzles` raises.
    """
    if isinstance(executor, int) and executor < 1:
        raise OptionError(f"the number of processes must be at least 1, not {executor}", code="option-number")
    return _answered(question, puzzles, executor, in_order, workers)


def _answered(
    question: Callable[[Asked], Answers], puzzles: Iterable[Asked], executor: Where, in_order: bool, workers: int | None
) -> Iterator[BatchResult[Asked, Answers]]:
    tasks = (Task((number, puzzle), puzzle) for number, puzzle in enumerate(puzzles))
    with ExitStack() as stack:
        if executor == 1:
            replies: Iterable[Reply] = ((task, Result(_timed_answer(question, task.value))) for task in tasks)
        else:
            make = partial(_answering, question)
            backend: Backend = (
                LocalBackend(executor, make) if isinstance(executor, int) else ExecutorBackend(executor, make, workers)
            )
            replies = Queue(stack.enter_context(closing(backend)), tasks, in_order=in_order)
        for task, message in replies:
            number, puzzle = task.key
            if isinstance(message, Result):
                yield BatchResult(number, puzzle, *message.value)
            else:
                assert not isinstance(message, Part), "no question sends parts"
                error = message.error() if isinstance(message, Death) else message.error
                yield BatchResult(number, puzzle, None, error, 0.0)


TimedAnswer: TypeAlias = "tuple[Any, Exception | None, float]"
"""An answer or an error, and the seconds that it took."""


def _timed_answer(question: Callable[[Any], Any], puzzle: Any) -> TimedAnswer:
    start = perf_counter()
    try:
        return question(puzzle), None, perf_counter() - start
    except Exception as error:
        return None, error, perf_counter() - start


def _answering(question: Callable[[Any], Any]) -> Answer:
    """Return the function that a worker calls for each puzzle."""

    def answer(puzzle: Any, send: Send) -> TimedAnswer:
        value, error, seconds = _timed_answer(question, puzzle)
        return value, None if error is None else portable(error), seconds

    return answer


class Solved(NamedTuple):
    """The solutions of one of many puzzles.

    Attributes:
        status: What is known of the puzzle.
        solutions: The solutions that were found, at most as many as were asked for.
        is_complete: Whether there are no others.
    """

    status: Status
    solutions: tuple[Solution, ...]
    is_complete: bool

    def as_json(self) -> dict[str, Any]:
        """Return the verdict and the solutions with the keys of `satcross solve --json`."""
        solutions = [solution.as_json() for solution in self.solutions]
        return {"status": self.status, "complete": self.is_complete, "count": len(solutions), "solutions": solutions}


def solve(puzzle: Puzzle, *, limit: int | None = 2, solver: str = AUTO, timeout: float | None = None) -> Solved:
    """Return the solutions of `puzzle`."""
    search = Search(puzzle, limit=limit, solver=solver, budget=Budget(timeout))
    solutions = tuple(search)
    return Solved(search.status, solutions, search.is_complete)


def generate(request: Request, *, timeout: float | None = None) -> Generated:
    """Return the puzzle of the seed of `request`.  Raises TimeUp if there is none yet when the time is over."""
    from satcross.generator import maker as generator

    return next(generator.generate(request, budget=Budget(timeout)))
