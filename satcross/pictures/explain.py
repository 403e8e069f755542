"""A syntax tree in words: one line for each node, with its text on the left and its meaning on the right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from satcross.errors import printable
from satcross.regex.flags import DOT_ALL, MULTILINE
from satcross.regex.syntax import tree as syntax
from satcross.regex.syntax.tree import (
    ATOMIC,
    CAPTURING,
    LAZY,
    POSSESSIVE,
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    Group,
    LetterClass,
    Literal,
    Look,
    Quantifier,
    Range,
    Reference,
    Repeat,
    Sequence,
    StringProperty,
    Strings,
    Syntax,
    Tree,
)

ANCHORS: Final = {
    "^": "the start",
    "$": "the end",
    r"\A": "the start",
    r"\Z": "the end",
    r"\z": "the end",
    r"\b": "a word begins or ends here",
    r"\B": "no word begins or ends here",
}
NAMED: Final = {"d": "digit", "s": "blank", "w": "word letter"}
MODES: Final = {LAZY: ", as few times as possible", POSSESSIVE: ", as many times as possible, without giving any back"}


class NodeMeaning(NamedTuple):
    """A node: its depth below the root, its text, its meaning."""

    depth: int
    text: str
    meaning: str


def explain(tree: Tree) -> Iterator[NodeMeaning]:
    """Yield the nodes of `tree` from the root down, each before its parts.

    >>> from satcross.regex.syntax.parse import parse
    >>> for line in explain(parse("A|B*")):
    ...     print("  " * line.depth + line.text, "-", line.meaning)
    A|B* - one of
      A - the letter A
      B* - 0 times or more
        B - the letter B
    """
    waiting: list[tuple[int, Syntax]] = [(0, tree.root)]
    while waiting:
        depth, node = waiting.pop()
        text = printable(tree.pattern[node.start : node.end])
        yield NodeMeaning(depth, text, _meaning(node))
        if not isinstance(node, Class):
            waiting += [(depth + 1, part) for part in reversed(node.parts)]


def _meaning(node: Syntax) -> str:
    match node:
        case Literal(text=text):
            shown = printable(text)
            return f"the letter {shown}" if len(text) == 1 else f"the letters {shown}"
        case Dot(flags=flags):
            return "any letter" if flags & DOT_ALL else "any letter except a line end"
        case LetterClass():
            return _class_name(node)
        case StringProperty():
            return f"a letter or string with the property {node.name}"
        case Class(is_negative=True):
            return "one letter that is not one of these"
        case Class():
            return "one letter of these" if node.members else "no letter at all"
        case Range() | Strings():
            return "in a class"
        case Anchor(spelling=spelling, flags=flags):
            of_line = " of the text or of a line" if flags & MULTILINE and spelling in "^$" else ""
            return ANCHORS[spelling] + of_line
        case Reference(numbers=numbers):
            return "what " + " or ".join(f"group {number}" for number in numbers) + " matched"
        case Group(kind=syntax.PLAIN, opener=opener):
            return "together" if opener == "(?:" else "together, with other flags"
        case Group():
            named = f", called {node.name}" if node.name is not None else ""
            return {CAPTURING: f"group {node.number}{named}", ATOMIC: "its first way to match and no other"}[node.kind]
        case Look(is_behind=is_behind, is_negative=is_negative):
            place = "the text before this place" if is_behind else "the text after this place"
            return f"{place} {'does not match' if is_negative else 'matches'}"
        case Conditional(number=number):
            return f"one of two, depending on whether group {number} is set"
        case Repeat():
            return _times(node.quantifier) + MODES.get(node.quantifier.mode, "")
        case Choice():
            return "one of"
        case Sequence(items=()):
            return "nothing"
        case _:
            return "one after the other"


def _class_name(node: LetterClass) -> str:
    name = f"letter with the property {node.name}" if node.is_property else NAMED[node.name]
    return f"a letter that is not a {name}" if node.is_negative else f"a {name}"


def _times(rounds: Quantifier) -> str:
    if rounds.high is None:
        return f"{rounds.low} times or more" if rounds.low != 1 else "once or more"
    if rounds.low == rounds.high:
        return f"{rounds.low} times"
    return f"{rounds.low} to {rounds.high} times" if (rounds.low, rounds.high) != (0, 1) else "once or not at all"
