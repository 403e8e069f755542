"""What is wrong with a pattern of Python's `re`, where the parser cannot go on.

Errors point where `re.error.pos` does.  This module is imported only for a pattern with an error.
"""

from __future__ import annotations

from typing import Any, Final

from satcross.errors import ErrorCode, RegexError
from satcross.regex.syntax.flags_python import FLAGS, read_flags
from satcross.regex.syntax.reader import RECURSION, Reader

HEX_LENGTHS: Final = {"x": 2, "u": 4, "U": 8}
HEX_DIGITS: Final = "0123456789abcdefABCDEF"
HINTS: Final = {
    "k": "write (?P=name)",
    "p": "list the letters in a class; or use the javascript dialect with the flag u, which has \\p{...}",
}


def unreadable(reader: Reader, at: int) -> RegexError:
    """Return the error for a place at which no token starts."""
    return _bad_escape(reader, at) if reader.pattern[at] == "\\" else _bad_parenthesis(reader, at)


def unexpected(reader: Reader, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
    """Return the error for a token that cannot stand where it does; `values` is the parser's stack."""
    if terminal == "END" or terminal.startswith("CLASS"):
        return reader.unclosed()
    if terminal == "CLOSE":
        message, code = "this parenthesis closes nothing", ErrorCode.REGEX_PARENTHESIS
        hint = r"write \) for the letter"
    elif terminal == "BAR":
        message, code = "a conditional has at most two branches", ErrorCode.REGEX_CONDITIONAL
        hint = "put the alternatives into (?:...)"
    elif reader.is_after_quantifier(values):
        message, code = "a quantifier cannot follow another", ErrorCode.REGEX_QUANTIFIER
        hint = "put the repeated part into (?:...)"
    else:
        message, code = "there is nothing to repeat", ErrorCode.REGEX_QUANTIFIER
        hint = f"write \\{reader.pattern[start]} for the letter"
    return reader.error(message, start, end, code=code, hint=hint)


def _bad_escape(reader: Reader, at: int) -> RegexError:
    pattern = reader.pattern
    code = ErrorCode.REGEX_ESCAPE
    if at + 1 == len(pattern):
        message = "the pattern ends in a backslash"
        return reader.error(message, at, at + 1, code=code, hint=r"write \\ for the letter")
    mark = pattern[at + 1]
    if mark in HEX_LENGTHS:
        end = at + 2
        while end < len(pattern) and end < at + 2 + HEX_LENGTHS[mark] and pattern[end] in HEX_DIGITS:
            end += 1
        return reader.error(f"\\{mark} takes {HEX_LENGTHS[mark]} hexadecimal digits", at, end, code=code)
    if mark == "N":
        start = at + 3
        if pattern[at + 2 : start] != "{":
            return reader.error(r"\N takes a name in braces", at + 2, at + 2, code=code)
        if pattern[start : start + 1] == "}" or start == len(pattern):
            return reader.error(r"\N{} takes the name of a letter", start, start + 1, code=code)
        return reader.error("the name is never closed by }", start, len(pattern), code=code)
    hint = HINTS.get(mark.lower() if mark in "pP" else mark)
    return reader.error(f"\\{mark} means nothing in Python", at, at + 2, code=code, hint=hint)


def _bad_parenthesis(reader: Reader, at: int) -> RegexError:
    """Return the error of a parenthesis with a question mark that opens nothing known."""
    code = ErrorCode.REGEX_PARENTHESIS
    end = len(reader.pattern)
    rest = reader.pattern[at + 2 :]
    if rest in ("", "P", "<"):
        return reader.error("the pattern ends inside this parenthesis", end, end, code=code)
    mark = rest[0]
    if mark == "#":
        return reader.error("this comment is never closed", at, end, code=code)
    if mark == "(":
        return _bad_name(reader, at + 3, ")")
    if mark == "P" and rest[1] in "<=":
        return _bad_name(reader, at + 4, ">" if rest[1] == "<" else ")")
    if mark == "P":
        return reader.error(f"(?P{rest[1]} opens nothing", at + 1, at + 4, code=code)
    if mark == "<":
        name = rest[1:].partition(">")[0]
        hint = f"write (?P<{name}>" if name.isidentifier() else "write (?<= or (?<!"
        return reader.error(f"(?<{rest[1]} opens nothing", at + 1, at + 4, code=code, hint=hint)
    if mark in "R&" or mark.isdigit():
        return reader.error(f"(?{mark} is recursion", at + 1, at + 3, code=code, hint=RECURSION)
    if mark in FLAGS or mark == "-":
        read_flags(reader, at + 2)
    return reader.error(f"(?{mark} opens nothing", at + 1, at + 3, code=code)


def _bad_name(reader: Reader, start: int, terminator: str) -> RegexError:
    """Return the error of a name that starts at `start` and is empty or never ends."""
    if start >= len(reader.pattern) or reader.pattern[start] == terminator:
        return reader.error("a group name is missing here", start, start, code=ErrorCode.REGEX_NAME)
    message = f"the group name is never closed by {terminator}"
    return reader.error(message, start, len(reader.pattern), code=ErrorCode.REGEX_NAME)
