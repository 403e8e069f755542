"""Sets of strings as few products of letter sets: AC, AD, BC and BD are [AB][CD].

Emoji come in such families: each of many letters, with each of five skin tones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from satcross.regex.letters.sets import LetterSet, union

Product: TypeAlias = tuple[LetterSet, ...]
"""The strings that have a letter of the first set, then one of the second, and so on."""


def products(strings: Iterable[Product]) -> list[Product]:
    """Return products that together hold the strings of `strings` and no others, the longest first.

    >>> A, B, C, D = (((code, code),) for code in b"ABCD")
    >>> products([(A, C), (A, D), (B, C), (B, D), (A,)])
    [(((65, 66),), ((67, 68),)), (((65, 65),),)]
    """
    by_length: dict[int, list[Product]] = {}
    for string in strings:
        by_length.setdefault(len(string), []).append(string)
    return [product for length in sorted(by_length, reverse=True) for product in _merged(by_length[length], length)]


def _merged(listed: Sequence[Product], length: int) -> Sequence[Product]:
    """Return products with the strings of `listed`; those that differ in one place only become one."""
    before = len(listed) + 1
    while len(listed) < before:
        before = len(listed)
        for place in range(length):
            sets_by_rest: dict[Product, set[LetterSet]] = {}
            for product in listed:
                rest = product[:place] + product[place + 1 :]
                sets_by_rest.setdefault(rest, set()).add(product[place])
            listed = [
                (*rest[:place], union(*sets) if len(sets) > 1 else next(iter(sets)), *rest[place:])
                for rest, sets in sets_by_rest.items()
            ]
    return listed
