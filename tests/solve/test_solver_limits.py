"""Every solver keeps a time limit, and says yes and no the same way, whatever its family's conventions are."""

from __future__ import annotations

from time import monotonic

import pytest

from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.solver.backends.python_sat import SOLVERS, Solver
from tests.pace import ENDLESS


def pigeons(solver: Solver, count: int) -> None:
    """Say that `count` pigeons sit in one hole less, each alone: unsatisfiable, and hard to prove by resolution."""
    holes = count - 1
    for pigeon in range(count):
        solver.add([pigeon * holes + hole + 1 for hole in range(holes)])
    for hole in range(holes):
        for pigeon in range(count):
            for other in range(pigeon):
                solver.add([-(pigeon * holes + hole + 1), -(other * holes + hole + 1)])


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_says_yes_no_and_time_is_up(name: str) -> None:
    with Solver(name) as solver:
        solver.add([1, 2])
        assert solver.solve()
        assert not solver.solve([-1, -2])
        solver.add([-1])
        assert solver.solve()
        assert solver.is_true(2)
        solver.add([-2])
        assert not solver.solve()
    start = monotonic()
    with Solver(name, Budget.lasting(0.3)) as solver:
        pigeons(solver, 14)
        with pytest.raises(TimeUp):
            solver.solve()
    assert monotonic() - start < ENDLESS


@pytest.mark.parametrize("name", SOLVERS)
def test_slices_of_conflicts_come_to_an_end(name: str) -> None:
    with Solver(name) as solver:
        pigeons(solver, 7)
        assert not solver.solve()
