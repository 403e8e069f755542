"""Whether two regular clues accept the same strings of one length.

The determinised tables of both are run side by side, over all strings at once: the states reached are pairs of sets of
positions, and the clues differ iff some pair at the end accepts in one of them only.
"""

from __future__ import annotations

from satcross.base.bits import single_bits
from satcross.regex.letters.classes import Classes
from satcross.regex.meaning.core import Core
from satcross.solver.constraints.regular.positions import positions
from satcross.solver.constraints.regular.table import Table


def accept_same_strings(one: Core, other: Core, n: int, classes: Classes, most_pairs: int) -> bool | None:
    """Return whether `one` and `other`, both regular, accept the same strings of `n` letters.

    Return None if more than `most_pairs` pairs of states meet at one index.

    classes  a partition of the alphabet into which the letter sets of both fall
    """
    left, right = (Table(positions(each, n), classes) for each in (one, other))
    if n == 0:
        return left.is_nullable == right.is_nullable
    bits = single_bits(classes.every)
    states = {(left.first, right.first)}
    for index in range(n):
        reached = {(here & left.holding[bit], there & right.holding[bit]) for here, there in states for bit in bits}
        if index == n - 1:
            return all(bool(here & left.last) == bool(there & right.last) for here, there in reached)
        states = {(left.after[here], right.after[there]) for here, there in reached}
        if len(states) > most_pairs:
            return None
    return True
