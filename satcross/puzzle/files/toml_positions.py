"""Where every key, every entry of a list and every value is in a TOML text.

This is used for error messages and for changes in place, on text that `tomli` has accepted.  The scanner therefore
follows brackets and quotes and checks nothing.
"""

from __future__ import annotations

import re
from typing import Final

import tomli

from satcross.errors import Span
from satcross.puzzle.files.source import Path

BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
SCALAR: Final = re.compile(r"[^,\]}\n#]*")
STRING: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}' r"|'''(?:[^']|'(?!''))*'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'", re.S
)


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line, from 1, on which each key and each entry of a list begins.

    >>> line_numbers("a = 1\\n[b]\\nc = [\\n  'x',\\n  'y' ]")
    {('a',): 1, ('b',): 2, ('b', 'c'): 3, ('b', 'c', 0): 4, ('b', 'c', 1): 5}
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


def value_spans(text: str) -> dict[Path, Span]:
    """Return the span of each value: of each key and of each entry of a list.

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
        self.line = 1
        self.counted = 0
        self.lines: dict[Path, int] = {}
        self.spans: dict[Path, Span] = {}
        self.tables: dict[Path, int] = {}

    def document(self) -> None:
        prefix: Path = ()
        self.skip()
        while self.index < len(self.text):
            if self.text[self.index] == "[":
                is_list = self.text.startswith("[[", self.index)
                line = self.here()
                self.index += 1 + is_list
                prefix = self.resolve(self.keys(), is_list)
                self.begin(prefix, line)
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
        line = self.here()
        path = (*prefix, *self.keys())
        self.index += 1  # the equals sign
        self.begin(path, line)
        self.value(path)

    def begin(self, path: Path, line: int) -> None:
        """Record that `path` begins on `line`, and so do the tables around it that have not begun yet."""
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], line)

    def keys(self) -> list[str]:
        """Read a dotted key and return its parts; stop at the character that ends it."""
        keys = []
        while True:
            self.skip()
            quoted = STRING.match(self.text, self.index)
            if quoted:
                self.index = quoted.end()
                keys.append(_unquoted(quoted.group()))
            else:
                bare = BARE.match(self.text, self.index)
                assert bare is not None
                self.index = bare.end()
                keys.append(bare.group())
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
                self.lines[(*path, entry)] = self.here()
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
            pattern = STRING if opening in "\"'" else SCALAR
            match = pattern.match(self.text, self.index)
            assert match is not None
            self.index = start + len(match.group().rstrip())
        self.spans[path] = Span(start, self.index)

    def comma(self) -> None:
        self.skip()
        if self.text[self.index] == ",":
            self.index += 1
            self.skip()

    def skip(self) -> None:
        blank = BLANK.match(self.text, self.index)
        assert blank is not None
        self.index = blank.end()

    def here(self) -> int:
        self.line += self.text.count("\n", self.counted, self.index)
        self.counted = self.index
        return self.line


def _unquoted(text: str) -> str:
    key = tomli.loads(f"key = {text}")["key"]
    return str(key)
