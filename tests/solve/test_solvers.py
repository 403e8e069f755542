"""The SAT solvers behind one interface: each answers, is limited in time, can be asked again and again."""

from time import monotonic, process_time

import pytest

from satcross.base.budget import UNLIMITED
from satcross.errors import OptionError
from satcross.solver.python_sat import SOLVERS, Solver
from tests.formulas import pigeons


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_gives_models_until_they_are_all_blocked(name: str) -> None:
    with Solver(name) as solver:
        solver.add([1, 2])
        solver.add([-1, -2])
        found = set()
        while solver.solve():
            found.add((solver.is_true(1), solver.is_true(2), solver.is_true(-2)))
            solver.add([-1 if solver.is_true(1) else 1, -2 if solver.is_true(2) else 2])
        assert found == {(True, False, True), (False, True, False)}
        assert solver.clauses == 4


@pytest.mark.parametrize("name", SOLVERS)
def test_no_clauses_have_a_model(name: str) -> None:
    with Solver(name) as solver:
        assert solver.solve()
        assert not solver.is_true(1)
        assert solver.solve([3])
        assert solver.is_true(3)
        solver.add([])
        assert not solver.solve()


@pytest.mark.parametrize("name", SOLVERS)
def test_assumptions_hold_for_one_call_and_have_a_core(name: str) -> None:
    with Solver(name) as solver:
        solver.add([-1, -2])
        assert not solver.solve([1, 2, 3])
        assert set(solver.core([1, 2, 3])) == {1, 2}
        assert solver.solve([1, 3])
        assert (solver.is_true(1), solver.is_true(2)) == (True, False)


@pytest.mark.parametrize("name", SOLVERS)
def test_slices_of_conflicts_come_to_an_end(name: str) -> None:
    with Solver(name) as solver:
        solver.add_all(pigeons(6))
        assert not solver.solve()


def test_a_question_is_given_back_after_so_many_conflicts_and_gone_on_with() -> None:
    with Solver("glucose4") as solver:
        solver.add_all(pigeons(7))
        assert solver.solve_within(None, conflicts=500) is None
        assert 500 <= solver.conflicts < 1500
        assert solver.solve_within(None, conflicts=500) is None
        assert solver.conflicts >= 1000
        assert solver.solve_within(None) is False


def test_slices_grow_with_the_conflicts_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each slice begins with a restart, so a long search has few of them."""
    sliced = Solver._slice
    granted: list[tuple[int, int]] = []

    def noting(self: Solver, assumed: list[int], conflicts: int) -> bool | None:
        granted.append((self.conflicts, conflicts))
        return sliced(self, assumed, conflicts)

    monkeypatch.setattr(Solver, "_slice", noting)
    with Solver("cadical153") as solver:
        solver.add_all(pigeons(8))
        assert solver.solve() is False
    assert granted[0] == (0, 500)
    assert granted[-1][0] > 20_000
    assert all(conflicts == min(max(500, taken // 4), 5_000) for taken, conflicts in granted)


def test_memory_is_looked_at_by_the_clock_and_not_for_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def memory_held() -> int:
        looks.append("look")
        return 0

    monkeypatch.setattr("satcross.base.budget.memory_held", memory_held)
    times = [1.0, 1.001, 1.002, 2.0, 2.001]
    monkeypatch.setattr("satcross.solver.python_sat.monotonic", lambda: times.pop(0))
    with Solver(budget=UNLIMITED._replace(ceiling=1 << 30)) as solver:
        solver.add([1, 2])
        looks.clear()
        while times:
            assert solver.solve([-1])
    assert len(looks) == 4  # two for each look: is there enough, and enough for a slice


def test_variables_that_no_clause_names_are_false() -> None:
    with Solver() as solver:
        solver.add([2])
        assert solver.solve()
        assert [solver.is_true(lit) for lit in (1, 2, 9, -9)] == [False, True, False, True]


def test_an_unknown_solver_is_refused_with_a_hint() -> None:
    with pytest.raises(OptionError) as caught:
        Solver("cadical15")
    assert caught.value.code == "option-solver"
    assert caught.value.hint is not None
    assert "cadical1" in caught.value.hint


def test_slices_do_not_follow_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal questions get equal answers, however slow the machine is at the moment."""
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


def test_no_time_at_all_leaves_a_question_open() -> None:
    with Solver() as solver:
        solver.add([1, 2])
        assert solver.solve_within(0.0) is None
        assert solver.solve_within(10.0, [-1]) is True
        assert solver.is_true(2)
        assert solver.solve_within(10.0, [-1, -2]) is False
