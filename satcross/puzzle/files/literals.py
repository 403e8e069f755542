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

DEEPEST: Final = 40  # groups within each other; what is deeper is skipped


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


class Missing(NamedTuple):
    """Two strings that stand beside each other without a comma."""

    first: SourceText
    second: SourceText


class Literals(NamedTuple):
    """All literals of a text.

    Attributes:
        missing: The pairs of strings that lack a comma.
        is_balanced: Whether each bracket has its partner.
    """

    root: Group
    missing: tuple[Missing, ...]
    is_balanced: bool = True


QUOTES: Final = {'"': '"', "'": "'", "`": "`", "“": "”“", "‘": "’‘", "„": "“”", "«": "»"}
_PREFIX: Final = re.compile(r"(?:String\.raw|[rRbBuUfF@$L]{1,2})(?=[\"'`])")
_HASHED: Final = re.compile(r"r(#+)\"")
_NAME: Final = re.compile(r"[^\W\d][\w$.-]*!?|\$[\w$]+")
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d+)?")
_REGEX: Final = re.compile(r"/(?![*/])((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++)/([a-z]*)")
_BLANK: Final = re.compile(r"[ \t\r\f\v\u00a0\u200b\ufeff]+")
_NO_COMMENT: Final = re.compile(r"#(?:let|import|set|show|crossregex)\b")
_OPERATOR: Final = re.compile(r"=>|:=|::|<-|->|[=!<>]=|[=:+]")
_SEPARATORS: Final = ("=", ":", "=>", ":=", "<-")
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
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
    return _Parser().run(text)


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

    def __init__(self) -> None:
        self._missing: Final[list[Missing]] = []
        self._frames: Final = [_Frame("", 1)]
        self._is_balanced = True
        self._skipped = 0  # groups that are open beyond the deepest

    def run(self, text: str) -> Literals:
        line = 1
        for token, line in _tokens(text):
            self._take(token, line)
        self._is_balanced = self._is_balanced and len(self._frames) == 1
        while len(self._frames) > 1:
            self._close()
        self._finish_item()
        return Literals(Group(tuple(self._frames[0].items), 1), tuple(self._missing), self._is_balanced)

    def _take(self, token: _Token, line: int) -> None:
        frame = self._frames[-1]
        if not isinstance(token, str):
            if not self._skipped:
                frame.pending.append(token)
        elif token in _CLOSING:
            if self._skipped or len(self._frames) > DEEPEST:
                self._skipped += 1
            else:
                self._frames.append(_Frame(_CLOSING[token], line))
        elif token in ("]", ")", "}"):
            if self._skipped:
                self._skipped -= 1
            elif any(each.closing == token for each in self._frames[-3:]):
                while self._frames[-1].closing != token:
                    self._is_balanced = False
                    self._close()
                self._close()
            else:
                self._is_balanced = False
        elif token != "\n" or (frame.closing in ("", "}") and _is_whole(frame.pending)):
            self._finish_item()

    def _close(self) -> None:
        self._finish_item()
        frame = self._frames.pop()
        pending = self._frames[-1].pending
        group = Group(tuple(frame.items), frame.line)
        if frame.closing == "]" and pending and isinstance(pending[-1], _Name) and _is_subscript(group):
            pending.extend(value for _, value in group.items)
        else:
            pending.append(group)

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
            if isinstance(token, Group) and (token.items or place == len(tokens) - 1):
                names = [each.name for each in tokens[:place] if isinstance(each, _Name)]
                return _called(names[-1], token) if names else token
        numbers = [token for token in tokens if isinstance(token, int)]
        return numbers[0] if numbers else None

    def _string(self, tokens: list[_Token], place: int, first: SourceText) -> Value:
        for before, after in zip(tokens[place:], tokens[place + 1 :], strict=False):
            if isinstance(before, SourceText) and isinstance(after, SourceText):
                self._missing.append(Missing(before, after))
                return None
        following = tokens[place + 1 :]
        if len(following) > 1 and isinstance(following[0], _Name) and following[0].name.endswith("split"):
            group = following[1]
            by = group.items[0][1] if isinstance(group, Group) and group.items else None
            parts = first.text.split(by.text.replace("\\n", "\n") if isinstance(by, SourceText) and by.text else None)
            return Group(tuple(("", SourceText(part, first.line)) for part in parts), first.line)
        added = [token for token in tokens[place:] if isinstance(token, SourceText)]
        return first._replace(text="".join(each.text for each in added))


def _is_whole(pending: list[_Token]) -> bool:
    """Return whether a statement may end after these tokens."""
    return bool(pending) and not isinstance(pending[-1], _Operator)


def _is_subscript(group: Group) -> bool:
    """Return whether `group` in square brackets after a name is an index, as in `clues["rows"]` and `String[]`."""
    return len(group.items) <= 1 and all(isinstance(value, SourceText | int | None) for _, value in group.items)


def _key(tokens: list[_Token]) -> str:
    """Return the last name or string of the tokens before a separator."""
    for token in reversed(tokens):
        if isinstance(token, SourceText):
            return token.text
        if isinstance(token, _Name):
            return token.name.rpartition(".")[2]
        if isinstance(token, int):
            return str(token)
    return ""


def _called(name: str, group: Group) -> Value:
    """Return what a call of the function `name` stands for: a regex, a list, or its arguments."""
    values = [value for _, value in group.items]
    first = values[0] if values else None
    if isinstance(first, SourceText) and len(values) <= 2 and _MAKES_REGEX.search(name.rpartition(".")[2]):
        flags = values[1].text if len(values) > 1 and isinstance(values[1], SourceText) else ""
        return first._replace(flags=flags)
    if isinstance(first, Group) and len(values) == 1 and not group.items[0][0]:
        return first
    return group._replace(name=name.rpartition(".")[2])


def _tokens(text: str) -> Iterator[tuple[_Token, int]]:
    """Yield each token with its line."""
    line, place = 1, 0
    dead: dict[str, int] = {}  # for each kind of string and comment, up to where none ends
    before: _Token = "\n"
    while place < len(text):
        letter = text[place]
        if letter == "\n":
            yield "\n", line
            line, place, before = line + 1, place + 1, before
            continue
        if blank := _BLANK.match(text, place):
            place = blank.end()
            continue
        token, end = (
            _comment(text, place, dead) or _literal(text, place, line, before, dead) or _plain(text, place, line)
        )
        if end > place and token != "":
            yield token, line
            before = token
        line += text.count("\n", place, end)
        place = end


def _comment(text: str, place: int, dead: dict[str, int]) -> tuple[_Token, int] | None:
    """Return "" and the end of the comment that begins at `place`, if one does."""
    for opening, closing in (("/*", "*/"), ("<!--", "-->"), ("//", "\n")):
        if text.startswith(opening, place):
            end = _find(text, closing, place + len(opening), dead)
            if end >= 0:
                return "", end + (0 if closing == "\n" else len(closing))
            return ("", len(text)) if closing == "\n" else None
    if text[place] == "#" and (place == 0 or text[place - 1].isspace()) and not _NO_COMMENT.match(text, place):
        end = text.find("\n", place)
        return "", len(text) if end < 0 else end
    return None


def _find(text: str, closing: str, place: int, dead: dict[str, int]) -> int:
    """Return where `closing` begins after `place`, -1 if nowhere; a search that fails is not repeated."""
    if closing in dead:
        return -1
    end = text.find(closing, place)
    if end < 0:
        dead[closing] = len(text)
    return end


def _literal(text: str, place: int, line: int, before: _Token, dead: dict[str, int]) -> tuple[_Token, int] | None:
    """Return the string or the regex literal that begins at `place`, and its end."""
    if text[place] == "/" and (isinstance(before, _Operator) or before in ("[", "(", "{", ",", "\n")):
        hit = _REGEX.match(text, place, text.find("\n", place) + 1 or len(text)) if place >= dead.get("/", 0) else None
        if hit:
            return SourceText(hit[1].replace("\\/", "/"), line, hit[2]), hit.end()
        dead["/"] = text.find("\n", place) + 1 or len(text)
        return None
    if hashed := _HASHED.match(text, place):
        end = _find(text, '"' + hashed[1], hashed.end(), dead)
        return None if end < 0 else (SourceText(text[hashed.end() : end], line), end + 1 + len(hashed[1]))
    prefix = _PREFIX.match(text, place)
    start = prefix.end() if prefix else place
    quote = text[start]
    if quote not in QUOTES:
        return None
    is_raw = prefix is not None and ("r" in prefix[0].lower() or "@" in prefix[0])
    if text.startswith(quote * 3, start) and quote in "\"'`":
        end = _find(text, quote * 3, start + 3, dead)
        if end >= 0:
            content = text[start + 3 : end]
            return SourceText(content if is_raw else unescaped(content), line), end + 3
    end = _end_of_string(text, start, dead)
    if end < 0:
        return None
    content = text[start + 1 : end]
    return SourceText(content if is_raw or "\\" not in content else unescaped(content), line), end + 1


def _end_of_string(text: str, start: int, dead: dict[str, int]) -> int:
    """Return where the string ends that begins with the quote at `start`; -1: nowhere.  Only `...` spans lines."""
    quote = text[start]
    if start < dead.get(quote, 0):
        return -1
    closing = QUOTES[quote]
    stop = len(text) if quote == "`" else text.find("\n", start) % (len(text) + 1)
    place = start + 1
    while place < stop:
        if text[place] == "\\":
            place += 2
        elif text[place] in closing:
            return place
        else:
            place += 1
    dead[quote] = stop
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
