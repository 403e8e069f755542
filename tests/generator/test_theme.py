"""A theme is read where it was put: along rows, columns, the diagonal, the border, or cells that are named."""

import re

import pytest

import satcross
from satcross.generator.theme import PLACES, cells_at, larger_shape, themed, uncut_size, words_cut
from satcross.puzzle import Puzzle, Solution

SQUARE = satcross.rectangle(rows=4, columns=4)
WIDE = satcross.rectangle(rows=3, columns=5)
SIX = satcross.rectangle(rows=6, columns=6)
HOLED = satcross.rectangle(rows=3, columns=3, holes=[(1, 1), (2, 2)])
HEXAGON = satcross.hexagon(side=3)
FREE = satcross.lines([satcross.NamedLine(["a", "b"]), satcross.NamedLine(["b", "c"])])


def drawn(shape: Puzzle, text: str, at: str) -> tuple[str, ...]:
    """Return the rows of the shape with the theme in them."""
    return Solution(shape, tuple(letter or "." for letter in themed(shape, text, at))).rows


@pytest.mark.parametrize(
    ("shape", "text", "at", "rows"),
    [
        (WIDE, "hello world", "rows", ("HELLO", "WORLD", ".....")),
        (SIX, "Ocean waves", "rows", ("OCEAN.", "WAVES.", "......", "......", "......", "......")),
        (SIX, "I am it", "rows", ("I.....", "AM....", "IT....", "......", "......", "......")),
        (SIX, "ab cd", "columns", ("AC....", "BD....", "......", "......", "......", "......")),
        (WIDE, "to be or not", "rows", ("TOBE.", "ORNOT", ".....")),
        (WIDE, "a longish word", "rows", ("ALONG", "ISHWO", "RD...")),
        (WIDE, "hello", "columns", ("HL...", "EO...", "L....")),
        (SQUARE, "CRAN", "diagonal", ("C...", ".R..", "..A.", "...N")),
        (WIDE, "ABC", "diagonal", ("A....", ".B...", "..C..")),
        (WIDE, "ABCDEFGHIJKL", "border", ("ABCDE", "L...F", "KJIHG")),
        (HEXAGON, "HELLO WORLD", "border", ("HEL", "...L", "....O", "D..W", "LRO")),
        (HEXAGON, "ABCDE", "diagonal", ("A..", ".B..", "..C..", "..D.", "..E")),
        (HEXAGON, "ABCDE", "rows", ("...", "....", "ABCDE", "....", "...")),
        (HEXAGON, "to be or not to be", "rows", ("TO.", "BEOR", "NOTTO", "BE..", "...")),
        (HOLED, "ABC", "rows", ("..", "..", "ABC")),
        (SQUARE, "CAT", "4,1 1,4  2,2", ("...A", ".T..", "....", "C...")),
        (SQUARE, "ß.", "rows", ("ß...", "....", "....", "....")),
    ],
)  # fmt: skip
def test_the_theme_is_where_it_was_put(shape: Puzzle, text: str, at: str, rows: tuple[str, ...]) -> None:
    assert drawn(shape, text, at) == rows


@pytest.mark.parametrize(
    ("shape", "text", "at", "cut"),
    [
        (SIX, "Ocean waves", "rows", []),
        (WIDE, "a longish word", "rows", [["LONG", "ISH"], ["WO", "RD"]]),
        (WIDE, "hello", "columns", [["HEL", "LO"]]),
        (WIDE, "ABCDEFGHIJKL", "border", []),
        (HEXAGON, "to be or not to be", "rows", []),
        (FREE, "ABC", "rows", []),
    ],
)
def test_the_words_that_are_cut_are_known(shape: Puzzle, text: str, at: str, cut: list[list[str]]) -> None:
    assert words_cut(shape, text, at) == cut
    if cut:
        rows, columns = (int(field.value) for field in uncut_size(shape, text, at))
        assert words_cut(satcross.rectangle(rows=rows, columns=columns), text, at) == []


def test_free_lines_are_read_one_after_the_other_or_by_name() -> None:
    assert themed(FREE, "ABC", "rows") == ("A", "B", "C")
    assert themed(FREE, "XY", "c a") == ("Y", None, "X")


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize("shape", [SQUARE, WIDE, HOLED, satcross.rectangle(rows=1, columns=3), HEXAGON])
def test_no_place_has_a_cell_twice(shape: Puzzle, at: str) -> None:
    if shape is HEXAGON and at == "columns":
        return
    cells = cells_at(shape, at)
    assert len(set(cells)) == len(cells)
    assert set(cells) <= set(range(len(shape.cells)))


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize("letters", range(2, 30))
@pytest.mark.parametrize("shape", [SQUARE, WIDE, HEXAGON], ids=["square", "wide", "hexagon"])
def test_the_larger_shape_that_is_named_has_room(shape: Puzzle, letters: int, at: str) -> None:
    """For hexagons the one that is one smaller has none."""
    if shape is HEXAGON and at == "columns":
        return
    sizes = [int(field.value) for field in larger_shape(shape, at, letters)]
    larger = (
        satcross.hexagon(side=sizes[0]) if shape is HEXAGON else satcross.rectangle(rows=sizes[0], columns=sizes[1])
    )
    assert len(cells_at(larger, at)) >= letters
    if shape is HEXAGON and sizes[0] > 1:
        assert len(cells_at(satcross.hexagon(side=sizes[0] - 1), at)) < letters


@pytest.mark.parametrize(
    ("shape", "text", "at", "code", "message", "hint"),
    [
        (WIDE, "CRANE", "diagonal", "outside", "5 letters, but there are 3 cells on the diagonal",
         "at=rows (15 cells), columns (15 cells) or border (12 cells) would hold it; rows=5 columns=5 would be"
         " large enough"),
        (HEXAGON, "HELLO WORLD, AGAIN", "border", "outside", "16 letters, but there are 12 cells on the border",
         "side=4 would be large enough"),
        (HEXAGON, "GALLOP", "rows", "outside", "do not fit into the rows without being cut",
         "at=border (12 cells) would hold it; side=4 would be large enough"),
        (FREE, "ABCD", "rows", "outside", "4 letters, but there are 3 cells", "choose a shorter theme"),
        (SQUARE, "CAT", "1,1 2,2", "outside", "3 letters, but there are 2 cells in at", "rows (16 cells)"),
        (SQUARE, "CAT", "1,1 5,5", "no-such-cell", "the shape has no cell 5,5", "write row,column"),
        (SQUARE, "CAT", "1,1 2,2 1,1", "duplicate-cell", "the cell 1,1 is named twice", "write row,column"),
        (SQUARE, "CAT", "boarder", "option", "there is no place 'boarder'", "did you mean border?"),
        (HEXAGON, "CAT", "columns", "option", "a hexagon has no columns", "rows, diagonal or border"),
        (FREE, "CAT", "border", "option", "a puzzle of free lines has no border", "at=rows"),
        (SQUARE, " ", "rows", "option", "the theme has no letters", "write some"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_what_would(
    shape: Puzzle, text: str, at: str, code: str, message: str, hint: str
) -> None:
    with pytest.raises(satcross.SatcrossError, match=re.escape(message)) as caught:
        themed(shape, text, at)
    assert caught.value.code == code
    assert hint in (caught.value.hint or "")


def test_carets_are_under_the_letters_for_which_there_is_no_room() -> None:
    with pytest.raises(satcross.SatcrossError) as caught:
        themed(satcross.rectangle(rows=2, columns=2), "a bird", "diagonal")
    span = caught.value.span
    assert span is not None
    assert "a bird"[span.start : span.end] == "ird"


@pytest.mark.parametrize(("text", "letter"), [("A-Z", "-"), ("A\x07", "\x07"), ("A\ud800", "\ud800")])
def test_letters_outside_of_the_alphabet_and_unprintable_ones_are_refused(text: str, letter: str) -> None:
    with pytest.raises(satcross.SatcrossError) as caught:
        themed(SQUARE, text, alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    span = caught.value.span
    assert span is not None
    assert text[span.start : span.end] == letter
