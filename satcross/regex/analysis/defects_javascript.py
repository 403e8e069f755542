"""Known defects of V8 (14.6); see `satcross.regex.analysis.defects`.

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

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from satcross.regex.analysis.defect import LEAKING_MODIFIER, MODIFIED_CLASS, UNLIKE_BRANCHES, EngineDefect
from satcross.regex.flags import IGNORE_CASE, SETS, UNICODE
from satcross.regex.letters.folding import representative
from satcross.regex.syntax.tree import (
    LAZY,
    PLAIN,
    Choice,
    Class,
    Group,
    LetterClass,
    Literal,
    Look,
    Quantifier,
    Repeat,
    Sequence,
    StringProperty,
    Syntax,
    Tree,
)

UNROLLED: Final = 3  # optional rounds that V8 unrolls, at most


class _Around(NamedTuple):
    """What is around a node.

    Attributes:
        ignores_case: Whether case is ignored, according to the modifiers around it or the flags.
        is_modified: Whether a modifier around it sets or clears i.
        is_later: Whether V8, since the innermost modifier, has followed another way to the end first.
    """

    ignores_case: bool
    is_modified: bool = False
    is_later: bool = False


def find(tree: Tree) -> Iterator[EngineDefect]:
    """Yield the defects that `tree` runs into, in any order."""
    is_nested = not tree.flags & UNICODE and _nests_modifiers(tree)
    around = _Around(bool(tree.flags & IGNORE_CASE))
    opened = around.ignores_case  # inside the group opened last
    pending: list[tuple[Syntax, _Around]] = [(tree.root, around)]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group | Look):
            around = _inside(node, around)
            opened = around.ignores_case
        if isinstance(node, Class | LetterClass | StringProperty):
            if not tree.flags & UNICODE:
                if isinstance(node, Class) and around.is_later and (around.is_modified or is_nested):
                    message = (
                        "V8 reads this class without the modifier of its group, because it has tried another way first"
                    )
                    yield EngineDefect(MODIFIED_CLASS, message, node.span)
            elif around.ignores_case != opened and _is_closed_while_read(node, tree.flags, opened):
                modifier = "i" if opened else "-i"
                message = f"V8 reads this class under the modifier {modifier} of a group that is already closed"
                yield EngineDefect(LEAKING_MODIFIER, message, node.span)
            continue
        parts = node.parts
        if isinstance(node, Choice):
            if around.ignores_case and not tree.flags & UNICODE and _has_unlike_branches(node):
                message = (
                    "V8 confuses these branches: they begin with letters that are the same in Unicode's folding only"
                )
                yield EngineDefect(UNLIKE_BRANCHES, message, node.span)
            later = around._replace(is_later=True)
            pending += [(part, later) for part in reversed(parts[1:])]
            pending.append((parts[0], around))
            continue
        if isinstance(node, Repeat) and _is_unrolled_lazily(node.quantifier):
            around = around._replace(is_later=True)
        pending += [(part, around) for part in reversed(parts)]


def _inside(node: Group | Look, around: _Around) -> _Around:
    """Return what is around the parts of `node`; `around` is what is around `node` itself."""
    modifiers = _modifiers(node)
    if not modifiers:
        return around
    on, _, off = modifiers.partition("-")
    ignores_case = "i" in on or (around.ignores_case and "i" not in off)
    return _Around(ignores_case, around.is_modified or ignores_case != around.ignores_case)


def _is_unrolled_lazily(rounds: Quantifier) -> bool:
    """Return whether V8 tries to match without any of these rounds first, and writes the rounds out."""
    return rounds.mode == LAZY and rounds.low == 0 and rounds.high in range(1, UNROLLED + 1)


def _modifiers(node: Syntax) -> str:
    return node.opener[2:-1] if isinstance(node, Group) and node.kind == PLAIN else ""


def _nests_modifiers(tree: Tree) -> bool:
    """Return whether a group with modifiers stands in one that sets or clears i."""
    pending: list[tuple[Syntax, _Around]] = [(tree.root, _Around(bool(tree.flags & IGNORE_CASE)))]
    while pending:
        node, around = pending.pop()
        if isinstance(node, Group):
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
        for part in node.parts if isinstance(node, Sequence) else ():
            if not isinstance(part, Literal):
                break
            letters += part.text
        if letters or not node.parts:
            return letters
        node = node.parts[0]
    return node.text
