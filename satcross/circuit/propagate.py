"""Propagation: every line's clues prune the domains of its cells, until none can prune more.

In: clues placed on lines, and a letter mask for each cell.  Out: the largest masks that the clues, each on its own,
agree on.  No solution is lost; where a mask becomes empty there is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.circuit.constraint import Placed


class Step(NamedTuple):
    """One sweep that ruled something out.

    number  which of the placed constraints
    ruled_out  (cell number, mask of the letters ruled out) pairs; empty if the constraint cannot be satisfied at all
    domains  the masks of all cells after it
    """

    number: int
    ruled_out: tuple[tuple[int, int], ...]
    domains: tuple[int, ...]

    @property
    def is_contradiction(self) -> bool:
        return not self.ruled_out


class Propagation(NamedTuple):
    """The fixpoint.

    domains  the masks of all cells, or None if there is no solution
    sweeps   how often a constraint was asked to prune
    """

    domains: tuple[int, ...] | None
    sweeps: int


class Agenda:
    """The constraints whose cells have changed, those of least effort first, each at most once."""

    __slots__ = ("_efforts", "_queues", "_waiting")

    def __init__(self, placed: Sequence[Placed]) -> None:
        self._efforts = [each.constraint.effort for each in placed]
        self._queues: list[deque[int]] = [deque() for _ in range(max(self._efforts, default=0) + 1)]
        self._waiting = [True] * len(placed)
        for number, effort in enumerate(self._efforts):
            self._queues[effort].append(number)

    def add(self, number: int) -> None:
        if not self._waiting[number]:
            self._waiting[number] = True
            self._queues[self._efforts[number]].append(number)

    def pop(self) -> int | None:
        """Return the next constraint's number, or None if none waits."""
        for queue in self._queues:
            if queue:
                number = queue.popleft()
                self._waiting[number] = False
                return number
        return None


def propagate(placed: Sequence[Placed], domains: Sequence[int], budget: Budget = UNLIMITED) -> Propagation:
    """Return the fixpoint.  Raises TimeUp when the budget's time is up."""
    masks = list(domains)
    sweeps = 0
    for done, _, changes in _sweeps(placed, masks, budget):
        sweeps = done
        if changes is None:
            return Propagation(None, sweeps)
    return Propagation(tuple(masks), sweeps)


def steps(placed: Sequence[Placed], domains: Sequence[int], budget: Budget = UNLIMITED) -> Iterator[Step]:
    """Yield every sweep that rules something out, up to the fixpoint or a contradiction."""
    masks = list(domains)
    for _, number, changes in _sweeps(placed, masks, budget):
        if changes is None:
            yield Step(number, (), tuple(masks))
        elif changes:
            yield Step(number, tuple(changes), tuple(masks))


def _sweeps(
    placed: Sequence[Placed], masks: list[int], budget: Budget
) -> Iterator[tuple[int, int, list[tuple[int, int]] | None]]:
    """Yield (sweeps so far, constraint number, what it ruled out) for each sweep, narrowing `masks` in place."""
    touching: list[list[int]] = [[] for _ in masks]
    for number, each in enumerate(placed):
        for cell in set(each.cells):
            touching[cell].append(number)
    agenda = Agenda(placed)
    add, pop = agenda.add, agenda.pop
    sweeps = 0
    while True:
        popped = pop()
        if popped is None:
            return
        number = popped
        sweeps += 1
        if not sweeps & 15:
            budget.check_time()
        constraint, cells, _, _ = placed[number]
        before = [masks[cell] for cell in cells]
        after = constraint.prune(before)
        if after is None:
            yield sweeps, number, None
            return
        if after == before:
            yield sweeps, number, []
            continue
        changes: list[tuple[int, int]] = []
        for cell, kept in zip(cells, after, strict=True):
            old = masks[cell]
            new = old & kept
            if new != old:
                if not new:
                    yield sweeps, number, None
                    return
                masks[cell] = new
                changes.append((cell, old ^ new))
                for other in touching[cell]:
                    if other != number:
                        add(other)
        if not constraint.is_exact or len(set(cells)) != len(cells):
            add(number)
        yield sweeps, number, changes
