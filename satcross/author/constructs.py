"""The constructs of clues that are hard to read: a person has to remember something, or to look ahead or back.

In: a syntax tree.  Out: the names of the kinds of constructs in it, apart from letters, classes, groups, alternatives
and loops.
"""

from __future__ import annotations

from collections.abc import Iterator

from satcross.regex.syntax.tree import Anchor, Conditional, Group, Look, Reference, Repeat, Syntax


def hard_constructs(root: Syntax) -> frozenset[str]:
    """Return the kinds of constructs below `root` that are hard to read."""
    return frozenset(_constructs(root))


def _constructs(root: Syntax) -> Iterator[str]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += node.parts
        if isinstance(node, Reference):
            yield "back-reference"
        elif isinstance(node, Look):
            yield ("negative " if node.is_negative else "") + ("look-behind" if node.is_behind else "look-ahead")
        elif isinstance(node, Conditional):
            yield "conditional"
        elif isinstance(node, Anchor):
            yield "anchor"
        elif (isinstance(node, Group) and node.kind == "atomic") or (isinstance(node, Repeat) and node.mode == "+"):
            yield "atomic group"
