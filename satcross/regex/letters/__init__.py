"""Sets of letters, letters that are the same when case is ignored, and classes of letters that no clue tells apart.

A letter is a code point, but never a surrogate.  A *letter set* is a sorted tuple of inclusive ranges that neither
overlap nor touch, so equal sets are equal tuples.  The alphabet is a letter set, too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from satcross.base.bits import members
from satcross.base.platform import HAS_RE_OF_3_14
from satcross.regex import ASCII, IGNORE_CASE, UNICODE

LetterSet: TypeAlias = tuple[tuple[int, int], ...]

MAXIMUM = 0x10FFFF
NO_LETTER: LetterSet = ()
BASIC: LetterSet = ((0, 0xD7FF), (0xE000, 0xFFFF))
"""The letters up to U+FFFF: those that are one unit of UTF-16."""
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


# Which letters are the same when case is ignored, according to each engine.
#
# A *fold* is the name of a relation.  Two letters are the same under it if and only if they have one representative:
#
#     python              `re`, comparing with a group: the simple lower case of the running Python
#     python-ascii        the same under the flag a
#     javascript          ECMAScript's Canonicalize without u or v: simple upper case, ASCII kept apart
#     javascript-unicode  under u or v: simple case folding
#
# `closure` gives the letters that a pattern's letters match.  In ECMAScript those are the letters with the same
# representative.  In `re` letters with the same upper case match as well, though a comparison with a group does not
# accept them; and members of a class above U+FFFF follow a rule of their own (`closure_of_class`).


PYTHON: Final = "python"
PYTHON_ASCII: Final = "python-ascii"
JAVASCRIPT: Final = "javascript"
JAVASCRIPT_UNICODE: Final = "javascript-unicode"

LAST_BASIC: Final = 0xFFFF
CASED: Final = range(0x20000)  # no letter of the planes above has a case


def fold_of(dialect: str, flags: int) -> str:
    """Return the name of the relation "the same letter" under `flags`; "" is identity."""
    if not flags & IGNORE_CASE:
        return ""
    if dialect == "python":
        return PYTHON_ASCII if flags & ASCII else PYTHON
    return JAVASCRIPT_UNICODE if flags & UNICODE else JAVASCRIPT


def representative(fold: str) -> Callable[[int], int]:
    """Return the function from a letter to the representative of all that are the same under `fold` ("": identity).

    >>> representative("python")(ord("A")) == representative("python")(ord("a"))
    True
    """
    table = _representatives(fold) if fold else {}
    return lambda code: table.get(code, code)


@cache
def _representatives(fold: str) -> dict[int, int]:
    """Return the representative of each letter that has another one."""
    if fold == PYTHON_ASCII:
        return {code: code + 32 for code in range(65, 91)}
    if fold == PYTHON:
        # only U+0130 has a longer full lower case; its simple lower case is i
        return {code: ord(lower[0]) for code, lower in _converted(str.lower)}
    from satcross.regex.letters.case_tables import LEGACY, UNICODE

    classes = (LEGACY if fold == JAVASCRIPT else UNICODE).split()
    return {ord(letter): ord(same[0]) for same in classes for letter in same[1:]}


def case_groups(folds: Iterable[str]) -> list[tuple[int, ...]]:
    """Return the sets of two or more letters that are the same under one of `folds`, or linked by such letters.

    >>> case_groups(["python-ascii"])[0]
    (65, 97)
    """
    group_of: dict[int, set[int]] = {}
    for fold in filter(None, folds):
        for same in _same_letters(fold):
            group = set(same).union(*(group_of.get(code, ()) for code in same))
            group_of.update(dict.fromkeys(group, group))
    return sorted({tuple(sorted(group)) for group in group_of.values()})


@cache
def _same_letters(fold: str) -> tuple[tuple[int, ...], ...]:
    """Return the sets of two or more letters that are the same under `fold`."""
    groups: dict[int, list[int]] = {}
    for code, same in _representatives(fold).items():
        groups.setdefault(same, [same]).append(code)
    return tuple(map(tuple, groups.values()))


def closure(letters: LetterSet, fold: str) -> LetterSet:
    """Return every letter that one of `letters` matches under `fold`.

    >>> closure(((107, 107),), "javascript-unicode")  # k: also K and the Kelvin sign
    ((75, 75), (107, 107), (8490, 8490))
    """
    alike = _alike(fold)
    few = size(letters) < len(alike)
    cased = filter(alike.__contains__, iterate(letters)) if few else (code for code in alike if contains(letters, code))
    return union(letters, from_ranges((other, other) for code in cased for other in alike[code]))


def closure_of_class(single: LetterSet, ranges: Sequence[tuple[int, int]], fold: str) -> LetterSet:
    """Return every letter that a class of `re` with two members or more matches under `fold`.

    Args:
        single: The letters that stand in the class by themselves.
        ranges: The ranges of the class; both ends belong to them.

    `re` lowers the case of a letter of the text and compares it with the members.  It has lowered the case of all
    members up to U+FFFF, so these match their closure.  A range that ends above U+FFFF stays as it is written
    (`_optimize_charset` in Lib/re/_compiler.py).  It matches a letter if it holds the lower case of that letter or
    the upper case of the lower case (RANGE_UNI_IGNORE); under the flag a, from Python 3.14 on, only the former.
    A letter above U+FFFF that stands by itself is lowered from Python 3.14 on.  Before, such a capital matched nothing.
    """
    low_ranges = [(low, min(high, LAST_BASIC)) for low, high in ranges if low <= LAST_BASIC]
    letters = closure(union(intersection(single, BASIC), from_ranges(low_ranges)), fold)
    high_single = intersection(single, complement(BASIC))
    high_ranges = from_ranges((low, high) for low, high in ranges if high > LAST_BASIC)
    if not high_single and not high_ranges:
        return letters
    members = union(high_single, high_ranges)
    if HAS_RE_OF_3_14:
        lowered = representative(fold)
        members = union(high_ranges, from_ranges((lowered(code), lowered(code)) for code in iterate(high_single)))
    if not (HAS_RE_OF_3_14 and fold == PYTHON_ASCII):
        upper = ((code, code) for code, high in _first_upper_case().items() if contains(high_ranges, high))
        members = union(members, from_ranges(upper))
    return union(letters, _lowered_into(members, fold))


def _lowered_into(letters: LetterSet, fold: str) -> LetterSet:
    """Return the letters whose lower case, as `fold` has it, is in `letters`."""
    lower = _representatives(fold)
    kept = difference(letters, from_ranges((code, code) for code in lower))
    return union(kept, from_ranges((code, code) for code, low in lower.items() if contains(letters, low)))


def partners(letters: LetterSet, fold: str) -> LetterSet:
    """Return `letters` with the upper and lower case of each, as far as the two are the same under `fold`.

    These are the letters that a clue mentions: the author of `(?i)k` means k and K, not the Kelvin sign.
    """
    both = union(letters, _shifted(letters, 65, 90, 32), _shifted(letters, 97, 122, -32))
    if fold == PYTHON_ASCII or not letters or letters[-1][1] < 128:
        return both
    of = representative(fold)
    more = [
        (other, other)
        for code, low in _representatives(PYTHON).items()
        for one, other in ((code, low), (low, code))
        if one >= 128
        and contains(letters, one)
        and of(one) == of(other)
        and (other == low or chr(one).upper() == chr(other))
    ]
    return union(both, from_ranges(more))


def _shifted(letters: LetterSet, low: int, high: int, by: int) -> LetterSet:
    """Return the letters of `letters` from `low` to `high`, each moved by `by`."""
    return tuple((start + by, end + by) for start, end in intersection(letters, ((low, high),)))


def _converted(convert: Callable[[str], str]) -> Iterator[tuple[int, str]]:
    """Yield every letter whose case `convert` changes, with what it becomes."""
    for start in range(CASED.start, CASED.stop, 256):
        block = "".join(map(chr, range(start, start + 256)))
        if convert(block) != block:
            for letter in block:
                if convert(letter) != letter:
                    yield ord(letter), convert(letter)


@cache
def _first_upper_case() -> dict[int, int]:
    """Return the first letter of the upper case, in the running Python, of every letter that has another."""
    return {code: ord(upper[0]) for code, upper in _converted(str.upper)}


@cache
def _same_upper_case() -> dict[int, tuple[int, ...]]:
    """Return for each lower-case letter those with the same upper case, itself included, if there are others."""
    by_upper: dict[str, list[int]] = {}
    for code, upper in _converted(str.upper):
        if code not in _representatives(PYTHON):
            by_upper.setdefault(upper, []).append(code)
    return {code: tuple(same) for same in by_upper.values() if len(same) > 1 for code in same}


@cache
def _alike(fold: str) -> dict[int, tuple[int, ...]]:
    """Return for each letter that matches others under `fold` all letters that it matches."""
    if fold != PYTHON:
        return {code: each for each in _same_letters(fold) for code in each}
    lower, same = _representatives(fold), _same_upper_case()
    lowering_to = {each[0]: each for each in _same_letters(fold)}
    alike: dict[int, tuple[int, ...]] = {}
    for code in {*lower, *lowering_to, *same}:
        low = lower.get(code, code)
        alike[code] = tuple(
            other for matched in same.get(low, (low,)) for other in lowering_to.get(matched, (matched,))
        )
    return alike


# Letter classes: the split of an alphabet into letters that no clue can tell apart.
#
# In: the alphabet and every letter set that the clues of a puzzle use.  Out: the coarsest partition of the alphabet
# such that each set is a union of classes (in automata theory: minterms; in regex engines: byte classes).  In later
# stages a set of letters is a *mask*: an int whose bit k says that class k is in the set.
#
# Clues that compare cells (back-references) also tell letters of one class apart.  Then up to `ties` letters of a class
# become classes of their own.  On `ties` cells at most `ties` letters of one class can occur, so all patterns of equal
# and different letters stay possible, even if the class holds all of Unicode.
#
# Where a comparison ignores case, letters that it takes for the same form a *group*: A and a.  Groups are of one kind
# if their letters lie in the same sets and are the same under the same relations.  Clues can distinguish groups of one
# kind only by comparing cells, so `ties` of them are enough, too.  Letters of a group that no set and no relation
# separates stay in one class.


_UNPRINTABLE: Final = 6_400  # letters in a row, as many as the private use area has; longer runs hide nothing visible


class Classes:
    """A partition of `alphabet`.

    Attributes:
        members: The letters of each class, in the order of their first letters.
        shown: One letter of each class for display, printable if the class has a printable letter.
        every: The mask of the whole alphabet.
        starts: The first letter of each interval of the alphabet that lies in one class, ascending.
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
        ties: How many cells clues may compare with each other; None: each letter is a class of its own.
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
