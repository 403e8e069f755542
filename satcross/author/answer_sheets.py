"""Answer sheets: the grids that a class, a club or a program has filled in, each with a name.

In: a folder of grids, or a text in one of the layouts below.  Out: for each name its rows, or what is wrong with them.
All text of a sheet is accounted for.

    a folder       a file for each grid, whose name without extension is the name
    JSON Lines     {"name": "Ann", "rows": ["HI", "OK"]} on each line; or one list of such objects
    CSV, TSV       the name, and then the rows in one cell (HI/OK) or in several
    text           the name on a line, the rows below it, and a blank line before the next name; `Name:` before or a
                   colon after each name does without blank lines

Blanks between letters, empty lines, `Name:` before or a colon after a name, and a byte-order mark do not count.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise
from typing import Any, Final

from satcross.base.reading import decode, read_bytes, shown_name
from satcross.base.records import NamedTuple
from satcross.errors import PuzzleError, SatcrossError

MOST_BYTES: Final = 20_000_000  # of a sheet
HEADS: Final = frozenset(("name", "names", "student", "pupil", "player", "model"))
"""The text of the first cell of a table if its first row is a heading."""

LABEL: Final = re.compile(r"(?:name|student|pupil|player)[ \t]*[:=][ \t]*", re.IGNORECASE)


class AnswerSheet(NamedTuple):
    """The grid of one name.

    Attributes:
        rows: As they were written.
        problem: Why there are no rows; "" if there are.
    """

    name: str
    rows: tuple[str, ...]
    problem: str = ""


def read_sheets(path: str, lengths: Sequence[int]) -> list[AnswerSheet]:
    """Return the sheets in the folder or file `path` (`-`: standard input).

    Args:
        lengths: Of the rows of the puzzle.

    Raises:
        PuzzleError: If the file cannot be read, or holds no grid.
    """
    if os.path.isdir(path):
        found = list(_in_folder(path, lengths))
    else:
        name = os.path.splitext(os.path.basename(path))[0] if path != "-" else "answer"
        found = list(sheets_in(decode(read_bytes(path, MOST_BYTES, "file"), shown_name(path)), name, lengths))
    if not found:
        raise PuzzleError(
            "no answers are in it",
            place=[shown_name(path)],
            code="empty",
            hint="write a name, the rows of the grid below it, and a blank line before the next name",
        )
    return found


def _in_folder(folder: str, lengths: Sequence[int]) -> Iterator[AnswerSheet]:
    for name in sorted(os.listdir(folder), key=str.casefold):
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        stem = os.path.splitext(name)[0]
        try:
            sheets = list(sheets_in(decode(read_bytes(path, MOST_BYTES, "file"), path), stem, lengths))
        except SatcrossError as error:
            sheets = [AnswerSheet(stem, (), error.message)]
        yield from sheets or [AnswerSheet(stem, (), "the file is empty")]


def sheets_in(text: str, name: str, lengths: Sequence[int]) -> Iterator[AnswerSheet]:
    """Yield the sheets in `text`.

    Args:
        name: Of the grid, if the text has no names.
        lengths: Of the rows of the puzzle.

    >>> list(sheets_in("Ann\\nHI\\nOK\\n\\nBob:\\nH I\\n", "class", [2, 2]))[0]
    AnswerSheet(name='Ann', rows=('HI', 'OK'), problem='')
    """
    text = text.removeprefix("\ufeff")
    lines = [line.strip() for line in text.splitlines()]
    if (listed := _json_list(text)) is not None:
        yield from (_of_json(each, f"number {number}", lengths) for number, each in enumerate(listed, 1))
    elif text.lstrip().startswith("{"):
        yield from (_of_json_line(line, number, lengths) for number, line in enumerate(lines, 1) if line)
    elif records := _records(text):
        first = 1 if records[0][0].strip().lower() in HEADS else 0
        yield from (_of_cells([cell.strip() for cell in record], lengths) for record in records[first:])
    else:
        yield from _blocks(lines, name, lengths)


def _json_list(text: str) -> list[Any] | None:
    """Return the values of a JSON list that is the whole text; None if it is something else."""
    if not text.lstrip().startswith("["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) else None


def _of_json_line(line: str, number: int, lengths: Sequence[int]) -> AnswerSheet:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return AnswerSheet(f"line {number}", (), "this line is not valid JSON")
    return _of_json(value, f"line {number}", lengths)


def _of_json(value: Any, place: str, lengths: Sequence[int]) -> AnswerSheet:
    if not isinstance(value, dict):
        return AnswerSheet(place, (), "this is not a JSON object")
    name = value.get("name")
    shown = name if isinstance(name, str) and name else place
    rows = value.get("rows")
    if isinstance(rows, str):
        rows = _rows_in(rows, lengths)
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        return AnswerSheet(shown, (), "it has no list `rows` of strings")
    return AnswerSheet(shown, tuple(rows))


def _records(text: str) -> list[list[str]]:
    """Return the rows of a table whose cells are apart by tabs, semicolons or commas; [] if `text` is none."""
    for separator in "\t;,":
        try:
            records = [record for record in csv.reader(StringIO(text), delimiter=separator) if any(record)]
        except csv.Error:
            continue
        if records and all(len(record) > 1 for record in records):
            return records
    return []


def _of_cells(cells: Sequence[str], lengths: Sequence[int]) -> AnswerSheet:
    name, *rows = cells
    while len(rows) > len(lengths) and not rows[-1]:
        rows.pop()
    if len(rows) == 1:
        rows = _rows_in(rows[0], lengths)
    elif all(len(row) <= 1 for row in rows) and len(rows) == sum(lengths) and len(lengths) != len(rows):
        rows = _cut("".join(row or "." for row in rows), lengths)
    return AnswerSheet(name, tuple(rows))


def _rows_in(text: str, lengths: Sequence[int]) -> list[str]:
    """Return the rows in one text: apart by line ends, slashes or bars, or one after the other."""
    for separator in ("\n", "/", "|"):
        if separator in text.strip():
            return [row.strip() for row in text.strip().split(separator)]
    if len(words := text.split()) == len(lengths) > 1:
        return words
    letters = "".join(words)
    return _cut(letters, lengths) if len(letters) == sum(lengths) else [letters]


def _cut(letters: str, lengths: Sequence[int]) -> list[str]:
    starts = [sum(lengths[:row]) for row in range(len(lengths))]
    return [letters[start : start + length] for start, length in zip(starts, lengths, strict=True)]


def _blocks(lines: Sequence[str], name: str, lengths: Sequence[int]) -> Iterator[AnswerSheet]:
    """Yield the sheets of a text of names and rows."""
    blocks = [block.split("\n") for block in re.split(r"\n{2,}", "\n".join(lines).strip("\n")) if block]
    number = len(lengths)
    blocks = [part for block in blocks for part in (_labelled(block) if len(block) > number + 1 else [block])]
    if len(blocks) == 1 and len(blocks[0]) > number + 1 and len(blocks[0]) % (number + 1) == 0:
        blocks = [blocks[0][start : start + number + 1] for start in range(0, len(blocks[0]), number + 1)]
    if all(len(block) == number for block in blocks) and (number > 1 or len(blocks) == 1):
        names = [name] if len(blocks) == 1 else [f"{name} {place}" for place in range(1, len(blocks) + 1)]
        yield from (AnswerSheet(each, tuple(block)) for each, block in zip(names, blocks, strict=True))
        return
    title = ""
    for block in blocks:
        if title:
            yield AnswerSheet(title, tuple(block))
            title = ""
        elif len(block) == 1:
            title = _name_in(block[0])
        else:
            yield AnswerSheet(_name_in(block[0]), tuple(block[1:]))
    if title:
        yield AnswerSheet(title, (), "no grid follows this name")


def _labelled(block: Sequence[str]) -> Iterator[list[str]]:
    """Yield the parts of a block that begin with a name that is written as such: `Name: Ann`, or `Ann:`."""
    starts = [place for place, line in enumerate(block) if line.endswith(":") or LABEL.match(line)]
    for start, end in pairwise(sorted({0, *starts, len(block)})):
        yield list(block[start:end])


def _name_in(line: str) -> str:
    return LABEL.sub("", line, count=1).rstrip(":").strip()
