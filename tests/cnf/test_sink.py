"""Clauses in one flat array come back as they went in, and never more than the budget allows."""

from __future__ import annotations

import pytest

from satcross.budget import Budget
from satcross.cnf.sink import FlatSink
from satcross.errors import LimitError, TimeUp


def add_many(sink: FlatSink) -> None:
    for _ in range(10_000):
        sink.add([1])


def test_an_empty_sink_has_no_clauses() -> None:
    assert list(FlatSink()) == []


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
    sink = FlatSink(Budget.lasting(0))
    with pytest.raises(TimeUp):
        add_many(sink)
