"""Worker processes: each answers one task after another, and a worker that dies costs its task only.

Every worker calls `make(*settings)` once, and then the function that this returned for each task.  Settings, tasks and
answers can be pickled, so it does not matter how the platform starts processes.  Each worker has its own pipe: a
task goes to the worker that it is meant for, and what a worker writes cannot damage the messages of another one.  (The
pools of concurrent.futures, loky and pebble promise neither: docs/decisions/009-many-puzzles.md.)

A worker ignores Ctrl-C and the end of its terminal, which are sent to all processes, because its parent decides what to
do.  The parent cancels a task by SIGTERM, which raises KeyboardInterrupt in the worker's function.  A worker ends when
its parent has ended, for whatever reason.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context, parent_process, set_forkserver_preload, set_start_method
from multiprocessing.connection import Connection, wait
from threading import Thread
from time import monotonic
from traceback import format_exception
from types import FrameType
from typing import Any, Final, TypeAlias

from satcross.base.platform import (
    CAN_FORK,
    block,
    blocked,
    send_again,
    signals_named,
    unblock,
    when_dropped,
)
from satcross.base.tasks import Death, Failure, Message, Part, Result

Send: TypeAlias = Callable[[Any], None]
Answer: TypeAlias = Callable[[Any, Send], Any]
"""Returns the result for a task; may send parts of it before."""

FOR_PARENT: Final = ("SIGINT", "SIGHUP")  # what a terminal sends to all processes
GRACE: Final = 5.0  # seconds that a cancelled worker has to tidy up


class Worker:
    """A process; `task` is what it works on, None if it is idle."""

    __slots__ = ("_connection", "_process", "task")

    def __init__(self, make: Callable[..., Answer], settings: tuple[Any, ...], others: Iterable[Worker]) -> None:
        context = get_context()
        self._connection, theirs = context.Pipe()
        self.task: Any = None
        ours = [self._connection, *(each.connection for each in others)]
        inherited = ours if context.get_start_method() == "fork" else []
        self._process = context.Process(target=_serve, args=(theirs, inherited, make, settings), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def connection(self) -> Connection:
        """This process's end of the pipe; it is readable when there is a message."""
        return self._connection

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def give(self, task: Any) -> None:
        """Give the idle worker a task.  If the worker has died, its next message is `Death`."""
        self.task = task
        with suppress(OSError):
            self._connection.send(task)

    def message(self) -> Message:
        """Wait for the next message and return it."""
        try:
            with blocked("SIGINT", "SIGTERM"):  # an interruption within a message would lose the rest of it
                message: Message = self._connection.recv()
        except (EOFError, OSError):
            self._process.join(GRACE)
            message = Death(_reason(self._process.exitcode))
        if not isinstance(message, Part):
            self.task = None
        return message

    def cancel(self) -> None:
        """Raise KeyboardInterrupt in the worker's function; what it sends after that can still be received."""
        self._process.terminate()

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()

    def close(self) -> None:
        """Close the pipe: nothing more is received."""
        self._connection.close()

    def join(self, until: float) -> None:
        """Wait for the process to end until the time `until` (`monotonic`), and kill it then."""
        self._process.join(max(0.0, until - monotonic()))
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def fork_from_warm_process(module: str) -> None:
    """Let all workers be started quickly: as forks of a process that has imported `module` and has no threads.

    Where processes cannot be forked, workers import what they need.  It holds for the whole process, and for good.
    """
    with suppress(ValueError):  # no fork server on this platform
        set_start_method("forkserver", force=True)
        set_forkserver_preload([module])


class Workers:
    """Up to `count` workers, each started when it is needed and calling a function made by `make(*settings)`.

    Use it as a context manager: no process is left after the block.
    """

    def __init__(self, count: int, make: Callable[..., Answer], *settings: Any) -> None:
        self._count: Final = count
        self._make: Final = make
        self._settings: Final = settings
        self._workers: list[Worker] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.cancel()
            worker.close()
        until = monotonic() + GRACE
        for worker in self._workers:
            worker.join(until)
        self._workers.clear()

    @property
    def are_busy(self) -> bool:
        """Whether there are as many tasks as there may be workers."""
        return sum(worker.task is not None for worker in self._workers) >= self._count

    def idle(self) -> Worker:
        """Return an idle worker, a new one if need be.  Not to be called while all `are_busy`."""
        for worker in list(self._workers):
            if worker.task is None:
                if worker.is_alive:
                    return worker
                self._reap(worker)
        assert len(self._workers) < self._count
        if CAN_FORK and get_context().get_start_method() != "fork":
            from multiprocessing.resource_tracker import ensure_running  # not at the top: a browser has no such module

            ensure_running()  # to start it unblocks SIGINT, so that it comes before the block
        with blocked(*FOR_PARENT, "SIGTERM"):  # an interruption here would leave the process behind
            worker = Worker(self._make, self._settings, self._workers)
            self._workers.append(worker)
        return worker

    def messages(self, among: Collection[Worker], seconds: float | None = None) -> Iterator[tuple[Worker, Message]]:
        """Yield the next message of each worker of `among` that has one.

        Waits for the first message, but not longer than `seconds`.  A dead worker is replaced when it is needed.
        """
        worker_of = {worker.connection: worker for worker in among}
        for ready in wait(list(worker_of), seconds):
            assert isinstance(ready, Connection)
            worker = worker_of[ready]
            message = worker.message()
            if isinstance(message, Death):
                self._reap(worker)
            yield worker, message

    def _reap(self, worker: Worker) -> None:
        worker.close()
        worker.join(monotonic())
        self._workers.remove(worker)


def _reason(status: int | None) -> str:
    """Return how a process with the exit status `status` ended, in words."""
    if status is None or status >= 0:
        return "ended" if status is None else f"ended with status {status}"
    try:
        name = f" ({signal.Signals(-status).name})"
    except ValueError:
        name = ""
    return f"was killed by signal {-status}{name}"


class _ParentGoneError(BaseException):
    """The reader of the messages is gone.  Not an Exception, so that the worker's function does not handle it."""


class _Channel:
    """The worker's end of the pipe.

    A cancellation waits until a message has been sent completely; otherwise the next one could not be read.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_sending = self._is_cancelled = False

    def send(self, message: Message) -> None:
        self._is_sending = True
        try:
            with blocked("SIGALRM"):
                self._connection.send(message)
        except OSError:
            raise _ParentGoneError from None
        finally:
            self._is_sending = False
        if self._is_cancelled:
            self._is_cancelled = False
            raise KeyboardInterrupt

    def cancel(self, number: int, frame: FrameType | None) -> None:
        if not self._is_sending:
            raise KeyboardInterrupt
        self._is_cancelled = True


def _serve(
    connection: Connection, inherited: list[Connection], make: Callable[..., Answer], settings: tuple[Any, ...]
) -> None:
    """Answer tasks until the parent closes the pipe or ends.

    Args:
        inherited: The parent's ends of pipes, which a forked process has too; the pipes would stay open if it kept
            them.
    """
    block(*FOR_PARENT)  # ignoring them is not enough: the solvers install a handler of their own
    for number in signals_named(FOR_PARENT).values():
        signal.signal(number, signal.SIG_IGN)
    for end in inherited:
        end.close()
    try:
        with blocked():  # signals are for the main thread
            Thread(target=_leave_with_parent, daemon=True).start()
    except (RuntimeError, MemoryError):  # there is too little memory for a thread, as the parent will guess
        os._exit(1)
    channel = _Channel(connection)
    when_dropped(KeyboardInterrupt, lambda cancellation: send_again(signal.SIGTERM))
    signal.signal(signal.SIGTERM, channel.cancel)
    try:
        unblock("SIGTERM")
        answer = make(*settings)
        while True:
            task = connection.recv()
            message: Result | Failure
            try:
                message = Result(answer(task, lambda value: channel.send(Part(value))))
            except Exception as error:
                message = Failure(portable(error))
            channel.send(message)
    except (EOFError, OSError, KeyboardInterrupt, _ParentGoneError):
        return


def _leave_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def portable(error: Exception) -> Exception:
    """Return `error` with its traceback as a note; if it cannot be pickled, an error with the same message."""
    story = "".join(format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(str(error))
    error.add_note(story)
    return error
