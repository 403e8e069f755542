"""Many questions answered by other processes; what is replied is what this process alone would say.

This process makes the questions.  Each worker gets questions and settings, but no options.  It answers as this process
would (`in_process.py`), and sends its parts and the conclusion.  Only this process knows the text of the files, to
which errors and warnings refer.  Workers are local processes (`--jobs`) or those of a cluster (`--cluster`); the queue
in front of them is the same.

What the first unfinished puzzle says is replied as it arrives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Final, TextIO

from satcross.base.tasks import Task
from satcross.cli.in_process import Settings, answering
from satcross.cli.limits import cancel_alarm
from satcross.cli.parser import Options
from satcross.errors import printable
from satcross.many.executor import Backend, ExecutorBackend, LocalBackend, Work
from satcross.many.queue import Queue

HELD: Final = 64_000_000  # bytes of parts that may wait for their turn, about


@contextmanager
def queue_of(
    options: Options, settings: Settings, tasks: Iterator[Task], watch: Callable[[int], None]
) -> Iterator[Queue]:
    """Give the block the queue of the processes or the cluster of the options.

    Args:
        watch: Told how many tasks are done.
    """
    with ExitStack() as stack:
        backend = stack.enter_context(closing(_backend_of(options, settings, stack)))
        yield Queue(backend, tasks, size_of=lambda part: part.size, most_held=HELD, watch=watch)


def _backend_of(options: Options, settings: Settings, stack: ExitStack) -> Backend:
    """Return where the questions are answered; what has to end after them is put on the stack."""
    if options.cluster is None:
        return LocalBackend(options.jobs, Work(partial(answering, is_own=True), (settings,)))
    from satcross.many.cluster import cluster

    cancel_alarm()  # the time limit is for each puzzle, and connecting has a limit of its own
    workers = stack.enter_context(cluster(options.cluster, partial(_tell, sys.stderr)))
    return ExecutorBackend(workers.executor, Work(partial(answering, is_own=False), (settings,)), workers.workers)


def _tell(stream: TextIO, text: str) -> None:
    """Say something about the work on standard error, from whatever thread."""
    stream.write(f"satcross: {printable(text)}\n")
    stream.flush()
