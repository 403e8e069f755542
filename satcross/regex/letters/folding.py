"""Which letters are the same when case is ignored, according to each engine.

A *fold* is the name of a relation.  Two letters are the same under it if and only if they have one representative:

    python              `re`, comparing with a group: the simple lower case of the running Python
    python-ascii        the same under the flag a
    javascript          ECMAScript's Canonicalize without u or v: simple upper case, ASCII kept apart
    javascript-unicode  under u or v: simple case folding

`closure` gives the letters that a pattern's letters match.  In ECMAScript those are the letters with the same
representative.  In `re` letters with the same upper case match as well, though a comparison with a group does not
accept them; and members of a class above U+FFFF follow their own rule (`closure_of_class`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from satcross.base.platform import HAS_RE_OF_3_14
from satcross.regex import ASCII, IGNORE_CASE, UNICODE
from satcross.regex.letters import (
    BASIC,
    LetterSet,
    complement,
    contains,
    difference,
    from_ranges,
    intersection,
    iterate,
    size,
    union,
)

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
        single: The letters that are in the class by themselves.
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
    """Return `letters` with the upper and lower case of each, if the two are the same under `fold`.

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
    """Return for each lower-case letter the letters with the same upper case, itself included, if there are others."""
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
