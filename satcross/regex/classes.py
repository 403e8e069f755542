"""Letter classes: the split of an alphabet into letters that no clue can tell apart.

In: the alphabet and every letter set that the clues of a puzzle use.  Out: the coarsest partition of the alphabet into
which every set falls exactly (automata people say minterms, regex engines byte classes).  From here on a set of
letters is a *mask*: an int whose bit k says that class k is in it.

Clues that compare cells (back-references) do tell letters apart by comparing them.  A class is then split up into
single letters, up to `ties` of them: on `ties` cells no more than `ties` letters of one class can occur, so which
patterns of equal and different letters are possible stays exact, even when the class holds all of Unicode.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from satcross.regex.charset import LetterSet, size


class Classes:
    """A partition of an alphabet.

    members  letters of each class, in the order of their first letters
    shown    one letter of each class, for people: printable where the class has such a letter
    every    the mask of the whole alphabet
    starts   first letter of each interval of the alphabet that lies in one class, ascending
    bits     class bit (`1 << class`) of each such interval

    The masks of letter sets are remembered.
    """

    __slots__ = ("_masks", "bits", "every", "members", "shown", "starts")

    def __init__(
        self, members: tuple[LetterSet, ...], shown: tuple[str, ...], starts: Sequence[int], bits: Sequence[int]
    ) -> None:
        self.members: Final = members
        self.shown: Final = shown
        self.every: Final = (1 << len(members)) - 1
        self.starts: Final = starts
        self.bits: Final = bits
        self._masks: Final[dict[LetterSet, int]] = {}

    def mask(self, letters: LetterSet) -> int:
        """Return the classes of `letters`, a subset of the alphabet that falls into classes exactly."""
        mask = self._masks.get(letters)
        if mask is None:
            mask = 0
            starts, bits = self.starts, self.bits
            for low, high in letters:
                place = bisect_left(starts, low)
                while place < len(starts) and starts[place] <= high:
                    mask |= bits[place]
                    place += 1
            self._masks[letters] = mask
        return mask

    def letters(self, mask: int) -> str:
        """Return the shown letters of the classes in `mask`."""
        return "".join(letter for number, letter in enumerate(self.shown) if mask >> number & 1)


def split(alphabet: LetterSet, sets: Iterable[LetterSet], ties: int | None = 0) -> Classes:
    """Return the letter classes of `alphabet` under `sets` (each a subset of it).

    ties  how many cells clues may compare with each other; None: every class becomes single letters

    >>> split(((65, 70),), [((65, 65),), ((65, 67),)]).members
    (((65, 65),), ((66, 67),), ((68, 70),))
    """
    if ties is None:
        codes = [code for low, high in alphabet for code in range(low, high + 1)]
        singles = tuple(((code, code),) for code in codes)
        return Classes(singles, tuple(map(chr, codes)), codes, [1 << k for k in range(len(codes))])
    distinct = sorted(set(sets))
    cuts = {low for low, _ in alphabet} | {high + 1 for _, high in alphabet}
    for letters in distinct:
        for low, high in letters:
            cuts.add(low)
            cuts.add(high + 1)
    bounds = sorted(cuts)
    intervals = _intervals(alphabet, bounds)
    blocks = _refine([_positions(intervals, letters) for letters in distinct], len(intervals))
    members: list[LetterSet] = []
    for block in blocks:
        letters = tuple(each for place, each in enumerate(intervals) if block >> place & 1)
        members += _divide(letters, ties)
    members.sort()
    pieces = sorted((low, number) for number, letters in enumerate(members) for low, _ in letters)
    return Classes(
        tuple(members),
        tuple(map(_shown, members)),
        [low for low, _ in pieces],
        [1 << number for _, number in pieces],
    )


def _intervals(alphabet: LetterSet, bounds: Sequence[int]) -> list[tuple[int, int]]:
    """Return the alphabet cut at every bound."""
    intervals = []
    for low, high in alphabet:
        place = bisect_left(bounds, low)
        while bounds[place] <= high:
            intervals.append((bounds[place], min(bounds[place + 1] - 1, high)))
            place += 1
    return intervals


def _positions(intervals: Sequence[tuple[int, int]], letters: LetterSet) -> int:
    """Return the bit set of the intervals that lie in `letters`."""
    positions = 0
    for low, high in letters:
        start = bisect_left(intervals, (low, 0))
        end = bisect_left(intervals, (high + 1, 0))
        positions |= (1 << end) - (1 << start)
    return positions


def _refine(sets: Sequence[int], total: int) -> list[int]:
    """Return the coarsest partition of `total` intervals into which all `sets` fall."""
    blocks = [(1 << total) - 1] if total else []
    for positions in sets:
        if len(blocks) == total:
            break
        finer = []
        for block in blocks:
            inside = block & positions
            if inside and inside != block:
                finer += [inside, block ^ inside]
            else:
                finer.append(block)
        blocks = finer
    return blocks


def _divide(letters: LetterSet, ties: int) -> list[LetterSet]:
    """Return `letters` in `min(size, max(ties, 1))` parts, all but the last of one letter."""
    parts: list[LetterSet] = []
    rest = letters
    while len(parts) + 1 < ties and size(rest) > 1:
        code = ord(_shown(rest))
        parts.append(((code, code),))
        rest = _without(rest, code)
    return [*parts, rest]


def _without(letters: LetterSet, code: int) -> LetterSet:
    return tuple(
        part
        for low, high in letters
        for part in ([(low, code - 1), (code + 1, high)] if low <= code <= high else [(low, high)])
        if part[0] <= part[1]
    )


def _shown(letters: LetterSet) -> str:
    """Return a letter of `letters` that people can read if there is one: A-Z, a-z, 0-9, any printable, any."""
    for wanted in ((65, 90), (97, 122), (48, 57)):
        for low, high in letters:
            if low <= wanted[1] and high >= wanted[0]:
                return chr(max(low, wanted[0]))
    for low, high in letters:
        for code in range(low, min(high, low + 256) + 1):
            if chr(code).isprintable() and code != 32:
                return chr(code)
    return chr(letters[0][0])
