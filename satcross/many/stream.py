"""One question about many puzzles: the answers as they come, from this process, from several, or from a cluster.

In: an iterable of puzzles, and where they are to be answered.  Out: an `Answered` for each of them.  Puzzles are taken
as they are needed, and only a bounded number of them and of their answers is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from satcross.base.tasks import Death, Part, Reply, Result, Task, replies_here
from satcross.base.workers import Answer, Send, portable
from satcross.errors import ErrorCode, OptionError
from satcross.many.backend import Backend, LocalBackend, Work
from satcross.many.executor import ExecutorBackend
from satcross.many.queue import Queue

Asked = TypeVar("Asked")
Answers = TypeVar("Answers")

Where: TypeAlias = "int | Executor | Callable[[], Executor]"
"""So many processes of this machine (1: this process), an executor, or a function that makes one."""


class Answered(NamedTuple, Generic[Asked, Answers]):
    """What is known of one of many puzzles.

    Attributes:
        number: Its place among all, from 0.
        puzzle: What was asked about: a puzzle, or the request for one.
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
) -> Iterator[Answered[Asked, Answers]]:
    """Yield the answers to `question` about each of `puzzles`.

    Args:
        question: A function that can be pickled: one of a module, or `functools.partial` of one.
        in_order: Whether the answers come in the order of the puzzles, or each as soon as it is there.
        workers: How many tasks the executor does at once, where it does not say.

    Raises:
        OptionError: Unless the number of processes is 1 or more.
        SatcrossError: What `puzzles` raises.
    """
    if isinstance(executor, int) and executor < 1:
        raise OptionError(f"the number of processes must be at least 1, not {executor}", code=ErrorCode.OPTION_JOBS)
    return _answered(question, puzzles, executor, in_order, workers)


def _answered(
    question: Callable[[Asked], Answers], puzzles: Iterable[Asked], executor: Where, in_order: bool, workers: int | None
) -> Iterator[Answered[Asked, Answers]]:
    tasks = (Task((number, puzzle), puzzle) for number, puzzle in enumerate(puzzles))
    with ExitStack() as stack:
        if executor == 1:
            replies: Iterable[Reply] = replies_here(tasks, lambda task: _timed_answer(question, task.value))
        else:
            work = Work(_answering, (question,))
            backend: Backend = (
                LocalBackend(executor, work) if isinstance(executor, int) else ExecutorBackend(executor, work, workers)
            )
            replies = Queue(stack.enter_context(closing(backend)), tasks, in_order=in_order)
        for task, message in replies:
            number, puzzle = task.key
            if isinstance(message, Result):
                yield Answered(number, puzzle, *message.value)
            else:
                assert not isinstance(message, Part), "no question sends parts"
                error = message.error() if isinstance(message, Death) else message.error
                yield Answered(number, puzzle, None, error, 0.0)


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
