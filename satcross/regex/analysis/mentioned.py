r"""The letters that a clue mentions; they make up the alphabet of a puzzle that does not name another.

Mentioned are the letters of literals, escapes, ranges, negated classes and look-arounds, and where case is ignored the
upper and lower case of each.  `\s` and `\S` mention the space, `\d` and `\D` the ten digits.  `\w`, `\W`, `.` and
properties mention nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from satcross.base import NamedTuple
from satcross.regex.letters import folding
from satcross.regex.letters.sets import EVERY_LETTER, LetterSet, from_ranges, intersection, union
from satcross.regex.syntax.tree import Class, LetterClass, Literal, Range, Strings, Syntax, SyntaxLook, Tree

DIGITS = (48, 57)
SPACE = (32, 32)


class MentionedLetters(NamedTuple):
    """The letters that a clue mentions.

    Attributes:
        all: Wherever it mentions them.
        positive: Only those mentioned outside of negated classes (`[^...]`, `\\D`, `\\S`) and negative look-arounds.
    """

    all: LetterSet
    positive: LetterSet


def mentioned(*trees: Tree) -> MentionedLetters:
    """Return the letters that the clues `trees` mention, all together.

    >>> from satcross.regex.syntax.parse import parse
    >>> mentioned(parse("[^B]A"))
    MentionedLetters(all=((65, 66),), positive=((65, 65),))
    """
    texts: defaultdict[_Kind, set[str]] = defaultdict(set)
    ranges: defaultdict[_Kind, set[tuple[int, int]]] = defaultdict(set)
    for tree in trees:
        dialect = tree.dialect
        waiting: list[tuple[Syntax, bool]] = [(tree.root, True)]
        while waiting:
            node, is_positive = waiting.pop()
            kind = type(node)
            if kind is Literal:
                assert isinstance(node, Literal)
                texts[is_positive, dialect, node.flags].add(node.text)
            elif kind is Range:
                assert isinstance(node, Range)
                ranges[is_positive, dialect, node.low.flags].add((ord(node.low.text), ord(node.high.text)))
            elif kind is LetterClass:
                assert isinstance(node, LetterClass)
                if node.name in ("d", "s") and not node.is_property:
                    ranges[is_positive and not node.is_negative, dialect, 0].add(DIGITS if node.name == "d" else SPACE)
            elif kind is Strings:
                assert isinstance(node, Strings)
                texts[is_positive, dialect, node.flags].update(node.strings)
            else:
                if isinstance(node, Class | SyntaxLook) and node.is_negative:
                    is_positive = False
                waiting += [(part, is_positive) for part in node.parts]
    for key, texts_of_key in texts.items():
        ranges[key].update((code, code) for code in map(ord, set("".join(texts_of_key))))
    positive = _gathered(ranges, True)
    if all(is_positive for is_positive, _, _ in ranges):
        return MentionedLetters(positive, positive)
    return MentionedLetters(union(positive, _gathered(ranges, False)), positive)


_Kind: TypeAlias = tuple[bool, str, int]
"""Whether letters are mentioned outside of negations, in which dialect, and under which flags."""


def _gathered(named: Mapping[_Kind, set[tuple[int, int]]], polarity: bool) -> LetterSet:
    """Return the letters of `named` outside of negations (inside, if `polarity` is False) with their case partners."""
    sets: list[LetterSet] = []
    for (is_positive, dialect, flags), ranges in named.items():
        if is_positive is polarity:
            letters, fold = from_ranges(ranges), folding.fold_of(dialect, flags)
            sets.append(folding.partners(letters, fold) if fold else letters)
    letters = sets[0] if len(sets) == 1 else union(*sets)
    return letters if not letters or letters[-1][1] < 0xD800 else intersection(letters, EVERY_LETTER)
