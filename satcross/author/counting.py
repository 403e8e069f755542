"""How many solutions a puzzle has, without listing them.

In: a puzzle.  Out: a `Tally`, which says whether the number is exact or a lower bound.

The search propagates, splits on the letters of a cell, and adds up.  It need not visit every solution, for three
reasons.  Letters that no open clue tells apart are one case, which counts as often as there are such letters.  Where
the open clues fall into components, their counts are multiplied.  And a component whose clues ask the same of its cells
as those of an earlier one is not counted again.  Cells are decided in an order in which few clues are half decided at
any time, so that such components recur.  (R. Bayardo and J. Pehoushek, Counting models using connected components, AAAI
2000; component caching: T. Sang et al., Combining component caching and clause learning for effective model counting,
SAT 2004.)

Where that takes too many nodes, the formula of the component goes to the projected model counter ganak, if it is
installed.  Over the open alphabet, letters that no clue tells apart count once, as they are listed once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from math import prod
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.author.counters import check_installed, count_by_ganak, is_ganak_installed
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import CAN_RECURSE_DEEPLY
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import decimal_text
from satcross.errors import ErrorCode, Field, OptionError, TimeUp, naming
from satcross.puzzle.model import Cell, Puzzle
from satcross.solver.oracle import Oracle
from satcross.solver.presolve import PresolvedPuzzle, presolve, presolved_by_letter
from satcross.solver.residual import Component, Masks, Residual
from satcross.solver.solutions import Search

Method: TypeAlias = Literal["auto", "search", "ganak"]
METHODS: Final[tuple[Method, ...]] = ("auto", "search", "ganak")

DEEP: Final = 50_000  # Python frames that counting may nest: two for each cell that is decided


class Tally(NamedTuple):
    """The number of solutions, as far as it is known.

    Attributes:
        kind: "exact", or "at least" (a lower bound).
        method: "propagation", "search", "ganak", or "search and ganak".
        stopped: "timeout" if the time ran out, "limit" if enough were found, else "".
    """

    number: int
    kind: Literal["exact", "at least"]
    method: str
    stopped: Literal["", "limit", "timeout"] = ""

    def __repr__(self) -> str:
        _, *others = zip(self._fields, self, strict=True)
        shown = [f"number={decimal_text(self.number)}", *[f"{name}={value!r}" for name, value in others]]
        return f"Tally({', '.join(shown)})"


def count(
    puzzle: Puzzle,
    method: Method = "auto",
    *,
    at_least: int | None = None,
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
    presolved: PresolvedPuzzle | None = None,
) -> Tally:  # as many parameters as a user of the API can choose something by name
    """Return how many solutions `puzzle` has: a lower bound if the time runs out.

    Args:
        method: "search" (our own), "ganak" (needs the extra `count`), or "auto": the search, and ganak where the search
            takes long and ganak is installed.
        at_least: Stop as soon as this many are known.
        presolved: What `presolve` returns for the puzzle, if that is known already.

    Raises:
        OptionError: For an unknown method or a number out of range.
        MissingError: For an extra that is not installed.
        SatcrossError: What `compile_puzzle` raises.
    """
    _check_options(method, at_least)
    try:
        presolved = presolved or presolve(puzzle, tuning, budget)
        if at_least is not None and (known := _known(presolved, at_least, tuning, budget)) is not None:
            return known
        if _may_ask_counter(method):
            presolved = presolved_by_letter(presolved, tuning, budget)
    except TimeUp:
        return Tally(0, "at least", "propagation", "timeout")
    if presolved.residual is None:
        return Tally(0, "exact", "propagation")
    return _exact(Counter(presolved, tuning, budget), method, budget)


def _check_options(method: Method, at_least: int | None) -> None:
    """Raise OptionError or MissingError where `count` does."""
    if method not in METHODS:
        raise OptionError(f"there is no counting method {method!r}", hint="choose one of " + ", ".join(METHODS))
    if at_least is not None and at_least < 1:
        message = naming(f"{{}} must be 1 or more, not {at_least}", Field("at_least"))
        raise OptionError(message, code=ErrorCode.OPTION_AT_LEAST)
    if method == "ganak":
        check_installed()


def _may_ask_counter(method: Method) -> bool:
    """Return whether ganak may be asked, which counts the true literals of a cell and not their letters."""
    return method == "ganak" or (method == "auto" and is_ganak_installed())


def _known(presolved: PresolvedPuzzle, wanted: int, tuning: Tuning, budget: Budget) -> Tally | None:
    """Return a tally if a few cubes show whether there are `wanted` solutions, else None."""
    puzzle = presolved.compiled.puzzle
    search = Search(puzzle, limit=tuning.kept_cubes, budget=budget, tuning=tuning, presolved=presolved)
    for _ in search.cubes():
        if search.count >= wanted:
            return Tally(search.count, "at least", "search", "limit")
    if search.stopped == "timeout":
        return Tally(search.count, "at least", "search", "timeout")
    return Tally(search.count, "exact", "search") if search.is_complete else None


def _exact(counter: Counter, method: Method, budget: Budget) -> Tally:
    """Return the product of the counts of all components, each found by the search or by ganak, as `method` says."""
    budget.note("counting")
    components = counter.residual.components()
    total = counter.free(counter.residual, components)
    used: list[str] = []
    for component in components:
        by, number = "search", None
        try:
            if method != "ganak":
                has_counter = method == "auto" and is_ganak_installed()
                counter.nodes_left = counter.tuning.counting_nodes if has_counter else None
                number = counter.component(component)
            if number is None:
                by, number = "ganak", count_by_ganak(component, budget)
        except TimeUp:
            # a later factor of the product may be 0, unless this was the last one
            is_last = component is components[-1]
            return Tally(total * counter.known if is_last else 0, "at least", by, "timeout")
        if by not in used:
            used.append(by)
        total *= number
        if not total:
            break
    return Tally(total, "exact", " and ".join(used) or "propagation")


class _TooManyNodes(Exception):  # noqa: N818 - not an error: another method takes over
    """The search has visited as many nodes as it may."""


class Counter:
    """Counts the solutions of a presolved puzzle that propagation has not shown to have none, component by component.

    Attributes:
        nodes_left: How many more nodes may be visited (None: no limit).
        known: How many solutions of the component asked about last have been counted, also if the time ran out.
    """

    __slots__ = (
        "_budget",
        "_counts",
        "_letters",
        "_oracle",
        "_rank",
        "_steps",
        "_weights",
        "known",
        "nodes_left",
        "residual",
        "tuning",
    )

    def __init__(self, presolved: PresolvedPuzzle, tuning: Tuning = DEFAULT_TUNING, budget: Budget = UNLIMITED) -> None:
        assert presolved.residual is not None
        self.residual: Final = presolved.residual
        self.tuning: Final = tuning
        self._letters: Final = presolved.compiled.letters
        self._budget: Final = budget
        self._counts: dict[tuple[tuple[int, ...], ...], int] = {}
        self._weights: dict[int, int] = {}
        self._oracle: Oracle | None = None
        self._steps = 0
        self._rank: Final = rank_of(presolved.residual, presolved.compiled.puzzle.cells)
        self.nodes_left: int | None = None
        self.known = 0

    def weight(self, mask: int) -> int:
        """Return how many letters `mask` holds."""
        letters = self._weights.get(mask)
        if letters is None:
            letters = self._weights[mask] = len(self._letters(mask))
        return letters

    def free(self, residual: Residual, components: Sequence[Component]) -> int:
        """Return the number of ways to fill the cells of `residual` outside of its `components`."""
        bound = {cell for component in components for cell in component.cells}
        return prod(self.weight(mask) for cell, mask in enumerate(residual.masks) if cell not in bound)

    def component(self, component: Component) -> int | None:
        """Return the number of ways to fill the cells of `component` such that its constraints hold.

        Return None if that takes more nodes than are left.
        """
        self.known = 0
        with deep_recursion():
            try:
                self._visit()
                for child in self.children(component.residual):
                    self.known += self.within(child, component.cells)
            except _TooManyNodes:
                return None
        return self.known

    def inside(self, component: Component) -> int:
        """Return what `component` returns, if possible from memory.  The caller has allowed for deep recursion."""
        masks = component.residual.masks
        key = (tuple([masks[cell] for cell in component.cells]), *component.residual.signature())
        known = self._counts.get(key)
        if known is None:
            self._visit()
            known = sum(self.within(child, component.cells) for child in self.children(component.residual))
            if len(self._counts) >= self.tuning.remembered:
                self._counts.clear()
            self._counts[key] = known
        return known

    def _visit(self) -> None:
        """Count one more node."""
        if self.nodes_left is not None:
            self.nodes_left -= 1
            if self.nodes_left < 0:
                raise _TooManyNodes
        self._steps += 1
        if not self._steps & 63:
            self._budget.note("counting, nodes", self._steps)
            self._budget.check()

    def children(self, residual: Residual) -> Iterator[Residual]:
        """Yield the residuals into which `residual` is split by the letters of one cell."""
        masks = residual.masks
        bound = {cell for constraint in residual.constraints for cell in constraint.cells}
        for cell in sorted(bound, key=self._rank.__getitem__):
            parts = residual.letter_parts(cell) if masks[cell] & (masks[cell] - 1) else ()
            if len(parts) > 1:
                break
        else:
            if self._has_solution(masks):
                yield residual.as_cube()
            return
        for part in parts:
            child = residual.restrict({cell: part})
            if child is not None:
                yield child

    def within(self, residual: Residual, cells: Sequence[int]) -> int:
        """Return the number of ways to fill `cells`; some of them may lie on no open constraint."""
        components = residual.components()
        bound = {cell for component in components for cell in component.cells}
        total = prod(self.weight(residual.masks[cell]) for cell in cells if cell not in bound)
        for component in components:
            total *= self.inside(component)
            if not total:
                return 0
        return total

    def _has_solution(self, masks: Masks) -> bool:
        """Return whether the solver finds a solution within `masks`, whose letters no constraint tells apart."""
        if self._oracle is None:
            self._oracle = Oracle(self.residual, self.tuning, self._budget)
        return self._oracle.witness(masks) is not None


def rank_of(residual: Residual, addresses: Sequence[Cell]) -> dict[int, int]:
    """Return the rank of each cell in an order in which few open constraints are half decided at any time.

    Three orders are compared: row by row, column by column, and always the constraint with the fewest cells left.
    """
    scopes = [set(constraint.cells) for constraint in residual.constraints if constraint.cells]
    plain = list(range(len(addresses)))
    by_column = sorted(plain, key=lambda cell: addresses[cell][::-1] if isinstance(addresses[cell], tuple) else ())
    orders = [plain, by_column]
    greedy: dict[int, None] = {}
    waiting = list(scopes)
    while waiting:
        nearest = min(waiting, key=lambda scope: len(scope - greedy.keys()))
        waiting.remove(nearest)
        greedy.update(dict.fromkeys(sorted(nearest)))
    orders.append([*greedy, *[cell for cell in plain if cell not in greedy]])

    def width(order: list[int]) -> int:
        """Return the largest number of constraints that are half decided at the same time."""
        rank = {cell: place for place, cell in enumerate(order)}
        changes = [0] * (len(order) + 1)
        for scope in scopes:
            places = [rank[cell] for cell in scope]
            changes[min(places)] += 1
            changes[max(places)] -= 1
        return max(accumulate(changes))

    best = min(orders, key=width)
    return {cell: place for place, cell in enumerate(best)}


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python functions call each other as deeply as a large puzzle has cells."""
    before = sys.getrecursionlimit()
    if CAN_RECURSE_DEEPLY:
        sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
