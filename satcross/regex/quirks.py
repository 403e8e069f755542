"""Clues on which an engine contradicts itself, so that satcross may read them otherwise than the engine does.

There the engine's answer is at odds with its own documentation, in a way that only its insides explain.  satcross
follows the documented meaning instead, and says so.  The judges were CPython 3.11 and V8 14.6 (Node 26);
`docs/dialects.md` has an example of each.

- CPython, a group inside a possessive loop: `re` leaves the beginnings of abandoned rounds behind as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- CPython, a condition on a group that is still open: `re` looks at what is left of the group's earlier attempts.
- V8 without the flags u and v, a class under a modifier `i` or `-i`, in any but the first branch of a choice, or in a
  lazy item with at most three optional rounds: it is read under the flags outside.  `(?i:B|[A])` does not match "a",
  though `(?i:[A]|B)` does.  (V8 walks its graph depth first; leaving the group by the way tried first resets the
  flags.)  Where modifiers stand in one another, classes outside may be read under flags inside.
- V8 with the flag u or v: what is closed under case while it is read (all classes; under u, without the flag i, only
  the word classes) is read under the modifiers of the group opened last, even if that is closed.  Under v
  `(?i:)[a]` matches "A".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from satcross.errors import Span
from satcross.regex.syntax import (
    IGNORE_CASE,
    LAZY,
    PLAIN,
    POSSESSIVE,
    SETS,
    UNICODE,
    Choice,
    Class,
    Conditional,
    Group,
    LetterClass,
    Look,
    Repeat,
    Syntax,
    Tree,
)

POSSESSIVE_CAPTURE: Final = "quirk-possessive-capture"
OPEN_CONDITION: Final = "quirk-open-condition"
MODIFIED_CLASS: Final = "quirk-modified-class"
LEAKING_MODIFIER: Final = "quirk-leaking-modifier"

STARTS: Final = {"python": ("*+", "++", "}+", "(?("), "javascript": ("(?i", "(?m", "(?s", "(?-")}
UNROLLED: Final = 3  # optional rounds that V8 writes out one after the other


class Quirk(NamedTuple):
    """A place where an engine is at odds with itself; `code` is stable, `span` lies in the pattern."""

    code: str
    message: str
    span: Span


def quirks(tree: Tree) -> tuple[Quirk, ...]:
    """Return where `tree` runs into a contradiction of its engine, in the order of the text.

    >>> from satcross.regex.parse import parse
    >>> [quirk.code for quirk in quirks(parse(r"(?:(A)|B)*+\\1"))]
    ['quirk-possessive-capture']
    """
    if not may_have_quirks(tree.pattern, tree.dialect):
        return ()
    found = _quirks_of_v8(tree) if tree.dialect == "javascript" else _quirks_of_re(tree)
    return tuple(sorted(found, key=lambda quirk: quirk.span))


def may_have_quirks(pattern: str, dialect: str) -> bool:
    """Return whether `pattern`, which need not be valid, holds the letters that every quirk begins with; few do."""
    return any(start in pattern for start in STARTS[dialect])


class _AroundInRe(NamedTuple):
    """What a node stands in: groups that are read, a possessive loop."""

    groups: frozenset[int] = frozenset()
    in_possessive: bool = False


def _quirks_of_re(tree: Tree) -> Iterator[Quirk]:
    pending: list[tuple[Syntax, _AroundInRe]] = [(tree.root, _AroundInRe())]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group) and node.number is not None and node.number in tree.referred:
            if around.in_possessive:
                message = f"group {node.number} is captured inside a possessive loop, where Python's re goes wrong"
                yield Quirk(POSSESSIVE_CAPTURE, message, node.span)
            around = around._replace(groups=around.groups | {node.number})
        elif isinstance(node, Conditional) and node.number in around.groups:
            message = f"the condition asks for group {node.number} from inside it, which Python's re answers by chance"
            yield Quirk(OPEN_CONDITION, message, node.span)
        elif isinstance(node, Repeat) and node.mode == POSSESSIVE and node.high != 1:
            around = around._replace(in_possessive=True)
        pending += [(part, around) for part in node.parts]


class _AroundInV8(NamedTuple):
    """What a node stands in.

    ignores_case  what the modifiers around say, or the flags
    is_modified   some modifier around sets or clears i
    is_later      since the innermost modifier V8 has walked another way to the end first
    """

    ignores_case: bool
    is_modified: bool = False
    is_later: bool = False


def _quirks_of_v8(tree: Tree) -> Iterator[Quirk]:
    is_nested = not tree.flags & UNICODE and _nests_modifiers(tree)
    around = _AroundInV8(bool(tree.flags & IGNORE_CASE))
    opened = around.ignores_case  # inside the group opened last
    pending: list[tuple[Syntax, _AroundInV8]] = [(tree.root, around)]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group | Look):
            around = _inside(node, around)
            opened = around.ignores_case
        if isinstance(node, Class | LetterClass):
            if not tree.flags & UNICODE:
                if isinstance(node, Class) and around.is_later and (around.is_modified or is_nested):
                    message = "V8 forgets the modifier in this class, because it has tried another way first"
                    yield Quirk(MODIFIED_CLASS, message, node.span)
            elif around.ignores_case != opened and _is_closed_while_read(node, tree.flags, opened):
                modifier = "i" if opened else "-i"
                message = f"V8 reads this class under the modifier {modifier} of a group that is closed"
                yield Quirk(LEAKING_MODIFIER, message, node.span)
            continue
        parts = node.parts
        if isinstance(node, Choice):
            later = around._replace(is_later=True)
            pending += [(part, later) for part in reversed(parts[1:])]
            pending.append((parts[0], around))
            continue
        if isinstance(node, Repeat) and node.mode == LAZY and node.low == 0 and node.high in range(1, UNROLLED + 1):
            around = around._replace(is_later=True)
        pending += [(part, around) for part in reversed(parts)]


def _inside(node: Group | Look, around: _AroundInV8) -> _AroundInV8:
    """Return what the parts of `node` stand in; `around`: what it stands in itself."""
    modifiers = _modifiers(node)
    if not modifiers:
        return around
    on, _, off = modifiers.partition("-")
    ignores_case = "i" in on or (around.ignores_case and "i" not in off)
    return _AroundInV8(ignores_case, around.is_modified or ignores_case != around.ignores_case)


def _modifiers(node: Syntax) -> str:
    return node.opener[2:-1] if isinstance(node, Group) and node.kind == PLAIN else ""


def _nests_modifiers(tree: Tree) -> bool:
    """Return whether a group with modifiers stands in one that sets or clears i."""
    pending: list[tuple[Syntax, _AroundInV8]] = [(tree.root, _AroundInV8(bool(tree.flags & IGNORE_CASE)))]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group):
            if around.is_modified and _modifiers(node):
                return True
            around = _inside(node, around)
        pending += [(part, around) for part in node.parts]
    return False


def _is_closed_while_read(node: Class | LetterClass, flags: int, ignoring_case: bool) -> bool:
    """Return whether V8 applies the case of its reader, not that of the group, to `node`."""
    if flags & SETS:
        return isinstance(node, Class) or node.name not in "ds"
    if isinstance(node, LetterClass):
        return node.name == "w"
    return not ignoring_case or any(isinstance(part, LetterClass) and part.name == "w" for part in node.parts)
