"""What the clauses of several constraints share: letters of cells, and cells that hold the same letter.

In: the variable map of a formula.  Out: literals that stand for statements about cells, and the clauses that define
them.  All statements are relative to the domains of the variable map: a letter outside a cell's domain is false.  A
mask that is asked about must not contain a part of a block only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from satcross.base.bits import single_bits
from satcross.base.tuning import POSITIONS
from satcross.solver.cnf.sink import Lit, RecordingSink, Sink
from satcross.solver.cnf.variables import VariableMap


class Encoder:
    """Writes clauses over the letters of `variables` into `sink`; equal statements share one literal.

    Args:
        redundant_clauses: Whether constraints should also add clauses that follow from the others and shorten long
            searches.
        encoding: The name of the encoding of regular clues (`satcross.solver.encodings`).
    """

    __slots__ = (
        "_codes",
        "_members",
        "_negated",
        "_same",
        "_truth",
        "encoding",
        "redundant_clauses",
        "sink",
        "variables",
    )

    def __init__(
        self, variables: VariableMap, sink: Sink, *, redundant_clauses: bool = False, encoding: str = POSITIONS
    ) -> None:
        self.variables = variables
        self.sink = sink
        self.redundant_clauses = redundant_clauses
        self.encoding = encoding
        self._codes: dict[int, dict[int, tuple[Lit, ...]]] = {}
        self._members: dict[tuple[int, int], Lit] = {}
        self._same: dict[tuple[int, int, tuple[int, ...]], Lit] = {}
        self._negated: set[tuple[int, int, tuple[int, ...]]] = set()
        self._truth: Lit = 0

    @contextmanager
    def recorded(self) -> Iterator[list[list[Lit]]]:
        """Within the context, keep a copy of each clause that is added; yield the list of the copies."""
        sink = self.sink
        recording = self.sink = RecordingSink(sink)
        try:
            yield recording.clauses
        finally:
            self.sink = sink

    def truth(self) -> Lit:
        """Return a literal that is true in every model."""
        if not self._truth:
            self._truth = self.variables.fresh(1, "a variable that is always true")
            self.sink.add([self._truth])
        return self._truth

    def member(self, cell: int, mask: int) -> Lit:
        """Return a literal that is true iff `cell` holds a letter of `mask`.

        Variables: y[c, S], unless S or its complement in the domain is one block.
        Clauses: y -> OR x[c, B];   x[c, B] -> y;   for the blocks B in S.
        Size: a clause for each block, and one more.
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
        variable = self._members.get((cell, mask))
        if variable is None:
            variable = self._members[cell, mask] = self.variables.fresh(
                1, "letter sets: a cell holds a letter of the set"
            )
            inside = [lit for block, lit in lits.items() if block & mask]
            for lit in inside:
                self.sink.add([variable, -lit])
            self.sink.add([-variable, *inside])
        return variable

    def codes(self, cell: int) -> dict[int, tuple[Lit, ...]]:
        """Return for each block of `cell` the literals, one for each bit, that spell the number of the block.

        Variables: b[c, j], bit j of the number of the block; in a cell with one variable that variable is the only bit.
        Clauses, for each block B: x[c, B] -> each bit of B;   all bits of B -> x[c, B].
        Size: 1 + log k clauses for each of the k blocks.
        """
        bits = self._codes.get(cell)
        if bits is None:
            bits = self._codes[cell] = self._new_codes(self.variables.lits[cell], self.variables.domains[cell])
        return bits

    def _new_codes(self, lits: dict[int, Lit], domain: int) -> dict[int, tuple[Lit, ...]]:
        if len(set(map(abs, lits.values()))) < 2:
            return {block: (lit,) for block, lit in lits.items()} if len(lits) == 2 else {domain: ()}
        width = (len(lits) - 1).bit_length()
        first = self.variables.fresh(width, "bits: the number of the letters that a cell holds has the bit")
        codes = {}
        for number, (block, lit) in enumerate(lits.items()):
            code = tuple([first + j if number >> j & 1 else -(first + j) for j in range(width)])
            codes[block] = code
            for bit in code:
                self.sink.add([-lit, bit])
            self.sink.add([lit, *[-bit for bit in code]])
        return codes

    def imply_member(self, lit: Lit | None, cell: int, mask: int) -> None:
        """Add `lit` -> `cell` holds a letter of `mask`, as one long clause or a few short ones (`lit` None: true)."""
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
        """Return a literal that is true only if both cells hold a letter of the same of `blocks`.

        Args:
            blocks: A partition of the letters; empty: each letter is a block.
            is_negated: Whether the literal's negation will be used, too; only then must it be true if the letters are
                the same.

        Variables: e[c, d].
        Clauses, for each block B, with b[c] the membership of cell c in B:
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
        variable = self._same.get(key)
        if variable is None:
            variable = self._same[key] = self.variables.fresh(1, "equalities: two cells hold the same letter")
            self._require_same(variable, left, right, parts)
        if is_negated and key not in self._negated:
            self._negated.add(key)
            self._imply_same(variable, left, right, parts)
        return variable

    def _require_same(self, lit: Lit, left: int, right: int, blocks: Sequence[int]) -> None:
        """Add lit, b[left] -> b[right] and lit, b[right] -> b[left], for each block b."""
        near, far = self.variables.domains[left], self.variables.domains[right]
        clauses: list[tuple[Lit, ...]] = []
        for block in blocks:
            b = self.member(left, block) if near & block else None
            d = self.member(right, block) if far & block else None
            if b and d:
                clauses += [(-lit, -b, d), (-lit, b, -d)]
            elif b:
                clauses.append((-lit, -b))
            elif d:
                clauses.append((-lit, -d))
        self.sink.add_all(clauses)

    def _imply_same(self, lit: Lit, left: int, right: int, blocks: Sequence[int]) -> None:
        """Add b[left], b[right] -> lit, for each block b."""
        near, far = self.variables.domains[left], self.variables.domains[right]
        for block in blocks:
            if near & block and far & block:
                self.sink.add([lit, -self.member(left, block), -self.member(right, block)])

    def domains(self, cells: Sequence[int]) -> list[int]:
        """Return the domains of `cells`."""
        return [self.variables.domains[cell] for cell in cells]

    def require(self, clause: list[Lit], selector: Lit | None) -> None:
        """Add `clause`, or `selector` -> `clause` if there is a selector."""
        self.sink.add(clause if selector is None else [-selector, *clause])
