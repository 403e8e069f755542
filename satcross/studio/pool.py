"""Worker processes for a server that must not wait: a spare one is always warm, and a busy one can be killed.

In: tasks.  Out: the messages that answer them, as they come.  A worker answers one task at a time.  A task is
cancelled by killing its process, since a SAT solver cannot be interrupted; the spare process takes the next task
immediately.

No editor waits for the work of another one: each has a process for its last revision and one for each question.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from satcross.base.tasks import Death, Failure, Part, Result
from satcross.base.workers import Worker
from satcross.studio.engine import EngineDiedError, WorkItem

SPARE: Final = 2
"""Workers that are kept ready while others are busy: one for the next edit, and one for the next question."""

MOST_IDLE: Final = SPARE + 1
"""Idle workers that are kept."""

CALM: Final = 0.2
"""Seconds until a worker is started in place of one that has been taken, so that it does not slow down the answer."""

THREADS: Final = 100
"""Each busy worker has a thread that waits for its messages; others start workers, or wait until killed ones end."""

PATIENCE: Final = 5.0
"""Seconds until a process that has been killed must have ended."""


class WorkerPool:
    """The workers of one server.  Use it as an asynchronous context manager: no process is left after the block."""

    def __init__(self, start: Callable[[], Worker]) -> None:
        """Let `start` start a worker; it is called in a thread."""
        self._start: Final = start
        self._threads: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="satcross-worker")
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._restocking: asyncio.Task[None] | None = None
        self._is_closed = False

    async def __aenter__(self) -> WorkerPool:
        self._idle.append(await self._started())
        self._restock()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_closed = True
        if self._restocking is not None:
            with suppress(asyncio.CancelledError):
                await self._restocking  # not cancelled: it may have started a process that nobody knows of yet
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*(self._in_thread(worker.join, monotonic() + PATIENCE) for worker in self._all))
        self._threads.shutdown(wait=True)
        for worker in self._all:
            worker.close()

    async def answer(self, task: WorkItem) -> AsyncGenerator[Any, None]:
        """Yield the messages that answer `task`.

        If the iteration is given up or cancelled before its end, the worker is killed.

        Raises:
            EngineDiedError: If there will be no more messages because the worker has died.
        """
        # what follows each keystroke gets the worker that was busy last, which is the warmest; others may be killed
        place = -1 if task.kind == "early" else 0
        worker = self._idle.pop(place) if self._idle else await self._started()
        self._restock()
        is_done = False
        try:
            await self._in_thread(worker.give, task)
            while True:
                message = await self._in_thread(worker.message)
                if isinstance(message, Part):
                    yield message.value
                    continue
                if not isinstance(message, Result):
                    raise EngineDiedError(_reason(message))
                is_done = True
                return
        finally:
            if is_done and len(self._idle) < MOST_IDLE and not self._is_closed:
                self._idle.append(worker)
            else:
                worker.kill()
                self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        """Wait for the end of a killed process, in a thread."""

        def wait() -> None:
            worker.join(monotonic() + PATIENCE)
            self._all.discard(worker)

        if not self._is_closed:
            self._threads.submit(wait)

    def _restock(self) -> None:
        """Start spare workers, unless that is being done already."""
        if not self._is_closed and (self._restocking is None or self._restocking.done()):
            self._restocking = asyncio.get_running_loop().create_task(self._start_spare())

    async def _start_spare(self) -> None:
        if self._idle:
            await asyncio.sleep(CALM)
        while len(self._idle) < SPARE and not self._is_closed:
            self._idle.append(await self._started())

    async def _started(self) -> Worker:
        worker: Worker = await self._in_thread(self._start)
        self._all.add(worker)
        return worker

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


def _reason(message: Failure | Death) -> str:
    """Return why there will be no more messages."""
    if isinstance(message, Death):
        return f"the worker process {message.reason}"
    return "".join(getattr(message.error, "__notes__", [])) or str(message.error)
