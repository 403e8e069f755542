"""Many puzzles answered elsewhere, or kept in a database; the output is that of one process.

Each worker runs the command as it is without `--jobs`, with its standard streams captured (`captured.py`).  This
process writes what the workers would have written, puzzle by puzzle, in the order of the input.  Workers are local
processes (`--jobs`) or those of a cluster (`--cluster`); the queue in front of them is the same.

With local processes and no database, what the first unfinished puzzle says is shown as it arrives.  Otherwise the
output of a puzzle is shown when it is complete, and with `--results` only after it has been stored.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import chain, islice
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from satcross.base.workers import Death, Failure, Part, Result, Send
from satcross.cli.captured import Stream, Written, captured, replay, replay_kept, stream_of
from satcross.cli.limits import back
from satcross.cli.parser import Options
from satcross.cli.puzzles import Answer, Asked, Question, answer_question, questions, read_given_grid, report_to
from satcross.cli.statuses import YES, Terminated, worse
from satcross.cli.terminal import note, report
from satcross.errors import SatcrossError, printable
from satcross.many.backend import Backend, HereBackend, LocalBackend, Work
from satcross.many.queue import Queue, Task
from satcross.many.stream import lost
from satcross.puzzle.files.source import Source, TextWithheldError, without_text

if TYPE_CHECKING:
    from satcross.cli.kept import KeptResults

HELD: Final = 16_000_000  # code points of output that may wait for their turn

_ONE_AT_A_TIME: Final = Lock()
"""Workers of a cluster may have several threads, but the standard streams are captured for the whole process."""


class Ended(NamedTuple):
    """How the command ended for a puzzle.

    Attributes:
        status: Its exit status.
        is_final: Whether an error ended the whole command.
        fault: An error that is to be located in the text of the file, which only the first process has.
        needs_text: Whether the puzzle has to be answered where that text is.
        facts: What the command tells the database, if there is one.
        seconds: How long it took.
    """

    status: int
    is_final: bool = False
    fault: SatcrossError | None = None
    needs_text: bool = False
    facts: dict[str, Any] | None = None
    seconds: float = 0.0


def answering(
    options: Options, answer: Answer, out: Stream, error: Stream, *, is_own: bool
) -> Callable[[Source, Send], Ended]:
    """Return the function that a worker calls for each puzzle: a source that holds this puzzle only.

    Args:
        is_own: Whether the process belongs to this command, which may then limit it.
    """
    if is_own:
        back(options)

    def answered(source: Source, send: Send) -> Ended:
        with _ONE_AT_A_TIME, captured(out, error, send):
            return _ended(Question(source, 0), Namespace(**vars(options)), answer)

    return answered


def _ended(question: Question, options: Options, answer: Answer) -> Ended:
    """Answer for a puzzle on the captured streams, and return how that ended."""
    start = perf_counter()
    options.facts = {} if options.results else None
    try:
        ended = Ended(answer_question(question, options, answer))
    except TextWithheldError as withheld:
        status = 0 if withheld.error is None else withheld.error.code.exit_status
        ended = Ended(status, fault=withheld.error, needs_text=withheld.error is None)
    except SatcrossError as fault:
        return Ended(report(fault), is_final=True)
    if options.facts is not None:
        from satcross.cli.kept import with_rating

        with_rating(options.facts, question.source.entries[question.number].puzzle, options)
    return ended._replace(facts=options.facts, seconds=perf_counter() - start)


def answer_side_by_side(options: Options, answer: Answer) -> int:
    """Do what `answer_each` does by the processes, the cluster and the database of the options.

    With `--jobs` alone this process answers for a single puzzle itself, because its search is split then.
    """
    read_given_grid(options)
    asked = questions(options)
    if options.cluster is None and options.results is None:
        first = list(islice(asked, 2))
        if len(first) < 2:
            return worse(YES, *(answer_question(question, options, answer) for question in first))
        asked = chain(first, asked)
    with ExitStack() as stack:
        kept = None
        if options.results is not None:
            from satcross.cli.kept import KeptResults

            kept = stack.enter_context(KeptResults(options))
        backend = stack.enter_context(closing(backend_of(options, *_work(options, answer), stack=stack)))
        return _Answers(options, answer, kept, backend).show(asked)


def _work(options: Options, answer: Answer) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    changed = {"jobs": 1, "progress": None, "cluster": None}
    alone = Namespace(**{**vars(options), **changed})
    if options.results is None:
        streams = stream_of(sys.stdout), stream_of(sys.stderr)
    else:  # what is kept must not depend on where it is shown
        alone.color = "never"
        streams = Stream(False, "utf-8", None), Stream(False, "utf-8", None)
    return answering, (alone, answer, *streams)


def backend_of(options: Options, make: Callable[..., Any], settings: tuple[Any, ...], *, stack: ExitStack) -> Backend:
    """Return where the tasks of the options are done; what has to end after them is put on the stack.

    Args:
        make: Gets the `settings`, and `is_own`: whether the process belongs to this command.
    """
    from functools import partial

    if options.cluster is not None:
        from satcross.many.cluster import cluster
        from satcross.many.executor import ExecutorBackend

        found = stack.enter_context(cluster(options.cluster, partial(_tell, sys.stderr)))
        return ExecutorBackend(found.executor, Work(partial(make, is_own=False), settings), found.workers)
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

    def note_asked(self, question: Question | SatcrossError) -> None:
        if isinstance(question, Question) and question.source is not self._source:
            self._source = question.source
            if not self._is_one_per_file:
                self._total += len(self._source.entries) - 1

    def show(self, done: int) -> None:
        note(self._options, "puzzles", done, self._total)


class _Answers:
    """The answers of a command for many puzzles, shown in the order of the input."""

    def __init__(self, options: Options, answer: Answer, kept: KeptResults | None, backend: Backend) -> None:
        self._options: Final = options
        self._answer: Final = answer
        self._kept: Final = kept
        self._is_streamed: Final = kept is None and isinstance(backend, LocalBackend)
        self._backend: Final = backend
        self._count: Final = PuzzleCount(options)

    def show(self, asked: Iterator[Question | SatcrossError]) -> int:
        """Show everything, and return the worst exit status."""
        queue = Queue(
            self._backend,
            map(self._task, asked),
            size_of=lambda written: sum(len(text) for _, text in written),
            most_held=HELD,
            watch=self._count.show,
        )
        worst = YES
        written: deque[Written] = deque()
        try:
            for task, message in queue:
                if isinstance(message, Part):
                    written.extend(message.value)
                    if self._is_streamed:
                        replay(written)
                    continue
                ended = self._over(task.key, message, written)
                if ended.is_final:
                    return ended.status
                worst = worse(worst, ended.status)
            return worst
        except (KeyboardInterrupt, Terminated):
            if self._is_streamed:
                for _, message in queue.cancelled():
                    if isinstance(message, Part):
                        replay(deque(message.value))
            raise

    def _task(self, question: Question | SatcrossError) -> Task:
        self._count.note_asked(question)
        if isinstance(question, SatcrossError):
            return Task(question, answer=Failure(question))
        known = None if self._kept is None else self._kept.known(question)
        if known is not None:
            return Task(None, answer=Result(known))
        source, number, _ = question
        has_text = self._kept is None and len(source.entries) == 1
        return Task(question, source if has_text else without_text(source, number))

    def _over(self, question: Any, message: Result | Failure | Death, written: deque[Written]) -> Ended:
        """Store and show the answer for a puzzle, and return how it ended.  Empties `written`."""
        if isinstance(message, Failure):
            if not isinstance(message.error, SatcrossError):
                raise message.error
            return Ended(report_to(message.error, self._options))
        if isinstance(message, Death):
            source, number, _ = question
            entry = source.entries[number]
            label = Asked(entry.puzzle, source.name, entry.name).label
            return Ended(report_to(lost(message, (label,), _hint(self._options)), self._options))
        if question is None:  # known from an earlier run
            replay_kept(message.value.output)
            return Ended(message.value.exit_status)
        ended: Ended = message.value
        names_lines = ended.needs_text or ended.fault is not None
        if names_lines:
            ended = self._with_text(question, ended, written)
        if self._kept is not None and not ended.is_final:
            facts = ended.facts or {}
            self._kept.keep(question, ended.status, ended.seconds, facts, written, names_lines=names_lines)
        replay(written)
        return ended

    def _with_text(self, question: Question, ended: Ended, written: deque[Written]) -> Ended:
        """Say here what needs the text of the file; it is appended to `written`."""
        _, (options, answer, out, error) = _work(self._options, self._answer)
        with captured(out, error, written.extend):
            if ended.needs_text:
                return _ended(question, options, answer)
            from satcross.puzzle.files import explain

            assert ended.fault is not None
            report_to(explain(question.source, question.number, ended.fault), self._options)
        return ended


def _hint(options: Options) -> str:
    where = "--jobs with fewer processes needs less" if options.cluster is None else "give its workers more"
    return f"if memory is short, {where}"
