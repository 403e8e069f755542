"""A Dask cluster as an executor.  Its workers are checked and warmed up before the first puzzle is sent to them.

In: the address of a scheduler, or `local:N` for a cluster of N processes here.  Out: a `Cluster`.  What would otherwise
fail later for every puzzle is one clear error now: no program listens or answers, the scheduler has another version, or
a worker does not answer, cannot import satcross, or has another version of it.  Workers that join later are checked in
the same way.

Dask comes with the extra `cluster`.  Its documentation says how to start a cluster, for instance on SLURM.

`watched` makes an `Executor` of a client of Dask, for as long as a block runs.  A task whose worker is lost fails, and
may be given out again.  If the scheduler is lost, or the cluster has had no workers for long, everything ends with one
clear error.

Dask's own executor (`Client.get_executor`) does neither.  It takes a task that is given out again for the task that it
knows already, so that the answer is the old failure.  When an answer cannot be fetched, it never says so.
"""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from asyncio import sleep, to_thread
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from importlib.metadata import version
from multiprocessing import resource_tracker
from platform import python_version
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Final

from satcross import __version__
from satcross.base.extras import missing_extra
from satcross.base.platform import blocked, processors
from satcross.base.records import NamedTuple
from satcross.errors import Field, OptionError, SatcrossError, TimeUp, naming

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
    report: Callable[[str], None],
) -> Iterator[Executor]:
    """Give the block an executor for the workers of `client`.

    Args:
        address: The address of the scheduler, as the user has written it.
        renew: Called every second, to start workers in the place of lost ones.
        report: Called with a sentence about a worker that is waited for.
    """
    executor = _DaskExecutor(client, address, newcomers)
    silence = Silence(report)
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
        inspect: Returns the workers that can be used; workers that do not answer are looked at again.  Raises
            SatcrossError for one that answers and cannot be used.
    """

    def __init__(self, client: Any, inspect: Callable[[Collection[str]], Collection[str]]) -> None:
        self._client: Final = client
        self._inspect: Final = inspect
        self._looking: Final = Lock()
        self.known: frozenset[str] = frozenset()
        """The workers that can be used."""

    def look(self) -> None:
        """Raise SatcrossError if one that has joined cannot be used.  Any thread but Dask's may call it."""
        with self._looking:
            joined = self._client.nthreads().keys() - self.known
            if joined:
                self.known |= frozenset(self._inspect(sorted(joined)))


class Silence:
    """Tells of each worker that has given no sign of life for `SILENCE` seconds, once for each silence."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report: Final = report
        self._sign_of: dict[str, tuple[float, float]] = {}
        self._told: Final[set[str]] = set()

    def look(self, signs: Mapping[str, float], now: float) -> None:
        """Update the last sign of life of each worker, on the clock of the scheduler; `now` is on ours."""
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
                self._report(
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
    return SatcrossError(
        message,
        place=[address],
        hint=naming("start the cluster again; with {} nothing that was found is asked for again", Field("results")),
        code="cluster",
    )


LOCAL: Final = "local:"

PROTOCOLS: Final = ("tcp", "tls", "ws", "wss")
"""The protocols of Dask by which one process reaches another one on any machine."""

CONNECTING: Final = 10.0
"""Seconds to wait for a scheduler to answer, and for its first worker."""

GRACE: Final = 1.0
"""Seconds after a limit of Dask has passed until we enforce it ourselves."""

STARTING: Final = 120.0
"""Seconds that the workers of a local cluster may take to start, and any worker to import what it needs."""

STARTS: Final = 3
"""How often a local cluster is started if one of its processes dies meanwhile."""

LEAN: Final = {"distributed.admin.low-level-log-length": 10}
"""Settings of Dask: by default it remembers the last thousand messages, which hold a batch of puzzles each."""

SILENT: Final = 100
"""A level of `logging` that nothing reaches."""

WARM: Final = (
    "satcross.solver.solutions",
    "satcross.solver.strategies",
    "satcross.author.ambiguity",
    "pysolvers",
)
"""Modules that workers import before their first puzzle."""


def is_local(address: str) -> bool:
    """Return whether the cluster is one of processes here."""
    return f"{address}:".startswith(LOCAL)


class Cluster(NamedTuple):
    """Workers that are ready.

    Attributes:
        executor: The executor that does tasks on them.
        workers: How many tasks they do at the same time.
    """

    executor: Executor
    workers: int


@contextmanager
def cluster(
    address: str, report: Callable[[str], None] = lambda text: None, connecting: float = CONNECTING
) -> Iterator[Cluster]:
    """Give the block the cluster at `address`, and leave it afterwards; one that was started for it ends.

    Args:
        report: Called with a sentence about a worker that is waited for; not by the thread of the caller.
        connecting: Seconds to wait for the scheduler to answer, and for its first worker.

    Raises:
        MissingError: Without Dask.
        OptionError: For an address that makes no sense.
        SatcrossError: With the code `cluster`.
    """
    try:
        import distributed
    except ImportError:
        raise missing_extra(
            "cluster",
            naming("{} needs Dask, which is not installed", Field("cluster")),
            naming("use {}", Field("jobs")),
        ) from None

    # We report what matters ourselves.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", category=distributed.versions.VersionMismatchWarning)
    with ExitStack() as opened:
        try:
            client, renew = opened.enter_context(_client(distributed, address, connecting))
            newcomers = Newcomers(client, partial(inspect, client, address))
            workers = _ready(client, address, newcomers, connecting)
            ready = Cluster(opened.enter_context(watched(client, address, renew, newcomers, report)), workers)
        except (OSError, ValueError, TimeoutError) as error:
            raise _no_cluster(address, error) from None
        yield ready


@contextmanager
def _client(distributed: Any, address: str, connecting: float) -> Iterator[tuple[Any, Callable[[], None]]]:
    """Give the block a client of the cluster, and what starts workers in the place of lost ones, if that is ours."""
    import dask

    if address == LOCAL.removesuffix(":"):
        address = f"{LOCAL}{processors()}"
    if not address.startswith(LOCAL):
        with dask.config.set(LEAN), _connected(distributed, address, connecting) as client:
            yield client, lambda: None
        return
    count = address.removeprefix(LOCAL)
    if not (count.isascii() and count.isdecimal() and len(count) < 5 and int(count)):
        raise OptionError(
            f"{count!r} is not a number of processes", hint=naming("write for instance {}", Field("cluster", "local:4"))
        )
    settings = LEAN | {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.scheduler.worker-saturation": 1.0,
        "distributed.worker.daemon": True,
        "distributed.comm.timeouts.connect": "60s",
    }
    resource_tracker.ensure_running()  # if it is started later, it unblocks SIGINT
    with dask.config.set(settings), ExitStack() as opened:
        with blocked("SIGINT"):  # in the workers too, which end with this process
            here = opened.enter_context(_local_cluster(distributed, address, int(count)))
        client = opened.enter_context(distributed.Client(here))
        opened.callback(here.sync, _kill_workers, here)  # before Dask waits for what they are doing
        yield client, partial(_replace, here, int(count))


def _local_cluster(distributed: Any, address: str, count: int) -> Any:
    """Return a new cluster of processes here; it is started again if one of them dies meanwhile.

    Raises:
        SatcrossError: If that happens `STARTS` times.
    """
    for _ in range(STARTS):
        try:
            return distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=SILENT
            )
        except RuntimeError as error:  # Dask has closed what it had started
            reason = _said(error)
    raise SatcrossError(
        f"processes of the cluster died {STARTS} times while they started: {reason}",
        place=[address],
        hint=naming("is there too little memory?  Use {}, or fewer processes", Field("jobs")),
        code="cluster",
    )


async def _kill_workers(here: Any) -> None:
    """End the workers of the local cluster `here`, whatever they are doing."""
    await asyncio.gather(*[nanny.kill(timeout=0) for nanny in here.workers.values()], return_exceptions=True)


def _replace(here: Any, count: int) -> None:
    """Let the local cluster `here` have `count` workers again.

    Dask starts a worker again that has died, but it closes the nanny of one that has died while it was starting.
    """
    for name, nanny in list(here.workers.items()):
        if nanny.status.name in {"closed", "failed"}:
            here.workers.pop(name, None)
    here.scale(count)


def _check_address(address: str) -> None:
    """Raise OptionError if no scheduler can have this address, which needs a port."""
    if re.fullmatch(r".*[^:/]:\d{1,5}/?", address) is None:
        raise OptionError(
            f"{address!r} is not the address of a scheduler",
            hint=naming(
                "write for instance {}, or {} for four processes here",
                Field("cluster", "tcp://10.0.0.5:8786"),
                Field("cluster", "local:4"),
            ),
        )


def _connected(distributed: Any, address: str, connecting: float) -> Any:
    """Return a client of the scheduler at `address`.

    Raises:
        OptionError: If satcross reaches no scheduler in the way that the address names.
        OSError: If no scheduler answers.
        ValueError: If no scheduler can answer at such an address.
        SatcrossError: If the scheduler does not understand this Dask: one of another version fails in its own way,
            before it can be asked for its version.
    """
    protocol, separator, _ = address.partition("://")
    if separator and protocol not in PROTOCOLS:
        known = ", ".join(f"{each}://" for each in PROTOCOLS)
        raise OptionError(
            f"satcross reaches no scheduler by {protocol}://",
            place=[address],
            hint=f"the addresses of schedulers begin with one of {known}",
        )
    _check_address(address)
    security = distributed.Security()
    arguments = security.get_connection_args("client")
    if address.startswith("tls://") and arguments.get("ssl_context") is None:
        raise SatcrossError(
            "tls:// needs certificates, and Dask's configuration names none",
            place=[address],
            hint="set distributed.comm.tls in Dask's configuration: ca-file, and cert and key of the client",
            code="cluster",
        )
    try:
        asyncio.run(_shake_hands(distributed, address, arguments, connecting))
        return distributed.Client(address, timeout=connecting, security=security)
    except (OSError, ValueError, TimeoutError, TimeUp):
        raise
    except Exception as error:
        raise SatcrossError(
            f"the scheduler does not understand Dask {distributed.__version__}, which is here: {_said(error)}",
            place=[address],
            hint="install the same version of Dask everywhere",
            code="cluster",
        ) from None


async def _shake_hands(distributed: Any, address: str, arguments: Mapping[str, Any], seconds: float) -> None:
    """Connect to the scheduler and leave again.

    Raises:
        TimeoutError: If it accepts and says nothing.

    A client of Dask would wait forever for its first word.
    """
    try:
        connecting = distributed.comm.connect(address, timeout=seconds, **arguments)
        connection = await asyncio.wait_for(connecting, seconds + GRACE)
    except TimeoutError:
        raise TimeoutError(f"the connection is accepted, but nothing is sent for {seconds:g} seconds") from None
    await connection.close()


def _ready(client: Any, address: str, newcomers: Newcomers, connecting: float) -> int:
    """Return how many tasks the workers do at the same time, after they have been looked at and warmed up."""
    try:
        client.wait_for_workers(1, timeout=STARTING if is_local(address) else connecting)
    except TimeoutError:
        raise SatcrossError(
            "the cluster has no workers", place=[address], hint="start workers: dask worker ADDRESS", code="cluster"
        ) from None
    newcomers.look()
    silent = client.nthreads().keys() - newcomers.known
    if silent:
        raise SatcrossError(
            f"the worker {min(silent)} does not answer",
            place=[address],
            hint="end it, or start it again; then run the same command again",
            code="cluster",
        )
    check_dask(address, client.get_versions())
    return sum(client.nthreads().values())


def inspect(client: Any, address: str, workers: Collection[str]) -> set[str]:
    """Let these workers import what puzzles need, and return the workers that answer.

    Raises:
        SatcrossError: If one of them cannot answer for puzzles: its Dask, Python or satcross is another one, or it
            cannot import satcross.
    """

    def ask(those: Collection[str], function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        seconds = STARTING if function is _import or is_local(address) else CONNECTING
        answers: dict[str, Any] = client.sync(_answers, client, those, seconds, function, *arguments)
        return answers

    pythons = ask(workers, python_version)  # this function and `version` are there without satcross too
    dasks = ask(pythons, version, "distributed")
    ours = {"packages": {"distributed": version("distributed"), "python": python_version()}}
    theirs = {worker: {"packages": {"distributed": dasks[worker], "python": pythons[worker]}} for worker in dasks}
    check_dask(address, {"client": ours, "scheduler": ours, "workers": theirs})
    versions = ask(dasks, version, "satcross")
    check_versions(address, versions)
    imports = ask(versions, _import, WARM)
    for worker, error in imports.items():
        if isinstance(error, BaseException):
            raise SatcrossError(
                f"the worker {worker} cannot import satcross: {_said(error)}",
                place=[address],
                hint=f"install satcross {__version__} with all that it needs where the workers run",
                code="cluster",
            )
    return set(imports)


async def _answers(
    client: Any, workers: Collection[str], seconds: float, function: Callable[..., Any], *arguments: Any
) -> dict[str, Any]:
    """Return what each worker returns for `function`, or the exception that it raises there.

    Workers that do not answer within `seconds`, for which Dask would wait without end, and that are lost are left out.
    """
    asked = {
        worker: asyncio.ensure_future(client.run(function, *arguments, workers=[worker], on_error="return"))
        for worker in workers
    }
    if asked:
        await asyncio.wait(asked.values(), timeout=seconds)
    for answer in asked.values():
        answer.cancel()  # does nothing to those that are there
    answers = {
        worker: answer.exception() or answer.result().get(worker)
        for worker, answer in asked.items()
        if answer.done() and not answer.cancelled()
    }
    return {worker: answer for worker, answer in answers.items() if not isinstance(answer, OSError)}


def check_dask(address: str, versions: Mapping[str, Any]) -> None:
    """Raise SatcrossError unless the scheduler and the workers have this Dask and this minor version of Python.

    Args:
        versions: What `Client.get_versions` has returned.
    """
    ours = _dask(versions["client"])
    others = {
        "the scheduler": versions["scheduler"],
        **{f"the worker {key}": each for key, each in versions["workers"].items()},
    }
    for name, each in others.items():
        if _dask(each) != ours:
            theirs = "Dask {} and Python {}".format(*_dask(each))
            raise SatcrossError(
                f"{name} has {theirs}, but here is Dask {ours[0]} and Python {ours[1]}",
                place=[address],
                hint="install the same versions everywhere",
                code="cluster",
            )


def _import(modules: Collection[str]) -> None:
    """Import modules, and return nothing that would have to travel."""
    for module in modules:
        import_module(module)


def _dask(versions: Mapping[str, Any]) -> tuple[str, str]:
    packages = versions["packages"]
    return str(packages["distributed"]), ".".join(str(packages["python"]).split(".")[:2])


def check_versions(address: str, versions: Mapping[str, object]) -> None:
    """Raise SatcrossError unless every worker has this version of satcross; an exception stands for none at all."""
    for worker, theirs in versions.items():
        if isinstance(theirs, BaseException):
            message = f"the worker {worker} has no satcross"
        elif theirs != __version__:
            message = f"the worker {worker} has satcross {theirs}, but this is {__version__}"
        else:
            continue
        raise SatcrossError(
            message, place=[address], hint=f"install satcross {__version__} where the workers run", code="cluster"
        )


def _said(error: BaseException) -> str:
    """Return the first line of what `error` says; its type if it says nothing."""
    return str(error).strip().split("\n")[0] or type(error).__name__


def _no_cluster(address: str, error: Exception) -> SatcrossError:
    field = Field("cluster", "local:4")
    return SatcrossError(
        f"no cluster answers: {_said(error)}",
        place=[address],
        hint=naming("start one with `dask scheduler`, or write {} for four processes here", field),
        code="cluster",
    )
