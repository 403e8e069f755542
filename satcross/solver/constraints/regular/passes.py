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
    holding, after, before = table.holding, table.after, table.before
    layers = []
    here = 0
    for domain in domains:
        here = (after[here] if here else table.first) & holding[domain]
        if not here:
            return None
        layers.append(here)
    preceding = table.last
    kept = []
    for i in range(len(layers) - 1, -1, -1):
        here = layers[i] & preceding
        if not here:
            return None
        layers[i] = here
        held, preceding = before[here]
        domain = domains[i]
        letters = domain & held
        if letters != domain:
            kept.append((i, letters))
    kept.reverse()
    return layers, kept


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
    kept = []
    preceding = -1
    for j in range(i - 1, -1, -1):
        here = updated[j] & preceding
        if not here:
            return None
        if j < low and here == layers[j]:
            break
        updated[j] = here
        held, preceding = table.before[here]
        letters = domains[j] & held
        if letters != domains[j]:
            kept.append((j, letters))
    kept.reverse()
    return updated, kept
