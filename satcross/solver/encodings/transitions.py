"""The transitions of a deterministic automaton as implications: a state and a letter lead to the next state.

In: the layers of a regular clue, made deterministic.  Out: clauses that are satisfied iff the letters lead from the
first state to the last.

Variables: q[i, s], "the first i letters lead to state s".  Where there is one state (at least before the first letter
and after the last) it has no variable.

Clauses, with d(s, B) the state to which the letters of block B lead from s:

    exactly one q[i, s], for each i
    selector, q[i, s], x[c(i), B] -> q[i+1, d(s, B)]
    selector, q[i, s] -> not x[c(i), B]                  if no letter of B can come after s

Size: a clause for each state and block, and "exactly one" for each index.

Unit propagation follows a string forwards, letter by letter.  It finds less from the end backwards, and it does not see
that a letter has lost its last transition.  So it is not domain consistent.

Reference: C.-G. Quimper and T. Walsh, Global grammar constraints, CP 2006, where "regular" is a chain of ternary
constraints on a letter and the states before and after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.encodings.layers import MergedLayer, deterministic, state_count
from satcross.solver.encodings.line_encoding import LineEncoding, blocks_of, exactly_one_state, imply, some_state

STATES: Final = "states: the letters so far lead to the state"


def add_clauses(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    blocks = [blocks_of(encoder, cell) for cell in cells]
    automaton = deterministic(layers, [[block for block, _ in each] for each in blocks])
    before = some_state(encoder, 1, STATES)
    for here, steps in zip(blocks, automaton, strict=True):
        after = some_state(encoder, state_count(steps), STATES)
        exactly_one_state(encoder, after)
        for state, row in zip(before, steps, strict=True):
            for block, letter in here:
                imply(encoder, [state, letter], [after[row[block]]] if block in row else [], selector)
        before = after


ENCODING: Final = LineEncoding(
    idea="the state after each letter (deterministic)",
    size="states x letters",
    propagation="forwards only",
    reference="Quimper and Walsh, CP 2006",
    add_clauses=add_clauses,
)
