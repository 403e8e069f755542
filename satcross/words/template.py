"""A word crossword: a grid of blocks, given letters and open cells, with titles, clues for people, and regexes.

A template is a crossword with open cells.  Once they are filled, it is what is published.

Its *cells* are all places that are no block, row by row.  Its *slots* are the runs of two or more places that words go
into, numbered as in every crossword: first those across, then those down, each in the order of their numbers.  Numbers
count the cells in which a slot begins, in reading order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import ErrorCode, PuzzleError, did_you_mean
from satcross.puzzle.model import AnyClue, Dialect

BLOCK: Final = "#"
OPEN: Final = "."

ACROSS: Final = "across"
DOWN: Final = "down"

PUBLISHED_TEXTS: Final = ("title", "author", "copyright", "notes")
"""The fields of a template that are printed for readers, and that other formats have under the same names."""

Place = tuple[int, int]
"""Row and column, from 1."""


class Slot(NamedTuple):
    """A slot: its number, "across" or "down", and its cell numbers in reading order."""

    number: int
    direction: str
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{self.number} {self.direction}"


class Grid(NamedTuple):
    """The cells and slots of a grid.

    Attributes:
        places: The place of each cell.
        slots: The slots across, then the slots down.
        crossings: For each cell the slots on it (two at most), as pairs: the slot's index, the cell's index in the
            slot.
        numbers: The number in the corner of each cell in which a slot begins.
    """

    places: tuple[Place, ...]
    slots: tuple[Slot, ...]
    crossings: tuple[tuple[tuple[int, int], ...], ...]
    numbers: dict[int, int]

    def slot_called(self, name: str) -> Slot:
        """Return the slot called `name`, as in "12 across".  Raises PuzzleError if there is none."""
        slot = next((slot for slot in self.slots if slot.name == name), None)
        if slot is None:
            hint = did_you_mean(name, [slot.name for slot in self.slots]) or "satcross slots lists them"
            raise PuzzleError(f"the template has no slot {name!r}", hint=hint, code=ErrorCode.SLOT)
        return slot


def grid_of(rows: Sequence[str]) -> Grid:
    """Return the cells and slots of `rows`, which are equally long strings with `#` for blocks.

    >>> [(slot.name, len(slot.cells)) for slot in grid_of(["..#", "..."]).slots]
    [('1 across', 2), ('3 across', 3), ('1 down', 2), ('2 down', 2)]
    """
    cell_of: dict[Place, int] = {}
    for row, text in enumerate(rows, 1):
        for column, letter in enumerate(text, 1):
            if letter != BLOCK:
                cell_of[row, column] = len(cell_of)
    across: list[Slot] = []
    down: list[Slot] = []
    numbers: dict[int, int] = {}
    for (row, column), cell in cell_of.items():
        for direction, slots_of_direction, step in ((ACROSS, across, (0, 1)), (DOWN, down, (1, 0))):
            if (row - step[0], column - step[1]) in cell_of:
                continue
            run = []
            place = (row, column)
            while place in cell_of:
                run.append(cell_of[place])
                place = (place[0] + step[0], place[1] + step[1])
            if len(run) > 1:
                number = numbers.setdefault(cell, len(numbers) + 1)
                slots_of_direction.append(Slot(number, direction, tuple(run)))
    slots = (*across, *down)
    return Grid(tuple(cell_of), slots, _crossings(slots, len(cell_of)), numbers)


def without(grid: Grid, dropped: Collection[Slot]) -> Grid:
    """Return `grid` without the slots `dropped`; its cells and numbers stay."""
    slots = tuple([slot for slot in grid.slots if slot not in dropped])
    return grid._replace(slots=slots, crossings=_crossings(slots, len(grid.places)))


def _crossings(slots: Sequence[Slot], cells: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    crossings: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
    for number, slot in enumerate(slots):
        for i, cell in enumerate(slot.cells):
            crossings[cell].append((number, i))
    return tuple(map(tuple, crossings))


class LineClue(NamedTuple):
    """A clue on a line of a template: what the letters of `cells` must satisfy besides being words.

    Attributes:
        name: The line's name, for people.
        cells: Cell numbers in reading order.
    """

    name: str
    cells: tuple[int, ...]
    constraint: AnyClue


class Template(NamedTuple):
    """A grid to be filled, or one that has been filled, with everything that is published with it.

    Attributes:
        rows: Equally long; `#` a block, `.` open, any other letter is given.
        style: "spaced" or "dense": how the rows were written.
        is_wide: Whether there is a blank line between rows.
        clues: Regexes and word lists on lines.
        texts: What people read as the clue of a slot, by the slot's name; slots without a clue are left out.
        headers: Other headers of the text form, as names and values.
        is_text: Whether it was written in the text form with headers and clues.
        ipuz: The document of the `.ipuz` file that the template comes from, or None.
        puz: The content of the `.puz` file that the template comes from, or None.
    """

    rows: tuple[str, ...]
    style: str = "spaced"
    is_wide: bool = False
    clues: tuple[LineClue, ...] = ()
    dialect: Dialect = "python"
    flags: str = ""
    title: str = ""
    author: str = ""
    copyright: str = ""
    notes: str = ""
    texts: Mapping[str, str] = {}
    headers: tuple[tuple[str, str], ...] = ()
    is_text: bool = False
    ipuz: dict[str, Any] | None = None
    puz: bytes | None = None

    def __repr__(self) -> str:
        width = len(self.rows[0]) if self.rows else 0
        return in_one_line("Template", self.title, f"{len(self.rows)} x {width}", counted(len(self.clues), "clue"))

    @property
    def grid(self) -> Grid:
        return grid_of(self.rows)

    @property
    def is_full(self) -> bool:
        """Whether every cell has a letter."""
        return not any(OPEN in row for row in self.rows)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each cell, `OPEN` for an open one."""
        return tuple([self.rows[row - 1][column - 1] for row, column in self.grid.places])

    def filled(self, rows: Sequence[str]) -> Template:
        """Return the crossword with the letters of `rows` instead of its own."""
        return self._replace(rows=tuple(rows))


def slots_without_clue(template: Template) -> list[Slot]:
    """Return the slots that have no clue for people."""
    return [slot for slot in template.grid.slots if not template.texts.get(slot.name)]
