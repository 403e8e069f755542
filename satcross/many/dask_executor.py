"""The workers of a Dask cluster as an executor that does not wait for what will never come.

In: a client of Dask.  Out: an `Executor`, for as long as a block runs.  A task whose worker is lost fails, and may be
given out again.  A scheduler that is lost, and a cluster that has had no workers for long, end everything with one
clear error.

Dask's own executor (`Client.get_executor`) does neither.  It takes a task that is given out again for the one that it
knows already, so that the answer is the old failure.  When an answer cannot be fetched, it never says so.
"""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Final

from satcross.errors import ErrorCode, Field, SatcrossError, naming

LOOKING: Final = 1.0
"""Seconds after which the watch looks again."""

PATIENCE: Final = 300.0
"""Seconds that a cluster may have no workers; new ones may wait in a queue."""

LEAVING: Final = 5.0
"""Seconds that the watch may take to end; the scheduler may be asked a question just then."""


SILENCE: Final = 30.0
"""Seconds without a sign of life after which a worker is reported; Dask's workers give one every few seconds."""


@contextmanager
def watched(
    client: Any,
    address: str,
    renew: Callable[[], None],
    newcomers: Newcomers,
    tell: Callable[[str], None],
) -> Iterator[Executor]:
    """Give the block an executor for the workers of `client`.

    Args:
        address: The address of the scheduler, as the user has written it.
        renew: Called every second, to start workers in the place of lost ones.
        tell: Called with a sentence about a worker that is waited for.
    """
    executor = _DaskExecutor(client, address, newcomers)
    silence = Silence(tell)
    is_over = Event()

    def watch() -> None:
        seen = monotonic()
        while not is_over.wait(LOOKING):
            with suppress(Exception):  # a scheduler that is lost is noticed by those who wait for its answers
                renew()
                executor.look()
                workers = client.scheduler_info(n_workers=-1)["workers"]
                silence.look({worker: each["last_seen"] for worker, each in workers.items()}, monotonic())
                if workers:
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


class Newcomers:
    """Inspects the workers that have joined since the last look.

    Args:
        inspect: Returns the workers that can be used; those that do not answer are looked at again.  Raises
            SatcrossError for one that answers and cannot be used.
    """

    def __init__(self, client: Any, inspect: Callable[[Collection[str]], Collection[str]]) -> None:
        self._client: Final = client
        self._inspect: Final = inspect
        self._looking: Final = Lock()
        self.known: frozenset[str] = frozenset()
        """The workers that can be used."""

    def look(self) -> None:
        """Raise SatcrossError if one that has joined cannot be used.  Any thread but that of Dask may call it."""
        with self._looking:
            joined = self._client.nthreads().keys() - self.known
            if joined:
                self.known |= frozenset(self._inspect(sorted(joined)))


class Silence:
    """Tells of each worker that has given no sign of life for `SILENCE` seconds, once for each silence."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell: Final = tell
        self._sign_of: dict[str, tuple[float, float]] = {}
        self._told: Final[set[str]] = set()

    def look(self, signs: Mapping[str, float], now: float) -> None:
        """Take note of the last sign of life of each worker, on the clock of the scheduler; `now` is on ours."""
        before = self._sign_of
        self._sign_of = {
            worker: before[worker] if worker in before and before[worker][0] == sign else (sign, now)
            for worker, sign in signs.items()
        }
        for worker, (_, since) in self._sign_of.items():
            if now - since < SILENCE:
                self._told.discard(worker)
            elif worker not in self._told:
                self._told.add(worker)
                self._tell(
                    f"the worker {worker} has given no sign of life for {SILENCE:.0f} seconds; its puzzles wait until"
                    " it answers again, or ends and others take them"
                )


class _DaskExecutor(Executor):
    """Each task is one of Dask.  When the cluster is lost, `submit` and the futures raise SatcrossError."""

    def __init__(self, client: Any, address: str, newcomers: Newcomers) -> None:
        self._client: Final = client
        self._address: Final = address
        self._newcomers: Final = newcomers
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

    def look(self) -> None:
        """End everything if a worker has joined that cannot be used."""
        try:
            self._newcomers.look()
        except SatcrossError as error:
            self.end(error)

    def end(self, error: SatcrossError) -> None:
        """Let all tasks, also later ones, fail with `error`."""
        self._ended = error
        self._client.loop.add_callback(self._fail_all, error)

    async def _fetch(self, task: Any, answer: Future[Any]) -> None:
        """Put what becomes of `task` into `answer`."""
        self._open.add(answer)
        try:
            result = await self._client.gather(task, asynchronous=True)
        except Exception as error:
            while self._client.status == "connecting":  # again, after the connection was lost
                await sleep(LOOKING / 10)
            if self._client.status != "running":
                self._ended = _error(self._address, "the scheduler does not answer any more")
            elif self._ended is None:  # one that has just joined may be the reason
                with suppress(Exception):
                    await to_thread(self.look)
            _settle(answer, self._ended or error)
        else:
            _settle(answer, result)
        finally:
            self._open.discard(answer)

    def _fail_all(self, error: SatcrossError) -> None:
        for answer in list(self._open):
            _settle(answer, error)


def _cancel(task: Any) -> None:
    """Cancel a task of Dask."""
    with suppress(Exception):  # there may be no scheduler any more
        task.cancel()


def _settle(answer: Future[Any], result: Any) -> None:
    """Put a result or an exception into `answer`, unless it has been cancelled or has one already."""
    if answer.done() or not answer.set_running_or_notify_cancel():
        return
    if isinstance(result, Exception):
        answer.set_exception(result)
    else:
        answer.set_result(result)


def _error(address: str, message: str) -> SatcrossError:
    hint = naming("start the cluster again; with {} nothing that was found is asked for again", Field("results"))
    return SatcrossError(message, place=[address], hint=hint, code=ErrorCode.CLUSTER)
