"""A line can require a word of a list, whose path is relative to the puzzle's file."""

from pathlib import Path

import pytest

import satcross
from satcross import load
from satcross.errors import SatcrossError, render
from satcross.puzzle import WordClue
from satcross.puzzle.files import save
from satcross.puzzle.shapes import rectangle

LINES = """\
shape = "lines"

[[line]]
cells = ["a", "b", "c"]
words = "lists/animals.txt"
clues = '.*[^G]'

[[line]]
cells = ["b"]
clues = 'O'
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "animals.txt").write_text("cat\ncow\ndog\nzebra\n")
    return tmp_path


def test_words_and_regexes_constrain_the_same_line(folder: Path) -> None:
    (folder / "p.toml").write_text(LINES)
    puzzle = load(folder / "p.toml")
    assert puzzle.lines[0].clues[1] == WordClue(("CAT", "COW", "DOG"), "lists/animals.txt")
    assert ["".join(each.letters) for each in satcross.solutions(puzzle)] == ["COW"]


def test_word_lists_can_be_clues_of_a_grid(folder: Path) -> None:
    (folder / "p.toml").write_text("[clues]\nrows = [[{ words = 'lists/animals.txt' }, 'D.*']]\ncolumns = 3\n")
    assert [each.rows for each in satcross.solutions(load(folder / "p.toml"))] == [("DOG",)]


def test_the_list_is_named_when_the_puzzle_is_written(folder: Path) -> None:
    (folder / "p.toml").write_text(LINES)
    puzzle = load(folder / "p.toml")
    for name in ("copy.toml", "copy.json"):
        save(puzzle, folder / name)
        assert load(folder / name) == puzzle


def test_words_that_were_not_read_from_a_file_cannot_be_written(folder: Path) -> None:
    with pytest.raises(SatcrossError, match="words that were not read from a file"):
        save(rectangle(rows=[WordClue(("AB",))], columns=2), folder / "p.toml")


def test_a_missing_list_is_an_error_of_the_line_that_names_it(folder: Path) -> None:
    (folder / "p.toml").write_text(LINES.replace("animals", "plants"))
    with pytest.raises(SatcrossError) as caught:
        load(folder / "p.toml")
    assert render(caught.value).startswith(f"{folder}/p.toml:5, line 1.words: ")
