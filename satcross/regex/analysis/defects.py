"""The known engine defects that a clue runs into, so that satcross may read it otherwise than its engine does.

For such clues the engine's answer contradicts its own documentation, and only its implementation explains why.
satcross follows the documentation and warns.  The engines examined are CPython 3.11 and V8 14.6 (Node 26);
`docs/dialects.md` shows an example of each defect.  Hardly any clue holds what a defect needs, so the search for
defects is imported only for a clue that does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from satcross.regex.analysis.defect import EngineDefect
    from satcross.regex.syntax.tree import Tree

STARTS: Final = {"python": ("*+", "++", "}+", "(?("), "javascript": ("(?i", "(?m", "(?s", "(?-")}
"""Every pattern with a defect that its ASCII letters show holds one of these strings."""


def may_have_defects(pattern: str, dialect: str) -> bool:
    """Return whether `pattern` may run into a defect, judged by its letters alone; few patterns may."""
    if any(start in pattern for start in STARTS[dialect]):
        return True
    if dialect == "javascript":
        return "|" in pattern and (not pattern.isascii() or "\\u" in pattern)
    return "\\U" in pattern or "\\N" in pattern or (not pattern.isascii() and max(pattern) > "\uffff")


def engine_defects(tree: Tree) -> tuple[EngineDefect, ...]:
    """Return the engine defects that `tree` runs into, in the order of the text.

    >>> from satcross.regex.syntax.parse import parse
    >>> [defect.code for defect in engine_defects(parse(r"(?:(A)|B)*+\\1"))]
    ['quirk-possessive-capture']
    """
    if not may_have_defects(tree.pattern, tree.dialect):
        return ()
    if tree.dialect == "python":
        from satcross.regex.analysis.defects_python import find
    else:
        from satcross.regex.analysis.defects_javascript import find
    return tuple(sorted(find(tree), key=lambda defect: defect.span))
