"""Propagation: every line's clues prune the domains of its cells, until none can prune more.

In: clues placed on lines, and a letter mask for each cell.  Out: the largest masks that the clues, each on its own,
agree on.  No solution is lost; where a mask becomes empty there is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.protocol import Constraint, Kept


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
    """The constraints whose cells have changed, those of least priority first, each at most once."""

    __slots__ = ("_priorities", "_queues", "_waiting")

    def __init__(self, placed: Sequence[Constraint]) -> None:
        self._priorities = [each.line_constraint.priority for each in placed]
        self._queues: list[deque[int]] = [deque() for _ in range(max(self._priorities, default=0) + 1)]
        self._waiting = [False] * len(placed)

    def add(self, number: int) -> None:
        if not self._waiting[number]:
            self._waiting[number] = True
            self._queues[self._priorities[number]].append(number)

    def pop(self) -> int | None:
        """Return the next constraint's number, or None if none waits."""
        for queue in self._queues:
            if queue:
                number = queue.popleft()
                self._waiting[number] = False
                return number
        return None


Sweep: TypeAlias = tuple[int, Sequence[tuple[int, int]] | None]
"""Which constraint, and what it ruled out (as in `Step`); None: it cannot be satisfied."""


class Propagator:
    """Propagates `placed`, again and again, over masks that become smaller in between.

    A constraint may keep something of its last revision.  Then it is revised again only when a cell has shrunk in a way
    that affects it, and is told by which indices (`LineConstraint.revise`).

    changed   cells that `narrowed` last gave fewer letters
    violated  cells of the constraint at which `narrowed` last met a contradiction
    """

    __slots__ = (
        "_agenda",
        "_budget",
        "_constraints",
        "_kept",
        "_line_constraints",
        "_narrowed",
        "_touching",
        "changed",
        "violated",
    )

    def __init__(self, constraints: Sequence[Constraint], cells: int, budget: Budget = UNLIMITED) -> None:
        self._constraints: Final = constraints
        self._budget: Final = budget
        self._agenda: Final = Agenda(constraints)
        self._line_constraints: Final = [each.line_constraint for each in constraints]
        self._kept: list[Kept] = [None] * len(constraints)
        # the indices by which each constraint is affected since it was last revised
        self._narrowed: Final[list[list[int]]] = [[] for _ in constraints]
        self.changed: Set[int] = frozenset()
        self.violated: Sequence[int] = ()
        self._touching: Final[list[list[tuple[int, int]]]] = [[] for _ in range(cells)]
        for number in range(len(constraints)):
            self.take(number)

    def take(self, number: int) -> None:
        """Propagate the constraint from now on when its cells change."""
        self._kept[number] = None
        for i, cell in enumerate(self._constraints[number].cells):
            self._touching[cell].append((number, i))

    def drop(self, number: int) -> None:
        """Propagate the constraint no more."""
        for i, cell in enumerate(self._constraints[number].cells):
            self._touching[cell].remove((number, i))

    def forget(self) -> None:
        """Keep no layers: what is propagated next does not go on from the last fixpoint."""
        self._kept[:] = [None] * len(self._kept)

    def sweeps(self, masks: list[int], first: Iterable[int] | None = None) -> Iterator[Sweep]:
        """Narrow `masks` in place, sweep by sweep, to the fixpoint of all constraints, or to a contradiction.

        first  numbers of the constraints that may rule something out now; None: all
        """
        self.forget()
        for number in range(len(self._constraints)) if first is None else first:
            self._agenda.add(number)
        return self._sweeps(masks)

    def narrowed(self, masks: Sequence[int], cells: Sequence[int], box: Sequence[int]) -> list[int] | None:
        """Return `masks`, a fixpoint, with `cells` narrowed to `box`, at the next fixpoint; None if there is none.

        From another fixpoint than the last one, `forget` first; or less is ruled out than could be.
        """
        kept = list(self._kept)
        trial = list(masks)
        changed = set()
        while (number := self._agenda.pop()) is not None:
            self._narrowed[number].clear()
        for cell, mask in zip(cells, box, strict=True):
            new = trial[cell] & mask
            if not new:
                self.violated = (cell,)
                return None
            if new != trial[cell]:
                trial[cell] = new
                changed.add(cell)
                self._notify(cell, new, -1)
        for number, changes in self._sweeps(trial):
            if changes is None:
                self.violated = self._constraints[number].cells
                self._kept = kept
                return None
            changed.update([cell for cell, _ in changes])
        self.changed = changed
        return trial

    def _notify(self, cell: int, new: int, but: int) -> None:
        """Let the constraints on `cell` wait that its new mask affects, except constraint `but`."""
        add = self._agenda.add
        for number, i in self._touching[cell]:
            if number != but:
                kept = self._kept[number]
                if kept is None:
                    add(number)
                elif self._line_constraints[number].is_affected(kept, i, new):
                    add(number)
                    self._narrowed[number].append(i)

    def _sweeps(self, masks: list[int]) -> Iterator[Sweep]:
        constraints, budget = self._constraints, self._budget
        add, pop = self._agenda.add, self._agenda.pop
        sweeps = 0
        while True:
            popped = pop()
            if popped is None:
                return
            number = popped
            sweeps += 1
            if not sweeps & 15:
                budget.check()
            line_constraint, cells = constraints[number][:2]
            narrowed = self._narrowed[number]
            revised = line_constraint.revise([masks[cell] for cell in cells], self._kept[number], narrowed)
            narrowed.clear()
            if revised is None:
                yield number, None
                return
            self._kept[number], left = revised
            if not left:
                yield number, ()
                continue
            changes: list[tuple[int, int]] = []
            for i, mask in left:
                cell = cells[i]
                old = masks[cell]
                new = old & mask
                if new != old:
                    if not new:
                        yield number, None
                        return
                    masks[cell] = new
                    changes.append((cell, old ^ new))
                    self._notify(cell, new, number)
            if not constraints[number].is_idempotent:
                self._kept[number] = None
                add(number)
            yield number, changes


def propagate(
    placed: Sequence[Constraint], domains: Sequence[int], budget: Budget = UNLIMITED, first: Iterable[int] | None = None
) -> Propagation:
    """Return the fixpoint.  Raises TimeUp when the budget's time is up.

    first  numbers of the constraints that `domains` are no fixpoint of; None: of any
    """
    masks = list(domains)
    sweeps = 0
    for _, changes in Propagator(placed, len(masks), budget).sweeps(masks, first):
        sweeps += 1
        if changes is None:
            return Propagation(None, sweeps)
    return Propagation(tuple(masks), sweeps)


def steps(placed: Sequence[Constraint], domains: Sequence[int], budget: Budget = UNLIMITED) -> Iterator[Step]:
    """Yield every sweep that rules something out, up to the fixpoint or a contradiction."""
    masks = list(domains)
    for number, changes in Propagator(placed, len(masks), budget).sweeps(masks):
        if changes is None:
            yield Step(number, (), tuple(masks))
        elif changes:
            yield Step(number, tuple(changes), tuple(masks))
