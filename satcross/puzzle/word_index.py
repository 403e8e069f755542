"""Words of one length as bit sets.

`WordIndex` answers the two questions of arc consistency with a few AND operations on wide integers: which words are
left if an index may hold only these letters, and which letters are left if only these words are.  Letters come as masks
(bit k stands for letter k) and words as sets (bit w stands for word w), both numbered from 0.  n is the length of the
words, i an index, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from satcross.base.bits import members

PAGE: Final = 255
"""Letters that the index builder tells apart in one pass: the values of a byte, less one for all others."""

REMEMBERED_BITS: Final = 100_000_000
"""Bits that an index remembers of each kind of answer, 12 MB; then it starts again."""


class WordIndex:
    """Words of length `n` as bit sets.

    Attributes:
        holding: holding[i][k] is the set of the words whose letter at index i has number k.
        count: How many words there are.
        every: The set of all words.
    """

    __slots__ = ("_letters", "_most", "_unions", "count", "every", "holding", "n")

    def __init__(self, holding: Sequence[Sequence[int]], count: int, remembered_bits: int = REMEMBERED_BITS) -> None:
        self.n: Final = len(holding)
        self.holding: Final = holding
        self.count: Final = count
        self.every: Final = (1 << count) - 1
        overhead = 500  # bits of an entry in a dictionary, about
        self._most: Final = remembered_bits // (count + overhead) + 1
        self._unions: list[dict[int, int]] = [{} for _ in holding]
        self._letters: dict[int, tuple[int, ...]] = {}

    def words(self, i: int, mask: int) -> int:
        """Return the set of the words whose letter at index `i` is in `mask`."""
        unions = self._unions[i]
        union = unions.get(mask)
        if union is None:
            union = 0
            holding = self.holding[i]
            for k in members(mask):
                union |= holding[k]
            if len(unions) * self.n >= self._most:
                unions.clear()
            unions[mask] = union
        return union

    def letters(self, words: int, domains: Sequence[int]) -> tuple[int, ...]:
        """Return for each index the mask of the letters that `words` hold there.

        Args:
            domains: For each index a mask that holds all those letters: only they are tried.
        """
        letters = self._letters.get(words)
        if letters is None:
            masks = []
            for holding, domain in zip(self.holding, domains, strict=True):
                kept = domain
                if domain & (domain - 1):
                    for k in members(domain):
                        if not holding[k] & words:
                            kept ^= 1 << k
                masks.append(kept)
            letters = tuple(masks)
            if len(self._letters) >= self._most:
                self._letters.clear()
            self._letters[words] = letters
        return letters

    def within(self, domains: Sequence[int]) -> int:
        """Return the set of the words whose letters are all in the masks `domains`."""
        words = self.every
        for i, mask in enumerate(domains):
            words &= self.words(i, mask)
        return words


def build_index(
    words: str,
    n: int,
    number_of: Mapping[str, int],
    width: int | None = None,
    *,
    remembered_bits: int = REMEMBERED_BITS,
) -> WordIndex:
    """Return the index of `words`, which are words of length `n` in a row; `number_of` numbers their letters.

    Args:
        width: How many numbers of letters a mask may hold; None: no more than `number_of` has.
        remembered_bits: How much the index may remember of each kind of answer.

    Size: n times `width` integers with a bit for each word.
    """
    if width is None:
        width = max(number_of.values(), default=-1) + 1
    holding = [[0] * width for _ in range(n)]
    count = len(words) // n if n else 0
    letters = list(number_of)
    for start in range(0, len(letters), PAGE):
        page = letters[start : start + PAGE]
        place_of = {letter: place for place, letter in enumerate(page, 1)}
        table = {ord(letter): place_of.get(letter, 0) for letter in letters}
        places = words.translate(table).encode("latin-1")
        digits = [b"0" * place + b"1" + b"0" * (255 - place) for place in range(len(page) + 1)]
        for i in range(n):
            column = places[i::n][::-1]  # the last word comes first in the digits of a number
            for letter, place in place_of.items():
                if place in column:
                    holding[i][number_of[letter]] |= int(column.translate(digits[place]), 2)
    return WordIndex(holding, count, remembered_bits)


def numbers(words: int) -> list[int]:
    """Return the numbers of the words in a set, ascending.

    It returns what `satcross.base.bits.members` returns, but its time is proportional to the length of a wide integer,
    not to the square of it.

    >>> numbers(0b1001)
    [0, 3]
    """
    digits = bin(words)[:1:-1]
    places = []
    place = digits.find("1")
    while place >= 0:
        places.append(place)
        place = digits.find("1", place + 1)
    return places
