"""How many solutions a puzzle has, without listing them.

In: a puzzle.  Out: a `Tally`, which says whether the number is exact, a lower bound, or an estimate with its guarantee.

The search counts as it would list: narrow, part the letters of a cell, add up.  Three things keep it from
visiting every solution.  Letters that no open clue tells apart are one case, counted with their number.  Whenever the
open clues fall into components, their counts are multiplied.  And a component met before, its clues asking the same of
its cells, is not counted again: cells are decided in an order in which few clues are half decided at any time, so that
the search of a grid becomes a sweep over it with one state for each of those clues.  (R. Bayardo and J. Pehoushek,
Counting models using connected components, AAAI 2000; the memory is that of Sang et al., Combining component caching
and clause learning for effective model counting, SAT 2004.)

Where that takes too many nodes, the formula of the component goes to a projected model counter, if one is installed.
Over the open alphabet, letters that no clue tells apart count once, as they are listed once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from math import prod
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.author.counters import is_installed, run_counter
from satcross.author.residual import Residual, residual_of
from satcross.budget import UNLIMITED, Budget
from satcross.errors import ErrorCode, OptionError, TimeUp
from satcross.model import ANY, Puzzle
from satcross.solve.search import Search
from satcross.solve.strategies.listing import Oracle

Method: TypeAlias = Literal["auto", "search", "ganak", "approximate"]
METHODS: Final[tuple[Method, ...]] = ("auto", "search", "ganak", "approximate")

PATIENT_NODES: Final = 20_000  # of the search, before the model counter is tried
REMEMBERED: Final = 400_000  # components; then memory is emptied
CUBES: Final = 2_000  # looked at for "at least", before everything is counted
DEEP: Final = 50_000  # Python frames: two for each cell that is decided

EPSILON: Final = 0.8
DELTA: Final = 0.2


class Tally(NamedTuple):
    """The number of solutions, as far as it is known.

    number   the number of solutions
    kind     "exact"; "at least" (a lower bound); or "about" (within the factor 1 + `epsilon`, either way, with a
             probability of 1 - `delta` at least)
    method   "propagation", "search", "ganak", "search and ganak", or "approxmc"
    stopped  "timeout" if the time ran out, "limit" if enough were found, else ""
    """

    number: int
    kind: Literal["exact", "at least", "about"]
    method: str
    stopped: Literal["", "limit", "timeout"] = ""
    epsilon: float | None = None
    delta: float | None = None


def count(
    puzzle: Puzzle,
    method: Method = "auto",
    *,
    at_least: int | None = None,
    epsilon: float = EPSILON,
    delta: float = DELTA,
    seed: int = 1,
    budget: Budget = UNLIMITED,
) -> Tally:
    """Return how many solutions `puzzle` has.

    method    "search" (our own), "ganak" (needs the extra `count`), "approximate" (needs the extra `approximate`), or
              "auto": the search, and ganak where the search takes long and ganak is installed
    at_least  stop as soon as so many are known
    epsilon, delta, seed  of the approximation

    Raises OptionError for silly numbers, MissingError for an extra that is not installed, and what `compile_puzzle`
    raises.  When the time is up, the tally is a lower bound.
    """
    if method not in METHODS:
        raise OptionError(f"there is no counting method {method!r}", hint="choose one of " + ", ".join(METHODS))
    if at_least is not None and at_least < 1:
        raise OptionError(f"at least {at_least} solutions is no question", code=ErrorCode.OPTION_AT_LEAST)
    if not (epsilon > 0 and 0 < delta < 1):
        raise OptionError("epsilon must be above 0, and delta between 0 and 1", code=ErrorCode.OPTION_GUARANTEE)
    if at_least is not None:
        known = _known(puzzle, at_least, budget)
        if known is not None:
            return known
    try:
        residual = residual_of(puzzle, budget, single_letters=puzzle.alphabet != ANY)
    except TimeUp:
        return Tally(0, "at least", "propagation", "timeout")
    if residual.masks is None:
        return Tally(0, "exact", "propagation")
    if method == "approximate":
        return _estimate(residual, epsilon, delta, seed, budget)
    return _exact(residual, method, budget)


def _known(puzzle: Puzzle, wanted: int, budget: Budget) -> Tally | None:
    """Return a tally if a few cubes settle whether there are `wanted` solutions."""
    search = Search(puzzle, limit=CUBES, budget=budget)
    for _ in search.cubes():
        if search.count >= wanted:
            return Tally(search.count, "at least", "search", "limit")
    if search.stopped == "timeout":
        return Tally(search.count, "at least", "search", "timeout")
    return Tally(search.count, "exact", "search") if search.is_complete else None


def _exact(residual: Residual, method: Method, budget: Budget) -> Tally:
    counter = Counter(residual, budget)
    total = counter.free(residual.masks or (), residual.components)
    used: list[str] = []
    for cells, is_open in residual.components:
        by, found = "search", None
        counter.known = 0
        try:
            if method != "ganak":
                counter.nodes_left = PATIENT_NODES if method == "auto" and is_installed("ganak") else None
                found = counter.component(residual.masks or (), cells, is_open)
            if found is None:
                by, found = "ganak", run_counter("ganak", residual, cells, is_open, budget)
        except TimeUp:
            # what is left of the product may be 0, unless this was its last factor
            is_last = cells == residual.components[-1][0]
            return Tally(total * counter.known if is_last else 0, "at least", by, "timeout")
        if by not in used:
            used.append(by)
        total *= found
        if not total:
            break
    return Tally(total, "exact", " and ".join(used) or "propagation")


class _TooManyNodes(Exception):  # noqa: N818 - not an error: another method's turn
    """The search has taken as many nodes as it was given."""


class Counter:
    """Counts the solutions of parts of a residual.

    nodes_left  how many more nodes may be visited (None: no limit)
    known       solutions of the component asked about last that have been counted, also if the time ran out
    """

    __slots__ = ("_budget", "_counts", "_oracle", "_rank", "_residual", "_steps", "_weights", "known", "nodes_left")

    def __init__(self, residual: Residual, budget: Budget = UNLIMITED) -> None:
        self._residual: Final = residual
        self._budget: Final = budget
        self._counts: dict[tuple[tuple[int, ...], ...], int] = {}
        self._weights: dict[int, int] = {}
        self._oracle: Oracle | None = None
        self._steps = 0
        self._rank: Final = rank_of(residual)
        self.nodes_left: int | None = None
        self.known = 0

    def weight(self, mask: int) -> int:
        """Return how many letters `mask` holds."""
        found = self._weights.get(mask)
        if found is None:
            found = self._weights[mask] = len(self._residual.compiled.letters(mask))
        return found

    def free(self, masks: Sequence[int], components: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> int:
        """Return the number of ways to fill the cells outside `components`."""
        bound = {cell for cells, _ in components for cell in cells}
        return prod(self.weight(mask) for cell, mask in enumerate(masks) if cell not in bound)

    def component(self, masks: Sequence[int], cells: tuple[int, ...], is_open: tuple[int, ...]) -> int | None:
        """Return the number of ways to fill `cells` such that the constraints `is_open` hold.

        Return None if that takes more nodes than are left.
        """
        with deep_recursion():
            try:
                for child, still_open in self.children(masks, is_open):
                    self.known += self.within(child, cells, still_open)
            except _TooManyNodes:
                return None
        return self.known

    def inside(self, masks: Sequence[int], cells: Sequence[int], is_open: tuple[int, ...]) -> int:
        """Return what `component` does; the caller has seen to recursion."""
        signature = self._residual.narrowing.signature
        key = (tuple([masks[cell] for cell in cells]), *[signature(number, masks) for number in is_open])
        known = self._counts.get(key)
        if known is None:
            if self.nodes_left is not None:
                self.nodes_left -= 1
                if self.nodes_left < 0:
                    raise _TooManyNodes
            self._steps += 1
            if not self._steps & 63:
                self._budget.check()
            known = sum(self.within(child, cells, still_open) for child, still_open in self.children(masks, is_open))
            if len(self._counts) >= REMEMBERED:
                self._counts.clear()
            self._counts[key] = known
        return known

    def children(self, masks: Sequence[int], is_open: tuple[int, ...]) -> Iterator[tuple[list[int], tuple[int, ...]]]:
        """Yield masks and open constraints of each case into which the letters of one cell part `masks`."""
        narrowing = self._residual.narrowing
        among = set(is_open)
        bound = {cell for number in is_open for cell in narrowing.placed[number].cells}
        for cell in sorted(bound, key=self._rank.__getitem__):
            parts = narrowing.parts(cell, masks, among) if masks[cell] & (masks[cell] - 1) else ()
            if len(parts) > 1:
                break
        else:
            if self._ask(masks):
                yield list(masks), ()
            return
        for part in parts:
            child = list(masks)
            child[cell] = part
            still_open = narrowing.narrow(child, is_open, (cell,))
            if still_open is not None:
                yield child, still_open

    def within(self, masks: Sequence[int], cells: Sequence[int], is_open: tuple[int, ...]) -> int:
        """Return the number of ways to fill `cells`, of which open constraints may bind only some."""
        components = self._residual.narrowing.components(masks, is_open)
        bound = {cell for inner, _ in components for cell in inner}
        total = prod(self.weight(masks[cell]) for cell in cells if cell not in bound)
        for inner, numbers in components:
            total *= self.inside(masks, inner, numbers)
            if not total:
                return 0
        return total

    def _ask(self, masks: Sequence[int]) -> bool:
        """Return whether the solver finds a solution within `masks`, whose letters no constraint tells apart."""
        if self._oracle is None:
            assert self._residual.masks is not None
            self._oracle = Oracle(
                self._residual.narrowing, self._residual.masks, self._residual.is_open, budget=self._budget
            )
        return self._oracle.witness(masks) is not None


def rank_of(residual: Residual) -> dict[int, int]:
    """Return the place of each cell in an order in which few open constraints are half decided at any time.

    Tried are: row by row, column by column, and finishing first what is nearest to its end.
    """
    scopes = [set(cells) for number in residual.is_open if (cells := residual.narrowing.placed[number].cells)]
    addresses = residual.compiled.puzzle.cells
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
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _estimate(residual: Residual, epsilon: float, delta: float, seed: int, budget: Budget) -> Tally:
    components = residual.components
    total = Counter(residual, budget).free(residual.masks or (), components)
    if components:
        cells = tuple(cell for inner, _ in components for cell in inner)
        is_open = tuple(number for _, numbers in components for number in numbers)
        settings = {"epsilon": epsilon, "delta": delta, "seed": seed}
        try:
            total *= run_counter("approxmc", residual, cells, is_open, budget, **settings)
        except TimeUp:
            return Tally(0, "at least", "approxmc", "timeout")
        return Tally(total, "about", "approxmc", epsilon=epsilon, delta=delta)
    return Tally(total, "exact", "propagation")
