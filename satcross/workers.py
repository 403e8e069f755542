"""Processes that work side by side: tasks in, answers out, and what is known when one of them dies.

Every process makes a function of its own, `make(*settings)`, and calls it for one task after another.  Settings, tasks
and answers are plain values that can be pickled, so it does not matter how the platform starts processes.

A worker does not listen to Ctrl-C, which a terminal sends to all processes: its parent decides.  It is called off by
SIGTERM, which raises KeyboardInterrupt in its function, and it leaves when its parent is gone, however that came about.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from time import monotonic
from types import FrameType
from typing import Any, Final, NamedTuple, TypeAlias

Send: TypeAlias = Callable[[Any], None]
Answer: TypeAlias = Callable[[Any, Send], Any]
"""Returns the result for a task, after sending parts of it ahead."""

GRACE: Final = 5.0  # seconds to tidy up in


class Part(NamedTuple):
    """Something that was sent ahead of the result."""

    value: Any


class Result(NamedTuple):
    """What the function returned; the worker has no task any more."""

    value: Any


class Failure(NamedTuple):
    """What the function raised; the worker has no task any more."""

    error: Exception


class Death(NamedTuple):
    """The worker is no more; whether it had found anything is not known."""

    reason: str


Message: TypeAlias = Part | Result | Failure | Death


class Worker:
    """One process; `task` is what it works on, None if it has nothing to do."""

    __slots__ = ("_connection", "_process", "task")

    def __init__(self, make: Callable[..., Answer], settings: tuple[Any, ...], others: Iterable[Worker]) -> None:
        context = get_context()
        self._connection, theirs = context.Pipe()
        self.task: Any = None
        ours = [self._connection, *(each.connection for each in others)]
        inherited = ours if context.get_start_method() == "fork" else []
        with _held_back("SIGINT", "SIGTERM"):
            self._process = context.Process(target=_serve, args=(theirs, inherited, make, settings), daemon=True)
            self._process.start()
        theirs.close()

    @property
    def connection(self) -> Connection:
        """The end that becomes readable when there is a message."""
        return self._connection

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def give(self, task: Any) -> None:
        """Give the idle worker a task.  If it has died, that is its next message."""
        self.task = task
        with suppress(OSError):
            self._connection.send(task)

    def message(self) -> Message:
        """Return the next message; waits for it."""
        try:
            with _held_back("SIGINT", "SIGTERM"):  # of half a message the other half would be lost
                message: Message = self._connection.recv()
        except (EOFError, OSError):
            self._process.join(GRACE)
            message = Death(_reason(self._process.exitcode))
        if not isinstance(message, Part):
            self.task = None
        return message

    def cancel(self) -> None:
        """Raise KeyboardInterrupt in the worker's function; what it still sends can be received."""
        self._process.terminate()

    def leave(self) -> None:
        """Listen to the worker no longer."""
        self._connection.close()

    def end(self, until: float) -> None:
        """Wait for the process to end, and kill it when the time (`monotonic`) has come."""
        self._process.join(max(0.0, until - monotonic()))
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


class Workers:
    """Up to `count` processes, started as they are needed, each calling a function made by `make(*settings)`.

    A context manager: at its end no process is left.
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
            worker.leave()
        until = monotonic() + GRACE
        for worker in self._workers:
            worker.end(until)
        self._workers.clear()

    @property
    def are_busy(self) -> bool:
        """Whether there are as many tasks as there may be processes."""
        return sum(worker.task is not None for worker in self._workers) >= self._count

    def idle(self) -> Worker:
        """Return a worker without a task; there is one unless all `are_busy`."""
        for worker in list(self._workers):
            if worker.task is None:
                if worker.is_alive:
                    return worker
                self._reap(worker)
        assert len(self._workers) < self._count
        worker = Worker(self._make, self._settings, self._workers)
        self._workers.append(worker)
        return worker

    def messages(self, among: Collection[Worker], seconds: float | None = None) -> Iterator[tuple[Worker, Message]]:
        """Yield a message of each of the workers `among` that has one; wait for the first, or so many seconds.

        A worker that died is replaced when its place is needed.
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
        worker.leave()
        worker.end(monotonic())
        self._workers.remove(worker)


def _reason(status: int | None) -> str:
    """Return how a process ended, in words."""
    if status is None or status >= 0:
        return "ended" if status is None else f"ended with status {status}"
    try:
        name = f" ({signal.Signals(-status).name})"
    except ValueError:
        name = ""
    return f"was killed by signal {-status}{name}"


@contextmanager
def _held_back(*names: str) -> Iterator[None]:
    """Let none of these signals in.

    A process that starts meanwhile lets them in itself, as soon as it knows what to do then.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.Signals[name] for name in names})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Unheard(BaseException):
    """The parent listens no longer.  No error of the worker's function, which has no way to handle it."""


class _Channel:
    """The worker's end; SIGTERM is not let in while a message is on its way, or the next one could not be read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_sending = self._is_cancelled = False

    def send(self, message: Message) -> None:
        self._is_sending = True
        try:
            with _held_back("SIGALRM"):
                self._connection.send(message)
        except OSError:
            raise _Unheard from None
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
    """Work on tasks until there are no more, or no parent.

    inherited  ends of the parent's that a forked process has too, and that would keep them open
    """
    if hasattr(signal, "pthread_sigmask"):  # ignoring is not enough: the solvers have a handler of their own
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for end in inherited:
        end.close()
    Thread(target=_leave_with_parent, daemon=True).start()
    channel = _Channel(connection)
    signal.signal(signal.SIGTERM, channel.cancel)
    try:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        answer = make(*settings)
        while True:
            task = connection.recv()
            message: Result | Failure
            try:
                message = Result(answer(task, lambda value: channel.send(Part(value))))
            except Exception as error:
                message = Failure(_portable(error))
            channel.send(message)
    except (EOFError, OSError, KeyboardInterrupt, _Unheard):
        return


def _leave_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _portable(error: Exception) -> Exception:
    """Return `error`, or what is said of it if it cannot be pickled, with the traceback as a note."""
    import pickle
    from traceback import format_exception

    story = "".join(format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(str(error))
    error.add_note(story)
    return error
