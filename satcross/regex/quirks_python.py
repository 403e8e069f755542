"""Where CPython's `re` (3.11) contradicts itself; see `satcross.regex.quirks`.

- A group inside a possessive loop: `re` leaves the beginnings of abandoned rounds behind as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- A condition on a group that is still open: `re` looks at what is left of the group's earlier attempts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satcross.regex.quirks import OPEN_CONDITION, POSSESSIVE_CAPTURE, Quirk
from satcross.regex.syntax import POSSESSIVE, Conditional, Group, Repeat, Syntax, Tree


class _Around(NamedTuple):
    """What a node stands in: groups that are read, a possessive loop."""

    groups: frozenset[int] = frozenset()
    in_possessive: bool = False


def find(tree: Tree) -> Iterator[Quirk]:
    """Yield the quirks of `tree` in no order."""
    pending: list[tuple[Syntax, _Around]] = [(tree.root, _Around())]
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
