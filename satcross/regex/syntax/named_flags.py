"""The flags of both dialects: given beside a pattern (`im`), or inside it.

Python's `re` has `(?im)` for a whole pattern, `(?i:...)` and `(?i-s:...)` for a group; ECMAScript has those of groups.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from satcross.errors import ErrorCode, OptionError, RegexError
from satcross.regex.flags import ASCII, DOT_ALL, IGNORE_CASE, MULTILINE, SETS, UNICODE, VERBOSE
from satcross.regex.syntax.reader import Reader

FLAGS: Final = {
    "python": {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "x": VERBOSE, "a": ASCII, "u": 0},
    "javascript": {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "u": UNICODE, "v": UNICODE | SETS},
}
"""The bits of the flags that may stand beside a pattern."""

EXCLUSIVE: Final = {"python": ("a", "u"), "javascript": ("u", "v")}
"""Two flags of each dialect that exclude each other."""

INLINE: Final = {**FLAGS["python"], "L": 0, "t": 0}
"""The flags that `re` knows inside a pattern; satcross refuses L and t by name."""

KINDS_OF_TEXT: Final = "auL"  # flags of `re` that exclude each other
MODIFIERS: Final = "ims"  # flags that a group of ECMAScript can change


def flags_of(names: str, dialect: str) -> int:
    """Return the flags named by letters such as "im"; raises OptionError for one that the dialect does not have."""
    flags = 0
    for name in names:
        if name not in FLAGS[dialect]:
            raise _no_such_flag(name, dialect)
        flags |= FLAGS[dialect][name]
    one, other = EXCLUSIVE[dialect]
    if one in names and other in names:
        raise OptionError(f"the flags {one} and {other} exclude each other")
    return flags


def _no_such_flag(name: str, dialect: str) -> OptionError:
    if dialect == "python":
        return OptionError(f"the python dialect has no flag {name!r}", hint="the flags are a, i, m, s, u and x")
    hint = "a clue matches a whole line, so d, g and y would mean nothing" if name in "dgy" else None
    hint = hint or "the flags are i, m, s, u and v"
    return OptionError(f"the javascript dialect has no flag {name!r} here", hint=hint)


class InlineFlags(NamedTuple):
    """The flags that are turned on and off (bit sets); `named` are the letters that turn flags on."""

    added: int
    removed: int
    named: str


def read_flags(reader: Reader, start: int) -> InlineFlags:
    """Return the inline flags written from `start` on.

    Raises the errors of `re`, at the places where `re` raises them.
    """
    pattern = reader.pattern
    named, at = "", start
    if pattern[at] != "-":
        named, at = _read_added(reader, start)
    if "t" in named:
        raise reader.unsupported("the flag t", start, at)
    added = _bits(named)
    if pattern[at] == ")":
        return InlineFlags(added, 0, named)
    removed = 0
    if pattern[at] == "-":
        without, at = _read_removed(reader, at + 1)
        removed = _bits(without)
    if added & removed:
        message = "a flag is turned on and off at the same time"
        raise reader.error(message, at, at + 1, code=ErrorCode.REGEX_FLAGS)
    return InlineFlags(added, removed | ASCII if "u" in named else removed, named)


def _read_added(reader: Reader, at: int) -> tuple[str, int]:
    """Return the flags that are turned on, and where they end."""
    otherwise = "-, : or ) must follow the flags"
    named = ""
    while not named or reader.pattern[at] not in ")-:":
        flag = reader.pattern[at]
        if flag not in INLINE:
            raise _unknown(reader, at, otherwise)
        at += 1
        if flag == "L":
            raise _bad(reader, "the flag L is for bytes patterns", at)
        named += flag
        if flag in KINDS_OF_TEXT and any(other in named for other in KINDS_OF_TEXT if other != flag):
            raise _bad(reader, "the flags a and u exclude each other", at)
        if at == len(reader.pattern):
            raise _bad(reader, otherwise, at)
    return named, at


def _read_removed(reader: Reader, at: int) -> tuple[str, int]:
    """Return the flags that are turned off, and where they end."""
    otherwise = "a flag must follow the hyphen"
    named = ""
    if at == len(reader.pattern):
        raise _bad(reader, otherwise, at)
    while not named or reader.pattern[at] != ":":
        flag = reader.pattern[at]
        if flag not in INLINE:
            raise _unknown(reader, at, otherwise)
        otherwise = ": must follow the flags"
        at += 1
        if flag in KINDS_OF_TEXT:
            raise _bad(reader, "the flags a, u and L cannot be turned off", at)
        if flag == "t":
            raise reader.unsupported("the flag t", at - 1, at)
        named += flag
        if at == len(reader.pattern):
            raise _bad(reader, otherwise, at)
    return named, at


def _bits(names: str) -> int:
    bits = 0
    for name in names:
        bits |= INLINE[name]
    return bits


def _bad(reader: Reader, message: str, at: int) -> RegexError:
    return reader.error(message, at, at, code=ErrorCode.REGEX_FLAGS)


def _unknown(reader: Reader, at: int, otherwise: str) -> RegexError:
    letter = reader.pattern[at]
    message = f"there is no flag {letter!r}" if letter.isalpha() else otherwise
    return reader.error(message, at, at + 1, code=ErrorCode.REGEX_FLAGS)


def read_modifiers(reader: Reader, start: int, end: int) -> int:
    """Return the flags inside a group whose modifiers are written from `start` to `end`."""
    code = ErrorCode.REGEX_FLAGS
    added, hyphen, removed = reader.pattern[start:end].partition("-")
    for i, name in enumerate(reader.pattern[start:end]):
        if name not in MODIFIERS and name != "-":
            message = f"a group cannot change the flag {name!r}; it can change i, m and s"
            raise reader.error(message, start + i, start + i + 1, code=code)
    if len(set(added + removed)) < len(added + removed):
        raise reader.error("a flag is named twice", start, end, code=code)
    if hyphen and not added and not removed:
        raise reader.error("flags are missing here", start, end, code=code)
    flags = reader.flags
    for name in added:
        flags |= FLAGS["javascript"][name]
    for name in removed:
        flags &= ~FLAGS["javascript"][name]
    return flags
