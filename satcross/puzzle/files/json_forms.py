"""Which JSON format a file is in, and the puzzles of a file that holds several.

    {"puzzles": [PUZZLE, ...], ...}     such as hexregex's bank of puzzles
    [PUZZLE, ...]

Each PUZZLE is an object in one of the JSON formats, not necessarily the same one.  Other keys beside `puzzles`, such as
a version, mean nothing here.  (The website's lists, which may have lists of puzzles within, are a format of their own.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from satcross.errors import ErrorCode, LimitError, PuzzleError
from satcross.puzzle.files.source import MOST_PUZZLES, Entry, KeyedError, Path

HINT: Final = "the known formats are satcross's own, regexcrossword.com, board, hexregex and slot lists"
OWN_KEYS: Final = {
    "rows",
    "columns",
    "horizontal",
    "rising",
    "falling",
    "shape",
    "alphabet",
    "dialect",
    "title",
    "given",
}
"""Keys that only satcross's own puzzles have, and those of clues, which stand outside where "clues" was forgotten."""

MANY_IN_ITSELF: Final = "regexcrossword"  # the format that has several puzzles in a file by itself


class Form(NamedTuple):
    """A value of a JSON file that holds a puzzle (or several): its format, the value, and its path in the file."""

    format: str
    value: Any
    path: Path


def forms(data: object, fits: Mapping[str, Callable[[object], bool]], format: str | None = None) -> list[Form]:
    """Return the puzzles of a JSON file, each with its format: the first whose function in `fits` accepts it.

    Args:
        format: What is in none of them is read in this format; None: it is an error.

    Raises:
        PuzzleError: If the file, or one of its puzzles, is in none of these formats.

    >>> fits = {"hexregex": lambda data: "kind" in data}
    >>> [each.path for each in forms({"puzzles": [{"kind": "hex"}, {"kind": "rect"}]}, fits)]
    [('puzzles', 0), ('puzzles', 1)]
    """
    path, values = _list_of_puzzles(data)
    formats = [_format_of(value, fits) if isinstance(value, dict) else None for value in values]
    if any(each not in (None, MANY_IN_ITSELF) for each in formats):
        return [
            _form(value, each or format, (*path, n))
            for n, (value, each) in enumerate(zip(values, formats, strict=True))
        ]
    whole = format or _format_of(data, fits)
    if whole is None:
        if path and not values:
            raise KeyedError("the list of puzzles is empty", path, code=ErrorCode.EMPTY)
        if isinstance(data, dict) and "clues" not in data and OWN_KEYS & set(data):
            hint = 'write "clues": {"rows": ["A.*", "B"], "columns": ["A", "B"]}'
            raise PuzzleError('this JSON has no "clues"', hint=hint, code=ErrorCode.FORMAT)
        raise PuzzleError("this JSON is not in a puzzle format that satcross knows", hint=HINT, code=ErrorCode.FORMAT)
    return [Form(whole, data, ())]


def read_below(form: Form, read: Callable[[Any], Sequence[Entry]]) -> list[Entry]:
    """Return the puzzles that `read` makes of the value of `form`; paths and errors get the path of that value."""
    try:
        entries = read(form.value)
    except KeyedError as error:
        raise error.convert(partial(KeyedError, path=(*form.path, *error.path))) from error
    return [
        entry._replace(paths=tuple(tuple((*form.path, *path) for path in paths) for paths in entry.paths))
        for entry in entries
    ]


def _list_of_puzzles(data: object) -> tuple[Path, list[Any]]:
    """Return the path and the values of the list that may be one of puzzles; an empty list if there is none."""
    if isinstance(data, dict) and isinstance(data.get("puzzles"), list):
        path: Path = ("puzzles",)
        values = data["puzzles"]
    else:
        path, values = (), data if isinstance(data, list) else []
    if len(values) > MOST_PUZZLES and all(isinstance(value, dict) for value in values):
        raise LimitError(f"this file has more puzzles than the limit of {MOST_PUZZLES:,}", code=ErrorCode.SIZE)
    return path, values


def _format_of(value: object, fits: Mapping[str, Callable[[object], bool]]) -> str | None:
    return next((format for format, accepts in fits.items() if accepts(value)), None)


def _form(value: object, format: str | None, path: Path) -> Form:
    if format is None:
        raise KeyedError("this puzzle is in no format that satcross knows", path, hint=HINT, code=ErrorCode.FORMAT)
    return Form(format, value, path)
