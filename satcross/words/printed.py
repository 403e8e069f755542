"""A crossword on paper: the empty grid with its clues across and down, and its answer.

In: a crossword, usually with clues for people.  Out: an entry of a book.

A page has two or three columns.  The grid takes the top of all but one of them, or of all if its cells would be
smaller than `LEAST_CELL` otherwise.  The clues flow through the columns beside and below it.  If they do not fit, first
the type and the cells become smaller, down to limits; then there are more pages.  All lengths here are in points, with
y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import printable
from satcross.pictures.book import Entry, MakeUp, book
from satcross.pictures.embedding import Point
from satcross.pictures.figures import DROP, Figure, Picture, Polygon, Text, circle
from satcross.pictures.fitting import Arrangement, GridBody
from satcross.pictures.layout_parts import LEADING
from satcross.pictures.lettering import wrap_words
from satcross.pictures.paper import PlacedPicture, PrintedDocument
from satcross.words.template import ACROSS, BLOCK, DOWN, OPEN, Template

LARGEST_CELL: Final = 28.0  # about a centimetre
LEAST_CELL: Final = 20.0  # 7 mm; only a grid that is too large for the page has smaller ones
SMALLEST_CELL: Final = 9.0  # 3 mm
NUMBER_TYPE: Final = 5.0  # of the numbers in the corners of cells
CLUE_TYPES: Final = (9.0, 8.0, 7.0)
HEAD_TYPE: Final = 11.0
NOTE_TYPE: Final = 8.0
GAP: Final = 14.0  # between two columns, and between the grid and what is below it
COLUMN: Final = 150.0  # the least width of a column
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


class CrosswordBody(NamedTuple):
    """A crossword with its clues, which has a page to itself, and further pages if its clues need them."""

    crossword: Template

    def arranged(self, wide: float, high: float, *, is_alone: bool) -> Arrangement | None:
        """Return the arrangement in an area, or None if the area shares a page or is too small for the grid."""
        if not is_alone or _largest_cell(self.crossword, wide, high) < SMALLEST_CELL:
            return None
        count = max(2, min(3, int(wide / COLUMN)))
        pitch = (wide + GAP) / count
        figures, rest = _first_page(self.crossword, wide, high, count)
        pages = [figures]
        while rest:
            figures, rest = _flowed(rest, [(column * pitch, 0.0) for column in range(count)], high)
            pages.append(figures)
        box = (0.0, 0.0, wide, high)
        return Arrangement(tuple([(PlacedPicture(Picture(box, tuple(page), ""), (0.0, 0.0)),) for page in pages]))


def printed(crosswords: Sequence[Template]) -> PrintedDocument:
    """Return the pages of crosswords with their letters at the end; where there are no clues, the letters are all."""
    return book([crossword_entry(each) for each in crosswords], MakeUp()).document


def crossword_entry(crossword: Template) -> Entry:
    """Return a crossword as an entry of a book: the empty grid and its clues, or without any clue the full grid."""
    credit = " · ".join(filter(None, (crossword.author, crossword.copyright)))
    rows, columns = len(crossword.rows), len(crossword.rows[0])
    cell = 40.0
    box = (-2.0, -2.0, columns * cell + 4.0, rows * cell + 4.0)
    solution = Picture(box, tuple(_grid(crossword, 0.0, 0.0, cell, shows_letters=True)), "")
    if not crossword.texts:
        return Entry(crossword.title, credit, "", GridBody(solution))
    return Entry(crossword.title, credit, "", CrosswordBody(crossword), solution)


def _first_page(crossword: Template, wide: float, high: float, count: int) -> tuple[list[Figure], list[_Item]]:
    """Return what is on the first page, which has `count` columns, and the clues for which it has no room."""
    pitch = (wide + GAP) / count
    rows, columns = len(crossword.rows), len(crossword.rows[0])
    beside = _largest_cell(crossword, wide - pitch, high)
    is_beside = beside >= LEAST_CELL
    largest = beside if is_beside else _largest_cell(crossword, wide, high)
    left = pitch if is_beside else 0.0
    cells = dict.fromkeys(max(min(largest, LEAST_CELL), largest * share) for share in (1.0, 0.9, 0.8, 0.7))
    choices = [*product(CLUE_TYPES, cells)]
    for size, cell in [*choices, choices[0]]:
        right, below = left + columns * cell, rows * cell + GAP
        lefts = [column * pitch for column in range(count)]
        free = [(x, below if x < right and x + pitch > left + GAP else 0.0) for x in lefts]
        figures, rest = _flowed(_items(crossword, size, pitch - GAP), free, high)
        if not rest:
            break
    return [*_grid(crossword, left, 0.0, cell), *figures], rest


def _largest_cell(crossword: Template, wide: float, high: float) -> float:
    """Return the size of the cells of a grid that has the room `wide` by `high`."""
    return min(LARGEST_CELL, wide / len(crossword.rows[0]), high / len(crossword.rows))


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
                size = NUMBER_TYPE if cell < LARGEST_CELL else 0.18 * cell
                yield Text("number", (x + 0.3 * size, y + 0.95 * size), str(grid.numbers[number]), size)
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
