"""A layered decision diagram on which unit propagation is complete.

In: the layers of a regular clue, made deterministic, which is a multi-valued decision diagram: its nodes are the states
and its edges the transitions.  Out: clauses that are satisfied iff the letters are those of a path through the diagram.

Variables and clauses: those of the tables (`satcross.solver.encodings.table`), and

    exactly one q[i, s], for each i

Size: that of the tables, and "exactly one" for each index.

Unit propagation is complete, not only on letters: whatever letters, nodes and edges are decided, it finds every other
one of them that must be true or false.  An edge that is true makes its nodes and its letter true.  A node or a letter
that is true excludes the others of its index.  What is left lies on some path, and what is left alone must be taken.
(The variables inside "exactly one" are not counted here.)

Reference: I. Abío, V. Gange, V. Mayer-Eichberger and P. J. Stuckey, On CNF encodings of decision diagrams, CPAIOR 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.encodings.layers import MergedLayer
from satcross.solver.encodings.line_encoding import LineEncoding, exactly_one_state
from satcross.solver.encodings.table import add_tables


def add_clauses(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    for states in add_tables(layers, encoder, cells, selector):
        exactly_one_state(encoder, states)


ENCODING: Final = LineEncoding(
    idea="a path through a layered decision diagram",
    size="3 x transitions, states",
    propagation="complete",
    reference="Abío and others, CPAIOR 2016",
    add_clauses=add_clauses,
)
