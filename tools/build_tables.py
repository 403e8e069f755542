"""Compile the regex grammars into the parser tables that satcross loads: `python tools/build_tables.py [--check]`.

In: `grammars/<dialect>.lark`.  Out: `satcross/regex/syntax/tables_<dialect>.py`, a module of literals:

    TERMINALS   names of the terminals; below, a terminal is its index here, and the end of the text is -1
    PATTERNS    for each terminal the `re` pattern it matches, or its text if that is one fixed letter
    FIXED       for each terminal whether PATTERNS holds its text
    ACTIONS     for each state, terminal -> next state if not negative, else ~(rule to reduce by)
    CERTAIN     for each state, the rule to reduce by whatever follows, or -1
    GOTO        for each state, nonterminal -> next state
                (ACTIONS and GOTO lead past states that would only give a value another name: rules without an action)
    RULES       for each rule: (nonterminal, number of symbols, name of its action or "")
    MODES       for each state, the index into LOOKAHEADS of the letters to look for there
    LOOKAHEADS  for each mode, ASCII letter -> the terminals that may start with it, best first; "" is any other letter
    START, END  the first state, and the state in which the whole text is read

Lark builds the LALR(1) tables.  They are data only: nothing of Lark is imported at run time.  No lexer has to be built
either, because the small pattern of each terminal is compiled when a letter first needs it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]  # first letters of a pattern; a build-time use only
from typing import Any

from lark import Lark
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

ROOT = Path(__file__).resolve().parent.parent
DIALECTS = ("python", "javascript")
ASCII = tuple(map(chr, range(128)))
OTHER = "\u20ac"  # stands for every letter beyond ASCII
IN_CLASS = ("CLASS_", "SET_")  # terminals that exist inside classes only; what opens a class is outside, too
OPENERS = ("CLASS_OPEN", "SET_OPEN")


def source(dialect: str) -> Path:
    return ROOT / "grammars" / f"{dialect}.lark"


def target(dialect: str) -> Path:
    return ROOT / "satcross" / "regex" / "syntax" / f"tables_{dialect}.py"


def load(dialect: str) -> Lark:
    """Return the grammar of `dialect` as Lark reads it."""
    return Lark(source(dialect).read_text("utf-8"), parser="lalr", lexer="contextual", maybe_placeholders=False)


def first_letters(pattern: str) -> set[str]:
    """Return the letters of ASCII and `OTHER` that a match of `pattern` may begin with."""
    return _first(_parser.parse(pattern, 16))[0]


def _first(items: Any) -> tuple[set[str], bool]:
    """Return the first letters of a sequence as `re` parses it, and whether it may be empty."""
    letters: set[str] = set()
    for operator, argument in items:
        found, is_optional = _first_of(operator, argument)
        letters |= found
        if not is_optional:
            return letters, False
    return letters, True


def _first_of(operator: Any, argument: Any) -> tuple[set[str], bool]:
    every = {*ASCII, OTHER}
    match operator:
        case _constants.LITERAL:
            return {chr(argument)} & every, False
        case _constants.NOT_LITERAL:
            return every - {chr(argument)}, False
        case _constants.ANY:
            return every, False
        case _constants.IN:
            named = {letter for letter in every if _in_class(letter, argument)}
            return (every - named if argument[0][0] is _constants.NEGATE else named), False
        case _constants.BRANCH:
            branches = [_first(branch) for branch in argument[1]]
            return set().union(*(found for found, _ in branches)), any(empty for _, empty in branches)
        case _constants.SUBPATTERN:
            return _first(argument[3])
        case _constants.MAX_REPEAT:
            found, is_optional = _first(argument[2])
            return found, is_optional or argument[0] == 0
        case _constants.ASSERT | _constants.ASSERT_NOT:
            return set(), True
    raise NotImplementedError(str(operator))


def _in_class(letter: str, members: Any) -> bool:
    return any(
        (operator is _constants.LITERAL and ord(letter) == argument)
        or (operator is _constants.RANGE and argument[0] <= ord(letter) <= argument[1])
        for operator, argument in members
    )


def _mode(accepted: set[str], terminals: dict[str, TerminalDef]) -> tuple[str, ...]:
    """Return the terminals to try in a state that accepts the terminals `accepted`."""
    for prefix in IN_CLASS:
        if any(name.startswith(prefix) and name not in OPENERS for name in accepted):
            wanted = {name for name in accepted if name.startswith(prefix)}
            break
    else:
        wanted = {name for name in terminals if not name.startswith(IN_CLASS)} | {"CLASS_OPEN"}
    return tuple(sorted(wanted, key=lambda name: (-terminals[name].priority, name)))


def _states_in_order(states: dict[int, dict[str, Any]], first: int) -> list[int]:
    """Return the states as they are reached from `first`, symbols by name; Lark's own numbers differ between runs."""
    order = [first]
    seen = {first}
    for state in order:
        for _, (kind, argument) in sorted(states[state].items()):
            if kind is Shift and argument not in seen:
                seen.add(argument)
                order.append(argument)
    return order


def tables(dialect: str) -> str:
    """Return the text of the tables module of `dialect`."""
    grammar = load(dialect)
    table = grammar.parser.parser._parse_table  # type: ignore[attr-defined]
    (first,) = table.start_states.values()
    (last,) = table.end_states.values()
    order = _states_in_order(table.states, first)
    number_of_state = {state: i for i, state in enumerate(order)}
    terminals = {each.name: each for each in grammar.terminals}
    names = sorted(terminals)
    number = {name: i for i, name in enumerate(names)} | {"$END": -1}
    actions, gotos, rules = _actions(table.states, order, number)
    _skip_renaming(actions, gotos, rules)
    modes: dict[tuple[str, ...], int] = {}
    mode_of = []
    for state in order:
        accepted = {symbol for symbol in table.states[state] if symbol in terminals}
        mode_of.append(modes.setdefault(_mode(accepted, terminals), len(modes)))
    values = {
        "TERMINALS": tuple(names),
        "PATTERNS": tuple(map(_text, map(terminals.__getitem__, names))),
        "FIXED": tuple(len(terminals[name].pattern.value) == 1 for name in names),
        "ACTIONS": tuple(actions),
        "CERTAIN": tuple(map(_certain, actions)),
        "GOTO": tuple(gotos),
        "RULES": tuple(rules),
        "MODES": tuple(mode_of),
        "LOOKAHEADS": tuple(_lookahead(mode, terminals, number) for mode in modes),
        "START": number_of_state[first],
        "END": number_of_state[last],
    }
    made = f"Made from grammars/{dialect}.lark by tools/build_tables.py, which explains the tables.  Do not edit."
    lines = [f'"""{made}"""', "", "# fmt: off", "# ruff: noqa: E501", ""]
    lines += [f"{name}: {TYPES[name]} = {value!r}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _actions(
    states: dict[int, dict[str, Any]], order: list[int], number: dict[str, int]
) -> tuple[list[dict[int, int]], list[dict[int, int]], list[tuple[int, int, str]]]:
    """Return ACTIONS, GOTO and RULES; `number` are the terminals, all other symbols are nonterminals."""
    number_of_state = {state: i for i, state in enumerate(order)}
    nonterminals: dict[str, int] = {}
    number_of_rule: dict[Any, int] = {}
    rules: list[tuple[int, int, str]] = []
    actions: list[dict[int, int]] = []
    gotos: list[dict[int, int]] = []
    for state in order:
        action: dict[int, int] = {}
        goto: dict[int, int] = {}
        for symbol, (kind, argument) in sorted(states[state].items()):
            if symbol not in number:
                goto[nonterminals.setdefault(symbol, len(nonterminals))] = number_of_state[argument]
            elif kind is Shift:
                action[number[symbol]] = number_of_state[argument]
            else:
                if argument not in number_of_rule:
                    number_of_rule[argument] = len(rules)
                    origin = nonterminals.setdefault(argument.origin.name, len(nonterminals))
                    is_unit = argument.alias is None and len(argument.expansion) == 1
                    name = "" if is_unit else str(argument.alias or argument.origin.name)
                    rules.append((origin, len(argument.expansion), name))
                action[number[symbol]] = ~number_of_rule[argument]
        actions.append(action)
        gotos.append(goto)
    return actions, gotos, rules


def _lookahead(
    mode: tuple[str, ...], terminals: dict[str, TerminalDef], number: dict[str, int]
) -> dict[str, tuple[int, ...]]:
    """Return for each letter the terminals of `mode` that may start with it; "" is any letter that is not listed."""
    starts = {name: first_letters(_pattern(terminals[name])) for name in mode}
    by_letter = {letter: tuple(number[name] for name in mode if letter in starts[name]) for letter in (*ASCII, OTHER)}
    other = by_letter.pop(OTHER)
    return {"": other} | {letter: found for letter, found in by_letter.items() if found != other}


def _certain(actions: dict[int, int]) -> int:
    """Return the rule that a state with these actions reduces by before it looks further, or -1."""
    wanted = set(actions.values())
    return ~wanted.pop() if len(wanted) == 1 and max(wanted) < 0 else -1


def _skip_renaming(
    actions: list[dict[int, int]], gotos: list[dict[int, int]], rules: list[tuple[int, int, str]]
) -> None:
    """Lead past the states that reduce by a rule without an action, whatever follows: to where that leads."""

    def beyond(state: int, following: int) -> int:
        while (rule := _certain(actions[following])) >= 0 and not rules[rule][2]:
            following = gotos[state][rules[rule][0]]
        return following

    skipped = [
        (
            {symbol: beyond(state, action) if action >= 0 else action for symbol, action in actions[state].items()},
            {symbol: beyond(state, following) for symbol, following in gotos[state].items()},
        )
        for state in range(len(actions))
    ]
    for state, (action, goto) in enumerate(skipped):
        actions[state], gotos[state] = action, goto


TYPES = {
    "TERMINALS": "tuple[str, ...]",
    "PATTERNS": "tuple[str, ...]",
    "FIXED": "tuple[bool, ...]",
    "ACTIONS": "tuple[dict[int, int], ...]",
    "CERTAIN": "tuple[int, ...]",
    "GOTO": "tuple[dict[int, int], ...]",
    "RULES": "tuple[tuple[int, int, str], ...]",
    "MODES": "tuple[int, ...]",
    "LOOKAHEADS": "tuple[dict[str, tuple[int, ...]], ...]",
    "START": "int",
    "END": "int",
}


def _text(terminal: TerminalDef) -> str:
    """Return the letter that `terminal` is, or its pattern."""
    return str(terminal.pattern.value) if len(terminal.pattern.value) == 1 else _pattern(terminal)


def _pattern(terminal: TerminalDef) -> str:
    return str(terminal.pattern.to_regexp())


def main(arguments: list[str]) -> int:
    stale = []
    for dialect in DIALECTS:
        text = tables(dialect)
        if "--check" in arguments:
            if not target(dialect).exists() or target(dialect).read_text("utf-8") != text:
                stale.append(dialect)
        else:
            target(dialect).write_text(text, "utf-8", newline="\n")
    for dialect in stale:
        print(f"{target(dialect)} is out of date: run python tools/build_tables.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
