"""The verifier rejects every wrong grid, and says why."""

import pytest

from satcross.puzzle import Clue, Line, Puzzle, WordClue
from satcross.puzzle.shapes import rectangle
from satcross.solver.compile import read_letters
from satcross.solver.verify import GridVerifier, WrongAnswerError, first_fault, verify_solutions


def fault(puzzle: Puzzle, letters: str) -> str | None:
    return first_fault(read_letters(puzzle), letters)


HELLO = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])


def test_a_solution_has_no_fault() -> None:
    assert fault(HELLO, "HELP") is None


@pytest.mark.parametrize(
    ("letters", "said"),
    [("HELX", "'X', which is not in the alphabet"), ("HELL", "column 2 reads 'EL'"), ("HPLP", "row 1 reads 'HP'")],
)
def test_a_wrong_grid_is_rejected(letters: str, said: str) -> None:
    found = fault(HELLO, letters)
    assert found is not None
    assert said in found
    with pytest.raises(WrongAnswerError, match="answer is wrong"):
        GridVerifier(read_letters(HELLO)).check(letters)


def test_given_letters_words_and_reading_directions_are_looked_at() -> None:
    puzzle = Puzzle(
        ("a", "b"),
        (Line("down", (0, 1), (Clue("AB", is_reversed=True),)), Line("word", (1, 0), (WordClue(("AB", "BA")),))),
        given=((0, "B"),),
    )
    assert fault(puzzle, "BA") is None
    assert "was given" in (fault(puzzle, "AB") or "")
    assert "down reads 'BB'" in (fault(puzzle._replace(given=()), "BB") or "")
    assert "word list" in (fault(puzzle._replace(lines=puzzle.lines[1:], given=()), "BB") or "")


def test_of_many_grids_each_is_checked() -> None:
    read = read_letters(HELLO)
    verify_solutions(read, ["HELP", "HELP"])
    with pytest.raises(WrongAnswerError, match="column 2 reads 'EL'"):
        verify_solutions(read, ["HELP", "HELL"])
