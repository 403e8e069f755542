"""Listing by cubes: all solutions of a residual, as disjoint cubes, in memory that does not grow with their number.

In: a residual, a fixpoint of propagation.  Out: disjoint cubes that hold exactly its solutions.  The tree of residuals
is searched depth first: if some constraint is open, split the letters of one cell, and go on with each part.  A part
holds letters that no open constraint on the cell tells apart, so cubes come out wide.  Nothing found has to be
remembered, so the millionth cube costs what the first did.

Propagation alone may walk into many dead ends.  When it does, a SAT solver is asked, under assumptions that stand for
the masks, first for a solution, then for another one.  Two solutions split the masks between them, so that no question
is wasted: a cube costs one answer "no others", and each split one answer "here".  The clause "another one" is switched
off again by a literal of its own, and the solver is made anew before these pile up.

Components of the residual, which share no open constraint, are searched on their own, and their cubes combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import Tuning
from satcross.solver.found import NO_MORE, Found
from satcross.solver.oracle import Oracle
from satcross.solver.residual import Component, Masks, Residual


def listing(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
    """Yield all solutions of `residual`, a fixpoint of propagation, as disjoint cubes.  Raises TimeUp, LimitError."""
    budget.note("listing solutions")
    components = [_ListedComponent(component, tuning, budget) for component in residual.components()]
    # a component without a solution must not be found out again for every cube of the others
    if all([next(iter(component), None) is not None for component in components]):
        for cube in _combined(components, list(residual.masks)):
            yield Found(cube, is_last=False)
    yield NO_MORE


def _combined(components: Sequence[_ListedComponent], masks: list[int]) -> Iterator[Masks]:
    """Yield every combination of the components' cubes; `masks` is worked on in place."""
    if not components:
        yield tuple(masks)
        return
    first, *others = components
    for cube in first:
        for cell, mask in zip(first.cells, cube, strict=True):
            masks[cell] = mask
        yield from _combined(others, masks)


class _Node(NamedTuple):
    """A node of the search tree that has not been visited: a residual, and what to restrict in it.

    Attributes:
        witness: A solution there, if one is known.
    """

    residual: Residual
    cell: int
    letters: int
    witness: Masks | None


class _ListedComponent:
    """The solutions of one component, as cubes.  It can be iterated again and again."""

    __slots__ = ("_budget", "_cubes", "_residual", "_tuning", "cells")

    def __init__(self, component: Component, tuning: Tuning, budget: Budget = UNLIMITED) -> None:
        self.cells: Final = component.cells
        self._residual: Final = component.residual
        self._tuning: Final = tuning
        self._budget: Final = budget
        self._cubes: list[Masks] | None = None

    def __iter__(self) -> Iterator[Masks]:
        """Yield the cubes, each as the masks of `cells`."""
        if self._cubes is not None:
            yield from self._cubes
            return
        kept: list[Masks] | None = []
        for masks in self._search():
            cube = tuple([masks[cell] for cell in self.cells])
            if kept is not None:
                kept.append(cube)
                if len(kept) > self._tuning.kept_cubes:
                    kept = None
            yield cube
        self._cubes = kept

    def _search(self) -> Iterator[Masks]:
        """Yield the masks of all cells of the puzzle for each cube."""
        oracle: Oracle | None = None
        trouble = steps = 0
        residual: Residual | None = self._residual
        witness: Masks | None = None
        pending: list[_Node] = []
        try:
            while True:
                if residual is None:
                    trouble += 1
                elif residual.is_settled:
                    trouble = max(0, trouble - 4)
                    yield residual.masks
                elif (branching := residual.branching()) is not None and trouble < self._tuning.dead_ends:
                    cell, parts = branching
                    pending += [_Node(residual, cell, part, None) for part in reversed(parts)]
                else:
                    oracle = oracle or Oracle(self._residual, self._tuning, self._budget)
                    cube, nodes = self._asked(oracle, residual, witness, is_cube=branching is None)
                    if cube is not None:
                        yield cube
                    pending += nodes
                if not pending:
                    return
                steps += 1
                if not steps & 63:
                    self._budget.note("listing solutions")
                    self._budget.check()
                node = pending.pop()
                residual, witness = node.residual.restrict({node.cell: node.letters}), node.witness
        finally:
            if oracle is not None:
                oracle.close()

    def _asked(
        self, oracle: Oracle, residual: Residual, witness: Masks | None, *, is_cube: bool
    ) -> tuple[Masks | None, list[_Node]]:
        """Return what the oracle says of `residual`: a cube of solutions, if it can tell, and what is left to search.

        Args:
            witness: A solution of `residual`, if one is known.
            is_cube: Whether `residual` is one cube if it has any solution.
        """
        witness = witness or oracle.witness(residual.masks)
        if witness is None:
            return None, []
        if is_cube:
            return residual.masks, []
        second = oracle.another(residual.masks, witness)
        if second is None:
            return witness, []
        cell = self._difference(residual.masks, witness, second)
        rest = residual.masks[cell] & ~second[cell]
        return None, [_Node(residual, cell, second[cell], second), _Node(residual, cell, rest, witness)]

    def _difference(self, masks: Sequence[int], one: Masks, two: Masks) -> int:
        """Return the cell with the fewest letters in which the solutions `one` and `two` differ."""
        return min((cell for cell in self.cells if one[cell] != two[cell]), key=lambda cell: masks[cell].bit_count())
