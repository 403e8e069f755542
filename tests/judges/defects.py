r"""Differences from satcross that the tests expect of some releases of the engines.

In: a syntax tree.  Out: the codes of the defects of its engine that it runs into.  On such patterns the engine's answer
contradicts its own documentation, and satcross follows the documentation.  `docs/dialects.md` has an example of each.

CPython's `re` (3.11):

- A group inside a possessive loop: `re` keeps the beginnings of abandoned rounds as captures.  After
  `(?:(?:(A)|B))*+` on "AB", group 1 is empty and lies before the B.
- A condition on a group that is still open: the answer of `re` depends on earlier attempts to match the group.
- Before Python 3.14, under the flag i, a choice between single letters one of which is a capital above U+FFFF: `re`
  makes a class of it, in which it overlooks such capitals.  `A|\U00010400` does not match U+10400, though
  `(A)|\U00010400` does.

V8 (14.6):

- Without the flags u and v, a class under a modifier `i` or `-i`, in any branch of a choice but the first, or in a lazy
  item with at most three optional rounds: V8 reads it under the flags outside of the group.  `(?i:B|[A])` does not
  match "a", though `(?i:[A]|B)` does.  (V8 traverses its graph depth first; the flags are reset when the first way
  leaves the group.)  If a group with modifiers stands in another, V8 may read classes outside under the flags inside.
- With the flag u or v, a class: V8 reads it under the modifiers of the group opened last, even if that group is closed.
  Under v, `(?i:)[a]` matches "A".  Under u, a leaked `i` affects word classes only, a leaked `-i` all classes.
- Under i without u and v, a choice of three branches or more, two of which begin with letters that are the same
  according to Unicode's case folding but not according to ECMAScript's: `\u212a|k|k` (the first is the Kelvin sign)
  does not match "k", nor does `a\u212a|ak|ak` match "ak".  (V8 sorts branches and factors out their common prefixes by
  the one relation, and matches by the other.)
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from satcross.base.platform import HAS_RE_OF_3_14
from satcross.errors import Span
from satcross.regex import ASCII, IGNORE_CASE, SETS, UNICODE
from satcross.regex.letters import representative
from satcross.regex.syntax import (
    LAZY,
    PLAIN,
    POSSESSIVE,
    Choice,
    Class,
    Conditional,
    LetterClass,
    Literal,
    Quantifier,
    StringProperty,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    SyntaxSequence,
    Tree,
)

POSSESSIVE_CAPTURE: Final = "possessive-capture"
OPEN_CONDITION: Final = "open-condition"
LOST_CAPITAL: Final = "lost-capital"
MODIFIED_CLASS: Final = "modified-class"
LEAKING_MODIFIER: Final = "leaking-modifier"
UNLIKE_BRANCHES: Final = "unlike-branches"

UNROLLED: Final = 3  # optional rounds that V8 unrolls, at most


def engine_defects(tree: Tree) -> list[str]:
    """Return the codes of the defects that `tree` runs into, in the order of the text."""
    found = _of_python(tree) if tree.dialect == "python" else _of_v8(tree)
    return [code for _, code in sorted(found, key=lambda defect: defect[0])]


class _AroundPython(NamedTuple):
    """What is around a node: groups that something reads, a possessive loop."""

    groups: frozenset[int] = frozenset()
    in_possessive: bool = False


def _of_python(tree: Tree) -> Iterator[tuple[Span, str]]:
    """Yield the defects that `tree` runs into, in any order."""
    pending: list[tuple[Syntax, _AroundPython]] = [(tree.root, _AroundPython())]
    while pending:
        node, around = pending.pop()
        if isinstance(node, SyntaxGroup) and node.number is not None and node.number in tree.groups.referred:
            if around.in_possessive:
                yield node.span, POSSESSIVE_CAPTURE
            around = around._replace(groups=around.groups | {node.number})
        elif isinstance(node, Conditional) and node.number in around.groups:
            yield node.span, OPEN_CONDITION
        elif isinstance(node, SyntaxRepeat) and node.quantifier.mode == POSSESSIVE and node.quantifier.high != 1:
            around = around._replace(in_possessive=True)
        elif not HAS_RE_OF_3_14 and isinstance(node, Choice) and _loses_capital(node, tree.pattern):
            yield node.span, LOST_CAPITAL
        pending += [(part, around) for part in node.parts]


def _loses_capital(choice: Choice, pattern: str) -> bool:
    """Return whether `re` makes a class of `choice` with a capital above U+FFFF among its members."""
    lasts = [
        branch.items[-1] if isinstance(branch, SyntaxSequence) and branch.items else branch
        for branch in choice.branches
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
    while isinstance(node, SyntaxGroup) and node.kind == PLAIN:
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


class _AroundV8(NamedTuple):
    """What is around a node.

    Attributes:
        ignores_case: Whether case is ignored, according to the modifiers around it or the flags.
        is_modified: Whether a modifier around it sets or clears i.
        is_later: Whether V8, since the innermost modifier, has followed another way to the end first.
    """

    ignores_case: bool
    is_modified: bool = False
    is_later: bool = False


def _of_v8(tree: Tree) -> Iterator[tuple[Span, str]]:
    """Yield the defects that `tree` runs into, in any order."""
    is_nested = not tree.flags & UNICODE and _nests_modifiers(tree)
    around = _AroundV8(bool(tree.flags & IGNORE_CASE))
    opened = around.ignores_case  # inside the group opened last
    pending: list[tuple[Syntax, _AroundV8]] = [(tree.root, around)]
    while pending:
        node, around = pending.pop()
        if isinstance(node, SyntaxGroup | SyntaxLook):
            around = _inside(node, around)
            opened = around.ignores_case
        if isinstance(node, Class | LetterClass | StringProperty):
            if not tree.flags & UNICODE:
                if isinstance(node, Class) and around.is_later and (around.is_modified or is_nested):
                    yield node.span, MODIFIED_CLASS
            elif around.ignores_case != opened and _is_closed_while_read(node, tree.flags, opened):
                yield node.span, LEAKING_MODIFIER
            continue
        parts = node.parts
        if isinstance(node, Choice):
            if around.ignores_case and not tree.flags & UNICODE and _has_unlike_branches(node):
                yield node.span, UNLIKE_BRANCHES
            later = around._replace(is_later=True)
            pending += [(part, later) for part in reversed(parts[1:])]
            pending.append((parts[0], around))
            continue
        if isinstance(node, SyntaxRepeat) and _is_unrolled_lazily(node.quantifier):
            around = around._replace(is_later=True)
        pending += [(part, around) for part in reversed(parts)]


def _inside(node: SyntaxGroup | SyntaxLook, around: _AroundV8) -> _AroundV8:
    """Return what is around the parts of `node`; `around` is what is around `node` itself."""
    modifiers = _modifiers(node)
    if not modifiers:
        return around
    on, _, off = modifiers.partition("-")
    ignores_case = "i" in on or (around.ignores_case and "i" not in off)
    return _AroundV8(ignores_case, around.is_modified or ignores_case != around.ignores_case)


def _is_unrolled_lazily(rounds: Quantifier) -> bool:
    """Return whether V8 tries to match without any of these rounds first, and writes the rounds out."""
    return rounds.mode == LAZY and rounds.low == 0 and rounds.high in range(1, UNROLLED + 1)


def _modifiers(node: Syntax) -> str:
    return node.opener[2:-1] if isinstance(node, SyntaxGroup) and node.kind == PLAIN else ""


def _nests_modifiers(tree: Tree) -> bool:
    """Return whether a group with modifiers stands in one that sets or clears i."""
    pending: list[tuple[Syntax, _AroundV8]] = [(tree.root, _AroundV8(bool(tree.flags & IGNORE_CASE)))]
    while pending:
        node, around = pending.pop()
        if isinstance(node, SyntaxGroup):
            if around.is_modified and _modifiers(node):
                return True
            around = _inside(node, around)
        pending += [(part, around) for part in node.parts]
    return False


def _is_closed_while_read(node: Class | LetterClass | StringProperty, flags: int, ignoring_case: bool) -> bool:
    """Return whether V8 reads `node` under the modifiers of the group opened last."""
    if flags & SETS:
        return not isinstance(node, LetterClass) or node.name not in "ds"
    if isinstance(node, LetterClass):
        return node.name == "w"
    return not ignoring_case or any(isinstance(part, LetterClass) and part.name == "w" for part in node.parts)


def _has_unlike_branches(choice: Choice) -> bool:
    """Return whether V8 may confuse the branches of `choice`."""
    if len(choice.parts) < 3:
        return False

    unicode, legacy = representative("javascript-unicode"), representative("javascript")
    beginnings: _Beginnings = {}
    for branch in choice.parts:
        onward = beginnings
        for code in map(ord, _beginning(branch)):
            same, onward = onward.setdefault(unicode(code), (legacy(code), {}))
            if same != legacy(code):
                return True
    return False


_Beginnings: TypeAlias = "dict[int, tuple[int, _Beginnings]]"
"""A trie: by Unicode's fold of the next letter, ECMAScript's fold of it and the trie of the letters after it."""


def _beginning(node: Syntax) -> str:
    """Return the literal letters that `node` begins with."""
    while not isinstance(node, Literal):
        letters = ""
        for part in node.parts if isinstance(node, SyntaxSequence) else ():
            if not isinstance(part, Literal):
                break
            letters += part.text
        if letters or not node.parts:
            return letters
        node = node.parts[0]
    return node.text
