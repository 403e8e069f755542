r"""The meaning of single letters: which letters of the alphabet a literal, a dot or a class matches in its engine.

Every result is a subset of the alphabet.  Python's `\d \w \s` are those of the running `re`.
"""

from __future__ import annotations

import re
import sys
from array import array
from functools import lru_cache
from typing import Final

from satcross.regex.flags import ASCII, DOT_ALL, IGNORE_CASE, SETS, UNICODE
from satcross.regex.letters import folding
from satcross.regex.letters.sets import (
    EVERY_LETTER,
    LetterSet,
    complement,
    contains,
    difference,
    from_ranges,
    from_text,
    intersection,
    union,
)
from satcross.regex.syntax.tree import (
    Class,
    LetterClass,
    Literal,
    Range,
    StringProperty,
    Strings,
    Syntax,
)

NEWLINE: Final[LetterSet] = ((10, 10),)
LINE_ENDS: Final = from_text("\n\r\u2028\u2029")  # ECMAScript's
DIGITS: Final = from_ranges([(48, 57)])
WORD: Final = from_ranges([(48, 57), (65, 90), (95, 95), (97, 122)])
WORD_FOLDED: Final = union(WORD, from_text("\u017f\u212a"))  # under u or v with i: the letters that fold to one of WORD
SPACE: Final = from_ranges(
    [(9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)]
    + [(code, code) for code in (0x202F, 0x205F, 0x3000, 0xFEFF)]
)

UTF_32: Final = f"utf-32-{sys.byteorder[0]}e"  # as an array of numbers has its bytes

Contents = tuple[LetterSet, frozenset[str]]
"""What a class holds: single letters and, under the flag v, strings of none or of two or more letters."""


class LetterMeaning:
    """The meaning of single letters in one dialect over one alphabet."""

    def __init__(self, alphabet: LetterSet) -> None:
        self.alphabet: Final = alphabet
        self._of_dot: LetterSet = difference(alphabet, self.line_ends)

    def letter(self, letter: str, flags: int) -> LetterSet:
        """Return the letters that the literal `letter` matches."""
        code = ord(letter)
        if flags & IGNORE_CASE:
            fold = folding.fold_of(self.dialect, flags)
            return intersection(folding.closure(((code, code),), fold), self.alphabet)
        return ((code, code),) if contains(self.alphabet, code) else ()

    dialect = ""

    def dot(self, flags: int) -> LetterSet:
        """Return the letters that a dot matches."""
        return self.alphabet if flags & DOT_ALL else self._of_dot

    line_ends: LetterSet = ()

    def named(self, node: LetterClass) -> LetterSet:
        """Return the letters that a class with a name matches."""
        raise NotImplementedError

    def word(self, flags: int) -> LetterSet:
        r"""Return the letters that are parts of words for `\b`."""
        raise NotImplementedError

    def contents(self, node: Class | StringProperty) -> Contents:
        """Return what a class in brackets, or a property of strings, matches."""
        raise NotImplementedError


class PythonLetterMeaning(LetterMeaning):
    """Single letters as `re` matches them."""

    dialect = "python"
    line_ends = NEWLINE

    def named(self, node: LetterClass) -> LetterSet:
        letters = _python_named(node.name, bool(node.flags & ASCII), self.alphabet)
        return difference(self.alphabet, letters) if node.is_negative else letters

    def word(self, flags: int) -> LetterSet:
        return _python_named("w", bool(flags & ASCII), self.alphabet)

    def contents(self, node: Class | StringProperty) -> Contents:
        assert isinstance(node, Class)
        singles = ""
        ranges: list[tuple[int, int]] = []
        named: list[LetterSet] = []
        for member in node.members:
            if isinstance(member, Literal):
                singles += member.text
            elif isinstance(member, Range):
                ranges.append((ord(member.low.text), ord(member.high.text)))
            else:
                assert isinstance(member, LetterClass)
                named.append(self.named(member))
        single = from_text(singles)
        if node.flags & IGNORE_CASE:
            fold = folding.fold_of("python", node.flags)
            if not ranges and not named and len(set(singles)) == 1:
                letters = folding.closure(single, fold)  # `re` treats it as a literal
            else:
                letters = folding.closure_of_class(single, ranges, fold)
        else:
            letters = from_ranges((*single, *ranges)) if ranges else single
        if named:
            letters = union(letters, *named)
        combine = difference if node.is_negative else intersection
        return combine(self.alphabet, letters), frozenset()


@lru_cache(maxsize=32)
def _python_named(name: str, is_ascii: bool, alphabet: LetterSet) -> LetterSet:
    r"""Return the letters of `alphabet` that `\d`, `\w` or `\s` matches in the running `re`."""
    runs = re.compile(f"\\{name}+", re.ASCII if is_ascii else 0)
    spans: list[tuple[int, int]] = []
    for low, high in alphabet:
        text = _letters_between(low, high)
        spans += [(low + match.start(), low + match.end() - 1) for match in runs.finditer(text)]
    return from_ranges(spans)


@lru_cache(maxsize=32)  # which keeps the text of all letters of Unicode, 4 MB, once it was needed
def _letters_between(low: int, high: int) -> str:
    """Return the letters with these numbers and all between them; there may be a million of them.

    >>> _letters_between(65, 70)
    'ABCDEF'
    """
    return array("I", range(low, high + 1)).tobytes().decode(UTF_32, "surrogatepass")


class JavaScriptLetterMeaning(LetterMeaning):
    """Single letters as ECMAScript matches them."""

    dialect = "javascript"
    line_ends = LINE_ENDS

    def named(self, node: LetterClass) -> LetterSet:
        return intersection(self._everywhere(node), self.alphabet)

    def word(self, flags: int) -> LetterSet:
        return intersection(_word(flags), self.alphabet)

    def _everywhere(self, node: LetterClass) -> LetterSet:
        """Return what `node` matches among all letters."""
        flags = node.flags
        if node.name in _NAMED and not node.is_property:
            letters = _word(flags) if node.name == "w" else _NAMED[node.name]
            return complement(letters) if node.is_negative else letters
        from satcross.regex.letters.properties import letters_with

        letters = letters_with(node.name)
        fold = folding.fold_of("javascript", flags)
        if node.name == "ASCII" and flags & SETS:
            fold = ""  # under v, V8 leaves out the letters that fold to ASCII; ECMA-262 does not
        if node.is_negative:
            if fold and flags & SETS:
                letters = folding.closure(letters, fold)
            letters = complement(letters)
        return folding.closure(letters, fold) if fold and not (flags & SETS and node.is_negative) else letters

    def contents(self, node: Class | StringProperty) -> Contents:
        if node.flags & SETS:
            letters, strings = self._operand(node, node.flags)
        else:
            assert isinstance(node, Class)
            letters, strings = self._legacy(node), frozenset()
        return intersection(letters, self.alphabet), strings

    def _legacy(self, node: Class) -> LetterSet:
        """Return what a class without the flag v matches among all letters."""
        ranges: list[tuple[int, int]] = []
        for member in node.members:
            if isinstance(member, Literal):
                ranges += [(code, code) for code in map(ord, member.text)]
            elif isinstance(member, Range):
                ranges.append((ord(member.low.text), ord(member.high.text)))
            else:
                assert isinstance(member, LetterClass)
                ranges += self._everywhere(member)
        letters = from_ranges(ranges)
        if node.flags & IGNORE_CASE:
            letters = folding.closure(letters, folding.fold_of("javascript", node.flags))
        return complement(letters) if node.is_negative else letters

    def _set(self, node: Class) -> Contents:
        """Return what a class under the flag v matches among all letters and strings."""
        letters: LetterSet = ()
        strings: frozenset[str] = frozenset()
        for i, member in enumerate(node.members):
            more, more_strings = self._operand(member, node.flags)
            if i == 0 or not node.operator:
                letters = union(letters, more)
                strings |= more_strings
            elif node.operator == "&&":
                letters = intersection(letters, more)
                strings &= more_strings
            else:
                letters = difference(letters, more)
                strings -= more_strings
        return (complement(letters), frozenset()) if node.is_negative else (letters, strings)

    def _operand(self, node: Syntax, flags: int) -> Contents:
        fold = folding.fold_of("javascript", flags)
        none: frozenset[str] = frozenset()
        if isinstance(node, Class):
            return self._set(node)
        if isinstance(node, LetterClass):
            return self._everywhere(node), none
        if isinstance(node, StringProperty):
            from satcross.regex.letters.properties import strings_with

            letters, strings = strings_with(node.name)
            if fold:
                same = folding.representative(fold)
                letters = folding.closure(letters, fold)
                strings = frozenset("".join(chr(same(ord(letter))) for letter in each) for each in strings)
            return letters, strings
        if isinstance(node, Strings):
            # to V8 a single letter here is the letter that it folds to; to ECMA-262 all letters with the same fold
            same = folding.representative(fold)
            folded = ["".join(chr(same(ord(letter))) for letter in each) for each in node.strings]
            letters = from_text("".join(each for each in folded if len(each) == 1))
            return letters, frozenset(each for each in folded if len(each) != 1)
        if isinstance(node, Range):
            letters = ((ord(node.low.text), ord(node.high.text)),)
        else:
            assert isinstance(node, Literal)
            letters = from_text(node.text)
        letters = intersection(letters, EVERY_LETTER)
        return (folding.closure(letters, fold) if fold else letters), none


_NAMED: Final = {"d": DIGITS, "s": SPACE, "w": WORD}


def _word(flags: int) -> LetterSet:
    return WORD_FOLDED if flags & IGNORE_CASE and flags & UNICODE else WORD
