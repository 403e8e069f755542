"""The constructs of clues by their names.

In: a syntax tree.  Out: the names of the kinds of constructs in it, as docs/glossary.md has them; plain letters and
groups have none.  A construct is hard to read if a person has to remember something, or to look ahead or back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from satcross.regex import syntax

HARD: Final = {
    "backreference": "backreference",
    "lookahead": "lookahead",
    "negative lookahead": "negative lookahead",
    "lookbehind": "lookbehind",
    "negative lookbehind": "negative lookbehind",
    "conditional": "conditional",
    "anchor": "anchor",
    "word boundary": "anchor",
    "atomic group": "atomic group",
    "possessive repetition": "atomic group",
}
"""The constructs that are hard to read, and the kind under which explanations count each."""


def hard_constructs(root: syntax.Syntax) -> frozenset[str]:
    """Return the kinds of constructs below `root` that are hard to read."""
    return frozenset([HARD[name] for name in constructs(root) if name in HARD])


def constructs(root: syntax.Syntax) -> Iterator[str]:
    """Yield the constructs below `root` by their names, each as often as it occurs."""
    for node in root.nodes:
        match node:
            case syntax.Dot():
                yield "any letter"
            case syntax.Class():
                yield "negated letter class" if node.is_negative else "letter class"
            case syntax.LetterClass() | syntax.Property() | syntax.StringProperty():
                yield "named letter class"
            case syntax.Anchor():
                yield "word boundary" if node.spelling in (r"\b", r"\B") else "anchor"
            case syntax.Reference():
                yield "backreference"
            case syntax.SyntaxGroup():
                if node.kind == syntax.ATOMIC:
                    yield "atomic group"
            case syntax.SyntaxLook():
                negative = "negative " if node.is_negative else ""
                yield f"{negative}look{'behind' if node.is_behind else 'ahead'}"
            case syntax.Conditional():
                yield "conditional"
            case syntax.SyntaxRepeat():
                modes = {syntax.GREEDY: "repetition", syntax.LAZY: "lazy repetition"}
                yield modes.get(node.quantifier.mode, "possessive repetition")
            case syntax.Choice():
                yield "alternatives"
            case syntax.Literal() | syntax.Range() | syntax.Strings() | syntax.SyntaxSequence():
                pass
            case _:
                assert_never(node)
