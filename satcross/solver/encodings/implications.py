"""What the encodings share: implications, in which some parts may be known to be true, and variables of states.

A literal may be None here.  Then it stands for something that is always true: an index with one state, or a cell with
one block of letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satcross.solver.cnf.cardinality import exactly_one
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.cnf.variables import COUNTERS

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
