"""The TOML format of satcross, in which people write puzzles, since regexes in literal strings need no escaping."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import tomli

from satcross.errors import PuzzleError, Span
from satcross.puzzle import Puzzle
from satcross.puzzle.files.document import read_document, write_document
from satcross.puzzle.files.source import Entry, Path, WordSource

BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*").match
BARE: Final = re.compile(r"[A-Za-z0-9_-]+").match
SCALAR: Final = re.compile(r"[^,\]}\n#]*").match
STRING: Final = re.compile(
    r'(?s)"""(?:[^"\\]|\\.|"(?!""))*"{3,5}' r"|'''(?:[^']|'(?!''))*'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'"
).match


@lru_cache(maxsize=1)
def line_numbers(text: str) -> Mapping[Path, int]:
    """Return the line, from 1, on which each key and each entry of a list begins.

    >>> line_numbers("a = 1\\n[b]\\nc = [\\n  'x',\\n  'y' ]")
    {('a',): 1, ('b',): 2, ('b', 'c'): 3, ('b', 'c', 0): 4, ('b', 'c', 1): 5}
    """
    scanner = _Scanner(text)
    scanner.document()
    ends = [hit.start() for hit in re.finditer("\n", text)]
    return {path: bisect_left(ends, start) + 1 for path, start in scanner.starts.items()}


def value_spans(text: str) -> dict[Path, Span]:
    """Return the span of each value: of each key and of each entry of a list.

    This is used for error messages and for changes in place, on text that `tomli` has accepted.  The scanner therefore
    follows brackets and quotes and checks nothing.

    >>> text = "[b]\\nc = [ 'x', 2 ] # d"
    >>> {path: text[span.start : span.end] for path, span in value_spans(text).items()}
    {('b', 'c', 0): "'x'", ('b', 'c', 1): '2', ('b', 'c'): "[ 'x', 2 ]"}
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.spans


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.index = 0
        self.starts: dict[Path, int] = {}
        self.spans: dict[Path, Span] = {}
        self.tables: dict[Path, int] = {}

    def document(self) -> None:
        prefix: Path = ()
        self.skip()
        while self.index < len(self.text):
            if self.text[self.index] == "[":
                is_list = self.text.startswith("[[", self.index)
                start = self.index
                self.index += 1 + is_list
                prefix = self.resolve(self.keys(), is_list)
                self.begin(prefix, start)
                self.index += 1 + is_list
            else:
                self.pair(prefix)
            self.skip()

    def resolve(self, keys: list[str], is_list: bool) -> Path:
        """Return the path of the table with this header; the entries of a list of tables are counted."""
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            if is_list and number == len(keys) - 1:
                self.tables[path] = self.tables.get(path, -1) + 1
            if path in self.tables:
                path = (*path, self.tables[path])
        return path

    def pair(self, prefix: Path) -> None:
        start = self.index
        path = (*prefix, *self.keys())
        self.index += 1  # the equals sign
        self.begin(path, start)
        self.value(path)

    def begin(self, path: Path, start: int) -> None:
        """Record that `path` begins at `start`, and so do the tables around it that have not begun yet."""
        for end in range(1, len(path) + 1):
            self.starts.setdefault(path[:end], start)

    def keys(self) -> list[str]:
        """Read a dotted key and return its parts; stop at the character that ends it."""
        keys = []
        while True:
            self.skip()
            quoted = self.take(STRING)
            keys.append(str(tomli.loads(f"key = {quoted}")["key"]) if quoted else self.take(BARE))
            self.skip()
            if self.text[self.index] != ".":
                return keys
            self.index += 1

    def value(self, path: Path) -> None:
        self.skip()
        start = self.index
        opening = self.text[self.index]
        if opening == "[":
            self.index += 1
            self.skip()
            entry = 0
            while self.text[self.index] != "]":
                self.starts[(*path, entry)] = self.index
                self.value((*path, entry))
                entry += 1
                self.comma()
            self.index += 1
        elif opening == "{":
            self.index += 1
            self.skip()
            while self.text[self.index] != "}":
                self.pair(path)
                self.comma()
            self.index += 1
        else:
            text = self.take(STRING if opening in "\"'" else SCALAR)
            self.index = start + len(text.rstrip())
        self.spans[path] = Span(start, self.index)

    def comma(self) -> None:
        self.skip()
        if self.text[self.index] == ",":
            self.index += 1
            self.skip()

    def skip(self) -> None:
        self.take(BLANK)

    def take(self, match: Callable[[str, int], re.Match[str] | None]) -> str:
        """Return what `match` finds here, and go on after it; "" if it finds nothing."""
        found = match(self.text, self.index)
        self.index = found.end() if found else self.index
        return found.group() if found else ""


WIDTH: Final = 100  # columns; a longer list is written on several lines
MOST_LETTERS: Final = 400_000  # tomli takes up to a second for this many where it is not compiled
PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
# no puzzle has a table whose name has more than four parts, or a key of this many; tomli needs too much time and memory
# for longer ones
MOST_PARTS: Final = 99
DOTTED_TABLE: Final = rf"(?m)^[ \t]*+\[{{1,2}}[ \t]*+(?:{PART}\.[ \t]*+){{4,}}+{PART}\]"
DOTTED_KEY: Final = rf"(?m)(?:^[ \t]*+\[{{0,2}}+|[{{,])[ \t]*+(?:{PART}\.[ \t]*+){{{MOST_PARTS}}}"
_CURLY: Final = "[\u2018-\u201f]"
_YAML: Final = r"\s*(?:- )?[\w-]+:(?:\s|$)|---\s*$"
SHORT: Final = 8  # letters; a long list has each entry on its own line unless all are this short, as names of cells are

OF_ESCAPES: Final = ("Unescaped '\\'", "Invalid hex value", "Escaped character")
"""How tomli's messages begin about a backslash that begins no escape."""


def read(text: str, folder: WordSource = "", *, force: bool = False) -> list[Entry]:
    """Return the one puzzle of `text`.  Raises PuzzleError (`toml-syntax` with line and column, or about a key)."""
    return [read_document(parse(text), folder, force=force)]


def parse(text: str) -> dict[str, Any]:
    """Return the tables that `text` represents.  Raises PuzzleError (`toml-syntax`, `size`)."""
    if len(text) > MOST_LETTERS:
        raise PuzzleError(
            f"this TOML file is longer than the limit of {MOST_LETTERS:,} letters",
            hint="write a puzzle of this size as JSON",
            code="size",
        )
    dotted = None
    if any(line.count(".") >= 4 for line in text.split("\n") if line.lstrip(" \t").startswith("[")):
        dotted = re.search(DOTTED_TABLE, text)
    if dotted is None and text.count(".") >= MOST_PARTS:
        dotted = re.search(DOTTED_KEY, text)
    if dotted:
        place = [f"line {text.count(chr(10), 0, dotted.end()) + 1}"]
        raise PuzzleError("this key has too many parts", place=place, code="toml-syntax")
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise _syntax_error(text, error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise PuzzleError("the TOML is nested too deeply", code="toml-syntax") from None
    except ValueError:  # CPython refuses to read integers of thousands of digits
        raise PuzzleError("the TOML contains a number with too many digits", code="toml-syntax") from None


def write(puzzle: Puzzle) -> str:
    """Return the TOML of `puzzle`: its top-level keys, then colours, clues, lines and solutions."""
    document = write_document(puzzle)
    tables = {key: document.pop(key) for key in ("colors", "clues", "line", "solutions") if key in document}
    if tables.get("solutions") == []:
        document["solutions"] = tables.pop("solutions")
    text = "".join(f"{key} = {value_text(value, len(key) + 3)}\n" for key, value in document.items())
    for name in ("colors", "clues"):
        if name in tables:
            text += f"\n[{name}]\n"
            text += "".join(f"{_key(key)} = {value_text(value, len(key) + 3)}\n" for key, value in tables[name].items())
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
    elif message.startswith("Unclosed array") and text[start + column - 1 : start + column] in ("'", '"'):
        hint = "write a comma between the strings: ['HI', 'OK']"
    written = text[start:].partition("\n")[0]
    span = Span(start + column - 1, start + column)
    message = f"this is not valid TOML: {message[:1].lower()}{message[1:]}"
    key = written.partition("=")[0].strip()
    if curly := re.search(_CURLY, written):
        column, span = curly.start() + 1, Span(start + curly.start(), start + curly.end())
        message = f"{curly[0]} is a curly quotation mark, which programs for letters write"
        hint = "write straight ones: 'A.*'"
    elif re.match(_YAML, written) and not key.startswith(("'", '"')):
        message = "this is not valid TOML; it looks like YAML"
        hint = "write TOML: rows = ['A.*', 'B'] below [clues], not rows: with a list below it"
    elif message.endswith("cannot overwrite a value") and key:
        column, span = written.index(key) + 1, Span(start + written.index(key), start + written.index(key) + len(key))
        message = f"the key {key[:40]} is given twice"
        hint = "several clues of one line are in a list: rows = [['A.*', '.*B'], 'C']"
    place = [f"line {line}, column {column}"]
    return PuzzleError(message, place=place, text=text, span=span, hint=hint, code="toml-syntax")


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
