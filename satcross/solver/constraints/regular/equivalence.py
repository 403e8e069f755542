"""What tells two regular clues apart: whether each accepts a string of one length that the other rejects.

The determinised tables of both are run side by side, over all strings at once: the states reached are pairs of sets of
positions.  A string that only one clue accepts ends in a pair that accepts in that one only.
"""

from __future__ import annotations

from typing import NamedTuple

from satcross.base.bits import single_bits
from satcross.regex.letters.classes import Classes
from satcross.regex.meaning.core import Core
from satcross.solver.constraints.regular.positions import positions
from satcross.solver.constraints.regular.table import Table


class Difference(NamedTuple):
    """Whether there is a string that only the first of two clues accepts, and one that only the second accepts."""

    only_first: bool
    only_second: bool


def difference(first: Core, second: Core, n: int, classes: Classes, most_pairs: int) -> Difference | None:
    """Return how the strings of `n` letters differ that `first` and `second`, both regular, accept.

    Return None if more than `most_pairs` pairs of states meet at one index.

    Args:
        classes: A partition of the alphabet into which the letter sets of both fall.
    """
    left, right = (Table(positions(each, n), classes) for each in (first, second))
    if n == 0:
        return _difference({(left.is_nullable, right.is_nullable)})
    bits = single_bits(classes.every)
    states = {(left.first, right.first)}
    for index in range(n):
        reached = {(here & left.holding[bit], there & right.holding[bit]) for here, there in states for bit in bits}
        if index == n - 1:
            break
        states = {(left.after[here], right.after[there]) for here, there in reached}
        if len(states) > most_pairs:
            return None
    return _difference({(bool(here & left.last), bool(there & right.last)) for here, there in reached})


def _difference(ends: set[tuple[bool, bool]]) -> Difference:
    """Return the difference of two clues; `ends` says of some strings whether each clue accepts them."""
    return Difference((True, False) in ends, (False, True) in ends)
