"""The JSON of the in-browser hexagon player, alone or in a link (`?puzzle=` and its base64).

    {"size": 13, "author", "name"?, "x": ["...", ...], "y": [...], "z": [...]}

`size` is the number of rows, at times as a text; hexagons are regular and lines have one clue.  y: the rows.  x: lines
read to the north-east, from the north-west edge on.  z: lines read to the south-east, from the south-west edge on.
So two of the three families are read from the other end than ours are; their clues are kept and marked as reversed,
and when one is written its text is turned round.  Clues are JavaScript's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from satcross.errors import ErrorCode, PuzzleError
from satcross.model import Clue, Puzzle
from satcross.puzzle.files import json_text
from satcross.puzzle.files.expressing import InexpressibleError, forward_patterns, refuse_extras
from satcross.puzzle.files.source import Entry, KeyedError, Path, keyed, shown
from satcross.puzzle.shapes import family_of, hexagon

MOST_LETTERS: Final = 300_000  # of a link: more than servers take, and 20,000 cells
NAME: Final = "board JSON"
FAMILIES: Final = {"y": "horizontal", "z": "rising", "x": "falling"}
BACKWARD: Final = ("rising", "falling")


def fits(data: object) -> bool:
    """Return whether `data` looks like this format rather than another JSON."""
    return isinstance(data, dict) and {"size", "x", "y", "z"} <= data.keys()


def read(data: object, folder: str = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`: parsed JSON, or the text of a link."""
    table = from_link(data) if isinstance(data, str) else data
    if not isinstance(table, dict):
        raise KeyedError("an object is needed", (), code=ErrorCode.TYPE)
    size = table.get("size")
    rows = int(size) if isinstance(size, int | str) and str(size).strip().isdecimal() and len(str(size)) < 9 else 0
    if rows < 1 or rows % 2 == 0:
        message = f"the size of a regular hexagon is its number of rows, an odd number, not {shown(size)}"
        raise KeyedError(message, ("size",), code=ErrorCode.SIZE)
    return [hexagon_entry(table, (rows + 1) // 2, "size", force)]


def line_numbers(text: str) -> Mapping[Path, int]:
    return {} if text.lstrip()[:1] != "{" else json_text.line_numbers(text)


def write(puzzle: Puzzle) -> str:
    """Return the JSON of `puzzle`; raises PuzzleError (`inexpressible`)."""
    import json

    return json.dumps(to_board(puzzle), ensure_ascii=False, indent=2) + "\n"


def to_board(puzzle: Puzzle) -> dict[str, Any]:
    """Return the object that the player reads as `puzzle`."""
    lists = hexagon_lists(puzzle, NAME)
    board: dict[str, Any] = {"size": len(lists["y"]), "author": puzzle.author}
    if puzzle.title:
        board["name"] = puzzle.title
    return board | lists


def to_link(puzzle: Puzzle, page: str) -> str:
    """Return the link that opens `puzzle` in the player at the address `page`."""
    import json
    from base64 import b64encode

    text = json.dumps(to_board(puzzle), ensure_ascii=True, separators=(",", ":"))
    return f"{page.partition('?')[0]}?puzzle={b64encode(text.encode()).decode().translate(PERCENT)}"


def from_link(link: str) -> Any:
    """Return the object in a link with `?puzzle=`.  Raises PuzzleError (`link`) for anything else."""
    from base64 import b64decode
    from urllib.parse import unquote

    if len(link) > MOST_LETTERS:
        raise PuzzleError(f"a link has at most {MOST_LETTERS:,} letters; this has more", code=ErrorCode.LINK)
    coded = unquote(link.strip().partition("?puzzle=")[2].partition("&")[0].partition("#")[0])
    coded = coded.replace("-", "+").replace("_", "/").replace(" ", "+").rstrip("=")
    try:
        data = b64decode(coded + "=" * (-len(coded) % 4), validate=True)
    except ValueError:
        raise PuzzleError("what follows ?puzzle= is not base64", code=ErrorCode.LINK) from None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # what JavaScript's btoa makes of Latin-1 letters
    try:
        return json_text.parse(text)
    except PuzzleError as error:
        message = f"what follows ?puzzle= is not a puzzle: {error.message}"
        raise error.replace(message=message, place=(), code=ErrorCode.LINK) from None


def hexagon_entry(table: Mapping[str, Any], side: int, size_key: str, force: bool) -> Entry:
    """Return the hexagon with the lists x, y and z of `table`, directions as in this module's docstring."""
    clues: dict[str, Any] = {}
    paths: list[tuple[Path, ...]] = []
    for key, family in FAMILIES.items():
        patterns = list(enumerate(_patterns(table, key)))
        if family == "falling":
            patterns.reverse()
        clues[family] = [[Clue(pattern, family in BACKWARD)] if pattern else [] for _, pattern in patterns]
        paths += [((key, number),) if pattern else () for number, pattern in patterns]
    key_of = {family: key for key, family in FAMILIES.items()}
    details: dict[str, Any] = {"title": _text(table, "name"), "author": _text(table, "author"), "force": force}
    puzzle = keyed(
        lambda: hexagon(**clues, side=side, dialect="javascript", **details),
        lambda place: (key_of.get(place[0], size_key) if place else size_key,),
    )
    return Entry(puzzle, puzzle.title, "", tuple(paths))


def hexagon_lists(puzzle: Puzzle, format: str) -> dict[str, list[str]]:
    """Return the lists x, y and z of a regular hexagon with at most one clue a line; else raise InexpressibleError."""
    if puzzle.shape.kind != "hexagon":
        raise InexpressibleError(format, "cells by name" if puzzle.shape.kind == "lines" else "rectangles")
    if len(set(puzzle.shape.sizes)) > 1:
        raise InexpressibleError(format, "hexagons with unequal edges")
    refuse_extras(puzzle, format, "javascript")
    lists: dict[str, list[str]] = {"x": [], "y": [], "z": []}
    key_of = {family: key for key, family in FAMILIES.items()}
    for line, patterns in zip(puzzle.lines, forward_patterns(puzzle, format, "javascript", BACKWARD), strict=True):
        if len(patterns) > 1:
            raise InexpressibleError(format, "more than one clue on a line", [line.name])
        lists[key_of[family_of(line)]] += patterns or [""]
    lists["x"].reverse()
    return lists


PERCENT: Final = str.maketrans({"+": "%2B", "/": "%2F", "=": "%3D"})


def _patterns(table: Mapping[str, Any], key: str) -> list[str]:
    if key not in table:
        raise KeyedError(f"{key} is missing", (), code=ErrorCode.MISSING_KEY)
    patterns = table[key]
    if not isinstance(patterns, list):
        raise KeyedError("a list of regexes is needed", (key,), code=ErrorCode.TYPE)
    for number, pattern in enumerate(patterns):
        if not isinstance(pattern, str):
            raise KeyedError("a regex is needed", (key, number), code=ErrorCode.TYPE)
    return patterns


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""
