"""Outlines with the numbers of lines, seen whole; every number stands where its line begins."""

import pytest

from satcross.cli.show import listing
from satcross.errors import width_of
from satcross.pictures.embedding import embed
from satcross.pictures.outline import arrow, outline, tags
from satcross.pictures.text import TextStyle, text_of
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle
from tests.pictures.samples import SAMPLES, comb, star, triangle


def drawn(puzzle: Puzzle) -> list[str]:
    return text_of(outline(puzzle, embed(puzzle) if puzzle.shape.kind == "lines" else None)).splitlines()


def test_a_rectangle_has_the_numbers_of_its_rows_and_columns() -> None:
    puzzle = rectangle(rows=["A"] * 2, columns=["", *["A"] * 10], holes=[(2, 3)], given={(1, 2): "B"})
    assert drawn(puzzle) == [
        "                        1 1",
        "        2 3 4 5 6 7 8 9 0 1",
        "        ↓ ↓ ↓ ↓ ↓ ↓ ↓ ↓ ↓ ↓",
        "    ┌───────────────────────┐",
        "1 → │ . B . . . . . . . . . │",
        "2 → │ . . █ . . . . . . . . │",
        "    └───────────────────────┘",
    ]


def test_a_hexagon_has_a_number_where_each_line_begins() -> None:
    assert drawn(hexagon(sides=[2, 3, 2], horizontal=["A"] * 4, rising=["A"] * 3, falling=["A"] * 4)) == [
        "      4 3",
        "      ↙ ↙",
        " 1 → . . ↙ 2",
        "2 → . . . ↙ 1",
        " 3 → . . .",
        "  4 → . . ↖ 3",
        "       ↖ ↖",
        "       1 2",
    ]


def test_a_barred_crossword_has_its_bars() -> None:
    assert drawn(comb()) == [
        "┌───────────────────┐",
        "│ 1   .   2   .   3 │",
        "│   ┌───┐   ┌───┐   │",
        "│ . │   │ . │███│ . │",
        "│   │   │   └───┘   │",
        "│ . │   │ 4   .   . │",
        "└───┘   └───────────┘",
    ]


def test_a_triangle_leans() -> None:
    assert drawn(triangle()) == ["1 . . 2", " . █ .", "  . .", "   3"]


def test_cells_on_no_lattice_stand_at_their_places_by_name() -> None:
    rows = drawn(star())
    assert sorted(" ".join(rows).split()) == sorted([f"{kind}{number}" for kind in "tp" for number in range(5)])
    crowded = lines([NamedLine([f"{'very ' * 30}long {letter}" for letter in "abcda"], "A.*")])
    assert drawn(crowded) == []


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("style", [TextStyle(), TextStyle(is_colour=True), TextStyle(is_ascii=True)])
def test_every_sample_can_be_drawn_in_every_style(name: str, style: TextStyle) -> None:
    puzzle = SAMPLES[name]
    embedding = embed(puzzle) if puzzle.shape.kind == "lines" else None
    picture = outline(puzzle, embedding, style)
    plain = outline(puzzle, embedding)
    assert [row.width for row in picture] == [row.width for row in plain]
    for row in plain:
        assert width_of(row.text) == row.width


def test_the_number_of_a_line_is_in_its_first_cell() -> None:
    puzzle = comb()
    embedding = embed(puzzle)
    numbers = tags(puzzle, embedding)
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    assert {line.cells[0] for line in puzzle.lines} == set(numbers)
    assert [arrow(puzzle, line, embedding) for line in puzzle.lines] == ["→", "↓", "↓", "↓", "→"]


def test_wide_letters_keep_the_columns_straight() -> None:
    rows = drawn(rectangle(rows=["水."] * 2, columns=["..", ".."], given={(1, 1): "水"}))
    assert {width_of(row) for row in rows[2:]} == {14}


def test_a_long_clue_is_broken_under_itself() -> None:
    puzzle = rectangle(rows=[["A" * 30, "B"]], columns=["", ""])
    assert list(listing(puzzle, None, width=26, most=9)) == [
        "rows, read to the right",
        "  1  " + "A" * 21,
        "     " + "A" * 9,
        "     B",
    ]


def test_what_is_not_listed_is_counted() -> None:
    puzzle = rectangle(rows=["A"] * 5, columns=1)
    assert list(listing(puzzle, None, width=80, most=2))[1:] == ["  1  A", "  2  A", "  and 3 more lines"]
