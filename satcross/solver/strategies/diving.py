"""Diving: a first solution of an open puzzle, by settling line after line on one cube of its matches.

In: a residual.  Out: some solutions, but never the claim that there are no others.  A dive gives up most choices at
once, so that a small formula is left, or none at all.  Where solutions abound this finds some long before the formula
of the whole puzzle could be written.

The line that settles next is the one with the fewest choices left for what its best cube takes away.  After each line
propagation goes on.  Where a cube leads to a contradiction, the line tries others, with other letters where the
contradiction was met.  If these do no better the line stays open.  What is open in the end may have no solution within
the dive.  Then the cells of the open lines become free again, and with them the lines that cross them.

The term is from integer programming: T. Achterberg, Constraint Integer Programming, 2007, section 9.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.found import STILL_SEARCHING, Found
from satcross.solver.residual import Residual
from satcross.solver.state import LetterState
from satcross.solver.strategies.portfolio import portfolio


def diving(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield solutions of the first dive into `residual`, a fixpoint of propagation, that has any.  Raises TimeUp."""
    for dive in _dives(residual, tuning, budget):
        yield STILL_SEARCHING  # what follows is timed by itself
        has_solutions = False
        for message in portfolio(dive, tuning, budget):
            has_solutions |= message.cube is not None
            yield message._replace(is_last=False)
        if has_solutions:
            return


def _dives(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Residual]:
    """Yield residuals within `residual`; ask for another one if the last had no solution.

    Each dive is followed by what becomes of it when the cells of its open lines are set free.  There is a second dive
    only if there are circuits, which then settle later.  There is no dive where the cubes of all lines together take
    away far more choices than there are.  A dive in which hardly anything settles is left out.

    Raises:
        TimeUp: If the time is up.
    """
    constraints = residual.constraints
    costs = _costs(constraints, residual.masks, tuning, budget)
    if costs is None:
        return
    bits = tuning.dive_circuit_bits
    for circuit in bits if None in costs else bits[:1]:
        dive = _dive(residual, [circuit if cost is None else cost for cost in costs], tuning, budget)
        if dive is None:
            continue
        yield dive
        masks = list(dive.masks)
        for constraint in dive.constraints:
            for cell in constraint.cells:
                masks[cell] = residual.masks[cell]
        freed, _ = Residual.of_open(constraints, masks, tuning).propagated(budget)
        if freed is not None:
            yield freed


class _UnsettledConstraints:
    """The constraints that have not settled, and how much choice they have left.

    Args:
        costs: Bits of choice that the cube of each takes away.
    """

    __slots__ = ("_bits", "_left", "_shares", "_touching")

    def __init__(self, residual: Residual, costs: Sequence[float]) -> None:
        self._bits = [log2(mask.bit_count()) for mask in residual.masks]
        self._touching: list[list[int]] = [[] for _ in residual.masks]
        self._shares = {number: 1 / (1 + cost) for number, cost in zip(residual.open, costs, strict=True)}
        self._left: dict[int, float] = {}
        for number, each in zip(residual.open, residual.constraints, strict=True):
            self._left[number] = sum([self._bits[cell] for cell in each.cells]) * self._shares[number]
            for cell in each.cells:
                self._touching[cell].append(number)

    def narrow(self, cells: Iterable[int], masks: Sequence[int]) -> None:
        """Update the choice that is left after the masks of `cells` have shrunk."""
        bits, left, shares = self._bits, self._left, self._shares
        for cell in cells:
            now = log2(masks[cell].bit_count())
            lost = bits[cell] - now
            bits[cell] = now
            for number in self._touching[cell]:
                if number in left:
                    left[number] -= lost * shares[number]

    @property
    def number(self) -> int:
        """How many constraints have not settled."""
        return len(self._left)

    def pop(self) -> int | None:
        """Return the number of the next constraint; None if there is none left."""
        if not self._left:
            return None
        number = min(self._left, key=self._left.__getitem__)
        del self._left[number]
        return number


def _dive(residual: Residual, costs: Sequence[float], tuning: Tuning, budget: Budget) -> Residual | None:
    """Settle the constraints as far as possible and return what is open then; None if too many lines stay open.

    A constraint that has settled is not open: its cube holds nothing but matches, and masks only shrink.
    """
    here = residual.for_one_way(budget)
    unsettled = _UnsettledConstraints(residual, costs)
    lines = unsettled.number
    may_stay_open = 1 + lines // tuning.dive_open_share
    while (number := unsettled.pop()) is not None:
        budget.note("diving, lines", lines - unsettled.number, lines)
        budget.check()
        settled = _settled(here, residual.constraint(number), number, tuning)
        if settled is not None:
            unsettled.narrow(settled.changed, settled.masks)
            here = settled
        else:
            may_stay_open -= 1
            if not may_stay_open:
                return None
    return residual.at(here)


def _settled(here: LetterState, constraint: Constraint, number: int, tuning: Tuning) -> LetterState | None:
    """Return the state after a constraint has settled on a cube; None if a few cubes lead to contradictions."""
    others = here.without(number)
    domains = constraint.domains(here.masks)
    for _ in range(tuning.dive_cubes):
        cube = constraint.line_constraint.cube(domains)
        if cube is None:
            return None
        letters = dict(zip(constraint.cells, cube, strict=True))
        for cell, mask in zip(constraint.cells, cube, strict=True):
            letters[cell] &= mask  # it may read a cell twice
        settled = others.restrict(letters)
        if settled is not None:
            return settled
        domains = [mask & ~taken or mask for mask, taken in zip(domains, cube, strict=True)]
    return None


def _costs(
    constraints: Sequence[Constraint], masks: Sequence[int], tuning: Tuning, budget: Budget
) -> list[float | None] | None:
    """Return for each constraint how many bits of choice its cube takes away; None for a circuit.

    None instead of the list: all cubes together take away far more choices than there are.
    """
    left = tuning.dive_costs * sum([log2(mask.bit_count()) for mask in masks])
    costs: list[float | None] = []
    for constraint in constraints:
        budget.check()
        cost = None
        if constraint.line_constraint.is_exact:
            domains = constraint.domains(masks)
            cube = constraint.line_constraint.cube(domains) or domains
            cost = sum([log2(old.bit_count() / new.bit_count()) for old, new in zip(domains, cube, strict=True)])
            left -= cost
            if left < 0:
                return None
        costs.append(cost)
    return costs
