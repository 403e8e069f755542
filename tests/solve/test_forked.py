"""Work in a copy of the process: its answer comes back, and nothing of it is left however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from satcross.base.budget import Budget
from satcross.base.tuning import DEFAULT_TUNING
from satcross.errors import LimitError, TimeUp
from satcross.solver.backends.forked import IS_POSSIBLE, DiedError, run_forked
from satcross.solver.backends.proof import PROVERS, refute
from satcross.solver.backends.python_sat import SOLVERS, Solver
from tests.pace import ENDLESS
from tests.processes import children

pytestmark = pytest.mark.skipif(not IS_POSSIBLE, reason="processes cannot be copied here")


def die() -> bytes:
    """Die as programs do of a lack of memory."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'")
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


@pytest.fixture(autouse=True)
def _no_child_is_left() -> Iterator[None]:
    """Other tests may have started processes that are still of use."""
    before = children()
    yield
    assert children() <= before


@pytest.mark.parametrize("size", [0, 1, 5_000_000])
def test_the_answer_comes_back_whole(size: int) -> None:
    assert run_forked(lambda: b"." * size, 20) == b"." * size


def test_work_without_end_is_ended() -> None:
    def endless() -> bytes:
        while True:
            pass

    start = time.monotonic()
    assert run_forked(endless, 0.3) is None
    assert time.monotonic() - start < ENDLESS


def test_a_copy_that_dies_is_an_error_and_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DiedError):
        run_forked(die, 20)
    assert capfd.readouterr() == ("", "")


def test_an_exception_here_leaves_no_copy() -> None:
    def ring(number: int, frame: object) -> None:
        raise ZeroDivisionError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(ZeroDivisionError):
            run_forked(lambda: time.sleep(60) or b"", 50)
    finally:
        signal.signal(signal.SIGALRM, before)


def pigeons(holes: int) -> list[list[int]]:
    """Return clauses that no assignment satisfies: each of more pigeons than holes has a hole of its own."""
    at = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(holes + 1)]
    clashes = [
        [-at[one][hole], -at[two][hole]] for hole in range(holes) for one in range(holes + 1) for two in range(one)
    ]
    return [*at, *clashes]


ALWAYS_FORKED = DEFAULT_TUNING._replace(first_slice_seconds=1e6)


@pytest.mark.parametrize("name", SOLVERS)
def test_solvers_answer_the_same_in_a_fork(name: str) -> None:
    with Solver(name, Budget.lasting(60), ALWAYS_FORKED) as solver:
        for clause in ([1, 2], [-1, 3], [-2, 3], [-3, 4, 5]):
            solver.add(list(clause))
        assert solver.solve([-4])
        assert [solver.is_true(lit) for lit in (3, 4, 5)] == [True, False, True]
        assert not solver.solve([-3, 6])
        assert solver.core([-3, 6]) == (-3,)
        solver.add([-3])
        assert not solver.solve()


@pytest.mark.parametrize("name", SOLVERS)
def test_time_is_up_in_the_middle_of_a_solvers_work(name: str) -> None:
    with Solver(name, Budget.lasting(0.5), ALWAYS_FORKED) as solver:
        for clause in pigeons(14):
            solver.add(clause)
        start = time.monotonic()
        with pytest.raises(TimeUp):
            solver.solve()
        assert time.monotonic() - start < ENDLESS


def test_a_solver_that_dies_in_a_fork_ran_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    with Solver(budget=Budget.lasting(60), tuning=ALWAYS_FORKED) as solver:
        solver.add([1])
        monkeypatch.setattr(Solver, "_slice", lambda *_: die())
        with pytest.raises(LimitError, match="needs more memory than is available"):
            solver.solve()


@pytest.mark.parametrize("name", PROVERS)
def test_time_is_up_in_the_middle_of_a_proof(name: str) -> None:
    start = time.monotonic()
    with pytest.raises(TimeUp):
        refute(pigeons(14), name, Budget.lasting(0.5))
    assert time.monotonic() - start < ENDLESS


INTERRUPTED_TWICE = """
import os, signal, threading, time
from satcross.solver.backends.python_sat import Solver
from tests.solve.test_forked import pigeons

def interrupt():
    for _ in range(3):
        time.sleep(0.7)
        os.kill(os.getpid(), signal.SIGINT)

def caught(work):
    try:
        work()
    except KeyboardInterrupt:
        print("interrupted", flush=True)

solvers = []
for name in ("cadical153", "glucose4"):
    solvers.append(Solver(name))
    for clause in pigeons(14):
        solvers[-1].add(clause)
threading.Thread(target=interrupt, daemon=True).start()
for solver in solvers:
    caught(solver.solve)
    solver.close()
caught(lambda: time.sleep(5))
"""


@pytest.mark.long
def test_ctrl_c_works_again_and_again_also_after_a_solver_was_interrupted() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_TWICE], capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n" * 3, "")
