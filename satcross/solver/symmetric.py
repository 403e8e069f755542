"""Symmetric puzzles: proved to have no solution by splitting them, and leaving out subproblems that ask the same.

In: a residual.  Out: whether this shows that it has no solution.  "The first row has its X here" and "... there" often
ask the same of the cells that are left (`satcross.solver.isomorphism`), and then only one of them is split on.  If that
happens often enough, nothing is left in the end, although no solver has searched anything.

This is right because a subproblem has a solution exactly if one of its halves has, and exactly if another one with the
same key has.  Halves have fewer undecided letters than what they are halves of, and equal keys have equally many.  So
no conclusion depends on itself.
"""

from __future__ import annotations

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.isomorphism import Isomorphism
from satcross.solver.residual import Residual
from satcross.solver.subproblems import Splitter


def may_be_symmetric(residual: Residual) -> bool:
    """Return whether, on average, two open constraints or more ask the same of their cells."""
    asked = {(each.line_constraint, tuple(each.domains(residual.masks))) for each in residual.constraints}
    return 2 * len(asked) <= len(residual.constraints)


def is_refuted_by_symmetry(residual: Residual, tuning: Tuning, budget: Budget) -> bool:
    """Return whether splitting alone shows that `residual` has no solution; if not, it may have none all the same.

    It gives up when too few subproblems ask the same, or when one cannot be split.  Raises TimeUp.
    """
    splitter = Splitter(residual, tuning, budget)
    isomorphism = Isomorphism(tuning, budget)
    seen = {isomorphism.key(residual)}
    waiting = [residual]
    parts = left_out = 0
    while waiting:
        smallest = min(waiting, key=lambda subproblem: subproblem.freedom)
        waiting.remove(smallest)
        halves = splitter.halves(smallest)
        if halves == [smallest]:
            return False
        for half in halves:
            key = isomorphism.key(half)
            if key in seen:
                left_out += 1
            else:
                seen.add(key)
                waiting.append(half)
        parts += len(halves)
        if parts >= tuning.tried_parts and left_out < tuning.alike_share * parts:
            return False
    return True
