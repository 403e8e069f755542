"""A clue written otherwise: edits of its text that say the same on its line, or ask less.

In: a clue's syntax tree.  Out: `Rewrite`s, each a text that differs from the clue at one place.  Whether a rewrite says
the same is decided on the strings of the line's length, by running both determinised clues side by side; clues that are
more than regular are compared string by string where there are few enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, Literal, NamedTuple

from satcross.constraints.regular.equivalence import accept_same_strings
from satcross.errors import Span
from satcross.regex.letters.classes import Classes
from satcross.regex.letters.sets import size, to_text
from satcross.regex.matching.matcher import Matcher
from satcross.regex.meaning.core import Core
from satcross.regex.syntax.tree import CAPTURING, Choice, Class, Group, LetterClass, Range, Repeat, Syntax, Tree
from satcross.regex.syntax.tree import Literal as Letters

STRINGS: Final = 4_096  # of a line, up to which clues that are not regular are compared
PAIRS: Final = 20_000  # of states, up to which regular clues are compared


class Rewrite(NamedTuple):
    """The clue with the text at `span` replaced.

    kind     "alternative", "letter", "loop" or "group": a part that may do no work; "looser": it asks less
    pattern  the clue's new text
    part     what stood there
    """

    kind: Literal["alternative", "letter", "loop", "group", "looser"]
    span: Span
    pattern: str
    part: str


def simplifications(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue without one alternative, one letter of a class, or one pair of parentheses, and with * for +."""
    pattern = tree.pattern
    for node in _nodes(tree.root):
        if isinstance(node, Choice):
            for number, branch in enumerate(node.branches):
                start = node.bars[number - 1] if number else branch.start
                end = branch.end if number else node.bars[0] + 1
                yield _rewrite("alternative", pattern, Span(start, end), "", branch)
        elif isinstance(node, Class) and not node.operator:
            for member in node.members:
                if isinstance(member, Letters) and len(member.text) > 1:
                    for place in range(member.start, member.end):
                        yield _rewrite("letter", pattern, Span(place, place + 1), "")
                else:
                    yield _rewrite("letter", pattern, member.span, "")
        elif isinstance(node, Repeat) and node.spelling == "+":
            yield _rewrite("loop", pattern, Span(node.end - 1, node.end), "*")
        elif isinstance(node, Group) and node.kind == CAPTURING and node.number not in tree.referred:
            body = pattern[node.body.start : node.body.end]
            yield _rewrite("group", pattern, node.span, body, node)


def loosenings(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue with `.` for one letter or class, and with * for +."""
    pattern = tree.pattern
    for node in _nodes(tree.root, into_classes=False):
        if isinstance(node, Letters) and len(node.text) == node.end - node.start:
            for place in range(node.start, node.end):
                yield _rewrite("looser", pattern, Span(place, place + 1), ".")
        elif isinstance(node, Letters | Class | LetterClass):
            yield _rewrite("looser", pattern, node.span, ".")
        elif isinstance(node, Repeat) and node.spelling == "+":
            yield _rewrite("looser", pattern, Span(node.end - 1, node.end), "*")


def _rewrite(
    kind: Literal["alternative", "letter", "loop", "group", "looser"],
    pattern: str,
    span: Span,
    new: str,
    part: Syntax | None = None,
) -> Rewrite:
    shown = pattern[span.start : span.end] if part is None else pattern[part.start : part.end]
    return Rewrite(kind, span, pattern[: span.start] + new + pattern[span.end :], shown)


def _nodes(root: Syntax, *, into_classes: bool = True) -> Iterator[Syntax]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Range) and (into_classes or not isinstance(node, Class)):
            waiting += reversed(node.parts)


def same_strings(one: Core, two: Core, n: int, classes: Classes) -> bool | None:
    """Return whether both accept the same strings of `n` letters; None if that is too much to find out.

    classes  a partition of the alphabet into which the letter sets of both fall
    """
    if one.is_regular and two.is_regular:
        return accept_same_strings(one, two, n, classes, PAIRS)
    letters = to_text(tuple(each for members in classes.members for each in members[:1]))
    if any(size(members) > 1 for members in classes.members) or len(letters) ** n > STRINGS:
        return None
    left, right = Matcher(one), Matcher(two)
    return all(left.matches(text) == right.matches(text) for text in map("".join, product(letters, repeat=n)))
