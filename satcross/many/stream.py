"""One question about many puzzles: the answers as they come, from this process, from several, or from a cluster.

In: an iterable of puzzles, and where they are to be answered.  Out: an `Answered` for each of them.  Puzzles are taken
as they are needed, and only a bounded number of them and of their answers is in memory.

The questions that the Python interface asks stand at the end, as functions that any process can import.  They take
limits as plain numbers, and the time starts where the puzzle is answered, not where it was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from satcross.base.budget import Budget
from satcross.base.tasks import Death, Part, Reply, Result, Task, replies_here
from satcross.base.tuning import AUTO
from satcross.base.workers import Answer, Send, portable
from satcross.errors import ErrorCode, LimitError, OptionError
from satcross.many.backend import Backend, LocalBackend, Work
from satcross.many.executor import ExecutorBackend
from satcross.many.queue import Queue
from satcross.puzzle.model import Puzzle, Solution
from satcross.solver.solutions import Search, Status

if TYPE_CHECKING:
    from satcross.author.counting import Method, Tally
    from satcross.author.lint import Lint
    from satcross.generator.request import Request
    from satcross.generator.result import Generated

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


def solve(puzzle: Puzzle, *, limit: int | None = 2, solver: str = AUTO, timeout: float | None = None) -> Solved:
    """Return the solutions of `puzzle`."""
    search = Search(puzzle, limit=limit, solver=solver, timeout=timeout)
    solutions = tuple(search)
    return Solved(search.status, solutions, search.is_complete)


def count(
    puzzle: Puzzle, *, method: Method = "auto", at_least: int | None = None, timeout: float | None = None
) -> Tally:
    """Return how many solutions `puzzle` has."""
    from satcross.author import counting

    return counting.count(puzzle, method, at_least=at_least, budget=Budget.lasting(timeout))


def lint(puzzle: Puzzle, *, with_rewrites: bool = True, timeout: float | None = None) -> Lint:
    """Return what could be left out of `puzzle`, or be loosened."""
    from satcross.author import lint as linting

    return linting.lint(puzzle, with_rewrites=with_rewrites, budget=Budget.lasting(timeout))


def generate(request: Request, *, timeout: float | None = None) -> Generated:
    """Return the puzzle of the seed of `request`.  Raises LimitError if there is none yet when the time is over."""
    from satcross.generator import generate as generator

    made = next(generator.generate(request, budget=Budget.lasting(timeout)), None)
    if made is None:
        raise LimitError("there is no puzzle yet", hint="allow more time")
    return made
