"""A regular clue on a line: one table for all layers, passed through forwards and backwards.

A regular clue on a line is a layered graph.  Its match variable m(i, p) says "position p consumes the letter at index i".
All layers share one table (`satcross.constraints.regular.table`), which says which letters a position holds and which
positions follow it.  A forward and backward pass (`satcross.constraints.regular.passes`) computes, for given domains, the
positions that lie on some way through all layers; the letters that remain possible and the clauses both follow from these.

Sets of positions and sets of letter classes are bit sets in Python integers.  n is the line's length, i an index.

References: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004; C.-G. Quimper
and T. Walsh, Global grammar constraints, CP 2006, section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final, TypeAlias

from satcross.cnf.encoder import Encoder
from satcross.cnf.sink import Lit
from satcross.cnf.variables import single_bits
from satcross.constraints.protocol import Description, Kept, Revision
from satcross.constraints.regular.passes import forward_and_backward, incremental
from satcross.constraints.regular.positions import atoms
from satcross.constraints.regular.reduction import merge_states
from satcross.constraints.regular.table import Table
from satcross.tuning import DEFAULT_TUNING, Tuning

Way: TypeAlias = tuple[float, int, int, "Way | None"]
"""A way from an atom to the end: the logarithm of its choices, minus the atom, the atom's letters, the way onward."""


class RegularConstraint:
    """A regular clue, unrolled to `n` letters."""

    __slots__ = ("_most_states", "n", "size", "table")

    is_regular: Final = True
    is_domain_consistent: Final = True
    is_decided_by_letters: Final = True
    priority: Final = 0

    def __init__(self, table: Table, n: int, tuning: Tuning = DEFAULT_TUNING) -> None:
        self.table: Final = table
        self.n: Final = n
        self.size: Final = len(table.masks) * n
        self._most_states: Final = tuning.entailment_states

    def layers(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the positions on some way through all layers; None if there is no way.

        domains  letter mask of each index
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
        return kept[index] & ~self.table.holding(mask) != 0

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return True if every choice of letters from `domains` surely matches (False: not known).

        It does if one way through all layers holds every letter of each domain.
        """
        table = self.table
        active = table.first
        here = 0
        for domain in domains:
            here = active & table.covering(domain)
            if not here:
                return False
            active = table.after(here)
        return bool(here & table.last) if domains else table.is_nullable

    def holds_for_all(self, domains: Sequence[int]) -> bool:
        """Return whether every choice of letters from `domains` matches.

        The determinised clue is fed with all of them at once.  The answer is False if more sets of positions meet at
        one index than the tuning allows.
        """
        if self.is_entailed(domains):
            return True
        table = self.table
        states = {table.first}
        reached: set[int] = set()
        for domain in domains:
            holding = {table.holding(bit) for bit in single_bits(domain)}
            reached = set()
            for state in states:
                for held in holding:
                    here = state & held
                    if not here:
                        return False
                    reached.add(here)
            if len(reached) > self._most_states:
                return False
            states = {table.after(here) for here in reached}
        return all([here & table.last for here in reached])

    def signature(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Return the layers from the first to the last index with several letters; `domains` if there is none.

        They say all that is asked there, whatever letters stand before and after.
        """
        several = [index for index, mask in enumerate(domains) if mask & (mask - 1)]
        layers = self.layers(domains) if several else None
        return tuple(domains if layers is None else layers[several[0] : several[-1] + 1])

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return the letters of the way through all layers that has the most choices of letters from `domains`.

        None if there is no way.  By dynamic programming from the last layer to the first.
        """
        layers = self.layers(domains)
        if not layers:
            return layers
        table = self.table
        masks, follow = table.masks, table.follow
        best: list[Way] = []
        for domain, here in zip(reversed(domains), reversed(layers), strict=True):
            ways: list[Way] = []
            for atom in table.members(here):
                held = masks[atom] & domain
                choices = log2(held.bit_count())
                onward = None
                following = follow[atom]
                for way in best:
                    if following >> -way[1] & 1:
                        onward = way
                        choices += way[0]
                        break
                ways.append((choices, -atom, held, onward))
            ways.sort(reverse=True)
            best = ways
        rest: Way | None = best[0]
        cube = []
        while rest is not None:
            _, _, held, rest = rest
            cube.append(held)
        return cube

    def letter_sets(self, domains: Sequence[int]) -> list[set[int]]:
        """Return for each index the letter masks of the atoms there."""
        masks = self.table.masks
        return [{masks[atom] for atom in atoms(here)} for here in self.layers(domains) or [0] * len(domains)]

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true.

        Variables: m[i, s], the letter at index i is consumed by strand s (`merge_states`); where there is one strand only, m
        is the selector (or simply true).
        Clauses:
            selector -> OR m[i, s]                             each index has a strand
            m[i, s] -> OR m[i+1, t], t after s                 unless all merge_states are
            m[i+1, t] -> OR m[i, s], t after s                 unless it is after all merge_states; only `redundant_clauses`
            m[i, s] -> x[c(i)] in S(s)
            selector, x[c(i), a] -> OR m[i, s], a in S(s)      unless all merge_states hold a (`_supports`)
        All but the third and the last kind would do; the last lets unit propagation see which letters have lost their
        merge_states, and with the third it finds all consequences (F. Bacchus, GAC via unit propagation, CP 2007).  The
        third are a third more clauses: worth it where the search is long (docs/decisions/011-merge_states.md).
        """
        domains = encoder.domains(cells)
        layers = self.layers(domains)
        if layers is None:
            encoder.require([], selector)
            return
        variables, add = encoder.variables, encoder.sink.add
        # m[i, s] is `first` + s; an index with one strand has no variables, its `first` is 0
        first_before = 0
        merged = merge_states(layers, domains, self.table.by_letters, self.table.by_follow)
        for cell, (letters, before, after) in zip(cells, merged, strict=True):
            if len(letters) == 1:
                encoder.imply_member(selector, cell, letters[0])
                first_before = 0
                continue
            first = variables.fresh(len(letters))
            encoder.require(list(range(first, first + len(letters))), selector)
            for lit, mask in enumerate(letters, first):
                encoder.imply_member(lit, cell, mask)
            _supports(encoder, cell, letters, first, selector)
            if first_before:
                for lit, others in enumerate(after, first_before):
                    if len(others) < len(letters):
                        clause = [first + other for other in others]
                        clause.append(-lit)
                        add(clause)
                if encoder.redundant_clauses:
                    for lit, earlier in enumerate(before, first):
                        if len(earlier) < len(after):
                            clause = [first_before + other for other in earlier]
                            clause.append(-lit)
                            add(clause)
            first_before = first

    def describe(self) -> Description:
        """Return the table and the length."""
        return Description(self.n, table=self.table)


def _supports(encoder: Encoder, cell: int, held: Sequence[int], first: Lit, selector: Lit | None) -> None:
    """Add the support clauses of one index: a letter needs one of the merge_states that hold it.

    Unless clauses go `redundant_clauses`, letters held by the same merge_states share one clause "one of these merge_states, or another
    letter" where there are more of them than of other letters, and more than two.  (It is weaker under unit propagation
    than a clause for each of them, but saves a sixth of all clauses.)

    held   the letters of each strand
    first  the variable of the first strand
    """
    lits = encoder.variables.lits[cell]
    alike: dict[tuple[int, ...], list[Lit]] = {}
    for block, letter in lits.items():
        support = tuple([lit for lit, mask in enumerate(held, first) if mask & block])
        alike.setdefault(support, []).append(letter)
    for support, letters in alike.items():
        if len(support) == len(held):
            continue
        if not encoder.redundant_clauses and len(letters) > max(2, len(lits) - len(letters)):
            others = [letter for letter in lits.values() if letter not in letters]
            encoder.require([*support, *others], selector)
        else:
            for letter in letters:
                encoder.require([*support, -letter], selector)
