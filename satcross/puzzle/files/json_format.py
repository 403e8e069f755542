"""The JSON format of satcross: the same model as its TOML format, for programs.

    {"puzzles": [PUZZLE, ...], ...}     such as hexregex's bank of puzzles
    [PUZZLE, ...]

Each PUZZLE is an object in one of the JSON formats, not necessarily the same one.  Other keys beside `puzzles`, such
as a version, mean nothing here.  (The website's lists, which may have lists of puzzles within, are another
format.)
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any, Final

from satcross.base.platform import check_nesting
from satcross.base.printable_json import printable_json
from satcross.base.records import NamedTuple
from satcross.errors import LimitError, PuzzleError, Span
from satcross.puzzle import Puzzle
from satcross.puzzle.files.document import read_document, write_document
from satcross.puzzle.files.source import DEEPEST, MOST_PUZZLES, MOST_TOKENS, Entry, KeyedError, Path, WordSource, shown

SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\(?:.|\Z)[^"\\]*+)*+(?:"|\Z)|[\[\]{},:]|[^\s\[\]{},:"]+', re.S)


def parse(text: str) -> Any:
    """Return the value that `text` represents.

    Raises:
        PuzzleError: If the text is not JSON (code `json-syntax`, with line and column), or an object has a key twice
            (code `json-key`).
    """

    def objects(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        listed = dict(pairs)
        if len(listed) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise PuzzleError(f"the key {shown(twice)} occurs twice in one object", code="json-key")
        return listed

    try:
        check_nesting(text)
        value = json.loads(text, object_pairs_hook=objects)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        span = Span(error.pos, error.pos + 1)
        reason = "it ends too early" if not text[error.pos :].strip() else error.msg[:1].lower() + error.msg[1:]
        message = f"this is not valid JSON: {reason.removesuffix(' at').removesuffix(' starting')}"
        hint = "in JSON, write a backslash of a regex twice" if "escape" in reason else None
        raise PuzzleError(message, place=[where], text=text, span=span, hint=hint, code="json-syntax") from None
    except RecursionError:
        raise PuzzleError("the JSON is nested too deeply", code="json-syntax") from None
    except ValueError:  # CPython refuses to read integers of thousands of digits
        raise PuzzleError("the JSON contains a number with too many digits", code="json-syntax") from None
    surrogate = SURROGATE.search(text)  # one outside a pair is an error, reported at the first surrogate of the text
    if surrogate is not None:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            place = [f"line {text.count(chr(10), 0, surrogate.start()) + 1}"]
            raise PuzzleError("half of a surrogate pair is not a letter", place=place, code="json-syntax") from None
    return value


@lru_cache(maxsize=1)
def line_numbers(text: str) -> dict[Path, int]:
    """Return the line, from 1, on which each key and each entry of a list begins; `text` is valid JSON.

    Only the first `MOST_TOKENS` tokens are counted, and no path is longer than `DEEPEST`.

    >>> line_numbers('{"a": [\\n1,\\n{"b": 2}]}')
    {('a',): 1, ('a', 0): 2, ('a', 1): 3, ('a', 1, 'b'): 3}
    """
    lines: dict[Path, int] = {}
    path: list[str | int] = []
    is_list: list[bool] = []
    line, counted, wants_key = 1, 0, False
    for token in islice(TOKEN.finditer(text), MOST_TOKENS):
        line += text.count("\n", counted, token.start())
        counted = token.start()
        word = token.group()
        if word in "]}":
            is_list.pop()
            path.pop()
            wants_key = False
            continue
        if word == ",":
            wants_key = not is_list[-1]
            if isinstance(last := path[-1], int):
                path[-1] = last + 1
            continue
        if word == ":":
            wants_key = False
            continue
        if wants_key:
            path[-1] = str(json.loads(word))
        if (wants_key or (is_list and is_list[-1])) and len(path) <= DEEPEST:
            lines[tuple(path)] = line
        if word in "[{":
            is_list.append(word == "[")
            path.append(0 if word == "[" else "")
            wants_key = word == "{"
    return lines


HINT: Final = "the known formats are satcross's own, regexcrossword.com, board, hexregex and slot lists"
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
            raise KeyedError("the list of puzzles is empty", path, code="empty")
        raise PuzzleError("this JSON is not in a puzzle format that satcross knows", hint=HINT, code="format")
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
        raise LimitError(f"this file has more puzzles than the limit of {MOST_PUZZLES:,}", code="size")
    return path, values


def _format_of(value: object, fits: Mapping[str, Callable[[object], bool]]) -> str | None:
    return next((format for format, accepts in fits.items() if accepts(value)), None)


def _form(value: object, format: str | None, path: Path) -> Form:
    if format is None:
        raise KeyedError("this puzzle is in no format that satcross knows", path, hint=HINT, code="format")
    return Form(format, value, path)


def fits(data: object) -> bool:
    """Return whether `data` looks like this JSON format."""
    return isinstance(data, dict) and any(key in data for key in ("schema", "shape", "clues", "line"))


def read(data: object, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `data`."""
    return [read_document(data, folder, force=force)]


def write(puzzle: Puzzle) -> str:
    return printable_json(write_document(puzzle), indent=2) + "\n"
