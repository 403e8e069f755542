"""Draws are solutions, equally likely ones, and the seed decides them."""

from collections import Counter
from itertools import chain, permutations, product

import pytest

from satcross.author.counting import sample
from satcross.base.budget import UNLIMITED
from satcross.errors import OptionError
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import NamedLine, line, lines, rectangle
from tests.small_puzzles import brute_force, small_puzzles

PUZZLE = rectangle(rows=["[AB]*A[AB]*", "(AB|C)*."], columns=["", "(A|B)C?[ABC]*"])._replace(alphabet="ABC")
LATIN = rectangle(rows=[r"(?!.*(.).*\1)[A-C]{3}"] * 3, columns=[r"(?!.*(.).*\1)[A-C]{3}"] * 3)
SQUARES = {
    "".join(chain(*rows))
    for rows in product(permutations("ABC"), repeat=3)
    if all(len(set(column)) == 3 for column in zip(*rows, strict=True))
}


def test_draws_are_solutions() -> None:
    for puzzle, expected in small_puzzles(60, seed=61):
        drawn = {"".join(each.letters) for each in sample(puzzle, 5).solutions}
        assert drawn <= expected
        assert bool(drawn) == bool(expected)


@pytest.mark.parametrize("states", [1_000, 28, 16, 15, 2])
@pytest.mark.parametrize(("puzzle", "expected"), [(PUZZLE, brute_force(PUZZLE)), (LATIN, SQUARES)])
def test_all_solutions_are_equally_likely(puzzle: Puzzle, expected: set[str], states: int) -> None:
    """From a sweep whose states are kept before all cells, or every second, fourth or eighth, and from a list.

    Chi-squared over 200 draws a solution: far beyond the 0.999 quantile something is wrong.
    """
    draws = 200 * len(expected)
    found = sample(puzzle, draws, seed=7, budget=UNLIMITED.tuned(sweep_states=states))
    seen = Counter("".join(each.letters) for each in found.solutions)
    assert set(seen) == expected
    statistic = sum((seen[each] - 200) ** 2 / 200 for each in expected)
    degrees = len(expected) - 1
    assert statistic < degrees + 4 * (2 * degrees) ** 0.5 + 10


def test_the_seed_decides() -> None:
    assert sample(PUZZLE, 5, seed=3) == sample(PUZZLE, 5, seed=3)
    assert sample(PUZZLE, 20, seed=3) != sample(PUZZLE, 20, seed=4)


def test_numbers_too_large_to_list_can_be_drawn_from() -> None:
    puzzle = rectangle(rows=["(AB|CD|[EF])*"] * 8, columns=[""] * 8)
    assert len(sample(puzzle, 3).solutions) == 3


def parts(*puzzles: Puzzle) -> Puzzle:
    """Return a puzzle that falls into `puzzles`, whose cells have nothing to do with each other."""
    listed = [
        NamedLine([f"{number} {cell}" for cell in each.cells], [clue.pattern for clue in each.clues])
        for number, puzzle in enumerate(puzzles)
        for each in puzzle.lines
    ]
    return lines(listed, alphabet="AB")


def test_no_solution_of_a_later_part_is_no_solution() -> None:
    """Only the search finds out that the second part has none."""
    impossible = rectangle(rows=["AB|BA", ["AB|BA", "AA|BB"]], columns=2, alphabet="AB")
    possible = rectangle(rows=["AB|BA"], columns=2, alphabet="AB")
    for puzzle in (impossible, parts(possible, impossible), parts(impossible, possible), parts(*[possible] * 3)):
        drawn = {"".join(each.letters) for each in sample(puzzle, 3).solutions}
        assert drawn <= brute_force(puzzle)
        assert bool(drawn) == bool(brute_force(puzzle))


def test_no_solutions_are_not_to_be_drawn() -> None:
    assert sample(line("A", 2), 3).solutions == ()


def test_the_number_is_at_least_one() -> None:
    with pytest.raises(OptionError):
        sample(PUZZLE, 0)
