"""Whether a regular clue matches every choice of letters from given domains: quick tests, and an exact one."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.solver.constraints.regular.table import Table


def accepts_all(table: Table, domains: Sequence[int], most_states: int) -> bool:
    """Return whether every choice of letters from `domains` matches.

    One string is tried first, because most lines that are open reject it.  If one way through all layers holds every
    letter, all match.  Else the table is determinised.  The answer is False if more than `most_states` sets of
    positions meet at one index.
    """
    if not _accepts(table, [domain & -domain for domain in domains]):
        return False
    return has_covering_way(table, domains) or _has_no_counterexample(table, domains, most_states)


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
    active = table.first
    here = 0
    for letter in letters:
        here = active & table.holding[letter]
        if not here:
            return False
        active = table.after[here]
    return bool(here & table.last) if letters else table.is_nullable
