"""A cluster of Dask: the same output, clear errors for every cluster that cannot be used, and lost workers."""

import asyncio
import os
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from pickle import dumps
from socket import create_server
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

import satcross
from satcross.errors import MissingError, OptionError, SatcrossError
from satcross.many import cluster as clusters, executor
from satcross.many.cluster import check_dask, cluster
from satcross.many.executor import ExecutorBackend
from satcross.many.queue import answered
from tests.processes import children, started, wait_until
from tests.transcript import ROOT, blot

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

pytestmark = pytest.mark.long

PUZZLES = [str(ROOT / "puzzles" / f"{name}.toml") for name in ("hello", "draw", "pigeons", "cats", "hexagon")]


def deadly(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def deadly_once(folder: Path, number: int) -> int:
    if number == 1 and not (folder / "died").exists():
        (folder / "died").touch()
        os._exit(1)
    return number


def test_the_answers_are_those_of_one_process_and_a_lost_worker_costs_its_puzzle_only(tmp_path: Path) -> None:
    puzzles = [satcross.load(path) for path in PUZZLES] * 4
    with cluster("local:2") as two:
        assert two.workers == 2
        checked = list(answered(satcross.check, puzzles, two.executor, workers=two.workers))
        counted = list(answered(deadly, range(8), two.executor, workers=two.workers))
        again = list(answered(partial(deadly_once, tmp_path), range(4), two.executor, workers=two.workers))
    assert [each.answer for each in checked] == [satcross.check(each) for each in puzzles]
    assert [each.answer for each in counted] == [0, 1, 2, None, 4, 5, 6, 7]
    assert [each.answer for each in again] == [0, 1, 2, 3]
    error = counted[3].error
    assert isinstance(error, SatcrossError)
    assert error.code == "worker"


def output(*options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "satcross", "check", *options, *PUZZLES, "missing.toml"], cwd=ROOT, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False,
    )  # fmt: skip
    return blot(done.stdout)


@pytest.mark.slow
def test_the_command_prints_what_one_process_prints() -> None:
    assert output("--cluster", "local:2") == output()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_ends_a_local_cluster_without_a_word_from_its_workers() -> None:
    """A terminal sends the signal to all processes of its group."""
    process = started(
        [sys.executable, "-m", "satcross", "check", "--cluster", "local:1", *PUZZLES * 100], cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        errors = process.stderr.read()
    *summary, last = errors.splitlines()
    assert (process.returncode, last) == (130, "satcross: interrupted")
    assert all(re.fullmatch(r"\d+ puzzles?: .* when it was interrupted", line) for line in summary)


def test_an_address_where_nobody_listens_is_one_clear_error() -> None:
    with pytest.raises(SatcrossError) as caught, cluster("127.0.0.1:9", connecting=0.3):
        pass
    assert caught.value.code == "cluster"
    assert "no cluster answers" in caught.value.message
    assert "dask scheduler" in str(caught.value.hint)


def test_a_port_that_accepts_and_says_nothing_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "GRACE", 0.0)
    with create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        said = "the connection is accepted, but nothing is sent"
        with pytest.raises(SatcrossError, match=said), cluster(address, connecting=1.0):
            pass


def test_tls_without_certificates_says_what_to_configure() -> None:
    with pytest.raises(SatcrossError, match="Dask's configuration names none") as caught, cluster("tls://127.0.0.1:9"):
        pass
    assert "distributed.comm.tls" in str(caught.value.hint)


class FakeClient:
    """A client whose workers return these values for functions; `SILENT` is a worker that never does."""

    def __init__(self, **answer_of: dict[str, object]) -> None:
        self.answer_of = answer_of

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.answer_of, 1)

    async def run(
        self, function: Callable[..., object], *arguments: object, workers: list[str], on_error: str
    ) -> dict[str, object]:
        (worker,) = workers
        answer = self.answer_of[worker].get(" ".join([function.__name__, *map(str, arguments[:1])]), "")
        if answer is SILENT:
            await asyncio.sleep(1e6)
        if isinstance(answer, OSError):
            raise answer
        return {worker: answer}

    def sync(self, function: Callable[..., Any], *arguments: object) -> object:
        return asyncio.run(function(*arguments))


SILENT = object()


def good_worker(**other: object) -> dict[str, object]:
    answers = {
        "python_version": platform.python_version(),
        "version distributed": version("distributed"),
        "version satcross": satcross.__version__,
    }
    return {**answers, **{name.replace("_of_", " "): value for name, value in other.items()}}


@pytest.mark.parametrize(
    ("worker", "message"),
    [
        ({"version_of_satcross": "0.0.9"}, r"the worker b has satcross 0\.0\.9, but this is"),
        ({"version_of_satcross": ModuleNotFoundError("satcross")}, "the worker b has no satcross"),
        ({"version_of_distributed": "2020.1.0"}, r"the worker b has Dask 2020\.1\.0 and Python"),
        ({"python_version": "3.9.1"}, "the worker b has Dask .* and Python 3.9, but here is"),
        ({f"_import_of_{clusters.WARM}": ImportError("libsat.so is missing\nmore")},
         "the worker b cannot import satcross: libsat.so is missing$"),
    ],
)  # fmt: skip
def test_a_worker_that_cannot_answer_for_puzzles_is_one_clear_error(worker: dict[str, object], message: str) -> None:
    client = FakeClient(a=good_worker(), b=good_worker(**worker))
    with pytest.raises(SatcrossError) as caught:
        clusters.inspect(client, "here", ["a", "b"])
    assert re.search(message, caught.value.message)
    assert caught.value.code == "cluster"


def test_workers_that_are_silent_or_lost_while_they_are_looked_at_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECTING", 0.01)
    client = FakeClient(
        a=good_worker(), b=good_worker(version_of_satcross=SILENT), c=good_worker(version_of_satcross=OSError("lost"))
    )
    assert clusters.inspect(client, "here", ["a", "b", "c"]) == {"a"}


def test_a_worker_that_is_stopped_before_the_first_puzzle_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECTING", 0.01)
    client = FakeClient(a=good_worker(), b=good_worker(python_version=SILENT))
    monkeypatch.setattr(client, "wait_for_workers", lambda *_, **__: None, raising=False)
    monkeypatch.setattr(clusters, "_client", lambda *_: nullcontext((client, lambda: None)))
    with pytest.raises(SatcrossError, match="the worker b does not answer"), cluster("tcp://x:1"):
        pass


def test_a_worker_of_another_version_that_joins_later_ends_everything() -> None:
    """Whether it is seen by the watch, or first fails at a task."""
    client = FakeClient(a=good_worker())
    newcomers = clusters.Newcomers(client, partial(clusters.inspect, client, "here"))
    newcomers.look()
    client.answer_of["b"] = good_worker()
    newcomers.look()
    assert newcomers.known == {"a", "b"}
    client.answer_of["c"] = good_worker(version_of_satcross="99.0")
    with pytest.raises(SatcrossError, match=r"the worker c has satcross 99\.0"):
        newcomers.look()


def test_answers_of_another_version_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task may be done before anybody has looked at the worker."""
    with ThreadPoolExecutor(1) as pool:
        backend = ExecutorBackend(pool, answering_abs, 1)
        monkeypatch.setattr(executor, "do_batch", lambda *_: dumps(("99.0", b"")))
        backend.give(0, -1, again=False)
        with pytest.raises(SatcrossError, match=r"a worker has satcross 99\.0, but this is"):
            list(backend.messages())


def answering_abs() -> Callable[[int, object], int]:
    return lambda number, send: abs(number)


def test_a_worker_that_gives_no_sign_of_life_is_told_of_once() -> None:
    told: list[str] = []
    silence = clusters.Silence(told.append)
    for now in range(100):
        silence.look({"good": float(now), "stopped": 7.0}, float(now))
    assert told == [
        "the worker stopped has given no sign of life for 30 seconds; its puzzles wait until it answers again,"
        " or ends and others take them"
    ]
    silence.look({"good": 200.0, "stopped": 200.0}, 200.0)
    silence.look({"good": 240.0, "stopped": 200.0}, 240.0)
    assert len(told) == 2


def test_an_error_of_those_who_use_the_cluster_is_not_taken_for_one_of_the_cluster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = SimpleNamespace(nthreads=dict)
    monkeypatch.setattr(clusters, "_client", lambda *_: nullcontext((client, lambda: None)))
    monkeypatch.setattr(clusters, "_ready", lambda *_: 1)
    with pytest.raises(OSError, match="disk"), cluster("127.0.0.1:9"):
        raise OSError("the disk is full")


def test_an_address_without_a_port_is_one_clear_error() -> None:
    for address in ("nonsense", "tcp://nonsense"):
        with pytest.raises(OptionError, match=f"^'{address}' is not the address of a scheduler"), cluster(address):
            pass


@pytest.mark.parametrize(
    ("addresses", "message"),
    [
        (("ucx://x:1", "ucxx://x", "inproc://x", "inproc://192.0.2.2/5/6"), "reaches no scheduler by"),
        (("local:", "local:0", "local:many", "local:-1"), "is not a number of processes"),
    ],
)
def test_an_address_that_no_cluster_can_have_is_refused(addresses: tuple[str, ...], message: str) -> None:
    for address in addresses:
        with pytest.raises(OptionError, match=message), cluster(address):
            pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingError) as caught, cluster("local:2"):
        pass
    assert "distributed" in str(caught.value.hint)


def test_a_scheduler_that_does_not_understand_this_dask_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of another version raises whatever it stumbles over first."""

    def stumbling(*_: object, **__: object) -> None:
        raise TypeError("identity() got an unexpected keyword argument 'n_workers'\n")

    async def understanding(*_: object) -> None:
        """Shake hands."""

    monkeypatch.setattr(distributed, "Client", stumbling)
    monkeypatch.setattr(clusters, "_shake_hands", understanding)
    with (
        pytest.raises(SatcrossError, match=r"does not understand Dask .*: identity\(\) got") as caught,
        cluster("tcp://x:1"),
    ):
        pass
    assert caught.value.code == "cluster"
    assert caught.value.hint is not None
    assert "same version" in caught.value.hint


def versions(dask: str, python: str) -> dict[str, Any]:
    return {"packages": {"distributed": dask, "python": python}}


def test_a_scheduler_or_worker_of_another_dask_or_python_is_one_clear_error() -> None:
    ours = versions("2026.8.0", "3.11.7.final.0")
    check_dask("here", {"client": ours, "scheduler": versions("2026.8.0", "3.11.9"), "workers": {"a": ours}})
    with pytest.raises(SatcrossError, match=r"the scheduler has Dask 2025.1.0 and Python 3.11, but here is"):
        check_dask("here", {"client": ours, "scheduler": versions("2025.1.0", "3.11.9"), "workers": {"a": ours}})
    with pytest.raises(SatcrossError, match=r"the worker a has Dask 2026.8.0 and Python 3.12, but here is"):
        check_dask("here", {"client": ours, "scheduler": ours, "workers": {"a": versions("2026.8.0", "3.12.1")}})


WITHOUT_WORKERS = """
if __name__ == "__main__":
    import distributed
    from satcross.errors import SatcrossError, render
    from satcross.many import cluster as clusters

    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=100) as empty:
        try:
            with clusters.cluster(empty.scheduler_address, connecting=2.0):
                pass
        except SatcrossError as error:
            print(render(error))
"""


def output_of(program: str, folder: Path) -> str:
    """Return what `program` prints, in a process of its own, since Dask keeps threads."""
    (folder / "program.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, encoding="utf-8",
        stdout=subprocess.PIPE, timeout=120, check=False,
    )  # fmt: skip
    return done.stdout


def test_a_scheduler_without_workers_is_one_clear_error(tmp_path: Path) -> None:
    said = output_of(WITHOUT_WORKERS, tmp_path)
    assert "the cluster has no workers\n    hint: start workers: dask worker ADDRESS" in said


LOST = """
if __name__ == "__main__":
    import distributed
    from satcross.errors import SatcrossError, render
    from satcross.many import cluster as clusters
    from satcross.many.queue import answered

    clusters.LOOKING = 0.1
    clusters.PATIENCE = 0.5
    here = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=None, silence_logs=100
    )
    try:
        with clusters.cluster(here.scheduler_address) as found:
            for answer in answered(abs, iter(range(1_000_000)), found.executor, workers=1):
                if answer.answer == 20:
                    {lose}
    except SatcrossError as error:
        print(render(error))
"""


@pytest.mark.parametrize(
    ("lose", "message"),
    [
        # whichever is noticed first: the workers are closed before the scheduler
        ("here.close()", "the scheduler does not answer any more|the cluster has had no workers for 0 seconds"),
        ("here.scale(0)", "the cluster has had no workers for 0 seconds"),
    ],
)
def test_a_cluster_that_is_lost_while_it_works_is_one_clear_error(lose: str, message: str, tmp_path: Path) -> None:
    said = output_of(LOST.format(lose=lose), tmp_path)
    assert re.search(message, said)
    assert "with results nothing that was found is asked for again" in said


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux lists the children of a process")
def test_a_process_that_dies_while_a_local_cluster_starts_costs_nothing() -> None:
    killed: list[int] = []

    def kill() -> None:
        wait_until(lambda: any(map(is_spawned, children())))
        killed.append(next(filter(is_spawned, children())))
        os.kill(killed[0], signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    with cluster("local:2") as two:
        assert list(two.executor.map(abs, [-1, -2])) == [1, 2]
    killer.join()
    assert killed


def is_spawned(process: int) -> bool:
    """Return whether a child is one that multiprocessing has started afresh, as Dask lets it."""
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def test_processes_that_die_again_and_again_are_one_clear_error() -> None:
    def die(**settings: object) -> object:
        raise RuntimeError("Nanny failed to start.")

    with pytest.raises(SatcrossError, match="died 3 times while they started: Nanny failed to start") as caught:
        clusters._local_cluster(SimpleNamespace(LocalCluster=die), "local:2", 2)
    assert caught.value.place == ("local:2",)


def test_a_local_cluster_listens_on_this_computer_only() -> None:
    psutil = pytest.importorskip("psutil", reason="Dask needs it")
    with cluster("local:1"):
        here = psutil.Process()
        ports = [each for one in (here, *here.children(recursive=True)) for each in one.net_connections("inet")]
    listening = [each.laddr.ip for each in ports if each.status == psutil.CONN_LISTEN]
    assert listening
    assert set(listening) <= {"127.0.0.1", "::1"}
