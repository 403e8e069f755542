"""Worker processes: a worker whose messages nobody reads ends, and its function sees no error."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep

import pytest

from satcross.base.platform import CAN_FORK
from satcross.base.tasks import Part, Result
from satcross.base.workers import Send, Workers
from tests.processes import MOST_PATIENCE, wait_until
from tests.transcript import ROOT


def talking(log: Path) -> Callable[[str, Send], None]:
    """Return a function that sends messages until it is stopped, and logs the error that it sees, if any."""

    def talk(task: str, send: Send) -> None:
        said = "left"
        try:
            while True:
                send(task)
        except Exception as error:
            said = repr(error)
        finally:
            log.write_text(said)

    return talk


def test_a_worker_whose_messages_nobody_reads_ends_without_an_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    with Workers(1, talking, log) as workers:
        worker = workers.idle()
        worker.give("hello")
        assert worker.message() == Part("hello")
        worker.close()
        worker.join(monotonic() + MOST_PATIENCE)
    assert log.read_text() == "left"
    assert capfd.readouterr() == ("", "")


class Lingering:
    """An object whose finalizer begins a message and takes until the process is cancelled."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def __del__(self) -> None:
        self._send("being deleted")
        while True:
            sleep(60)


def deleting(log: Path) -> Callable[[str, Send], None]:
    """Return a function that deletes an object for ever, and logs that it was cancelled."""

    def delete(task: str, send: Send) -> None:
        try:
            while True:
                Lingering(send)
                sleep(60)
        except KeyboardInterrupt:
            log.write_text("cancelled")
            raise

    return delete


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_worker_that_is_deleting_an_object_can_be_cancelled_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    with Workers(1, deleting, log) as workers:
        worker = workers.idle()
        worker.give("hello")
        assert worker.message() == Part("being deleted")
        worker.cancel()
        worker.join(monotonic() + MOST_PATIENCE)
    assert log.read_text() == "cancelled"
    assert capfd.readouterr() == ("", "")


def telling_the_process() -> Callable[[str, Send], int]:
    """Return a function that answers every task with the number of its process."""
    return lambda task, send: os.getpid()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_worker_that_is_killed_between_two_tasks_is_replaced() -> None:
    with Workers(2, telling_the_process) as workers:
        worker = workers.idle()
        worker.give("first")
        first = worker.message()
        assert isinstance(first, Result)
        os.kill(first.value, signal.SIGKILL)
        wait_until(lambda: not worker.is_alive)
        other = workers.idle()
        other.give("second")
        second = other.message()
        assert isinstance(second, Result)
        assert second.value not in (first.value, os.getpid())


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interruption_while_a_worker_starts_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[BaseProcess] = []
    start = BaseProcess.start

    def start_and_interrupt(process: BaseProcess) -> None:
        start(process)
        started.append(process)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(BaseProcess, "start", start_and_interrupt)
    with pytest.raises(KeyboardInterrupt), Workers(1, telling_the_process) as workers:
        workers.idle()
    assert [process.is_alive() for process in started] == [False]


STARTING = """
import signal, sys
from multiprocessing import set_start_method, util
from satcross.base.workers import Workers
from tests.test_workers import telling_the_process

start = util.spawnv_passfds

def watched(*arguments):
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    return start(*arguments)

util.spawnv_passfds = watched
set_start_method(sys.argv[1])
with Workers(1, telling_the_process) as workers:
    worker = workers.idle()
    worker.give("hello")
    worker.message()
"""
"""Starts a worker, and says of each new process of Python whether Ctrl-C is blocked in it from its beginning."""


@pytest.mark.skipif(not CAN_FORK, reason="processes as POSIX has them")
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_are_not_forked_are_started_with_ctrl_c_blocked(method: str) -> None:
    """Python takes a while to start, and would show a traceback when it is interrupted meanwhile."""
    done = subprocess.run(
        [sys.executable, "-c", STARTING, method], capture_output=True, text=True, timeout=120, check=False, cwd=ROOT
    )
    assert (done.stdout, done.stderr) == ("True\nTrue\n", "")
