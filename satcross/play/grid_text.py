"""The grid and the clues as styled text.

In: a board and a session.  Out: texts for the terminal, and for each place of the grid the cell that is drawn there.
Nothing here knows Textual, only the texts of Rich.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rich.text import Text

from satcross.base.records import NamedTuple
from satcross.errors import printable, width_of
from satcross.pictures.layout_parts import CELL
from satcross.pictures.lettering import shortened
from satcross.pictures.text import named_cells
from satcross.play.game import PlayBoard
from satcross.play.session import (
    PlaySession,
    is_solved,
)
from satcross.puzzle import Puzzle
from satcross.puzzle.colors import Paint, paints_of

NARROW: Final = 2  # columns from one cell of a row to the next
WIDE: Final = 4
LARGE: Final = 8
_CELL_WIDTH: Final = {NARROW: 2, WIDE: 3, LARGE: 7}
_CELL_HEIGHT: Final = {NARROW: 1, WIDE: 1, LARGE: 3}
SCALES: Final = (1, 1.25, 1.5, 2, 2.5, 3, 4)  # how far cells on no lattice are drawn apart, until none overlap
LONGEST_NAME: Final = 16  # columns of a line's name beside its cells

HOLE: Final = "on #3a3f4b"
OPEN: Final = "#c8ccd4 on #1f2430"
THROUGH: Final = "#e6e6e6 on #2c3a4f"  # on another line through the current cell
ALONG: Final = "#ffffff on #2f5d8a"  # on the line along which letters are typed
HERE: Final = "bold #000000 on #f2c14e"
PENCILLING: Final = "bold #000000 on #b6e3a1"  # the current cell while the pencil is up
HINTED: Final = "#ffffff on #7a4f9a"
WRONG: Final = "bold strike #ff6b6b"
GIVEN: Final = "bold"
REVEALED: Final = "italic"
MARKS: Final = "dim italic"

GOOD: Final = "#7fd18b"
BAD: Final = "#ff6b6b"
MATCHED: Final = "bold #7fd18b"
MAY_BE_HERE: Final = "underline"
FAINT: Final = "dim"


class Piece(NamedTuple):
    """A part of a row of the grid.

    Attributes:
        width: How many columns it takes.
        cell: The cell that it belongs to; None: it shows `text`.
        is_middle: Whether the letter of the cell is here, and not only its colour.
    """

    width: int
    cell: int | None = None
    text: str = ""
    is_hole: bool = False
    is_middle: bool = True


def grid_rows(board: PlayBoard, width: int, height: int) -> list[list[Piece]]:
    """Return the rows of the grid, as large as fits into `width` columns and `height` rows, or else small.

    Puzzles of named lines are drawn as a picture if it fits in, or else line by line.
    """
    puzzle = board.puzzle
    is_free = not puzzle.shape.is_grid
    if is_free:
        for pitch in (LARGE, WIDE, NARROW):
            picture = _plane_rows(board.places, pitch)
            if picture and len(picture) <= height and max(map(row_width, picture)) <= width:
                return picture
    draw = _line_rows if is_free else _place_rows
    for pitch, gap in ((LARGE, 1), (WIDE, 1), (WIDE, 0)):
        rows = _spread(list(draw(puzzle, pitch)), _CELL_HEIGHT[pitch], gap)
        if max(map(row_width, rows), default=0) <= width and (len(rows) <= height or pitch + gap == WIDE):
            return rows
    return list(draw(puzzle, NARROW))


def _plane_rows(centres: Sequence[tuple[float, float]], pitch: int) -> list[list[Piece]]:
    """Return rows with each cell where the picture of the puzzle has it; no rows if cells would overlap."""
    left, top = (min((centre[axis] for centre in centres), default=0.0) for axis in (0, 1))
    width, height = _CELL_WIDTH[pitch], _CELL_HEIGHT[pitch]
    for scale in SCALES:
        by_row: dict[int, list[tuple[int, int]]] = {}
        for cell, (x, y) in enumerate(centres):
            column, row = (x - left) / CELL * pitch * scale, (y - top) / CELL * (pitch // 2) * scale
            by_row.setdefault(round(row), []).append((round(column), cell))
        rows = sorted(by_row)
        if any(after - before < height for before, after in pairwise(rows)):
            continue
        if any(after - before <= width for row in rows for (before, _), (after, _) in pairwise(sorted(by_row[row]))):
            continue
        drawn: list[list[Piece]] = [[] for _ in range(rows[-1] + height)] if rows else []
        for row in rows:
            lines = _spread([_pieces_at(sorted(by_row[row]), width)], height, 0)
            drawn[row : row + height] = lines
        return drawn
    return []


def _pieces_at(cells: Sequence[tuple[int, int]], width: int) -> list[Piece]:
    """Return a row in which each cell begins in its column."""
    pieces: list[Piece] = []
    end = 0
    for column, cell in cells:
        if column > end:
            pieces.append(Piece(column - end))
        pieces.append(Piece(width, cell))
        end = column + width
    return pieces


def _spread(rows: list[list[Piece]], height: int, gap: int) -> list[list[Piece]]:
    """Return `rows` with each `height` rows high, the letters in the middle, and `gap` empty rows between them."""
    spread: list[list[Piece]] = []
    for row in rows:
        bare = [piece._replace(is_middle=False, text="") for piece in row]
        spread += [[]] * (gap if spread else 0)
        spread += [row if each == height // 2 else bare for each in range(height)]
    return spread


def row_width(row: Sequence[Piece]) -> int:
    """Return the columns that a row takes."""
    return sum(piece.width for piece in row)


def cell_at(rows: Sequence[Sequence[Piece]], x: int, y: int) -> int | None:
    """Return the cell that is drawn at column `x` of row `y`; None: there is none."""
    if not 0 <= y < len(rows):
        return None
    for piece in rows[y]:
        if x < piece.width:
            return piece.cell
        x -= piece.width
    return None


def _place_rows(puzzle: Puzzle, pitch: int) -> Iterator[list[Piece]]:
    """Yield the rows of a grid."""
    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    for row in puzzle.shape.drawn_places():
        pieces: list[Piece] = []
        column = 0
        for address, left in row:
            start = left * pitch // 2
            if start > column:
                pieces.append(Piece(start - column))
            number = number_of.get(address)
            pieces.append(Piece(_CELL_WIDTH[pitch], number, is_hole=number is None))
            column = start + _CELL_WIDTH[pitch]
        yield pieces


def _line_rows(puzzle: Puzzle, pitch: int) -> Iterator[list[Piece]]:
    """Yield a row for each line, after its name; then one for the cells on no line."""
    named = named_cells(puzzle)
    names = [shortened(printable(name), LONGEST_NAME) for name, _ in named]
    widest = max(map(width_of, names), default=0)
    for name, (_, cells) in zip(names, named, strict=True):
        pieces = [Piece(widest + 2, text=name)]
        for cell in cells:
            pieces.append(Piece(_CELL_WIDTH[pitch], cell))
            if pitch > _CELL_WIDTH[pitch]:
                pieces.append(Piece(pitch - _CELL_WIDTH[pitch]))
        yield pieces


def grid_text(board: PlayBoard, session: PlaySession, rows: Sequence[Sequence[Piece]]) -> Text:
    """Return the grid with letters and pencil marks, the current cell and its lines."""
    styles = _cell_styles(board, session)
    is_hiding = session.settings.hides_letters and is_solved(board, session.game)
    hidden = _painted(board, session).keys() if is_hiding else frozenset()
    text = Text(no_wrap=True)
    for number, row in enumerate(rows):
        if number:
            text.append("\n")
        for piece in row:
            if piece.cell is not None and (piece.cell in hidden or not piece.is_middle):
                text.append(" " * piece.width, styles[piece.cell])
            elif piece.cell is not None:
                shown, extra = _cell_text(board, session, piece.cell, piece.width)
                text.append(shown, f"{styles[piece.cell]} {extra}".strip())
            else:
                style = HOLE if piece.is_hole else FAINT
                text.append(piece.text + " " * (piece.width - width_of(piece.text)), style)
    return text


def _cell_styles(board: PlayBoard, session: PlaySession) -> list[str]:
    """Return the colours of each cell."""
    cursor = session.cursor
    styles = [OPEN] * len(board.puzzle.cells)
    for line in board.lines_of[cursor.cell]:
        for cell in board.puzzle.lines[line].cells:
            styles[cell] = THROUGH
    if board.lines_of[cursor.cell]:
        for cell in board.puzzle.lines[cursor.line].cells:
            styles[cell] = ALONG
    for cell, (fill, ink) in _painted(board, session).items():
        if fill:
            styles[cell] = f"{ink} on {fill}"
    for cell in session.hinted:
        styles[cell] = HINTED
    styles[cursor.cell] = PENCILLING if session.is_pencil else HERE
    return styles


def _painted(board: PlayBoard, session: PlaySession) -> dict[int, Paint]:
    """Return the paint of each cell whose letter has one; wrong letters are not painted."""
    paints = paints_of(board.puzzle)
    contents = enumerate(session.game.contents)
    return {cell: paints[each.letter] for cell, each in contents if each.letter in paints and cell not in session.wrong}


def _cell_text(board: PlayBoard, session: PlaySession, cell: int, width: int) -> tuple[str, str]:
    """Return what is written in a cell, as wide as it is, and its style beside the colours."""
    content = session.game.contents[cell]
    if content.letter:
        letter = seen(content.letter)
        style = WRONG if cell in session.wrong else GIVEN if cell in board.given else ""
        return _centred(letter, width), f"{style} {REVEALED if content.is_revealed else ''}".strip()
    if content.marks:
        shown = "".join(map(seen, content.marks))
        return _centred(shown if width_of(shown) <= width else f"{len(content.marks)}'"[:width], width), MARKS
    return _centred("·", width), FAINT


def _centred(text: str, width: int) -> str:
    left = (width - width_of(text)) // 2
    return " " * left + text + " " * (width - width_of(text) - left)


def seen(letter: str) -> str:
    return "␣" if letter == " " else printable(letter)
