"""The residual: the open part of a puzzle, as the immutable state that all searches walk.

In: constraints, and a letter mask for each cell.  Out: a `Residual`, which knows which constraints are still *open*:
some choice of letters from the masks violates them.  The others are *entailed*.  Where no constraint is open, the masks
are a cube of solutions: every combination of their letters is one.

Searches walk through residuals: `restrict` leaves cells fewer letters, propagates, and returns the next residual.
They meet the same letters on the same line again and again, so residuals that come from each other share a memory of
what each constraint said about them.  The memory changes no answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import compress
from operator import itemgetter, ne
from typing import Final, TypeAlias

from satcross.base.bits import parts, single_bits
from satcross.base.budget import DEFAULT_TUNING, Budget, Tuning
from satcross.base.records import NamedTuple
from satcross.solver.constraints import Constraint, LineConstraint

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

    In: constraints on cells, and a letter mask for each cell.  Out: the fixpoint, which is the largest masks that the
    constraints, each on its own, agree on.  No solution is lost; where a mask becomes empty, there is none.

    A *revision* is one constraint pruning its cells once (the term comes from arc consistency algorithms).

    There is one loop, `CrossingLines.narrow`.  Only states run it; presolving, all searches, the trace and the board of
    the generator walk states.  (Word filling has its own loop, because it propagates sets of words between slots
    instead of letters between cells: `satcross.words.propagation`.)

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

    Exact constraints go first, because they are quick.  The fixpoint does not depend on the order.

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
    """Let `masks` keep the letters possible `after` a revision; return the changed cells, None if one is empty."""
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
    """Return what picks the masks of `cells` from the masks of all cells, as quickly as possible."""
    if len(cells) > 1:
        return itemgetter(*cells)
    return lambda masks: tuple([masks[cell] for cell in cells])  # itemgetter would return no tuple


def _ruled_out(cells: Sequence[int], before: Masks, masks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the cells that have lost letters, and these letters."""
    for cell, old in dict(zip(cells, before, strict=True)).items():
        if masks[cell] != old:
            yield cell, old ^ masks[cell]


def pruning_within(budget: Budget) -> Prune:
    """Return how a line constraint prunes; every 16 revisions the clock of `budget` is checked."""
    revisions = 0

    def prune(constraint: LineConstraint, masks: Masks) -> Sequence[int] | None:
        nonlocal revisions
        revisions += 1
        if not revisions & 15:
            budget.check()
        return constraint.prune(masks)

    return prune


class LetterState:
    """The immutable state of a search: the letters left in each cell, and the constraints that may still rule some out.

    Residuals have one, and the board of the generator walks them.

    Attributes:
        masks: The letter mask of each cell.
        open: The constraints that may rule something out, by the numbers of their lines.
        changed: The cells that have lost letters in the restriction that led here.

    Args:
        prune: Asks a constraint what it leaves, or knows it already.
    """

    __slots__ = ("_lines", "_prune", "changed", "masks", "open")

    def __init__(
        self,
        lines: CrossingLines,
        masks: Masks,
        is_open: Mapping[int, LineConstraint],
        prune: Prune,
        changed: Set[int] = frozenset(),
    ) -> None:
        self._lines: Final = lines
        self._prune: Final = prune
        self.masks: Final = masks
        self.open: Final = is_open
        self.changed: Final = changed

    def propagated(
        self,
        budget: Budget | None = None,
        first: Iterable[int] | None = None,
        steps: list[Step] | None = None,
    ) -> tuple[LetterState | None, int]:
        """Return the state at the fixpoint of the open constraints, and how many revisions that took.

        None instead of a state: there is no solution.

        Args:
            budget: Its clock is looked at, and nothing is remembered; None: prune as all states from here on do.
            first: Numbers of the constraints that may rule something out; None: all.
            steps: Gets each revision that rules something out, up to the fixpoint or a contradiction.

        Raises:
            TimeUp: If the time is up.
        """
        masks = list(self.masks)
        prune = self._prune if budget is None else pruning_within(budget)
        narrowing = self._lines.narrow(self.open, masks, self.open if first is None else first, prune, steps)
        is_fixpoint = narrowing.violated is None
        state = LetterState(self._lines, tuple(masks), self.open, self._prune) if is_fixpoint else None
        return state, narrowing.revisions

    def restrict(self, letters: Mapping[int, int]) -> LetterState | None:
        """Return the state after cells have kept only some letters and propagation has followed.

        None: there is no solution.

        Args:
            letters: The letters that a cell keeps, by its number.
        """
        masks = list(self.masks)
        touching = self._lines.touching
        first: dict[int, None] = {}
        restricted = []
        for cell, mask in letters.items():
            left = masks[cell] & mask
            if not left:
                return None
            if left != masks[cell]:
                masks[cell] = left
                restricted.append(cell)
                first.update(dict.fromkeys(touching[cell]))
        violated, changed, _ = self._lines.narrow(self.open, masks, first, self._prune)
        if violated is not None:
            return None
        changed.update(restricted)
        return LetterState(self._lines, tuple(masks), self.open, self._prune, changed)

    def without(self, numbers: Collection[int]) -> LetterState:
        """Return the state in which some constraints are not open, which no choice of letters violates."""
        rest = {number: each for number, each in self.open.items() if number not in numbers}
        return LetterState(self._lines, self.masks, rest, self._prune, self.changed)


def are_single(masks: Iterable[int]) -> bool:
    """Return whether each cell has one letter class left."""
    return not any([mask & (mask - 1) for mask in masks])


class Component(NamedTuple):
    """Open constraints that share no undecided cell with the others.

    Attributes:
        cells: The cells with several letters that these constraints are on, ascending.
        residual: The residual in which only these constraints are open.
    """

    cells: tuple[int, ...]
    residual: Residual


class Residual:
    """The open part of a puzzle: a state without the constraints that are entailed.

    Attributes:
        state: The letters that are left, and the open constraints.
        masks: The letter mask of each cell.
    """

    __slots__ = ("_memory", "masks", "state")

    def __init__(self, memory: _Memory, state: LetterState) -> None:
        self._memory: Final = memory
        self.state: Final = state
        self.masks: Final = state.masks

    @classmethod
    def of(cls, constraints: Iterable[Constraint], masks: Iterable[int], tuning: Tuning = DEFAULT_TUNING) -> Residual:
        """Return the residual in which all `constraints` count as open; `masks` need not be a fixpoint."""
        start = tuple(masks)
        memory = _Memory(tuple(constraints), len(start), tuning)
        every = {number: each.line_constraint for number, each in enumerate(memory.constraints)}
        return cls(memory, LetterState(memory.lines, start, every, memory.prune))

    def propagated(self, budget: Budget, first: Iterable[int] | None = None) -> tuple[Residual | None, int]:
        """Return the residual at the fixpoint of the open constraints, and how many revisions that took.

        None instead of a residual: there is no solution.  Arguments and errors are as for `LetterState.propagated`.
        """
        state, revisions = self.state.propagated(budget, first)
        if state is None:
            return None, revisions
        unsure: Iterable[int] = state.open
        if are_single(state.masks):
            # at a fixpoint an exact constraint matches some choice of letters: here, the only one
            unsure = [number for number, each in state.open.items() if not each.is_exact]
            state = state.without(state.open.keys() - unsure)
        return self._without_entailed(state, unsure), revisions

    def restrict(self, letters: Mapping[int, int]) -> Residual | None:
        """Return the residual after cells have kept only some letters and propagation has followed.

        None: there is no solution.

        Args:
            letters: The letters that a cell keeps, by its number.
        """
        state = self.state.restrict(letters)
        if state is None:
            return None
        touching = self._memory.lines.touching
        narrowed = set[int]().union(*[touching[cell] for cell in state.changed])
        return self._without_entailed(state, state.open.keys() & narrowed)

    def _without_entailed(self, state: LetterState, narrowed: Iterable[int]) -> Residual:
        """Return the residual at `state` without the constraints that are entailed there.

        Args:
            narrowed: The open constraints on cells that have lost letters; only these may be entailed now.
        """
        entailed = {number for number in narrowed if self._memory.is_entailed(number, state.masks)}
        return Residual(self._memory, state.without(entailed) if entailed else state)

    def for_one_way(self, budget: Budget) -> LetterState:
        """Return the state for a search that never comes back to letters that it has met.

        What it meets is not remembered, circuits are pruned however large they are, and `budget` is looked at.
        """
        return LetterState(self._memory.lines, self.masks, self.state.open, pruning_within(budget))

    def at(self, state: LetterState) -> Residual:
        """Return the residual at a state to which `for_one_way` has led."""
        own = LetterState(self._memory.lines, state.masks, state.open, self._memory.prune)
        return self._without_entailed(own, own.open)

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the open constraints, ascending, as `constraint` understands them."""
        return tuple(self.state.open)

    @property
    def is_settled(self) -> bool:
        """Whether every combination of letters from the masks is a solution."""
        return not self.state.open

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The open constraints."""
        constraints = self._memory.constraints
        return tuple([constraints[number] for number in self.state.open])

    def constraint(self, number: int) -> Constraint:
        """Return the constraint with this number."""
        return self._memory.constraints[number]

    def only(self, numbers: Iterable[int]) -> Residual:
        """Return the residual in which only some of the open constraints are open, and count as such."""
        is_open = {number: self.state.open[number] for number in sorted(numbers)}
        return Residual(self._memory, LetterState(self._memory.lines, self.masks, is_open, self._memory.prune))

    def letter_parts(self, cell: int) -> tuple[int, ...]:
        """Return the letters of `cell` in parts: no open constraint tells the letters of one part apart."""
        memory, masks, is_open = self._memory, self.masks, self.state.open
        sets: set[int] = set()
        for number in memory.lines.touching[cell]:
            if number in is_open:
                cells = memory.constraints[number].cells
                for each, letters in zip(cells, memory.letter_sets(number, masks), strict=True):
                    if each == cell:
                        if letters is None:
                            return single_bits(masks[cell])
                        sets.update(letters)
        return parts(masks[cell], sorted(sets))

    def branching(self) -> tuple[int, tuple[int, ...]] | None:
        """Return a cell to decide next, and its letters in parts; None if no open constraint tells letters apart.

        The cell is on the open constraint with the fewest combinations, and has the fewest letters there.
        """
        masks = self.masks
        freedom_of: list[tuple[int, int]] = []
        for number in self.open:
            cells = self.constraint(number).cells
            freedom_of.append((sum([masks[cell].bit_count() for cell in cells]) - len(cells), number))
        for _, number in sorted(freedom_of):
            cells = tuple([cell for cell in self.constraint(number).cells if masks[cell] & (masks[cell] - 1)])
            for cell in sorted(cells, key=lambda each: masks[each].bit_count()):
                parts = self.letter_parts(cell)
                if len(parts) > 1:
                    return cell, parts
        return None

    def components(self) -> list[Component]:
        """Return the parts of the residual that have nothing to do with each other, larger ones first.

        Only cells with several letters connect constraints.  Cells on no open constraint are in no component.
        """
        group_of: dict[int, int] = {}
        members: list[tuple[list[int], list[int]]] = []
        for number in self.open:
            cells = {cell for cell in self.constraint(number).cells if self.masks[cell] & (self.masks[cell] - 1)}
            joined = {group_of[cell] for cell in cells if cell in group_of}
            fresh = [cell for cell in cells if cell not in group_of]
            if joined:
                target = max(joined, key=lambda group: len(members[group][0]))
            else:
                target = len(members)
                members.append(([], []))
            for other in joined - {target}:
                for cell in members[other][0]:
                    group_of[cell] = target
                members[target][0].extend(members[other][0])
                members[target][1].extend(members[other][1])
                members[other] = ([], [])
            for cell in fresh:
                group_of[cell] = target
            members[target][0].extend(fresh)
            members[target][1].append(number)
        components = [Component(tuple(sorted(cells)), self.only(numbers)) for cells, numbers in members if numbers]
        return sorted(components, key=lambda each: -len(each.cells))


class _Memory:
    """Constraints and the cells they are on, and what each constraint said about some letters.

    Attributes:
        lines: Which constraints read which cells.
    """

    __slots__ = (
        "_entailed",
        "_pruned",
        "_remembered",
        "_sets",
        "constraints",
        "lines",
        "tuning",
    )

    def __init__(self, constraints: tuple[Constraint, ...], number_of_cells: int, tuning: Tuning) -> None:
        self.constraints: Final = constraints
        self.tuning: Final = tuning
        self.lines: Final = CrossingLines([each.cells for each in constraints], number_of_cells)
        self._forget()

    def _forget(self) -> None:
        """Empty the memory.  Equal clues on lines of equal length share theirs."""
        self._pruned: dict[tuple[LineConstraint, Masks], Sequence[int] | None] = {}
        self._entailed: dict[tuple[LineConstraint, Masks], bool] = {}
        self._sets: dict[tuple[LineConstraint, Masks], Sequence[Iterable[int] | None]] = {}
        self._remembered = 0

    def _remember(self) -> None:
        self._remembered += 1
        if self._remembered > self.tuning.remembered:
            self._forget()

    def _here(self, number: int, masks: Sequence[int]) -> tuple[LineConstraint, Masks]:
        """Return a constraint, and the masks of its cells."""
        constraint = self.constraints[number]
        return constraint.line_constraint, tuple([masks[cell] for cell in constraint.cells])

    def is_entailed(self, number: int, masks: Sequence[int]) -> bool:
        """Return True only if no choice of letters from `masks` violates the constraint."""
        key = self._here(number, masks)
        known = self._entailed.get(key)
        if known is None:
            known = self._entailed[key] = key[0].is_entailed(key[1])
            self._remember()
        return known

    def prune(self, constraint: LineConstraint, before: Masks) -> Sequence[int] | None:
        """Return what a constraint leaves of the letters `before`; large circuits prune only single letters."""
        key = constraint, before
        if key in self._pruned:
            return self._pruned[key]
        is_large = not constraint.is_exact and constraint.size > self.tuning.pruned_nodes
        after = before if is_large and not are_single(before) else constraint.prune(before)
        self._pruned[key] = after
        self._remember()
        return after

    def letter_sets(self, number: int, masks: Sequence[int]) -> Sequence[Iterable[int] | None]:
        """Return what the constraint's `letter_sets` says about the letters it has in `masks`."""
        key = self._here(number, masks)
        known = self._sets.get(key)
        if known is None:
            known = self._sets[key] = key[0].letter_sets(key[1])
            self._remember()
        return known
