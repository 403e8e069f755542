"""A regular clue on a line: one table for all layers, swept forwards and backwards.

The circuit of a regular clue is a layered graph.  Its match variable m(i, p) says "the letter at index i is consumed
by atom p"; all layers share one table (`Table`): which letters an atom holds, and which atoms follow it.  A *sweep*
computes, for given domains, the atoms that lie on some way through all layers (`Layers`); from these follow both the
letters that remain possible and the clauses.

Sets of atoms and sets of letter classes are bit sets in Python integers.  n is the line's length, i an index.

References: G. Pesant, A regular language membership constraint, CP 2004; C.-G. Quimper and T. Walsh, Global grammar
constraints, CP 2006, section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final, TypeAlias

from satcross.cnf.encoder import Encoder
from satcross.cnf.sink import Lit
from satcross.constraints.regular.positions import Positions, atoms
from satcross.constraints.regular.reduction import merge_states
from satcross.regex.letters.classes import Classes

Way: TypeAlias = tuple[float, int, int, "Way | None"]
"""A way from an atom to the end: the logarithm of its choices, minus the atom, the atom's letters, the way onward."""

Swept: TypeAlias = tuple[list[int], list[tuple[int, int]]]
"""The atoms of each layer, and (index, letters) pairs: the letters that are left wherever some go."""

FEW: Final = 8
"""Atoms of a set up to which it is quicker to go through them than through those alike."""


class Table:
    """The positions of a regular clue over letter classes, with every step of a sweep remembered.

    masks         letter mask of each atom
    first, last   atoms that can consume the first, the last letter
    is_nullable   whether the empty string matches
    follow        atoms that can come next, of each atom
    precede       atoms that can come before, of each atom
    by_letters    the atoms that share each letter mask, and the mask

    The memory of steps is a determinised part of the table: only the sets of atoms that occur are ever built.
    """

    __slots__ = (
        "_after",
        "_before",
        "_by_follow",
        "_covering",
        "_holding",
        "_members",
        "by_letters",
        "first",
        "follow",
        "is_nullable",
        "last",
        "masks",
        "precede",
    )

    def __init__(self, positions: Positions, classes: Classes) -> None:
        self.masks: Final = classes.masks(positions.letters)
        self.first: Final = positions.first
        self.last: Final = positions.last
        self.is_nullable: Final = positions.is_nullable
        self.follow: Final = positions.follow
        self.by_letters: Final = _by_value(self.masks)
        self._by_follow: list[tuple[int, int]] | None = None
        self.precede: Final = positions.precede
        self._members: dict[int, tuple[int, ...]] = {}
        self._holding: dict[int, int] = {classes.every: (1 << len(self.masks)) - 1}
        self._covering: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._before: dict[int, tuple[int, int]] = {}

    @property
    def by_follow(self) -> list[tuple[int, int]]:
        """The atoms that share what can come next, and that."""
        if self._by_follow is None:
            self._by_follow = _by_value(self.follow)
        return self._by_follow

    def holding(self, domain: int) -> int:
        """Return the atoms that hold a letter of `domain`."""
        found = self._holding.get(domain)
        if found is None:
            found = 0
            for group, mask in self.by_letters:
                if mask & domain:
                    found |= group
            self._holding[domain] = found
        return found

    def covering(self, domain: int) -> int:
        """Return the atoms that hold every letter of `domain`."""
        found = self._covering.get(domain)
        if found is None:
            found = 0
            for group, mask in self.by_letters:
                if not domain & ~mask:
                    found |= group
            self._covering[domain] = found
        return found

    def after(self, active: int) -> int:
        """Return the atoms that can come next after any atom of `active`."""
        found = self._after.get(active)
        if found is None:
            found = 0
            if active.bit_count() > FEW:
                for group, following in self.by_follow:
                    if active & group:
                        found |= following
            else:
                follow = self.follow
                left = active
                while left:
                    low = left & -left
                    found |= follow[low.bit_length() - 1]
                    left ^= low
            self._after[active] = found
        return found

    def before(self, active: int) -> tuple[int, int]:
        """Return the letters that the atoms of `active` hold, and the atoms that can come before any of them."""
        found = self._before.get(active)
        if found is None:
            letters = preceding = 0
            if active.bit_count() > FEW:
                for group, mask in self.by_letters:
                    if active & group:
                        letters |= mask
                for group, following in self.by_follow:
                    if active & following:
                        preceding |= group
            else:
                masks, precede = self.masks, self.precede
                left = active
                while left:
                    low = left & -left
                    atom = low.bit_length() - 1
                    letters |= masks[atom]
                    preceding |= precede[atom]
                    left ^= low
            found = self._before[active] = (letters, preceding)
        return found

    def members(self, active: int) -> tuple[int, ...]:
        """Return the atoms of `active` in ascending order; an atom's rank is its place in here."""
        found = self._members.get(active)
        if found is None:
            found = self._members[active] = tuple(atoms(active))
        return found


def _by_value(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return (atoms, value) pairs: the atoms that share each distinct value."""
    groups: dict[int, int] = {}
    for atom, value in enumerate(values):
        groups[value] = groups.get(value, 0) | 1 << atom
    return [(group, value) for value, group in groups.items()]


class RegularConstraint:
    """A regular clue, unrolled to `n` letters."""

    __slots__ = ("n", "table")

    is_domain_consistent: Final = True
    """Whether one `prune` leaves no letter that a second one would rule out."""

    priority: Final = 0
    """Clues of lower priority are propagated first."""

    def __init__(self, table: Table, n: int) -> None:
        self.table: Final = table
        self.n: Final = n

    def layers(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the atoms on some way through all layers, or None if there is no way.

        domains  letter mask of each index
        """
        swept = self.sweep(domains)
        return None if swept is None else swept[0]

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index the letters that occur there in some match within `domains`; None if none matches."""
        swept = self.sweep(domains)
        if swept is None:
            return None
        letters = list(domains)
        for i, kept in swept[1]:
            letters[i] = kept
        return letters

    def sweep(self, domains: Sequence[int]) -> Swept | None:
        """Return the layers of `domains`, and what is left wherever letters go; None if there is no way through."""
        table = self.table
        if not domains:
            return ([], []) if table.is_nullable else None
        holding, after, before = table._holding, table._after, table._before
        layers = []
        active = table.first
        here = 0
        for domain in domains:
            if here:
                following = after.get(here)
                active = table.after(here) if following is None else following
            allowed = holding.get(domain)
            if allowed is None:
                allowed = table.holding(domain)
            here = active & allowed
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
            found = before.get(here)
            held, preceding = table.before(here) if found is None else found
            domain = domains[i]
            letters = domain & held
            if letters != domain:
                kept.append((i, letters))
        kept.reverse()
        return layers, kept

    def resweep(self, domains: Sequence[int], layers: Sequence[int], narrowed: Sequence[int]) -> Swept | None:
        """Return what `sweep` returns.

        layers    those of the last sweep, of larger domains
        narrowed  the indices, at least one, where an atom of `layers` has none of its letters left; any others may have
                  been narrowed too

        Layers change around these indices only, as far as one leads to the next.
        """
        table = self.table
        swept = list(layers)
        low, high = min(narrowed), max(narrowed)
        here = layers[low] & table.holding(domains[low])
        i = low
        while True:
            if not here:
                return None
            if here == layers[i] and i >= high:
                break
            swept[i] = here
            i += 1
            if i == len(swept):
                break
            here = layers[i] & table.after(here)
            if i <= high:
                here &= table.holding(domains[i])
        kept = []
        preceding = -1
        for j in range(i - 1, -1, -1):
            here = swept[j] & preceding
            if not here:
                return None
            if j < low and here == layers[j]:
                break
            swept[j] = here
            held, preceding = table.before(here)
            letters = domains[j] & held
            if letters != domains[j]:
                kept.append((j, letters))
        kept.reverse()
        return swept, kept

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

    def box(self, domains: Sequence[int]) -> list[int] | None:
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
        box = []
        while rest is not None:
            _, _, held, rest = rest
            box.append(held)
        return box

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
