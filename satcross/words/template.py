"""Templates of word crosswords: blocks, given letters, and regexes that lines must match besides.

In: text in the form of RubyQuiz #132, in the dense form, our TOML, or `.ipuz`.  Out: a `Template`; and a filled grid in
the form that the template was written in.

    spaced  `_` is open, `#` a block, a letter is given; one space between places; rows may be a blank line apart
    dense   `.` is open, `#` a block, a letter is given; nothing between places
    TOML    the key `template` holds one of these, the table `slots` regexes such as `"3 down" = '.*ING'`; or a
            rectangle of a puzzle file: holes are blocks, and its clues hold for the lines
    ipuz    version 2 (http://ipuz.org): `puzzle` has blocks and given letters; letters of `solution` are given too
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from satcross.base.reading import path_below, read_bytes, shown_name
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import ErrorCode, PuzzleError, SatcrossError, Span, did_you_mean
from satcross.puzzle.files.decoding import MOST_BYTES, decode
from satcross.puzzle.files.source import shown
from satcross.puzzle.model import AnyClue, Clue, Dialect, Puzzle, WordClue
from satcross.puzzle.shapes import checked_settings
from satcross.words.ipuz import read_ipuz, write_ipuz
from satcross.words.slots import BLOCK, OPEN, Grid, grid_of

OPEN_MARKS: Final = "._"
GREATEST_SIDE: Final = 500  # places; larger grids are mistakes, and would fill the memory
MOST_LETTERS: Final = 4 * GREATEST_SIDE  # letters of a line of text, with the spaces between places
STYLES: Final = ("spaced", "dense", "quiz")

KEYS: Final = ("schema", "template", "slots", "title", "source", "author", "notes", "licence", "dialect", "flags")


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
    """A grid to be filled.

    Attributes:
        rows: Equally long; `#` a block, `.` open, any other letter is given.
        style: "spaced" or "dense": how the rows were written.
        is_wide: Whether there is a blank line between rows.
        clues: Regexes and word lists on lines.
        ipuz: The document of the `.ipuz` file that the template comes from, or None.
    """

    rows: tuple[str, ...]
    style: str = "spaced"
    is_wide: bool = False
    clues: tuple[LineClue, ...] = ()
    dialect: Dialect = "python"
    flags: str = ""
    title: str = ""
    author: str = ""
    ipuz: dict[str, Any] | None = None

    def __repr__(self) -> str:
        width = len(self.rows[0]) if self.rows else 0
        return in_one_line("Template", self.title, f"{len(self.rows)} x {width}", counted(len(self.clues), "clue"))

    @property
    def grid(self) -> Grid:
        return grid_of(self.rows)


def load_template(path: str | os.PathLike[str]) -> Template:
    """Return the template in the file `path` (`-`: standard input).  Raises SatcrossError that names the file."""
    name = os.fspath(path)
    text = decode(read_bytes(name, MOST_BYTES, "template"), shown_name(name), fallback="latin-1")
    try:
        return read_template(text, os.path.dirname(name))
    except SatcrossError as error:
        raise error.at(shown_name(name)) from None


def read_template(text: str, folder: str = "") -> Template:
    """Return the template that `text` describes, in any of the forms; `folder` holds the word lists that it names.

    Raises:
        PuzzleError: For rows of unequal length, characters that have no meaning, and a template without open cells.
    """
    template = template_in(text, folder)
    if not any(OPEN in row for row in template.rows):
        raise PuzzleError("the template has no open cell", hint="open cells are _ or .", code=ErrorCode.TEMPLATE_FULL)
    return template


def template_in(text: str, folder: str = "") -> Template:
    """Return what `read_template` returns, also if every cell has its letter already."""
    start = text.lstrip()
    if start.startswith(("{", "ipuz(")):
        return _read_ipuz(text)
    if start.startswith("[") or any(_is_toml(line) for line in text.splitlines()):
        return _read_toml(text, folder)
    return _read_rows(text)


def _is_toml(line: str) -> bool:
    return "=" in line or line.lstrip().startswith('"')


def _read_rows(text: str) -> Template:
    """Return the template of a grid written as rows."""
    lines = text.splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        raise PuzzleError(
            "the template is empty", hint="rows of _ or . (open), # (block) and letters", code=ErrorCode.TEMPLATE
        )
    if len(filled) > GREATEST_SIDE or max(len(lines[number]) for number in filled) > MOST_LETTERS:
        message = f"the template has more than {GREATEST_SIDE} places a side"
        raise PuzzleError(message, code=ErrorCode.SIZE)
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
                code=ErrorCode.TEMPLATE_RAGGED,
            )
        rows.append(_normal(row))
    style = "spaced" if is_spaced or (uses_underscores and len(rows[0]) == 1) else "dense"
    return Template(_checked(rows), style, is_wide)


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
        code=ErrorCode.TEMPLATE_FOREIGN,
    )


def _normal(row: str) -> str:
    return "".join([OPEN if letter in OPEN_MARKS else letter for letter in row])


def _checked(rows: Sequence[str]) -> tuple[str, ...]:
    if max(len(rows), len(rows[0])) > GREATEST_SIDE:
        message = f"the template has {len(rows)} by {len(rows[0])} places"
        raise PuzzleError(message, hint=f"the limit is {GREATEST_SIDE} a side", code=ErrorCode.SIZE)
    return tuple(rows)


def _read_toml(text: str, folder: str) -> Template:
    from satcross.puzzle.files import toml_format

    data = toml_format.parse(text)
    if "template" not in data:
        return template_of(toml_format.read(text, folder)[0].puzzle)
    for key in data:
        if key not in KEYS:
            hint = did_you_mean(key, KEYS) or "the keys are " + ", ".join(KEYS)
            raise PuzzleError(f"a template has no key {key!r}", hint=hint, code=ErrorCode.KEY)
    if data.get("schema", 1) != 1:
        message = f"the schema is {shown(data['schema'])}, but this version of satcross reads schema 1"
        raise PuzzleError(message, place=["schema"], code=ErrorCode.SCHEMA)
    details: dict[str, Any] = {
        key: _text(data, key) for key in ("template", "title", "author", "dialect", "flags") if key in data
    }
    dialect, flags = checked_settings(details.get("dialect", "python"), details.get("flags", ""))
    details |= {"dialect": dialect, "flags": flags}
    template = _read_rows(details.pop("template"))
    slots = data.get("slots", {})
    if not isinstance(slots, dict):
        raise PuzzleError(
            "`slots` is not a table", hint="[slots] and lines such as \"3 down\" = '.*ING'", code=ErrorCode.TYPE
        )
    grid = template.grid
    clues: list[LineClue] = []
    for name, value in slots.items():
        slot = grid.find(name)
        if slot is None:
            hint = did_you_mean(name, [slot.name for slot in grid.slots]) or "satcross slots lists them"
            raise PuzzleError(f"the template has no slot {name!r}", hint=hint, code=ErrorCode.SLOT)
        for each in value if isinstance(value, list) else [value]:
            clues.append(LineClue(slot.name, slot.cells, _constraint(each, name, len(slot.cells), folder)))
    return template._replace(clues=tuple(clues), **details)


def _text(data: Mapping[str, Any], key: str) -> str:
    if not isinstance(data[key], str):
        raise PuzzleError(f"`{key}` must be a string", code=ErrorCode.TYPE)
    return str(data[key])


def _constraint(value: object, name: str, n: int, folder: str) -> AnyClue:
    if isinstance(value, str):
        return Clue(value)
    if isinstance(value, dict) and isinstance(value.get("regex"), str) and set(value) <= {"regex", "reversed"}:
        return Clue(value["regex"], value.get("reversed") is True)
    if isinstance(value, dict) and set(value) == {"words"} and isinstance(value["words"], str):
        from satcross.puzzle.wordlists.read import read_words

        try:
            words = read_words([path_below(folder, value["words"])], use_cache=False).of_length(n)
        except PuzzleError as error:
            raise error.at(name, f"the word list {shown(value['words'])}") from None
        return WordClue(() if words is None else tuple(words), value["words"])
    hint = "a regex, a list of them, { regex = '...', reversed = true } or { words = \"list.txt\" }"
    raise PuzzleError("this is not a clue", place=[name], hint=hint, code=ErrorCode.TYPE)


def template_of(puzzle: Puzzle) -> Template:
    """Return the template of a rectangle: holes are blocks, given letters and the clues of its lines stay."""
    if puzzle.shape.kind != "rectangle":
        raise PuzzleError(f"a template is a rectangle, not of shape {puzzle.shape.kind!r}", code=ErrorCode.SHAPE)
    height, width = puzzle.shape.sizes
    rows = [[BLOCK] * width for _ in range(height)]
    given = dict(puzzle.given)
    for cell, address in enumerate(puzzle.cells):
        assert not isinstance(address, str)
        rows[address[0] - 1][address[1] - 1] = given.get(cell, OPEN)
    clues = [LineClue(line.name, line.cells, clue) for line in puzzle.lines for clue in line.clues]
    texts = _checked(["".join(row) for row in rows])
    return Template(
        texts, "dense", clues=tuple(clues), dialect=puzzle.dialect, flags=puzzle.flags, title=puzzle.title,
        author=puzzle.author,
    )  # fmt: skip


def _read_ipuz(text: str) -> Template:
    rows, document = read_ipuz(text)
    details = {key: document[key] for key in ("title", "author") if isinstance(document.get(key), str)}
    return Template(_checked(rows), "dense", ipuz=document, **details)


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


def write_template(template: Template, rows: Sequence[str]) -> str:
    """Return `rows` in the form that `template` was written in; in `.ipuz` the letters are the solution."""
    if template.ipuz is not None:
        return write_ipuz(rows, template.ipuz)
    return write_rows(rows, template.style, is_wide=template.is_wide)
