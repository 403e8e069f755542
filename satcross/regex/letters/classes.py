"""Letter classes: the split of an alphabet into letters that no clue can tell apart.

In: the alphabet and every letter set that the clues of a puzzle use.  Out: the coarsest partition of the alphabet
such that each set is a union of classes (in automata theory: minterms; in regex engines: byte classes).  In later
stages a set of letters is a *mask*: an int whose bit k says that class k is in the set.

Clues that compare cells (backreferences) also tell letters of one class apart.  Then up to `ties` letters of a class
become separate classes.  On `ties` cells at most `ties` letters of one class can occur, so all patterns of equal
and different letters stay possible, even if the class holds all of Unicode.

Where a comparison ignores case, letters that it takes for the same form a *group*: A and a.  Groups are of one kind
if their letters are in the same sets and are the same under the same relations.  Clues can distinguish groups of one
kind only by comparing cells, so `ties` of them are enough, too.  Letters of a group that no set and no relation
separates stay in one class.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from satcross.base.bits import members
from satcross.regex.letters import MAXIMUM, LetterSet, contains, difference, from_text, iterate, union
from satcross.regex.letters.folding import case_groups, representative

_UNPRINTABLE: Final = 6_400  # letters in a row, as many as the private use area has; longer runs hide nothing visible


class Classes:
    """A partition of `alphabet`.

    Attributes:
        members: The letters of each class, in the order of their first letters.
        shown: One letter of each class for display, printable if the class has a printable letter.
        every: The mask of the whole alphabet.
        starts: The first letter of each interval of the alphabet that is in one class, ascending.
        bits: The class bit (`1 << class`) of each such interval.

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
        return "".join([self.shown[number] for number in members(mask)])


def split(
    alphabet: LetterSet, sets: Iterable[LetterSet], ties: int | None = 0, relations: Collection[str] = ("",)
) -> Classes:
    """Return the letter classes of `alphabet` under `sets` (each a subset of it).

    Args:
        ties: How many cells clues may compare with each other; None: each letter is its own class.
        relations: The folds under which they compare them, "" for identity.

    >>> split(((65, 70),), [((65, 65),), ((65, 67),)]).members
    (((65, 65),), ((66, 67),), ((68, 70),))
    """
    if ties is None:
        codes = [code for low, high in alphabet for code in range(low, high + 1)]
        singles = tuple(((code, code),) for code in codes)
        return Classes(alphabet, singles, tuple(map(chr, codes)), codes, [1 << k for k in range(len(codes))])
    blocks = _blocks(alphabet, set(sets))
    has_folds = ties and any(relations)
    parts = sorted(_parts_under_folds(blocks, ties, relations) if has_folds else _parts(blocks, ties, {}))
    pieces = sorted((low, number) for number, (letters, _) in enumerate(parts) for low, _ in letters)
    return Classes(
        alphabet,
        tuple(letters for letters, _ in parts),
        tuple(shown for _, shown in parts),
        [low for low, _ in pieces],
        [1 << number for _, number in pieces],
    )


def _blocks(alphabet: LetterSet, sets: Iterable[LetterSet]) -> list[LetterSet]:
    """Return the letters of `alphabet` in blocks: two letters share a block if they are in the same of `sets`."""
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


Part: TypeAlias = tuple[LetterSet, str]
"""A class, and the letter of it that is shown."""


def _parts(blocks: Iterable[LetterSet], ties: int, joined: Mapping[int, LetterSet]) -> Iterator[Part]:
    """Yield each of `blocks` in up to `max(ties, 1)` parts; all except the last have one letter.

    Args:
        joined: Letters that stay together with others, and with which.
    """
    for block in blocks:
        rest = block
        for _ in range(ties - 1):
            letter = shown_letter(rest)
            own = joined.get(ord(letter)) or from_text(letter)
            if own == rest:
                break
            yield own, letter
            rest = difference(rest, own)
        yield rest, shown_letter(rest)


def _parts_under_folds(blocks: Sequence[LetterSet], ties: int, relations: Collection[str]) -> Iterator[Part]:
    """Yield the classes that `blocks` become if clues compare up to `ties` cells under `relations`."""
    intervals = sorted((low, high, number) for number, block in enumerate(blocks) for low, high in block)
    same = [representative(relation) for relation in relations]
    joined: dict[int, LetterSet] = {}
    groups_by_kind: dict[tuple[object, ...], list[list[LetterSet]]] = {}
    for group in case_groups(relations):
        atoms: dict[tuple[int, ...], str] = {}
        for code in group:
            low, high, number = intervals[bisect_right(intervals, (code, MAXIMUM, 0)) - 1]
            if low <= code <= high:
                key = (number, *(of(code) for of in same))
                atoms[key] = atoms.get(key, "") + chr(code)
        listed = sorted(atoms)
        sets = [from_text(atoms[key]) for key in listed]
        if len(sets) == 1:
            joined.update(dict.fromkeys(iterate(sets[0]), sets[0]))
        elif sets:
            firsts = [[next(k for k, key in enumerate(listed) if key[r] == here[r]) for r in range(1, len(here))]
                      for here in listed]  # fmt: skip
            kind = tuple((key[0], *first) for key, first in zip(listed, firsts, strict=True))
            groups_by_kind.setdefault(kind, []).append(sets)
    apart = union(*(letters for alike in groups_by_kind.values() for sets in alike for letters in sets))
    yield from _parts(filter(None, (difference(block, apart) for block in blocks)), ties, joined)
    for alike in groups_by_kind.values():
        alike.sort()
        for sets in alike[: ties - 1]:
            yield from ((letters, shown_letter(letters)) for letters in sets)
        rest = alike[ties - 1 :]
        for letters in zip(*rest, strict=True):
            # the shown letters are of one group: they compare as the classes do
            yield union(*letters), shown_letter(letters[0])


def shown_letter(letters: LetterSet) -> str:
    """Return a letter of `letters` for display: A-Z, a-z, 0-9, another printable letter or a space, if there is any."""
    for wanted in ((65, 90), (97, 122), (48, 57)):
        for low, high in letters:
            if low <= wanted[1] and high >= wanted[0]:
                return chr(max(low, wanted[0]))
    for low, high in letters:
        for code in range(low, min(high, low + _UNPRINTABLE) + 1):
            if chr(code).isprintable() and code != 32:
                return chr(code)
    return " " if contains(letters, 32) else chr(letters[0][0])
