"""Which variable means what: one-hot letters of cells, and fresh auxiliary variables.

Variables: x[c, B] is true iff cell c holds a letter of block B.

The letters that a cell can still hold (its domain) fall into *blocks*: letters that no clause about this cell will tell
apart.  A cell with one block has no variable.  In a compact map a cell with two blocks has one variable, the second
block being its negation; otherwise every block has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from satcross.cnf.cardinality import exactly_one
from satcross.cnf.sink import Lit, Sink


class VariableMap:
    """The variables of a formula.

    domains  letter mask of each cell
    lits     for each cell a mapping from block (a mask) to the literal "the cell holds a letter of the block"; blocks
             part the domain; empty for a cell with one block, unless the map is not compact
    cells    number of cells of the puzzle; cells from there on are auxiliary (`add_cell`), no part of a solution
    """

    __slots__ = ("_is_compact", "cells", "count", "domains", "lits")

    def __init__(self, blocks: Sequence[Sequence[int]], *, is_compact: bool) -> None:
        self._is_compact = is_compact
        self.count = 0
        self.domains: list[int] = []
        self.lits: list[dict[int, Lit]] = []
        for each in blocks:
            self.add_cell(each)
        self.cells = len(self.lits)

    def add_cell(self, blocks: Sequence[int]) -> int:
        """Return the number of a new cell whose domain is parted into `blocks`."""
        self.domains.append(sum(blocks))
        if self._is_compact and len(blocks) == 2:
            variable = self.fresh()
            self.lits.append({blocks[0]: variable, blocks[1]: -variable})
        elif self._is_compact and len(blocks) == 1:
            self.lits.append({})
        else:
            self.lits.append({block: self.fresh() for block in blocks})
        return len(self.lits) - 1

    def fresh(self, count: int = 1) -> Lit:
        """Return a new auxiliary variable, the first of `count` consecutive ones."""
        self.count += count
        return self.count - count + 1

    def one_block_each(self, sink: Sink, first: int = 0) -> None:
        """Add "each cell from number `first` on holds a letter of exactly one block"."""
        for lits in self.lits[first:]:
            variables = list(lits.values())
            is_negated_pair = len(variables) == 2 and variables[0] == -variables[1]
            if variables and not is_negated_pair:
                exactly_one(variables, self.fresh, sink)

    def decode(self, is_true: Callable[[Lit], bool]) -> tuple[int, ...]:
        """Return the block of each cell of the puzzle in a model, given the truth of literals."""
        return tuple(
            next((block for block, lit in lits.items() if is_true(lit)), domain)
            for domain, lits in zip(self.domains[: self.cells], self.lits, strict=False)
        )

    def within(self, masks: Sequence[int]) -> list[Lit]:
        """Return literals that hold iff each cell of the puzzle has a letter of its mask; no mask cuts a block."""
        lits_within: list[Lit] = []
        for mask, domain, lits in zip(masks, self.domains, self.lits, strict=False):
            if mask != domain:
                exact = lits.get(mask)
                lits_within += [-lit for block, lit in lits.items() if not block & mask] if exact is None else [exact]
        return lits_within

    def blocking(self, blocks: Sequence[int]) -> list[Lit]:
        """Return the clause "some cell of the puzzle holds a letter of another block than in `blocks`"."""
        return [-lits[block] for block, lits in zip(blocks, self.lits, strict=False) if lits]


def parts(domain: int, masks: Iterable[int]) -> tuple[int, ...]:
    """Return the coarsest partition of `domain` into which every mask of `masks` falls exactly."""
    blocks = [domain]
    for mask in masks:
        finer = []
        for block in blocks:
            inside = block & mask
            if inside and inside != block:
                finer += [inside, block ^ inside]
            else:
                finer.append(block)
        blocks = finer
    return tuple(blocks)


def single_bits(mask: int) -> tuple[int, ...]:
    """Return the single bits of `mask`, ascending."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return tuple(bits)
