"""A puzzle as text, with the numbers of its lines: where "rising 6" is, and in which direction it is read.

In: a puzzle.  Out: a `TextPicture` of its outline, with holes, bars and layers.

Grids have the number of each line with clues and an arrow outside of the grid, where the line begins.
Numbers above and below are written downwards.  Puzzles of named lines whose cells are on a lattice have a number in
each cell in which lines begin, as crosswords have; `tags` says which number that is.  If the cells are on no lattice,
their names stand at their places.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import sqrt
from typing import Final

from satcross.errors import width_of
from satcross.pictures.embedding import Embedding, enclosed
from satcross.pictures.layout import layer_names
from satcross.pictures.text import (
    ARROWS,
    FAINT,
    PLAIN,
    STRONG,
    TextPicture,
    TextRow,
    TextStyle,
    arrow_along,
    draw,
    half_cell,
    shown_symbol,
)
from satcross.puzzle import Line, Puzzle, shown_address
from satcross.puzzle.shapes import direction_of

OPEN: Final = "."  # what an open cell shows
INTO: Final = "×"  # the direction of a line that goes from layer to layer, into the picture
_ASCII: Final = dict(zip(ARROWS + INTO, ">\\v/<\\^/x", strict=True))
_SCALES: Final = (6, 8, 10, 12, 16, 20)  # columns for the distance of neighbours, for cells on no lattice
_BOX: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the walls that meet: 1 above, 2 right, 4 below, 8 left
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8


def outline(puzzle: Puzzle, embedding: Embedding | None = None, style: TextStyle = PLAIN) -> TextPicture:
    """Return the outline of `puzzle` with the numbers of its lines; given letters are filled in.

    Args:
        embedding: Where the cells of a puzzle of named lines are; None for grids.

    The picture is empty for cells on no lattice whose names have too little room.

    >>> from satcross.pictures.text import text_of
    >>> from satcross.puzzle.shapes import rectangle
    >>> print(text_of(outline(rectangle(rows=["AB.", "C.."], columns=["AC", "", "BD"], holes=[(2, 2)]))))
          1   3
          ↓   ↓
        ┌───────┐
    1 → │ . . . │
    2 → │ . █ . │
        └───────┘
    """
    if embedding is None:
        return _of_families(puzzle, style)
    if embedding.lattice == "free":
        return _of_names(puzzle, embedding, style)
    return (_triangular if embedding.lattice == "triangular" else _square)(puzzle, embedding, style)


def arrow(puzzle: Puzzle, line: Line, embedding: Embedding | None, style: TextStyle = PLAIN) -> str:
    """Return the arrow for the direction in which `line` is read; "" for a line that only has a curved path.

    Args:
        embedding: Where the cells of a puzzle of named lines are; None for grids.
    """
    if embedding is None:
        drawn = arrow_along(*puzzle.shape.point(puzzle.shape.directions[direction_of(line)].reading))
    else:
        drawn = _direction(line, embedding)
    return _ASCII.get(drawn, "") if style.is_ascii else drawn


def tags(puzzle: Puzzle, embedding: Embedding) -> dict[int, int]:
    """Return the number of each cell in which lines with clues begin, row by row; none for cells on no lattice."""
    if embedding.lattice == "free":
        return {}
    starts = {line.cells[0] for line in puzzle.lines if line.clues and line.cells}
    ordered = sorted(starts, key=lambda cell: (embedding.places[cell][1], embedding.places[cell][0]))
    return {cell: number for number, cell in enumerate(ordered, 1)}


def _direction(line: Line, embedding: Embedding) -> str:
    if embedding.lattice == "free" or len(line.cells) < 2:
        return "" if embedding.lattice == "free" else "→"
    (x, y), (u, v) = embedding.places[line.cells[0]], embedding.places[line.cells[1]]
    if embedding.lattice == "layers" and abs(u - x) + abs(v - y) > 1:
        return INTO
    return arrow_along(u - x, v - y)


def _of_families(puzzle: Puzzle, style: TextStyle) -> TextPicture:
    """Return a grid with the number of each line where the line begins."""
    given = dict(puzzle.given)
    symbols = [given.get(cell, OPEN) for cell in range(len(puzzle.cells))]
    half = half_cell(max(width_of(shown_symbol(symbol, style)) for symbol in symbols))
    frame = 1 if puzzle.shape.lattice == "square" else 0
    canvas = _Canvas(style)
    for index, drawn in enumerate(draw(puzzle, symbols, style=style)):
        canvas.put_row(index - frame, drawn)
    rows = list(puzzle.shape.drawn_places())
    columns = [[3 + frame + left * half for _, left in row] for row in rows]  # of each place on the screen
    lines = puzzle.shape.lines()
    for line in puzzle.lines:
        direction, _, name = line.name.rpartition(" ")
        sign, number = arrow(puzzle, line, None, style), int(name)
        if not line.clues:
            continue
        if direction in ("row", "horizontal"):
            text = f"{number} {sign}"
            canvas.put(number - 1, columns[number - 1][0] - frame * 2 - 1 - len(text), text, FAINT)
        elif direction == "column":
            _put_beyond(canvas, -2, columns[0][number - 1], sign, name, -1)
        elif not frame:
            row, column = (each - 1 for each in lines[direction][number - 1][0])
            side = 1 if direction == "rising" else -1
            is_at_edge = row in (0, len(rows) - 1) and row + side not in range(len(rows))
            if is_at_edge:
                _put_beyond(canvas, row + side, columns[row][column] + half, sign, name, side)
            else:
                canvas.put(row + side, columns[row][column] + half, f"{sign} {number}", FAINT)
    return canvas.picture()


def _put_beyond(canvas: _Canvas, row: int, column: int, sign: str, number: str, side: int) -> None:
    """Put an arrow above (`side` is -1) or below a grid, and the number beyond it, written downwards."""
    canvas.put(row, column, sign, FAINT)
    canvas.put_down(row + 1 if side > 0 else row - len(number), column, number, FAINT)


def _contents(puzzle: Puzzle, embedding: Embedding, style: TextStyle) -> list[tuple[str, str]]:
    """Return what each cell shows: the number of the lines that begin there, and the given letter."""
    given, numbers = dict(puzzle.given), tags(puzzle, embedding)
    return [
        (
            str(numbers.get(cell, "")),
            shown_symbol(given[cell], style) if cell in given else "" if cell in numbers else OPEN,
        )
        for cell in range(len(puzzle.cells))
    ]


def _put_cell(canvas: _Canvas, row: int, column: int, content: tuple[str, str]) -> None:
    number, letter = content
    canvas.put(row, column, number, FAINT)
    canvas.put(row, column + len(number), letter, STRONG if letter != OPEN else "")


def _square(puzzle: Puzzle, embedding: Embedding, style: TextStyle) -> TextPicture:
    """Return cells on a square lattice, or on several next to each other, with walls around them and bars."""
    contents = _contents(puzzle, embedding, style)
    inside = max(width_of(number + letter) for number, letter in contents) + 2
    cell_at = {(round(x), round(y)): cell for cell, (x, y) in enumerate(embedding.places)}
    joined = {frozenset(pair) for line in puzzle.lines for pair in pairwise(line.cells)}
    canvas = _Canvas(style)
    corners: dict[tuple[int, int], int] = {}

    def wall(start: tuple[int, int], end: tuple[int, int]) -> None:
        is_across = start[1] == end[1]
        corners[start] = corners.get(start, 0) | (_RIGHT if is_across else _DOWN)
        corners[end] = corners.get(end, 0) | (_LEFT if is_across else _UP)
        if is_across:
            canvas.put(2 * start[1], start[0] * (inside + 1) + 1, ("-" if style.is_ascii else "─") * inside, FAINT)
        else:
            canvas.put(2 * start[1] + 1, start[0] * (inside + 1), "|" if style.is_ascii else "│", FAINT)

    for (x, y), cell in cell_at.items():
        _put_cell(canvas, 2 * y + 1, x * (inside + 1) + 2, contents[cell])
        for dx, dy, start, end in (
            (-1, 0, (x, y), (x, y + 1)),
            (1, 0, (x + 1, y), (x + 1, y + 1)),
            (0, -1, (x, y), (x + 1, y)),
            (0, 1, (x, y + 1), (x + 1, y + 1)),
        ):
            other = cell_at.get((x + dx, y + dy))
            if other is None or frozenset((cell, other)) not in joined:
                wall(start, end)
    for (x, y), walls in corners.items():
        canvas.put(2 * y, x * (inside + 1), "+" if style.is_ascii else _BOX[walls], FAINT)
    for gap in enclosed(embedding):
        canvas.put(2 * round(gap[1]) + 1, round(gap[0]) * (inside + 1) + 1, ("#" if style.is_ascii else "█") * inside)
    if len(embedding.layers) > 1:
        bottom = 2 * max(y for _, y in cell_at) + 3
        for name, cells in zip(layer_names(puzzle, embedding), embedding.layers, strict=True):
            canvas.put(bottom, round(min(embedding.places[cell][0] for cell in cells)) * (inside + 1), name, FAINT)
    return canvas.picture()


def _triangular(puzzle: Puzzle, embedding: Embedding, style: TextStyle) -> TextPicture:
    """Return cells on a triangular lattice, every second row half a cell further right."""
    contents = _contents(puzzle, embedding, style)
    half = half_cell(max(width_of(number + letter) for number, letter in contents))
    canvas = _Canvas(style)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(y / (sqrt(3) / 2)), round(2 * x) * half

    for (x, y), content in zip(embedding.places, contents, strict=True):
        _put_cell(canvas, *at(x, y), content)
    for x, y in enclosed(embedding):
        canvas.put(*at(x, y), "#" if style.is_ascii else "█")
    return canvas.picture()


def _of_names(puzzle: Puzzle, embedding: Embedding, style: TextStyle) -> TextPicture:
    """Return the names of the cells at their places, on the smallest scale on which none touches another."""
    names = [shown_address(cell) for cell in puzzle.cells]
    for scale in _SCALES:
        spots = [
            (round(y * scale / 2), round(x * scale) - width_of(name) // 2)
            for (x, y), name in zip(embedding.places, names, strict=True)
        ]
        if all(_are_apart(*pair) for pair in combinations(sorted(zip(spots, names, strict=True)), 2)):
            canvas = _Canvas(style)
            for (row, column), name in zip(spots, names, strict=True):
                canvas.put(row, column, name)
            return canvas.picture()
    return []


def _are_apart(one: tuple[tuple[int, int], str], other: tuple[tuple[int, int], str]) -> bool:
    """Return whether two names, the first one in reading order first, do not touch."""
    ((row, column), name), ((other_row, other_column), _) = one, other
    return row != other_row or column + width_of(name) < other_column


class _Canvas:
    """Collects texts at rows and columns of a terminal, in which a wide letter takes two columns.

    Rows and columns may be negative, and no text may be put on another one.
    """

    def __init__(self, style: TextStyle) -> None:
        self._style: Final = style
        self._texts: Final[dict[int, dict[int, TextRow]]] = {}

    def put(self, row: int, column: int, text: str, colour: str = "") -> None:
        """Put `text` into a row, from `column` on."""
        if text:
            self._texts.setdefault(row, {})[column] = TextRow(self._style.paint(text, colour), width_of(text))

    def put_down(self, row: int, column: int, text: str, colour: str = "") -> None:
        """Put `text` into a column, one letter below the other, the first one into `row`."""
        for place, letter in enumerate(text):
            self.put(row + place, column, letter, colour)

    def put_row(self, row: int, drawn: TextRow) -> None:
        """Put what has been drawn already into a row, from column 0 on; the spaces at its ends stay free."""
        text = drawn.text.lstrip(" ")
        indent = len(drawn.text) - len(text)
        text = text.rstrip(" ")
        width = drawn.width - (len(drawn.text) - len(text))
        self._texts.setdefault(row, {})[indent] = TextRow(text, width)

    def picture(self) -> TextPicture:
        """Return the rows from the first one to the last one with a text; the first column is the leftmost one used."""
        if not self._texts:
            return []
        first = min(min(texts) for texts in self._texts.values())
        rows = []
        for number in range(min(self._texts), max(self._texts) + 1):
            written, column = "", first
            for start, (text, width) in sorted(self._texts.get(number, {}).items()):
                written += " " * (start - column) + text
                column = start + width
            rows.append(TextRow(written, column - first))
        return rows
