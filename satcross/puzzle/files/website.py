"""The JSON of regexcrossword.com: one puzzle, a list of puzzles, or the website's whole list of challenges.

    {"id", "name", "patternsX": [["A", ""], ...], "patternsY", "patternsZ"?, "hexagonal"?, "characters"?,
     "solutionMap"?, ...}

The entry for a line is a list of one or two regexes, with `""` or null for no regex.  In a rectangle, X lists the
columns and Y the rows.  In a hexagon, Y lists the rows; X lists the lines read to the south-west, starting at the
north-west edge (our falling lines in the opposite order); Z lists the lines read to the north-west, starting at the
south-west edge (our rising lines).  A second clue reads in the same direction as the first.  Clues are in the dialect
`javascript`.  In puzzles made by players, `characters` is the alphabet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.errors import ErrorCode, LimitError
from satcross.puzzle.files.expressing import InexpressibleError, forward_patterns, refuse_extras
from satcross.puzzle.files.source import (
    MOST_PUZZLES,
    Entry,
    KeyedError,
    Path,
    WordSource,
    expected_letters,
    keyed,
)
from satcross.puzzle.model import MENTIONED, Puzzle, Solution
from satcross.puzzle.shapes import direction_of, hexagon, rectangle

NAME: Final = "regexcrossword.com JSON"
HEXAGON: Final = {"patternsY": "horizontal", "patternsZ": "rising", "patternsX": "falling"}
RECTANGLE: Final = {"patternsY": "rows", "patternsX": "columns"}


def fits(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return next(_puzzles(data, ()), None) is not None


def read(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return all puzzles of `data` in their order."""
    tables = list(islice(_puzzles(data, ()), MOST_PUZZLES + 1))
    if len(tables) > MOST_PUZZLES:
        raise LimitError(f"this file has more puzzles than the limit of {MOST_PUZZLES:,}", code=ErrorCode.SIZE)
    return [_read_puzzle(table, path, force) for table, path in tables]


def write(puzzle: Puzzle) -> str:
    """Return the JSON object of one puzzle.  Raises PuzzleError (`inexpressible`)."""
    if puzzle.shape.kind == "lines":
        raise InexpressibleError(NAME, "cells with names")
    refuse_extras(puzzle, NAME, "javascript", has_alphabet=True)
    lists: dict[str, list[list[str]]] = {}
    for line, patterns in zip(puzzle.lines, forward_patterns(puzzle, NAME, "javascript"), strict=True):
        if len(patterns) > 2:
            raise InexpressibleError(NAME, "more than two clues on a line", [line.name])
        lists.setdefault(direction_of(line), []).append([*patterns, *[""] * (2 - len(patterns))])
    written: dict[str, Any] = {"name": puzzle.title}
    if puzzle.shape.kind == "rectangle":
        written["patternsX"] = lists.get("column", [["", ""]] * puzzle.shape.sizes[1])
        written["patternsY"] = lists["row"]
    else:
        written["hexagonal"] = True
        written["patternsX"] = lists["falling"][::-1]
        written["patternsY"] = lists["horizontal"]
        written["patternsZ"] = lists["rising"]
    if puzzle.alphabet != MENTIONED:
        written["characters"] = list(puzzle.alphabet)
    if len(puzzle.expected) == 1:
        written["solutionMap"] = Solution(puzzle, puzzle.expected[0]).rows
    return printable_json(written, indent=2) + "\n"


def _puzzles(data: object, path: Path) -> Iterator[tuple[Mapping[str, Any], Path]]:
    """Yield the puzzles in `data`, which are up to three levels down, and their paths."""
    if isinstance(data, dict):
        if "patternsX" in data or "patternsY" in data:
            yield data, path
        elif isinstance(data.get("puzzles"), list):
            yield from _puzzles(data["puzzles"], (*path, "puzzles"))
    elif isinstance(data, list) and len(path) < 3:
        for number, each in enumerate(data):
            if each:
                yield from _puzzles(each, (*path, number))


def _read_puzzle(table: Mapping[str, Any], path: Path, force: bool) -> Entry:
    is_hexagon = bool(table.get("hexagonal")) or bool(table.get("patternsZ"))
    clues: dict[str, Any] = {}
    paths: dict[str, list[tuple[Path, ...]]] = {}
    key_of: dict[str, str] = {}
    for key, direction in (HEXAGON if is_hexagon else RECTANGLE).items():
        if key not in table:
            raise KeyedError(f"{key} is missing", path, code=ErrorCode.MISSING_KEY)
        entries = [_patterns(entry, (*path, key, n)) for n, entry in enumerate(_list(table[key], (*path, key)))]
        if direction == "falling":
            entries.reverse()
        clues[direction] = [[pattern for pattern, _ in entry] for entry in entries]
        paths[direction] = [tuple(where for _, where in entry) for entry in entries]
        key_of[direction] = key
    characters = table.get("characters") or []
    if not isinstance(characters, list) or not all(isinstance(each, str) and len(each) == 1 for each in characters):
        raise KeyedError("this must be a list of letters", (*path, "characters"), code=ErrorCode.TYPE)
    letters = "".join(sorted(set(characters)))
    if "-" in letters:
        letters = "-" + letters.replace("-", "")
    name, author = table.get("name"), table.get("author")
    details: dict[str, Any] = {
        "title": str(name) if isinstance(name, str | int) else "",
        "author": author if isinstance(author, str) else "",
        "source": "regexcrossword.com",
        "dialect": "javascript",
        "alphabet": letters or MENTIONED,
        "force": force,
    }
    make = hexagon if is_hexagon else rectangle
    puzzle = keyed(
        lambda: make(**clues, **details), lambda place: (*path, key_of.get(place[0], "name")) if place else path
    )
    expected = expected_letters(puzzle, table.get("solutionMap"))
    if expected is not None:
        puzzle = puzzle._replace(expected=(expected,))
    places = tuple(each for direction in paths for each in paths[direction])
    identity = table.get("id")
    return Entry(puzzle, puzzle.title, "" if identity is None else str(identity), places)


def _patterns(entry: object, path: Path) -> list[tuple[str, Path]]:
    """Return the non-empty clues of one line, each with its path."""
    if isinstance(entry, str) or entry is None:
        return [(entry, path)] if entry else []
    patterns = []
    for number, pattern in enumerate(_list(entry, path)):
        if pattern is not None and not isinstance(pattern, str):
            raise KeyedError("this must be a regex, written as a string", (*path, number), code=ErrorCode.TYPE)
        if pattern:
            patterns.append((pattern, (*path, number)))
    return patterns


def _list(value: object, path: Path) -> list[Any]:
    if not isinstance(value, list):
        raise KeyedError("this must be a list", path, code=ErrorCode.TYPE)
    return value
