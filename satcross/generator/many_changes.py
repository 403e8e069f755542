"""Hitting sets in which much changes: weighted MaxSAT, for where a tree of changes grows too large.

In: items with costs, of which one of each group is taken, and sets of items that have to be hit.  Out: the cheapest
items.

Reference: A. Ignatiev, A. Morgado and J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import ARE_BUDGETS_KEPT
from satcross.solver.cnf.cardinality import at_most_one
from satcross.solver.cnf.sink import FlatSink

CONFLICTS: Final = 10_000
"""Conflicts of the SAT solver below RC2 for one problem, about two seconds.  Most take a few hundred."""


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


class ManyChanges:
    """A growing problem; items are known by their numbers, in the order in which they were added.

    Variables: x[i] for each item, and those of the cardinality encodings.  Soft clauses: the negation of each x[i],
    with the cost of the item as its weight.
    """

    __slots__ = ("_budget", "_formula", "_variables")

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        from pysat.formula import WCNF

        self._budget: Final = budget
        self._formula = WCNF()
        self._variables: Final[list[int]] = []

    def add(self, cost: int) -> int:
        """Return the number of one more item."""
        variable = self._fresh()
        self._variables.append(variable)
        if cost:  # with the weight 0, python-sat would take the clause for a hard one
            self._formula.append([-variable], weight=cost)
        return len(self._variables) - 1

    def take_one(self, items: Sequence[int]) -> None:
        """Ask for exactly one of `items`."""
        self.hit(items)
        self.take_at_most_one(items)

    def take_at_most_one(self, items: Sequence[int]) -> None:
        """Ask for at most one of `items`."""
        clauses = FlatSink()
        at_most_one(self._lits(items), self._fresh, clauses)
        for clause in clauses:
            self._formula.append(list(clause))

    def hit(self, items: Sequence[int]) -> None:
        """Ask for at least one of `items`."""
        self._formula.append(self._lits(items))

    def cheapest(self) -> Selection:
        """Return what to take.  Raises TimeUp."""
        solver = _bounded_rc2(self._formula, self._budget, CONFLICTS)
        try:
            model = solver.compute()
        except _ConflictsError:
            return Selection(None, solver.cost, False)
        finally:
            solver.delete()
        if model is None:
            return Selection(None, 0, False)
        true = set(model)
        taken = tuple([item for item, variable in enumerate(self._variables) if variable in true])
        return Selection(taken, solver.cost, True)

    def _fresh(self) -> int:
        self._formula.nv += 1
        return int(self._formula.nv)

    def _lits(self, items: Sequence[int]) -> list[int]:
        return [self._variables[item] for item in items]


class _ConflictsError(Exception):
    """The SAT solver below RC2 has met too many conflicts."""


def _bounded_rc2(formula: Any, budget: Budget, conflicts: int) -> Any:
    """Return RC2 for `formula`; it raises _ConflictsError after so many conflicts, and TimeUp."""
    from pysat.examples.rc2 import RC2Stratified

    class BoundedSearch(RC2Stratified):  # type: ignore[misc]
        is_minimizing = False

        def minimize_core(self) -> None:
            self.is_minimizing = True  # it sets a limit of its own, and goes on when that is reached
            super().minimize_core()
            self.is_minimizing = False

        def _call_oracle(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool | None:
            budget.check("the generator")
            used = self.oracle.accum_stats()["conflicts"]
            if used >= conflicts:
                raise _ConflictsError
            if not self.is_minimizing:
                self.oracle.conf_budget(conflicts - used)
            # If interrupts are expected, python-sat leaves Ctrl-C to Python; otherwise it jumps out of the solver.
            is_satisfiable: bool | None = super()._call_oracle(assumptions=list(assumptions), expect_interrupt=True)
            if not self.is_minimizing and self.oracle.get_status() is None:
                raise _ConflictsError
            return is_satisfiable

    oracle = "g3" if ARE_BUDGETS_KEPT else "cd15"  # its own default, or CaDiCaL
    return BoundedSearch(formula, solver=oracle, blo="full", exhaust=True, minz=True)
