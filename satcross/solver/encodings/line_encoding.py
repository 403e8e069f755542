"""What an encoding of regular clues is, and what the encodings share: implications, and variables of states.

All encodings speak of the same letters: x[c, B], "cell c holds a letter of block B" (`solver.cnf.variables`).  All of
them start from the same layers of merged states.  Projected on the letters, they all have the same models.  They differ
in their size, and in what unit propagation finds out.

A literal may be None here.  Then it stands for something that is always true: an index with one state, or a cell with
one block of letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from satcross.solver.cnf.cardinality import exactly_one
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.cnf.variables import COUNTERS
from satcross.solver.encodings.layers import MergedLayer

AddClauses: TypeAlias = Callable[[Sequence[MergedLayer], Encoder, Sequence[int], Lit | None], None]
"""Adds clauses that bind the letters of some cells to the layers, where a selector (None: always) is true."""


class LineEncoding(NamedTuple):
    """A way to write a regular clue as clauses.

    Attributes:
        idea: What its variables say, in a few words.
        size: What the number of its clauses for one letter of a line grows with.
        propagation: What unit propagation on the clauses of one clue finds out.
        reference: Where it was published.
    """

    idea: str
    size: str
    propagation: str
    reference: str
    add_clauses: AddClauses


Known: TypeAlias = "Lit | None"
"""A literal; None: always true."""


def imply(encoder: Encoder, conditions: Sequence[Known], one_of: Sequence[Known], selector: Lit | None = None) -> None:
    """Add: if `selector` (if any) and all of `conditions` are true, then one of `one_of` is true."""
    clause = [-lit for lit in conditions if lit is not None]
    for lit in one_of:
        if lit is None:
            return
        clause.append(lit)
    encoder.require(clause, selector)


def some_state(encoder: Encoder, count: int, family: str) -> list[Known]:
    """Return a fresh variable for each of `count` states; None if there is only one."""
    if count == 1:
        return [None]
    first = encoder.variables.fresh(count, family)
    return [*range(first, first + count)]


def exactly_one_state(encoder: Encoder, states: Sequence[Known]) -> None:
    """Add "exactly one of `states`", whatever any selector says: this restricts no letters."""
    lits = [lit for lit in states if lit is not None]
    if lits:
        exactly_one(lits, lambda: encoder.variables.fresh(1, COUNTERS), encoder.sink)


def blocks_of(encoder: Encoder, cell: int) -> list[tuple[int, Known]]:
    """Return the blocks of letters of `cell`, each with the literal "the cell holds a letter of the block"."""
    lits = encoder.variables.lits[cell]
    return [*lits.items()] if lits else [(encoder.variables.domains[cell], None)]
