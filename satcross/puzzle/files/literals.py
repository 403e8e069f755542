r"""Values in source text: the lists, objects and strings of JSON with mistakes, JavaScript, Python, Typst and the like.

In: a text.  Out: a `Group` of everything that is written as a literal in it, each with the name that stands before it.
Nothing is evaluated: words, numbers, operators and comments around the literals are skipped.

    rows = ["A", 'B']       const rows = [/A/, /B/i];       {rows: ["A", "B",],}       ("A", r"B")       (`A`, `B`)

Lists, tuples, arrays in braces, objects and the arguments of calls are all `Group`s.  Strings are read as authors of
regexes mean them, whatever the language: `\\` is a backslash, and `\d` stays `\d`.  The time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from satcross.base import NamedTuple

DEEPEST: Final = 40  # groups within each other; brackets of deeper ones are skipped


class SourceText(NamedTuple):
    """A string, the line on which it begins (from 1), and the flags of a regex literal."""

    text: str
    line: int
    flags: str = ""


class Group(NamedTuple):
    """The values of a list, an object or a call, each with its key, or "".

    Attributes:
        name: The function that is called, or "".
    """

    items: tuple[tuple[str, Value], ...]
    line: int
    name: str = ""


Value: TypeAlias = SourceText | Group | int | None
"""A number with a fraction, and everything that has no value here, such as `null` or `f`, is None."""


class Literals(NamedTuple):
    """All literals of a text.

    Attributes:
        missing: The pairs of strings that stand beside each other without a comma.
        is_balanced: Whether each bracket has its partner.
    """

    root: Group
    missing: tuple[tuple[SourceText, SourceText], ...]
    is_balanced: bool = True


QUOTES: Final = {'"': '"', "'": "'", "`": "`", "“": "”“", "‘": "’‘", "„": "“”", "«": "»"}
_PREFIX: Final = re.compile(r"(?:String\.raw|[rRbBuUfF@$L]{1,2}|#)(?=[\"'`])")
_VERBATIM: Final = re.compile(r'(?:@\$?|\$@)"((?:[^"]|"")*+)"')  # of C#
_QUOTING: Final = re.compile(r"(%[rwW]|q[rw]|~[rw])(?=[\[({<\"'/!|])")

_RAW: Final = {
    "Rust": (re.compile(r'r(#{1,9})"'), r'"\1'),
    "Swift": (re.compile(r'(#{1,9})"'), r'"\1'),
    "C++": (re.compile(r'R"(\w{0,16})\('), r')\1"'),
    "R": (re.compile(r"[rR](['\"])\("), r")\1"),
    "Lua": (re.compile(r"\[\["), "]]"),
}
"""How strings begin and end in which nothing is escaped; those of Rust and Lua may span lines."""

# Signs of languages in which something is written that means another thing elsewhere.
_LISP: Final = re.compile(r"^[ \t]*\((?:def\w*|let\*?|setq|setf|set!|list|ns|require)\b|^\{:\w", re.M)
_SHELL: Final = re.compile(r"^[A-Za-z_]\w*=\(", re.M)
_LUA: Final = re.compile(r"^[ \t]*local[ \t]+\w+[ \t]*=", re.M)
_R_OR_CPP: Final = re.compile(r"<-|std::|#include|\bconst char\b|\bauto\b")

_NAME: Final = re.compile(r"[^\W\d][\w$.-]*!?|\$[\w$]+")
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d+)?")
_REGEX: Final = re.compile(r"/(?![*/])((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++)/([a-z]*)")
_BLANK: Final = re.compile(r"[ \t\r\f\v\u00a0\u200b\ufeff]+")
_NO_COMMENT: Final = re.compile(r"#(?:let|import|set|show|crossregex)\b")
_OPERATOR: Final = re.compile(r"=>|:=|::|<-|->|[=!<>]=|[=:+]")
_SEPARATORS: Final = ("=", ":", "=>", ":=", "<-")
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
_ENDS_OF_LISTS: Final = ("NULL", "nullptr")  # of C and C++
_ADDS: Final = frozenset(["append", "push", "push_back", "add", "emplace_back"])
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\n)|(.))", re.S)
_MAKES_REGEX: Final = re.compile(r"reg|compile|pattern|raw$", re.I)


class _Operator(NamedTuple):
    sign: str


class _Name(NamedTuple):
    name: str
    line: int


_Token: TypeAlias = "SourceText | Group | int | _Operator | _Name | str | None"
"""A string is a bracket, a comma or a line end."""


def literals(text: str) -> Literals:
    """Return the literals of `text`.

    >>> literals("const rows = [/A/i, 'B\\\\\\\\d'];").root.items[0]
    ('rows', Group(items=(('', SourceText(text='A', line=1, flags='i')), ('', SourceText(text='B\\\\d', line=1, flags=''))), line=1, name=''))
    """  # noqa: E501
    return _Parser(text).run()


class _Frame:
    """A group that is still open: its bracket, its items, and the tokens since the last comma."""

    __slots__ = ("closing", "items", "line", "pending")

    def __init__(self, closing: str, line: int) -> None:
        self.closing: Final = closing
        self.line: Final = line
        self.items: Final[list[tuple[str, Value]]] = []
        self.pending: list[_Token] = []


class _Parser:
    """Puts the tokens of a text together."""

    def __init__(self, text: str) -> None:
        self._text: Final = text
        self._is_lisp: Final = _LISP.search(text) is not None
        is_shell = _SHELL.search(text) is not None and re.search(r"['\"]\s*,", text) is None
        self._needs_no_commas: Final = self._is_lisp or is_shell
        self._missing: Final[list[tuple[SourceText, SourceText]]] = []
        self._frames: Final = [_Frame("", 1)]
        self._is_balanced = True

    def run(self) -> Literals:
        for token, line in _Scanner(self._text, self._is_lisp).tokens():
            self._take(token, line)
        self._is_balanced = self._is_balanced and len(self._frames) == 1
        while len(self._frames) > 1:
            self._close()
        self._finish_item()
        return Literals(Group(tuple(self._frames[0].items), 1), tuple(self._missing), self._is_balanced)

    def _take(self, token: _Token, line: int) -> None:
        frame = self._frames[-1]
        if not isinstance(token, str):
            self._append(token)
        elif token in _CLOSING:
            if len(self._frames) <= DEEPEST:
                self._frames.append(_Frame(_CLOSING[token], line))
        elif token in ("]", ")", "}"):
            if any(each.closing == token for each in self._frames[-3:]):
                while self._frames[-1].closing != token:
                    self._is_balanced = False
                    self._close()
                self._close()
            else:
                self._is_balanced = False
        elif token != "\n" or (
            frame.closing in ("", "}") and not any(isinstance(each, _Operator) for each in frame.pending[-1:])
        ):
            self._finish_item()

    def _append(self, token: SourceText | Group | int | _Operator | _Name | None) -> None:
        """Add a token to the pending ones, which end where the next assignment begins without a comma before it."""
        pending = self._frames[-1].pending
        is_next = len(pending) > 3 and isinstance(pending[-1], _Name) and isinstance(pending[-2], Group | SourceText)
        if token == _Operator("=") and is_next and _Operator("=") in pending:
            name = pending.pop()
            self._finish_item()
            pending = self._frames[-1].pending
            pending.append(name)
        pending.append(token)
        if self._needs_no_commas and isinstance(token, Group | SourceText):
            self._finish_item()

    def _close(self) -> None:
        frame = self._frames[-1]
        if frame.closing == "}" and [
            each for each in frame.pending if isinstance(each, _Name) and each.name in _ENDS_OF_LISTS
        ]:
            frame.pending = []
        self._finish_item()
        self._frames.pop()
        pending = self._frames[-1].pending
        group = Group(tuple(frame.items), frame.line)
        if frame.closing == "}" and len(frame.items) == 1 and not frame.items[0][0]:
            only = frame.items[0][1]
            group = only if isinstance(only, Group) else group
        if self._is_lisp and frame.closing == ")" and len(frame.items) == 1 and frame.items[0][0]:
            self._frames[-1].items.append(frame.items[0])
        elif frame.closing == "]" and pending and isinstance(pending[-1], _Name) and _is_subscript(group):
            pending.extend(value for _, value in group.items)
        else:
            self._append(group)

    def _finish_item(self) -> None:
        frame = self._frames[-1]
        pending, frame.pending = frame.pending, []
        if not pending:
            return
        places = [n for n, token in enumerate(pending) if isinstance(token, _Operator) and token.sign in _SEPARATORS]
        equals = [n for n in places if pending[n] != _Operator(":")]
        place = equals[-1] if equals else places[-1] if places else -1
        left, right = pending[: max(place, 0)], pending[place + 1 :]
        if _Operator(":") in left:
            left = left[: left.index(_Operator(":"))]
        value = self._value(right)
        key = _key(left)
        frame.items.append((key or (value.name if isinstance(value, Group) else ""), value))

    def _value(self, tokens: list[_Token]) -> Value:
        """Return the first value of `tokens`; strings that are added up are one."""
        for place, token in enumerate(tokens):
            if isinstance(token, SourceText):
                return self._string(tokens, place, token)
            is_last = place == len(tokens) - 1
            if isinstance(token, Group) and (is_last or any(value is not None for _, value in token.items)):
                names = [each.name for each in tokens[:place] if isinstance(each, _Name)]
                return _called(names[-1], token) if names else token
        numbers = [token for token in tokens if isinstance(token, int)]
        return numbers[0] if numbers else None

    def _string(self, tokens: list[_Token], place: int, first: SourceText) -> Value:
        for before, after in zip(tokens[place:], tokens[place + 1 :], strict=False):
            if isinstance(before, SourceText) and isinstance(after, SourceText):
                self._missing.append((before, after))
                return None
        following = tokens[place + 1 :]
        if len(following) > 1 and isinstance(following[0], _Name) and following[0].name.endswith("split"):
            group = following[1]
            by = group.items[0][1] if isinstance(group, Group) and group.items else None
            parts = first.text.split(by.text.replace("\\n", "\n") if isinstance(by, SourceText) and by.text else None)
            return Group(tuple(("", SourceText(part, first.line)) for part in parts), first.line)
        added = [token for token in tokens[place:] if isinstance(token, SourceText)]
        return first._replace(text="".join(each.text for each in added))


def _is_subscript(group: Group) -> bool:
    """Return whether `group` in square brackets after a name is an index, as in `clues["rows"]` and `String[]`."""
    return len(group.items) <= 1 and all(isinstance(value, SourceText | int | None) for _, value in group.items)


def _key(tokens: list[_Token]) -> str:
    """Return the last name or string of the tokens before a separator."""
    number = ""
    for token in reversed(tokens):
        if isinstance(token, SourceText):
            return token.text
        if isinstance(token, _Name):
            return f"{token.name.rpartition('.')[2]} {number}".rstrip()
        if isinstance(token, int):
            number = str(token)
    return number


def _called(name: str, group: Group) -> Value:
    """Return what a call of the function `name` stands for: a regex, a list, or its arguments."""
    values = [value for _, value in group.items]
    first = values[0] if values else None
    if isinstance(first, SourceText) and len(values) <= 2 and _MAKES_REGEX.search(name.rpartition(".")[2]):
        flags = values[1].text if len(values) > 1 and isinstance(values[1], SourceText) else ""
        return first._replace(flags=flags)
    if isinstance(first, Group) and len(values) == 1 and not group.items[0][0]:
        return first
    parts = name.split(".")
    return group._replace(name=parts[-2] if len(parts) > 1 and parts[-1] in _ADDS else parts[-1])


class _Scanner:
    """Cuts a text into tokens."""

    def __init__(self, text: str, is_lisp: bool) -> None:
        self._text: Final = text
        self._is_lisp: Final = is_lisp
        signs = {"Lua": _LUA, "R": _R_OR_CPP}
        self._raw: Final = {
            name: raw for name, raw in _RAW.items() if not is_lisp and (name not in signs or signs[name].search(text))
        }
        self._line = 1
        self._before: _Token = "\n"
        self._dead: Final[dict[str, int]] = {}  # for each kind of string and comment, up to where none ends

    def tokens(self) -> Iterator[tuple[_Token, int]]:
        """Yield each token with its line."""
        text, place = self._text, 0
        while place < len(text):
            if text[place] == "\n":
                yield "\n", self._line
                self._line, place = self._line + 1, place + 1
                continue
            if blank := _BLANK.match(text, place):
                place = blank.end()
                continue
            token, end = self._comment(place) or self._literal(place) or _plain(text, place, self._line)
            if end > place and token != "":
                yield token, self._line
                self._before = token
            self._line += text.count("\n", place, end)
            place = end

    def _comment(self, place: int) -> tuple[_Token, int] | None:
        """Return "" and the end of the comment that begins at `place`, if one does."""
        text = self._text
        for opening, closing in (("/*", "*/"), ("<!--", "-->")):
            if text.startswith(opening, place):
                end = self._find(closing, place + len(opening))
                return None if end < 0 else ("", end + len(closing))
        is_first = place == 0 or text[place - 1].isspace()
        if (
            text.startswith("//", place)
            or (is_first and text.startswith("-- ", place))
            or (self._is_lisp and text[place] == ";")
            or (
                is_first
                and text[place] == "#"
                and not _NO_COMMENT.match(text, place)
                and not (text.startswith('#"', place) if self._is_lisp else self._raw_string(place))
            )
        ):
            return "", self._end_of_line(place)
        return None

    def _end_of_line(self, place: int) -> int:
        return self._text.find("\n", place) % (len(self._text) + 1)

    def _find(self, closing: str, place: int) -> int:
        """Return where `closing` begins after `place`, -1 if nowhere; a search that fails is not repeated."""
        end = -1 if closing in self._dead else self._text.find(closing, place)
        if end < 0:
            self._dead[closing] = len(self._text)
        return end

    def _literal(self, place: int) -> tuple[_Token, int] | None:
        """Return the string, the regex literal or the list of words that begins at `place`, and its end."""
        text = self._text
        if text[place] == "/" and (isinstance(self._before, _Operator) or self._before in ("[", "(", "{", ",", "\n")):
            is_alive = place >= self._dead.get("/", 0)
            if hit := _REGEX.match(text, place, self._end_of_line(place) + 1) if is_alive else None:
                return SourceText(hit[1].replace("\\/", "/"), self._line, hit[2]), hit.end()
            self._dead["/"] = self._end_of_line(place) + 1
            return None
        return self._raw_string(place) or self._quoting(place) or self._string(place)

    def _raw_string(self, place: int) -> tuple[SourceText, int] | None:
        """Return the string at `place` in which nothing is escaped."""
        for language, (opening, closing) in self._raw.items():
            if hit := opening.match(self._text, place):
                mark, start = hit.expand(closing), hit.end()
                spans_lines = language in ("Rust", "Lua")
                end = self._find(mark, start) if spans_lines else self._text.find(mark, start, self._end_of_line(place))
                if end >= 0:
                    return SourceText(self._text[start:end], self._line), end + len(mark)
        return None

    def _quoting(self, place: int) -> tuple[_Token, int] | None:
        """Return the regex or the list of words at `place` that has its own delimiters, as in Ruby, Perl and Elixir.

        They are `%r{A.*}i`, `qr/A.*/`, `~r/A.*/`; `%w[A B]`, `qw(A B)` and `~w(A B)`.
        """
        text, quoting = self._text, _QUOTING.match(self._text, place)
        if quoting is None or place < self._dead.get(quoting[0], 0):
            return None
        opening = text[quoting.end()]
        closing = {"[": "]", "(": ")", "{": "}", "<": ">"}.get(opening, opening)
        end, depth, stop = quoting.end() + 1, 1, len(text) if quoting[0][1] in "wW" else self._end_of_line(place)
        while end < stop and depth:
            if text[end] == "\\":
                end += 1
            elif text[end] == closing:
                depth -= 1
            elif text[end] == opening:
                depth += 1
            end += 1
        if depth:
            self._dead[quoting[0]] = stop
            return None
        content = text[quoting.end() + 1 : end - 1]
        if quoting[0][1] in "wW":
            words = tuple(("", SourceText(word, self._line)) for word in content.split())
            return Group(words, self._line), end
        flags = re.compile("[a-z]*").match(text, end)
        assert flags is not None
        return SourceText(content.replace("\\/", "/"), self._line, flags[0]), flags.end()

    def _string(self, place: int) -> tuple[SourceText, int] | None:
        text = self._text
        if verbatim := _VERBATIM.match(text, place):
            return SourceText(verbatim[1].replace('""', '"'), self._line), verbatim.end()
        prefix = _PREFIX.match(text, place)
        start = prefix.end() if prefix else place
        quote = text[start]
        if quote not in QUOTES or (quote == "'" and self._is_lisp):
            return None
        is_raw = prefix is not None and re.search("[rR@#]", prefix[0]) is not None
        if text.startswith(quote * 3, start) and quote in "\"'`":
            end = self._find(quote * 3, start + 3)
            if end >= 0:
                content = text[start + 3 : end]
                return SourceText(content if is_raw else unescaped(content), self._line), end + 3
        end = self._end_of_string(start, quote)
        if end < 0:
            return None
        content = text[start + 1 : end]
        return SourceText(content if is_raw or "\\" not in content else unescaped(content), self._line), end + 1

    def _end_of_string(self, start: int, quote: str) -> int:
        """Return where the string ends whose quotation mark is at `start`; -1: nowhere.  Only `...` spans lines."""
        text = self._text
        if start < self._dead.get(quote, 0):
            return -1
        stop = len(text) if quote == "`" else self._end_of_line(start)
        place = start + 1
        while place < stop:
            if text[place] == "\\":
                place += 2
            elif text[place] in QUOTES[quote]:
                return place
            else:
                place += 1
        self._dead[quote] = stop
        return -1


def unescaped(text: str) -> str:
    r"""Return the content of a string without the escapes of its language; those of the regex stay.

    >>> print(unescaped(r"\\d\d \"\x41\u0042\/"))
    \d\d "AB/
    """

    def replace(hit: re.Match[str]) -> str:
        code = hit[1] or hit[2] or hit[3]
        if code:
            number = int(code, 16)
            return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else hit[0]
        if hit[4]:
            return ""
        return hit[5] if hit[5] in "\\\"'`/" else hit[0]

    return _ESCAPE.sub(replace, text)


def _plain(text: str, place: int, line: int) -> tuple[_Token, int]:
    """Return the bracket, name, number or operator at `place`, and its end; "" for anything else."""
    letter = text[place]
    if letter in "[](){},;":
        return "," if letter == ";" else letter, place + 1
    if name := _NAME.match(text, place):
        return _Name(name[0], line), name.end()
    if number := _NUMBER.match(text, place):
        return (int(number[0]) if "." not in number[0] and len(number[0]) < 10 else None), number.end()
    if operator := _OPERATOR.match(text, place):
        return _Operator(operator[0]), operator.end()
    return "", place + 1
