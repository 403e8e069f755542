"""Clues on which an engine contradicts itself, so that satcross may read them otherwise than the engine does.

There the engine's answer is at odds with its own documentation, in a way that only its insides explain.  satcross
follows the documented meaning instead, and says so.  The judges were CPython 3.11 and V8 14.6 (Node 26);
`docs/dialects.md` has an example of each.

- CPython, a group inside a possessive loop: `re` leaves the beginnings of abandoned rounds behind as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- CPython, a condition on a group that is still open: `re` looks at what is left of the group's earlier attempts.
- V8, a class under a modifier, in any but the first branch of a choice, without the flags u and v: it is read under the
  flags outside.  `(?i:B|[A])` does not match "a", though `(?i:[A]|B)` does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from satcross.errors import Span
from satcross.regex.syntax import (
    IGNORE_CASE,
    PLAIN,
    POSSESSIVE,
    UNICODE,
    Choice,
    Class,
    Conditional,
    Group,
    Repeat,
    Syntax,
    Tree,
)

POSSESSIVE_CAPTURE: Final = "quirk-possessive-capture"
OPEN_CONDITION: Final = "quirk-open-condition"
MODIFIED_CLASS: Final = "quirk-modified-class"


class Quirk(NamedTuple):
    """A place where an engine is at odds with itself; `code` is stable, `span` lies in the pattern."""

    code: str
    message: str
    span: Span


class _Around(NamedTuple):
    """What a node stands in: groups that are read, a possessive loop, a modifier, a later branch under a modifier."""

    groups: frozenset[int] = frozenset()
    in_possessive: bool = False
    in_modifier: bool = False
    in_later_branch: bool = False


def quirks(tree: Tree) -> tuple[Quirk, ...]:
    """Return where `tree` runs into a contradiction of its engine, in the order of the text.

    >>> from satcross.regex.parse import parse
    >>> [quirk.code for quirk in quirks(parse(r"(?:(A)|B)*+\\1"))]
    ['quirk-possessive-capture']
    """
    found: list[Quirk] = []
    pending: list[tuple[Syntax, _Around]] = [(tree.root, _Around())]
    while pending:
        node, around = pending.pop()
        quirk = _quirk(tree, node, around)
        if quirk is not None:
            found.append(quirk)
        if isinstance(node, Repeat) and node.mode == POSSESSIVE and node.high != 1:
            around = around._replace(in_possessive=True)
        elif isinstance(node, Group):
            if node.number in tree.referred and node.number is not None:
                around = around._replace(groups=around.groups | {node.number})
            elif node.kind == PLAIN and node.opener != "(?:":
                around = around._replace(in_modifier=True)
        first, *later = node.parts or (None,)
        if first is not None:
            pending.append((first, around))
        if isinstance(node, Choice) and around.in_modifier:
            around = around._replace(in_later_branch=True)
        pending += [(part, around) for part in later]
    return tuple(sorted(found, key=lambda quirk: quirk.span))


def _quirk(tree: Tree, node: Syntax, around: _Around) -> Quirk | None:
    """Return what is wrong at `node` itself."""
    if tree.dialect == "javascript":
        is_modified = isinstance(node, Class) and (node.flags ^ tree.flags) & IGNORE_CASE
        if is_modified and around.in_later_branch and not tree.flags & UNICODE:
            message = "V8 forgets the modifier in this class, because it is not in the first branch"
            return Quirk(MODIFIED_CLASS, message, node.span)
    elif isinstance(node, Group) and around.in_possessive and node.number in tree.referred:
        message = f"group {node.number} is captured inside a possessive loop, where Python's re goes wrong"
        return Quirk(POSSESSIVE_CAPTURE, message, node.span)
    elif isinstance(node, Conditional) and node.number in around.groups:
        message = f"the condition asks for group {node.number} from inside it, which Python's re answers by chance"
        return Quirk(OPEN_CONDITION, message, node.span)
    return None
