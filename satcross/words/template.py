"""A word crossword: a grid of blocks, given letters and open cells, with titles, clues for people, and regexes.

A template is a crossword with open cells.  Once they are filled, it is what is published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.puzzle.model import AnyClue, Dialect
from satcross.words.slots import OPEN, Grid, Slot, grid_of


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
