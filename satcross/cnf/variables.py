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
    """

    __slots__ = ("count", "domains", "lits")

    def __init__(self, blocks: Sequence[Sequence[int]], *, is_compact: bool) -> None:
        self.count = 0
        self.lits: list[dict[int, Lit]] = []
        domains = []
        for parts in blocks:
            domains.append(sum(parts))
            if is_compact and len(parts) == 2:
                variable = self.fresh()
                self.lits.append({parts[0]: variable, parts[1]: -variable})
            elif is_compact and len(parts) == 1:
                self.lits.append({})
            else:
                self.lits.append({part: self.fresh() for part in parts})
        self.domains = tuple(domains)

    def fresh(self) -> Lit:
        """Return a new auxiliary variable."""
        self.count += 1
        return self.count

    def one_block_each(self, sink: Sink) -> None:
        """Add "each cell holds a letter of exactly one block"."""
        for lits in self.lits:
            variables = list(lits.values())
            is_negated_pair = len(variables) == 2 and variables[0] == -variables[1]
            if variables and not is_negated_pair:
                exactly_one(variables, self.fresh, sink)

    def decode(self, is_true: Callable[[Lit], bool]) -> tuple[int, ...]:
        """Return the block of each cell in a model, given the truth of literals."""
        return tuple(
            next((block for block, lit in lits.items() if is_true(lit)), domain)
            for domain, lits in zip(self.domains, self.lits, strict=True)
        )

    def blocking(self, blocks: Sequence[int]) -> list[Lit]:
        """Return the clause "some cell holds a letter of another block than in `blocks`"."""
        return [-lits[block] for block, lits in zip(blocks, self.lits, strict=True) if lits]


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
