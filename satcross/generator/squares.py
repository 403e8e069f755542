"""Word squares: grids of letters whose rows and columns all are words.

In: the numbers of rows and columns, words by their length, and a source of random choices.  Out: the rows of a square
with other words down than across, or, if the search finds none, of one that reads the same in both directions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

MOST_TRIED: Final = 60_000
"""Words that are tried for the rows of one square.  That takes less than half a second."""


def word_square(rows: int, columns: int, words: Mapping[int, Sequence[str]], random: Random) -> tuple[str, ...]:
    """Return the rows of a word square, no word of which occurs twice in a direction; () if none is found.

    >>> listed = {3: ["BIT", "ICE", "TEN", "CAT"]}
    >>> word_square(3, 3, listed, Random(1))
    ('BIT', 'ICE', 'TEN')
    """
    across, down = list(words.get(columns, ())), list(words.get(rows, ()))
    random.shuffle(across)
    for is_mirrored in (False, True) if rows == columns else (False,):
        square = _Search(rows, across, down, is_mirrored=is_mirrored).found()
        if square:
            return square
    return ()


class _Search:
    """A search for the rows, one after the other, in which the columns stay beginnings of words."""

    def __init__(self, rows: int, across: Sequence[str], down: Sequence[str], *, is_mirrored: bool) -> None:
        self._rows: Final = rows
        self._is_mirrored: Final = is_mirrored
        self._words: Final = frozenset(down)
        self._left = MOST_TRIED
        self._following: Final[defaultdict[str, set[str]]] = defaultdict(set)  # letters that continue a beginning
        for word in down:
            for end, letter in enumerate(word):
                self._following[word[:end]].add(letter)
        self._by_start: Final[defaultdict[str, list[str]]] = defaultdict(list)
        for word in across:
            for end in range(rows if is_mirrored else 1):
                self._by_start[word[:end]].append(word)

    def found(self) -> tuple[str, ...]:
        return self._continued(())

    def _continued(self, square: tuple[str, ...]) -> tuple[str, ...]:
        """Return a whole square that begins with the rows of `square`; () if none is found."""
        if len(square) == self._rows:
            return square if self._is_good(square) else ()
        beginnings = ["".join(column) for column in zip(*square, strict=True)]
        start = beginnings[len(square)] if self._is_mirrored and square else ""
        for word in self._by_start[start]:
            if self._left == 0:
                return ()
            self._left -= 1
            if word in square or not self._goes_on(beginnings or [""] * len(word), word):
                continue
            if whole := self._continued((*square, word)):
                return whole
        return ()

    def _goes_on(self, beginnings: Sequence[str], word: str) -> bool:
        return all(letter in self._following[each] for each, letter in zip(beginnings, word, strict=True))

    def _is_good(self, square: tuple[str, ...]) -> bool:
        """Return whether the columns are different words, and others than the rows unless both are the same."""
        columns = ["".join(column) for column in zip(*square, strict=True)]
        are_others = self._is_mirrored or not set(columns).intersection(square)
        return are_others and len(set(columns)) == len(columns) and self._words.issuperset(columns)
