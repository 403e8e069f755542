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

from satcross.budget import UNLIMITED, Budget
from satcross.cnf.cardinality import at_most_one
from satcross.cnf.sink import FlatSink

TIES: Final = 1_024
"""Each cost is multiplied by this, and altogether less than this is added, so that hardly any two choices cost the same
and the cheapest stays the cheapest."""

NODES: Final = 200
"""Nodes of the branch and bound tree of one integer program; larger trees take too long."""

RC2_ITEMS: Final = 160
"""RC2 takes minutes for more items, and is then not chosen by itself."""


class Taken(NamedTuple):
    """The items taken, by their numbers.

    bound       nothing that hits all sets costs less
    is_optimal  whether nothing that hits all sets costs less than these items
    """

    items: tuple[int, ...]
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

    def cheapest(self) -> Taken | None:
        """Return what to take; None if nothing hits all sets, or if nothing was found in time."""


def engine_maker(name: str, taken: int, items: int, budget: Budget = UNLIMITED) -> Callable[[], HittingSets] | None:
    """Return what makes an engine of the kind `name`; None for "none".

    taken  how many items are going to be taken

    "auto" is the best that is installed, or none if that would be too slow for so many `items`.
    Raises MissingError for "highs" if it is not installed.
    """
    has_highs = find_spec("highspy") is not None
    if name == "highs" and not has_highs:
        from satcross.extras import missing_extra

        raise missing_extra("generate", "the engine highs needs the package highspy, which is not installed")
    if name == "highs" or (name == "auto" and has_highs):
        return lambda: HighsSets(taken, budget)
    if name == "rc2" or (name == "auto" and items <= RC2_ITEMS):
        return lambda: Rc2Sets(taken)
    return None


def _untied(name: str, cost: int, taken: int) -> int:
    """Return `cost` in a scale in which items of equal cost differ.

    taken  the number of items that are taken
    """
    return cost * TIES + crc32(name.encode()) % max(1, TIES // taken)


class HighsSets:
    """Hitting sets as an integer program, for HiGHS (Q. Huangfu, J. Hall, Math. Prog. Comp. 2018).

    Columns: x[i] for each item, and the surplus of each charge.  Rows: as their methods say.
    """

    __slots__ = ("_budget", "_columns", "_count", "_highs", "_package", "_taken")

    def __init__(self, taken: int, budget: Budget = UNLIMITED) -> None:
        self._taken: Final = taken
        self._package: Final[Any] = import_module("highspy")  # its types are incomplete
        self._highs: Final[Any] = self._package.Highs()
        self._columns: Final[list[int]] = []
        self._count = 0
        self._budget: Final = budget
        options = {
            "output_flag": False, "threads": 1, "random_seed": 0, "mip_rel_gap": 0.0, "mip_abs_gap": 0.5,
            "mip_max_nodes": NODES,
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

    def cheapest(self) -> Taken | None:
        seconds = self._budget.seconds_left
        if seconds is not None:
            self._highs.setOptionValue("time_limit", float(self._highs.getRunTime()) + max(seconds, 0.0))
        self._highs.run()
        self._budget.check("the generator")
        is_optimal = self._highs.getModelStatus() == self._package.HighsModelStatus.kOptimal
        info = self._highs.getInfo()
        if not is_optimal and info.primal_solution_status != 2:  # 2: there is a solution that hits all sets
            return None
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

    __slots__ = ("_formula", "_taken", "_variables")

    def __init__(self, taken: int) -> None:
        from pysat.formula import WCNF

        self._taken: Final = taken
        self._formula = WCNF()
        self._variables: Final[list[int]] = []

    def add(self, name: str, cost: int) -> int:
        variable = self._fresh()
        self._variables.append(variable)
        self._formula.append([-variable], weight=_untied(name, cost, self._taken))
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

    def cheapest(self) -> Taken | None:
        from pysat.examples.rc2 import RC2

        with RC2(self._formula) as solver:
            model = solver.compute()
            if model is None:
                return None
            true = set(model)
            taken = tuple([item for item, variable in enumerate(self._variables) if variable in true])
            return Taken(taken, solver.cost // TIES, True)

    def _fresh(self) -> int:
        self._formula.nv += 1
        return int(self._formula.nv)

    def _lits(self, items: Sequence[int]) -> list[int]:
        return [self._variables[item] for item in items]
