"""The JSON of hexregex: hexagons and rectangles.

    {"kind": "hex...", "edge": 7, "author", "name", "x": [...], "y": [...], "z": [...], "solution"}
    {"kind": "rect...", "rows": 2, "cols": 3, "x": [...], "y": [...], ...}

The directions are those of board JSON; for a rectangle, y lists the rows and x the columns.  `solution` is optional and
contains the rows, as a list or as a string with blanks or line ends between them.  Clues are in the dialect
`javascript`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.base.wording import counted
from satcross.errors import ErrorCode
from satcross.puzzle.files.board import hexagon_entry, hexagon_lists
from satcross.puzzle.files.expressing import InexpressibleError, forward_patterns, refuse_extras
from satcross.puzzle.files.source import (
    Entry,
    KeyedError,
    WordSource,
    expected_letters,
    keyed,
    shown,
)
from satcross.puzzle.model import Puzzle, Solution
from satcross.puzzle.shapes import direction_of, rectangle

NAME: Final = "hexregex JSON"


def fits(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return isinstance(data, dict) and "kind" in data and {"x", "y"} <= data.keys()


def read(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`."""
    if not isinstance(data, dict):
        raise KeyedError("this must be an object", (), code=ErrorCode.TYPE)
    entry = hexagon_entry(data, _whole(data, "edge"), "edge", force) if "edge" in data else _rectangle(data, force)
    expected = expected_letters(entry.puzzle, data.get("solution"))
    return [entry if expected is None else entry._replace(puzzle=entry.puzzle._replace(expected=(expected,)))]


def write(puzzle: Puzzle) -> str:
    """Return the JSON of `puzzle`.  Raises PuzzleError (`inexpressible`)."""
    if puzzle.shape.kind == "lines":
        raise InexpressibleError(NAME, "cells with names")
    written: dict[str, Any]
    if puzzle.shape.kind == "hexagon":
        lists = hexagon_lists(puzzle, NAME)
        written = {"kind": "hexagon", "edge": puzzle.shape.sizes[0], "author": puzzle.author, "name": puzzle.title}
        written |= lists
    else:
        refuse_extras(puzzle, NAME, "javascript")
        directions: dict[str, list[str]] = {"row": [], "column": []}
        for line, patterns in zip(puzzle.lines, forward_patterns(puzzle, NAME, "javascript"), strict=True):
            if len(patterns) > 1:
                raise InexpressibleError(NAME, "more than one clue on a line", [line.name])
            directions[direction_of(line)] += patterns or [""]
        rows, columns = puzzle.shape.sizes
        written = {"kind": "rectangle", "rows": rows, "cols": columns, "author": puzzle.author, "name": puzzle.title}
        written |= {"x": directions["column"] or [""] * columns, "y": directions["row"]}
    if len(puzzle.expected) == 1:
        written["solution"] = Solution(puzzle, puzzle.expected[0]).rows
    return printable_json(written, indent=2) + "\n"


def _rectangle(data: Mapping[str, Any], force: bool) -> Entry:
    sizes = {"y": _whole(data, "rows"), "x": _whole(data, "cols")}
    for key, size in sizes.items():
        if key not in data:
            raise KeyedError(f"{key} is missing", (), code=ErrorCode.MISSING_KEY)
        patterns = data[key]
        if not isinstance(patterns, list) or not all(isinstance(each, str) for each in patterns):
            raise KeyedError("this must be a list of regexes", (key,), code=ErrorCode.TYPE)
        if len(patterns) != size:
            raise KeyedError(
                f"this must have {counted(size, 'regex', 'regexes')}, one for each line, but it has {len(patterns)}",
                (key,),
                code=ErrorCode.CLUE_COUNT,
            )
    details: dict[str, Any] = {"force": force}
    for key, name in (("name", "title"), ("author", "author")):
        if isinstance(data.get(key), str):
            details[name] = data[key]
    make = lambda: rectangle(rows=data["y"], columns=data["x"], dialect="javascript", **details)  # noqa: E731
    puzzle = keyed(make, lambda place: ("rows",))
    paths = [((key, n),) if pattern else () for key in ("y", "x") for n, pattern in enumerate(data[key])]
    return Entry(puzzle, puzzle.title, "", tuple(paths))


def _whole(data: Mapping[str, Any], key: str) -> int:
    if key not in data:
        raise KeyedError(f"{key} is missing", (), code=ErrorCode.MISSING_KEY)
    value = data[key]
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 9:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise KeyedError(f"this must be a whole number of 1 or more, not {shown(value)}", (key,), code=ErrorCode.SIZE)
    return value
