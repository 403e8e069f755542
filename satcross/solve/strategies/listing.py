"""All solutions of a residual, as disjoint boxes, in memory that does not grow with their number.

A *box* is a letter mask for each cell, all of whose combinations are solutions.  The tree of masks is searched depth
first: narrow, and if some constraint is open, part the letters of one cell and go on with each part.  A part holds
letters that no open constraint on the cell tells apart, so boxes come out wide; nothing found has to be remembered, so
the millionth box costs what the first did.

Propagation alone may walk into many dead ends.  When it does, the solver is asked, under assumptions that stand for the
masks, first for a solution, then for another one; two solutions part the masks between them, so that no question is
wasted: a box costs one answer "no others", and each parting one answer "here".  The clause "another one" is switched
off again by a literal of its own, and the solver is made anew before these pile up.

Parts of the residual that share no open constraint are searched on their own, and their boxes combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.cnf.sink import Lit
from satcross.solve.encode import encode_residual
from satcross.solve.residual import Narrowing
from satcross.solve.solvers.python_sat import DEFAULT, Solver

Masks: TypeAlias = tuple[int, ...]

PATIENCE: Final = 48
"""Trouble (one for each dead end, four off for each box) from which the solver is asked."""

QUESTIONS: Final = 4_000  # of the kind "another one", after which the solver is made anew
KEPT: Final = 2_000  # boxes of a component that are kept instead of being searched for again


class Oracle:
    """A solver that says whether masks hold a solution of `narrowing`'s constraints `is_open`, and which."""

    __slots__ = ("_budget", "_is_open", "_lits", "_masks", "_name", "_narrowing", "_questions", "_solver", "_variables")

    def __init__(
        self,
        narrowing: Narrowing,
        masks: Sequence[int],
        is_open: Sequence[int],
        solver: str = DEFAULT,
        budget: Budget = UNLIMITED,
    ) -> None:
        self._narrowing: Final = narrowing
        self._masks: Final = tuple(masks)
        self._is_open: Final = tuple(is_open)
        self._name: Final = solver
        self._budget: Final = budget
        self._make()

    def _make(self) -> None:
        self._solver = Solver(self._name, self._budget)
        placed = [self._narrowing.placed[number] for number in self._is_open]
        self._variables = encode_residual(placed, self._masks, self._solver)
        self._questions = 0

    def close(self) -> None:
        self._solver.close()

    def witness(self, masks: Sequence[int]) -> Masks | None:
        """Return masks of a solution within `masks`: its blocks of letters that nothing tells apart; None: none."""
        return self._ask(masks, self._variables.within(masks))

    def another(self, masks: Sequence[int], witness: Sequence[int]) -> Masks | None:
        """Return a solution within `masks` that is in another block than `witness` in some cell, or None."""
        self._questions += 1
        if self._questions > QUESTIONS:
            self.close()
            self._make()
        asked = self._variables.fresh()
        lits = self._variables.lits
        clause = [
            lit
            for cell, (here, held) in enumerate(zip(masks, witness, strict=True))
            if here != held
            for block, lit in lits[cell].items()
            if block & here and not block & held
        ]
        if not clause:
            return None
        self._solver.add([-asked, *clause])
        try:
            return self._ask(masks, [asked, *self._variables.within(masks)])
        finally:
            self._solver.add([-asked])

    def _ask(self, masks: Sequence[int], assumed: list[Lit]) -> Masks | None:
        if not self._solver.solve(assumed):
            return None
        found = self._variables.decode(self._solver.is_true)
        return tuple([here & held for here, held in zip(masks, found, strict=False)])


class Component:
    """The solutions of one component, as boxes; it can be iterated again and again.

    masks    of all cells of the puzzle; those outside the component stay as they are
    is_open  the constraints of the component
    """

    __slots__ = ("_boxes", "_budget", "_is_open", "_masks", "_narrowing", "_solver", "cells")

    def __init__(
        self,
        narrowing: Narrowing,
        masks: Sequence[int],
        cells: tuple[int, ...],
        is_open: tuple[int, ...],
        solver: str = DEFAULT,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.cells: Final = cells
        self._narrowing: Final = narrowing
        self._masks: Final = tuple(masks)
        self._is_open: Final = is_open
        self._solver: Final = solver
        self._budget: Final = budget
        self._boxes: list[Masks] | None = None

    def __iter__(self) -> Iterator[Masks]:
        """Yield the boxes, each as the masks of `cells`."""
        if self._boxes is not None:
            yield from self._boxes
            return
        cells = self.cells
        kept: list[Masks] | None = []
        for masks in self._search():
            box = tuple([masks[cell] for cell in cells])
            if kept is not None:
                kept.append(box)
                if len(kept) > KEPT:
                    kept = None
            yield box
        self._boxes = kept

    def _search(self) -> Iterator[Sequence[int]]:
        narrowing = self._narrowing
        oracle: Oracle | None = None
        trouble = 0
        steps = 0
        pending: list[tuple[list[int], tuple[int, ...], tuple[int, ...], Masks | None]] = [
            (list(self._masks), self._is_open, (), None)
        ]
        try:
            while pending:
                masks, was_open, changed, witness = pending.pop()
                steps += 1
                if not steps & 63:
                    self._budget.check()
                is_open = narrowing.narrow(masks, was_open, changed)
                if is_open is None:
                    trouble += 1
                    continue
                if not is_open:
                    trouble = max(0, trouble - 4)
                    yield masks
                    continue
                branching = narrowing.branching(masks, is_open)
                if branching is not None and trouble < PATIENCE:
                    cell, parts = branching
                    for part in reversed(parts):
                        pending.append((_with(masks, cell, part), is_open, (cell,), None))
                    continue
                if oracle is None:
                    oracle = Oracle(narrowing, self._masks, self._is_open, self._solver, self._budget)
                witness = witness or oracle.witness(masks)
                if witness is None:
                    continue
                if branching is None:
                    yield masks
                    continue
                second = oracle.another(masks, witness)
                if second is None:
                    yield witness
                    continue
                cell = self._difference(masks, witness, second)
                pending.append((_with(masks, cell, second[cell]), is_open, (cell,), second))
                pending.append((_with(masks, cell, masks[cell] & ~second[cell]), is_open, (cell,), witness))
        finally:
            if oracle is not None:
                oracle.close()

    def _difference(self, masks: Sequence[int], one: Masks, two: Masks) -> int:
        """Return the cell with the fewest letters in which the solutions `one` and `two` differ."""
        return min((cell for cell in self.cells if one[cell] != two[cell]), key=lambda cell: masks[cell].bit_count())


def _with(masks: Sequence[int], cell: int, mask: int) -> list[int]:
    changed = list(masks)
    changed[cell] = mask
    return changed


def boxes(
    narrowing: Narrowing, masks: Sequence[int], solver: str = DEFAULT, budget: Budget = UNLIMITED
) -> Iterator[Masks]:
    """Yield disjoint boxes that hold exactly the solutions within `masks`, a fixpoint of propagation.

    Raises TimeUp.
    """
    is_open = narrowing.start(list(masks))
    components = [
        Component(narrowing, masks, cells, numbers, solver, budget)
        for cells, numbers in narrowing.components(masks, is_open)
    ]
    # a component without a solution must not be found out again for every box of the others
    if all([next(iter(component), None) is not None for component in components]):
        yield from _combined(components, list(masks))


def _combined(components: Sequence[Component], masks: list[int]) -> Iterator[Masks]:
    """Yield every combination of boxes; `masks` is worked on in place."""
    if not components:
        yield tuple(masks)
        return
    first, *others = components
    for box in first:
        for cell, mask in zip(first.cells, box, strict=True):
            masks[cell] = mask
        yield from _combined(others, masks)


def without(box: Masks, holes: Sequence[Masks]) -> Iterator[Masks]:
    """Yield disjoint boxes that hold what is in `box` and in none of `holes`.

    >>> list(without((0b11, 0b11), [(0b01, 0b10)]))
    [(2, 3), (1, 1)]
    """
    if not holes:
        yield box
        return
    hole, *others = holes
    if not all([here & gone for here, gone in zip(box, hole, strict=True)]):
        yield from without(box, others)
        return
    for cell, gone in enumerate(hole):
        outside = box[cell] & ~gone
        if outside:
            yield from without((*box[:cell], outside, *box[cell + 1 :]), others)
            box = (*box[:cell], box[cell] & gone, *box[cell + 1 :])
