"""What each variable means: the letters of cells, and fresh auxiliary variables.

Variables: x[c, B] is true iff cell c holds a letter of block B.

The letters that a cell can still hold (its domain) fall into *blocks* of letters that no clause about this cell will
tell apart.  In a compact map a cell with one block has no variable, and a cell with two blocks has one, whose negation
stands for the second block.  Otherwise every block has a variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from satcross.solver.cnf.cardinality import exactly_one
from satcross.solver.cnf.sink import Lit, Sink

COUNTERS: Final = "sequential counters: one of the first literals is true"
"""The meaning of the auxiliary variables of "at most one"."""


class VariableMap:
    """The variables of a formula.

    Attributes:
        domains: Letter mask of each cell.
        lits: For each cell a mapping from block (a mask) to the literal "the cell holds a letter of the block"; the
            blocks are a partition of the domain; empty for a cell without variables.
        cells: Number of cells of the puzzle; cells from there on are auxiliary (`add_cell`) and no part of a solution.
        count: Number of variables so far.
        meanings: What auxiliary variables stand for, in words: those of all of them, or of those since it was cleared.
    """

    __slots__ = ("_is_compact", "cells", "count", "domains", "lits", "meanings")

    def __init__(self, blocks: Sequence[Sequence[int]], *, is_compact: bool) -> None:
        self._is_compact = is_compact
        self.count = 0
        self.meanings: set[str] = set()
        self.domains: list[int] = []
        self.lits: list[dict[int, Lit]] = []
        for each in blocks:
            self.add_cell(each)
        self.cells = len(self.lits)

    def add_cell(self, blocks: Sequence[int]) -> int:
        """Return the number of a new cell whose domain is split into `blocks`."""
        self.domains.append(sum(blocks))
        if self._is_compact and len(blocks) == 2:
            variable = self.fresh()
            self.lits.append({blocks[0]: variable, blocks[1]: -variable})
        elif self._is_compact and len(blocks) == 1:
            self.lits.append({})
        else:
            self.lits.append({block: self.fresh() for block in blocks})
        return len(self.lits) - 1

    def fresh(self, count: int = 1, meaning: str = "") -> Lit:
        """Return a new auxiliary variable, which is the first of `count` consecutive ones.

        Args:
            meaning: What they stand for, in words.
        """
        if meaning:
            self.meanings.add(meaning)
        self.count += count
        return self.count - count + 1

    def one_block_each(self, sink: Sink, first: int = 0) -> None:
        """Add "each cell from number `first` on holds a letter of exactly one block"."""
        for lits in self.lits[first:]:
            variables = list(lits.values())
            is_negated_pair = len(variables) == 2 and variables[0] == -variables[1]
            if variables and not is_negated_pair:
                exactly_one(variables, lambda: self.fresh(1, COUNTERS), sink)

    def decode(self, is_true: Callable[[Lit], bool]) -> tuple[int, ...]:
        """Return the block of each cell of the puzzle in a model, given which literals are true in it."""
        held = self.domains[: self.cells]
        for cell in range(self.cells):
            for block, lit in self.lits[cell].items():
                if is_true(lit):
                    held[cell] = block
                    break
        return tuple(held)

    def within(self, masks: Sequence[int]) -> list[Lit]:
        """Return literals that are all true iff each cell of the puzzle has a letter of its mask.

        No mask may contain a part of a block only.
        """
        return [lit for _, lits in self.lits_within(masks) for lit in lits]

    def lits_within(self, masks: Sequence[int]) -> Iterator[tuple[int, list[Lit]]]:
        """Yield for each cell that has lost letters its number, and the literals that say so (see `within`)."""
        for cell, (mask, domain, lits) in enumerate(zip(masks, self.domains, self.lits, strict=False)):
            if mask != domain:
                exact = lits.get(mask)
                yield cell, [-lit for block, lit in lits.items() if not block & mask] if exact is None else [exact]

    def outside(self, letters: Iterable[tuple[int, int]]) -> list[Lit]:
        """Return the clause "some cell holds none of its letters", for pairs of a cell and letters (whole blocks)."""
        return [lit for cell, mask in letters for block, lit in self.lits[cell].items() if not block & mask]

    def blocking(self, blocks: Sequence[int]) -> list[Lit]:
        """Return the clause "some cell of the puzzle holds a letter of another block than that in `blocks`"."""
        return [-lits[block] for block, lits in zip(blocks, self.lits, strict=False) if lits]
