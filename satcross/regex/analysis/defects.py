"""Clues on which an engine contradicts itself, so that satcross may read them otherwise than the engine does.

There the engine's answer is at odds with its own documentation, in a way that only its insides explain.  satcross
follows the documented meaning instead, and says so.  The judges were CPython 3.11 and V8 14.6 (Node 26);
`docs/dialects.md` has an example of each.  Nearly no clue holds what a quirk needs, so what finds them is imported
only for one that does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from satcross.errors import Span
    from satcross.regex.syntax.tree import Tree

POSSESSIVE_CAPTURE: Final = "quirk-possessive-capture"
OPEN_CONDITION: Final = "quirk-open-condition"
LOST_CAPITAL: Final = "quirk-lost-capital"
MODIFIED_CLASS: Final = "quirk-modified-class"
LEAKING_MODIFIER: Final = "quirk-leaking-modifier"
UNLIKE_BRANCHES: Final = "quirk-unlike-branches"

STARTS: Final = {"python": ("*+", "++", "}+", "(?("), "javascript": ("(?i", "(?m", "(?s", "(?-")}
"""Something of this is in every pattern that runs into a quirk."""


class EngineDefect:
    """A place where an engine is at odds with itself; `code` is stable, `span` lies in the pattern."""

    __slots__ = ("code", "message", "span")

    def __init__(self, code: str, message: str, span: Span) -> None:
        self.code: Final = code
        self.message: Final = message
        self.span: Final = span


def may_have_defects(pattern: str, dialect: str) -> bool:
    """Return whether `pattern` may run into a quirk, as far as its letters tell; few do."""
    if any(start in pattern for start in STARTS[dialect]):
        return True
    if dialect == "javascript":
        return "|" in pattern and (not pattern.isascii() or "\\u" in pattern)
    return "\\U" in pattern or "\\N" in pattern or (not pattern.isascii() and max(pattern) > "\uffff")


def engine_defects(tree: Tree) -> tuple[EngineDefect, ...]:
    """Return where `tree` runs into a contradiction of its engine, in the order of the text.

    >>> from satcross.regex.syntax.parse import parse
    >>> [quirk.code for quirk in engine_defects(parse(r"(?:(A)|B)*+\\1"))]
    ['quirk-possessive-capture']
    """
    if not may_have_defects(tree.pattern, tree.dialect):
        return ()
    if tree.dialect == "python":
        from satcross.regex.analysis.defects_python import find
    else:
        from satcross.regex.analysis.defects_javascript import find
    return tuple(sorted(find(tree), key=lambda quirk: quirk.span))
