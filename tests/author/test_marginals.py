"""The letters of solutions, counted without listing them, are those of the list."""

from collections import Counter

import pytest

import satcross
from satcross.author.counting import count, marginals
from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.puzzle import Puzzle
from satcross.solver.compile import presolve
from tests.clocks import hurry
from tests.small_puzzles import small_puzzles


@pytest.mark.parametrize(("puzzle", "expected"), [*small_puzzles(80, 5)])
def test_the_counts_are_those_of_all_solutions(puzzle: Puzzle, expected: set[str]) -> None:
    found = marginals(presolve(puzzle))
    assert found is not None
    assert found.total == len(expected)
    for cell, counted in enumerate(found.cells):
        assert counted == Counter(letters[cell] for letters in expected)


def test_far_too_many_solutions_to_list() -> None:
    puzzle = satcross.rectangle(rows=[".*A.*|B*"] * 8, columns=["[^Z]*"] * 8, alphabet="A-Z")
    found = marginals(presolve(puzzle))
    assert found is not None
    assert found.total == count(puzzle).value == (25**8 - 24**8 + 1) ** 8
    assert all(sum(each.values()) == found.total for each in found.cells)


def test_the_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = satcross.rectangle(rows=[".*(A.|BC).*"] * 9, columns=[".*(AB|.C).*"] * 9, alphabet="A-Z")
    presolved = presolve(puzzle)
    hurry(monkeypatch)
    with pytest.raises(TimeUp):
        marginals(presolved, Budget(0.1))
