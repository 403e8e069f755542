"""Solvers of weighted hitting set problems, behind one interface: HiGHS as an integer program, RC2 as MaxSAT.

In: items with costs, of which one of each group is taken, and sets of items that have to be hit.  Out: the cheapest
items.  Both solvers are exact, and costs are made distinct, so that both find the same items.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.extras import missing_extra
from satcross.solver.cnf.cardinality import at_most_one
from satcross.solver.cnf.sink import FlatSink

TIES: Final = 1_024
"""Each cost is multiplied by this, and altogether less than this is added, so that hardly any two choices cost the same
and the cheapest stays the cheapest."""

NODES: Final = 200
"""Nodes of the branch and bound tree of one integer program; larger trees take too long."""

CONFLICTS: Final = 10_000
"""Conflicts of the SAT solver below RC2 for one MaxSAT problem, about two seconds.  Most take a few hundred."""

PATIENT: Final = 4
"""So many times as many nodes and conflicts are spent on a puzzle whose cheapest choice should be proven."""


class Taken(NamedTuple):
    """The items taken, by their numbers; None: nothing hits all sets, or nothing was found in time.

    Attributes:
        bound: Nothing that hits all sets costs less.
        is_optimal: Whether nothing that hits all sets costs less than these items.
    """

    items: tuple[int, ...] | None
    bound: int
    is_optimal: bool


class HittingSets(Protocol):
    """A growing problem; items are known by their numbers, in the order in which they were added."""

    def add(self, name: str, cost: int) -> int:
        """Return the number of one more item; `name` tells it from others of the same cost."""

    def take_one(self, items: Sequence[int]) -> None:
        """Ask for exactly one of `items`."""

    def take_at_most_one(self, items: Sequence[int]) -> None:
        """Ask for at most one of `items`."""

    def charge(self, items: Sequence[int], most: int, cost: int) -> None:
        """Let each of `items` beyond the first `most` that are taken cost so much more."""

    def hit(self, items: Sequence[int]) -> None:
        """Ask for at least one of `items`."""

    def cheapest(self) -> Taken:
        """Return what to take."""


def engine_maker(
    name: str, taken: int, budget: Budget = UNLIMITED, *, is_patient: bool = False
) -> Callable[[], HittingSets] | None:
    """Return what makes an engine of the kind `name`, which is "rc2", "highs" or "none"; None for "none".

    Args:
        taken: How many items are going to be taken.
        is_patient: Whether the engine gives up later, so that more is proven.

    Raises:
        MissingError: For "highs" if it is not installed.
    """
    effort = PATIENT if is_patient else 1
    if name == "rc2":
        return lambda: Rc2Sets(taken, budget, CONFLICTS * effort)
    if name == "highs":
        if find_spec("highspy") is None:
            raise missing_extra("generate", "the engine highs needs the package highspy, which is not installed")
        return lambda: HighsSets(taken, budget, NODES * effort)
    return None


def _untied(name: str, cost: int, taken: int) -> int:
    """Return `cost` in a scale in which items of equal cost differ.

    Args:
        taken: The number of items that are taken.
    """
    return cost * TIES + crc32(name.encode()) % max(1, TIES // taken)


class HighsSets:
    """Hitting sets as an integer program, for HiGHS (Q. Huangfu, J. Hall, Math. Prog. Comp. 2018).

    Columns: x[i] for each item, and the surplus of each charge.  Rows: as their methods say.
    """

    __slots__ = ("_budget", "_columns", "_count", "_highs", "_package", "_taken")

    def __init__(self, taken: int, budget: Budget = UNLIMITED, nodes: int = NODES) -> None:
        self._taken: Final = taken
        self._package: Final[Any] = import_module("highspy")  # its types are incomplete
        self._highs: Final[Any] = self._package.Highs()
        self._columns: Final[list[int]] = []
        self._count = 0
        self._budget: Final = budget
        options = {
            "output_flag": False, "threads": 1, "random_seed": 0, "mip_rel_gap": 0.0, "mip_abs_gap": 0.5,
            "mip_max_nodes": nodes,
        }  # fmt: skip
        for name, value in options.items():
            self._highs.setOptionValue(name, value)

    def add(self, name: str, cost: int) -> int:
        column = self._add_column(_untied(name, cost, self._taken), 1)
        self._highs.changeColIntegrality(column, self._package.HighsVarType.kInteger)
        self._columns.append(column)
        return len(self._columns) - 1

    def take_one(self, items: Sequence[int]) -> None:
        self._add_row(1, 1, items)

    def take_at_most_one(self, items: Sequence[int]) -> None:
        self._add_row(0, 1, items)

    def charge(self, items: Sequence[int], most: int, cost: int) -> None:
        surplus = self._add_column(cost * TIES, len(items))
        self._add_row(-len(items), most, items, surplus)

    def hit(self, items: Sequence[int]) -> None:
        self._add_row(1, len(items), items)

    def cheapest(self) -> Taken:
        seconds = self._budget.seconds_left
        if seconds is not None:
            self._highs.setOptionValue("time_limit", float(self._highs.getRunTime()) + max(seconds, 0.0))
        self._highs.run()
        self._budget.check("the generator")
        is_optimal = self._highs.getModelStatus() == self._package.HighsModelStatus.kOptimal
        info = self._highs.getInfo()
        if not is_optimal and info.primal_solution_status != 2:  # 2: there is a solution that hits all sets
            return Taken(None, 0, False)
        values = self._highs.getSolution().col_value
        taken = tuple([item for item, column in enumerate(self._columns) if values[column] > 0.5])
        bound = info.objective_function_value if is_optimal else info.mip_dual_bound
        return Taken(taken, int(bound + 0.5) // TIES, is_optimal)

    def _add_column(self, cost: int, most: int) -> int:
        self._highs.addCol(float(cost), 0.0, float(most), 0, [], [])
        self._count += 1
        return self._count - 1

    def _add_row(self, least: int, most: int, items: Sequence[int], surplus: int | None = None) -> None:
        columns = [self._columns[item] for item in items]
        weights = [1.0] * len(columns)
        if surplus is not None:
            columns, weights = [*columns, surplus], [*weights, -1.0]
        self._highs.addRow(float(least), float(most), len(columns), columns, weights)


class Rc2Sets:
    """Hitting sets as weighted MaxSAT, for RC2 (A. Ignatiev, A. Morgado, J. Marques-Silva, JSAT 2019).

    Variables: x[i] for each item, and those of the cardinality encodings.  Soft clauses: the negation of each x[i],
    with the cost of the item as its weight, and of each output of a counter beyond what is free of charge.
    """

    __slots__ = ("_budget", "_conflicts", "_formula", "_taken", "_variables")

    def __init__(self, taken: int, budget: Budget = UNLIMITED, conflicts: int = CONFLICTS) -> None:
        from pysat.formula import WCNF

        self._taken: Final = taken
        self._budget: Final = budget
        self._conflicts: Final = conflicts
        self._formula = WCNF()
        self._variables: Final[list[int]] = []

    def add(self, name: str, cost: int) -> int:
        variable = self._fresh()
        self._variables.append(variable)
        weight = _untied(name, cost, self._taken)
        if weight:  # with the weight 0, python-sat would take the clause for a hard one
            self._formula.append([-variable], weight=weight)
        return len(self._variables) - 1

    def take_one(self, items: Sequence[int]) -> None:
        self.hit(items)
        self.take_at_most_one(items)

    def take_at_most_one(self, items: Sequence[int]) -> None:
        clauses = FlatSink()
        at_most_one(self._lits(items), self._fresh, clauses)
        for clause in clauses:
            self._formula.append(list(clause))

    def charge(self, items: Sequence[int], most: int, cost: int) -> None:
        from pysat.card import ITotalizer

        if len(items) <= most:
            return
        with ITotalizer(self._lits(items), ubound=len(items), top_id=self._formula.nv) as counter:
            for clause in counter.cnf.clauses:
                self._formula.append(clause)
            for output in counter.rhs[most : len(items)]:
                self._formula.append([-output], weight=cost * TIES)

    def hit(self, items: Sequence[int]) -> None:
        self._formula.append(self._lits(items))

    def cheapest(self) -> Taken:
        solver = _bounded_rc2(self._formula, self._budget, self._conflicts)
        try:
            model = solver.compute()
        except _ConflictsError:
            return Taken(None, solver.cost // TIES, False)
        finally:
            solver.delete()
        if model is None:
            return Taken(None, 0, False)
        true = set(model)
        taken = tuple([item for item, variable in enumerate(self._variables) if variable in true])
        return Taken(taken, solver.cost // TIES, True)

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

    class Bounded(RC2Stratified):  # type: ignore[misc]
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
            found: bool | None = super()._call_oracle(assumptions=list(assumptions), expect_interrupt=True)
            if not self.is_minimizing and self.oracle.get_status() is None:
                raise _ConflictsError
            return found

    return Bounded(formula, blo="full", exhaust=True, minz=True)
