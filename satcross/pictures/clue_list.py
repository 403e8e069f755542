"""The list of lines below a grid: a number, an arrow, the line's name, and its clues, in columns.

In: the listed lines of a layout.  Out: figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

from satcross.pictures.figures import DROP, Figure, Polyline, Text, arrow, crossed_ring, track_style
from satcross.pictures.layout.parts import CELL, LEADING, TYPE, ListedLine
from satcross.pictures.lettering import width, wrap, wrap_words

LIST_TYPE: Final = 0.0135  # type size of the list, as a share of the picture's width: 7 points on A4
_INDENT: Final = 4.2  # type sizes from a line's number to its clues
_NAME_TYPE: Final = 0.85  # type size of a line's name, as a share of the type size of its clues
_NAME_LEADING: Final = 0.9  # distance of the rows of a line's name, as a share of the distance of rows of clues
_AFTER: Final = 0.5  # rows between two lines of the list
_LINES_PER_COLUMN: Final = 12  # about how many lines each column should have in a list as wide as the picture


class _Block(NamedTuple):
    """One line of the list: the rows of its name, and the rows of its clues, each with the clue's number."""

    listed: ListedLine
    names: tuple[str, ...]
    rows: tuple[tuple[str, int], ...]

    @property
    def height(self) -> float:
        """In type sizes."""
        return (len(self.names) * _NAME_LEADING + len(self.rows) + _AFTER) * LEADING


def list_width(listed: Sequence[ListedLine]) -> float:
    """Return the least width of the list: as many columns as are needed to make it no taller than a page."""
    return 12 * CELL * min(3, ceil(sqrt(len(listed) / _LINES_PER_COLUMN))) if listed else 0.0


def list_figures(listed: Sequence[ListedLine], left: float, top: float, wide: float, has_tracks: bool) -> list[Figure]:
    """Return the list of lines below the grid, in as many columns as have room.

    Args:
        has_tracks: Whether each line has a colour, which the list then shows.
    """
    if not listed:
        return []
    size = max(TYPE, wide * LIST_TYPE)
    longest = max(width(text) for each in listed for text in (each.name, *each.clues))
    columns = max(1, min(int(wide / ((_INDENT + 1 + min(28.0, max(9.0, longest))) * size)), ceil(len(listed) / 3)))
    pitch = wide / columns
    blocks = [_block(each, (pitch - (_INDENT + 1) * size) / size) for each in listed]
    fill = _column_height([block.height * size for block in blocks], columns)
    figures: list[Figure] = []
    column, y = 0, top
    for block in blocks:
        if y > top and y + block.height * size > top + fill + 1e-6:
            column, y = column + 1, top
        figures += _block_figures(block, left + column * pitch, y, size, has_tracks)
        y += block.height * size
    return figures


def _block(listed: ListedLine, ems: float) -> _Block:
    wrapped = wrap_words if listed.is_in_prose else wrap
    rows = tuple((row, clue) for clue, text in enumerate(listed.clues) for row in wrapped(text, ems))
    return _Block(listed, wrap_words(listed.name, ems / _NAME_TYPE) if listed.name else (), rows)


def _block_figures(block: _Block, x: float, y: float, size: float, has_tracks: bool) -> list[Figure]:
    """Return one line of the list, whose top left corner is (x, y)."""
    listed = block.listed
    figures: list[Figure] = []
    line = y + LEADING * size * 0.8
    if has_tracks:
        colour = ((x + 0.1 * size, line + 0.25 * size), (x + 2.4 * size, line + 0.25 * size))
        figures.append(Polyline(track_style(listed.line), colour))
    figures.append(Text("title", (x + 2.4 * size, line), str(listed.number), size, "end"))
    middle = (x + 3.3 * size, line - DROP * size)
    figures += [arrow(middle, listed.towards, size)] if listed.towards else crossed_ring(middle, 0.38 * size)
    for name in block.names:
        figures.append(Text("note", (x + _INDENT * size, line), name, size * _NAME_TYPE))
        line += LEADING * size * _NAME_LEADING
    for text, clue in block.rows:
        figures.append(Text("clue", (x + _INDENT * size, line), text, size, mark=("clue", f"{listed.line}.{clue}")))
        line += LEADING * size
    return figures


def _column_height(heights: Sequence[float], columns: int) -> float:
    """Return the least height (within 2 %) at which the blocks, in order, fill no more than `columns` columns."""
    tallest = max(heights)
    while True:
        used, y = 1, 0.0
        for height in heights:
            if y and y + height > tallest + 1e-6:
                used, y = used + 1, 0.0
            y += height
        if used <= columns:
            return tallest
        tallest *= 1.02
