"""Text to syntax tree, by the tables that `tools/build_tables.py` makes of the grammars (LALR(1), nothing recursive).

The driver looks for the terminals that fit the parser's state, has a *reader* turn each one into a value, and each rule
into a node.  The reader (`read_python`, `read_javascript`) knows what the grammar cannot say: numbers of groups, flags,
escapes, and the words for everything that can be wrong.  Errors come up in the order of the text, as in the engines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from satcross.errors import OptionError, RegexError, Span
from satcross.regex.syntax import Tree

if TYPE_CHECKING:
    from satcross.regex.reading import Reader

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
        raise RegexError(message, text=pattern, span=Span(LENGTH, len(pattern)), code="regex-length")
    if not pattern.isascii():
        _reject_surrogates(pattern)
    reader: Reader
    tables: Any
    if dialect == "python":
        from satcross.regex import tables_python as tables
        from satcross.regex.read_python import PythonReader

        reader = PythonReader(pattern, flags)
    elif dialect == "javascript":
        from satcross.regex import tables_javascript as tables
        from satcross.regex.read_javascript import JavaScriptReader

        reader = JavaScriptReader(pattern, flags)
    else:
        raise OptionError(f"unknown dialect {dialect!r}", hint="the dialects are python and javascript")
    return reader.tree(_run(tables, reader))


def _reject_surrogates(pattern: str) -> None:
    for i, letter in enumerate(pattern):
        if "\ud800" <= letter <= "\udfff":
            message = f"the surrogate U+{ord(letter):04X} is half of a letter"
            raise RegexError(message, text=pattern, span=Span(i, i + 1), code="regex-letter")


def _run(tables: Any, reader: Reader) -> Any:
    """Return the value of the grammar's start rule for the reader's pattern."""
    text = reader.pattern
    length = len(text)
    actions, gotos, modes, lookaheads = tables.ACTIONS, tables.GOTO, tables.MODES, tables.LOOKAHEADS
    is_fixed = tables.FIXED
    matchers, tokens, rules = _machines.get(type(reader)) or _bind(tables, type(reader))
    certain, last = tables.CERTAIN, tables.END
    state = tables.START
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
                    lookahead = lookaheads[modes[state]]
                    letter = text[at]
                    for terminal in lookahead[letter] if letter in lookahead else lookahead[""]:
                        if is_fixed[terminal]:
                            end = at + 1
                        else:
                            found = (matchers[terminal] or _compile(tables, terminal, matchers))(text, at)
                            if found is None:
                                continue
                            end = found.end()
                        break
                    else:
                        raise reader.unreadable(at)
                    read = tokens[terminal]
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
                name = "END" if terminal == END else tables.TERMINALS[terminal]
                raise reader.unexpected(name, at, end, values)
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
        elif size:
            values[-size:] = (act(reader, *values[-size:]),)
            del states[-size:]
        else:
            values.append(act(reader))
        state = gotos[states[-1]][origin]
        if state == last:
            return values[-1]
        states.append(state)


Matchers: TypeAlias = list[Callable[..., Any] | None]
Tokens: TypeAlias = list[Callable[..., Any] | None]
Rules: TypeAlias = list[tuple[int, int, Callable[..., Any]]]

_machines: dict[type[Reader], tuple[Matchers, Tokens, Rules]] = {}


def _bind(tables: Any, reader: type[Reader]) -> tuple[Matchers, Tokens, Rules]:
    """Return what the driver calls for each terminal (to match it, to read it) and for each rule."""
    tokens = [getattr(reader, "read_" + name.lower(), None) for name in tables.TERMINALS]
    rules = [(origin, size, getattr(reader, name) if name else _itself) for origin, size, name in tables.RULES]
    machine: tuple[Matchers, Tokens, Rules] = [None] * len(tokens), tokens, rules
    _machines[reader] = machine
    return machine


def _itself(reader: Reader, value: Any) -> Any:
    return value


def _compile(tables: Any, terminal: int, matchers: Matchers) -> Callable[..., Any]:
    """Return the matcher of `terminal`, compiled when the first letter asks for it."""
    matcher = matchers[terminal] = re.compile(tables.PATTERNS[terminal]).match
    return matcher
