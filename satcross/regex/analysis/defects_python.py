r"""Known defects of CPython's `re` (3.11); see `satcross.regex.analysis.defects`.

- A group inside a possessive loop: `re` keeps the beginnings of abandoned rounds as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- A condition on a group that is still open: the answer of `re` depends on earlier attempts to match the group.
- Before Python 3.14, under the flag i, a choice between single letters one of which is a capital above U+FFFF: `re`
  makes a class of it, in which it overlooks such capitals.  `A|\U00010400` does not match U+10400, though
  `(A)|\U00010400` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satcross.base.platform import HAS_RE_OF_3_14
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
    """What is around a node: groups that something reads, a possessive loop."""

    groups: frozenset[int] = frozenset()
    in_possessive: bool = False


def find(tree: Tree) -> Iterator[EngineDefect]:
    """Yield the defects that `tree` runs into, in any order."""
    pending: list[tuple[Syntax, _Around]] = [(tree.root, _Around())]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group) and node.number is not None and node.number in tree.groups.referred:
            if around.in_possessive:
                message = f"Python's re may capture group {node.number} wrongly, because it is inside a possessive loop"
                yield EngineDefect(POSSESSIVE_CAPTURE, message, node.span)
            around = around._replace(groups=around.groups | {node.number})
        elif isinstance(node, Conditional) and node.number in around.groups:
            message = f"the condition asks for group {node.number}, in which it stands; Python's re answers by chance"
            yield EngineDefect(OPEN_CONDITION, message, node.span)
        elif isinstance(node, Repeat) and node.quantifier.mode == POSSESSIVE and node.quantifier.high != 1:
            around = around._replace(in_possessive=True)
        elif not HAS_RE_OF_3_14 and isinstance(node, Choice) and _loses_capital(node, tree.pattern):
            message = "Python's re makes a class of these branches, in which it overlooks a capital above U+FFFF"
            yield EngineDefect(LOST_CAPITAL, message, node.span)
        pending += [(part, around) for part in node.parts]


def _loses_capital(choice: Choice, pattern: str) -> bool:
    """Return whether `re` makes a class of `choice` with a capital above U+FFFF among its members."""
    lasts = [
        branch.items[-1] if isinstance(branch, Sequence) and branch.items else branch for branch in choice.branches
    ]
    bare = [_bare(last) for last in lasts]
    # `re` factors out the common prefix of all branches; comparing the texts is enough here
    heads = {pattern[branch.start : _last_start(last)] for branch, last in zip(choice.branches, lasts, strict=True)}
    return (
        len(heads) == 1
        and all(isinstance(last, Literal | Class) for last in bare)
        and any(isinstance(last, Literal) and _ends_in_high_capital(last) for last in bare)
    )


def _bare(node: Syntax) -> Syntax:
    """Return `node` without plain parentheses; of a class with one letter, return that letter."""
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
