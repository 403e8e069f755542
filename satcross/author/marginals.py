"""How many solutions have each letter in each cell, without listing the solutions.

In: a presolved puzzle.  Out: the number of its solutions and, for each cell, how many of them have each letter.

The solutions are counted as `satcross.author.counting` does, and the search is remembered as a graph.  Its nodes are
components; the number of a node is a sum over the letters of one cell, each of whose terms is a product over the
components that are left then, and over the cells that no clue tells apart any more.  A second pass goes through the
graph from the top: a term passes on to each factor how often the rest of the product occurs.  So every count comes from
one visit of each node.  (A. Darwiche, A differential approach to inference in Bayesian networks, JACM 2003.)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple, TypeAlias

from satcross.author.counting import Counter, deep_recursion
from satcross.base.budget import UNLIMITED, Budget
from satcross.solver.presolve import PresolvedPuzzle
from satcross.solver.residual import Component, Residual

CountByMask: TypeAlias = dict[int, int]

NODES: Final = 200_000
"""Nodes of the graph: more would take more than a few hundred megabytes."""


class Marginals(NamedTuple):
    """The solutions of a puzzle, counted.

    Attributes:
        total: How many there are.
        cells: For each cell, how many of them have each letter there; letters that none has are left out.
    """

    total: int
    cells: tuple[dict[str, int], ...]


class _Term(NamedTuple):
    """A product: `total` ways to fill some cells.

    Attributes:
        free: Cells that no open clue tells apart, with their masks.
        parts: Indices of the nodes that are left; each node has a lower index than those that refer to it.
    """

    total: int
    free: tuple[tuple[int, int], ...]
    parts: tuple[int, ...]


class _Node(NamedTuple):
    """A component: its terms, and the sum of their totals."""

    total: int
    terms: tuple[_Term, ...]


def marginals(presolved: PresolvedPuzzle, budget: Budget = UNLIMITED) -> Marginals | None:
    """Return how many solutions of a puzzle have each letter in each cell; None if the graph gets too large.

    Letters that are shown for others over the open alphabet count once.

    Raises:
        TimeUp: If the time is up.

    >>> from satcross import rectangle
    >>> from satcross.solver.presolve import presolve
    >>> marginals(presolve(rectangle(rows=["AB|AC|BC"], columns=["", ""])))
    Marginals(total=3, cells=({'A': 2, 'B': 1}, {'B': 1, 'C': 2}))
    """
    letters = presolved.compiled.letters
    if presolved.residual is None:
        return Marginals(0, tuple({} for _ in presolved.compiled.domains))
    graph = _Graph(presolved, budget)
    top = graph.top()
    if top is None:
        return None
    cells = []
    for count_by_mask in graph.counts(top, len(presolved.compiled.domains)):
        each: dict[str, int] = {}
        for mask, count in count_by_mask.items():
            held = letters(mask)
            for letter in held:
                each[letter] = each.get(letter, 0) + count // len(held)
        cells.append({letter: each[letter] for letter in sorted(each)})
    return Marginals(top.total, tuple(cells))


class _TooLargeError(Exception):
    """The graph has more than `NODES` nodes."""


class _Graph:
    """The nodes of the components that the search has met."""

    def __init__(self, presolved: PresolvedPuzzle, budget: Budget) -> None:
        self._counter: Final = Counter(presolved, budget=budget)
        self._budget: Final = budget
        self._nodes: list[_Node] = []
        self._index_of: dict[object, int] = {}

    def top(self) -> _Term | None:
        """Return the product that stands for the whole puzzle; None if the graph gets too large."""
        residual = self._counter.residual
        with deep_recursion():
            try:
                return self._term(residual, range(len(residual.masks)))
            except _TooLargeError:
                return None

    def _term(self, residual: Residual, cells: Sequence[int]) -> _Term:
        """Return the product that counts the ways to fill `cells`."""
        components = residual.components()
        bound = {cell for component in components for cell in component.cells}
        free = tuple([(cell, residual.masks[cell]) for cell in cells if cell not in bound])
        total = prod(self._counter.weight(mask) for _, mask in free)
        parts = []
        for component in components:
            index = self._index(component)
            parts.append(index)
            total *= self._nodes[index].total
            if not total:
                break
        return _Term(total, free, tuple(parts))

    def _index(self, component: Component) -> int:
        """Return the index of the node of `component`, which is made if it has not been met yet."""
        masks = component.residual.masks
        key = (component.cells, tuple([masks[cell] for cell in component.cells]), component.residual.signature())
        known = self._index_of.get(key)
        if known is None:
            self._budget.check()
            children = self._counter.children(component.residual)
            terms = [self._term(child, component.cells) for child in children]
            possible = tuple([term for term in terms if term.total])
            known = self._index_of[key] = len(self._nodes)
            self._nodes.append(_Node(sum([term.total for term in possible]), possible))
            if known >= NODES:
                raise _TooLargeError
        return known

    def counts(self, top: _Term, cells: int) -> list[CountByMask]:
        """Return for each cell how many of the solutions that `top` stands for have each mask there."""
        counts: list[CountByMask] = [{} for _ in range(cells)]
        times = [0] * len(self._nodes)  # how often a solution of the node occurs in the whole

        def share(term: _Term, factor: int) -> None:
            """Count the term, each of whose solutions occurs `factor` times."""
            if not term.total:
                return
            for cell, mask in term.free:
                counts[cell][mask] = counts[cell].get(mask, 0) + factor * term.total
            for index in term.parts:
                times[index] += factor * term.total // self._nodes[index].total

        share(top, 1)
        for index in range(len(self._nodes) - 1, -1, -1):
            if times[index]:
                for term in self._nodes[index].terms:
                    share(term, times[index])
        return counts
