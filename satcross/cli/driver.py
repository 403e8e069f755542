"""The one way in which commands answer questions about many puzzles.

In: an inquiry (what is asked about each puzzle), and the options, which name the puzzles; or an agenda of puzzles to be
made.  Out: every partial answer and every outcome goes to a sink, in the order of the input; and the worst exit status.

Every puzzle is a task.  The replies are the same wherever it is done (`satcross.base.tasks`): in this process, one
puzzle after another, or in other processes behind a queue, if the options ask for it.  A results database
is between the replies and the sink (`results_store.py`).

This process makes the questions.  Each worker gets questions and settings, but no options.  It answers as this
process would, and sends its parts and the conclusion.  Only this process knows the text of the
files, to which errors and warnings refer.  Workers are local processes (`--jobs`) or processes of a cluster
(`--cluster`); the queue in front of them is the same.

What the first unfinished puzzle says is replied as it arrives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, Final, TextIO

from satcross.base.budget import Report, now
from satcross.base.records import NamedTuple
from satcross.base.tasks import Death, Failure, Message, Part, Reply, Result, Task
from satcross.cli.clues import warnings_about
from satcross.cli.limits import WorkLimits, cancel_alarm, limit_process_memory, limited, limits_of
from satcross.cli.outcome import Conclusion, Inquiry, KnownAnswer, Question, Send
from satcross.cli.parser import Options
from satcross.cli.puzzles import (
    ABOUT_PUZZLES,
    FiledPuzzle,
    UnreadableFile,
    puzzles_asked_about,
    read_given_grid,
    revised,
    with_grid,
)
from satcross.cli.signals import YES, Termination, worse
from satcross.cli.sinks import StreamSink
from satcross.cli.terminal import note, reporter, turn_to
from satcross.errors import InternalError, OptionError, SatcrossError, TimeUp, printable, unexpected

if TYPE_CHECKING:
    from satcross.cli.results_store import KeptResults
    from satcross.many.executor import Backend


def question_about(asked: FiledPuzzle, options: Options, inquiry: Inquiry) -> Question | Conclusion:
    """Return the question about a puzzle.

    Return a conclusion instead if it cannot be asked: because of an error of the puzzle, or because its time, which
    begins with the puzzle, is up.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    try:
        with limited(limits_of(options), asked.started) as budget:
            puzzle = with_grid(revised(asked.puzzle, options), asked.grid, budget)
            question: Question = inquiry.question(puzzle, *[getattr(options, name) for name in inquiry.options])
            return question
    except ABOUT_PUZZLES as error:
        return Conclusion(error=error)
    except TimeUp:
        return Conclusion()
    except SatcrossError as error:
        if error.code != "grid-letter" or inquiry.wrong_letter is None:
            raise
        return Conclusion(inquiry.wrong_letter(error))
    except Exception as error:
        return Conclusion(error=unexpected(error))


def answering(inquiry: Inquiry, limits: WorkLimits, *, is_own: bool) -> Callable[[Question, Send], Conclusion]:
    """Return the function that a worker calls for each question.

    Args:
        is_own: Whether the process belongs to this command, which may then limit it.
    """
    if is_own:
        limit_process_memory(limits.memory)
    return lambda question, send: answered(question, inquiry, limits, send, now())


def answered(
    question: Question,
    inquiry: Inquiry,
    limits: WorkLimits,
    send: Send,
    started: float,
    report: Report | None = None,
) -> Conclusion:
    """Answer `question`, and return how that ended.

    Args:
        send: Gets what is known before the end.
        started: When the time began (`now`).
        report: Gets what is being done.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """

    start = perf_counter()
    conclusion = Conclusion()
    try:
        with limited(limits, started, report) as budget:
            for warning in warnings_about(question.puzzle):
                send(warning)
            conclusion = Conclusion(inquiry.answer(question, budget, send), is_cut=budget.seconds_left == 0)
    except inquiry.errors as error:
        conclusion = Conclusion(error=error)
    except TimeUp:
        pass
    except (SatcrossError, OSError):  # OSError: standard output takes no more of what is sent
        raise
    except Exception as error:
        conclusion = Conclusion(error=unexpected(error))
    return conclusion._replace(seconds=perf_counter() - start)


def _backend_of(options: Options, inquiry: Inquiry, stack: ExitStack) -> Backend:
    """Return where the questions are answered; what has to end after them is put on the stack."""
    from satcross.many.executor import ExecutorBackend, LocalBackend

    make = partial(answering, inquiry, limits_of(options))
    if options.cluster is None:
        return LocalBackend(options.jobs, partial(make, is_own=True))
    from satcross.many.cluster import CONNECTING, cluster

    cancel_alarm()  # the time limit is for each puzzle; connecting may take as long, but not longer than its own limit
    connecting = min(CONNECTING, options.timeout or CONNECTING)
    workers = stack.enter_context(cluster(options.cluster, partial(_report, sys.stderr), connecting))
    return ExecutorBackend(workers.executor, partial(make, is_own=False), workers.workers)


def _report(stream: TextIO, text: str) -> None:
    """Write a message about the work to standard error; any thread may call this."""
    stream.write(f"satcross: {printable(text)}\n")
    stream.flush()


class Agenda(NamedTuple):
    """What a command is asked about, one after another.

    Attributes:
        asked: Puzzles, and files that cannot be read.
        question_of: Returns the question about a puzzle, or how it ended if it cannot be asked.
        total: How many puzzles there are; a file counts as one puzzle.
        is_one_per_file: Whether one puzzle of each file is chosen.
    """

    asked: Iterator[FiledPuzzle | UnreadableFile]
    question_of: Callable[[FiledPuzzle], Question | Conclusion]
    total: int
    is_one_per_file: bool = True


class Answers:
    """The answers of a command.  Each is kept before it is shown, if there is a database.

    What is known about a puzzle before the end is shown immediately; with a database, when the answer has been kept.

    Attributes:
        total: How many puzzles there are; a file that has not been opened counts as one puzzle.
    """

    def __init__(self, agenda: Agenda, sink: StreamSink, kept: KeptResults | None) -> None:
        self._agenda: Final = agenda
        self._sink: Final = sink
        self._kept: Final = kept
        self._held: list[tuple[FiledPuzzle, object]] = []
        self.total = agenda.total

    def tasks(self, turn_to: Callable[[str], None] | None = None) -> Iterator[Task]:
        """Yield a task for each puzzle; its key is the puzzle, or the file that cannot be read.

        Args:
            turn_to: Called with the name of each puzzle, where there are several.
        """
        source = None
        for asked in self._agenda.asked:
            if isinstance(asked, UnreadableFile):
                yield Task(asked, answer=Failure(asked.error))
                continue
            if asked.source is not None and asked.source is not source:
                source = asked.source
                if self._kept is not None:
                    self._kept.forget_errors(asked.file)
                self.total += 0 if self._agenda.is_one_per_file else len(source.entries) - 1
            if turn_to is not None and self.total > 1:
                turn_to(asked.label)
            yield self._task(asked._replace(started=now() if asked.started is None else asked.started))

    def _task(self, asked: FiledPuzzle) -> Task:
        """Return the question about a puzzle as a task, with the answer if it is known already."""
        try:
            question = self._agenda.question_of(asked)
            if isinstance(question, Conclusion):
                return Task(asked, answer=Result(question))
            known = None if self._kept is None else self._kept.known(asked, question)
        except SatcrossError as error:  # it is raised when the puzzles before have their answers
            return Task(asked, answer=Failure(error))
        return Task(asked, question, None if known is None else Result(known))

    def replies_here(self, inquiry: Inquiry, limits: WorkLimits) -> Iterator[Reply]:
        """Yield the replies of this process, which answers one puzzle after another."""
        for task in self.tasks(turn_to):
            if task.answer is not None:
                yield task, task.answer
                continue
            send = partial(self.take_part, task.key)
            yield task, Result(answered(task.value, inquiry, limits, send, task.key.started, reporter()))

    def take_part(self, asked: FiledPuzzle, part: object) -> None:
        """Show something that is known before the end, or hold it where it is to be kept first."""
        if self._kept is not None:
            self._held.append((asked, part))
        else:
            self._sink.show_part(asked, part)

    def consume(self, replies: Iterable[Reply], lost_hint: str = "") -> int:
        """Keep and show the replies about the puzzles, and return the worst exit status.

        Args:
            lost_hint: What to do when a worker is lost over a puzzle.

        Raises:
            SatcrossError: For what would recur with every puzzle.
        """
        worst = YES
        for task, message in replies:
            try:
                status = self._taken(task, message, lost_hint)
            except (SatcrossError, OSError):
                raise
            except Exception as error:
                status = self._show_error(task.key, task.value, unexpected(error).at(task.key.label))
            worst = worse(worst, status)
        return worst

    def _taken(self, task: Task, message: Message, lost_hint: str) -> int:
        """Keep and show a reply about a puzzle, and return its exit status.  Raises what `consume` raises."""
        asked: FiledPuzzle | UnreadableFile = task.key
        if isinstance(asked, UnreadableFile):
            return self._show_error(asked, None, asked.error)
        if isinstance(message, Part):
            self.take_part(asked, message.value)
            return YES
        if isinstance(message, Death):
            return self._show_error(asked, task.value, message.error(place=(asked.label,), hint=lost_hint))
        if isinstance(message, Failure):
            if isinstance(message.error, SatcrossError):
                raise message.error
            return self._show_error(asked, task.value, unexpected(message.error).at(asked.label))
        return self._end(asked, task.value, message.value)

    def _end(self, asked: FiledPuzzle, question: Question | None, answer: Conclusion | KnownAnswer) -> int:
        """Keep and show how the question about a puzzle has ended, and return the exit status."""
        if isinstance(answer, KnownAnswer):
            return self._sink.show_known(asked, answer)
        if self._kept is not None and not isinstance(answer.error, InternalError):
            held, self._held = self._held, []  # what cannot be kept is not shown
            self._kept.keep(asked, question, answer)
            self._held = held
        self.show_held()
        return self._sink.show_conclusion(asked, answer)

    def show_held(self) -> None:
        """Show what is known about a puzzle before the end, and has been held."""
        held, self._held = self._held, []
        for asked, part in held:
            self._sink.show_part(asked, part)

    def _show_error(self, asked: FiledPuzzle | UnreadableFile, question: Question | None, error: SatcrossError) -> int:
        """Keep and show the error that is in the place of an answer, and return the exit status."""
        self._held = []
        if self._kept is not None and not isinstance(error, InternalError):
            self._kept.keep_error(asked, question, error)
        return self._sink.show_error(asked, error)


def answer_all(options: Options, inquiry: Inquiry, sink: StreamSink) -> int:
    """Answer for every puzzle of `options.files`, as the options choose, and return the worst exit status.

    With `--jobs` alone this process answers for a single puzzle itself, and has helpers if the puzzle is hard.
    """
    check_many_options(options)
    asked = puzzles_asked_about(options, read_given_grid(options))
    is_elsewhere = options.jobs > 1 or options.cluster is not None
    if options.jobs > 1 and options.results is None:
        first = list(islice(asked, 2))
        is_elsewhere = len(first) > 1
        asked = chain(first, asked)
    return answer_agenda(puzzle_agenda(asked, options, inquiry), inquiry, options, sink, is_elsewhere=is_elsewhere)


def puzzle_agenda(asked: Iterator[FiledPuzzle | UnreadableFile], options: Options, inquiry: Inquiry) -> Agenda:
    """Return what the options ask about puzzles that are there."""
    ask = partial(question_about, options=options, inquiry=inquiry)
    return Agenda(asked, ask, len(options.files), is_one_per_file=options.puzzle is not None)


def answer_agenda(
    agenda: Agenda, inquiry: Inquiry, options: Options, sink: StreamSink, *, is_elsewhere: bool = False
) -> int:
    """Answer about everything on the agenda, and return the worst exit status.

    Args:
        is_elsewhere: Whether the processes or the cluster of the options do it, and not this process.
    """
    with ExitStack() as stack:
        kept = None
        if options.results is not None:
            from satcross.cli.results_store import kept_results

            kept = stack.enter_context(kept_results(options))
        answers = Answers(agenda, sink, kept)
        stack.callback(answers.show_held)  # of the puzzle at which an interrupt has ended the work
        if is_elsewhere:
            return _answer_elsewhere(answers, inquiry, options)
        limits = limits_of(options)._replace(processes=vars(options).get("jobs", 1))
        return answers.consume(answers.replies_here(inquiry, limits))


def _answer_elsewhere(answers: Answers, inquiry: Inquiry, options: Options) -> int:
    """Let the processes or the cluster of the options answer, and return the worst exit status."""
    from satcross.many.queue import Queue

    where = "--jobs with fewer processes needs less" if options.cluster is None else "give its workers more"
    with ExitStack() as stack:
        backend = stack.enter_context(closing(_backend_of(options, inquiry, stack)))
        queue = Queue(backend, answers.tasks(), watch=lambda done: note("puzzles", done, answers.total))
        try:
            return answers.consume(queue, f"if memory is short, {where}")
        except (KeyboardInterrupt, Termination):
            for task, message in queue.cancelled():
                if isinstance(message, Part):
                    answers.take_part(task.key, message.value)
            raise


def check_many_options(options: Options) -> None:
    """Raise OptionError for options about many puzzles that make no sense together."""
    if options.refresh and options.results is None:
        raise OptionError("--refresh is about a results database", hint="name it with --results")
    if options.jobs > 1 and options.cluster is not None:
        raise OptionError("--jobs and --cluster both say where the work is done", hint="leave one of them out")
