"""Grids as text, seen whole."""

import re
from collections.abc import Collection

import pytest

from satcross.errors import width_of
from satcross.pictures.text import LEVELS, MARKED, PLAIN, TextStyle, beside, draw, paint_parameters, text_of
from satcross.puzzle import Puzzle
from satcross.puzzle.colors import CSS_COLORS, LEAST_CONTRAST, contrast
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle

TWO_BY_THREE = rectangle(rows=2, columns=3)
SIDE_TWO = hexagon(horizontal=3, rising=3, falling=3)


def rows(puzzle: Puzzle, letters: str, marked: Collection[int] = (), style: TextStyle = PLAIN) -> list[str]:
    return text_of(draw(puzzle, letters, marked, style)).splitlines()


def test_a_rectangle_has_a_frame() -> None:
    assert rows(TWO_BY_THREE, "ABCDEF") == [
        "  ┌───────┐",
        "  │ A B C │",
        "  │ D E F │",
        "  └───────┘",
    ]


def test_a_hexagon_has_centred_rows() -> None:
    assert rows(hexagon(sides=[2, 3, 3]), "ABCDEFGHIJKLMN") == [
        "     A B",
        "    C D E",
        "   F G H I",
        "    J K L",
        "     M N",
    ]


def test_a_hexagon_of_unequal_edges_leans() -> None:
    assert rows(hexagon(sides=[1, 2, 3]), "ABCDEF") == [
        "     A",
        "    B C",
        "   D E",
        "    F",
    ]


def test_neighbours_that_are_marked_share_their_brackets() -> None:
    assert rows(TWO_BY_THREE, "ABCDEF", {0, 1, 5}) == [
        "  ┌───────┐",
        "  │[A B]C │",
        "  │ D E[F]│",
        "  └───────┘",
    ]


def test_colours_take_the_place_of_brackets() -> None:
    row = rows(TWO_BY_THREE, "ABCDEF", {1}, TextStyle(is_colour=True))[1]
    assert f" A \x1b[{MARKED}mB\x1b[0m C " in row


def test_a_line_of_a_lines_puzzle_follows_its_name_and_loose_cells_come_last() -> None:
    puzzle = lines([NamedLine("abc", "", "across"), NamedLine("cd", "", "up")], cells=["z"])
    assert rows(puzzle, "ZABCD", {3}) == [
        "  across   A B[C]",
        "  up      [C]D",
        "  z        Z",
    ]


def test_a_hole_is_a_block() -> None:
    assert rows(rectangle(rows=2, columns=2, holes=[(1, 2)]), "ABC") == [
        "  ┌─────┐",
        "  │ A █ │",
        "  │ B C │",
        "  └─────┘",
    ]


def test_ascii_is_ascii() -> None:
    assert rows(rectangle(rows=1, columns=3, holes=[(1, 2)]), " é", style=TextStyle(is_ascii=True)) == [
        r"  +------------------+",
        r"  | _     #     \xe9 |",
        r"  +------------------+",
    ]


@pytest.mark.parametrize("letters", ["日本語文字列", "e\u0301ABCD", "\0\n\t  \u200b", "ABCDE\U0001f600"], ids=ascii)
def test_whatever_the_letters_the_frame_stays_straight(letters: str) -> None:
    picture = draw(TWO_BY_THREE, letters)
    assert {width_of(row.text) for row in picture} == {picture[0].width}


def test_pictures_stand_beside_each_other_in_straight_columns() -> None:
    both = text_of(beside(draw(SIDE_TWO, "ABCDEFG"), draw(TWO_BY_THREE, "ABCDEF"))).splitlines()
    assert both[0].index("┌") == both[1].index("│") == both[3].index("└")


def test_letters_with_colours_are_painted_together_with_the_space_after_them() -> None:
    puzzle = rectangle(rows=2, columns=3, colors={"A": "#010203", "B": "gold", "C": "none"})
    dark, gold = "\x1b[38;2;255;255;255;48;2;1;2;3m", "\x1b[38;2;0;0;0;48;2;255;215;0m"
    coloured = rows(puzzle, "ABCDAA", {5}, style=TextStyle(is_colour=True, has_all_colours=True))
    assert coloured[1:3] == [
        f"  \x1b[2m│\x1b[0m {dark}A \x1b[0m{gold}B \x1b[0mC \x1b[2m│\x1b[0m",
        f"  \x1b[2m│\x1b[0m D {dark}A \x1b[0m\x1b[{MARKED}mA\x1b[0m \x1b[2m│\x1b[0m",
    ]
    assert rows(puzzle, "ABCDAA", {5}) == rows(TWO_BY_THREE, "ABCDAA", {5})


def test_a_trace_has_its_own_colours() -> None:
    painted = rectangle(rows=1, columns=1, colors={".": "red"})
    (row,) = (each.text for each in draw(painted, ".", (), TextStyle(is_colour=True), ["2"]) if "." in each.text)
    assert "\x1b[2m.\x1b[0m" in row


def test_letters_are_readable_in_a_palette_of_256_colours() -> None:
    letters = {chr(0x4E00 + number): color for number, color in enumerate(CSS_COLORS.values())}
    puzzle = rectangle(rows=1, columns=1, colors=letters)
    for parameters in paint_parameters(puzzle, TextStyle()).values():
        ink, fill = (int(number) - 16 for number in re.findall(r"5;(\d+)", parameters))
        red, green, blue = (LEVELS[fill // power % 6] for power in (36, 6, 1))
        assert contrast("#000000" if ink == 0 else "#ffffff", f"#{red:02x}{green:02x}{blue:02x}") >= LEAST_CONTRAST
