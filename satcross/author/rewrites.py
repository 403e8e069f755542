"""Other ways to write a clue: edits of its text that may mean the same on its line, or ask less.

In: a clue's syntax tree.  Out: `Rewrite`s, each a text that differs from the clue in one place.  Whether a rewrite
means the same is decided on the strings of the line's length.  Automata of clues without captures are run side by
side; others are compared string by string where there are few enough strings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Final, Literal, TypeAlias, assert_never

from satcross.author.looser import is_possible
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import Span
from satcross.regex import syntax
from satcross.regex.analysis.equivalence import difference_on_line
from satcross.regex.core import Core, rejecting
from satcross.regex.letters import size, to_text
from satcross.regex.letters.classes import Classes
from satcross.regex.matcher import Matcher
from satcross.regex.syntax import (
    CAPTURING,
    Choice,
    Class,
    Literal as LiteralSyntax,
    Range,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    Tree,
)

WORD_BOUNDARIES: Final = (r"\b", r"\B")

RewriteKind: TypeAlias = Literal["alternative", "letter", "loop", "group", "look", "looser", "option"]
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
    """Yield the clue with one part less, and with * for +.

    A part is an alternative, a letter of a class that has others, a pair of parentheses, a lookaround or a word
    boundary.

    >>> from satcross.regex.syntax.parse import parse
    >>> [each.pattern for each in simplifications(parse("[AB][^C]", "javascript"))]
    ['[B][^C]', '[A][^C]']
    """
    pattern = tree.pattern
    for node in _nodes(tree.root):
        match node:
            case Choice():
                for number, branch in enumerate(node.branches):
                    start = node.bars[number - 1] if number else branch.start
                    end = branch.end if number else node.bars[0] + 1
                    yield _rewrite("alternative", pattern, Span(start, end), "", branch)
            case Class() if not node.operator:
                spans = [span for member in node.members for span in _letters_of(member)]
                if len(spans) > 1:  # JavaScript would read an empty class
                    yield from (_rewrite("letter", pattern, span, "") for span in spans)
            case SyntaxRepeat() if _is_plus_of_a_part(node, tree):
                yield _rewrite("loop", pattern, Span(node.end - 1, node.end), "*")
            case SyntaxGroup() if node.kind == CAPTURING and node.number not in tree.groups.referred:
                body = pattern[node.body.start : node.body.end]
                yield _rewrite("group", pattern, node.span, body, node)
            case syntax.Literal() | syntax.Dot() | syntax.LetterClass() | syntax.Property() | Class() | Range():
                pass
            case SyntaxLook():
                yield _rewrite("look", pattern, node.span, "")
            case syntax.Anchor() if node.spelling in WORD_BOUNDARIES:
                yield _rewrite("look", pattern, node.span, "")
            case syntax.Strings() | syntax.StringProperty() | SyntaxGroup() | SyntaxRepeat():
                pass
            case syntax.Anchor() | syntax.Reference() | syntax.Conditional() | syntax.SyntaxSequence():
                pass
            case _:
                assert_never(node)


def _letters_of(member: Syntax) -> list[Span]:
    """Return the places of the letters of a class's member; a range or an escape is one."""
    if isinstance(member, LiteralSyntax) and len(member.text) > 1:
        return [Span(place, place + 1) for place in range(member.start, member.end)]
    return [member.span]


def optional_parts(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue without one of its parts that may be missing.

    >>> from satcross.regex.syntax.parse import parse
    >>> [each.pattern for each in optional_parts(parse("AB?(CD)?", "python"))]
    ['A(CD)?', 'AB?']
    """
    for node in _nodes(tree.root):
        if _is_optional(node):
            yield _rewrite("option", tree.pattern, node.span, "")


def loosenings(tree: Tree, *, everywhere: bool = False) -> Iterator[Rewrite]:
    """Yield the clue with `.` for one letter or class, and with * for +.

    A letter or class stays where a dot would be harder to read: in an alternative, and in or beside an optional part.
    Most of these ask less, but not all (`asks_less`).  Negative lookarounds stay as they are: a dot in
    one forbids more, so that the clue would ask more.

    Args:
        everywhere: Offer dots where they are harder to read, too.
    """
    pattern = tree.pattern
    hard_to_read = frozenset[int]() if everywhere else _places_without_dots(tree.root)
    for node in _nodes(tree.root, into_classes=False, into_negations=False):
        match node:
            case LiteralSyntax() if len(node.text) == node.end - node.start:
                for place in range(node.start, node.end):
                    if place not in hard_to_read:
                        yield _rewrite("looser", pattern, Span(place, place + 1), ".")
            case LiteralSyntax() | Class() | syntax.LetterClass() | syntax.Property() if node.start in hard_to_read:
                pass
            case LiteralSyntax() | Class() | syntax.LetterClass() | syntax.Property():
                yield _rewrite("looser", pattern, node.span, ".")
            case SyntaxRepeat() if _is_plus_of_a_part(node, tree):
                yield _rewrite("looser", pattern, Span(node.end - 1, node.end), "*")
            case syntax.Dot() | syntax.Anchor() | syntax.Reference() | Range() | SyntaxRepeat() | SyntaxGroup():
                pass
            case syntax.Strings() | syntax.StringProperty() | syntax.Conditional() | SyntaxLook():
                pass
            case Choice() | syntax.SyntaxSequence():
                pass
            case _:
                assert_never(node)


def _places_without_dots(root: Syntax) -> frozenset[int]:
    """Return the places of a clue that are in an alternative, or in or beside an optional part."""
    places: set[int] = set()
    for node in _nodes(root, into_classes=False):
        if isinstance(node, Choice) or _is_optional(node):
            places.update(range(node.start, node.end))
        elif isinstance(node, syntax.SyntaxSequence):
            for one, two in pairwise(node.parts):
                if _is_optional(one):
                    places.add(two.start)
                if _is_optional(two):
                    places.add(one.end - 1 if isinstance(one, LiteralSyntax) else one.start)
    return frozenset(places)


def _is_optional(node: Syntax) -> bool:
    return isinstance(node, SyntaxRepeat) and node.quantifier.spelling == "?"


def _is_plus_of_a_part(node: SyntaxRepeat, tree: Tree) -> bool:
    """Return whether `node` repeats a part of the clue with a +.

    A + that repeats the whole clue means the same as a * on every line that has cells, and people write either.
    """
    return node.quantifier.spelling == "+" and node is not tree.root


def _rewrite(kind: RewriteKind, pattern: str, span: Span, new: str, part: Syntax | None = None) -> Rewrite:
    """Return the rewrite of `pattern` that has `new` at `span`; `part` is the text that is shown, if not that text."""
    shown = pattern[span.start : span.end] if part is None else pattern[part.start : part.end]
    return Rewrite(kind, span, pattern[: span.start] + new + pattern[span.end :], shown)


def _nodes(root: Syntax, *, into_classes: bool = True, into_negations: bool = True) -> Iterator[Syntax]:
    """Yield `root` and all nodes below it; nodes in letter classes and in negative lookarounds only if told."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        is_negation = isinstance(node, SyntaxLook) and node.is_negative
        if is_negation and not into_negations:
            continue
        if not isinstance(node, Range) and (into_classes or not isinstance(node, Class)):
            waiting += reversed(node.parts)


def same_strings(one: Core, two: Core, n: int, classes: Classes, budget: Budget = UNLIMITED) -> bool | None:
    """Return whether both accept the same strings of `n` letters; None if finding out would take too long.

    Args:
        classes: A partition of the alphabet into which the letter sets of both fall.
    """
    told_apart = difference_on_line(one, two, n, classes, budget)
    if told_apart is not None:
        return not any(told_apart)
    letters = to_text(tuple(each for members in classes.members for each in members[:1]))
    if any(size(members) > 1 for members in classes.members) or len(letters) ** n > budget.tuning.matched_strings:
        return None
    left, right = Matcher(one), Matcher(two)
    return all(left.matches(text) == right.matches(text) for text in map("".join, product(letters, repeat=n)))


def mean_the_same(
    one: Core, two: Core, cells: Sequence[int], classes: Classes, budget: Budget = UNLIMITED
) -> bool | None:
    """Return whether both accept the same texts of a line; None if it is not known.

    Where the strings are too many to compare, a solver looks for a text that only one of them accepts.

    Args:
        cells: The cell at each place of the line.
        classes: What `asks_less` gets.

    Raises:
        TimeUp: If the time is up.
    """
    known = same_strings(one, two, len(cells), classes, budget)
    if known is not None:
        return known
    for accepting, rejected in ((one, two), (two, one)):
        differs = is_possible((accepting, rejecting(rejected, classes.alphabet)), cells, classes, budget)
        if differs is not False:
            return None if differs is None else False
    return True
