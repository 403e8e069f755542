"""DIMACS out, solvers' answers in."""

import re

import pytest

from satcross.solver.cnf import FlatSink
from satcross.solver.dimacs import AnswerError, read_answer, to_dimacs


def test_a_formula_is_written_with_its_projection_after_the_header() -> None:
    sink = FlatSink()
    sink.add([1, -2])
    sink.add([])
    assert list(to_dimacs(3, sink, [1, 2], ["a comment"])) == [
        "c a comment", "c t pmc", "p cnf 3 2", "c p show 1 2 0", "c ind 1 2 0", "1 -2 0", "0",
    ]  # fmt: skip


def test_many_shown_variables_take_several_lines_each_ended() -> None:
    lines = [line for line in to_dimacs(50, FlatSink(), range(1, 51), []) if line.startswith("c p show")]
    assert len(lines) == 3
    assert [int(word) for line in lines for word in line.split()[3:-1]] == list(range(1, 51))
    assert all(line.endswith(" 0") for line in lines)


@pytest.mark.parametrize(
    ("text", "is_satisfiable", "true"),
    [
        ("s SATISFIABLE\nv 1 -2 3 0\n", True, {1, 3}),
        ("c hello\ns SATISFIABLE\nv 1\nv -2\nv 3 0", True, {1, 3}),
        ("v 1 0\ns SATISFIABLE\n", True, {1}),
        ("s SATISFIABLE\nv -1 0\n", True, set()),
        ("s SATISFIABLE\nv 0\n", True, set()),
        ("s UNSATISFIABLE\n", False, set()),
        ("s UNKNOWN\n", None, set()),
        ("SAT\n1 -2 3 0\n", True, {1, 3}),
        ("UNSAT\n", False, set()),
        ("INDET\n", None, set()),
        ("s SATISFIABLE\r\nv 2 0\r\n", True, {2}),
    ],
)
def test_an_answer_is_read(text: str, is_satisfiable: bool | None, true: set[int]) -> None:
    assert read_answer(text)[:2] == (is_satisfiable, true)
    assert read_answer(text).variables == max([int(each) for each in re.findall(r"\d+", text)], default=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "neither an 's' line nor a 'v' line"),
        ("c only talk\n", "neither"),
        ("s SATISFIABLE\n", "no 'v' line"),
        ("s SATISFIABLE\nv 1 2\n", "not complete"),
        ("s SATISFIABLE\nv 1 x 0\n", "'x' is not a literal"),
    ],
)
def test_a_broken_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(AnswerError, match=message):
        read_answer(text)
