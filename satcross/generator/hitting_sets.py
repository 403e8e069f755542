"""Hitting sets: the cheapest items, one of each group, that hit every one of some sets.

In: groups of items with costs, of which one each is taken, and sets of items that have to be hit.  Out: the cheapest
items.  Nearly everything stays as it is in most of these problems, so a tree of changes finds them.  Where many things
change and the tree grows too large, weighted MaxSAT does.

The usual item of a group is its cheapest, so that costs count from there.  The tree starts with the usual items.  It
takes a set that is not hit, and tries each of its items instead of the usual one of its group.  Whatever hits all sets
also hits this one, so that it is found below one of these items.  The cheapest node is always the next, so that the
first one in which all sets are hit is the cheapest of all.  Of the nodes below one only the cheapest waits; when its
turn has come, the next one takes its place.

Reference: A. Ignatiev, A. Morgado and J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 2019.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, Final, NamedTuple, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import ARE_BUDGETS_KEPT
from satcross.solver.cnf.cardinality import at_most_one
from satcross.solver.cnf.sink import FlatSink

NODES: Final = 20_000
"""Nodes of one tree, about a second.  Three changes take some thousands."""

CONFLICTS: Final = 10_000
"""Conflicts of the SAT solver below RC2 for one problem, about two seconds.  Most take a few hundred."""

Changes: TypeAlias = frozenset[int]
"""The items that are taken instead of the usual ones of their groups."""

Node: TypeAlias = tuple[int, list[int]]
"""A node of the tree: what it costs, and its changes in order."""


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


class _Item(NamedTuple):
    """An item: its group, its cost, and as bits the sets that it hits and the signs that it makes untrue."""

    number: int
    group: int
    cost: int
    hits: int
    untrue: int


class HittingSets:
    """A growing problem; items are known by their numbers, in the order in which they were added."""

    __slots__ = ("_budget", "_costs", "_groups", "_is_given_up", "_sets", "_signs")

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self._budget: Final = budget
        self._costs: Final[list[int]] = []
        self._groups: Final[list[Sequence[int]]] = []
        self._signs: Final[dict[int, Sequence[int]]] = {}
        self._sets: Final[dict[tuple[int, ...], None]] = {}
        self._is_given_up = False

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
        """Return what to take."""
        bound = 0
        if not self._is_given_up:
            cheapest = self._by_tree()
            if cheapest.items is not None or not self._is_given_up:
                return cheapest
            bound = cheapest.bound
        taken = cheapest_by_maxsat(self._costs, self._groups, self._signs, self._sets, self._budget)
        return taken._replace(bound=max(bound, taken.bound))

    def _by_tree(self) -> Selection:
        """Return the cheapest items; if the tree grows too large, only a bound."""
        sets = sorted(self._sets, key=lambda items: (len(items), items))
        signs = list(self._signs)
        groups = [self._best_of_group(number, sets, signs) for number in range(len(self._groups))]
        by_number = {item.number: item for group in groups for item in group}
        sign_hits = [sum([1 << place for place, items in enumerate(sets) if sign in items]) for sign in signs]
        waiting: list[tuple[int, list[int], int, Iterator[Node]]] = [(0, [], 0, iter(()))]
        ties = count(1)
        seen: set[Changes] = set()

        def wait(nodes: Iterator[Node]) -> None:
            for cost, numbers in islice(nodes, 1):
                heappush(waiting, (cost, numbers, next(ties), nodes))

        while waiting:
            cost, numbers, _, siblings = heappop(waiting)
            wait(siblings)
            changes = frozenset(numbers)
            if changes in seen:
                continue
            seen.add(changes)
            self._budget.check("the generator")
            if len(seen) > NODES:
                self._is_given_up = True
                return Selection(None, cost, False)
            changed = {by_number[number].group: by_number[number] for number in changes}
            taken = [changed.get(number, group[0]) for number, group in enumerate(groups)]
            missing = ~_hits(taken, sign_hits) & ((1 << len(sets)) - 1)
            if not missing:
                return Selection(tuple(item.number for item in taken), cost, True)
            wanted = sets[(missing & -missing).bit_length() - 1]
            ways = [by_number[number] for number in wanted if number in by_number]
            for sign in wanted:
                if sign in self._signs:
                    ways += _ways_without(1 << signs.index(sign), taken, groups, changes)
            wait(_below(cost, changes, [item for item in ways if item.group not in changed]))
        return Selection(None, 0, False)

    def _best_of_group(self, group: int, sets: Sequence[tuple[int, ...]], signs: Sequence[int]) -> list[_Item]:
        """Return the items of a group, the usual one first, without those that another one is at least as good as."""
        own = set(self._groups[group])
        hits = dict.fromkeys(own, 0)
        untrue = dict.fromkeys(own, 0)
        for bits, sets_of_items in ((hits, sets), (untrue, [self._signs[sign] for sign in signs])):
            for place, items in enumerate(sets_of_items):
                for number in own.intersection(items):
                    bits[number] |= 1 << place
        best: list[_Item] = []
        for number in sorted(own, key=lambda each: (self._costs[each], each)):
            item = _Item(number, group, self._costs[number], hits[number], untrue[number])
            if not any([not item.hits & ~other.hits and not other.untrue & ~item.untrue for other in best]):
                best.append(item)
        return best


def _hits(taken: Sequence[_Item], sign_hits: Sequence[int]) -> int:
    """Return, as bits, the sets that `taken` and the signs that they leave true hit."""
    untrue = hits = 0
    for item in taken:
        hits |= item.hits
        untrue |= item.untrue
    for place, hit in enumerate(sign_hits):
        hits |= 0 if untrue >> place & 1 else hit
    return hits


def _below(cost: int, changes: Changes, ways: Iterable[_Item]) -> Iterator[Node]:
    """Yield the nodes below one, the cheapest first: most of them are never looked at."""
    for item in sorted(ways, key=lambda each: (each.cost, each.number)):
        yield cost + item.cost, sorted(changes | {item.number})


def _ways_without(sign: int, taken: Sequence[_Item], groups: Sequence[list[_Item]], changes: Changes) -> list[_Item]:
    """Return the items of which one must be taken so that the sign, a bit, becomes true; none if it cannot."""
    against = [item for item in taken if item.untrue & sign]
    if any(item.number in changes for item in against):
        return []
    return [item for item in groups[against[0].group] if not item.untrue & sign]


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
    solver = _bounded_rc2(_formula(costs, groups, signs, sets), budget)
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


def _bounded_rc2(formula: Any, budget: Budget) -> Any:
    """Return RC2 for `formula`; it raises _ConflictsError after `CONFLICTS` conflicts, and TimeUp."""
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
            if used >= CONFLICTS:
                raise _ConflictsError
            if not self.is_minimizing:
                self.oracle.conf_budget(CONFLICTS - used)
            # If interrupts are expected, python-sat leaves Ctrl-C to Python; otherwise it jumps out of the solver.
            is_satisfiable: bool | None = super()._call_oracle(assumptions=list(assumptions), expect_interrupt=True)
            if not self.is_minimizing and self.oracle.get_status() is None:
                raise _ConflictsError
            return is_satisfiable

    oracle = "g3" if ARE_BUDGETS_KEPT else "cd15"  # its own default, or CaDiCaL
    return BoundedSearch(formula, solver=oracle, blo="full", exhaust=True, minz=True)
