"""Hitting sets: the cheapest items that hit every one of some sets.

In: items with costs, groups of which exactly one item is taken, and sets of items that have to be hit.  Out: the
cheapest items.

This is weighted MaxSAT, solved by its cores.  A solver is asked to take no item that costs something.  If it cannot,
it names a core: items of which at least one has to be taken.  The cheapest item of the core is paid for, and what the
others cost beyond that still counts.  New literals say how many of the core are taken beyond the first, and are paid
for in the same way.  As soon as the solver finds a model, what has been paid is the least cost.  Dear items come
first (stratification), so that few cores are large.

Within a group, items that another one is at least as good as are left out.

References: N. Narodytska and F. Bacchus, Maximum satisfiability using core-guided MaxSAT resolution, AAAI 2014;
C. Ansotegui, M. Bonet and J. Levy, SAT-based MaxSAT algorithms, Artificial Intelligence 196 (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from sys import maxsize
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.solver.cnf import Lit, exactly_one
from satcross.solver.python_sat import Solver

SOLVER: Final = "glucose4"
"""Glucose tries "false" first, which here is to take nothing."""

CONFLICTS: Final = 5_000
"""Conflicts of the solver for one problem, about three seconds.  Most take a few hundred."""


class Selection(NamedTuple):
    """What to take.

    Attributes:
        items: The items, by their numbers; None: nothing hits all sets, or nothing was found in time.
        bound: Nothing that hits all sets costs less.
        is_optimal: Whether nothing that hits all sets costs less than these items.
    """

    items: tuple[int, ...] | None
    bound: int
    is_optimal: bool


class HittingSets:
    """A growing problem; items are known by their numbers, in the order in which they were added."""

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self._budget: Final = budget
        self._costs: Final[list[int]] = []
        self._groups: Final[list[Sequence[int]]] = []
        self._signs: Final[dict[int, Sequence[int]]] = {}
        self._sets: Final[dict[tuple[int, ...], None]] = {}

    def add(self, cost: int) -> int:
        """Return the number of one more item."""
        self._costs.append(cost)
        return len(self._costs) - 1

    def take_one(self, items: Sequence[int]) -> None:
        """Ask for exactly one of `items`."""
        self._groups.append(items)

    def add_sign(self, items: Sequence[int]) -> int:
        """Return the number of one more item, which may be taken at no cost if none of `items` is."""
        sign = self.add(0)
        self._signs[sign] = items
        return sign

    def hit(self, items: Sequence[int]) -> None:
        """Ask for at least one of `items`."""
        self._sets[tuple(items)] = None

    def cheapest(self) -> Selection:
        """Return what to take.  Raises TimeUp, LimitError."""
        with Solver(SOLVER, self._budget) as solver:
            fresh = count(len(self._costs) + 1).__next__
            return _cheapest(solver, self._add_clauses(solver, fresh), fresh, range(len(self._costs)))

    def _add_clauses(self, solver: Solver, fresh: Callable[[], Lit]) -> dict[Lit, int]:
        """Add the clauses of the problem, and return what it costs if a literal is not true.

        The variable of an item is its number + 1.
        """
        worse = {item for group in self._groups for item in self._worse(group)}
        for item in worse:
            solver.add([-item - 1])  # some solvers make true what stands in no clause
        for group in self._groups:
            exactly_one([item + 1 for item in group if item not in worse], fresh, solver)
        for sign, items in self._signs.items():
            for item in items:
                if item not in worse:
                    solver.add([-sign - 1, -item - 1])
        for each in self._sets:
            solver.add([item + 1 for item in each if item not in worse])
        return {-item - 1: cost for item, cost in enumerate(self._costs) if cost and item not in worse}

    def _worse(self, group: Sequence[int]) -> Iterator[int]:
        """Yield the items of `group` that another one of the group is at least as good as."""
        hits = dict.fromkeys(group, 0)
        untrue = dict.fromkeys(group, 0)
        for bits, sets_of_items in ((hits, self._sets), (untrue, self._signs.values())):
            for place, items in enumerate(sets_of_items):
                for number in bits.keys() & items:
                    bits[number] |= 1 << place
        best: list[int] = []
        for item in sorted(group, key=lambda each: (self._costs[each], each)):
            if any([not hits[item] & ~hits[other] and not untrue[other] & ~untrue[item] for other in best]):
                yield item
            else:
                best.append(item)


def fewest_hitting(
    number: int, missed: Callable[[Sequence[int]], Sequence[int] | None], budget: Budget, most: int = maxsize
) -> Sequence[int] | None:
    """Return the fewest of `number` items that hit all of some sets; None if that is too hard to find out.

    Args:
        missed: Returns a set that the given items do not hit; None if they hit all.  So only the sets that are needed
            are found (E. Moreno-Centeno and R. Karp, The implicit hitting set approach, Operations Research 2013).
        most: After so many sets it gives up.

    Raises:
        TimeUp: If the time is up.
        LimitError: If a limit of the budget is exceeded.
    """
    problem = HittingSets(budget)
    for _ in range(number):
        problem.add(1)
    chosen: Sequence[int] = ()
    for _ in range(most):
        budget.check()
        unhit = missed(chosen)
        if unhit is None:
            return chosen
        problem.hit(unhit)
        found = problem.cheapest().items
        if found is None:
            break
        chosen = found
    return None


def _cheapest(solver: Solver, cost_by_lit: dict[Lit, int], fresh: Callable[[], Lit], items: Sequence[int]) -> Selection:
    """Return which of `items` are true in a model of `solver` in which the literals that are not true cost least.

    Args:
        cost_by_lit: What each literal costs if it is not true; it changes on the way.
    """
    paid = 0
    least = max(cost_by_lit.values(), default=0)  # literals that cost less are not asked for yet
    while True:
        asked = [lit for lit, cost in cost_by_lit.items() if cost >= least]
        has_model = solver.solve_within(None, asked, conflicts=CONFLICTS - solver.conflicts)
        if has_model is None:
            return Selection(None, paid, False)
        if has_model and len(asked) == len(cost_by_lit):
            return Selection(tuple([item for item in items if solver.is_true(item + 1)]), paid, True)
        if has_model:
            least //= 2
            continue
        core = solver.core(asked)
        if not core:
            return Selection(None, 0, False)
        paid += _pay(core, cost_by_lit, fresh, solver)


def _pay(core: Sequence[Lit], cost_by_lit: dict[Lit, int], fresh: Callable[[], Lit], solver: Solver) -> int:
    """Return what the first literal of `core` that is not true costs, and let `cost_by_lit` keep the rest.

    Variables: later[i], "one after the i-th literal is not true"; fine[i], true at no cost unless that is so and the
    i-th is not true either.
    Clauses: l[i+1] | later[i];  -later[i+1] | later[i];  -fine[i] | l[i] | -later[i].
    """
    price = min([cost_by_lit[lit] for lit in core])
    for lit in core:
        cost_by_lit[lit] -= price
        if not cost_by_lit[lit]:
            del cost_by_lit[lit]
    later: Lit | None = None
    for lit, following in zip(core[-2::-1], core[:0:-1], strict=True):
        before, later, fine = later, fresh(), fresh()
        solver.add([following, later])
        if before is not None:
            solver.add([-before, later])
        solver.add([-fine, lit, -later])
        cost_by_lit[fine] = price
    return price
