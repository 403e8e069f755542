"""What is wrong with a pattern, where the parser cannot go on; only patterns with errors need this module.

In Python's dialect errors point where `re.error.pos` does.
"""

from __future__ import annotations

import re
from typing import Any, Final

from satcross.errors import ErrorCode, RegexError
from satcross.regex.syntax.named_flags import INLINE, read_flags
from satcross.regex.syntax.reader import RECURSION, Reader

HEX_LENGTHS: Final = {"x": 2, "u": 4, "U": 8}
HEX_DIGITS: Final = "0123456789abcdefABCDEF"
HINTS_OF_PYTHON: Final = {
    "k": "write (?P=name)",
    "p": "list the letters in a class; or use the javascript dialect with the flag u, which has \\p{...}",
}
"""What to write instead of an escape that is unknown there."""

HINTS_OF_JAVASCRIPT: Final = {
    "P<": "write (?<name>",
    "P=": r"write \k<name>",
    ">": r"JavaScript has no atomic groups; (?=(...))\1 does the same",
    "#": "JavaScript has no comments",
    "(": "JavaScript has no conditionals",
}
"""What to write instead of a parenthesis that is unknown there, by what follows the question mark."""


def unreadable(reader: Reader, at: int) -> RegexError:
    """Return the error for a place at which no token starts."""
    letter = reader.pattern[at]
    is_python = reader.dialect == "python"
    if letter == "\\":
        if is_python and at + 1 < len(reader.pattern):
            return _bad_escape_of_python(reader, at)
        message = "the pattern ends in a backslash"
        return reader.error(message, at, at + 1, code=ErrorCode.REGEX_ESCAPE, hint=r"write \\ for the letter")
    if reader.open_sets:
        message = f"{letter} is not allowed here within a class under the flag v"
        hint = f"write \\{letter} for the letter"
        return reader.error(message, at, at + 1, code=ErrorCode.REGEX_CLASS, hint=hint)
    if letter == "(":
        return (_bad_parenthesis_of_python if is_python else _bad_parenthesis_of_javascript)(reader, at)
    return reader.error(f"{letter} is not allowed here", at, at + 1)


def unexpected(reader: Reader, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
    """Return the error for a token that cannot stand where it does; `values` is the parser's stack."""
    is_python = reader.dialect == "python"
    if reader.open_sets:
        reader.open_class = reader.open_sets[-1]  # whose bracket is open, if the pattern ends here
    if terminal == "END" or (is_python and terminal.startswith("CLASS")):
        return reader.unclosed()
    if terminal == "CLOSE":
        message, code = "this parenthesis closes nothing", ErrorCode.REGEX_PARENTHESIS
        hint = r"write \) for the letter"
    elif is_python and terminal == "BAR":
        message, code = "a conditional has at most two branches", ErrorCode.REGEX_CONDITIONAL
        hint = "put the alternatives into (?:...)"
    elif not is_python and terminal != "QUANTIFIER":
        message, code = "this is not allowed here within a class under the flag v", ErrorCode.REGEX_CLASS
        hint = "put brackets around what belongs together: an operator has single letters or classes on its sides"
    elif reader.is_after_quantifier(values):
        message, code = "a quantifier cannot follow another", ErrorCode.REGEX_QUANTIFIER
        hint = "put the repeated part into (?:...)"
        if not is_python and reader.pattern[start:end] == "+":
            hint = r"JavaScript has no possessive quantifiers; (?=(...))\1 does the same"
    else:
        message, code = "there is nothing to repeat", ErrorCode.REGEX_QUANTIFIER
        hint = f"write \\{reader.pattern[start]} for the letter"
    return reader.error(message, start, end, code=code, hint=hint)


def _bad_escape_of_python(reader: Reader, at: int) -> RegexError:
    """Return the error of a backslash, with something after it, that begins no escape of `re`."""
    pattern = reader.pattern
    code = ErrorCode.REGEX_ESCAPE
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
    hint = HINTS_OF_PYTHON.get(mark.lower() if mark in "pP" else mark)
    return reader.error(f"\\{mark} means nothing in Python", at, at + 2, code=code, hint=hint)


def _bad_parenthesis_of_python(reader: Reader, at: int) -> RegexError:
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
    if mark in INLINE or mark == "-":
        read_flags(reader, at + 2)
    return reader.error(f"(?{mark} opens nothing", at + 1, at + 3, code=code)


def _bad_name(reader: Reader, start: int, terminator: str) -> RegexError:
    """Return the error of a name that starts at `start` and is empty or never ends."""
    if start >= len(reader.pattern) or reader.pattern[start] == terminator:
        return reader.error("a group name is missing here", start, start, code=ErrorCode.REGEX_NAME)
    message = f"the group name is never closed by {terminator}"
    return reader.error(message, start, len(reader.pattern), code=ErrorCode.REGEX_NAME)


def _bad_parenthesis_of_javascript(reader: Reader, at: int) -> RegexError:
    """The same, in JavaScript."""
    code = ErrorCode.REGEX_PARENTHESIS
    rest = reader.pattern[at + 2 : at + 4]
    if rest[:1] == "<":
        message = "the group name is never closed by >"
        return reader.error(message, at, len(reader.pattern), code=ErrorCode.REGEX_NAME)
    if not rest:
        return reader.error("the pattern ends inside this parenthesis", at, at + 2, code=code)
    if rest[0] in "R&" or rest[0].isdigit():
        return reader.error(f"(?{rest[0]} is recursion", at, at + 3, code=code, hint=RECURSION)
    hint = HINTS_OF_JAVASCRIPT.get(rest) or HINTS_OF_JAVASCRIPT.get(rest[0])
    if hint is None and re.compile(r"[a-z]+\)").match(reader.pattern, at + 2):
        hint = "write (?i:...) for a part, or set flags for the whole puzzle"
    return reader.error(f"(?{rest[0]} opens nothing", at, at + 3, code=code, hint=hint)
