"""Clauses in one flat array come back as they went in, and never more than the budget allows."""

import pytest

from satcross.base.budget import Budget
from satcross.errors import LimitError, TimeUp
from satcross.solver.cnf import FlatSink
from satcross.solver.python_sat import Solver


def add_many(sink: FlatSink) -> None:
    for _ in range(10_000):
        sink.add([1])


@pytest.mark.parametrize("clauses", [[[1]], [[]], [[1, -2], [], [3]], [[-1, 2, -3], [4]]])
def test_clauses_come_back_in_their_order(clauses: list[list[int]]) -> None:
    sink = FlatSink()
    for clause in clauses:
        sink.add(list(clause))
    assert list(sink) == clauses
    assert sink.clauses == len(clauses)


def test_more_clauses_than_allowed_are_refused() -> None:
    sink = FlatSink(Budget(clauses=5000))
    with pytest.raises(LimitError, match="5,001 clauses; the limit is 5,000"):
        add_many(sink)


def test_time_is_up_while_clauses_come() -> None:
    sink = FlatSink(Budget(0))
    with pytest.raises(TimeUp):
        add_many(sink)


def test_several_clauses_at_once_are_the_same_as_one_after_another() -> None:
    sink = FlatSink()
    sink.add_all([(1, -2), (), (3,)])
    assert list(sink) == [[1, -2], [], [3]]


def test_a_solver_takes_several_clauses_at_once() -> None:
    with Solver() as solver:
        for _ in range(2):  # the first time the budget is asked, the second time it is not
            solver.add_all([(1, 2), (-1, 3)])
        assert solver.clauses == 4
        assert solver.solve([-2])
        assert solver.is_true(3)
        solver.add_all([])
        assert not solver.solve([-2, -3])


@pytest.mark.parametrize("clauses", [5_000, 10_000])
def test_a_solver_refuses_several_clauses_beyond_the_budget(clauses: int) -> None:
    with Solver(budget=Budget(clauses=clauses)) as solver:
        for _ in range(clauses // 10):
            solver.add_all([(1,)] * 10)
        with pytest.raises(LimitError, match=f"{clauses + 1:,} clauses; the limit is {clauses:,}"):
            solver.add_all([(1,)] * 10)
