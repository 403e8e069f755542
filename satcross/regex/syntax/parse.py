"""Text to syntax tree, by the tables that `tools/build_tables.py` makes of the grammars (LALR(1), without recursion).

The parser looks for the terminals that fit its state.  The dialect's *reader* (`read_python`, `read_javascript`) turns
each token into a value, and each rule into a node.  It also checks what a grammar cannot express: the numbers of
groups, flags, and escapes.  Errors are found in the order of the text, as the engines find them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from satcross.errors import ErrorCode, OptionError, RegexError, Span
from satcross.regex.syntax.tree import Tree

if TYPE_CHECKING:
    from satcross.regex.syntax.reader import Reader

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
        message = f"the pattern has {len(pattern):,} letters; the limit is {LENGTH:,}"
        raise RegexError(message, text=pattern, span=Span(LENGTH, len(pattern)), code=ErrorCode.REGEX_LENGTH)
    if not pattern.isascii():
        _reject_surrogates(pattern)
    parser = _parsers.get(dialect) or _load(dialect)
    reader = parser.reader(pattern, flags)
    return reader.tree(_run(parser, reader))


def _reject_surrogates(pattern: str) -> None:
    for i, letter in enumerate(pattern):
        if "\ud800" <= letter <= "\udfff":
            message = f"the surrogate U+{ord(letter):04X} is half of a letter"
            raise RegexError(message, text=pattern, span=Span(i, i + 1), code=ErrorCode.REGEX_LETTER)


Candidate: TypeAlias = tuple[int, Callable[[str, int], Any] | None, Callable[..., Any] | None]
"""A terminal that may start with a letter, what matches it (None: that letter alone), and the reader's method for its
value (None: the value is the place of the letter)."""


Rule: TypeAlias = tuple[int, int, Callable[..., Any]]
"""A nonterminal, how many symbols it is made of, and the reader's method that makes its value of theirs."""


class _Parser:
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

    __slots__ = ("_tables", "actions", "candidates", "certain", "end", "gotos", "reader", "rules", "start")

    def __init__(self, tables: Any, reader: Callable[[str, str], Reader]) -> None:
        self._tables: Final = tables
        self.reader: Final = reader
        self.actions: Final[tuple[dict[int, int], ...]] = tables.ACTIONS
        self.gotos: Final[tuple[dict[int, int], ...]] = tables.GOTO
        self.start: Final[int] = tables.START
        self.end: Final[int] = tables.END
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

    def unexpected(self, reader: Reader, terminal: int, start: int, end: int, values: list[Any]) -> RegexError:
        """Return the error for a token that cannot stand where it does; `values` are those of what is before it."""
        from satcross.regex.syntax.explain import unexpected

        name = "END" if terminal == END else self._tables.TERMINALS[terminal]
        return unexpected(reader, name, start, end, values)


_parsers: dict[str, _Parser] = {}


def _load(dialect: str) -> _Parser:
    """Load the tables and the reader of `dialect`."""
    if dialect == "python":
        from satcross.regex.syntax import tables_python
        from satcross.regex.syntax.read_python import PythonReader

        parser = _Parser(tables_python, PythonReader)
    elif dialect == "javascript":
        from satcross.regex.syntax import tables_javascript
        from satcross.regex.syntax.read_javascript import JavaScriptReader

        parser = _Parser(tables_javascript, JavaScriptReader)
    else:
        raise OptionError(f"unknown dialect {dialect!r}", hint="the dialects are python and javascript")
    _parsers[dialect] = parser
    return parser


@cache
def _matcher(pattern: str) -> Callable[[str, int], Any]:
    matcher: Callable[[str, int], Any] = re.compile(pattern).match
    return matcher


def _unchanged(reader: Reader, value: Any) -> Any:
    return value


def _run(parser: _Parser, reader: Reader) -> Any:
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
                raise parser.unexpected(reader, terminal, at, end, values)
            if action >= 0:
                state = action
                states.append(state)
                values.append(value)
                terminal = None
                continue
            rule = rules[~action]
        origin, size, reduced = rule
        if size == 1:  # the first two cases are quicker than the third, and the most frequent ones
            values[-1] = reduced(reader, values[-1])
            states.pop()
        elif size == 2:
            second = values.pop()
            values[-1] = reduced(reader, values[-1], second)
            del states[-2:]
        elif size:
            values[-size:] = (reduced(reader, *values[-size:]),)
            del states[-size:]
        else:
            values.append(reduced(reader))
        state = gotos[states[-1]][origin]
        states.append(state)
    return values[-1]


def _next_token(parser: _Parser, reader: Reader, state: int, start: int) -> tuple[int, Any, int, int]:
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
            from satcross.regex.syntax.explain import unreadable

            raise unreadable(reader, start)
        if read is None:
            return terminal, start, start, end
        token, value, end = read(reader, terminal, start, end)
        if token is not None:
            return token, value, start, end
        start = end
