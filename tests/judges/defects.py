r"""Differences from satcross that the tests forgive some releases of the engines.

In: a syntax tree.  Out: the codes of the defects of its engine that it may run into.  There the engine's answer can
contradict its own documentation, which satcross follows.  `tests/engine-defects.md` has an example of each.  More is
forgiven than goes wrong, because when exactly an engine fails depends on how it optimises.

CPython's `re` (3.11):

- possessive-capture: `re` keeps the beginnings of abandoned rounds of a possessive loop as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- open-condition: the answer to a condition on a group that is still open depends on earlier attempts to match it.
- lost-capital: before Python 3.14, under the flag i, `re` may make a class of a choice between single letters, in which
  it overlooks capitals above U+FFFF.  `A|\U00010400` does not match U+10400, though `(A)|\U00010400` does.

V8 (14.6):

- modified-class, without the flags u and v: V8 may read a class under a modifier `i` or `-i` under the flags outside of
  the group.  `(?i:B|[A])` does not match "a", though `(?i:[A]|B)` does.
- leaking-modifier, with the flag u or v: V8 reads a class under the modifiers of the group opened last, even if that
  group is closed.  Under v, `(?i:)[a]` matches "A".
- unlike-branches, under i without u and v: V8 sorts the branches of a choice by Unicode's case folding, and matches
  them by ECMAScript's.  `\u212a|k|k` (the first is the Kelvin sign) does not match "k".
- folded-string, with the flags i and v: V8 takes a single letter of `\q{...}` for the letter that it folds to only.
  `[\q{a}]` does not match "A".  ECMA-262 folds both sides, and V8 11 does as well.
- folded-ascii, with the flags i and v: `\p{ASCII}` does not match the letters outside ASCII that fold to one of ASCII
  (the long s and the Kelvin sign), and `\P{ASCII}` does.  ECMA-262 folds both sides.

V8 (11.3):

- repeated-any, with the flag v: a repeated `[^]` does not match.  `[^]*` does not match "A", though `[^]` does.
"""

from collections.abc import Iterator
from typing import Final

from satcross.base.platform import HAS_RE_OF_3_14
from satcross.regex import ASCII, IGNORE_CASE, SETS, UNICODE
from satcross.regex.letters.folding import representative
from satcross.regex.syntax import (
    PLAIN,
    POSSESSIVE,
    Choice,
    Class,
    Conditional,
    LetterClass,
    Literal,
    Property,
    StringProperty,
    Strings,
    Syntax,
    SyntaxGroup,
    SyntaxRepeat,
    Tree,
)

POSSESSIVE_CAPTURE: Final = "possessive-capture"
OPEN_CONDITION: Final = "open-condition"
LOST_CAPITAL: Final = "lost-capital"
MODIFIED_CLASS: Final = "modified-class"
LEAKING_MODIFIER: Final = "leaking-modifier"
UNLIKE_BRANCHES: Final = "unlike-branches"
FOLDED_STRING: Final = "folded-string"
FOLDED_ASCII: Final = "folded-ascii"
REPEATED_ANY: Final = "repeated-any"


def engine_defects(tree: Tree) -> set[str]:
    """Return the codes of the defects that `tree` may run into."""
    return set(_of_python(tree) if tree.dialect == "python" else _of_v8(tree))


def _of_python(tree: Tree) -> Iterator[str]:
    no_groups: frozenset[int | None] = frozenset()
    pending: list[tuple[Syntax, frozenset[int | None], bool]] = [(tree.root, no_groups, False)]
    while pending:
        node, groups_around, in_possessive = pending.pop()
        if isinstance(node, SyntaxGroup) and node.number in tree.groups.referred:
            if in_possessive:
                yield POSSESSIVE_CAPTURE
            groups_around |= {node.number}
        elif isinstance(node, Conditional) and node.number in groups_around:
            yield OPEN_CONDITION
        elif isinstance(node, SyntaxRepeat) and node.quantifier.mode == POSSESSIVE and node.quantifier.high != 1:
            in_possessive = True
        elif isinstance(node, Choice) and not HAS_RE_OF_3_14 and any(map(_has_high_capital, node.nodes)):
            yield LOST_CAPITAL
        pending += [(part, groups_around, in_possessive) for part in node.parts]


def _has_high_capital(node: Syntax) -> bool:
    """Return whether `node` is a literal that ignores case and has a capital above U+FFFF."""
    ignores_case = isinstance(node, Literal) and node.flags & (IGNORE_CASE | ASCII) == IGNORE_CASE
    return ignores_case and any(letter > "\uffff" and letter.lower() != letter for letter in node.text)


def _of_v8(tree: Tree) -> Iterator[str]:
    nodes = list(tree.root.nodes)
    plain = (node for node in nodes if isinstance(node, SyntaxGroup) and node.kind == PLAIN)
    is_modified = any("i" in node.opener for node in plain)
    if is_modified and any(isinstance(node, Class | LetterClass | Property | StringProperty) for node in nodes):
        yield LEAKING_MODIFIER if tree.flags & UNICODE else MODIFIED_CLASS
    folding = [
        node for node in nodes
        if isinstance(node, Strings | Property) and node.flags & IGNORE_CASE and node.flags & SETS
    ]  # fmt: skip
    if any(isinstance(node, Strings) and any(len(each) == 1 for each in node.strings) for node in folding):
        yield FOLDED_STRING
    if any(isinstance(node, Property) and node.name == "ASCII" for node in folding):
        yield FOLDED_ASCII
    if tree.flags & SETS and any(isinstance(node, Class) and node.is_negative and not node.parts for node in nodes):
        yield REPEATED_ANY
    has_branches = any(isinstance(node, Choice) and len(node.parts) > 2 for node in nodes)
    if has_branches and not tree.flags & UNICODE and (is_modified or tree.flags & IGNORE_CASE):
        letters = {ord(letter) for node in nodes if isinstance(node, Literal) for letter in node.text}
        by_unicode, by_ecmascript = (
            set(map(representative(fold), letters)) for fold in ("javascript-unicode", "javascript")
        )
        if len(by_unicode) < len(by_ecmascript):
            yield UNLIKE_BRANCHES
