"""satcross starts and solves on systems that lack what Linux has: Windows, and browsers."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import pytest

from satcross.base import platform
from satcross.solver.python_sat import CADICAL, SOLVERS, Solver, solver_used

ROOT = Path(__file__).resolve().parent.parent

LACKING = """
import os, signal, struct, sys
for name in ("fork", "forkpty", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("setitimer", "getitimer", "alarm", "pthread_sigmask", "SIGALRM", "SIGHUP", "SIGUSR1"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("resource", "fcntl", "termios", "pwd", "grp"):
    sys.modules[name] = None
calcsize = struct.calcsize
struct.calcsize = lambda format: 4 if format == "l" else calcsize(format)

import pysolvers
def refuse(*_):
    raise AssertionError("a budget of conflicts that is not kept here")
for name in dir(pysolvers):
    if name.endswith("_cbudget") and not name.startswith("cadical"):
        setattr(pysolvers, name, refuse)
"""
"""Takes away what Windows lacks, and lets no solver be told a number of conflicts that it would misread there."""

needs_masks = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="threads have no choice of signals")


def run_lacking(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python code on such a system."""
    return subprocess.run(
        [sys.executable, "-c", LACKING + code], capture_output=True, text=True, timeout=300, check=False, cwd=ROOT
    )


def satcross(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_lacking(f"from satcross.cli import main\nsys.exit(main({list(arguments)!r}))")


@pytest.mark.parametrize("arguments", [
    ("solve", "puzzles/mit-2013.toml"),
    ("solve", "puzzles/mit-2013.toml", "--solver", "glucose4", "--timeout", "60"),
    ("check", "puzzles/mit-2013.toml", "--timeout", "60", "--memory", "2G"),
    ("count", "puzzles/mit-2013.toml"),
    ("lint", "puzzles/hello.toml"),
    ("explain", "puzzles/hello.toml"),
    ("generate", "--rows", "2", "--columns", "2", "--seed", "1"),
])  # fmt: skip
def test_commands_answer_as_elsewhere(arguments: tuple[str, ...]) -> None:
    here = subprocess.run(
        [sys.executable, "-m", "satcross", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=ROOT,
    )
    there = satcross(*arguments)
    assert here.returncode in (0, 1)
    assert (there.stdout, there.returncode) == (here.stdout, here.returncode), there.stderr


def test_modules_with_worker_processes_can_be_imported_in_a_browser() -> None:
    """Python for browsers has `multiprocessing`, but no resource tracker (`make test-site` runs there)."""
    lacking = "import sys\nsys.modules['multiprocessing.resource_tracker'] = None\n"
    users = "from satcross.many import queue\n"
    assert run_lacking(lacking + users).returncode == 0


def test_a_limit_of_time_holds_there() -> None:
    """Twelve pigeons do not fit into eleven holes, which takes CaDiCaL minutes to find out."""
    code = (
        "from satcross.base.budget import Budget\n"
        "from satcross.errors import TimeUp\n"
        "from satcross.solver.python_sat import Solver\n"
        "from time import monotonic\n"
        "from tests.formulas import pigeons\n"
        "solver = Solver('glucose4', Budget(1.0))\n"
        "begin = monotonic()\n"
        "try:\n"
        "    solver.add_all(pigeons(11))\n"
        "    solver.solve()\n"
        "except TimeUp:\n"
        "    print(solver.name, monotonic() - begin < 60)\n"
    )
    done = run_lacking(code)
    assert done.stdout == "cadical153 True\n", done.stderr


def test_every_solver_is_used_where_budgets_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.solver.python_sat.ARE_BUDGETS_KEPT", True)
    assert [solver_used(name) for name in SOLVERS if name != "auto"] == [name for name in SOLVERS if name != "auto"]


def test_only_cadical_is_used_where_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.solver.python_sat.ARE_BUDGETS_KEPT", False)
    assert {solver_used(name) for name in SOLVERS} == set(CADICAL)
    with Solver("glucose4") as solver:
        assert solver.name == "cadical153"


def test_a_process_is_worn_when_it_holds_much_memory_that_it_cannot_give_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "most_memory_held", lambda: 1_000)
    monkeypatch.setattr(platform, "WORN", None)
    assert not platform.should_restart()
    monkeypatch.setattr(platform, "WORN", 1_001)
    assert not platform.should_restart()
    monkeypatch.setattr(platform, "WORN", 1_000)
    assert platform.should_restart()


def masked() -> set[Any]:
    """Return the signals that this thread blocks."""
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def in_another_thread(work: Callable[[], object]) -> None:
    """Do `work` in a thread, and wait for its end."""
    thread = Thread(target=work)
    thread.start()
    thread.join()


def interrupt() -> None:
    """Send Ctrl-C to this process; this thread gets it."""
    platform.unblock("SIGINT")
    os.kill(os.getpid(), signal.SIGINT)


@needs_masks
def test_an_interruption_while_a_signal_is_being_blocked_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    before, mask = masked(), signal.pthread_sigmask

    def mask_and_raise(how: int, numbers: Iterable[int]) -> set[Any]:
        result = mask(how, numbers)
        if numbers and how == signal.SIG_BLOCK:
            raise KeyboardInterrupt
        return result

    monkeypatch.setattr(signal, "pthread_sigmask", mask_and_raise)
    with pytest.raises(KeyboardInterrupt), platform.blocked("SIGINT", "SIGTERM"):
        pass
    monkeypatch.undo()
    assert signal.pthread_sigmask(signal.SIG_SETMASK, before) == before
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


FORKING = """
import os, sys
from satcross.base.platform import blocked
from tests.test_platform import in_another_thread, interrupt

is_watching = False
os.register_at_fork(**{sys.argv[1]: lambda: is_watching and in_another_thread(interrupt)})
try:
    with blocked("SIGINT", "SIGTERM"):
        is_watching = True
        child = os.fork()
        if not child:
            os._exit(0)
        is_watching = False
        print("forked")
except KeyboardInterrupt:
    os.waitpid(child, 0)
    print("interrupted")
"""
"""Forks, and another thread gets Ctrl-C in a function that Python calls then, where no exception comes through."""


@needs_masks
@pytest.mark.parametrize("place", ["before", "after_in_parent"])
def test_an_interruption_that_another_thread_gets_around_a_fork_waits(place: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORKING, place]  # 3.12 and later warn of forks beside threads
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("forked\ninterrupted\n", "")


@needs_masks
def test_a_signal_that_somebody_unblocks_meanwhile_waits() -> None:
    went_on = False

    def work() -> None:
        nonlocal went_on
        with platform.blocked("SIGINT"):
            interrupt()
            interrupt()
            went_on = True

    with pytest.raises(KeyboardInterrupt):
        work()
    assert went_on
    assert signal.SIGINT not in masked()


@needs_masks
def test_signals_that_come_in_nested_blocks_wait_for_the_end_of_the_outer_one() -> None:
    went_on = False

    def work() -> None:
        nonlocal went_on
        with platform.blocked("SIGINT"):
            with platform.blocked("SIGINT"):
                in_another_thread(interrupt)
            went_on = True

    with pytest.raises(KeyboardInterrupt):
        work()
    assert went_on


@needs_masks
def test_a_signal_in_the_middle_of_the_end_loses_no_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(number: int, frame: FrameType | None) -> None:
        raise ZeroDivisionError

    put = signal.signal

    def put_and_leave(number: int, handler: Any) -> Any:
        result = put(number, handler)
        if handler is leave:
            signal.raise_signal(number)
        return result

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    signal.signal(signal.SIGTERM, leave)
    try:
        with pytest.raises(ZeroDivisionError), platform.blocked("SIGTERM", "SIGINT"):
            monkeypatch.setattr(signal, "signal", put_and_leave)
        monkeypatch.undo()
        with pytest.raises(KeyboardInterrupt):
            interrupt()
        assert not masked() & {signal.SIGINT, signal.SIGTERM}
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@needs_masks
def test_a_thread_that_is_started_while_all_signals_are_blocked_gets_none() -> None:
    found: list[set[Any]] = []
    with platform.blocked():
        in_another_thread(lambda: found.append(masked()))
    assert found[0] >= {signal.SIGINT, signal.SIGTERM, signal.SIGALRM}
    assert not masked() & {signal.SIGINT, signal.SIGTERM, signal.SIGALRM}


def test_deep_nesting_is_refused_where_the_stack_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "MOST_NESTED", None)
    platform.check_nesting("[" * 100_000)
    monkeypatch.setattr(platform, "MOST_NESTED", 1_000)
    platform.check_nesting("[" * 1_000 + "]" * 1_000)
    platform.check_nesting('["' + "[" * 5_000 + r"\"" + "{" * 5_000 + '"]')  # brackets of a clue
    platform.check_nesting("[" + "[]," * 5_000 + "0]")
    with pytest.raises(RecursionError):
        platform.check_nesting("[" * 1_001)
    with pytest.raises(RecursionError):
        platform.check_nesting('{"a":' * 1_001)
