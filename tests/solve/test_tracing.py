"""A trace tells each deduction of propagation in people's words: line, clue, cells, letters."""

import pytest

from satcross.errors import PuzzleError
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.tracing import trace

HELLO = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])


def test_steps_lead_to_the_solution() -> None:
    found = list(trace(HELLO))
    assert found[-1].candidates == ("H", "E", "L", "P")
    assert {(step.line, step.clue) for step in found} <= {("row 1", 1), ("row 2", 1), ("column 1", 1), ("column 2", 1)}
    assert all(step.ruled_out and not step.is_contradiction for step in found)


def test_a_step_names_the_cells_and_the_letters_they_lost() -> None:
    (step,) = trace(line("A[AB]", 2, alphabet="ABC"))
    assert step[:4] == ("row 1", 1, "A[AB]", (((1, 1), "BC"), ((1, 2), "C")))
    assert step.candidates == ("A", "AB")
    assert step.alphabet == "ABC"


def test_a_contradiction_ends_the_trace() -> None:
    found = list(trace(rectangle(rows=["A"], columns=["B"])))
    assert [step.is_contradiction for step in found] == [False, True]


def test_a_trace_of_nothing_mentioned_is_refused() -> None:
    with pytest.raises(PuzzleError):
        list(trace(line("..", 2)))
