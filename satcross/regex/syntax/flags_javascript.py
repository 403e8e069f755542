"""The flags of an ECMAScript pattern, given beside it (`im`) or as modifiers of a group: `(?i:...)`, `(?i-s:...)`."""

from __future__ import annotations

from typing import Final

from satcross.errors import ErrorCode, OptionError
from satcross.regex.flags import DOT_ALL, IGNORE_CASE, MULTILINE, SETS, UNICODE
from satcross.regex.syntax.reader import Reader

FLAGS: Final = {"i": IGNORE_CASE, "m": MULTILINE, "s": DOT_ALL, "u": UNICODE, "v": UNICODE | SETS}
MODIFIERS: Final = "ims"


def flags_of(names: str) -> int:
    """Return the flags named by letters such as "im"; raises OptionError for one that is not supported."""
    flags = 0
    for name in names:
        if name not in FLAGS:
            hint = "a clue matches a whole line, so d, g and y would mean nothing" if name in "dgy" else None
            hint = hint or "the flags are i, m, s, u and v"
            raise OptionError(f"the javascript dialect has no flag {name!r} here", hint=hint)
        flags |= FLAGS[name]
    if "u" in names and "v" in names:
        raise OptionError("the flags u and v exclude each other")
    return flags


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
        flags |= FLAGS[name]
    for name in removed:
        flags &= ~FLAGS[name]
    return flags
