"""Word crosswords as text with headers and clues, in the manner of `.xd` files.

    Title: Farm                     headers, one a line; `Copyright` and others, too

    CAT                             the grid, as `satcross.words.rows` reads it
    O#O
    WAY

    A1. It says meow. ~ CAT         A: across, D: down, the number, the clue; behind " ~ " the word, for people's eyes
    A3. It leads somewhere. ~ WAY

    D1. It says moo. ~ COW
    D2. To play with. ~ TOY

    Made for a child.               what follows is a note

Sections may have headings, such as `## Grid`.  The word behind a clue is written for whoever edits the file.  It is not
read, since the letters of the grid say what it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from satcross.errors import ErrorCode, PuzzleError, SatcrossError
from satcross.words.rows import read_rows, write_rows
from satcross.words.template import ACROSS, BLOCK, DOWN, OPEN, Slot, Template

DIRECTIONS: Final = {"A": ACROSS, "D": DOWN}

_HEADER: Final = re.compile(r"([A-Za-z][\w -]*):(?:\s+(.*)|)")
_CLUE: Final = re.compile(r"([AD])([0-9]{1,6})\.(?:\s+(.*)|)")
_NEARLY_CLUE: Final = re.compile(r"[AD][0-9]{1,6}(?:[^.\s]|\s+[^^\s]).*")
_HEADING: Final = re.compile(r"##\s+(\w+)", re.I)
_TOML: Final = re.compile(r"\s*(?:template|schema|title|shape)\s*=")
_OWN: Final = ("title", "author", "copyright")


def is_text(text: str) -> bool:
    """Return whether `text` has headers or clues, and so is neither bare rows nor TOML."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or any(map(_TOML.match, lines)):
        return False
    return bool(_HEADER.fullmatch(lines[0]) or _HEADING.fullmatch(lines[0]) or any(map(_CLUE.fullmatch, lines)))


def read_text(text: str) -> Template:
    """Return the crossword that `text` describes.

    Raises:
        PuzzleError: For a grid that cannot be read, a clue for a slot that is not there, a header or a clue that is
            given twice, and cells of several letters; its place is the line.
    """
    headers: dict[str, str] = {}
    grid: list[str] = []
    clues: dict[int, re.Match[str]] = {}
    notes: list[str] = []
    section = "metadata"
    for number, written in enumerate(text.splitlines(), 1):
        line = written.strip()
        heading, header, clue = _HEADING.fullmatch(line), _HEADER.fullmatch(line), _CLUE.fullmatch(line)
        if heading:
            section = heading[1].lower()
        elif clue and section != "notes":
            section = "clues"
            clues[number] = clue
        elif header and section == "metadata":
            _put_once(headers, header[1], header[2] or "", number, "the header")
        elif section == "clues" and _NEARLY_CLUE.fullmatch(line):
            message = "a full stop must follow the number of a clue, as in A1."
            raise PuzzleError(message, place=[f"line {number}"], text=line, code=ErrorCode.TEMPLATE)
        elif section in ("clues", "notes"):
            notes.append(written.rstrip())
        elif line:
            section = "grid"
            grid += [""] * (number - 1 - len(grid)) + [written]
    return _crossword(headers, "\n".join(grid), clues, "\n".join(notes).strip())


def _crossword(headers: dict[str, str], rows: str, clues: dict[int, re.Match[str]], notes: str) -> Template:
    if any(name.lower() == "rebus" for name in headers):
        raise PuzzleError("satcross fills one letter a cell", place=["Rebus"], code=ErrorCode.TEMPLATE)
    own: dict[str, Any] = {name.lower(): value for name, value in headers.items() if name.lower() in _OWN}
    others = tuple([(name, value) for name, value in headers.items() if name.lower() not in _OWN])
    template = read_rows(rows)._replace(notes=notes, headers=others, is_text=True, **own)
    texts: dict[str, str] = {}
    for number, clue in clues.items():
        try:
            slot = template.grid.slot_called(f"{clue[2].lstrip('0')} {DIRECTIONS[clue[1]]}")
        except SatcrossError as error:
            raise error.at(f"line {number}") from None
        _put_once(texts, slot.name, _without_answer(clue[3] or "", len(slot.cells)), number, "the clue of")
    return template._replace(texts={name: written for name, written in texts.items() if written})


def _put_once(table: dict[str, str], key: str, value: str, number: int, what: str) -> None:
    if key in table:
        raise PuzzleError(f"{what} {key} is given twice", place=[f"line {number}"], code=ErrorCode.TEMPLATE)
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
    """Return `crossword` as text, with a line for the clue of every slot, also of those that have none yet."""
    headers = [("Title", crossword.title), ("Author", crossword.author), ("Copyright", crossword.copyright)]
    parts = [
        [f"{name}: {_in_one_line(value)}".rstrip() for name, value in (*headers, *crossword.headers)],
        [write_rows(crossword.rows, crossword.style).rstrip("\n")],
        _clue_lines(crossword),
        [crossword.notes] if crossword.notes else [],
    ]
    return "\n\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _clue_lines(crossword: Template) -> list[str]:
    lines: list[str] = []
    letters = crossword.letters
    for slot in crossword.grid.slots:
        if slot.direction == DOWN and lines and lines[-1].startswith("A"):
            lines.append("")
        text = _in_one_line(crossword.texts.get(slot.name, ""))
        lines.append(f"{slot.direction[0].upper()}{slot.number}. {text}{' ' * bool(text)}~ {word_of(slot, letters)}")
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
