"""A grid as text: rectangles in a frame, hexagons as centred rows, `lines` puzzles one named line after the other.

In go a puzzle and one symbol for each of its cells (a letter, or what a trace shows), out comes a `Picture`.  Nothing
can get out of line: all cells are as wide as the widest symbol is on the screen, and unprintable letters are escaped.
Cells may be *marked*: in colour where there are colours, else in brackets that take the place of the spaces between
cells, so that nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias

from satcross.errors import visible, width_of
from satcross.model import Puzzle

# Colours, as parameters of the escape sequence SGR (ECMA-48, section 8.3.117)
STRONG: Final = "1"
FAINT: Final = "2"
WARNING: Final = "31"
NARROWED: Final = "33"
MARKED: Final = "1;30;43"

ANY_LETTER: Final = "."
SOME_LETTERS: Final = "*"
NO_LETTER: Final = "!"

INDENT: Final = "  "
NAME_GAP: Final = "  "


class Style(NamedTuple):
    """Whether escape sequences for colours may be used, and whether only ASCII may be."""

    is_colour: bool = False
    is_ascii: bool = False

    def paint(self, text: str, colour: str) -> str:
        """Return `text` in `colour`, or as it is where there are no colours."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self.is_colour and colour else text


PLAIN: Final = Style()


class Row(NamedTuple):
    """A row of a picture: its text, and how many columns of the screen that takes."""

    text: str
    width: int


Picture: TypeAlias = list[Row]


class Spot(NamedTuple):
    """One place of a row: its left edge in half cells from the picture's, what it shows, and how."""

    left: int
    symbol: str
    colour: str = ""
    is_marked: bool = False


def draw(
    puzzle: Puzzle,
    symbols: Sequence[str],
    marked: Collection[int] = (),
    style: Style = PLAIN,
    colours: Sequence[str] = (),
) -> Picture:
    """Return the grid of `puzzle` with a symbol in each cell.

    symbols  what each cell shows, by cell number
    marked   cell numbers
    colours  the colour of each cell, by cell number, where it is not marked; empty: none has one

    >>> from satcross.puzzle.shapes import hexagon
    >>> small = hexagon(horizontal=3, rising=3, falling=3)
    >>> print(text_of(draw(small, "ABCDEFG", marked={2, 3})))
        A B
      [C D]E
        F G
    """
    shown = [_printable(symbol, style) for symbol in symbols]
    width = max(map(width_of, shown), default=1)

    def spot(cell: int, left: int) -> Spot:
        return Spot(left, shown[cell], colours[cell] if colours else "", cell in marked)

    if puzzle.shape.kind == "lines":
        return _draw_lines(puzzle, spot, width, style)
    hole = Spot(0, "#" if style.is_ascii else "█")
    number_of = {address: number for number, address in enumerate(puzzle.cells)}

    def spot_at(place: tuple[int, int], left: int) -> Spot:
        return spot(number_of[place], left) if place in number_of else hole._replace(left=left)

    rows = [_row([spot_at(place, left) for place, left in places], width, style) for places in _places(puzzle)]
    return _framed(rows, style) if puzzle.shape.kind == "rectangle" else [_indented(row) for row in rows]


def candidates_symbol(candidates: str, letters: int) -> tuple[str, str]:
    """Return how a trace shows a cell that may hold any of `candidates`, and in which colour.

    letters  how many letters the alphabet has

    >>> [candidates_symbol(candidates, 4)[0] for candidates in ["ABCD", "BD", "B", ""]]
    ['.', '*', 'B', '!']
    """
    if not candidates:
        return NO_LETTER, WARNING
    if len(candidates) == 1:
        return candidates, STRONG
    return (ANY_LETTER, FAINT) if len(candidates) == letters else (SOME_LETTERS, NARROWED)


def beside(left: Picture, right: Picture, gap: int = 4) -> Picture:
    """Return the two pictures next to each other."""
    width = max((row.width for row in left), default=0) + gap
    blank = Row("", 0)
    return [
        Row(first.text + " " * (width - first.width) + second.text, width + second.width)
        for first, second in zip_longest(left, right, fillvalue=blank)
    ]


def width_of_picture(picture: Picture) -> int:
    """Return how many columns of the screen `picture` takes."""
    return max((row.width for row in picture), default=0)


def text_of(picture: Picture) -> str:
    """Return the rows, one a line, without spaces at the ends of lines and without a line end after the last."""
    return "\n".join(row.text.rstrip() for row in picture)


def _printable(symbol: str, style: Style) -> str:
    if symbol == " ":
        return "_" if style.is_ascii else "␣"
    if style.is_ascii and not symbol.isascii():
        return symbol.encode("ascii", "backslashreplace").decode()
    return "".join(map(visible, symbol))


def _places(puzzle: Puzzle) -> Iterator[list[tuple[tuple[int, int], int]]]:
    """Yield, for each drawn row, the address of each place (holes too) and its left edge in half cells."""
    sizes = puzzle.shape.sizes
    if puzzle.shape.kind == "rectangle":
        height, width = sizes
        for row in range(1, height + 1):
            yield [((row, column), 2 * column - 2) for column in range(1, width + 1)]
        return
    # each row of a hexagon starts half a cell further left than the one above, and after the widest further right
    top, upper, lower = sizes
    for row in range(upper + lower - 1):
        above, below = max(0, lower - 1 - row), max(0, row - lower + 1)
        width = top + min(row, lower - 1) - max(0, row - upper + 1)
        yield [((row + 1, column + 1), above + below + 2 * column) for column in range(width)]


def _row(spots: Sequence[Spot], width: int, style: Style) -> Row:
    """Return the row, with a column before the first and after the last cell where a bracket may be."""
    half = (width + 2) // 2  # columns of half a cell with its share of the space between cells
    parts: list[str] = []
    column = 0
    closes = False
    for spot in spots:
        left = spot.left * half + 1
        opens = spot.is_marked and not style.is_colour
        parts.append(_space(left - column, closes, opens))
        parts.append(style.paint(spot.symbol, MARKED if spot.is_marked else spot.colour))
        parts.append(" " * (width - width_of(spot.symbol)))
        column = left + width
        closes = opens
    parts.append(_space(1, closes, False))
    return Row("".join(parts), column + 1)


def _space(size: int, closes: bool, opens: bool) -> str:
    """Return the space between two cells, with brackets around marked ones; neighbours share theirs if they must."""
    if size == 1:
        return " " if closes == opens else "]" if closes else "["
    return ("]" if closes else " ") + " " * (size - 2) + ("[" if opens else " ")


def _indented(row: Row) -> Row:
    return Row(INDENT + row.text, len(INDENT) + row.width)


def _framed(rows: Picture, style: Style) -> Picture:
    corners, across, down = ("++++", "-", "|") if style.is_ascii else ("┌┐└┘", "─", "│")
    width = width_of_picture(rows)

    def edge(left: str, right: str) -> Row:
        return Row(style.paint(left + across * width + right, FAINT), width + 2)

    bar = style.paint(down, FAINT)
    framed = [Row(bar + row.text + " " * (width - row.width) + bar, width + 2) for row in rows]
    return [_indented(row) for row in (edge(*corners[:2]), *framed, edge(*corners[2:]))]


def _draw_lines(puzzle: Puzzle, spot: Callable[[int, int], Spot], width: int, style: Style) -> Picture:
    """Return a row for each line, after its name; then the cells on no line, each after its own name."""
    named = [(line.name, line.cells) for line in puzzle.lines]
    on_lines = {cell for line in puzzle.lines for cell in line.cells}
    named += [(str(puzzle.cells[cell]), (cell,)) for cell in range(len(puzzle.cells)) if cell not in on_lines]
    names = ["".join(map(visible, name)) for name, _ in named]
    widest = max(map(width_of, names), default=0)
    picture = []
    for name, (_, cells) in zip(names, named, strict=True):
        row = _row([spot(cell, 2 * index) for index, cell in enumerate(cells)], width, style)
        label = style.paint(name, FAINT) + " " * (widest - width_of(name)) + NAME_GAP
        picture.append(_indented(Row(label + row.text, widest + len(NAME_GAP) + row.width)))
    return picture
