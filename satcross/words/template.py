"""A word crossword: a grid of blocks, given letters and open cells, with titles, clues for people, and regexes.

A template is a crossword with open cells.  Once they are filled, it is what is published.

Its *cells* are all places that are not block, row by row.  Its *slots* are the runs of two or more places that words go
into, numbered as in every crossword: first those across, then those down, each in the order of their numbers.  Numbers
count the cells in which a slot begins, in reading order.

`read_rows` and `write_rows` know the grid as rows of text, `read_text` and `write_text` the text with headers and clues
(`.xd`).  Other forms are in `satcross.words.formats` and `satcross.words.files`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, Span, did_you_mean, naming
from satcross.puzzle import AnyClue, Dialect

BLOCK: Final = "#"
OPEN: Final = "."

ACROSS: Final = "across"
DOWN: Final = "down"

PUBLISHED_TEXTS: Final = ("title", "author", "copyright", "notes")
"""The fields of a template that are printed for readers, and that other formats have under the same names."""

Place = tuple[int, int]
"""Row and column, from 1."""

CIRCLE: Final = "circle"
SHADED: Final = "shaded"
"""The marks of cells that more than one format has."""


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
            raise PuzzleError(f"the template has no slot {name!r}", hint=hint, code="slot")
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
        texts: The clue of a slot for people, by the slot's name; slots without a clue are left out.
        headers: Other headers of the text form, as names and values.
        marks: Cells that look special, each with its mark: `CIRCLE`, `SHADED`, or the words of another style.
        other_clues: The clues of an `.ipuz` file that belong to no slot, such as those under the heading Diagonal.
        is_locked: Whether its solution is scrambled, so that its cells only seem to be open.
        details: Lines of the text form that say more about a clue, such as `A1 ^Refs: A2`, each with its slot's name.
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
    marks: tuple[tuple[Place, str], ...] = ()
    other_clues: tuple[str, ...] = ()
    is_locked: bool = False
    details: tuple[tuple[str, str], ...] = ()
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

    @property
    def circled(self) -> tuple[int, ...]:
        """The numbers of the cells with circles."""
        places = {place for place, mark in self.marks if mark == CIRCLE}
        return tuple([cell for cell, place in enumerate(self.grid.places) if place in places])

    def filled(self, rows: Sequence[str]) -> Template:
        """Return the crossword with the letters of `rows` instead of its letters."""
        return self._replace(rows=tuple(rows))


def unlocked(crossword: Template) -> Template:
    """Return `crossword`.  Raises OptionError if its solution is locked, so that its cells only seem to be open."""
    if crossword.is_locked:
        raise OptionError(
            "the solution of this crossword is locked (scrambled), so its letters are not known",
            hint=naming("{} unlocks it, if you know the four digits of its key", Field("unlock", "KEY")),
        )
    return crossword


def check_marks(crossword: Template, format: str, able: Collection[str]) -> None:
    """Return if the format can show all marks of the crossword, `able`, and all its clues.

    Raises:
        OptionError: It names the cells whose marks, or the clues that, would be lost (code `inexpressible`).
    """
    if crossword.other_clues:
        named = "; ".join(crossword.other_clues[:MARKS_NAMED])
        raise OptionError(
            f"{format} has no place for these clues, which belong to no slot: {named}",
            hint="write it as .ipuz, which keeps all clues",
            code="inexpressible",
        )
    lost = [(where, mark) for where, mark in crossword.marks if mark not in able]
    if lost:
        cells = [f"row {row}, column {column} ({mark})" for (row, column), mark in lost]
        message = f"{format} cannot show how these cells are marked: {'; '.join(cells[:MARKS_NAMED])}"
        raise OptionError(
            message + (f"; and {len(cells) - MARKS_NAMED} more" if len(cells) > MARKS_NAMED else ""),
            hint="write it as .ipuz, which keeps all marks",
            code="inexpressible",
        )


MARKS_NAMED: Final = 5  # cells that an error lists


def slots_without_clue(template: Template) -> list[Slot]:
    """Return the slots that have no clue for people."""
    return [slot for slot in template.grid.slots if not template.texts.get(slot.name)]


OPEN_MARKS: Final = "._"
GREATEST_SIDE: Final = 500  # places; larger grids are mistakes, and would fill the memory
MOST_LETTERS: Final = 4 * GREATEST_SIDE  # letters of a line of text, with the spaces between places


def read_rows(text: str) -> Template:
    """Return the template of which `text` has the rows, and nothing else.

    spaced  `_` is open, `#` a block, a letter is given; one space between places; rows may be a blank line apart
    dense   `.` or `_` is open, `#` a block, a letter is given; nothing between places

    Raises:
        PuzzleError: With line and column, for what is not a row.
    """
    lines = text.splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        raise PuzzleError("the template is empty", hint="rows of _ or . (open), # (block) and letters", code="template")
    if len(filled) > GREATEST_SIDE or max(len(lines[number]) for number in filled) > MOST_LETTERS:
        message = f"the template has more than {GREATEST_SIDE} places a side"
        raise PuzzleError(message, code="size")
    is_spaced = any(" " in lines[number].strip() for number in filled)
    is_wide = len(filled) > 1 and all(later - earlier > 1 for earlier, later in pairwise(filled))
    uses_underscores = any("_" in lines[number] for number in filled)
    indent = min(len(lines[number]) - len(lines[number].lstrip()) for number in filled)
    rows: list[str] = []
    for number in filled:
        line = lines[number].rstrip()
        row = line[indent::2] if is_spaced else line[indent:]
        for column, letter in enumerate(line):
            is_between = is_spaced and (column - indent) % 2 == 1
            if column >= indent and (letter != " " if is_between else not _is_place(letter)):
                raise _foreign(line, number, column, is_between)
        if rows and len(row) != len(rows[0]):
            message = f"the row has {counted(len(row), 'place')}, the first one {counted(len(rows[0]), 'place')}"
            raise PuzzleError(
                message,
                place=[f"line {number + 1}"],
                text=line,
                span=Span(0, len(line)),
                code="template-ragged",
            )
        rows.append(row.replace("_", OPEN))
    style = "spaced" if is_spaced or (uses_underscores and len(rows[0]) == 1) else "dense"
    return Template(checked_rows(rows), style, is_wide)


def _is_place(letter: str) -> bool:
    return letter in OPEN_MARKS or letter == BLOCK or letter.isalpha()


def _foreign(line: str, number: int, column: int, is_between: bool) -> PuzzleError:
    letter = line[column]
    what = "a space is needed between places, not" if is_between or letter == " " else "a place cannot be"
    message = f"{what} {letter!r}" if letter != " " else "there are two spaces between places"
    return PuzzleError(
        message,
        place=[f"line {number + 1}, column {column + 1}"],
        text=line,
        span=Span(column, column + 1),
        hint="_ or . (open), # (block) or a letter; one space between all places, or nothing",
        code="template-foreign",
    )


def checked_rows(rows: Sequence[str]) -> tuple[str, ...]:
    """Return `rows`.  Raises PuzzleError if they are too many or too long."""
    if max(len(rows), len(rows[0])) > GREATEST_SIDE:
        message = f"the template has {len(rows)} by {len(rows[0])} places"
        raise PuzzleError(message, hint=f"the limit is {GREATEST_SIDE} a side", code="size")
    return tuple(rows)


def write_rows(rows: Sequence[str], style: str, *, is_wide: bool = False) -> str:
    """Return `rows` as text that ends in a newline.

    Args:
        style: "spaced" or "dense", or "quiz", as RubyQuiz #132 prints solutions: upper case, blocks as spaces, and
            blank lines between rows.
    """
    if style == "quiz":
        return "\n".join(" ".join(row.upper().replace(BLOCK, " ").replace(OPEN, "_")) + "\n" for row in rows)
    if style == "dense":
        return ("\n\n" if is_wide else "\n").join(rows) + "\n"
    return ("\n\n" if is_wide else "\n").join(" ".join(row).replace(OPEN, "_") for row in rows) + "\n"
