"""The solvers' slices: equal questions get equal answers, however slow the machine is at the moment."""

from time import monotonic, process_time

import pytest

from satcross.solver.python_sat import Solver
from tests.formulas import pigeons


def test_slices_do_not_follow_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = Solver._solve_limited
    slices: list[int] = []
    late = 0.0
    for clock in (monotonic, process_time):
        monkeypatch.setattr(f"satcross.solver.python_sat.{clock.__name__}", lambda clock=clock: clock() + late)
    for pause in (0.0, 0.25):

        def slowly(self: Solver, assumed: list[int], pause: float = pause) -> bool | None:
            nonlocal late
            slices[-1] += 1
            late += pause
            return limited(self, assumed)

        monkeypatch.setattr(Solver, "_solve_limited", slowly)
        slices.append(0)
        with Solver() as solver:
            solver.add_all(pigeons(7))
            assert not solver.solve()
    assert slices[0] == slices[1] > 3


@pytest.mark.long
def test_a_question_is_gone_on_with_where_it_was_left() -> None:
    with Solver() as solver:
        solver.add_all(pigeons(8))
        asked = 0
        while (answer := solver.solve_within(0.01)) is None:
            asked += 1
        assert answer is False
        assert asked > 0


def test_no_time_at_all_leaves_a_question_open() -> None:
    with Solver() as solver:
        solver.add([1, 2])
        assert solver.solve_within(0.0) is None
        assert solver.solve_within(10.0, [-1]) is True
        assert solver.is_true(2)
        assert solver.solve_within(10.0, [-1, -2]) is False
