"""What every room stands on: bit sets, and immutable records (`typing.NamedTuple`, made in a third of the time).

In: a class with annotated fields.  Out: the class that `typing.NamedTuple` would make.  Before Python 3.14 that one
compiles the annotation of each field, which takes 20 microseconds a field and nobody asks for.  A process that solves
a small puzzle makes about seventy such classes.  From Python 3.14 on, a class is made before its annotations are known,
and `typing.NamedTuple` is used itself.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Iterable
from functools import lru_cache

TYPE_CHECKING = False  # for type checkers this is true, as `typing.TYPE_CHECKING` is, whose import takes a while

if TYPE_CHECKING or sys.version_info >= (3, 14):
    from typing import NamedTuple as NamedTuple
else:

    class _RecordType(type):
        """Makes a named tuple of each class with fields."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = namespace.get("__annotations__", {})
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            record = namedtuple(name, fields, defaults=defaults, module=namespace["__module__"])
            for key, value in namespace.items():
                if key not in ("__module__", "__classcell__"):
                    setattr(record, key, value)
            return record

    class NamedTuple(metaclass=_RecordType):
        """What a class of fields derives from."""


# Bit sets: sets of small numbers as Python integers, in which bit k says whether k is a member.
#
# A set of letters of a cell, or of positions of a clue, is one integer, called its *mask*.


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
