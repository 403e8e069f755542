"""Sets of letters.

A letter is a code point, but never a surrogate.  A *letter set* is a sorted tuple of inclusive ranges that neither
overlap nor touch, so equal sets are equal tuples.  The alphabet is a letter set, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TypeAlias

LetterSet: TypeAlias = tuple[tuple[int, int], ...]

MAXIMUM = 0x10FFFF
NO_LETTER: LetterSet = ()
BASIC: LetterSet = ((0, 0xD7FF), (0xE000, 0xFFFF))
"""The letters up to U+FFFF, each of which is one unit of UTF-16."""
EVERY_LETTER: LetterSet = ((0, 0xD7FF), (0xE000, MAXIMUM))


def has_units_for_letters(dialect: str, names: str) -> bool:
    """Return whether the engine's letters are units of UTF-16 under the flags `names`: U+1F600 is two of them."""
    return dialect == "javascript" and "u" not in names and "v" not in names


def from_ranges(ranges: Iterable[tuple[int, int]]) -> LetterSet:
    """Return the letters of all `ranges` (inclusive code points), in any order, whether they overlap or not."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if low > high:
            continue
        if merged and low <= merged[-1][1] + 1:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def from_text(letters: str) -> LetterSet:
    """Return the set of the letters of `letters`.

    >>> from_text("BAD")
    ((65, 66), (68, 68))
    """
    return from_ranges([(code, code) for code in map(ord, letters)])


def union(*sets: LetterSet) -> LetterSet:
    return from_ranges(each for letters in sets for each in letters)


def complement(letters: LetterSet) -> LetterSet:
    """Return every letter that is not in `letters`."""
    return difference(EVERY_LETTER, letters)


def intersection(left: LetterSet, right: LetterSet) -> LetterSet:
    if len(left) == 1 and right and left[0][0] <= right[0][0] and right[-1][1] <= left[0][1]:
        return right
    common: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        low = max(left[i][0], right[j][0])
        high = min(left[i][1], right[j][1])
        if low <= high:
            common.append((low, high))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(common)


def difference(left: LetterSet, right: LetterSet) -> LetterSet:
    if not right or not left or right[0][0] > left[-1][1] or right[-1][1] < left[0][0]:
        return left
    rest: list[tuple[int, int]] = []
    j = 0
    for low, high in left:
        while j < len(right) and right[j][1] < low:
            j += 1
        i = j
        while i < len(right) and right[i][0] <= high:
            if low < right[i][0]:
                rest.append((low, right[i][0] - 1))
            low = right[i][1] + 1
            i += 1
        if low <= high:
            rest.append((low, high))
    return tuple(rest)


def capital_letter(letter: str) -> str:
    """Return the capital of `letter`, or `letter` itself if that is several letters.

    >>> capital_letter("é"), capital_letter("ß")
    ('É', 'ß')
    """
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


def contains(letters: LetterSet, code: int) -> bool:
    place = bisect_right(letters, (code, MAXIMUM)) - 1
    return place >= 0 and code <= letters[place][1]


def size(letters: LetterSet) -> int:
    return sum(high - low + 1 for low, high in letters)


def iterate(letters: LetterSet) -> Iterable[int]:
    """Return the code points of `letters` in ascending order."""
    return (code for low, high in letters for code in range(low, high + 1))


def to_text(letters: LetterSet) -> str:
    """Return the letters in code-point order as one string."""
    return "".join(map(chr, iterate(letters)))
