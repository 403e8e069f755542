"""Text to syntax tree, by the tables that `tools/build_tables.py` makes of the grammars (LALR(1), without recursion).

The parser looks for the terminals that fit its state.  The dialect's *reader* (`read_python`, `read_javascript`) turns
each token into a value, and each rule into a node.  It also checks what a grammar cannot express: the numbers of
groups, flags, and escapes.  Errors are found in the order of the text, as the engines find them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from satcross.errors import ErrorCode, OptionError, RegexError, Span
from satcross.regex.syntax import Tree
from satcross.regex.syntax.reader import INLINE, RECURSION, Reader, read_flags

LENGTH: Final = 100_000  # code points; far more than any clue has, and parsed in under a second
END: Final = -1  # the terminal after the last letter


def parse(pattern: str, dialect: str = "python", flags: str = "") -> Tree:
    r"""Return the syntax tree of `pattern` in `dialect` ("python" or "javascript"), read under `flags` such as "im".

    Raises:
        RegexError: With the span of what the dialect rejects or what is not supported (code `regex-unsupported`).
        OptionError: For a flag or dialect that does not exist.

    >>> parse("A|B").root.bars
    (1,)
    """
    if len(pattern) > LENGTH:
        raise RegexError(
            f"the pattern has {len(pattern):,} characters; the limit is {LENGTH:,}",
            text=pattern,
            span=Span(LENGTH, len(pattern)),
            code="regex-length",
        )
    if not pattern.isascii():
        _reject_surrogates(pattern)
    parser = _parsers.get(dialect) or _load(dialect)
    reader = parser.reader(pattern, flags)
    return reader.tree(run(parser, reader))


def _reject_surrogates(pattern: str) -> None:
    for i, letter in enumerate(pattern):
        if "\ud800" <= letter <= "\udfff":
            raise RegexError(
                f"the surrogate U+{ord(letter):04X} is half of a character",
                text=pattern,
                span=Span(i, i + 1),
                code="regex-letter",
            )


Candidate: TypeAlias = tuple[int, Callable[[str, int], Any] | None, Callable[..., Any] | None]
"""A terminal that may start with a letter, what matches it (None: that letter alone), and the reader's method for its
value (None: the value is the place of the letter)."""


Rule: TypeAlias = tuple[int, int, Callable[..., Any]]
"""A nonterminal, how many symbols it is made of, and the reader's method that makes its value of theirs."""


class Parser:
    """The tables of a dialect, bound to its reader.

    Attributes:
        actions: The actions of each state, as the tables have them.
        gotos: The next state for each rule, by state, as the tables have them.
        certain: For each state, the rule to reduce by, whatever follows, if there is one.  That is done before the next
            token is read, so that errors come in the order of the text.
        candidates: For each state: letter -> the terminals that may start with it, best first; filled as ASCII letters
            occur.
        rules: The rules, as the tables number them.
    """

    __slots__ = ("_tables", "actions", "candidates", "certain", "end", "gotos", "reader", "rules", "start", "terminals")

    def __init__(self, tables: Any, reader: Callable[[str, str], Reader]) -> None:
        self._tables: Final = tables
        self.reader: Final = reader
        self.actions: Final[tuple[dict[int, int], ...]] = tables.ACTIONS
        self.gotos: Final[tuple[dict[int, int], ...]] = tables.GOTO
        self.start: Final[int] = tables.START
        self.end: Final[int] = tables.END
        self.terminals: Final[tuple[str, ...]] = tables.TERMINALS
        of_mode: list[dict[str, tuple[Candidate, ...]]] = [{} for _ in tables.LOOKAHEADS]
        self.candidates: Final[list[dict[str, tuple[Candidate, ...]]]] = [of_mode[mode] for mode in tables.MODES]
        self.rules: Final[list[Rule]] = [
            (origin, size, getattr(reader, name) if name else _unchanged) for origin, size, name in tables.RULES
        ]
        self.certain: Final = [self.rules[rule] if rule >= 0 else None for rule in tables.CERTAIN]

    def find_candidates(self, state: int, letter: str) -> tuple[Candidate, ...]:
        """Return the entry of `candidates` for a letter that has none yet."""
        lookahead: dict[str, tuple[int, ...]] = self._tables.LOOKAHEADS[self._tables.MODES[state]]
        candidates = tuple([self._candidate(terminal) for terminal in lookahead.get(letter, lookahead[""])])
        if letter.isascii():
            self.candidates[state][letter] = candidates
        return candidates

    def _candidate(self, terminal: int) -> Candidate:
        tables = self._tables
        matcher = None if tables.FIXED[terminal] else _matcher(tables.PATTERNS[terminal])
        read: Callable[..., Any] | None = getattr(self.reader, f"read_{tables.TERMINALS[terminal].lower()}", None)
        return terminal, matcher, read


READERS: Final = {"python": "PythonReader", "javascript": "JavaScriptReader"}
_parsers: dict[str, Parser] = {}


def _load(dialect: str) -> Parser:
    """Load the tables and the reader of `dialect`."""
    if dialect not in READERS:
        raise OptionError(f"unknown dialect {dialect!r}", hint="the dialects are python and javascript")
    reader = getattr(import_module(f"satcross.regex.syntax.read_{dialect}"), READERS[dialect])
    _parsers[dialect] = Parser(import_module(f"satcross.regex.syntax.tables_{dialect}"), reader)
    return _parsers[dialect]


@cache
def _matcher(pattern: str) -> Callable[[str, int], Any]:
    matcher: Callable[[str, int], Any] = re.compile(pattern).match
    return matcher


def _unchanged(reader: Reader, value: Any) -> Any:
    return value


def run(parser: Parser, reader: Reader) -> Any:
    """Return the value of the grammar's start rule for the reader's pattern."""
    certain, actions, gotos, rules = parser.certain, parser.actions, parser.gotos, parser.rules
    state = parser.start
    states = [state]
    values: list[Any] = []
    terminal: int | None = None  # of the token that comes next, once it has been read
    value: Any = None
    at = end = 0  # where that token is
    while state != parser.end:
        rule = certain[state]
        if rule is None:
            if terminal is None:
                terminal, value, at, end = _next_token(parser, reader, state, end)
            action = actions[state].get(terminal)
            if action is None:
                name = "END" if terminal == END else parser.terminals[terminal]
                raise unexpected(reader, name, at, end, values)
            if action >= 0:
                state = action
                states.append(state)
                values.append(value)
                terminal = None
                continue
            rule = rules[~action]
        origin, size, reduced = rule
        start = len(values) - size
        values[start:] = (reduced(reader, *values[start:]),)
        del states[start + 1 :]
        state = gotos[states[-1]][origin]
        states.append(state)
    return values[-1]


def _next_token(parser: Parser, reader: Reader, state: int, start: int) -> tuple[int, Any, int, int]:
    """Return the terminal and the value of the first token from `start` on, and where it starts and ends.

    A comment leaves no token; what follows it is read then.
    """
    text = reader.pattern
    while True:
        reader.at = start
        if start == len(text):
            return END, None, start, start
        letter = text[start]
        for candidate in parser.candidates[state].get(letter) or parser.find_candidates(state, letter):
            terminal, matcher, read = candidate
            if matcher is None:
                end = start + 1
                break
            match = matcher(text, start)
            if match is not None:
                end = match.end()
                break
        else:
            raise unreadable(reader, start)
        if read is None:
            return terminal, start, start, end
        token, value, end = read(reader, terminal, start, end)
        if token is not None:
            return token, value, start, end
        start = end


HEX_LENGTHS: Final = {"x": 2, "u": 4, "U": 8}
HEX_DIGITS: Final = "0123456789abcdefABCDEF"
HINTS_OF_PYTHON: Final = {
    "g": r"write \1 for what group 1 matched",
    "h": r"write [ \t] for a blank",
    "k": "write (?P=name)",
    "Q": r"write a backslash before each letter that has a meaning, such as \+",
    "R": r"write \n for a line end",
    "X": "write . for any letter",
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
        return reader.error(message, at, at + 1, code="regex-escape", hint=r"write \\ for the letter")
    if reader.open_sets:
        message = f"{letter} is not allowed here within a class under the flag v"
        hint = f"write \\{letter} for the letter"
        return reader.error(message, at, at + 1, code="regex-class", hint=hint)
    if letter == "(":
        return (_bad_parenthesis_of_python if is_python else _bad_parenthesis_of_javascript)(reader, at)
    return reader.error(f"{letter} is not allowed here", at, at + 1)


def unexpected(reader: Reader, terminal: str, start: int, end: int, values: list[Any]) -> RegexError:
    """Return the error for a token that cannot be where it does; `values` is the parser's stack.

    In Python's dialect errors point where `re.error.pos` does.
    """
    code: ErrorCode
    is_python = reader.dialect == "python"
    if reader.open_sets:
        reader.open_class = reader.open_sets[-1]  # whose bracket is open, if the pattern ends here
    if terminal == "END" or (is_python and terminal.startswith("CLASS")):
        return reader.unclosed()
    if terminal == "CLOSE":
        message, code = "this parenthesis closes nothing", "regex-parenthesis"
        hint = r"write \) for the letter"
    elif is_python and terminal == "BAR":
        message, code = "a conditional has at most two branches", "regex-conditional"
        hint = "put the alternatives into (?:...)"
    elif not is_python and terminal != "QUANTIFIER":
        message, code = "this is not allowed here within a class under the flag v", "regex-class"
        hint = "put brackets around what belongs together: an operator has single letters or classes on its sides"
    elif reader.is_after_quantifier(values):
        message, code = "a quantifier cannot follow another", "regex-quantifier"
        hint = "put the repeated part into (?:...)"
        if not is_python and reader.pattern[start:end] == "+":
            hint = r"JavaScript has no possessive quantifiers; (?=(...))\1 does the same"
    else:
        message, code = "there is nothing to repeat", "regex-quantifier"
        hint = f"write \\{reader.pattern[start]} for the letter"
    return reader.error(message, start, end, code=code, hint=hint)


def _bad_escape_of_python(reader: Reader, at: int) -> RegexError:
    """Return the error of a backslash, with something after it, that begins no escape of `re`."""
    pattern = reader.pattern
    code: Final = "regex-escape"
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
    code: Final = "regex-parenthesis"
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
        return reader.error("a group name is missing here", start, start, code="regex-name")
    message = f"the group name is never closed by {terminator}"
    return reader.error(message, start, len(reader.pattern), code="regex-name")


def _bad_parenthesis_of_javascript(reader: Reader, at: int) -> RegexError:
    """The same, in JavaScript."""
    code: Final = "regex-parenthesis"
    rest = reader.pattern[at + 2 : at + 4]
    if rest[:1] == "<":
        message = "the group name is never closed by >"
        return reader.error(message, at, len(reader.pattern), code="regex-name")
    if not rest:
        return reader.error("the pattern ends inside this parenthesis", at, at + 2, code=code)
    if rest[0] in "R&" or rest[0].isdigit():
        return reader.error(f"(?{rest[0]} is recursion", at, at + 3, code=code, hint=RECURSION)
    hint = HINTS_OF_JAVASCRIPT.get(rest) or HINTS_OF_JAVASCRIPT.get(rest[0])
    if hint is None and re.compile(r"[a-z]+\)").match(reader.pattern, at + 2):
        hint = "write (?i:...) for a part, or set flags for the whole puzzle"
    return reader.error(f"(?{rest[0]} opens nothing", at, at + 3, code=code, hint=hint)
