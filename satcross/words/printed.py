"""A crossword on paper: the empty grid with its clues across and down, and on the last page the grid with its letters.

In: a crossword with clues for people.  Out: pictures, each of which fills a page of A4.

A page has three columns.  The grid takes the top of two of them, or of all three if its cells would be smaller than
`LEAST_CELL` otherwise.  The clues flow through the columns beside and below it.  If they do not fit, first the type and
the cells become smaller, down to limits; then there are more pages.  All lengths here are in points, with y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import printable
from satcross.pictures.embedding import Point
from satcross.pictures.figures import DROP, Figure, Picture, Polygon, Text, circle
from satcross.pictures.layout_parts import LEADING
from satcross.pictures.lettering import wrap_words
from satcross.pictures.pdf import POINTS_PER_UNIT, room
from satcross.words.template import ACROSS, BLOCK, DOWN, OPEN, Template

LARGEST_CELL: Final = 28.0  # about a centimetre
LEAST_CELL: Final = 20.0  # 7 mm; only a grid that is too large for the page has smaller ones
NUMBER_TYPE: Final = 5.0  # of the numbers in the corners of cells
CLUE_TYPES: Final = (9.0, 8.0, 7.0)
HEAD_TYPE: Final = 11.0
TITLE_TYPE: Final = 14.0
NOTE_TYPE: Final = 8.0
GAP: Final = 14.0  # between two columns, and between the grid and what is below it
COLUMNS: Final = 3
INDENT: Final = 2.4  # type sizes from the left of a column to the text of a clue


class _Item(NamedTuple):
    """A head, the clue of a slot, or a note: rows of text that stay in one column.

    Attributes:
        style: "title" for a head, "clue" or "note".
        number: What is before the first row.
        rows: The rows of text.
        size: The type size.
    """

    style: str
    number: str
    rows: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return (len(self.rows) + (0.5 if self.style == "title" else 0.25)) * LEADING * self.size


def printed(crossword: Template) -> list[Picture]:
    """Return the pages of a crossword with clues; the last one has its letters."""
    wide, high = (length * POINTS_PER_UNIT for length in room("a4"))
    pitch = (wide + GAP) / COLUMNS
    heading, top = _heading(crossword.title, _credit(crossword), wide)
    figures, rest = _first_page(crossword, top, wide, high)
    pages = [[*heading, *figures]]
    while rest:
        figures, rest = _flowed(rest, [(column * pitch, 0.0) for column in range(COLUMNS)], high)
        pages.append(figures)
    heading, top = _heading(" – ".join(filter(None, (crossword.title, "Solution"))), "", wide)
    cell = _largest_cell(crossword, wide, high - top)
    pages.append([*heading, *_grid(crossword, 0.0, top, cell, shows_letters=True)])
    return [_page(page, wide, high, printable(crossword.title) or "Crossword") for page in pages]


def _first_page(crossword: Template, top: float, wide: float, high: float) -> tuple[list[Figure], list[_Item]]:
    """Return what is on the first page below its heading, and the clues for which it has no room."""
    pitch = (wide + GAP) / COLUMNS
    rows, columns = len(crossword.rows), len(crossword.rows[0])
    beside = _largest_cell(crossword, wide - pitch, high - top)
    is_beside = beside >= LEAST_CELL
    largest = beside if is_beside else _largest_cell(crossword, wide, high - top)
    left = pitch if is_beside else 0.0
    cells = dict.fromkeys(max(min(largest, LEAST_CELL), largest * share) for share in (1.0, 0.9, 0.8, 0.7))
    choices = [*product(CLUE_TYPES, cells)]
    for size, cell in [*choices, choices[0]]:
        right, below = left + columns * cell, top + rows * cell + GAP
        lefts = [column * pitch for column in range(COLUMNS)]
        free = [(x, below if x < right and x + pitch > left + GAP else top) for x in lefts]
        figures, rest = _flowed(_items(crossword, size, pitch - GAP), free, high)
        if not rest:
            break
    return [*_grid(crossword, left, top, cell), *figures], rest


def _largest_cell(crossword: Template, wide: float, high: float) -> float:
    """Return the size of the cells of a grid that has the room `wide` by `high`."""
    return min(LARGEST_CELL, wide / len(crossword.rows[0]), high / len(crossword.rows))


def _credit(crossword: Template) -> str:
    return " · ".join(filter(None, (crossword.author, crossword.copyright)))


def _heading(title: str, credit: str, wide: float) -> tuple[list[Figure], float]:
    """Return title and credit at the top of a page, and where the rest may begin."""
    figures: list[Figure] = []
    y = 0.0
    for style, text, size in (("title", title, TITLE_TYPE), ("note", credit, NOTE_TYPE)):
        for row in wrap_words(printable(text), wide / size) if text else ():
            y += LEADING * size
            figures.append(Text(style, (0.0, y - DROP * size), row, size))
    return figures, y + GAP if figures else 0.0


def _grid(
    crossword: Template, left: float, top: float, cell: float, *, shows_letters: bool = False
) -> Iterator[Figure]:
    """Yield the figures of the grid."""
    grid, letters = crossword.grid, crossword.letters
    cell_of = {place: number for number, place in enumerate(grid.places)}
    circled = crossword.circled
    for row, text in enumerate(crossword.rows):
        for column, place in enumerate(text):
            x, y = left + column * cell, top + row * cell
            corners = ((x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell))
            if place == BLOCK:
                yield Polygon("black", corners)
                continue
            number = cell_of[row + 1, column + 1]
            yield Polygon("cell", corners)
            if number in circled:
                yield circle((x + cell / 2, y + cell / 2), 0.9 * cell)
            if number in grid.numbers:
                at = (x + 0.3 * NUMBER_TYPE, y + 0.95 * NUMBER_TYPE)
                yield Text("number", at, str(grid.numbers[number]), NUMBER_TYPE)
            if shows_letters and letters[number] != OPEN:
                size = 0.55 * cell
                yield Text("letter", (x + cell / 2, y + 0.58 * cell + DROP * size), letters[number], size, "middle")


def _items(crossword: Template, size: float, wide: float) -> list[_Item]:
    """Return the heads and the clues in the type size `size`, for a column as wide as `wide`; at last the notes."""
    items: list[_Item] = []
    for direction in (ACROSS, DOWN):
        clues = [
            _Item("clue", str(slot.number), wrap_words(printable(text), wide / size - INDENT), size)
            for slot in crossword.grid.slots
            if slot.direction == direction and (text := crossword.texts.get(slot.name))
        ]
        if clues:
            items += [_Item("title", "", (direction.capitalize(),), HEAD_TYPE), *clues]
    notes = [row for line in crossword.notes.splitlines() for row in wrap_words(printable(line), wide / size)]
    return [*items, _Item("note", "", ("", *notes), size)] if notes else items


def _flowed(items: Sequence[_Item], columns: Sequence[Point], high: float) -> tuple[list[Figure], list[_Item]]:
    """Return the figures of `items` in columns that end as evenly as possible, and the items that do not fit.

    Args:
        columns: Where each column begins, at its left.
    """
    bottom = min(top for _, top in columns)
    while True:
        bottom = min(high, bottom + LEADING * CLUE_TYPES[0])
        figures, rest = _filled(items, columns, bottom)
        if not rest or bottom >= high:
            return figures, rest


def _filled(items: Sequence[_Item], columns: Sequence[Point], bottom: float) -> tuple[list[Figure], list[_Item]]:
    """Return the figures of `items` in columns that end at `bottom`, and the items that do not fit."""
    figures: list[Figure] = []
    rest = list(items)
    for left, top in columns:
        y = top
        while rest:
            needed = rest[0].height + (rest[1].height if rest[0].style == "title" else 0.0)  # a head and its first clue
            is_taller_than_a_page = y == 0.0 and needed > bottom
            if y + needed > bottom and not is_taller_than_a_page:
                break
            item = rest.pop(0)
            figures += _item_figures(item, left, y)
            y += item.height
    return figures, rest


def _item_figures(item: _Item, left: float, top: float) -> Iterator[Figure]:
    indent = INDENT * item.size if item.number else 0.0
    y = top + LEADING * item.size * 0.8
    if item.number:
        yield Text("title", (left + indent - 0.7 * item.size, y), item.number, item.size, "end")
    for row in item.rows:
        yield Text(item.style, (left + indent, y), row, item.size)
        y += LEADING * item.size


def _page(figures: Sequence[Figure], wide: float, high: float, title: str) -> Picture:
    """Return a picture that fills a page, in the units of pictures."""
    unit = POINTS_PER_UNIT
    scaled: list[Figure] = []
    for figure in figures:
        if isinstance(figure, Text):
            scaled.append(figure._replace(at=(figure.at[0] / unit, figure.at[1] / unit), size=figure.size / unit))
        else:
            scaled.append(figure._replace(points=[(x / unit, y / unit) for x, y in figure.points]))
    return Picture((0.0, 0.0, wide / unit, high / unit), tuple(scaled), title)
