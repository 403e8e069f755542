"""Propagation: every constraint prunes the domains of its cells, until none can prune more.

In: constraints on cells, and a letter mask for each cell.  Out: the fixpoint, which is the largest masks that the
constraints, each on its own, agree on.  No solution is lost; where a mask becomes empty, there is none.

A *revision* is one constraint pruning its cells once (the term is that of arc consistency algorithms).

There is one loop, `CrossingLines.narrow`.  Only states (`satcross.solver.state`) run it; presolving, all searches, the
trace and the board of the generator walk states.  (Word filling has a loop of its own, because it propagates sets of
words between slots instead of letters between cells: `satcross.words.propagation`.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import itemgetter, ne
from typing import Final, NamedTuple, TypeAlias

from satcross.base.budget import Budget
from satcross.solver.constraints.protocol import LineConstraint

Masks: TypeAlias = tuple[int, ...]
"""A letter mask for each cell of a puzzle, or for each index of a line."""

Prune: TypeAlias = Callable[[LineConstraint, Masks], Sequence[int] | None]
"""What a line constraint leaves of the masks of its line; None if nothing matches."""


class Step(NamedTuple):
    """One revision that ruled something out.

    Attributes:
        number: Which of the constraints.
        ruled_out: (cell number, mask of the letters ruled out) pairs; empty if the constraint cannot be satisfied at
            all.
        domains: The masks of all cells after it.
    """

    number: int
    ruled_out: tuple[tuple[int, int], ...]
    domains: Masks

    @property
    def is_contradiction(self) -> bool:
        """Whether the constraint cannot be satisfied."""
        return not self.ruled_out


class Narrowing(NamedTuple):
    """What one run of the loop has come to.

    Attributes:
        violated: The number of the line whose constraint cannot be satisfied; None: a fixpoint has been reached.
        changed: The cells that have lost letters.
        revisions: How often a constraint was asked to prune.
    """

    violated: int | None
    changed: set[int]
    revisions: int


class CrossingLines:
    """Lines on cells: which cells each line reads, and which lines read each cell.

    Attributes:
        cells: The cells of each line, in the order in which its constraint reads them.
        masks_of: What picks the masks of these cells, in this order, from the masks of all cells.
        touching: The numbers of the lines on each cell.
    """

    __slots__ = ("_reads_twice", "cells", "masks_of", "touching")

    def __init__(self, cells: Sequence[tuple[int, ...]], number_of_cells: int) -> None:
        self.cells: Final = cells
        self.masks_of: Final = [_reader(each) for each in cells]
        self._reads_twice: Final = [len(set(each)) < len(each) for each in cells]
        self.touching: Final[list[list[int]]] = [[] for _ in range(number_of_cells)]
        for number, each in enumerate(cells):
            for cell in set(each):
                self.touching[cell].append(number)

    def narrow(
        self,
        constraints: Mapping[int, LineConstraint],
        masks: list[int],
        first: Iterable[int],
        prune: Prune,
        steps: list[Step] | None = None,
    ) -> Narrowing:
        """Shrink `masks` in place to the fixpoint of `constraints`, or to a contradiction.

        Args:
            constraints: By the numbers of their lines; a line that has none rules nothing out.
            first: The lines that may rule something out now.
            prune: Asks a constraint what it leaves, or knows it already.
            steps: Gets each revision that rules something out.
        """
        waiting = _Waiting(constraints)
        for number in filter(constraints.__contains__, first):
            waiting.add(number)
        changed: set[int] = set()
        revisions = 0
        while waiting.numbers:
            number = waiting.pop()
            constraint, cells = constraints[number], self.cells[number]
            before = self.masks_of[number](masks)
            after = prune(constraint, before)
            revisions += 1
            lost = None if after is None else _shrink(masks, cells, before, after)
            if steps is not None and lost != []:
                steps.append(Step(number, tuple(_ruled_out(cells, before, masks) if lost else ()), tuple(masks)))
            if lost is None:
                return Narrowing(number, changed, revisions)
            for cell in lost:
                changed.add(cell)
                for other in self.touching[cell]:
                    if other != number and other in constraints and other not in waiting.numbers:
                        waiting.add(other)
            if lost and (self._reads_twice[number] or not constraint.is_exact):
                waiting.add(number)
        return Narrowing(None, changed, revisions)


class _Waiting:
    """The lines that may rule something out now.

    Those with exact constraints go first, because they are quick.  The fixpoint does not depend on the order.

    Attributes:
        numbers: The numbers of these lines.
    """

    __slots__ = ("_constraints", "_quick", "_slow", "numbers")

    def __init__(self, constraints: Mapping[int, LineConstraint]) -> None:
        self._constraints: Final = constraints
        self._quick: Final[deque[int]] = deque()
        self._slow: Final[deque[int]] = deque()
        self.numbers: Final[set[int]] = set()

    def add(self, number: int) -> None:
        """Let a line wait that does not wait yet, and has a constraint."""
        self.numbers.add(number)
        (self._quick if self._constraints[number].is_exact else self._slow).append(number)

    def pop(self) -> int:
        """Return the line that comes next, which waits no longer."""
        number = self._quick.popleft() if self._quick else self._slow.popleft()
        self.numbers.discard(number)
        return number


def _shrink(masks: list[int], cells: Sequence[int], before: Masks, after: Sequence[int]) -> list[int] | None:
    """Let `masks` keep what is left `after` a revision; return the cells that lost letters, None if one is empty."""
    lost: list[int] = []
    if after == before:
        return lost
    for index in compress(range(len(cells)), map(ne, before, after)):
        cell = cells[index]
        masks[cell] &= after[index]
        if not masks[cell]:
            return None
        lost.append(cell)
    return lost


def _reader(cells: tuple[int, ...]) -> Callable[[Sequence[int]], Masks]:
    """Return what picks the masks of `cells` from those of all cells, as quickly as possible."""
    if len(cells) > 1:
        return itemgetter(*cells)
    return lambda masks: tuple([masks[cell] for cell in cells])  # itemgetter would return no tuple


def _ruled_out(cells: Sequence[int], before: Masks, masks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the cells that have lost letters, and these letters."""
    for cell, old in dict(zip(cells, before, strict=True)).items():
        if masks[cell] != old:
            yield cell, old ^ masks[cell]


def pruning_within(budget: Budget) -> Prune:
    """Return how a line constraint prunes, with a look at the clock of `budget` now and then."""
    revisions = 0

    def prune(constraint: LineConstraint, masks: Masks) -> Sequence[int] | None:
        nonlocal revisions
        revisions += 1
        if not revisions & 15:
            budget.check()
        return constraint.prune(masks)

    return prune
