"""Up to two solutions of a nearly settled puzzle, or the proof that there are fewer, by guessing letters.

In: constraints at a fixpoint of propagation.  Out: solutions, and whether these are all of them.  Each guess gives a
cell one of its letters, and propagation goes on.  Where few letters are left, that is quicker than writing a formula; a
hundred guesses that settle nothing cost less than the formula that is then written.

The cell to guess is the one with the fewest letters for its weight: how many constraints are on it, and how often
contradictions were met there (F. Boussemart et al., Boosting systematic search by weighting constraints, ECAI 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.cnf.variables import single_bits
from satcross.constraints.propagate import Propagator
from satcross.constraints.protocol import Constraint

LETTERS: Final = 160
"""Letters still to be ruled out, all cells together, beyond which there is no guessing."""

NODES: Final = 1_000
"""Nodes in the circuits of all clues together beyond which there is none either: each guess takes them all."""

GUESSES: Final = 100


class Guessed(NamedTuple):
    """What guessing has found.

    found        solutions: for each a mask of one letter class for each cell
    is_complete  whether there are no others
    """

    found: tuple[tuple[int, ...], ...]
    is_complete: bool


def guess(placed: Sequence[Constraint], domains: Sequence[int], enough: int, budget: Budget = UNLIMITED) -> Guessed:
    """Return at most `enough` solutions within `domains`, a fixpoint of propagation.  Raises TimeUp."""
    found: list[tuple[int, ...]] = []
    if sum([domain.bit_count() - 1 for domain in domains]) > LETTERS or not _are_cheap(placed):
        return Guessed((), False)
    propagator = Propagator(placed, len(domains), budget)
    weights = [1] * len(domains)
    for each in placed:
        for cell in each.cells:
            weights[cell] += 1
    waiting: list[tuple[Sequence[int], int, int]] = []
    masks: Sequence[int] | None = domains
    for _ in range(GUESSES):
        if masks is not None:
            open_cell = _cell_to_guess(masks, weights)
            if open_cell is not None:
                waiting += [(masks, open_cell, letter) for letter in reversed(single_bits(masks[open_cell]))]
            elif all([_holds(each, masks) for each in placed]):
                found.append(tuple(masks))
            else:
                break
        if not waiting:
            return Guessed(tuple(found), True)
        if len(found) == enough:
            break
        budget.check()
        before, cell, letter = waiting.pop()
        propagator.forget()
        masks = propagator.narrowed(before, (cell,), (letter,))
        if masks is None:
            for cell in propagator.violated:
                weights[cell] += 1
    return Guessed(tuple(found), False)


def _are_cheap(placed: Sequence[Constraint]) -> bool:
    """Return whether guesses are cheap, and single letters tell whether each constraint holds."""
    line_constraints = [each.line_constraint for each in placed]
    nodes = sum([each.size for each in line_constraints if not each.is_domain_consistent])
    return nodes <= NODES and all([each.is_decided_by_letters for each in line_constraints])


def _cell_to_guess(masks: Sequence[int], weights: Sequence[int]) -> int | None:
    """Return the cell with the fewest letters for its weight; None if every cell has one letter."""
    open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    return min(open_cells, key=lambda cell: masks[cell].bit_count() / weights[cell], default=None)


def _holds(placed: Constraint, masks: Sequence[int]) -> bool:
    """Return whether a constraint at a fixpoint of single letters holds (False: not known)."""
    return placed.line_constraint.is_domain_consistent or placed.is_entailed(masks)
