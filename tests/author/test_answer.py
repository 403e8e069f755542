"""The answer that a file states can be read in the solution, or `check` and `lint` say that it cannot."""

import json
from pathlib import Path
from random import Random

import pytest

from satcross import load
from satcross.author.half_filled_grids import missing_words
from satcross.author.lint import lint
from satcross.cli import main
from satcross.generator.themes import place_theme
from satcross.puzzle import Puzzle, Solution
from satcross.puzzle.files import save
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle
from satcross.solver.solutions import check

GALLERY = sorted((Path(__file__).parents[2] / "puzzles" / "generated").glob("*.toml"))
GRID = rectangle(rows=["CAT", "ORE", "BIN"], columns=3)


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ("", []), ("--", []), ("cat", []), ("TAC", []), ("COB", []), ("crn", []), ("BRT", []), ("CATENIB", []),
        ("CAT ORE BIN", []), ("ATOR", []), ("OBAR", []), ("Cat + bin", []),
        ("CAR", ["CAR"]), ("CAT + DOG", ["DOG"]), ("CT", ["CT"]),
    ],
)  # fmt: skip
def test_words_run_along_lines_diagonals_and_the_border_and_from_line_to_line(answer: str, missing: list[str]) -> None:
    (solution,) = check(GRID._replace(answer=answer)).witnesses
    assert missing_words(solution) == missing


def test_the_answers_of_the_gallery_are_there_and_are_missed_if_a_letter_changes() -> None:
    for path in GALLERY[::6]:
        puzzle = load(path)
        (solution,) = check(puzzle).witnesses
        assert missing_words(solution) == []
        wrong = puzzle._replace(answer=puzzle.answer[:-1] + "#0"[puzzle.answer[-1] == "0"] + "Q")
        assert missing_words(Solution(wrong, solution.letters))


@pytest.mark.parametrize("shape", [rectangle(rows=5, columns=5), rectangle(rows=4, columns=7), hexagon(side=3)])
def test_wherever_the_generator_puts_a_theme_it_can_be_read(shape: Puzzle) -> None:
    for seed in range(60):
        placed = place_theme(shape, seed, Random(seed))
        assert placed is not None
        theme, letters = placed
        assert (
            missing_words(Solution(shape._replace(answer=theme.answer), tuple(each or "-" for each in letters))) == []
        )


def test_free_lines_are_read_one_by_one_and_one_after_the_other() -> None:
    puzzle = lines([NamedLine(["a", "b"], "HE"), NamedLine(["c", "d"], "LP")])
    for answer, missing in (("HELP", []), ("LP", []), ("EL", []), ("HL", ["HL"])):
        assert missing_words(Solution(puzzle._replace(answer=answer), tuple("HELP"))) == missing


def test_check_and_lint_say_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = GRID._replace(answer="CAT + DOG")
    save(puzzle, tmp_path / "dog.toml")
    assert main(["check", str(tmp_path / "dog.toml")]) == 0
    assert "the answer 'CAT + DOG' cannot be read in the solution: it does not have DOG" in capsys.readouterr().out
    main(["check", "--json", str(tmp_path / "dog.toml")])
    assert json.loads(capsys.readouterr().out)["missing_answer"] == ["DOG"]
    assert [each.code for each in lint(puzzle).findings].count("missing-answer") == 1
    assert not [each for each in lint(puzzle._replace(answer="CAT")).findings if each.code == "missing-answer"]
