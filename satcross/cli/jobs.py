"""Many puzzles answered elsewhere, or kept in a database; what is shown is what one process alone would show.

This process makes the questions.  Each worker gets questions and limits, but no options.  It answers as this process
would (`in_process.py`), and sends its parts and the conclusion.  This process shows them puzzle by puzzle, in the order
of the input; only here the text of the files is known, to which errors and warnings refer.  Workers are local processes
(`--jobs`) or those of a cluster (`--cluster`); the queue in front of them is the same.

Without a database, what the first unfinished puzzle says is shown as it arrives.  With `--results`, the answer about a
puzzle is shown when it has been stored.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TextIO, TypeAlias

from satcross.base.workers import Death, Failure, Message, Part, Result, Send
from satcross.cli.in_process import answer_here, answered, question_about, show_conclusion
from satcross.cli.limits import WorkLimits, back, limits_of
from satcross.cli.outcome import CommandQuestion, Conclusion, Inquiry, PartialAnswer
from satcross.cli.parser import Options
from satcross.cli.puzzles import Asked, puzzles_asked_about, read_given_grid
from satcross.cli.sinks import AnswerSink
from satcross.cli.statuses import YES, Terminated, worse
from satcross.cli.terminal import note
from satcross.errors import SatcrossError, printable
from satcross.many.backend import Backend, HereBackend, LocalBackend, Work
from satcross.many.executor import ExecutorBackend
from satcross.many.queue import Queue, Task
from satcross.many.stream import lost

if TYPE_CHECKING:
    from satcross.cli.kept import KeptResults
    from satcross.puzzle.files.source import Source

Rating: TypeAlias = Literal["rated", "unrated", "no database"]
"""Whether a results database gets the ratings of puzzles with one solution, if there is a database."""

HELD: Final = 64_000_000  # bytes of parts that may wait for their turn, about


def answering(
    inquiry: Inquiry, limits: WorkLimits, rating: Rating, *, is_own: bool
) -> Callable[[CommandQuestion, Send], Conclusion]:
    """Return the function that a worker calls for each question.

    Args:
        rating: Whether puzzles with one solution are rated as well.
        is_own: Whether the process belongs to this command, which may then limit it.
    """
    if is_own:
        back(limits.memory)

    def answer(question: CommandQuestion, send: Send) -> Conclusion:
        started = monotonic()
        conclusion = answered(question, inquiry, limits, send, started)
        if rating == "no database":
            return conclusion
        from satcross.cli.kept import with_rating

        return with_rating(conclusion, question.puzzle, limits.budget(started), is_wanted=rating == "rated")

    return answer


def answer_elsewhere(options: Options, inquiry: Inquiry, sink: AnswerSink) -> int:
    """Do what `answer_each` does by the processes, the cluster and the database of the options.

    With `--jobs` alone this process answers for a single puzzle itself, because its search is split then.
    """
    read_given_grid(options)
    asked = puzzles_asked_about(options)
    if options.cluster is None and options.results is None:
        first = list(islice(asked, 2))
        if len(first) < 2:
            return worse(YES, *(answer_here(each, options, inquiry, sink) for each in first))
        asked = chain(first, asked)
    alone = Namespace(**{**vars(options), "jobs": 1, "progress": None, "cluster": None})
    with ExitStack() as stack:
        kept = None
        if options.results is not None:
            from satcross.cli.kept import KeptResults

            kept = stack.enter_context(KeptResults(options, inquiry))
        settings = inquiry, limits_of(options), _rating_of(options)
        backend = stack.enter_context(closing(backend_of(options, answering, settings, stack=stack)))
        question_of = partial(question_about, options=alone, inquiry=inquiry)
        return _Answers(options, question_of, sink, kept, backend).show(asked)


def _rating_of(options: Options) -> Rating:
    if options.results is None:
        return "no database"
    return "unrated" if options.no_rating else "rated"


def backend_of(options: Options, make: Callable[..., Any], settings: tuple[Any, ...], *, stack: ExitStack) -> Backend:
    """Return where the tasks of the options are done; what has to end after them is put on the stack.

    Args:
        make: Gets the `settings`, and `is_own`: whether the process belongs to this command.
    """
    if options.cluster is not None:
        from satcross.many.cluster import cluster

        workers = stack.enter_context(cluster(options.cluster, partial(_tell, sys.stderr)))
        return ExecutorBackend(workers.executor, Work(partial(make, is_own=False), settings), workers.workers)
    if options.jobs > 1:
        return LocalBackend(options.jobs, Work(partial(make, is_own=True), settings))
    return HereBackend(Work(partial(make, is_own=False), settings))


def _tell(stream: TextIO, text: str) -> None:
    """Say something about the work on standard error, from whatever thread."""
    stream.write(f"satcross: {printable(text)}\n")
    stream.flush()


class PuzzleCount:
    """How many puzzles there are; a file that has not been opened counts as one puzzle."""

    def __init__(self, options: Options) -> None:
        self._options: Final = options
        self._total = len(options.files)
        self._is_one_per_file: Final = options.puzzle is not None
        self._source: Source | None = None

    def note_asked(self, asked: Asked | SatcrossError) -> None:
        if isinstance(asked, Asked) and asked.source is not None and asked.source is not self._source:
            self._source = asked.source
            if not self._is_one_per_file:
                self._total += len(asked.source.entries) - 1

    def show(self, done: int) -> None:
        note(self._options, "puzzles", done, self._total)


class _Key(NamedTuple):
    """What stays in this process of a task: which puzzle it is about, and the question, if that could be asked."""

    asked: Asked | SatcrossError
    question: CommandQuestion | None = None


class _Answers:
    """The answers of a command about many puzzles, shown in the order of the input."""

    def __init__(
        self,
        options: Options,
        question_of: Callable[[Asked], CommandQuestion | Conclusion],
        sink: AnswerSink,
        kept: KeptResults | None,
        backend: Backend,
    ) -> None:
        self._options: Final = options
        self._question_of: Final = question_of
        self._sink: Final = sink
        self._kept: Final = kept
        self._backend: Final = backend
        self._count: Final = PuzzleCount(options)

    def show(self, asked: Iterator[Asked | SatcrossError]) -> int:
        """Show everything, and return the worst exit status."""
        queue = Queue(
            self._backend,
            map(self._task, asked),
            size_of=lambda part: part.size,
            most_held=HELD,
            watch=self._count.show,
        )
        worst = YES
        parts: list[PartialAnswer] = []
        try:
            for task, message in queue:
                if isinstance(message, Part):
                    self._show_or_hold(task.key.asked, message.value, parts)
                else:
                    worst = worse(worst, self._over(task.key, message, parts))
                    parts.clear()
            return worst
        except (KeyboardInterrupt, Terminated):
            if self._kept is None and isinstance(self._backend, LocalBackend):
                for task, message in queue.cancelled():
                    if isinstance(message, Part):
                        self._sink.show_part(task.key.asked, message.value)
            raise

    def _task(self, asked: Asked | SatcrossError) -> Task:
        self._count.note_asked(asked)
        if isinstance(asked, SatcrossError):
            return Task(_Key(asked), answer=Failure(asked))
        try:
            question = self._question_of(asked)
        except SatcrossError as error:
            return Task(_Key(asked), answer=Failure(error))
        if isinstance(question, Conclusion):
            return Task(_Key(asked), answer=Result(question))
        known = None if self._kept is None else self._kept.known(asked, question)
        return Task(_Key(asked, question), question, answer=None if known is None else Result(known))

    def _show_or_hold(self, asked: Asked, part: PartialAnswer, parts: list[PartialAnswer]) -> None:
        """Show a part, or add it to `parts` where it is to be stored first."""
        if self._kept is None:
            self._sink.show_part(asked, part)
        else:
            parts.append(part)

    def _over(self, key: _Key, message: Message, parts: list[PartialAnswer]) -> int:
        """Store and show how the question about a puzzle has ended, and return the exit status.

        What the worker has raised is raised here.
        """
        asked, question = key
        if isinstance(asked, SatcrossError):
            return self._sink.show_error(asked)
        if isinstance(message, Death):
            return self._sink.show_error(lost(message, (asked.label,), _hint(self._options)))
        if isinstance(message, Failure):
            raise message.error
        assert isinstance(message, Result), "parts come before the end"
        conclusion = message.value
        if not isinstance(conclusion, Conclusion):  # known from an earlier run
            parts, conclusion = [*conclusion.parts], conclusion.conclusion
        elif self._kept is not None and question is not None:
            self._kept.keep(asked, question, conclusion, parts)
        for part in parts:
            self._sink.show_part(asked, part)
        return show_conclusion(asked, conclusion, self._sink)


def _hint(options: Options) -> str:
    where = "--jobs with fewer processes needs less" if options.cluster is None else "give its workers more"
    return f"if memory is short, {where}"
