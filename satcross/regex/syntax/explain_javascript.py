"""What is wrong with an ECMAScript pattern, where the parser cannot go on; only patterns with errors need it."""

from __future__ import annotations

import re
from typing import Any, Final

from satcross.errors import ErrorCode, RegexError
from satcross.regex.syntax.reader import RECURSION, Reader

HINTS: Final = {
    "P<": "write (?<name>",
    "P=": r"write \k<name>",
    ">": r"JavaScript has no atomic groups; (?=(...))\1 does the same",
    "#": "JavaScript has no comments",
    "(": "JavaScript has no conditionals",
}
"""What to write instead, by what follows the question mark."""


def unreadable(reader: Reader, at: int, in_set: bool) -> RegexError:
    """Return the error for a place at which no token starts; `in_set`: in a class under the flag v."""
    letter = reader.pattern[at]
    if letter == "\\":
        message = "the pattern ends in a backslash"
        return reader.error(message, at, at + 1, code=ErrorCode.REGEX_ESCAPE, hint=r"write \\ for the letter")
    if in_set:
        message = f"{letter} is not allowed here within a class under the flag v"
        hint = f"write \\{letter} for the letter"
        return reader.error(message, at, at + 1, code=ErrorCode.REGEX_CLASS, hint=hint)
    if letter == "(":
        return _bad_parenthesis(reader, at)
    return reader.error(f"{letter} is not allowed here", at, at + 1)


def unexpected(reader: Reader, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
    """Return the error for a token that cannot stand where it does; `values` is the parser's stack."""
    if terminal == "END":
        return reader.unclosed()
    if terminal == "CLOSE":
        message, code = "this parenthesis closes nothing", ErrorCode.REGEX_PARENTHESIS
        hint = r"write \) for the letter"
    elif terminal == "QUANTIFIER" and reader.is_after_quantifier(values):
        message, code = "a quantifier cannot follow another", ErrorCode.REGEX_QUANTIFIER
        hint = "put the repeated part into (?:...)"
        if reader.pattern[start:end] == "+":
            hint = r"JavaScript has no possessive quantifiers; (?=(...))\1 does the same"
    elif terminal == "QUANTIFIER":
        message, code = "there is nothing to repeat", ErrorCode.REGEX_QUANTIFIER
        hint = f"write \\{reader.pattern[start]} for the letter"
    else:
        message, code = "this is not allowed here within a class under the flag v", ErrorCode.REGEX_CLASS
        hint = "put brackets around what belongs together: an operator has single letters or classes on its sides"
    return reader.error(message, start, end, code=code, hint=hint)


def _bad_parenthesis(reader: Reader, at: int) -> RegexError:
    """Return the error of a parenthesis with a question mark that opens nothing known."""
    code = ErrorCode.REGEX_PARENTHESIS
    rest = reader.pattern[at + 2 : at + 4]
    if rest[:1] == "<":
        message = "the group name is never closed by >"
        return reader.error(message, at, len(reader.pattern), code=ErrorCode.REGEX_NAME)
    if not rest:
        return reader.error("the pattern ends inside this parenthesis", at, at + 2, code=code)
    if rest[0] in "R&" or rest[0].isdigit():
        return reader.error(f"(?{rest[0]} is recursion", at, at + 3, code=code, hint=RECURSION)
    hint = HINTS.get(rest) or HINTS.get(rest[0])
    if hint is None and re.compile(r"[a-z]+\)").match(reader.pattern, at + 2):
        hint = "write (?i:...) for a part, or set flags for the whole puzzle"
    return reader.error(f"(?{rest[0]} opens nothing", at, at + 3, code=code, hint=hint)
