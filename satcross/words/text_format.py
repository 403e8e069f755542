"""Word crosswords as text with headers and clues, in the manner of `.xd` files.

    Title: Farm                     headers, one per line; `Copyright` and others, too

    CAT                             the grid, as `read_rows` reads it
    O#O
    WAY

    A1. It says meow. ~ CAT         A: across, D: down, the number, the clue; behind " ~ " the word, for people's eyes
    A3. It leads somewhere. ~ WAY

    D1. It says moo. ~ COW
    D2. To play with. ~ TOY

    Made for a child.               what follows is a note

Sections may have headings, such as `## Grid`; sections with other headings are left out.  The word behind a clue is
written for the editor of the file.  It is not read, since the letters of the grid say what it is.  `A1 ^Refs: D2` says
more about a clue; such lines are kept.  (https://github.com/century-arcade/xd/blob/master/doc/xd-format.md, version 3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from satcross.errors import OptionError, PuzzleError, SatcrossError
from satcross.words.template import (
    ACROSS,
    BLOCK,
    CIRCLE,
    DOWN,
    OPEN,
    SHADED,
    Grid,
    Place,
    Slot,
    Template,
    check_marks,
    read_rows,
    write_rows,
)

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
