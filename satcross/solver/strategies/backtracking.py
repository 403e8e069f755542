"""Backtracking: decide one cell after another, propagate after each decision, and take back what fails.

In: a residual with few letters left.  Out: its first solutions, or the proof that there are no more.  Where few letters
are left this is quicker than writing a formula.  A hundred guesses that settle nothing cost less than the formula that
is then written.

The next cell is the one with the fewest letters for its weight.  Its weight is the number of constraints on it, plus
the number of contradictions that were met there (F.  Boussemart et al., Boosting systematic search by weighting
constraints, ECAI 2004).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.constraints.propagate import Propagator
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.found import NO_MORE, Found
from satcross.solver.residual import Residual


def backtracking(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield solutions of `residual`, a fixpoint of propagation; give up after so many guesses.  Raises TimeUp."""
    constraints = residual.constraints
    if not _is_worthwhile(residual, constraints, tuning):
        return
    propagator = Propagator(constraints, len(residual.masks), budget)
    weights = [1] * len(residual.masks)
    for constraint in constraints:
        for cell in constraint.cells:
            weights[cell] += 1
    untried: list[tuple[Sequence[int], int, int]] = []  # masks, and the letter that a cell gets next
    masks: Sequence[int] | None = residual.masks
    budget.note("backtracking")
    for _ in range(tuning.backtracking_guesses):
        if masks is not None:
            undecided = _next_cell(masks, weights)
            if undecided is not None:
                untried += [(masks, undecided, letter) for letter in reversed(single_bits(masks[undecided]))]
            elif all([_holds(constraint, masks) for constraint in constraints]):
                yield Found(tuple(masks), is_last=not untried)
                if not untried:
                    return
            else:
                return
        if not untried:
            yield NO_MORE
            return
        budget.check()
        before, cell, letter = untried.pop()
        propagator.forget()
        masks = propagator.restrict(before, (cell,), (letter,))
        if masks is None:
            for cell in propagator.violated:
                weights[cell] += 1


def _is_worthwhile(residual: Residual, constraints: Sequence[Constraint], tuning: Tuning) -> bool:
    """Return whether guesses are few and cheap, and single letters tell whether each constraint holds."""
    letters = sum([mask.bit_count() - 1 for mask in residual.masks])
    line_constraints = [each.line_constraint for each in constraints]
    nodes = sum([each.size for each in line_constraints if not each.is_regular])
    return (
        letters <= tuning.backtracking_letters
        and nodes <= tuning.backtracking_nodes
        and all([each.is_decided_by_letters for each in line_constraints])
    )


def _next_cell(masks: Sequence[int], weights: Sequence[int]) -> int | None:
    """Return the cell with the fewest letters for its weight; None if every cell has one letter."""
    undecided = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    return min(undecided, key=lambda cell: masks[cell].bit_count() / weights[cell], default=None)


def _holds(constraint: Constraint, masks: Sequence[int]) -> bool:
    """Return whether a constraint at a fixpoint of single letters holds (False: not known)."""
    return constraint.line_constraint.is_domain_consistent or constraint.is_entailed(masks)
