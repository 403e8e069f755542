"""Puzzles in the JSON of known programs: regexcrossword.com, the hexagon player, hexregex, and lists of slots.

`PROGRAMS` has a reader for each of these formats, and a writer for the formats in which authors publish. All clues are
in the dialect `javascript`, but clues of slots are in `python` unless they say otherwise.

**regexcrossword.com**: one puzzle, a list of puzzles, or the website's whole list of challenges.

    {"id", "name", "patternsX": [["A", ""], ...], "patternsY", "patternsZ"?, "hexagonal"?, "characters"?,
     "solutionMap"?, ...}

The entry for a line is a list of one or two regexes, with `""` or null for no regex.  In a rectangle, X lists the
columns and Y the rows.  In a hexagon, Y lists the rows; X lists the lines read to the south-west, starting at the
north-west edge (our falling lines in the opposite order); Z lists the lines read to the north-west, starting at the
south-west edge (our rising lines).  A second clue reads in the same direction as the first.  In puzzles made by
players, `characters` is the alphabet.

**board**: the hexagon player in the browser, in a file or in a link (`?puzzle=` and the JSON in base64).

    {"size": 13, "author", "name"?, "x": ["...", ...], "y": [...], "z": [...]}

`size` is the number of rows, sometimes as a string.  Hexagons are regular and each line has one clue.  y lists the
rows.  x lists the lines that are read to the north-east, starting at the north-west edge.  z lists the lines that are
read to the south-east, starting at the south-west edge.  Lines of two directions are therefore read from the other
end than ours: when such a clue is read, it is kept and marked as reversed; when one is written, its text is
reversed.

**hexregex**: hexagons with the directions of the board, and rectangles, in which y lists the rows and x the columns.

    {"kind": "hex...", "edge": 7, "author", "name", "x": [...], "y": [...], "z": [...], "solution"}
    {"kind": "rect...", "rows": 2, "cols": 3, "x": [...], "y": [...], ...}

`solution` is optional and contains the rows, as a list or as a string with blanks or line ends between them.  Cells
hold the letters A to Z.

**slots**: each slot is a list of cell names and a regex.  A cell exists as soon as a slot names it.

    [{"cells": ["a", "b", "c"], "regex": "A.C"}, [["c", "d"], "CD"], ...]     or {"slots": [...], "title": ...}
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from string import ascii_uppercase
from typing import Any, Final

from satcross.base.printable_json import printable_json
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import LimitError, PuzzleError
from satcross.puzzle import MENTIONED, Clue, Puzzle, Solution
from satcross.puzzle.files import json_format
from satcross.puzzle.files.document import texts_at, typed
from satcross.puzzle.files.expressing import forward_patterns, letters_named, refuse_extras, refuse_shape
from satcross.puzzle.files.source import (
    MOST_PUZZLES,
    Entry,
    InexpressibleError,
    KeyedError,
    Path,
    WordSource,
    expected_letters,
    keyed,
    shown,
)
from satcross.puzzle.kinds import SHAPES, Kind
from satcross.puzzle.shapes import CONSTRUCTORS, NamedLine, direction_of, hexagon, lines, rectangle
from satcross.regex.letters import difference, from_text, to_text, union

WEBSITE: Final = "regexcrossword.com JSON"
WEBSITE_LISTS: Final[Mapping[Kind, Mapping[str, str]]] = {
    "rectangle": {"patternsY": "row", "patternsX": "column"},
    "hexagon": {"patternsY": "horizontal", "patternsZ": "rising", "patternsX": "falling"},
}
"""The direction of each list, in the order of a puzzle's lines."""


def is_website(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return next(_website_puzzles(data, ()), None) is not None


def read_website(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return all puzzles of `data` in their order."""
    tables = list(islice(_website_puzzles(data, ()), MOST_PUZZLES + 1))
    if len(tables) > MOST_PUZZLES:
        raise LimitError(f"this file has more puzzles than the limit of {MOST_PUZZLES:,}", code="size")
    return [_website_puzzle(table, path, force) for table, path in tables]


def write_website(puzzle: Puzzle) -> str:
    """Return the JSON object of one puzzle.  Raises PuzzleError (`inexpressible`)."""
    refuse_shape(puzzle, "regexcrossword", WEBSITE)
    refuse_extras(puzzle, WEBSITE, "javascript", has_alphabet=True)
    lists: dict[str, list[list[str]]] = {}
    for line, patterns in zip(puzzle.lines, forward_patterns(puzzle, WEBSITE, "javascript"), strict=True):
        if len(patterns) > 2:
            raise InexpressibleError(WEBSITE, "more than two clues on a line", [line.name])
        lists.setdefault(direction_of(line), []).append([*patterns, *[""] * (2 - len(patterns))])
    written: dict[str, Any] = {"name": puzzle.title}
    if puzzle.author:
        written["author"] = puzzle.author
    if "falling" in lists:
        written["hexagonal"] = True
        lists["falling"].reverse()
    for key, name in sorted(WEBSITE_LISTS[puzzle.shape.kind].items()):
        written[key] = lists.get(name, [["", ""]] * puzzle.shape.line_counts[name])
    if puzzle.alphabet != MENTIONED:
        written["characters"] = list(puzzle.alphabet)
    if len(puzzle.expected) == 1:
        written["solutionMap"] = Solution(puzzle, puzzle.expected[0]).rows
    return printable_json(written, indent=2) + "\n"


def _website_puzzles(data: object, path: Path) -> Iterator[tuple[Mapping[str, Any], Path]]:
    """Yield the puzzles in `data`, which are up to three levels down, and their paths."""
    if isinstance(data, dict):
        if "patternsX" in data or "patternsY" in data:
            yield data, path
        elif isinstance(data.get("puzzles"), list):
            yield from _website_puzzles(data["puzzles"], (*path, "puzzles"))
    elif isinstance(data, list) and len(path) < 3:
        for number, each in enumerate(data):
            if each:
                yield from _website_puzzles(each, (*path, number))


def _website_puzzle(table: Mapping[str, Any], path: Path, force: bool) -> Entry:
    kind: Kind = "hexagon" if table.get("hexagonal") or table.get("patternsZ") else "rectangle"
    clues: dict[str, Any] = {}
    paths: dict[str, list[tuple[Path, ...]]] = {}
    key_of: dict[str, str] = {}
    for key, name in WEBSITE_LISTS[kind].items():
        direction = SHAPES[kind].directions[name].key
        if key not in table:
            raise KeyedError(f"{key} is missing", path, code="missing-key")
        entries = [
            _patterns_of_line(entry, (*path, key, n)) for n, entry in enumerate(typed(table[key], list, (*path, key)))
        ]
        if direction == "falling":
            entries.reverse()
        clues[direction] = [[pattern for pattern, _ in entry] for entry in entries]
        paths[direction] = [tuple(where for _, where in entry) for entry in entries]
        key_of[direction] = key
    characters = table.get("characters") or []
    if not isinstance(characters, list) or not all(isinstance(each, str) and len(each) == 1 for each in characters):
        raise KeyedError("this must be a list of letters", (*path, "characters"), code="type")
    letters = "".join(sorted(set(characters)))
    if "-" in letters:
        letters = "-" + letters.replace("-", "")
    title, author = table.get("name"), table.get("author")
    details: dict[str, Any] = {
        "title": str(title) if isinstance(title, str | int) else "",
        "author": author if isinstance(author, str) else "",
        "source": "regexcrossword.com",
        "dialect": "javascript",
        "alphabet": letters or MENTIONED,
        "force": force,
    }
    puzzle = keyed(
        lambda: CONSTRUCTORS[kind](**clues, **details),
        lambda place: (*path, key_of.get(place[0], "name")) if place else path,
    )
    puzzle = with_solution(puzzle, table.get("solutionMap"))
    places = tuple(each for direction in paths for each in paths[direction])
    identity = table.get("id")
    return Entry(puzzle, puzzle.title, "" if identity is None else str(identity), places)


def _patterns_of_line(entry: object, path: Path) -> list[tuple[str, Path]]:
    """Return the non-empty clues of one line, each with its path."""
    if isinstance(entry, str) or entry is None:
        return [(entry, path)] if entry else []
    texts = texts_at(["" if pattern is None else pattern for pattern in typed(entry, list, path)], path)
    return [(pattern, (*path, number)) for number, pattern in enumerate(texts) if pattern]


MOST_LETTERS: Final = 300_000  # of a link: more than servers accept, and enough for 20,000 cells
BOARD: Final = "board JSON"
DIRECTIONS: Final = {"y": "horizontal", "z": "rising", "x": "falling"}
BACKWARD: Final = ("rising", "falling")


def is_board(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return isinstance(data, dict) and {"size", "x", "y", "z"} <= data.keys()


def read_board(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`: parsed JSON, or the text of a link."""
    table = from_link(data) if isinstance(data, str) else data
    if not isinstance(table, dict):
        raise KeyedError("this must be an object", (), code="type")
    size = table.get("size")
    rows = int(size) if isinstance(size, int | str) and str(size).strip().isdecimal() and len(str(size)) < 9 else 0
    if rows < 1 or rows % 2 == 0:
        raise KeyedError(
            f"this must be an odd number, the number of rows of a regular hexagon, not {shown(size)}",
            ("size",),
            code="size",
        )
    return [hexagon_entry(table, (rows + 1) // 2, "size", force)]


def write_board(puzzle: Puzzle) -> str:
    """Return the JSON of `puzzle`.  Raises PuzzleError (`inexpressible`)."""
    return printable_json(to_board(puzzle), indent=2) + "\n"


def to_board(puzzle: Puzzle) -> dict[str, Any]:
    """Return the object by which the player knows `puzzle`."""
    lists = hexagon_lists(puzzle, BOARD)
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
        raise PuzzleError(f"the link is longer than the limit of {MOST_LETTERS:,} letters", code="link")
    coded = unquote(link.strip().partition("?puzzle=")[2].partition("&")[0].partition("#")[0])
    coded = coded.replace("-", "+").replace("_", "/").replace(" ", "+").rstrip("=")
    try:
        data = b64decode(coded + "=" * (-len(coded) % 4), validate=True)
    except ValueError:
        raise PuzzleError("the text after ?puzzle= is not base64", code="link") from None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # what JavaScript's btoa makes of Latin-1 letters
    try:
        return json_format.parse(text)
    except PuzzleError as error:
        message = f"the text after ?puzzle= is not a puzzle: {error.message}"
        raise error.replace(message=message, place=(), code="link") from None


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
    refuse_shape(puzzle, "board", format)
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
        raise KeyedError(f"{key} is missing", (), code="missing-key")
    return texts_at(table[key], (key,))


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def is_hexregex(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return isinstance(data, dict) and "kind" in data and {"x", "y"} <= data.keys()


def read_hexregex(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`."""
    if not isinstance(data, dict):
        raise KeyedError("this must be an object", (), code="type")
    is_hexagon = "edge" in data
    entry = hexagon_entry(data, _whole(data, "edge"), "edge", force) if is_hexagon else _hexregex_rectangle(data, force)
    puzzle = entry.puzzle._replace(alphabet=ascii_uppercase)
    return [entry._replace(puzzle=with_solution(puzzle, data.get("solution")))]


def _hexregex_rectangle(data: Mapping[str, Any], force: bool) -> Entry:
    sizes = {"y": _whole(data, "rows"), "x": _whole(data, "cols")}
    for key, size in sizes.items():
        patterns = _patterns(data, key)
        if len(patterns) != size:
            raise KeyedError(
                f"this must have {counted(size, 'regex', 'regexes')}, one for each line, but it has {len(patterns)}",
                (key,),
                code="clue-count",
            )
    details: dict[str, Any] = {"title": _text(data, "name"), "author": _text(data, "author"), "force": force}
    puzzle = keyed(
        lambda: rectangle(rows=data["y"], columns=data["x"], dialect="javascript", **details), lambda place: ("rows",)
    )
    paths = [((key, n),) if pattern else () for key in ("y", "x") for n, pattern in enumerate(data[key])]
    return Entry(puzzle, puzzle.title, "", tuple(paths))


def _whole(data: Mapping[str, Any], key: str) -> int:
    if key not in data:
        raise KeyedError(f"{key} is missing", (), code="missing-key")
    value = data[key]
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 9:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise KeyedError(f"this must be a whole number of 1 or more, not {shown(value)}", (key,), code="size")
    return value


SLOT_KEYS: Final = ("slots", "title", "author", "dialect", "alphabet")


def is_slots(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    slots = data.get("slots") if isinstance(data, dict) else data
    if not isinstance(slots, list) or not slots:
        return False
    first = slots[0]
    if isinstance(first, dict):
        return "cells" in first
    return isinstance(first, list) and len(first) == 2 and isinstance(first[0], list)


def read_slots(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`."""
    top: Mapping[str, Any] = data if isinstance(data, dict) else {"slots": data}
    start: Path = ("slots",) if isinstance(data, dict) else ()
    details: dict[str, Any] = {"force": force}
    for key in top:
        if key not in SLOT_KEYS:
            raise KeyedError(
                f"the key {key!r} is unknown",
                (key,),
                hint=f"the keys allowed here are {', '.join(SLOT_KEYS)}",
                code="unknown-key",
            )
        if key != "slots":
            details[key] = typed(top[key], str, (key,))
    slots = typed(top.get("slots"), list, start)
    named, paths = [], []
    for number, slot in enumerate(slots):
        cells, regex, path = _slot(slot, (*start, number))
        named.append(NamedLine(cells, regex, f"slot {number + 1}"))
        paths.append((path,) if regex else ())

    def path_of(place: tuple[str, ...]) -> Path:
        word, _, number = place[0].partition(" ") if place else ("", "", "")
        return (*start, int(number) - 1) if word == "slot" and number.isdecimal() else (word,)

    puzzle = keyed(lambda: lines(named, **details), path_of)
    return [Entry(puzzle, puzzle.title, "", tuple(paths))]


def _slot(slot: object, path: Path) -> tuple[list[str], str, Path]:
    """Return the cells, the regex and the path of the regex."""
    keys: tuple[str | int, str | int]
    if isinstance(slot, dict):
        keys = ("cells", "regex")
        values = [slot.get(key) for key in keys]
    elif isinstance(slot, list) and len(slot) == 2:
        keys = (0, 1)
        values = slot
    else:
        raise KeyedError("a slot must be an object with cells and regex, or a list of the two", path, code="type")
    cells, regex = values
    return texts_at(cells, (*path, keys[0])), typed(regex, str, (*path, keys[1])), (*path, keys[1])


def with_solution(puzzle: Puzzle, solution: object) -> Puzzle:
    """Return `puzzle` with the solution that its file gives, if that has one letter for each cell.

    The letters of this solution belong to the alphabet, even if neither a clue nor the file's alphabet has them.
    """
    letters = expected_letters(puzzle, solution)
    if letters is None:
        return puzzle
    puzzle = puzzle._replace(expected=(letters,))
    known, wanted = letters_named(puzzle), from_text("".join(letters))
    if not difference(wanted, known):
        return puzzle
    return puzzle._replace(alphabet=to_text(union(known, wanted)))


class OtherProgram(NamedTuple):
    """A program's format.

    Attributes:
        fits: Return whether parsed JSON looks like this format.
        read: Return the puzzles of parsed JSON.
        write: Return the text of a puzzle; PuzzleError (`inexpressible`) names what the format cannot express.
            None: the format is only read.
    """

    fits: Callable[[object], bool]
    read: Callable[..., list[Entry]]
    write: Callable[[Puzzle], str] | None = None


PROGRAMS: Final = {
    "regexcrossword": OtherProgram(is_website, read_website, write_website),
    "hexregex": OtherProgram(is_hexregex, read_hexregex),
    "board": OtherProgram(is_board, read_board, write_board),
    "slots": OtherProgram(is_slots, read_slots),
}
"""The programs by the names of their formats, in the order in which a file is compared with them."""
