"""A word crossword: a grid of blocks, given letters and open cells, with titles, clues for people, and regexes.

A template is a crossword with open cells.  Once they are filled, it is what is published.

Its *cells* are all places that are no block, row by row.  Its *slots* are the runs of two or more places that words go
into, numbered as in every crossword: first those across, then those down, each in the order of their numbers.  Numbers
count the cells in which a slot begins, in reading order.

`read_rows` and `write_rows` know the grid as rows of text, `read_text` and `write_text` the text with headers and clues
(`.xd`).  Other forms are in `satcross.words.formats` and `satcross.words.files`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, SatcrossError, Span, did_you_mean, naming
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
        texts: What people read as the clue of a slot, by the slot's name; slots without a clue are left out.
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
        """Return the crossword with the letters of `rows` instead of its own."""
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


# The grid of a word crossword as rows of text.
#
# spaced  `_` is open, `#` a block, a letter is given; one space between places; rows may be a blank line apart
# dense   `.` or `_` is open, `#` a block, a letter is given; nothing between places


OPEN_MARKS: Final = "._"
GREATEST_SIDE: Final = 500  # places; larger grids are mistakes, and would fill the memory
MOST_LETTERS: Final = 4 * GREATEST_SIDE  # letters of a line of text, with the spaces between places


def read_rows(text: str) -> Template:
    """Return the template of which `text` has the rows, and nothing else.

    Raises:
        PuzzleError: With line and column, for what is no row.
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


# Word crosswords as text with headers and clues, in the manner of `.xd` files.
#
#     Title: Farm                     headers, one a line; `Copyright` and others, too
#
#     CAT                             the grid, as `read_rows` reads it
#     O#O
#     WAY
#
#     A1. It says meow. ~ CAT         A: across, D: down, the number, the clue; behind " ~ " the word, for people's eyes
#     A3. It leads somewhere. ~ WAY
#
#     D1. It says moo. ~ COW
#     D2. To play with. ~ TOY
#
#     Made for a child.               what follows is a note
#
# Sections may have headings, such as `## Grid`; those with others are left out.  The word behind a clue is written for
# whoever edits the file.  It is not read, since the letters of the grid say what it is.  `A1 ^Refs: D2` says more about
# a clue; such lines are kept.  (https://github.com/century-arcade/xd/blob/master/doc/xd-format.md, version 3)


DIRECTIONS: Final = {"A": ACROSS, "D": DOWN}

_SECTIONS: Final = ("metadata", "grid", "clues", "notes")
_HEADER: Final = re.compile(r"([A-Za-z][\w -]*):(?!//)\s*+(.*)")  # a link is none
_CLUE: Final = re.compile(r"([AD])([0-9]{1,6})\.(?:\s++(.*)|)")
_DETAIL: Final = re.compile(r"([AD])([0-9]{1,6})\s+\^.*")
_NEARLY_CLUE: Final = re.compile(r"[AD][0-9]{1,6}(?:[^.\s]|\s+[^^\s]).*")
_HEADING: Final = re.compile(r"##\s+(\w.*)")
_TOML: Final = re.compile(r"\s*(?:template|schema|title|shape)\s*=")
_OWN: Final = ("title", "author", "copyright")
SPECIAL: Final = "special"
"""The header, in small letters, that says how the cells with small letters are marked."""


def is_text(text: str) -> bool:
    """Return whether `text` has headers or clues, and so is neither bare rows nor TOML."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or any(map(_TOML.match, lines)):
        return False
    return bool(_HEADER.fullmatch(lines[0]) or _HEADING.fullmatch(lines[0]) or any(map(_CLUE.fullmatch, lines)))


def read_text(text: str) -> Template:
    """Return the crossword that `text` describes; with a header such as `Special: circle`, small letters are marked.

    Raises:
        PuzzleError: For a grid that cannot be read, a clue for a slot that is not there, a header or a clue that is
            given twice, and cells of several letters; its place is the line.
    """
    headers: dict[str, str] = {}
    grid: list[str] = []
    clues: dict[int, re.Match[str]] = {}
    details: dict[int, re.Match[str]] = {}
    notes: list[str] = []
    section = "metadata"
    for number, written in enumerate(text.splitlines(), 1):
        line = written.strip()
        heading, header, clue = _HEADING.fullmatch(line), _HEADER.fullmatch(line), _CLUE.fullmatch(line)
        detail = _DETAIL.fullmatch(line)
        if heading:
            section = heading[1].lower()
        elif section not in _SECTIONS:
            continue
        elif clue and section != "notes":
            section = "clues"
            clues[number] = clue
        elif detail and section == "clues":
            details[number] = detail
        elif header and section == "metadata":
            _put_once(headers, header[1], header[2], number, "the header")
        elif section == "clues" and _NEARLY_CLUE.fullmatch(line):
            message = "a full stop must follow the number of a clue, as in A1."
            raise PuzzleError(message, place=[f"line {number}"], text=line, code="template")
        elif section in ("clues", "notes"):
            notes.append(written.rstrip())
        elif line:
            section = "grid"
            grid += [""] * (number - 1 - len(grid)) + [written]
    template = _crossword(headers, "\n".join(grid), clues)._replace(notes="\n".join(notes).strip())
    return template._replace(
        details=tuple([(_slot_of(template.grid, detail, number).name, detail[0]) for number, detail in details.items()])
    )


def _slot_of(grid: Grid, line: re.Match[str], number: int) -> Slot:
    """Return the slot that a line such as "A1. ..." is about.  Raises PuzzleError with the line's number."""
    try:
        return grid.slot_called(f"{line[2].lstrip('0')} {DIRECTIONS[line[1]]}")
    except SatcrossError as error:
        raise error.at(f"line {number}") from None


def _crossword(headers: dict[str, str], rows: str, clues: dict[int, re.Match[str]]) -> Template:
    if any(name.lower() == "rebus" for name in headers):
        raise PuzzleError("satcross fills one letter a cell", place=["Rebus"], code="template")
    own: dict[str, Any] = {name.lower(): value for name, value in headers.items() if name.lower() in _OWN}
    others = tuple([(name, value) for name, value in headers.items() if name.lower() not in _OWN])
    template = read_rows(rows)._replace(headers=others, is_text=True, **own)
    for kind in _special_kinds(template):
        template = template._replace(marks=tuple([(place, kind) for place in _small_letters(template)]))
    texts: dict[str, str] = {}
    for number, clue in clues.items():
        slot = _slot_of(template.grid, clue, number)
        _put_once(texts, slot.name, _without_answer(clue[3] or "", len(slot.cells)), number, "the clue of")
    return template._replace(texts={name: written for name, written in texts.items() if written})


def _small_letters(template: Template) -> list[Place]:
    """Return the places of the small letters, which are special cells in `.xd` files."""
    return [place for place, letter in zip(template.grid.places, template.letters, strict=True) if letter.islower()]


def _put_once(table: dict[str, str], key: str, value: str, number: int, what: str) -> None:
    if key in table:
        raise PuzzleError(f"{what} {key} is given twice", place=[f"line {number}"], code="template")
    table[key] = value


def _without_answer(clue: str, length: int) -> str:
    """Return `clue` without the word behind it, which has `length` letters.

    >>> _without_answer("It says meow. ~ CAT", 3), _without_answer("~ ...", 3), _without_answer("One ~ another", 4)
    ('It says meow.', '', 'One ~ another')
    """
    before, mark, answer = clue.rpartition("~ ")
    is_answer = mark and len(answer) == length and (not before or before.endswith(" "))
    return (before if is_answer else clue).strip()


def write_text(crossword: Template) -> str:
    """Return `crossword` as text, with a line for the clue of every slot, including slots without one.

    Raises:
        OptionError: For marks that a text cannot show.
    """
    crossword = _with_small_letters(crossword)
    headers = [("Title", crossword.title), ("Author", crossword.author), ("Copyright", crossword.copyright)]
    parts = [
        [f"{name}: {_in_one_line(value)}".rstrip() for name, value in (*headers, *crossword.headers)],
        [write_rows(crossword.rows, crossword.style).rstrip("\n")],
        _clue_lines(crossword),
        _note_lines(crossword.notes) if crossword.notes else [],
    ]
    return "\n\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _with_small_letters(crossword: Template) -> Template:
    """Return the crossword with small letters in its marked cells, and the header that says what they mean.

    Raises:
        OptionError: For marks of several kinds, and for an open cell that is marked.
    """
    if not crossword.marks and not crossword.other_clues:
        return crossword
    kinds = sorted({mark for _, mark in crossword.marks} & {CIRCLE, SHADED, *_special_kinds(crossword)})
    check_marks(crossword, "a text", kinds[:1])
    rows = [list(row.upper()) for row in crossword.rows]
    for (row, column), _ in crossword.marks:
        if rows[row - 1][column - 1] == OPEN:
            raise OptionError(
                "in a text, a marked cell needs its letter",
                place=[f"row {row}, column {column}"],
                hint="write it as .ipuz, which keeps all marks",
                code="inexpressible",
            )
        rows[row - 1][column - 1] = rows[row - 1][column - 1].lower()
    others = () if _special_kinds(crossword) else (("Special", kinds[0]),)
    return crossword._replace(rows=tuple(map("".join, rows)), headers=(*crossword.headers, *others))


def _special_kinds(crossword: Template) -> list[str]:
    """Return what the header `Special` of a text says, if it has one."""
    return [value.strip().lower() for name, value in crossword.headers if name.lower() == SPECIAL]


def _note_lines(notes: str) -> list[str]:
    """Return the lines of the notes, with a heading if one of them would be taken for a clue otherwise."""
    is_like_clue = any(
        each.fullmatch(line.strip()) for line in notes.split("\n") for each in (_CLUE, _DETAIL, _NEARLY_CLUE)
    )
    return ["## Notes", "", notes] if is_like_clue else [notes]


def _clue_lines(crossword: Template) -> list[str]:
    lines: list[str] = []
    letters = crossword.letters
    for slot in crossword.grid.slots:
        if slot.direction == DOWN and lines and lines[-1].startswith("A"):
            lines.append("")
        text = _in_one_line(crossword.texts.get(slot.name, ""))
        lines.append(f"{slot.direction[0].upper()}{slot.number}. {text}{' ' * bool(text)}~ {word_of(slot, letters)}")
        lines += [line for name, line in crossword.details if name == slot.name]
    return lines


def word_of(slot: Slot, letters: Sequence[str]) -> str:
    """Return the letters in the cells of `slot`."""
    return "".join([letters[cell] for cell in slot.cells])


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def numbered(crossword: Template) -> str:
    """Return the grid with the numbers of its slots, and the words across and down with their clues, as text.

    >>> print(numbered(Template(("AB#", "CDE"), texts={"3 across": "Letters"})))
     1A  2B ###
     3C   D   E
    <BLANKLINE>
    Across
      1  AB
      3  CDE  Letters
    <BLANKLINE>
    Down
      1  AC
      2  BD
    <BLANKLINE>
    """
    grid, letters = crossword.grid, crossword.letters
    cell_of = {place: cell for cell, place in enumerate(grid.places)}
    size = max(2, len(str(max(grid.numbers.values(), default=0))))
    lines = []
    for row, text in enumerate(crossword.rows, 1):
        places = []
        for column, letter in enumerate(text, 1):
            number = grid.numbers.get(cell_of.get((row, column), -1), "")
            places.append(BLOCK * (size + 1) if letter == BLOCK else f"{number:>{size}}{_shown(letter)}")
        lines.append(" ".join(places))
    widest = max((len(slot.cells) for slot in grid.slots), default=0)
    for direction in (ACROSS, DOWN):
        lines += ["", direction.capitalize()]
        for slot in grid.slots:
            if slot.direction == direction:
                word = "".join(map(_shown, word_of(slot, letters)))
                clue = _in_one_line(crossword.texts.get(slot.name, ""))
                lines.append(f"{slot.number:>3}  {word:{widest}}  {clue}".rstrip())
    return "\n".join(lines) + "\n"


def _shown(letter: str) -> str:
    return "_" if letter == OPEN else letter
