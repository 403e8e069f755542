"""satcross starts and solves on systems that lack what Linux has: Windows, and browsers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from satcross.base import platform
from satcross.solver.backends.python_sat import CADICAL, SOLVERS, Solver, solver_used

ROOT = Path(__file__).resolve().parent.parent

LACKING = """
import os, signal, struct, sys
for name in ("fork", "forkpty", "setpriority", "register_at_fork"):
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


def test_a_limit_of_time_holds_there() -> None:
    """Twelve pigeons do not fit into eleven holes, which takes CaDiCaL minutes to find out."""
    code = (
        "from satcross.base.budget import Budget\n"
        "from satcross.errors import TimeUp\n"
        "from satcross.solver.backends.python_sat import Solver\n"
        "from time import monotonic\n"
        "solver = Solver('glucose4', Budget.lasting(1.0))\n"
        "holes = range(11)\n"
        "sits = {(bird, hole): 11 * bird + hole + 1 for bird in range(12) for hole in holes}\n"
        "for bird in range(12):\n"
        "    solver.add([sits[bird, hole] for hole in holes])\n"
        "    for other in range(bird):\n"
        "        for hole in holes:\n"
        "            solver.add([-sits[bird, hole], -sits[other, hole]])\n"
        "begin = monotonic()\n"
        "try:\n"
        "    solver.solve()\n"
        "except TimeUp:\n"
        "    print(solver.name, monotonic() - begin < 60)\n"
    )
    done = run_lacking(code)
    assert done.stdout == "cadical153 True\n", done.stderr


def test_every_solver_is_used_where_budgets_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.solver.backends.python_sat.ARE_BUDGETS_KEPT", True)
    assert [solver_used(name) for name in SOLVERS if name != "auto"] == [name for name in SOLVERS if name != "auto"]


def test_only_cadical_is_used_where_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.solver.backends.python_sat.ARE_BUDGETS_KEPT", False)
    assert {solver_used(name) for name in SOLVERS} == set(CADICAL)
    with Solver("glucose4") as solver:
        assert solver.name == "cadical153"


def test_a_process_is_worn_when_it_holds_much_memory_that_it_cannot_give_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "most_memory_held", lambda: 1_000)
    monkeypatch.setattr(platform, "WORN", None)
    assert not platform.is_worn()
    monkeypatch.setattr(platform, "WORN", 1_001)
    assert not platform.is_worn()
    monkeypatch.setattr(platform, "WORN", 1_000)
    assert platform.is_worn()


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


@pytest.mark.skipif(platform.ARE_BUDGETS_KEPT, reason="a long of C has 64 bits here")
def test_python_sat_has_not_been_mended_yet() -> None:
    """If this fails, python-sat reads budgets as it should: then `ARE_BUDGETS_KEPT` can go."""
    import pysolvers

    holes = 8
    sits = [[holes * bird + hole + 1 for hole in range(holes)] for bird in range(holes + 1)]
    solver = pysolvers.glucose41_new()
    for bird, places in enumerate(sits):
        pysolvers.glucose41_add_cl(solver, places)
        for other in sits[:bird]:
            for hole in range(holes):
                pysolvers.glucose41_add_cl(solver, [-places[hole], -other[hole]])
    pysolvers.glucose41_cbudget(solver, 10)
    pysolvers.glucose41_solve_lim(solver, [], 1, 0)
    assert pysolvers.glucose41_acc_stats(solver)["conflicts"] > 100
    pysolvers.glucose41_del(solver)
