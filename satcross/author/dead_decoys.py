"""Decoys that never live: alternatives and optional parts that do not mislead.

In: what the explanation of a puzzle with one solution asks a clue.  Out: the rewrites of the clue without one of its
decoys, and whether that decoy is dead.

A decoy is an alternative, or a part with a `?`, without which the clue still matches the solution.  It is dead if the
clue without it gives the same answer whenever it is asked.  Then neither the solution nor any step changes if it goes.
Letters of classes do not count, because people read a class as one word.  A clue with an atomic group, a possessive
loop, a condition or a negative lookaround has no decoys here, because it may accept more without an alternative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satcross.author.alone import letters_left
from satcross.author.explanation import AskedClues
from satcross.author.rewrites import Rewrite, optional_parts, simplifications
from satcross.author.rounds import Left, RoundKind, is_single
from satcross.base.budget import Budget
from satcross.regex.core import Core
from satcross.regex.syntax import (
    ATOMIC,
    POSSESSIVE,
    Conditional,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    Tree,
)
from satcross.solver.posting import line_constraint_of


def decoys(tree: Tree) -> Iterator[Rewrite]:
    """Yield the clue without one of its alternatives or optional parts.

    >>> from satcross.regex.syntax.parse import parse
    >>> [each.pattern for each in decoys(parse("(A|BC)D?", "python"))]
    ['(BC)D?', '(A)D?', '(A|BC)']
    """
    if any(map(_may_restrict, tree.root.nodes)):
        return
    yield from (rewrite for rewrite in simplifications(tree) if rewrite.kind == "alternative")
    yield from optional_parts(tree)


def _may_restrict(node: Syntax) -> bool:
    """Return whether more may match if a part of `node` goes."""
    return (
        isinstance(node, Conditional)
        or (isinstance(node, SyntaxGroup) and node.kind == ATOMIC)
        or (isinstance(node, SyntaxRepeat) and node.quantifier.mode == POSSESSIVE)
        or (isinstance(node, SyntaxLook) and node.is_negative)
    )


def is_dead(asked: AskedClues, number: int, without: Core, budget: Budget) -> bool:
    """Return whether a clue says the same, whenever it is asked, if it means `without`, which matches the solution."""
    if number in asked.joined:
        return False
    compiled = asked.compiled
    constraint = compiled.constraints[number]
    shorter = line_constraint_of(without, len(constraint.cells), compiled.classes, budget)
    other = constraint._replace(line_constraint=shorter)
    return all(
        _said(letters_left(compiled, constraint, masks, budget), kind)
        == _said(letters_left(compiled, other, masks, budget), kind)
        for (kind, _), masks in asked.questions.get(number, {}).items()
    )


def _said(left: Left | None, kind: RoundKind) -> Left:
    """Return what a reader learns from the letters that a clue leaves: who reads looks for cells with one letter."""
    assert left is not None, "the clue matches the solution"
    return {cell: mask for cell, mask in left.items() if kind != "read" or is_single(mask)}


def text_of(cells: Sequence[int], letters: Sequence[str]) -> str:
    """Return the letters of a line."""
    return "".join([letters[cell] for cell in cells])
