r"""Where CPython's `re` (3.11) contradicts itself; see `satcross.regex.analysis.defects`.

- A group inside a possessive loop: `re` leaves the beginnings of abandoned rounds behind as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- A condition on a group that is still open: `re` looks at what is left of the group's earlier attempts.
- Under the flag i, a choice between single letters one of which is a capital above U+FFFF: `re` makes a class of it,
  and overlooks such capitals there.  `A|\U00010400` does not match U+10400, though `(A)|\U00010400` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satcross.regex.analysis.defect import LOST_CAPITAL, OPEN_CONDITION, POSSESSIVE_CAPTURE, EngineDefect
from satcross.regex.flags import ASCII, IGNORE_CASE
from satcross.regex.syntax.tree import (
    PLAIN,
    POSSESSIVE,
    Choice,
    Class,
    Conditional,
    Group,
    Literal,
    Repeat,
    Sequence,
    Syntax,
    Tree,
)


class _Around(NamedTuple):
    """What a node stands in: groups that are read, a possessive loop."""

    groups: frozenset[int] = frozenset()
    in_possessive: bool = False


def find(tree: Tree) -> Iterator[EngineDefect]:
    """Yield the engine_defects of `tree` in no order."""
    pending: list[tuple[Syntax, _Around]] = [(tree.root, _Around())]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group) and node.number is not None and node.number in tree.referred:
            if around.in_possessive:
                message = f"group {node.number} is captured inside a possessive loop, where Python's re goes wrong"
                yield EngineDefect(POSSESSIVE_CAPTURE, message, node.span)
            around = around._replace(groups=around.groups | {node.number})
        elif isinstance(node, Conditional) and node.number in around.groups:
            message = f"the condition asks for group {node.number} from inside it, which Python's re answers by chance"
            yield EngineDefect(OPEN_CONDITION, message, node.span)
        elif isinstance(node, Repeat) and node.mode == POSSESSIVE and node.high != 1:
            around = around._replace(in_possessive=True)
        elif isinstance(node, Choice) and _loses_capital(node, tree.pattern):
            message = "Python's re makes a class of these branches, in which it overlooks a capital above U+FFFF"
            yield EngineDefect(LOST_CAPITAL, message, node.span)
        pending += [(part, around) for part in node.parts]


def _loses_capital(choice: Choice, pattern: str) -> bool:
    """Return whether `re` makes a class of `choice`, one of whose members is a capital above U+FFFF."""
    lasts = [
        branch.items[-1] if isinstance(branch, Sequence) and branch.items else branch for branch in choice.branches
    ]
    bare = [_bare(last) for last in lasts]
    # `re` takes out what all branches begin with; it is enough here to compare the texts
    heads = {pattern[branch.start : _last_start(last)] for branch, last in zip(choice.branches, lasts, strict=True)}
    return (
        len(heads) == 1
        and all(isinstance(last, Literal | Class) for last in bare)
        and any(isinstance(last, Literal) and _ends_in_high_capital(last) for last in bare)
    )


def _bare(node: Syntax) -> Syntax:
    """Return `node` without plain parentheses, and the only letter of a class instead of the class."""
    while isinstance(node, Group) and node.kind == PLAIN:
        node = node.body
    if isinstance(node, Class) and not node.is_negative and len(node.members) == 1:
        (member,) = node.members
        if isinstance(member, Literal) and len(member.text) == 1:
            return member
    return node


def _last_start(last: Syntax) -> int:
    """Return where the last letter of `last` begins."""
    return last.end - 1 if isinstance(last, Literal) and len(last.text) > 1 else last.start


def _ends_in_high_capital(literal: Literal) -> bool:
    letter = literal.text[-1]
    return literal.flags & (IGNORE_CASE | ASCII) == IGNORE_CASE and letter > "\uffff" and letter.lower() != letter
