"""Work in a copy of the process: its answer comes back, and nothing of it is left however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from satcross.base.budget import LONGEST_WAIT, UNLIMITED, Budget
from satcross.base.platform import CAN_FORK
from satcross.errors import LimitError, TimeUp
from satcross.solver.forked import run_forked
from satcross.solver.python_sat import SOLVERS, Solver
from satcross.solver.refutation import PROVERS, refute
from tests.formulas import pigeons
from tests.pace import ENDLESS
from tests.processes import children

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="processes cannot be copied here")


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
    assert run_forked(lambda: b"." * size, 20, UNLIMITED, "it") == b"." * size


def test_work_without_end_is_ended() -> None:
    def endless() -> bytes:
        while True:
            pass

    start = time.monotonic()
    with pytest.raises(TimeUp):
        run_forked(endless, 0.1, UNLIMITED, "it")
    assert time.monotonic() - start < ENDLESS


def test_a_copy_that_dies_is_an_error_and_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(LimitError, match="it needs more memory than is available"):
        run_forked(die, 20, UNLIMITED, "it")
    assert capfd.readouterr() == ("", "")


def test_an_exception_here_leaves_no_copy() -> None:
    def ring(number: int, frame: object) -> None:
        raise ZeroDivisionError

    def interrupted_by_it() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        run_forked(lambda: time.sleep(60) or b"", 50, UNLIMITED, "it")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(ZeroDivisionError):
            interrupted_by_it()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_an_interruption_while_the_copy_is_made_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = os.fork

    def interrupted() -> int:
        child = fork()
        signal.raise_signal(signal.SIGINT)
        return child

    monkeypatch.setattr(os, "fork", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_forked(lambda: b"", 50, UNLIMITED, "it")


ALWAYS_FORKED = UNLIMITED.tuned(first_slice_seconds=1e6)


@pytest.mark.parametrize("name", SOLVERS)
def test_solvers_answer_the_same_in_a_fork(name: str) -> None:
    with Solver(name, ALWAYS_FORKED.until(60)) as solver:
        for clause in ([1, 2], [-1, 3], [-2, 3], [-3, 4, 5]):
            solver.add(list(clause))
        assert solver.solve([-4])
        assert [solver.is_true(lit) for lit in (3, 4, 5)] == [True, False, True]
        assert not solver.solve([-3, 6])
        assert solver.core([-3, 6]) == (-3,)
        solver.add([-3])
        assert not solver.solve()


@pytest.mark.parametrize("budget", [UNLIMITED, ALWAYS_FORKED], ids=["here", "in a fork"])
@pytest.mark.parametrize("name", SOLVERS)
def test_time_is_up_in_the_middle_of_a_solvers_work(name: str, budget: Budget) -> None:
    with Solver(name, budget.until(0.1)) as solver:
        start = time.monotonic()
        with suppress(TimeUp):  # on a slow machine, before the whole formula is there
            solver.add_all(pigeons(14))
        with pytest.raises(TimeUp):
            solver.solve()
        assert time.monotonic() - start < ENDLESS


class Copies:
    """Counts the copies in which solvers work."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seconds: list[float] = []
        patch.setattr("satcross.solver.python_sat.run_forked", self.run)

    def run(self, work: Callable[[], bytes], seconds: float, budget: Budget, what: str) -> bytes:
        self.seconds.append(seconds)
        return run_forked(work, 20, budget, what)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_with_little_memory_left_answers_in_a_copy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = Copies(monkeypatch)
    budget = Budget(memory=1 << 30).tuned(slice_bytes=2 << 30)
    with Solver(name, budget) as solver:
        solver.add_all(pigeons(4))
        assert not solver.solve()
        assert copies.seconds == [LONGEST_WAIT]


def test_a_solver_with_enough_memory_needs_no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = Copies(monkeypatch)
    with Solver(budget=Budget(memory=1 << 30)) as solver:
        solver.add_all(pigeons(4))
        assert not solver.solve()
    assert not copies.seconds


@pytest.mark.parametrize("changed", [{"first_slice_seconds": 1e6}, {"slice_bytes": 2 << 30}])
def test_a_solver_that_dies_for_lack_of_memory_leaves_the_process_alive(
    changed: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Solver(budget=Budget(60, memory=1 << 30).tuned(**changed)) as solver:
        solver.add([1])
        monkeypatch.setattr(Solver, "_slice", lambda *_: die())
        with pytest.raises(LimitError, match="needs more memory than is available"):
            solver.solve()


def test_a_proof_with_little_memory_left_is_made_in_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(memory=1 << 30).tuned(slice_bytes=2 << 30)
    assert refute(pigeons(4), budget=budget) == refute(pigeons(4))
    monkeypatch.setattr("satcross.solver.refutation._refutation", lambda *_: die())
    with pytest.raises(LimitError, match="needs more memory than is available"):
        refute(pigeons(4), budget=budget)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not refuse memory")
@pytest.mark.parametrize("name", ["cadical195", "cadical153", "glucose4"])
def test_a_solver_whose_tables_would_not_fit_is_refused_before_they_grow(name: str) -> None:
    """Otherwise the C++ library ends the process with status 134."""
    code = (
        "import sys\n"
        "from satcross.base.budget import UNLIMITED\n"
        "from satcross.base.platform import limit_memory\n"
        "from satcross.errors import LimitError\n"
        "from satcross.solver.python_sat import Solver\n"
        "limit_memory(int(sys.argv[2]) << 20)\n"
        "solver = Solver(sys.argv[1], UNLIMITED._replace(ceiling=int(sys.argv[2]) << 20))\n"
        "try:\n"
        "    for lit in range(1, 10**7): solver.add([lit, -lit - 1, lit + 2])\n"
        "except LimitError as error: print(error.message)\n"
    )
    for size in (100, 124):
        done = subprocess.run(
            [sys.executable, "-c", code, name, str(size)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert f"the limit is {size} MB" in done.stdout


@pytest.mark.parametrize("name", PROVERS)
def test_time_is_up_in_the_middle_of_a_proof(name: str) -> None:
    start = time.monotonic()
    with pytest.raises(TimeUp):
        refute(pigeons(14), name, Budget(0.1))
    assert time.monotonic() - start < ENDLESS


INTERRUPTED_TWICE = """
import os, signal, threading, time
from satcross.solver.python_sat import Solver
from tests.formulas import pigeons

def interrupt():
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGINT)

def caught(work):
    try:
        threading.Thread(target=interrupt, daemon=True).start()
        work()
        while True:  # the work has ended before it was interrupted
            time.sleep(1)
    except KeyboardInterrupt:
        print("interrupted", flush=True)

for name in ("cadical153", "glucose4"):
    with Solver(name) as solver:
        solver.add_all(pigeons(14))
        caught(solver.solve)
caught(lambda: time.sleep(60))
"""


@pytest.mark.long
def test_ctrl_c_works_again_and_again_also_after_a_solver_was_interrupted() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_TWICE], capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n" * 3, "")
