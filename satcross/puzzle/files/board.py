"""The JSON of the hexagon player in the browser, in a file or in a link (`?puzzle=` and the JSON in base64).

    {"size": 13, "author", "name"?, "x": ["...", ...], "y": [...], "z": [...]}

`size` is the number of rows, sometimes as a string.  Hexagons are regular and each line has one clue.  y lists the
rows.  x lists the lines that are read to the north-east, starting at the north-west edge.  z lists the lines that are
read to the south-east, starting at the south-west edge.  Lines of two directions are therefore read from the other
end than ours: when such a clue is read, it is kept and marked as reversed; when one is written, its text is
reversed.  Clues are in the dialect `javascript`.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.errors import ErrorCode, PuzzleError
from satcross.puzzle.files import json_text
from satcross.puzzle.files.expressing import InexpressibleError, forward_patterns, refuse_extras
from satcross.puzzle.files.source import Entry, KeyedError, Path, WordSource, keyed, shown
from satcross.puzzle.model import Clue, Puzzle
from satcross.puzzle.shapes import direction_of, hexagon

MOST_LETTERS: Final = 300_000  # of a link: more than servers accept, and enough for 20,000 cells
NAME: Final = "board JSON"
DIRECTIONS: Final = {"y": "horizontal", "z": "rising", "x": "falling"}
BACKWARD: Final = ("rising", "falling")


def fits(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return isinstance(data, dict) and {"size", "x", "y", "z"} <= data.keys()


def read(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`: parsed JSON, or the text of a link."""
    table = from_link(data) if isinstance(data, str) else data
    if not isinstance(table, dict):
        raise KeyedError("this must be an object", (), code=ErrorCode.TYPE)
    size = table.get("size")
    rows = int(size) if isinstance(size, int | str) and str(size).strip().isdecimal() and len(str(size)) < 9 else 0
    if rows < 1 or rows % 2 == 0:
        message = f"this must be an odd number, the number of rows of a regular hexagon, not {shown(size)}"
        raise KeyedError(message, ("size",), code=ErrorCode.SIZE)
    return [hexagon_entry(table, (rows + 1) // 2, "size", force)]


def write(puzzle: Puzzle) -> str:
    """Return the JSON of `puzzle`.  Raises PuzzleError (`inexpressible`)."""
    return printable_json(to_board(puzzle), indent=2) + "\n"


def to_board(puzzle: Puzzle) -> dict[str, Any]:
    """Return the object by which the player knows `puzzle`."""
    lists = hexagon_lists(puzzle, NAME)
    board: dict[str, Any] = {"size": len(lists["y"]), "author": puzzle.author}
    if puzzle.title:
        board["name"] = puzzle.title
    return board | lists


def to_link(puzzle: Puzzle, page: str) -> str:
    """Return the link that opens `puzzle` in the player at the address `page`."""
    text = json.dumps(to_board(puzzle), ensure_ascii=True, separators=(",", ":"))
    return f"{page.partition('?')[0]}?puzzle={b64encode(text.encode()).decode().translate(PERCENT)}"


def from_link(link: str) -> Any:
    """Return the object in a link with `?puzzle=`.  Raises PuzzleError (`link`) if there is none."""
    from urllib.parse import unquote

    if len(link) > MOST_LETTERS:
        raise PuzzleError(f"the link is longer than the limit of {MOST_LETTERS:,} letters", code=ErrorCode.LINK)
    coded = unquote(link.strip().partition("?puzzle=")[2].partition("&")[0].partition("#")[0])
    coded = coded.replace("-", "+").replace("_", "/").replace(" ", "+").rstrip("=")
    try:
        data = b64decode(coded + "=" * (-len(coded) % 4), validate=True)
    except ValueError:
        raise PuzzleError("the text after ?puzzle= is not base64", code=ErrorCode.LINK) from None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # what JavaScript's btoa makes of Latin-1 letters
    try:
        return json_text.parse(text)
    except PuzzleError as error:
        message = f"the text after ?puzzle= is not a puzzle: {error.message}"
        raise error.replace(message=message, place=(), code=ErrorCode.LINK) from None


def hexagon_entry(table: Mapping[str, Any], side: int, size_key: str, force: bool) -> Entry:
    """Return the hexagon with the lists x, y and z of `table`, whose directions the module's docstring describes."""
    clues: dict[str, Any] = {}
    paths: list[tuple[Path, ...]] = []
    for key, direction in DIRECTIONS.items():
        patterns = list(enumerate(_patterns(table, key)))
        if direction == "falling":
            patterns.reverse()
        clues[direction] = [[Clue(pattern, direction in BACKWARD)] if pattern else [] for _, pattern in patterns]
        paths += [((key, number),) if pattern else () for number, pattern in patterns]
    key_of = {direction: key for key, direction in DIRECTIONS.items()}
    details: dict[str, Any] = {"title": _text(table, "name"), "author": _text(table, "author"), "force": force}
    puzzle = keyed(
        lambda: hexagon(**clues, side=side, dialect="javascript", **details),
        lambda place: (key_of.get(place[0], size_key) if place else size_key,),
    )
    return Entry(puzzle, puzzle.title, "", tuple(paths))


def hexagon_lists(puzzle: Puzzle, format: str) -> dict[str, list[str]]:
    """Return the lists x, y and z.  Raises InexpressibleError unless a regular hexagon has one clue for each line."""
    if puzzle.shape.kind != "hexagon":
        raise InexpressibleError(format, "cells with names" if puzzle.shape.kind == "lines" else "rectangles")
    if len(set(puzzle.shape.sizes)) > 1:
        raise InexpressibleError(format, "hexagons with unequal edges")
    refuse_extras(puzzle, format, "javascript")
    lists: dict[str, list[str]] = {"x": [], "y": [], "z": []}
    key_of = {direction: key for key, direction in DIRECTIONS.items()}
    for line, patterns in zip(puzzle.lines, forward_patterns(puzzle, format, "javascript", BACKWARD), strict=True):
        if len(patterns) > 1:
            raise InexpressibleError(format, "more than one clue on a line", [line.name])
        lists[key_of[direction_of(line)]] += patterns or [""]
    lists["x"].reverse()
    return lists


PERCENT: Final = str.maketrans({"+": "%2B", "/": "%2F", "=": "%3D"})


def _patterns(table: Mapping[str, Any], key: str) -> list[str]:
    if key not in table:
        raise KeyedError(f"{key} is missing", (), code=ErrorCode.MISSING_KEY)
    patterns = table[key]
    if not isinstance(patterns, list):
        raise KeyedError("this must be a list of regexes", (key,), code=ErrorCode.TYPE)
    for number, pattern in enumerate(patterns):
        if not isinstance(pattern, str):
            raise KeyedError("this must be a regex, written as a string", (key, number), code=ErrorCode.TYPE)
    return patterns


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""
