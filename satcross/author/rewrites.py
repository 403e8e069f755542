"""Other ways to write a clue: edits of its text that may mean the same on its line, or ask less.

In: a clue's syntax tree.  Out: `Rewrite`s, each a text that differs from the clue in one place.  Whether a rewrite
means the same is decided on the strings of the line's length.  Regular clues are determinised and run side by side;
others are compared string by string where there are few enough strings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import Span
from satcross.regex.letters.classes import Classes
from satcross.regex.letters.sets import size, to_text
from satcross.regex.matching.matcher import Matcher
from satcross.regex.meaning.core import Core
from satcross.regex.syntax.tree import CAPTURING, Choice, Class, Group, LetterClass, Look, Range, Repeat, Syntax, Tree
from satcross.regex.syntax.tree import Literal as Letters
from satcross.solver.constraints.regular.acceptance import difference

RewriteKind: TypeAlias = Literal["alternative", "letter", "loop", "group", "looser"]
"""What is replaced: a part that may have no effect, or ("looser") a part so that the clue asks less."""


class Rewrite(NamedTuple):
    """The clue with the text at `span` replaced.

    Attributes:
        pattern: The clue's new text.
        part: The text that was there.
    """

    kind: RewriteKind
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
        elif _is_plus_of_a_part(node, tree):
            yield _rewrite("loop", pattern, Span(node.end - 1, node.end), "*")
        elif isinstance(node, Group) and node.kind == CAPTURING and node.number not in tree.groups.referred:
            body = pattern[node.body.start : node.body.end]
            yield _rewrite("group", pattern, node.span, body, node)


def loosenings(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue with `.` for one letter or class, and with * for +.

    Most of these ask less, but not all (`satcross.author.looser`).  Negative look-arounds stay as they are: a dot in
    one forbids more, so that the clue would ask more.
    """
    pattern = tree.pattern
    for node in _nodes(tree.root, into_classes=False, into_negations=False):
        if isinstance(node, Letters) and len(node.text) == node.end - node.start:
            for place in range(node.start, node.end):
                yield _rewrite("looser", pattern, Span(place, place + 1), ".")
        elif isinstance(node, Letters | Class | LetterClass):
            yield _rewrite("looser", pattern, node.span, ".")
        elif _is_plus_of_a_part(node, tree):
            yield _rewrite("looser", pattern, Span(node.end - 1, node.end), "*")


def _is_plus_of_a_part(node: Syntax, tree: Tree) -> bool:
    """Return whether `node` repeats a part of the clue with a +.

    A + that repeats the whole clue means the same as a * on every line that has cells, and people write either.
    """
    return isinstance(node, Repeat) and node.quantifier.spelling == "+" and node is not tree.root


def _rewrite(kind: RewriteKind, pattern: str, span: Span, new: str, part: Syntax | None = None) -> Rewrite:
    """Return the rewrite of `pattern` that has `new` at `span`; `part` is what people are shown, if not that text."""
    shown = pattern[span.start : span.end] if part is None else pattern[part.start : part.end]
    return Rewrite(kind, span, pattern[: span.start] + new + pattern[span.end :], shown)


def _nodes(root: Syntax, *, into_classes: bool = True, into_negations: bool = True) -> Iterator[Syntax]:
    """Yield `root` and all nodes below it, those in letter classes and in negative look-arounds only if told."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        is_negation = isinstance(node, Look) and node.is_negative
        if is_negation and not into_negations:
            continue
        if not isinstance(node, Range) and (into_classes or not isinstance(node, Class)):
            waiting += reversed(node.parts)


def same_strings(one: Core, two: Core, n: int, classes: Classes, tuning: Tuning = DEFAULT_TUNING) -> bool | None:
    """Return whether both accept the same strings of `n` letters; None if finding out would take too long.

    Args:
        classes: A partition of the alphabet into which the letter sets of both fall.
    """
    if one.is_regular and two.is_regular:
        told_apart = difference(one, two, n, classes, tuning.compared_states)
        return None if told_apart is None else not any(told_apart)
    letters = to_text(tuple(each for members in classes.members for each in members[:1]))
    if any(size(members) > 1 for members in classes.members) or len(letters) ** n > tuning.matched_strings:
        return None
    left, right = Matcher(one), Matcher(two)
    return all(left.matches(text) == right.matches(text) for text in map("".join, product(letters, repeat=n)))
