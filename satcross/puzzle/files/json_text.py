"""Parsing of JSON with helpful errors, and the line of every value in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from satcross.base.platform import check_nesting
from satcross.errors import ErrorCode, PuzzleError, Span
from satcross.puzzle.files.source import DEEPEST, MOST_TOKENS, Path, shown

SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^\s\[\]{},:"]+', re.S)


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
            raise PuzzleError(f"the key {shown(twice)} occurs twice in one object", code=ErrorCode.JSON_KEY)
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
        raise PuzzleError(message, place=[where], text=text, span=span, hint=hint, code=ErrorCode.JSON_SYNTAX) from None
    except RecursionError:
        raise PuzzleError("the JSON is nested too deeply", code=ErrorCode.JSON_SYNTAX) from None
    except ValueError:  # CPython refuses to read integers of thousands of digits
        raise PuzzleError("the JSON contains a number with too many digits", code=ErrorCode.JSON_SYNTAX) from None
    surrogate = SURROGATE.search(text)  # one outside a pair is an error, reported at the first surrogate of the text
    if surrogate is not None:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            place = [f"line {text.count(chr(10), 0, surrogate.start()) + 1}"]
            raise PuzzleError(
                "half of a surrogate pair is not a letter", place=place, code=ErrorCode.JSON_SYNTAX
            ) from None
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
