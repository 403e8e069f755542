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
from typing import TYPE_CHECKING, Final

from satcross.base.bits import members
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.solver.constraints.protocol import Description, Kept, Revision
from satcross.solver.constraints.regular.passes import forward_and_backward, incremental
from satcross.solver.constraints.regular.table import Table

if TYPE_CHECKING:
    from satcross.solver.cnf.encoder import Encoder
    from satcross.solver.cnf.sink import Lit


class RegularConstraint:
    """A regular clue on a line of `n` letters (`satcross.solver.constraints.protocol.LineConstraint`)."""

    __slots__ = ("_most_states", "n", "size", "table")

    is_regular: Final = True
    is_domain_consistent: Final = True
    priority: Final = 0

    def __init__(self, table: Table, n: int, tuning: Tuning = DEFAULT_TUNING) -> None:
        self.table: Final = table
        self.n: Final = n
        self.size: Final = len(table.masks) * n
        self._most_states: Final = tuning.entailment_states

    def layers(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the positions on some way through all layers; None if there is no way.

        Args:
            domains: Letter mask of each index.
        """
        found = forward_and_backward(self.table, domains)
        return None if found is None else found[0]

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the letters that occur there in some match within `domains`; None if none matches."""
        found = forward_and_backward(self.table, domains)
        if found is None:
            return None
        letters = list(domains)
        for i, kept in found[1]:
            letters[i] = kept
        return letters

    def revise(self, domains: Sequence[int], kept: Kept, narrowed: Sequence[int]) -> Revision | None:
        """Return the layers of `domains`, to be kept, and what is left wherever letters are ruled out."""
        if kept is None:
            return forward_and_backward(self.table, domains)
        return incremental(self.table, domains, kept, narrowed)

    def is_affected(self, kept: list[int], index: int, mask: int) -> bool:
        """Return whether some position of the layer at `index` holds no letter of `mask`."""
        return kept[index] & ~self.table.holding[mask] != 0

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether one way through all layers holds every letter of each domain."""
        from satcross.solver.constraints.regular.entailment import has_covering_way

        return has_covering_way(self.table, domains)

    def holds_for_all(self, domains: Sequence[int]) -> bool:
        """Return whether every choice of letters from `domains` matches, unless too many sets of positions occur."""
        from satcross.solver.constraints.regular.entailment import accepts_all, has_covering_way

        return has_covering_way(self.table, domains) or (
            len(domains) > 0 and accepts_all(self.table, domains, self._most_states)
        )

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
