"""The TOML format of satcross, in which people write puzzles, since regexes in literal strings need no escaping."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import tomli

from satcross.errors import ErrorCode, PuzzleError, Span
from satcross.puzzle.files.document import read_document, write_document
from satcross.puzzle.files.source import Entry, Path, WordSource
from satcross.puzzle.model import Puzzle

WIDTH: Final = 100  # columns; a longer list is written on several lines
MOST_LETTERS: Final = 400_000  # tomli takes up to a second for this many where it is not compiled
PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
# no puzzle has a table whose name has more than four parts, or a key of this many; tomli needs too much time and memory
# for longer ones
MOST_PARTS: Final = 99
DOTTED_TABLE: Final = re.compile(rf"^[ \t]*+\[{{1,2}}[ \t]*+(?:{PART}\.[ \t]*+){{4,}}+{PART}\]", re.M)
DOTTED_KEY: Final = re.compile(rf"(?:^[ \t]*+\[{{0,2}}+|[{{,])[ \t]*+(?:{PART}\.[ \t]*+){{{MOST_PARTS}}}", re.M)
_CURLY: Final = re.compile("[\u2018-\u201f]")
_YAML: Final = re.compile(r"\s*(?:- )?[\w-]+:(?:\s|$)|---\s*$")
SHORT: Final = 8  # letters; a long list has each entry on its own line unless all are this short, as names of cells are

OF_ESCAPES: Final = ("Unescaped '\\'", "Invalid hex value", "Escaped character")
"""How tomli's messages begin about a backslash that begins no escape."""


def read(text: str, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `text`.  Raises PuzzleError (`toml-syntax` with line and column, or about a key)."""
    return [read_document(parse(text), folder, force=force)]


def parse(text: str) -> dict[str, Any]:
    """Return the tables that `text` represents.  Raises PuzzleError (`toml-syntax`, `size`)."""
    if len(text) > MOST_LETTERS:
        hint = "write a puzzle of this size as JSON"
        raise PuzzleError(
            f"this TOML file is longer than the limit of {MOST_LETTERS:,} letters", hint=hint, code=ErrorCode.SIZE
        )
    dotted = DOTTED_TABLE.search(text)
    if dotted is None and text.count(".") >= MOST_PARTS:
        dotted = DOTTED_KEY.search(text)
    if dotted:
        place = [f"line {text.count(chr(10), 0, dotted.end()) + 1}"]
        raise PuzzleError("this key has too many parts", place=place, code=ErrorCode.TOML_SYNTAX)
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise _syntax_error(text, error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise PuzzleError("the TOML is nested too deeply", code=ErrorCode.TOML_SYNTAX) from None
    except ValueError:  # CPython refuses to read integers of thousands of digits
        raise PuzzleError("the TOML contains a number with too many digits", code=ErrorCode.TOML_SYNTAX) from None


@lru_cache(maxsize=1)
def line_numbers(text: str) -> Mapping[Path, int]:
    from satcross.puzzle.files import toml_positions

    return toml_positions.line_numbers(text)


def write(puzzle: Puzzle) -> str:
    """Return the TOML of `puzzle`: its top-level keys, then clues, lines and solutions."""
    document = write_document(puzzle)
    tables = {key: document.pop(key) for key in ("clues", "line", "solutions") if key in document}
    if tables.get("solutions") == []:
        document["solutions"] = tables.pop("solutions")
    text = "".join(f"{key} = {value_text(value, len(key) + 3)}\n" for key, value in document.items())
    if "clues" in tables:
        text += "\n[clues]\n"
        text += "".join(f"{key} = {value_text(value, len(key) + 3)}\n" for key, value in tables["clues"].items())
    for key in ("line", "solutions"):
        for table in tables.get(key, []):
            text += f"\n[[{key}]]\n"
            text += "".join(f"{name} = {value_text(value, len(name) + 3)}\n" for name, value in table.items())
    return text


def _syntax_error(text: str, message: str, line: int, column: int) -> PuzzleError:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    hint = None
    if message.startswith(OF_ESCAPES):
        column = text.rindex("\\", start, start + column) - start + 1  # tomli has read on
        hint = "write regexes between single quotes, '...'; a backslash there stands for itself"
    elif text[start + column - 2 : start + column - 1] == "'":
        hint = "write a string that contains a single quote between three of them: '''...'''"
    written = text[start:].partition("\n")[0]
    span = Span(start + column - 1, start + column)
    message = f"this is not valid TOML: {message[:1].lower()}{message[1:]}"
    key = written.partition("=")[0].strip()
    if curly := _CURLY.search(written):
        column, span = curly.start() + 1, Span(start + curly.start(), start + curly.end())
        message = f"{curly[0]} is a curly quotation mark, which programs for letters write"
        hint = "write straight ones: 'A.*'"
    elif _YAML.match(written) and not key.startswith(("'", '"')):
        message = "this is not valid TOML; it looks like YAML"
        hint = "write TOML: rows = ['A.*', 'B'] below [clues], not rows: with a list below it"
    elif message.endswith("cannot overwrite a value") and key:
        column, span = written.index(key) + 1, Span(start + written.index(key), start + written.index(key) + len(key))
        message = f"the key {key[:40]} is given twice"
        hint = "several clues of one line stand in a list: rows = [['A.*', '.*B'], 'C']"
    place = [f"line {line}, column {column}"]
    return PuzzleError(message, place=place, text=text, span=span, hint=hint, code=ErrorCode.TOML_SYNTAX)


def value_text(value: object, column: int) -> str:
    """Return `value` as TOML; its line has `column` letters already."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {value_text(each, WIDTH)}" for key, each in value.items()) + " }"
    assert isinstance(value, list)
    return _list(value, column)


def _list(values: list[Any], column: int) -> str:
    short = "[" + ", ".join(value_text(value, 0) for value in values) + "]"
    if len(short) + column <= WIDTH or not values:
        return short
    entries = [value_text(value, 0) for value in values]
    if max(map(len, entries)) > SHORT:
        return "[\n" + "".join(f"  {entry},\n" for entry in entries) + "]"
    lines = [""]
    for entry in entries:
        if len(lines[-1]) + len(entry) + 4 > WIDTH:
            lines.append("")
        lines[-1] += f" {entry},"
    return "[\n" + "".join(f" {line}\n" for line in lines) + "]"


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _basic(key)


def _string(text: str) -> str:
    """Return `text` in quotes: as a literal string if TOML allows it, since regexes are full of backslashes."""
    if not all(letter.isprintable() or letter == "\t" for letter in text):
        return _basic(text)
    if not any(letter in text for letter in '\\"'):
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    if "'''" not in text and not text.endswith("'"):
        return f"'''{text}'''"
    return _basic(text)


def _basic(text: str) -> str:
    names = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    escaped = (
        names.get(letter) or (letter if letter.isprintable() or letter == " " else f"\\U{ord(letter):08X}")
        for letter in text
    )
    return '"' + "".join(escaped) + '"'
