"""Bit sets: sets of small numbers as Python integers, in which bit k says whether k is a member.

A set of letters of a cell, or of positions of a clue, is one integer, called its *mask*.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=4_096)
def members(bits: int) -> tuple[int, ...]:
    """Return the members of a bit set in ascending order.

    The sets that were asked about last are remembered, since small ones are asked about again and again.

    >>> members(0b1101)
    (0, 2, 3)
    """
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return tuple(places)


def single_bits(mask: int) -> tuple[int, ...]:
    """Return the single bits of `mask`, ascending."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return tuple(bits)


def parts(domain: int, masks: Iterable[int]) -> tuple[int, ...]:
    """Return the coarsest partition of `domain` such that every mask of `masks` is a union of its parts."""
    blocks = [domain]
    for mask in masks:
        finer = []
        for block in blocks:
            inside = block & mask
            if inside and inside != block:
                finer += [inside, block ^ inside]
            else:
                finer.append(block)
        blocks = finer
    return tuple(blocks)
