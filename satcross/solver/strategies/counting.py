"""Counting: a few decisions, each followed by propagation and by counting letters in rows and columns.

In: a residual whose lines leave little room for some letter.  Out: all its solutions, if a few decisions settle it.
The pigeon-hole principle and its like, which take a solver long, end here after one or two decisions.  Where no letter
is scarce, or too much is left, the strategy gives up at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.counts import Counts
from satcross.solver.found import NO_MORE, Found
from satcross.solver.residual import Residual


def counting(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual` if a few decisions lead to them; else give up.  Raises TimeUp."""
    letters = sum([mask.bit_count() for mask in residual.masks])
    if letters > tuning.counted_letters or not all([each.line_constraint.is_regular for each in residual.constraints]):
        return
    counts = Counts()
    scarce = counts.scarce_letters(residual.constraints, residual.masks)
    if not scarce:
        return
    budget.note("counting letters")
    pending = [residual]
    decisions = 0
    while pending:
        budget.check()
        here = pending.pop()
        if not counts.agree(here.constraints, here.masks, scarce):
            continue
        if here.is_settled:
            yield Found(here.masks, is_last=not pending)
            if not pending:
                return
            continue
        decision = here.branching()
        decisions += 1
        if decision is None or decisions > tuning.counted_decisions:
            return
        cell, parts = decision
        pending += [below for part in parts if (below := here.restrict(cell, part)) is not None]
    yield NO_MORE
