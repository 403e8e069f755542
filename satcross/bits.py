"""Bit sets: sets of small numbers as Python integers, in which bit k says whether k is a member."""

from __future__ import annotations


def members(bits: int) -> list[int]:
    """Return the members of a bit set in ascending order.

    >>> members(0b1101)
    [0, 2, 3]
    """
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
