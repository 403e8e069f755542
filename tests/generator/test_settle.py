"""A settled cell has the wanted letter in every solution, and one clue differs."""

from itertools import islice

import pytest

from satcross.base.budget import Budget
from satcross.generator.settle import settle
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solver.solutions import solutions
from tests.pace import ENDLESS
from tests.small_puzzles import small_puzzles

pytestmark = pytest.mark.long

AMBIGUOUS = [
    (puzzle, expected)
    for puzzle, expected in small_puzzles(60, 3)
    if len(expected) > 1 and puzzle.shape.kind == "rectangle" and len(puzzle.cells) > 3
][:12]


@pytest.mark.parametrize(("puzzle", "expected"), AMBIGUOUS)
def test_every_solution_has_the_letter(puzzle: Puzzle, expected: set[str]) -> None:
    wanted = tuple(min(expected))
    cell = next(cell for cell, letter in enumerate(wanted) if any(other[cell] != letter for other in expected))
    found = list(islice(settle(puzzle, cell, wanted, budget=Budget(ENDLESS)), 5))
    assert [each.cost for each in found] == sorted(each.cost for each in found)
    for each in found:
        listed = [solution.letters for solution in solutions(each.puzzle)]
        assert wanted in listed
        assert {letters[cell] for letters in listed} == {wanted[cell]}
        differing = [line.name for line, old in zip(each.puzzle.lines, puzzle.lines, strict=True) if line != old]
        assert differing == [each.change.line]


def test_most_cells_can_be_settled() -> None:
    assert len(AMBIGUOUS) == 12
    settled = 0
    for puzzle, expected in AMBIGUOUS:
        wanted = tuple(min(expected))
        cell = next(cell for cell, letter in enumerate(wanted) if any(other[cell] != letter for other in expected))
        settled += next(settle(puzzle, cell, wanted, budget=Budget(ENDLESS)), None) is not None
    assert settled >= 9


def test_letters_that_differ_in_case_only_are_two_letters() -> None:
    """With the flag i no clue tells A from a, so that no clue settles the cell."""
    puzzle = rectangle(rows=["A."], columns=["[AB]", "."], alphabet="AaB")._replace(flags="i")
    assert list(settle(puzzle, 0, ("A", "A"))) == []
    assert [each.change.line for each in islice(settle(puzzle, 1, ("A", "B")), 2)]


def test_the_wanted_letters_stay_in_the_alphabet() -> None:
    """Only the clue of row 1 mentions Z, so that a clue without it would take the solution away."""
    puzzle = rectangle(rows=["[ABZ].", "B."], columns=["[^A][^A]", ".."])
    wanted = ("Z", "Z", "B", "A")
    for each in settle(puzzle, 1, wanted):
        assert wanted in [solution.letters for solution in solutions(each.puzzle)], each.change


def test_a_change_that_would_take_all_letters_from_the_alphabet_is_left_out() -> None:
    found = [*settle(rectangle(rows=["[AB]."], columns=2), 0, ("A", "A"))]
    assert found[0].change.after == "A."
    assert all(("A", "A") in [solution.letters for solution in solutions(each.puzzle)] for each in found)


@pytest.mark.parametrize("row", ["A+.", "[AB]*"])
def test_one_clue_changes_where_lines_have_one_cell_and_clues_that_repeat(row: str) -> None:
    puzzle = rectangle(rows=[row], columns=["A*", "[AB]+"], alphabet="AB")
    found = list(settle(puzzle, 1, ("A", "B")))
    assert found
    for each in found:
        pairs = zip(each.puzzle.lines, puzzle.lines, strict=True)
        assert [line.name for line, old in pairs if line != old] == [each.change.line]
