"""Slots: the runs of two or more places that words go into, numbered as in every crossword.

In: the rows of a grid.  Out: its cells (every place that is not a block, row by row) and its slots: first those across,
then those down, each in the order of their numbers.  Numbers count the cells in which a slot begins, in reading order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from satcross.errors import ErrorCode, PuzzleError, did_you_mean

BLOCK: Final = "#"
OPEN: Final = "."

ACROSS: Final = "across"
DOWN: Final = "down"

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

    def find(self, name: str) -> Slot | None:
        """Return the slot called `name`, as in "12 across", or None."""
        return next((slot for slot in self.slots if slot.name == name), None)

    def slot_called(self, name: str) -> Slot:
        """Return the slot called `name`.  Raises PuzzleError if there is none."""
        slot = self.find(name)
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
