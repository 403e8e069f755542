"""Hitting sets in which much changes: weighted MaxSAT, for where a tree of changes grows too large.

In: items with costs, of which one of each group is taken, and sets of items that have to be hit.  Out: the cheapest
items.

Reference: A. Ignatiev, A. Morgado and J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 2019.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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


def cheapest_by_maxsat(
    costs: Sequence[int],
    groups: Iterable[Sequence[int]],
    signs: Mapping[int, Sequence[int]],
    sets: Iterable[Sequence[int]],
    budget: Budget = UNLIMITED,
) -> Selection:
    """Return what to take.  Items are known by their numbers.

    Args:
        costs: The cost of each item.
        groups: Items of which exactly one is taken.
        signs: Items that may be taken if none of these others is.
        sets: Items of which at least one is taken.

    Raises:
        TimeUp: If the time is up.
    """
    solver = _bounded_rc2(_formula(costs, groups, signs, sets), budget, CONFLICTS)
    try:
        model = solver.compute()
    except _ConflictsError:
        return Selection(None, solver.cost, False)
    finally:
        solver.delete()
    if model is None:
        return Selection(None, 0, False)
    true = set(model)
    return Selection(tuple(item for item in range(len(costs)) if item + 1 in true), solver.cost, True)


def _formula(
    costs: Sequence[int],
    groups: Iterable[Sequence[int]],
    signs: Mapping[int, Sequence[int]],
    sets: Iterable[Sequence[int]],
) -> Any:
    """Return the problem as a WCNF of python-sat.

    Variables: item + 1 for each item, and those of the cardinality encodings.  Soft clauses: the negation of each item,
    with its cost as its weight.
    """
    from pysat.formula import WCNF

    formula = WCNF()
    formula.nv = len(costs)
    for item, cost in enumerate(costs):
        if cost:  # with the weight 0, python-sat would take the clause for a hard one
            formula.append([-item - 1], weight=cost)
    for group in groups:
        formula.append(_lits(group))
        _take_at_most_one(formula, group)
    for sign, items in signs.items():
        for item in items:
            _take_at_most_one(formula, [sign, item])
    for each in sets:
        formula.append(_lits(each))
    return formula


def _lits(items: Sequence[int]) -> list[int]:
    return [item + 1 for item in items]


def _take_at_most_one(formula: Any, items: Sequence[int]) -> None:
    """Ask for at most one of `items`."""

    def fresh() -> int:
        formula.nv += 1
        return int(formula.nv)

    clauses = FlatSink()
    at_most_one(_lits(items), fresh, clauses)
    for clause in clauses:
        formula.append(clause)


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
