"""Which encoding of regular clues a residual is written in if none is asked for.

In: the open constraints, the masks and the letter blocks of the cells.  Out: the name of an encoding.

The answer is `positions`, but where the first letters of a line never lead to more than two states and every cell has
two blocks of letters, it is `transitions`.  Each state is then one variable, and a line is a chain of statements on
three variables: letter, state, next state.  Lines that count modulo two are such.  Solvers need far fewer conflicts to
refute chains (docs/decisions/041-one-bit-lines.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.tuning import POSITIONS, TRANSITIONS
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.constraints.regular.passes import forward_and_backward
from satcross.solver.constraints.regular.reduction import merge_states
from satcross.solver.encodings.layers import deterministic, state_count

MOST_MERGED: Final = 6
"""Merged states of an index.  Two states seldom come from more, and so few are quickly made deterministic."""


def suited_encoding(constraints: Sequence[Constraint], masks: Sequence[int], blocks: Sequence[Sequence[int]]) -> str:
    """Return the name of the encoding that suits these constraints."""
    has_two_blocks = all(len(each) <= 2 for each in blocks)
    if has_two_blocks and all(_remembers_one_bit(each, masks, blocks) for each in constraints):
        return TRANSITIONS
    return POSITIONS


def _remembers_one_bit(constraint: Constraint, masks: Sequence[int], blocks: Sequence[Sequence[int]]) -> bool:
    """Return whether a regular clue has at most two deterministic states at each index."""
    table = constraint.line_constraint.describe().table
    domains = constraint.domains(masks)
    found = None if table is None else forward_and_backward(table, domains)
    if table is None or found is None:
        return False
    merged = merge_states(table, found[0], domains)
    if any(len(layer.letters) > MOST_MERGED for layer in merged):
        return False
    automaton = deterministic(merged, [blocks[cell] for cell in constraint.cells])
    return all(state_count(steps) <= 2 for steps in automaton)
