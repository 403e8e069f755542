"""Clues on which CPython's `re` contradicts itself, so that satcross may read them otherwise than `re` does.

There the engine's answer depends on the path its backtracking took, which no description of the regex can state.
satcross follows the documented meaning instead, and says so.  The judge was CPython 3.11; `docs/dialects.md` has an
example of each.

- A group inside a possessive loop: `re` leaves the beginnings of abandoned rounds behind as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- A condition on a group that is still open: `re` looks at what is left of the group's earlier attempts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from satcross.errors import Span
from satcross.regex.syntax import POSSESSIVE, Conditional, Group, Repeat, Syntax, Tree

POSSESSIVE_CAPTURE: Final = "quirk-possessive-capture"
OPEN_CONDITION: Final = "quirk-open-condition"


class Quirk(NamedTuple):
    """A place where `re` is at odds with itself; `code` is stable, `span` lies in the pattern."""

    code: str
    message: str
    span: Span


def quirks(tree: Tree) -> tuple[Quirk, ...]:
    """Return where `tree` runs into a contradiction of its engine, in the order of the text.

    >>> from satcross.regex.parse import parse
    >>> [quirk.code for quirk in quirks(parse(r"(?:(A)|B)*+\\1"))]
    ['quirk-possessive-capture']
    """
    if tree.dialect != "python":
        return ()
    found: list[Quirk] = []
    # with each node the groups around it, and whether a possessive loop is
    pending: list[tuple[Syntax, frozenset[int], bool]] = [(tree.root, frozenset(), False)]
    while pending:
        node, around, is_possessive = pending.pop()
        if isinstance(node, Repeat) and node.mode == POSSESSIVE and node.high != 1:
            is_possessive = True
        elif isinstance(node, Group) and node.number in tree.referred and node.number is not None:
            around |= {node.number}
            if is_possessive:
                message = f"group {node.number} is captured inside a possessive loop, where Python's re goes wrong"
                found.append(Quirk(POSSESSIVE_CAPTURE, message, node.span))
        elif isinstance(node, Conditional) and node.number in around:
            message = f"the condition asks for group {node.number} from inside it, which Python's re answers at random"
            found.append(Quirk(OPEN_CONDITION, message, node.span))
        pending += [(part, around, is_possessive) for part in node.parts]
    return tuple(sorted(found, key=lambda quirk: quirk.span))
