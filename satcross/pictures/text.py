"""A puzzle as text: rectangles in a frame, other grids as centred rows, `lines` puzzles one named line after the other.

In: a puzzle and one symbol for each of its cells (a letter, or what a trace shows).  Out: a `TextPicture`.  Columns are
always straight: all cells are as wide as the widest symbol is on the screen, and unprintable letters are escaped.
Cells may be *marked*: in colour where there are colours, otherwise in brackets, which replace the spaces between
cells so that nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import zip_longest
from math import atan2, pi
from typing import Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.errors import printable, width_of
from satcross.puzzle import Puzzle, contract_alphabet

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
PICTURE_GAP: Final = 4  # columns between two pictures

ARROWS: Final = "→↘↓↙←↖↑↗"
"""Clockwise, by eighths of a turn; y grows downwards."""


class TextStyle(NamedTuple):
    """How text is drawn: whether with escape sequences for colours, and whether with ASCII characters only.

    Attributes:
        has_all_colours: Whether the terminal shows any colour #rrggbb, and not only the 256 of its palette.
    """

    is_colour: bool = False
    is_ascii: bool = False
    has_all_colours: bool = False

    def paint(self, text: str, colour: str) -> str:
        """Return `text` in `colour`, or unchanged where there are no colours."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self.is_colour and colour else text


PLAIN: Final = TextStyle()


class TextRow(NamedTuple):
    """A row of a picture: its text, and the number of columns that it takes on the screen."""

    text: str
    width: int


TextPicture: TypeAlias = list[TextRow]


class DrawnCell(NamedTuple):
    """One cell of a row: its left edge in half cells from the left edge of the picture, what it shows, and how.

    The colour of a painted cell fills the column after it too, so that neighbours of one colour are one area.
    """

    left: int
    symbol: str
    colour: str = ""
    is_marked: bool = False
    is_painted: bool = False


def draw(
    puzzle: Puzzle,
    symbols: Sequence[str],
    marked: Collection[int] = (),
    style: TextStyle = PLAIN,
    colours: Sequence[str] | None = None,
) -> TextPicture:
    """Return the grid of `puzzle` with a symbol in each cell.

    Args:
        symbols: What each cell shows, by cell number.
        marked: Cell numbers.
        colours: The colour of each cell that is not marked, by cell number; None: the puzzle's colours of letters.

    >>> from satcross.puzzle.shapes import hexagon
    >>> small = hexagon(horizontal=3, rising=3, falling=3)
    >>> print(text_of(draw(small, "ABCDEFG", marked={2, 3})))
        A B
      [C D]E
        F G
    """
    shown = [shown_symbol(symbol, style) for symbol in symbols]
    width = max(map(width_of, set(shown)), default=1)
    paints = paint_parameters(puzzle, style) if colours is None and style.is_colour and puzzle.colors else {}

    def spot(cell: int, left: int) -> DrawnCell:
        paint = paints.get(symbols[cell], "")
        return DrawnCell(left, shown[cell], colours[cell] if colours else paint, cell in marked, bool(paint))

    if not puzzle.shape.is_grid:
        return _draw_lines(puzzle, spot, width, style)
    hole = DrawnCell(0, "#" if style.is_ascii else "█")
    number_of = {address: number for number, address in enumerate(puzzle.cells)}

    def spot_at(place: tuple[int, int], left: int) -> DrawnCell:
        return spot(number_of[place], left) if place in number_of else hole._replace(left=left)

    rows = [_row([spot_at(place, left) for place, left in row], width, style) for row in puzzle.shape.drawn_places()]
    return _framed(rows, style) if puzzle.shape.lattice == "square" else [_indented(row) for row in rows]


LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""Red, green and blue in the palette of 256 colours of xterm, in which 16 + 36 r + 6 g + b is a colour."""


def paint_parameters(puzzle: Puzzle, style: TextStyle) -> dict[str, str]:
    """Return for each letter that has a colour the parameters of SGR that paint a cell.

    >>> from satcross.puzzle.shapes import rectangle
    >>> puzzle = rectangle(rows=["AB"], columns=2, colors={"A": "gold", "B": "none"})
    >>> paint_parameters(puzzle, TextStyle(has_all_colours=True)), paint_parameters(puzzle, TextStyle())
    ({'A': '38;2;0;0;0;48;2;255;215;0'}, {'A': '38;5;16;48;5;220'})
    """
    from satcross.puzzle.colors import BLACK, channels, paint_of, paints_of

    parameters = {}
    for letter, (fill, ink) in paints_of(puzzle).items():
        if fill and style.has_all_colours:
            parameters[letter] = ";".join(map(str, (38, 2, *channels(ink), 48, 2, *channels(fill))))
        elif fill:
            steps = [_nearest_level(channel) for channel in channels(fill)]
            near = paint_of("#" + "".join(f"{LEVELS[step]:02x}" for step in steps))
            number = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
            parameters[letter] = f"38;5;{16 if near.ink == BLACK else 231};48;5;{number}"
    return parameters


def _nearest_level(channel: int) -> int:
    return min(range(len(LEVELS)), key=lambda step: abs(LEVELS[step] - channel))


def grid(puzzle: Puzzle, letters: Sequence[str]) -> str:
    """Return the grid of `puzzle` with these letters as text, for `print`: without an indent."""
    return "\n".join(row.text.removeprefix(INDENT).rstrip() for row in draw(puzzle, letters))


def candidates_symbol(candidates: str, letters: int) -> tuple[str, str]:
    """Return how a trace shows a cell that may hold any of `candidates`, and in which colour.

    Args:
        letters: How many letters the alphabet has.

    >>> [candidates_symbol(candidates, 4)[0] for candidates in ["ABCD", "BD", "B", ""]]
    ['.', '*', 'B', '!']
    """
    if not candidates:
        return NO_LETTER, WARNING
    if len(candidates) == 1:
        return candidates, STRONG
    return (ANY_LETTER, FAINT) if len(candidates) == letters else (SOME_LETTERS, NARROWED)


def beside(left: TextPicture, right: TextPicture) -> TextPicture:
    """Return the two pictures next to each other."""
    width = max((row.width for row in left), default=0) + PICTURE_GAP
    blank = TextRow("", 0)
    return [
        TextRow(first.text + " " * (width - first.width) + second.text, width + second.width)
        for first, second in zip_longest(left, right, fillvalue=blank)
    ]


def width_of_picture(picture: TextPicture) -> int:
    """Return the number of columns that `picture` takes on the screen."""
    return max((row.width for row in picture), default=0)


def text_of(picture: TextPicture) -> str:
    """Return the rows as lines, without spaces at the ends of lines and without a line end after the last one."""
    return "\n".join(row.text.rstrip() for row in picture)


def shown_symbol(symbol: str, style: TextStyle) -> str:
    """Return what is written for a symbol: a space is made visible, and so is what cannot be printed."""
    if symbol == " ":
        return "_" if style.is_ascii else "␣"
    if style.is_ascii and not symbol.isascii():
        return symbol.encode("ascii", "backslashreplace").decode()
    return printable(symbol)


def shown_letters(letters: str, style: TextStyle) -> str:
    """Return letters as a list within a line: runs of them as ranges, and a space visible.

    >>> shown_letters("ABCDX ", TextStyle())
    '␣A-DX'
    """
    return "".join(shown_symbol(each, style) for each in contract_alphabet(letters))


def half_cell(width: int) -> int:
    """Return the columns of half a cell with its share of the space between cells; its symbol has `width` columns."""
    return (width + 2) // 2


def _row(spots: Sequence[DrawnCell], width: int, style: TextStyle) -> TextRow:
    """Return the row, with a column before the first and after the last cell where a bracket may be."""
    half = half_cell(width)
    parts: list[str] = []
    column = 0
    closes = False
    for spot in spots:
        left = spot.left * half + 1
        opens = spot.is_marked and not style.is_colour
        parts.append(_space(left - column, closes, opens))
        rest = " " * (width - width_of(spot.symbol))
        column = left + width
        closes = opens
        if spot.is_painted and not spot.is_marked:
            parts.append(style.paint(f"{spot.symbol}{rest} ", spot.colour))
            column += 1
        else:
            parts += [style.paint(spot.symbol, MARKED if spot.is_marked else spot.colour), rest]
    end = max((spot.left * half + 1 + width for spot in spots[-1:]), default=0) + 1
    parts.append(_space(end - column, closes, False))
    return TextRow("".join(parts), end)


def _space(size: int, closes: bool, opens: bool) -> str:
    """Return the space between two cells, with the brackets of marked ones; neighbours share a bracket if they must."""
    if size == 0:
        return ""
    if size == 1:
        return " " if closes == opens else "]" if closes else "["
    return ("]" if closes else " ") + " " * (size - 2) + ("[" if opens else " ")


def _indented(row: TextRow) -> TextRow:
    return TextRow(INDENT + row.text, len(INDENT) + row.width)


def _framed(rows: TextPicture, style: TextStyle) -> TextPicture:
    corners, across, down = ("++++", "-", "|") if style.is_ascii else ("┌┐└┘", "─", "│")
    width = width_of_picture(rows)

    def edge(left: str, right: str) -> TextRow:
        return TextRow(style.paint(left + across * width + right, FAINT), width + 2)

    bar = style.paint(down, FAINT)
    framed = [TextRow(bar + row.text + " " * (width - row.width) + bar, width + 2) for row in rows]
    return [_indented(row) for row in (edge(*corners[:2]), *framed, edge(*corners[2:]))]


def _draw_lines(puzzle: Puzzle, spot: Callable[[int, int], DrawnCell], width: int, style: TextStyle) -> TextPicture:
    """Return a row for each line, after its name; then the cells on no line, each after its own name."""
    named = named_cells(puzzle)
    names = [printable(name) for name, _ in named]
    widest = max(map(width_of, names), default=0)
    picture = []
    for name, (_, cells) in zip(names, named, strict=True):
        row = _row([spot(cell, 2 * index) for index, cell in enumerate(cells)], width, style)
        label = style.paint(name, FAINT) + " " * (widest - width_of(name)) + NAME_GAP
        picture.append(_indented(TextRow(label + row.text, widest + len(NAME_GAP) + row.width)))
    return picture


def named_cells(puzzle: Puzzle) -> list[tuple[str, tuple[int, ...]]]:
    """Return the name and the cells of each line; then each cell on no line, after its own name."""
    on_lines = {cell for line in puzzle.lines for cell in line.cells}
    others = [(str(address), (cell,)) for cell, address in enumerate(puzzle.cells) if cell not in on_lines]
    return [*((line.name, line.cells) for line in puzzle.lines), *others]


def arrow_along(right: float, down: float) -> str:
    """Return the arrow whose direction comes closest to the direction of a vector.

    >>> arrow_along(2, 0), arrow_along(-1, 1.1)
    ('→', '↙')
    """
    return ARROWS[round(atan2(down, right) / (pi / 4)) % len(ARROWS)]
