"""What an encoding of regular clues is: the one interface of all modules of this package.

All encodings speak of the same letters: x[c, B], "cell c holds a letter of block B" (`solver.cnf.variables`).  All of
them start from the same layers of merged states.  Projected on the letters, they all have the same models.  They differ
in their size, and in what unit propagation finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
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
