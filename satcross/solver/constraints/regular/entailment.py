"""Whether a regular clue matches every choice of letters from given domains: a quick test, and an exact one."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.base.bits import single_bits
from satcross.solver.constraints.regular.table import Table


def has_covering_way(table: Table, domains: Sequence[int]) -> bool:
    """Return whether some way through all layers holds every letter of each domain.

    Then every choice of letters from `domains` matches; the converse holds if each domain is one letter.
    """
    active = table.first
    here = 0
    for domain in domains:
        here = active & table.covering[domain]
        if not here:
            return False
        active = table.after[here]
    return bool(here & table.last) if domains else table.is_nullable


def accepts_all(table: Table, domains: Sequence[int], most_states: int) -> bool:
    """Return whether every choice of letters from `domains`, at least one domain, matches.

    The determinised table is fed with all letters of each domain at once.  The answer is False if more than
    `most_states` sets of positions meet at one index.
    """
    states = {table.first}
    reached: set[int] = set()
    for domain in domains:
        holding = {table.holding[bit] for bit in single_bits(domain)}
        reached = set()
        for state in states:
            for held in holding:
                here = state & held
                if not here:
                    return False
                reached.add(here)
        if len(reached) > most_states:
            return False
        states = {table.after[here] for here in reached}
    return all([here & table.last for here in reached])
