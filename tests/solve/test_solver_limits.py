"""Every solver keeps a time limit, and says yes and no the same way, whatever its family's conventions are."""

from __future__ import annotations

from time import monotonic

import pytest

from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.solver.python_sat import SOLVERS, Solver
from tests.formulas import pigeons
from tests.pace import ENDLESS


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
        solver.add_all(pigeons(13))
        with pytest.raises(TimeUp):
            solver.solve()
    assert monotonic() - start < ENDLESS


@pytest.mark.parametrize("name", SOLVERS)
def test_slices_of_conflicts_come_to_an_end(name: str) -> None:
    with Solver(name) as solver:
        solver.add_all(pigeons(6))
        assert not solver.solve()
