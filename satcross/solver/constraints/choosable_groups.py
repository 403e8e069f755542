"""The groups of a core regex whose captures can be choices of a circuit."""

from __future__ import annotations

from satcross.regex.core import Alt, Atomic, Cond, Core, Group, Look, Repeat, Seq


def choosable_groups(root: Core) -> dict[int, int | None]:
    """Return the groups of `root` that may have choices, each with its length, or None if that is not fixed.

    A group may have choices if no loop, priority order or negation sees it, since each choice has one value.
    """
    chosen: dict[int, int | None] = {}
    banned = 0

    def visit(node: Core, is_plain: bool) -> None:
        nonlocal banned
        if isinstance(node, Group):
            length = node.item.least if node.item.least == node.item.most else None
            if is_plain and node.number not in chosen:
                chosen[node.number] = length
            else:
                banned |= 1 << node.number
            visit(node.item, is_plain)
        elif isinstance(node, Seq):
            for item in node.items:
                visit(item, is_plain)
        elif isinstance(node, Alt):
            for branch in node.branches:
                visit(branch, is_plain)
        elif isinstance(node, Repeat):
            visit(node.item, is_plain and node.high == 1)
        elif isinstance(node, Cond):
            visit(node.yes, is_plain)
            visit(node.no, is_plain)
        elif isinstance(node, Look | Atomic):
            banned |= node.item.reads | node.item.writes

    visit(root, True)
    if root.is_ordered:
        return {}
    return {number: length for number, length in chosen.items() if not banned >> number & 1}
