"""The transitions of a deterministic automaton as tables: a variable for each tuple of state, letter and next state.

In: the layers of a regular clue, made deterministic.  Out: clauses that are satisfied iff the letters lead from the
first state to the last.

Variables: q[i, s], "the first i letters lead to state s", and t[i, s, B], "letter i is in block B, and comes after
state s".  Where there is one state it has no variable.

Clauses, with d(s, B) the state to which the letters of block B lead from s:

    t[i, s, B] -> q[i, s]
    t[i, s, B] -> q[i+1, d(s, B)]
    selector, t[i, s, B] -> x[c(i), B]
    q[i, s] -> OR t[i, s, B]
    q[i+1, r] -> OR t[i, s, B], d(s, B) = r
    selector, x[c(i), B] -> OR t[i, s, B]

Size: a variable and three clauses of two literals for each transition; a clause for each state from either side, and
one for each block.

Unit propagation is domain consistent: a transition loses its state or its letter, a state loses its last transition on
one side, a letter loses its last transition, and so on to the fixpoint that the forward and backward passes find.

Reference: F. Bacchus, GAC via unit propagation, CP 2007, which has this form for tables and for "regular".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.sink import Lit
from satcross.solver.encodings.layers import MergedLayer, deterministic, state_count
from satcross.solver.encodings.line_encoding import Known, LineEncoding, blocks_of, imply, some_state

STATES: Final = "states: the letters so far lead to the state"
TRANSITIONS: Final = "transitions: the letter comes after the state"


def add_clauses(layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None) -> None:
    """Add clauses that bind the letters of `cells` to `layers` where `selector` (if any) is true."""
    add_tables(layers, encoder, cells, selector)


def add_tables(
    layers: Sequence[MergedLayer], encoder: Encoder, cells: Sequence[int], selector: Lit | None
) -> list[list[Known]]:
    """Add the clauses of all tables, and return the states after each index."""
    blocks = [blocks_of(encoder, cell) for cell in cells]
    automaton = deterministic(layers, [[block for block, _ in each] for each in blocks])
    before = some_state(encoder, 1, STATES)
    states = []
    for here, steps in zip(blocks, automaton, strict=True):
        after = some_state(encoder, state_count(steps), STATES)
        into: list[list[Known]] = [[] for _ in after]
        holding: dict[int, list[Known]] = {block: [] for block, _ in here}
        for state, row in zip(before, steps, strict=True):
            transitions = {block: encoder.variables.fresh(1, TRANSITIONS) for block in row}
            imply(encoder, [state], [*transitions.values()])
            for block, transition in transitions.items():
                imply(encoder, [transition], [state])
                imply(encoder, [transition], [after[row[block]]])
                into[row[block]].append(transition)
                holding[block].append(transition)
        for state, transitions_into in zip(after, into, strict=True):
            imply(encoder, [state], transitions_into)
        for block, letter in here:
            for each in holding[block]:
                imply(encoder, [each], [letter], selector)
            imply(encoder, [letter], holding[block], selector)
        states.append(after)
        before = after
    return states


ENCODING: Final = LineEncoding(
    idea="the transition of each letter (deterministic)",
    size="3 x transitions",
    propagation="domain consistent",
    reference="Bacchus, CP 2007",
    add_clauses=add_clauses,
)
