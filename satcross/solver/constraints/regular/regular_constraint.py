"""A regular clue on a line: one table for all layers, passed through forwards and backwards.

A regular clue on a line is a layered graph.  All layers share one table (`solver.constraints.regular.table`), which
says which letters a position holds and which positions follow it.  A pass (`solver.constraints.regular.passes`)
computes, for given domains, the positions that lie on some way through all layers.  The letters that remain possible,
cubes of matches and the clauses all follow from these.

What only some puzzles need (cubes, clauses) is imported when it is asked for, because start-up is felt.

References: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004; C.-G.
Quimper and T. Walsh, Global grammar constraints, CP 2006, section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.base.bits import members
from satcross.base.tuning import Tuning
from satcross.solver.constraints.protocol import Description
from satcross.solver.constraints.regular.passes import forward_and_backward, incremental
from satcross.solver.constraints.regular.table import Table

if TYPE_CHECKING:
    from satcross.solver.cnf.encoder import Encoder
    from satcross.solver.cnf.sink import Lit


class PassResult(NamedTuple):
    """What a pass has found.

    Attributes:
        letters: What is left at each index.
        layers: The positions on some way through all layers.
    """

    letters: Sequence[int]
    layers: Sequence[int]


class RegularConstraint:
    """A regular clue on a line of `n` letters (`satcross.solver.constraints.protocol.LineConstraint`)."""

    __slots__ = ("_last", "_most_states", "n", "size", "table")

    is_exact: Final = True

    def __init__(self, table: Table, n: int, tuning: Tuning) -> None:
        self.table: Final = table
        self.n: Final = n
        self.size: Final = len(table.masks) * n
        self._most_states: Final = tuning.entailment_states
        self._last: PassResult | None = None

    def layers(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the positions on some way through all layers; None if there is no way.

        Args:
            domains: Letter mask of each index.
        """
        passes = forward_and_backward(self.table, domains)
        return None if passes is None else passes[0]

    def prune(self, domains: Sequence[int]) -> Sequence[int] | None:
        """Return for each index the letters that occur there in some match within `domains`; None if none matches.

        While searches narrow a line step by step, most layers stay as they are.  So the last layers are kept, and where
        `domains` lie within what was left then, only layers around the indices that matter are computed anew.
        """
        last = self._last
        affected = None if last is None else _affected(self.table, last, domains)
        if last is None or affected is None:
            passes = forward_and_backward(self.table, domains)
        elif affected:
            passes = incremental(self.table, domains, last.layers, affected)
        else:
            return domains
        if passes is None:
            return None
        layers, ruled_out = passes
        left = list(domains)
        for i, kept in ruled_out:
            left[i] = kept
        self._last = PassResult(left, layers)
        return left if ruled_out else domains

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether every choice of letters from `domains` matches, unless too many sets of positions occur."""
        from satcross.solver.constraints.regular.acceptance import accepts_all

        return accepts_all(self.table, domains, self._most_states)

    def signature(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Return the layers from the first to the last index with several letters; `domains` if there is none.

        They say all that is asked there, whatever letters stand before and after.
        """
        several = [index for index, mask in enumerate(domains) if mask & (mask - 1)]
        layers = self.layers(domains) if several else None
        return tuple(domains if layers is None else layers[several[0] : several[-1] + 1])

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return the letters of the way with the most choices of letters from `domains`; None if there is no way."""
        from satcross.solver.constraints.regular.cube import widest_cube

        layers = self.layers(domains)
        return widest_cube(self.table, layers, domains) if layers else layers

    def letter_sets(self, domains: Sequence[int]) -> list[set[int]]:
        """Return for each index the letter masks of the positions there."""
        masks = self.table.masks
        layers = self.layers(domains) or [0] * len(domains)
        return [{masks[position] for position in members(layer)} for layer in layers]

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""
        from satcross.solver.constraints.regular.reduction import merge_states
        from satcross.solver.encodings.registry import encoding_named

        domains = encoder.domains(cells)
        layers = self.layers(domains)
        if layers is None:
            encoder.require([], selector)
        else:
            merged = merge_states(self.table, layers, domains)
            encoding_named(encoder.encoding).add_clauses(merged, encoder, cells, selector)

    def describe(self) -> Description:
        """Return the table and the length."""
        return Description(self.n, table=self.table)


def _affected(table: Table, last: PassResult, domains: Sequence[int]) -> list[int] | None:
    """Return the indices where some position of the last layers has lost all its letters.

    None: `domains` do not lie within what was left then.
    """
    letters, layers = last
    holding = table.holding
    affected = []
    for i in compress(range(len(letters)), map(ne, letters, domains)):
        new = domains[i]
        if new & ~letters[i]:
            return None
        if layers[i] & ~holding[new]:
            affected.append(i)
    return affected
