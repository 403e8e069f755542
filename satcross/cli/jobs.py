"""Many questions answered by other processes; what is shown is what one process alone would show.

This process makes the questions.  Each worker gets questions and settings, but no options.  It answers as this process
would (`in_process.py`), and sends its parts and the conclusion.  This process keeps and shows them one puzzle after
another, in the order of the input; only here the text of the files is known, to which errors and warnings refer.
Workers are local processes (`--jobs`) or those of a cluster (`--cluster`); the queue in front of them is the same.

What the first unfinished puzzle says is shown as it arrives, unless it is to be kept with the answer (`--results`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from typing import Final, TextIO

from satcross.base.workers import Death, Failure, Part, Result
from satcross.cli.in_process import Agenda, Answers, Begun, Settings, answering
from satcross.cli.parser import Options
from satcross.cli.statuses import YES, Terminated, worse
from satcross.cli.terminal import note
from satcross.errors import SatcrossError, printable
from satcross.many.backend import Backend, LocalBackend, Work
from satcross.many.executor import ExecutorBackend
from satcross.many.queue import Queue, Task
from satcross.many.stream import lost

HELD: Final = 64_000_000  # bytes of parts that may wait for their turn, about


def answer_elsewhere(agenda: Agenda, answers: Answers, settings: Settings, options: Options) -> int:
    """Do what `answer_here` does by the processes or the cluster of the options."""
    with ExitStack() as stack:
        backend = stack.enter_context(closing(_backend_of(options, settings, stack)))
        queue = Queue(
            backend,
            _tasks(agenda, answers),
            size_of=lambda part: part.size,
            most_held=HELD,
            watch=lambda done: note("puzzles", done, agenda.number.total),
        )
        try:
            return _ended(queue, answers, options)
        except (KeyboardInterrupt, Terminated):
            if isinstance(backend, LocalBackend):
                for task, message in queue.cancelled():
                    if isinstance(message, Part):
                        answers.take_part(task.key.asked, message.value)
            raise


def _tasks(agenda: Agenda, answers: Answers) -> Iterator[Task]:
    """Yield a task for each puzzle; its key is what has begun, or the error that is in the puzzle's place."""
    for asked in agenda.asked:
        agenda.number.note_asked(asked)
        if isinstance(asked, SatcrossError):
            yield Task(asked, answer=Failure(asked))
            continue
        try:
            begun = answers.begin(asked)
        except SatcrossError as error:  # it is raised when the puzzles before have their answers
            yield Task(Begun(asked, None), answer=Failure(error))
            continue
        known = None if begun.known is None else Result(begun.known.conclusion)
        yield Task(begun, begun.question, answer=known)


def _ended(queue: Queue, answers: Answers, options: Options) -> int:
    """Show everything, and return the worst exit status.  Raises what a worker has raised."""
    worst = YES
    for task, message in queue:
        begun: Begun | SatcrossError = task.key
        if isinstance(begun, SatcrossError):
            worst = worse(worst, answers.show_error(begun))
        elif isinstance(message, Part):
            answers.take_part(begun.asked, message.value)
        elif isinstance(message, Death):
            error = lost(message, (begun.asked.label,), _hint(options))
            worst = worse(worst, answers.show_error(error))
        elif isinstance(message, Failure):
            raise message.error
        else:
            worst = worse(worst, answers.end(begun, message.value))
    return worst


def _backend_of(options: Options, settings: Settings, stack: ExitStack) -> Backend:
    """Return where the questions are answered; what has to end after them is put on the stack."""
    if options.cluster is None:
        return LocalBackend(options.jobs, Work(partial(answering, is_own=True), (settings,)))
    from satcross.many.cluster import cluster

    workers = stack.enter_context(cluster(options.cluster, partial(_tell, sys.stderr)))
    return ExecutorBackend(workers.executor, Work(partial(answering, is_own=False), (settings,)), workers.workers)


def _tell(stream: TextIO, text: str) -> None:
    """Say something about the work on standard error, from whatever thread."""
    stream.write(f"satcross: {printable(text)}\n")
    stream.flush()


def _hint(options: Options) -> str:
    where = "--jobs with fewer processes needs less" if options.cluster is None else "give its workers more"
    return f"if memory is short, {where}"
