"""Which labels a shape can have: what is refused follows from the shape, and what is allowed can be made."""

from random import Random

import pytest

import satcross
from satcross.errors import PuzzleError
from satcross.generator.request import LEAST_CELLS, attainable_labels
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import NamedLine, lines
from tests.small_puzzles import small_puzzles

APART = lines([NamedLine("abcd", name="across"), NamedLine("efgh", name="down")])


@pytest.mark.parametrize(
    ("shape", "labels"),
    [
        (satcross.rectangle(rows=1, columns=1), ""),
        (satcross.hexagon(side=1), ""),
        (satcross.rectangle(rows=1, columns=2), "gentle"),
        (satcross.rectangle(rows=1, columns=16), "gentle"),
        (APART, "gentle"),
        (satcross.rectangle(rows=2, columns=2), "gentle moderate"),
        (satcross.rectangle(rows=2, columns=3), "gentle moderate"),
        (satcross.rectangle(rows=2, columns=4), "gentle moderate hard"),
        (satcross.rectangle(rows=3, columns=3), "gentle moderate hard"),
        (satcross.rectangle(rows=4, columns=4), "gentle moderate hard fiendish"),
        (satcross.rectangle(rows=2, columns=8), "gentle moderate hard fiendish"),
    ],
)
def test_a_shape_has_these_labels(shape: Puzzle, labels: str) -> None:
    assert attainable_labels(shape) == tuple(labels.split())


def test_without_a_crossing_of_long_lines_two_marking_rounds_are_always_enough() -> None:
    """Whatever the clues are: the bound is that of the difficulty itself, not of the generator."""
    random = Random(5)
    sets = ("[AB]", "[BC]", "[AC]", "[ABC]", "A", ".")
    tried = 0
    for _ in range(600):
        row = "".join(random.choice(["A*", "(A|B)", "[BC]", "(.)", "B?", ".", "C*"]) for _ in range(5))
        puzzle = satcross.rectangle(rows=[row], columns=[random.choice(sets) for _ in range(4)], alphabet="ABC")
        if satcross.check(puzzle).status == "unique":
            tried += 1
            difficulty = satcross.difficulty(puzzle)
            assert difficulty.most_clues == 1
            assert difficulty.marking_rounds <= 2
    assert tried > 9


@pytest.mark.slow
def test_over_two_letters_no_puzzle_ever_needs_a_mark() -> None:
    tried = 0
    for puzzle, _ in small_puzzles(600, seed=35):
        puzzle = puzzle._replace(alphabet="AB", expected=(), expects_all=False)
        if satcross.check(puzzle).status == "unique":
            tried += 1
            assert satcross.difficulty(puzzle).marking_rounds == 0
    assert tried > 9
    assert attainable_labels(satcross.rectangle(rows=5, columns=5), alphabet="AB") == ("gentle",)
    assert "hard" in attainable_labels(satcross.rectangle(rows=5, columns=5), alphabet="ABC")


@pytest.mark.parametrize("few", [{"letters": "AB"}, {"alphabet": "AB", "letters": "AB"}])
def test_two_letters_and_a_difficulty_that_needs_marks_are_refused(few: dict[str, str]) -> None:
    request = satcross.Request(satcross.rectangle(rows=4, columns=4), difficulty="hard")._replace(**few)  # type: ignore[arg-type]
    with pytest.raises(satcross.SatcrossError, match="nothing to mark") as caught:
        next(satcross.generate(request))
    assert f"a third letter in {'alphabet' if 'alphabet' in few else 'letters'}" in (caught.value.hint or "")


@pytest.mark.long
def test_a_third_letter_in_the_theme_is_enough() -> None:
    shape = satcross.rectangle(rows=4, columns=4)
    request = satcross.Request(shape, solution=("C", *[None] * 15), letters="AB", difficulty="hard")
    assert next(satcross.generate(request)).difficulty.label == "hard"


@pytest.mark.parametrize(
    ("shape", "label", "seed"),
    [
        (satcross.rectangle(rows=1, columns=2), "gentle", 1),
        (satcross.rectangle(rows=2, columns=2), "moderate", 0),
        (satcross.rectangle(rows=2, columns=4), "hard", 0),
        (satcross.rectangle(rows=4, columns=4), "fiendish", 0),
    ],
)
def test_what_is_allowed_can_be_made(shape: Puzzle, label: str, seed: int) -> None:
    """With some seed; in small shapes the search takes long with others."""
    made = next(satcross.generate(satcross.Request(shape, difficulty=label, seed=seed)))
    assert made.difficulty.label == label


@pytest.mark.parametrize("label", LEAST_CELLS)
def test_a_shape_that_has_no_such_puzzle_is_refused_before_the_search(label: str) -> None:
    shape = satcross.rectangle(rows=1, columns=1)
    with pytest.raises(PuzzleError, match="one cell cannot make a puzzle"):
        next(satcross.generate(satcross.Request(shape, difficulty=label)))


def test_a_puzzle_that_is_completed_may_have_any_shape_since_its_own_clues_count() -> None:
    begun = satcross.rectangle(rows=["A"], columns=[""], expected=[["A"]])
    assert next(satcross.complete(satcross.Request(begun, difficulty="gentle"))).solution.rows == ("A",)
