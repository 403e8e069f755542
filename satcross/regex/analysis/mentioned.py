r"""The letters that a clue mentions; they make up the alphabet of a puzzle that does not name another.

Mentioned are the letters of literals, escapes, ranges, negated classes and look-arounds, and where case is ignored the
upper and lower case of each.  `\s` and `\S` mention the space, `\d` and `\D` the ten digits.  `\w`, `\W`, `.` and
properties mention nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from satcross.regex.letters import folding
from satcross.regex.letters.sets import EVERY_LETTER, LetterSet, from_ranges, intersection, union
from satcross.regex.syntax.tree import (
    Class,
    LetterClass,
    Literal,
    Look,
    Range,
    Strings,
    Syntax,
    Tree,
)

DIGITS = (48, 57)
SPACE = (32, 32)


class Mentioned(NamedTuple):
    """The letters that a clue mentions.

    all       wherever it mentions them
    positive  only those mentioned outside of negated classes (`[^...]`, `\\D`, `\\S`) and negative look-arounds
    """

    all: LetterSet
    positive: LetterSet


def mentioned(tree: Tree) -> Mentioned:
    """Return the letters that `tree` mentions.

    >>> from satcross.regex.syntax.parse import parse
    >>> mentioned(parse("[^B]A"))
    Mentioned(all=((65, 66),), positive=((65, 65),))
    """
    named: dict[tuple[bool, str], set[tuple[int, int]]] = {}
    letters: dict[tuple[bool, str], set[str]] = {}
    waiting: list[tuple[Syntax, bool]] = [(tree.root, True)]
    while waiting:
        node, is_positive = waiting.pop()
        kind = type(node)
        if kind is Literal:
            assert isinstance(node, Literal)
            letters.setdefault((is_positive, folding.fold_of(tree.dialect, node.flags)), set()).update(node.text)
        elif kind is Range:
            assert isinstance(node, Range)
            key = is_positive, folding.fold_of(tree.dialect, node.low.flags)
            named.setdefault(key, set()).add((ord(node.low.text), ord(node.high.text)))
        elif kind is LetterClass:
            assert isinstance(node, LetterClass)
            if node.name in ("d", "s") and not node.is_property:
                found = named.setdefault((is_positive and not node.is_negative, ""), set())
                found.add(DIGITS if node.name == "d" else SPACE)
        elif kind is Strings:
            assert isinstance(node, Strings)
            letters.setdefault((is_positive, folding.fold_of(tree.dialect, node.flags)), set()).update(*node.strings)
        else:
            if isinstance(node, Class | Look) and node.is_negative:
                is_positive = False
            for part in node.parts:
                waiting.append((part, is_positive))
    for key, found_letters in letters.items():
        named.setdefault(key, set()).update((code, code) for code in map(ord, found_letters))
    positive = _gathered(named, True)
    if all(is_positive for is_positive, _ in named):
        return Mentioned(positive, positive)
    return Mentioned(union(positive, _gathered(named, False)), positive)


def _gathered(named: dict[tuple[bool, str], set[tuple[int, int]]], polarity: bool) -> LetterSet:
    """Return the letters of `named` outside of negations (inside, if `polarity` is False) with their case partners."""
    sets: list[LetterSet] = []
    for (is_positive, fold), ranges in named.items():
        if is_positive is polarity:
            letters = from_ranges(ranges)
            sets.append(folding.partners(letters, fold) if fold else letters)
    letters = sets[0] if len(sets) == 1 else union(*sets)
    return letters if not letters or letters[-1][1] < 0xD800 else intersection(letters, EVERY_LETTER)
