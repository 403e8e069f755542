"""Propagation: every constraint prunes the domains of its cells, until none can prune more.

In: constraints on cells, and a letter mask for each cell.  Out: the fixpoint, which is the largest masks that the
constraints, each on its own, agree on.  No solution is lost; where a mask becomes empty, there is none.

A *revision* is one constraint pruning its cells once (the term is that of arc consistency algorithms).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.solver.constraints.protocol import Constraint, Kept


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
    domains: tuple[int, ...]

    @property
    def is_contradiction(self) -> bool:
        """Whether the constraint cannot be satisfied."""
        return not self.ruled_out


class Propagation(NamedTuple):
    """The outcome of propagation.

    Attributes:
        domains: The masks of all cells at the fixpoint; None if there is no solution.
        revisions: How often a constraint was asked to prune.
    """

    domains: tuple[int, ...] | None
    revisions: int


class Agenda:
    """The constraints whose cells have changed, those of lower priority numbers first, each at most once."""

    __slots__ = ("_priorities", "_queues", "_waiting")

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._priorities = [each.line_constraint.priority for each in constraints]
        self._queues: list[deque[int]] = [deque() for _ in range(max(self._priorities, default=0) + 1)]
        self._waiting = [False] * len(constraints)

    def add(self, number: int) -> None:
        """Let constraint `number` wait, unless it does already."""
        if not self._waiting[number]:
            self._waiting[number] = True
            self._queues[self._priorities[number]].append(number)

    def pop(self) -> int | None:
        """Return the number of the next constraint, which waits no longer; None if none waits."""
        for queue in self._queues:
            if queue:
                number = queue.popleft()
                self._waiting[number] = False
                return number
        return None


Revised: TypeAlias = tuple[int, Sequence[tuple[int, int]] | None]
"""Which constraint was revised, and what it ruled out (as in `Step`); None: it cannot be satisfied."""


class Propagator:
    """Propagates constraints again and again, over masks that shrink in between.

    A constraint may keep something of its last revision.  Then it is revised again only when a cell has shrunk in a way
    that affects it, and learns at which indices (`LineConstraint.revise`).

    Attributes:
        changed: The cells whose masks shrank in the last call of `restrict`.
        violated: The cells of the constraint at which the last call of `restrict` met a contradiction.
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
        # the indices by which each constraint has been affected since its last revision
        self._narrowed: Final[list[list[int]]] = [[] for _ in constraints]
        self.changed: Set[int] = frozenset()
        self.violated: Sequence[int] = ()
        # for each cell the (constraint, index) pairs that read it
        self._touching: Final[list[list[tuple[int, int]]]] = [[] for _ in range(cells)]
        for number in range(len(constraints)):
            self.add(number)

    def add(self, number: int) -> None:
        """Revise the constraint from now on when its cells change."""
        self._kept[number] = None
        for i, cell in enumerate(self._constraints[number].cells):
            self._touching[cell].append((number, i))

    def remove(self, number: int) -> None:
        """Revise the constraint no more."""
        for i, cell in enumerate(self._constraints[number].cells):
            self._touching[cell].remove((number, i))

    def forget(self) -> None:
        """Keep nothing of earlier revisions, so that the next call may start from any fixpoint."""
        self._kept[:] = [None] * len(self._kept)

    def revisions(self, masks: list[int], first: Iterable[int] | None = None) -> Iterator[Revised]:
        """Shrink `masks` in place to the fixpoint of all constraints, or to a contradiction; yield each revision.

        Args:
            first: Numbers of the constraints that may rule something out now; None: all.
        """
        self.forget()
        for number in range(len(self._constraints)) if first is None else first:
            self._agenda.add(number)
        return self._revisions(masks)

    def restrict(self, masks: Sequence[int], cells: Sequence[int], cube: Sequence[int]) -> list[int] | None:
        """Return the next fixpoint after `cells` have kept only the letters of `cube`; None if there is none.

        Args:
            masks: The fixpoint that was found last; from another one, call `forget` first, or less is ruled out.
        """
        kept = list(self._kept)
        trial = list(masks)
        changed = set()
        while (number := self._agenda.pop()) is not None:
            self._narrowed[number].clear()
        for cell, mask in zip(cells, cube, strict=True):
            new = trial[cell] & mask
            if not new:
                self.violated = (cell,)
                return None
            if new != trial[cell]:
                trial[cell] = new
                changed.add(cell)
                self._notify(cell, new, -1)
        for number, changes in self._revisions(trial):
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

    def _revisions(self, masks: list[int]) -> Iterator[Revised]:
        """Revise what waits, until nothing does or a constraint cannot be satisfied; yield each revision."""
        constraints, budget = self._constraints, self._budget
        add, pop = self._agenda.add, self._agenda.pop
        revisions = 0
        while (number := pop()) is not None:
            revisions += 1
            if not revisions & 15:
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
            changes = self._shrink(masks, number, cells, left)
            if changes is not None and not constraints[number].is_idempotent:
                self._kept[number] = None
                add(number)
            yield number, changes
            if changes is None:
                return

    def _shrink(
        self, masks: list[int], number: int, cells: Sequence[int], left: Iterable[tuple[int, int]]
    ) -> list[tuple[int, int]] | None:
        """Rule out of `masks` what constraint `number` does not leave, and return what that was; None if all is."""
        changes: list[tuple[int, int]] = []
        for i, mask in left:
            cell = cells[i]
            old = masks[cell]
            new = old & mask
            if new != old:
                if not new:
                    return None
                masks[cell] = new
                changes.append((cell, old ^ new))
                self._notify(cell, new, number)
        return changes


def propagate(
    constraints: Sequence[Constraint],
    domains: Sequence[int],
    budget: Budget = UNLIMITED,
    first: Iterable[int] | None = None,
) -> Propagation:
    """Return the fixpoint.

    Args:
        first: Numbers of the constraints that may rule something out of `domains`; None: all.

    Raises:
        TimeUp: When the budget's time is up.
    """
    masks = list(domains)
    revisions = 0
    for _, changes in Propagator(constraints, len(masks), budget).revisions(masks, first):
        revisions += 1
        if changes is None:
            return Propagation(None, revisions)
    return Propagation(tuple(masks), revisions)


def steps(constraints: Sequence[Constraint], domains: Sequence[int], budget: Budget = UNLIMITED) -> Iterator[Step]:
    """Yield every revision that rules something out, up to the fixpoint or a contradiction."""
    masks = list(domains)
    for number, changes in Propagator(constraints, len(masks), budget).revisions(masks):
        if changes is None:
            yield Step(number, (), tuple(masks))
        elif changes:
            yield Step(number, tuple(changes), tuple(masks))
