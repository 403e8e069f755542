"""Text to syntax tree, by the tables that `tools/build_tables.py` makes of the grammars (LALR(1), nothing recursive).

The driver looks for the terminals that fit the parser's state, has a *reader* turn each one into a value, and each rule
into a node.  The reader (`read_python`, `read_javascript`) knows what the grammar cannot say: numbers of groups, flags,
escapes, and the words for everything that can be wrong.  Errors come up in the order of the text, as in the engines.
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

LENGTH = 100_000  # code points; far beyond any clue, and parsed in under a second
END = -1  # the terminal after the last letter


def parse(pattern: str, dialect: str = "python", flags: str = "") -> Tree:
    r"""Return the syntax tree of `pattern` in `dialect` ("python" or "javascript"), read under `flags` such as "im".

    Raises RegexError pointing at what the dialect rejects or what is not supported (code `regex-unsupported`), and
    OptionError for a flag or dialect that does not exist.

    >>> parse("A|B").root.bars
    (1,)
    """
    if len(pattern) > LENGTH:
        message = f"the pattern has {len(pattern):,} letters; the limit is {LENGTH:,}"
        raise RegexError(message, text=pattern, span=Span(LENGTH, len(pattern)), code=ErrorCode.REGEX_LENGTH)
    if not pattern.isascii():
        _reject_surrogates(pattern)
    machine = _machines.get(dialect) or _machine(dialect)
    reader = machine.reader(pattern, flags)
    return reader.tree(_run(machine, reader))


def _reject_surrogates(pattern: str) -> None:
    for i, letter in enumerate(pattern):
        if "\ud800" <= letter <= "\udfff":
            message = f"the surrogate U+{ord(letter):04X} is half of a letter"
            raise RegexError(message, text=pattern, span=Span(i, i + 1), code=ErrorCode.REGEX_LETTER)


class _Machine:
    """The tables of a dialect, bound to its reader.

    certain, actions, gotos  of each state, as the tables have them
    fitting  of each state: letter -> the terminals that may start with it, each with what matches it (None: that letter
             alone) and with what reads its value (None: its place); filled as letters are met
    rules    for each rule: nonterminal, number of symbols, the reader's method
    """

    __slots__ = ("_tables", "actions", "certain", "end", "fitting", "gotos", "reader", "rules", "start")

    def __init__(self, tables: Any, reader: Callable[[str, str], Reader]) -> None:
        self._tables: Final = tables
        self.reader: Final = reader
        self.certain: Final[tuple[int, ...]] = tables.CERTAIN
        self.actions: Final[tuple[dict[int, int], ...]] = tables.ACTIONS
        self.gotos: Final[tuple[dict[int, int], ...]] = tables.GOTO
        self.start: Final[int] = tables.START
        self.end: Final[int] = tables.END
        fitting: list[dict[str, tuple[Fitting, ...]]] = [{} for _ in tables.LOOKAHEADS]
        self.fitting: Final[list[dict[str, tuple[Fitting, ...]]]] = [fitting[mode] for mode in tables.MODES]
        self.rules: Final[list[tuple[int, int, Callable[..., Any]]]] = [
            (origin, size, getattr(reader, name) if name else _itself) for origin, size, name in tables.RULES
        ]

    def fits(self, state: int, letter: str) -> tuple[Fitting, ...]:
        """Return what is in `fitting` for a letter that has not been met before in the state's mode."""
        lookahead: dict[str, tuple[int, ...]] = self._tables.LOOKAHEADS[self._tables.MODES[state]]
        known = letter if letter in lookahead else ""  # any other letter
        found = self.fitting[state].get(known)
        if found is None:
            found = self.fitting[state][known] = tuple([self._terminal(terminal) for terminal in lookahead[known]])
        return found

    def _terminal(self, terminal: int) -> Fitting:
        tables = self._tables
        matcher = None if tables.FIXED[terminal] else _matcher(tables.PATTERNS[terminal])
        read: Callable[..., Any] | None = getattr(self.reader, f"read_{tables.TERMINALS[terminal].lower()}", None)
        return terminal, matcher, read

    def name_of(self, terminal: int) -> str:
        """Return the name of a terminal."""
        name: str = "END" if terminal == END else self._tables.TERMINALS[terminal]
        return name


Fitting: TypeAlias = tuple[int, Callable[[str, int], Any] | None, Callable[..., Any] | None]

_machines: dict[str, _Machine] = {}


def _machine(dialect: str) -> _Machine:
    """Load what reads `dialect`."""
    if dialect == "python":
        from satcross.regex.syntax import tables_python
        from satcross.regex.syntax.read_python import PythonReader

        machine = _Machine(tables_python, PythonReader)
    elif dialect == "javascript":
        from satcross.regex.syntax import tables_javascript
        from satcross.regex.syntax.read_javascript import JavaScriptReader

        machine = _Machine(tables_javascript, JavaScriptReader)
    else:
        raise OptionError(f"unknown dialect {dialect!r}", hint="the dialects are python and javascript")
    _machines[dialect] = machine
    return machine


@cache
def _matcher(pattern: str) -> Callable[[str, int], Any]:
    matcher: Callable[[str, int], Any] = re.compile(pattern).match
    return matcher


def _itself(reader: Reader, value: Any) -> Any:
    return value


def _run(machine: _Machine, reader: Reader) -> Any:
    """Return the value of the grammar's start rule for the reader's pattern."""
    text = reader.pattern
    length = len(text)
    certain, actions, gotos, rules = machine.certain, machine.actions, machine.gotos, machine.rules
    fitting, last = machine.fitting, machine.end
    state = machine.start
    states = [state]
    values: list[Any] = []
    at = end = 0
    terminal: int | None = None
    value: Any = None
    while True:
        # what can only be reduced is reduced before the next token is read: errors come in the order of the text
        rule = certain[state]
        if rule < 0:
            if terminal is None:
                at = end
                if at < length:
                    letter = text[at]
                    for fits in fitting[state].get(letter) or machine.fits(state, letter):
                        terminal, matcher, read = fits
                        if matcher is None:
                            end = at + 1
                            break
                        found = matcher(text, at)
                        if found is not None:
                            end = found.end()
                            break
                    else:
                        raise reader.unreadable(at)
                    if read is None:
                        value = at
                    else:
                        terminal, value, end = read(reader, terminal, at, end)
                        if terminal is None:
                            continue
                else:
                    terminal, value = END, None
                reader.at = at
            action = actions[state].get(terminal)
            if action is None:
                raise reader.unexpected(machine.name_of(terminal), at, end, values)
            if action >= 0:
                state = action
                states.append(state)
                values.append(value)
                terminal = None
                continue
            rule = ~action
        origin, size, act = rules[rule]
        if size == 2:
            second = values.pop()
            values[-1] = act(reader, values[-1], second)
            del states[-2:]
        elif size == 3:
            third = values.pop()
            second = values.pop()
            values[-1] = act(reader, values[-1], second, third)
            del states[-3:]
        elif size == 1:
            values[-1] = act(reader, values[-1])
            states.pop()
        elif size:
            values[-size:] = (act(reader, *values[-size:]),)
            del states[-size:]
        else:
            values.append(act(reader))
        state = gotos[states[-1]][origin]
        if state == last:
            return values[-1]
        states.append(state)
