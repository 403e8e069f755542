"""The workers of a Dask cluster as an executor that does not wait for what will never come.

In: a client of Dask.  Out: an `Executor`, for as long as a block runs.  A task whose worker is lost fails, and may be
given out again.  A scheduler that is lost, and a cluster that has had no workers for long, end everything with one
clear error.

Dask's own executor (`Client.get_executor`) does neither.  It takes a task that is given out again for the one that it
knows already, so that the answer is the old failure.  When an answer cannot be fetched, it never says so.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

from satcross.errors import ErrorCode, SatcrossError

LOOKING: Final = 1.0
"""Seconds after which the watch looks again."""

PATIENCE: Final = 300.0
"""Seconds that a cluster may have no workers; new ones may wait in a queue."""

LEAVING: Final = 5.0
"""Seconds that the watch may take to end; the scheduler may be asked a question just then."""


@contextmanager
def watched(client: Any, address: str, renew: Callable[[], None]) -> Iterator[Executor]:
    """Give the block an executor for the workers of `client`.

    address  of the scheduler, as the user has written it
    renew    is called every second, to start workers in the place of lost ones
    """
    executor = _DaskExecutor(client, address)
    is_over = Event()

    def watch() -> None:
        seen = monotonic()
        while not is_over.wait(LOOKING):
            with suppress(Exception):  # a scheduler that is lost is noticed by those who wait for its answers
                renew()
                if client.scheduler_info(n_workers=1)["workers"]:
                    seen = monotonic()
                elif monotonic() - seen > PATIENCE:
                    executor.end(_error(address, f"the cluster has had no workers for {PATIENCE:.0f} seconds"))

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield executor
    finally:
        is_over.set()
        thread.join(LEAVING)


class _DaskExecutor(Executor):
    """Each task is one of Dask.  When the cluster is lost, `submit` and the futures raise SatcrossError."""

    def __init__(self, client: Any, address: str) -> None:
        self._client: Final = client
        self._address: Final = address
        self._open: Final[set[Future[Any]]] = set()  # used by Dask's own thread only
        self._ended: SatcrossError | None = None

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if self._ended is not None:
            raise self._ended
        task = self._client.submit(function, *arguments, **named, pure=False)
        answer: Future[Any] = Future()
        answer.add_done_callback(lambda _: _cancel(task) if answer.cancelled() else None)
        self._client.loop.add_callback(self._fetch, task, answer)
        return answer

    def end(self, error: SatcrossError) -> None:
        """Let all tasks, also later ones, fail with `error`."""
        self._ended = error
        self._client.loop.add_callback(self._fail_all, error)

    async def _fetch(self, task: Any, answer: Future[Any]) -> None:
        """Put what becomes of `task` into `answer`."""
        self._open.add(answer)
        try:
            found = await self._client.gather(task, asynchronous=True)
        except Exception as error:
            while self._client.status == "connecting":  # again, after the connection was lost
                await sleep(LOOKING / 10)
            if self._client.status != "running":
                self._ended = _error(self._address, "the scheduler does not answer any more")
            _settle(answer, self._ended or error)
        else:
            _settle(answer, found)
        finally:
            self._open.discard(answer)

    def _fail_all(self, error: SatcrossError) -> None:
        for answer in list(self._open):
            _settle(answer, error)


def _cancel(task: Any) -> None:
    """Cancel a task of Dask."""
    with suppress(Exception):  # there may be no scheduler any more
        task.cancel()


def _settle(answer: Future[Any], found: Any) -> None:
    """Put a result or an exception into `answer`, unless it has been cancelled or has one already."""
    if answer.done() or not answer.set_running_or_notify_cancel():
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)


def _error(address: str, message: str) -> SatcrossError:
    hint = "start the cluster again; with --results nothing that was found is asked for again"
    return SatcrossError(message, place=[address], hint=hint, code=ErrorCode.CLUSTER)
