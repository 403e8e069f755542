"""Passes over the layers of a regular clue: forwards and backwards, or incremental.

A regular clue on a line of n letters is a layered graph with one layer for each index.  A layer is the set of the
positions that lie on some way through all layers, given the domains.  A *forward and backward pass* computes the layers
from nothing; an *incremental pass* updates them after some domains have shrunk, and touches only what changes.

Reference: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satcross.solver.constraints.regular.table import Table

Pass: TypeAlias = tuple[list[int], list[tuple[int, int]]]
"""The positions of each layer, and (index, letters) pairs: the letters that are left wherever some are ruled out."""


def forward_and_backward(table: Table, domains: Sequence[int]) -> Pass | None:
    """Return the layers of `domains`, and what is left wherever letters are ruled out; None if nothing matches."""
    if not domains:
        return ([], []) if table.is_nullable else None
    holding, after = table.holding, table.after
    layers = []
    here = 0
    for domain in domains:
        here = (after[here] if here else table.first) & holding[domain]
        if not here:
            return None
        layers.append(here)
    return _backward(table, domains, layers, len(layers), table.last)


def incremental(table: Table, domains: Sequence[int], layers: Sequence[int], narrowed: Sequence[int]) -> Pass | None:
    """Return what `forward_and_backward` returns, computed from the layers of larger domains.

    Args:
        layers: The layers of the last pass, over larger domains.
        narrowed: The indices, at least one, where some position of `layers` has lost all its letters; other domains may
            have shrunk too.

    Layers change only around these indices, as far as one change leads to the next.
    """
    updated = list(layers)
    low, high = min(narrowed), max(narrowed)
    here = layers[low] & table.holding[domains[low]]
    i = low
    while True:
        if not here:
            return None
        if here == layers[i] and i >= high:
            break
        updated[i] = here
        i += 1
        if i == len(updated):
            break
        here = layers[i] & table.after[here]
        if i <= high:
            here &= table.holding[domains[i]]
    return _backward(table, domains, updated, i, -1, low)


def _backward(
    table: Table, domains: Sequence[int], layers: list[int], end: int, preceding: int, low: int = 0
) -> Pass | None:
    """Remove from `layers`, in place, what no way from there to the end reaches; return what the whole pass returns.

    Args:
        end: The layers from this index on are known to be right.
        preceding: The positions that may stand just before it.
        low: Below this index the pass ends at the first layer that loses nothing.
    """
    before = table.before
    kept = []
    for i in range(end - 1, -1, -1):
        here = layers[i] & preceding
        if not here:
            return None
        if i < low and here == layers[i]:
            break
        layers[i] = here
        held, preceding = before[here]
        domain = domains[i]
        letters = domain & held
        if letters != domain:
            kept.append((i, letters))
    kept.reverse()
    return layers, kept
