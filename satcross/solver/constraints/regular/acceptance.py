"""What regular clues accept: every choice of letters from given domains, or a string that another clue rejects.

Whether all choices match is decided by quick tests, and by an exact one that determinises the clue's table: the states
reached are sets of positions.  What tells two clues apart is found by running both tables side by side, over all
strings at once: the states reached are pairs of such sets.  A string that only one clue accepts ends in a pair that
accepts in that one only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from satcross.base.bits import single_bits
from satcross.regex.letters.classes import Classes
from satcross.regex.meaning.core import Core
from satcross.solver.constraints.regular.positions import positions
from satcross.solver.constraints.regular.table import Table


def accepts_all(table: Table, domains: Sequence[int], most_states: int) -> bool:
    """Return whether every choice of letters from `domains` matches.

    If one way through all layers holds every letter, all match.  Else two strings are tried, of the first letters and
    of the last, because most lines that are open reject one of them.  Only then is the table determinised.  The answer
    is False if more than `most_states` sets of positions meet at one index.
    """
    if has_covering_way(table, domains):
        return True
    first = [domain & -domain for domain in domains]
    last = [1 << domain.bit_length() - 1 for domain in domains]
    return _accepts(table, first) and _accepts(table, last) and _has_no_counterexample(table, domains, most_states)


def has_covering_way(table: Table, domains: Sequence[int]) -> bool:
    """Return whether some way through all layers holds every letter of each domain.

    Then every choice of letters from `domains` matches; the converse holds if each domain is one letter.
    """
    return _has_way(table, table.covering, domains)


def _has_no_counterexample(table: Table, domains: Sequence[int], most_states: int) -> bool:
    """Return whether a search finds no string of `domains`, at least one domain, that does not match.

    It goes depth first.  Where few positions are left such a string is most likely, so these go first.
    """
    last = len(domains) - 1
    seen: list[set[int]] = [set() for _ in domains]
    pending = [(0, table.first)]
    while pending:
        index, active = pending.pop()
        for here in sorted(
            {active & holding for holding in table.kinds[domains[index]]}, key=int.bit_count, reverse=True
        ):
            if not here or (index == last and not here & table.last):
                return False
            if index < last and here not in seen[index]:
                seen[index].add(here)
                pending.append((index + 1, table.after[here]))
        if len(seen[index]) > most_states:
            return False
    return True


def _accepts(table: Table, letters: Sequence[int]) -> bool:
    """Return whether the string of these single letters matches."""
    return _has_way(table, table.holding, letters)


def _has_way(table: Table, admitted: Mapping[int, int], domains: Sequence[int]) -> bool:
    """Return whether some way through all layers keeps to the positions that are `admitted` for each domain."""
    active = table.first
    here = 0
    for domain in domains:
        here = active & admitted[domain]
        if not here:
            return False
        active = table.after[here]
    return bool(here & table.last) if domains else table.is_nullable


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
