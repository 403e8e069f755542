"""What the clauses of several constraints share: letters of cells, and cells that hold the same letter.

In: the variable map of a formula.  Out: clauses into a sink, and literals that stand for statements about cells.  All
statements are relative to the domains of the variable map: a letter outside a cell's domain is false.  A mask that is
asked about must not cut through a block of the variable map.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.cnf.sink import Lit, Sink
from satcross.cnf.variables import VariableMap, single_bits


class Encoder:
    """Writes clauses into `sink`, over the letters of `variables`; each statement gets its literal once.

    redundant_clauses  whether constraints are to add clauses that follow from their others, and shorten long searches
    """

    __slots__ = ("_members", "_negated", "_same", "_truth", "redundant_clauses", "sink", "variables")

    def __init__(self, variables: VariableMap, sink: Sink, *, redundant_clauses: bool = False) -> None:
        self.variables = variables
        self.sink = sink
        self.redundant_clauses = redundant_clauses
        self._members: dict[tuple[int, int], Lit] = {}
        self._same: dict[tuple[int, int, tuple[int, ...]], Lit] = {}
        self._negated: set[tuple[int, int, tuple[int, ...]]] = set()
        self._truth: Lit = 0

    def truth(self) -> Lit:
        """Return a literal that is true in every model."""
        if not self._truth:
            self._truth = self.variables.fresh()
            self.sink.add([self._truth])
        return self._truth

    def member(self, cell: int, mask: int) -> Lit:
        """Return a literal that is true iff `cell` holds a letter of `mask`.

        Variables: y[c, S], unless S or its complement in the domain is one letter.
        Clauses: y -> OR x[c, a] (a in S);   x[c, a] -> y (a in S).   Size: |S| + 1 clauses.
        """
        domain = self.variables.domains[cell]
        mask &= domain
        if mask == domain:
            return self.truth()
        if not mask:
            return -self.truth()
        lits = self.variables.lits[cell]
        single = lits.get(mask)
        if single is not None:
            return single
        opposite = lits.get(domain ^ mask)
        if opposite is not None:
            return -opposite
        found = self._members.get((cell, mask))
        if found is None:
            found = self._members[cell, mask] = self.variables.fresh()
            inside = [lit for block, lit in lits.items() if block & mask]
            for lit in inside:
                self.sink.add([found, -lit])
            self.sink.add([-found, *inside])
        return found

    def imply_member(self, lit: Lit | None, cell: int, mask: int) -> None:
        """Add `lit` -> `cell` holds a letter of `mask` (`lit` None: it does): one long clause or a few short ones."""
        domain = self.variables.domains[cell]
        outside = domain & ~mask
        if not outside:
            return
        lits = self.variables.lits[cell]
        single = lits.get(domain & mask)
        if single is not None:
            self.require([single], lit)
            return
        within = [each for block, each in lits.items() if block & mask]
        if len(lits) - len(within) == 1 or (len(lits) - len(within)) * 3 < len(within):
            for block, each in lits.items():
                if block & outside:
                    self.require([-each], lit)
        else:
            self.require(within, lit)

    def same(self, left: int, right: int, blocks: tuple[int, ...], *, is_negated: bool) -> Lit:
        """Return a literal that is true only if the cells hold letters of one block; no blocks: the same letter.

        is_negated  whether its negation will be used too; only then does it have to be true if the cells are the same

        Variables: e[c, d].   Clauses, for each block B, with b the membership in B:
        e, b[c] -> b[d];   e, b[d] -> b[c];   and, if negated, b[c], b[d] -> e.
        """
        if left == right:
            return self.truth()
        if left > right:
            left, right = right, left
        near, far = self.variables.domains[left], self.variables.domains[right]
        parts = blocks or single_bits(near | far)
        for cell, domain in ((right, near), (left, far)):
            for block in parts:
                if not domain & ~block:
                    return self.member(cell, block)
        key = (left, right, blocks)
        add = self.sink.add
        found = self._same.get(key)
        if found is None:
            found = self._same[key] = self.variables.fresh()
            for block in parts:
                if near & block and far & block:
                    b, d = self.member(left, block), self.member(right, block)
                    add([-found, -b, d])
                    add([-found, b, -d])
                elif near & block:
                    add([-found, -self.member(left, block)])
                elif far & block:
                    add([-found, -self.member(right, block)])
        if is_negated and key not in self._negated:
            self._negated.add(key)
            for block in parts:
                if near & block and far & block:
                    add([found, -self.member(left, block), -self.member(right, block)])
        return found

    def domains(self, cells: Sequence[int]) -> list[int]:
        """Return the domains of `cells`."""
        return [self.variables.domains[cell] for cell in cells]

    def require(self, clause: list[Lit], selector: Lit | None) -> None:
        """Add `clause`, or where there is a selector, `selector` -> `clause`."""
        self.sink.add(clause if selector is None else [-selector, *clause])
