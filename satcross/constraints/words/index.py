"""The words of one length as bit sets: which words hold a given letter at a given index, in one Python integer each.

In: words of equal length, and a number for each letter.  Out: `WordIndex`, which answers the two questions of arc
consistency with a few wide AND operations: which words remain if an index may hold only these letters, and which
letters remain if only these words do.  Letters are numbered from 0 and come as masks (bit k: letter k); words are
numbered in the order given and come as sets (bit w: word w).

n is the word length, i an index, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

PAGE = 255
"""Letters that one pass of the index builder can tell apart: the values of a byte, less one for all others."""

REMEMBERED_BITS = 100_000_000
"""How much an index remembers of each kind of answer before it starts afresh: 12 MB."""

PROBE = (1 << 1024) - 1
"""The words that are looked at first for one that holds a letter: an AND of so few costs a quarter of one of all."""


class WordIndex:
    """Words of length `n` as bit sets.

    holding  holding[i][k] is the set of the words whose letter at index i has number k
    count    how many words there are
    every    the set of all words
    """

    __slots__ = ("_letters", "_most", "_near", "_unions", "count", "every", "holding", "n")

    def __init__(self, holding: Sequence[Sequence[int]], count: int) -> None:
        self.n: Final = len(holding)
        self.holding: Final = holding
        self.count: Final = count
        self.every: Final = (1 << count) - 1
        self._most: Final = REMEMBERED_BITS // (count + 500) + 1
        self._unions: list[dict[int, int]] = [{} for _ in holding]
        self._letters: dict[int, tuple[int, ...]] = {}
        self._near: Final = [[words & PROBE for words in each] for each in holding]

    def words(self, i: int, mask: int) -> int:
        """Return the set of the words whose letter at index `i` is in `mask`."""
        unions = self._unions[i]
        found = unions.get(mask)
        if found is None:
            found = 0
            for holding in members(self.holding[i], mask):
                found |= holding
            if len(unions) * self.n >= self._most:
                unions.clear()
            unions[mask] = found
        return found

    def letters(self, words: int, domains: Sequence[int]) -> tuple[int, ...]:
        """Return for each index the mask of the letters that `words` hold there.

        domains  for each index a mask that holds all those letters: only they are tried
        """
        found = self._letters.get(words)
        if found is None:
            masks = []
            probe = words & PROBE
            for holding, near, domain in zip(self.holding, self._near, domains, strict=True):
                if domain & (domain - 1):
                    kept = 0
                    rest = domain
                    while rest:
                        low = rest & -rest
                        k = low.bit_length() - 1
                        if near[k] & probe or holding[k] & words:
                            kept |= low
                        rest ^= low
                    masks.append(kept)
                else:
                    masks.append(domain)
            if len(self._letters) >= self._most:
                self._letters.clear()
            found = self._letters[words] = tuple(masks)
        return found

    def within(self, domains: Sequence[int]) -> int:
        """Return the set of the words whose letters are all in the masks `domains`."""
        words = self.every
        for i, mask in enumerate(domains):
            words &= self.words(i, mask)
        return words


def build_index(words: str, n: int, number_of: Mapping[str, int]) -> WordIndex:
    """Return the index of `words`, words of length `n` in a row, of letters that `number_of` numbers.

    Size: n times (greatest number + 1) integers of a bit a word.
    """
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
    return WordIndex(holding, count)


def members(sets: Sequence[int], mask: int) -> list[int]:
    """Return the sets whose numbers are in `mask`, in ascending order of the numbers."""
    found = []
    while mask:
        low = mask & -mask
        found.append(sets[low.bit_length() - 1])
        mask ^= low
    return found


def numbers(words: int) -> list[int]:
    """Return the numbers of the members of a set, ascending.

    >>> numbers(0b1001)
    [0, 3]
    """
    digits = bin(words)[:1:-1]
    found = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found
