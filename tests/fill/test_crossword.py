"""What a filled grid is written as."""

from __future__ import annotations

import importlib.util
import json

import pytest

from satcross.errors import OptionError
from satcross.words.crossword import numbered, write_as

ROWS = ("CAT", "O#O", "WAY")


def test_numbers_and_word_lists() -> None:
    text = numbered(ROWS)
    assert text.startswith(" 1C   A  2T\n  O ###   O\n 3W   A   Y\n")
    assert "Across\n  1  CAT\n  3  WAY\n" in text
    assert "Down\n  1  COW\n  2  TOY\n" in text


def test_ipuz_has_numbers_blocks_and_solution() -> None:
    document = json.loads(write_as(ROWS, "ipuz", "Farm"))
    assert document["puzzle"] == [[1, 0, 2], [0, "#", 0], [3, 0, 0]]
    assert document["solution"] == [["C", "A", "T"], ["O", "#", "O"], ["W", "A", "Y"]]
    assert document["title"] == "Farm"


def test_pictures_have_letters_numbers_and_blocks() -> None:
    svg = write_as(ROWS, "svg", "Farm").decode()
    assert svg.count('class="cell"') == 8 or svg.count("cell") >= 8
    for shown in (">C<", ">3<", "Farm"):
        assert shown in svg


@pytest.mark.skipif(importlib.util.find_spec("puz") is None, reason="puzpy is not installed")
def test_puz_is_read_back_by_puzpy() -> None:
    import puz

    crossword = puz.load(write_as(ROWS, "puz", "Farm", "Us"))
    assert (crossword.width, crossword.height, crossword.solution) == (3, 3, "CATO.OWAY")
    assert (crossword.title, crossword.author) == ("Farm", "Us")
    with pytest.raises(OptionError):
        write_as(("É",), "puz")


def test_other_formats_are_refused() -> None:
    with pytest.raises(OptionError):
        write_as(ROWS, "docx")
