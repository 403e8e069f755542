r"""Trux text: a header, then one regex on each line in single quotes, without escapes; `#` begins a comment line.

    shape = rectangular                 shape = hexagonal
    num_rows = 2                        num_regexes_per_line = 1
    num_cols = 2
    num_regexes_per_row = 1             'HE|LL|O+'
    num_regexes_per_col = 1             ...

All clues of the first line come first, then all clues of the second line, and so on.  A rectangle has its rows, then
its columns.  A hexagon has, as in our own formats, the horizontal lines from the top, then the lines read to the
north-west from the south-west edge, then the lines read to the south-west from the south-east edge.  Hexagons are
regular.  `''` is not a clue.  Clues are in the dialect `python`.

Title, author and notes are in comments such as `# author: Ada`, one for each line of text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from satcross.errors import PuzzleError
from satcross.puzzle import Puzzle
from satcross.puzzle.files.expressing import forward_patterns, refuse_extras, refuse_shape
from satcross.puzzle.files.source import Entry, InexpressibleError, KeyedError, Path, WordSource, keyed
from satcross.puzzle.shapes import direction_of, hexagon, rectangle

_VERBOSE: Final = re.compile(r"\(\?[aiLmsu]*x")
_ABOUT: Final = ("title", "author", "source", "notes", "licence", "answer")
HEADER: Final = {
    "rectangular": ("num_rows", "num_cols", "num_regexes_per_row", "num_regexes_per_col"),
    "hexagonal": ("num_regexes_per_line",),
}


def _rectangle_counts(
    regexes: int, rows: int, columns: int, per_row: int, per_column: int
) -> dict[str, tuple[int, int]]:
    """Return for rows and columns how many lines there are, and how many regexes each has."""
    if regexes != rows * per_row + columns * per_column:
        raise PuzzleError(
            f"the header asks for {rows * per_row + columns * per_column} regexes ({rows} x {per_row} for the rows,"
            f" {columns} x {per_column} for the columns), but the file has {regexes}",
            code="clue-count",
        )
    return {"rows": (rows, per_row), "columns": (columns, per_column)}


def _hexagon_counts(regexes: int, per_line: int) -> dict[str, tuple[int, int]]:
    """Return for each direction how many lines there are, and how many regexes each has."""
    lines, rest = divmod(regexes, 3 * per_line)
    if rest or lines % 2 == 0:
        side = max(1, round((regexes / per_line / 3 + 1) / 2))
        need = 3 * (2 * side - 1) * per_line
        raise PuzzleError(
            f"no hexagon needs {regexes} regexes with {per_line} on each line",
            hint=f"the nearest hexagon, of side {side}, has {3 * (2 * side - 1)} lines and needs {need} regexes",
            code="clue-count",
        )
    return dict.fromkeys(("horizontal", "rising", "falling"), (lines, per_line))


def read(text: str, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `text`.  Raises PuzzleError unless it is as the module's docstring says."""
    header, regexes = _header_and_regexes(text)
    shape = header.pop("shape", "")
    if shape not in HEADER:
        raise KeyedError(
            f"there is no shape {shape!r}",
            ("shape",),
            hint="write shape = rectangular or shape = hexagonal",
            code="shape",
        )
    wanted = HEADER[shape]
    for key in header:
        if key not in wanted:
            raise KeyedError(
                f"the key {key!r} is unknown",
                (key,),
                hint=f"the keys allowed here are {', '.join(wanted)}",
                code="unknown-key",
            )
    numbers = {key: _number(header, key) for key in wanted}
    counts = (_rectangle_counts if shape == "rectangular" else _hexagon_counts)(len(regexes), *numbers.values())
    directions: dict[str, Any] = {}
    paths: list[tuple[Path, ...]] = []
    start = 0
    for direction, (count, per_line) in counts.items():
        directions[direction] = []
        for _ in range(count):
            listed = regexes[start : start + per_line]
            directions[direction].append(listed)
            paths.append(tuple(("regex", number) for number, regex in enumerate(listed, start) if regex))
            start += per_line
    make = rectangle if shape == "rectangular" else hexagon
    directions |= _about(text)
    puzzle = keyed(lambda: make(**directions, force=force), lambda place: ("shape",))
    return [Entry(puzzle, puzzle.title, paths=tuple(paths))]


def _about(text: str) -> dict[str, str]:
    """Return what the comments say about the puzzle by their keys."""
    about: dict[str, list[str]] = {}
    for key, value in re.findall(rf"(?m)^# ({'|'.join(_ABOUT)}): (.+)$", text):
        about.setdefault(key, []).append(value)
    return {key: "\n".join(values) for key, values in about.items()}


@lru_cache(maxsize=1)
def line_numbers(text: str) -> Mapping[Path, int]:
    lines: dict[Path, int] = {}
    count = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip().startswith("'"):
            lines["regex", count] = number
            count += 1
        elif not line.strip().startswith("#"):
            lines.setdefault((line.partition("=")[0].strip(),), number)
    return lines


def write(puzzle: Puzzle) -> str:
    """Return the Trux text of `puzzle`, with `''` for each clue that a line has less than others.

    Raises:
        PuzzleError: For names, features and directions that Trux text cannot express (code `inexpressible`).
    """
    refuse_shape(puzzle, "trux", "Trux text")
    refuse_extras(puzzle, "Trux text", "python")
    patterns = forward_patterns(puzzle, "Trux text", "python")
    patterns = [
        [_printable(pattern, line.name) for pattern in listed]
        for line, listed in zip(puzzle.lines, patterns, strict=True)
    ]
    sections: dict[str, list[list[str]]] = {}
    for line, listed in zip(puzzle.lines, patterns, strict=True):
        sections.setdefault(direction_of(line), []).append(listed)
    for name, count in puzzle.shape.line_counts.items():
        sections.setdefault(name, [[]] * count)
    per = {name: max(1, *map(len, sections[name])) for name in sections}
    if "column" in per:
        header = ["shape = rectangular", f"num_rows = {len(sections['row'])}", f"num_cols = {len(sections['column'])}"]
        header += [f"num_regexes_per_row = {per['row']}", f"num_regexes_per_col = {per['column']}"]
    else:
        per = dict.fromkeys(sections, max(per.values()))
        header = ["shape = hexagonal", f"num_regexes_per_line = {per['horizontal']}"]
    about = [(key, getattr(puzzle, key).split("\n")) for key in _ABOUT if getattr(puzzle, key)]
    text = "".join(
        f"# {key}: {row}\n" for key, rows in about if all(map(str.isprintable, rows)) for row in rows if row.strip()
    )
    text += "\n".join(header) + "\n"
    for name, listing in sections.items():
        text += f"\n# {name}\n"
        for listed in listing:
            text += "".join(f"'{pattern}'\n" for pattern in [*listed, *[""] * (per[name] - len(listed))])
    return text


def _printable(pattern: str, line: str) -> str:
    r"""Return the clue with an escape for each letter that is not printable, which means the same in Python.

    >>> print(_printable("[\x1b\u202e]", "row 1"))
    [\x1b\u202e]

    Raises:
        InexpressibleError: In a verbose clue, where blanks mean nothing but their escapes would.
    """
    if pattern.isprintable():
        return pattern
    if _VERBOSE.search(pattern):
        raise InexpressibleError("Trux text", "control characters in a verbose clue", [line])
    pieces: list[str] = []
    is_escaped = False
    for letter in pattern:
        if letter.isprintable():
            is_escaped = letter == "\\" and not is_escaped
            pieces.append(letter)
        else:
            if is_escaped:
                pieces.pop()  # a backslash before such a letter means nothing
            pieces.append(ascii(letter)[1:-1])
            is_escaped = False
    return "".join(pieces)


def _header_and_regexes(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the values of the header by key, and the regexes."""
    header: dict[str, str] = {}
    regexes: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        place = [f"line {number}"]
        if stripped.startswith("'"):
            if len(stripped) < 2 or not stripped.endswith("'"):
                raise PuzzleError("the closing quote of the regex is missing", place=place, code="trux-syntax")
            regexes.append(stripped[1:-1])
            continue
        key, equals, value = (part.strip() for part in stripped.partition("="))
        if not equals:
            raise PuzzleError(
                f"this line cannot be read: {stripped[:40]!r}",
                place=place,
                hint="a line must be a comment (#), key = value, or a regex in single quotes",
                code="trux-syntax",
            )
        if key in header:
            raise PuzzleError(f"the key {key!r} occurs twice", place=place, code="trux-syntax")
        header[key] = value
    return header, regexes


def _number(header: Mapping[str, str], key: str) -> int:
    if key not in header:
        raise KeyedError(f"{key} is missing", ("shape",), code="missing-key")
    if not header[key].isdecimal() or len(header[key]) > 9 or int(header[key]) < 1:
        raise KeyedError(f"this must be a whole number of 1 or more, not {header[key][:20]!r}", (key,), code="size")
    return int(header[key])
