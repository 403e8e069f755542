"""Letter classes: the split of an alphabet into letters that no clue can tell apart.

In: the alphabet and every letter set that the clues of a puzzle use.  Out: the coarsest partition of the alphabet such
that each set is a union of classes (in automata theory: minterms; in regex engines: byte classes).  In later stages a
set of letters is a *mask*: an int whose bit k says that class k is in the set.

Clues that compare cells (back-references) also tell letters of one class apart.  Then up to `ties` letters of a class
become classes of their own.  On `ties` cells at most `ties` letters of one class can occur, so all patterns of equal
and different letters stay possible, even if the class holds all of Unicode.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from satcross.regex.letters.sets import LetterSet, contains, size


class Classes:
    """A partition of `alphabet`.

    members  the letters of each class, in the order of their first letters
    shown    one letter of each class for display, printable if the class has a printable letter
    every    the mask of the whole alphabet
    starts   the first letter of each interval of the alphabet that lies in one class, ascending
    bits     the class bit (`1 << class`) of each such interval

    The masks of letter sets are remembered.
    """

    __slots__ = ("_masks", "alphabet", "bits", "every", "members", "shown", "starts")

    def __init__(
        self,
        alphabet: LetterSet,
        members: tuple[LetterSet, ...],
        shown: tuple[str, ...],
        starts: Sequence[int],
        bits: Sequence[int],
    ) -> None:
        self.alphabet: Final = alphabet
        self.members: Final = members
        self.shown: Final = shown
        self.every: Final = (1 << len(members)) - 1
        self.starts: Final = starts
        self.bits: Final = bits
        self._masks: Final[dict[LetterSet, int]] = {}

    def mask(self, letters: LetterSet) -> int:
        """Return the classes of `letters`, a subset of the alphabet that is a union of classes."""
        mask = self._masks.get(letters)
        if mask is None:
            mask = 0
            starts, bits = self.starts, self.bits
            for low, high in letters:
                for bit in bits[bisect_left(starts, low) : bisect_right(starts, high)]:
                    mask |= bit
            self._masks[letters] = mask
        return mask

    def mask_of(self, letter: str) -> int:
        """Return the mask of the class that holds `letter`; 0 for a letter outside of the alphabet."""
        code = ord(letter)
        return self.bits[bisect_right(self.starts, code) - 1] if contains(self.alphabet, code) else 0

    def masks(self, sets: Iterable[LetterSet]) -> tuple[int, ...]:
        """Return `mask` of each of `sets`."""
        known = self._masks.get
        return tuple([known(letters) or self.mask(letters) for letters in sets])

    def letters(self, mask: int) -> str:
        """Return the shown letters of the classes in `mask`."""
        return "".join(letter for number, letter in enumerate(self.shown) if mask >> number & 1)


def split(alphabet: LetterSet, sets: Iterable[LetterSet], ties: int | None = 0) -> Classes:
    """Return the letter classes of `alphabet` under `sets` (each a subset of it).

    ties  how many cells clues may compare with each other; None: each letter is a class of its own

    >>> split(((65, 70),), [((65, 65),), ((65, 67),)]).members
    (((65, 65),), ((66, 67),), ((68, 70),))
    """
    if ties is None:
        codes = [code for low, high in alphabet for code in range(low, high + 1)]
        singles = tuple(((code, code),) for code in codes)
        return Classes(alphabet, singles, tuple(map(chr, codes)), codes, [1 << k for k in range(len(codes))])
    members: list[LetterSet] = []
    for letters in _blocks(alphabet, set(sets)):
        members += _divide(letters, ties)
    members.sort()
    pieces = sorted((low, number) for number, letters in enumerate(members) for low, _ in letters)
    return Classes(
        alphabet,
        tuple(members),
        tuple(map(_shown, members)),
        [low for low, _ in pieces],
        [1 << number for _, number in pieces],
    )


def _blocks(alphabet: LetterSet, sets: Iterable[LetterSet]) -> list[LetterSet]:
    """Return the letters of `alphabet` in blocks: two letters share a block if they lie in the same of `sets`."""
    # for each letter the sets that begin or end there, bit 0 for the alphabet
    changes: dict[int, int] = {}
    bit = 1
    for letters in (alphabet, *sets):
        for low, high in letters:
            changes[low] = changes.get(low, 0) ^ bit
            changes[high + 1] = changes.get(high + 1, 0) ^ bit
        bit <<= 1
    blocks: dict[int, list[tuple[int, int]]] = {}
    inside = start = 0
    for code in sorted(changes):
        if inside & 1:
            blocks.setdefault(inside, []).append((start, code - 1))
        inside ^= changes[code]
        start = code
    return [tuple(block) for block in blocks.values()]


def _divide(letters: LetterSet, ties: int) -> list[LetterSet]:
    """Return `letters` in `min(size, max(ties, 1))` parts; all except the last have one letter."""
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
    """Return a letter of `letters` for display; preferred are, in this order, A-Z, a-z, 0-9 and printable letters."""
    for wanted in ((65, 90), (97, 122), (48, 57)):
        for low, high in letters:
            if low <= wanted[1] and high >= wanted[0]:
                return chr(max(low, wanted[0]))
    for low, high in letters:
        for code in range(low, min(high, low + 256) + 1):
            if chr(code).isprintable() and code != 32:
                return chr(code)
    return chr(letters[0][0])
