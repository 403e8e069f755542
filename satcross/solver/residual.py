"""The residual: what is still open of a puzzle, as the immutable state that all searches walk.

In: constraints, and a letter mask for each cell.  Out: a `Residual`, which knows which constraints are still *open*:
some choice of letters from the masks violates them.  The others are *entailed*.  Where no constraint is open, the masks
are a cube of solutions: every combination of their letters is one.

Searches walk through residuals: `restrict` leaves cells fewer letters, propagates, and returns the next residual.
They meet the same letters on the same line again and again, so residuals that come from each other share a memory of
what each constraint said about them.  The memory changes no answer.  It is not pickled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

from satcross.base.bits import parts, single_bits
from satcross.base.budget import Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.solver.constraints.propagate import CrossingLines, pruning_within
from satcross.solver.constraints.propagate import Masks as Masks
from satcross.solver.constraints.protocol import Constraint, LineConstraint
from satcross.solver.state import LetterState


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


class Residual(LetterState):
    """What is still open of a puzzle: a state that knows which of its constraints are entailed."""

    __slots__ = ("_puzzle", "_unsure")

    def __init__(
        self,
        puzzle: _Puzzle,
        masks: Masks,
        is_open: Mapping[int, LineConstraint],
        unsure: Set[int] = frozenset(),
        changed: Set[int] = frozenset(),
    ) -> None:
        super().__init__(puzzle.lines, masks, is_open, puzzle.prune, changed)
        self._puzzle: Final = puzzle
        # which of the constraints `unsure` are entailed is found out when somebody asks
        self._unsure = unsure

    @classmethod
    def of(cls, constraints: Iterable[Constraint], masks: Iterable[int], tuning: Tuning = DEFAULT_TUNING) -> Residual:
        """Return the residual of `constraints` within `masks`, a fixpoint of propagation."""
        return cls.of_open(constraints, masks, tuning)._at_fixpoint(tuple(masks))

    @classmethod
    def of_open(
        cls, constraints: Iterable[Constraint], masks: Iterable[int], tuning: Tuning = DEFAULT_TUNING
    ) -> Residual:
        """Return the residual in which all `constraints` count as open; `masks` need not be a fixpoint."""
        puzzle = _Puzzle(tuple(constraints), tuple(masks), tuning)
        return cls(puzzle, puzzle.masks, puzzle.every)

    def _at_fixpoint(self, masks: Masks) -> Residual:
        unsure = self._open
        if are_single(masks):
            # at a fixpoint an exact constraint matches some choice of letters: here, the only one
            unsure = {number: each for number, each in unsure.items() if not each.is_exact}
        return Residual(self._puzzle, masks, unsure, unsure.keys())

    def __reduce__(self) -> tuple[Any, ...]:
        return Residual.of_open, (self.constraints, self.masks, self._puzzle.tuning)

    def for_one_way(self, budget: Budget) -> LetterState:
        """Return this state for a search that never comes back to letters that it has met.

        What it meets is not remembered, circuits are pruned however large they are, and `budget` is looked at.
        """
        return LetterState(self._lines, self.masks, self._now_open(), pruning_within(budget))

    def at(self, state: LetterState) -> Residual:
        """Return the residual at a state to which `for_one_way` has led."""
        return Residual(self._puzzle, state.masks, state._open, state._open.keys())

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the open constraints, ascending, as `constraint` understands them."""
        return tuple(self._now_open())

    def _now_open(self) -> Mapping[int, LineConstraint]:
        if self._unsure:
            entailed = {number for number in self._unsure if self._puzzle.is_entailed(number, self.masks)}
            if entailed:
                self._open = {number: each for number, each in self._open.items() if number not in entailed}
            self._unsure = frozenset()
        return self._open

    @property
    def is_settled(self) -> bool:
        """Whether every combination of letters from the masks is a solution."""
        return not self._now_open()

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The open constraints."""
        constraints = self._puzzle.constraints
        return tuple([constraints[number] for number in self._now_open()])

    def constraint(self, number: int) -> Constraint:
        """Return the constraint with this number."""
        return self._puzzle.constraints[number]

    def _narrowed(self, masks: Masks, changed: Set[int]) -> Residual:
        touching = self._lines.touching
        unsure = self._open.keys() & set(self._unsure).union(*[touching[cell] for cell in changed])
        return Residual(self._puzzle, masks, self._open, unsure, changed)

    def only(self, numbers: Iterable[int]) -> Residual:
        """Return the residual in which only some of the open constraints are open, and count as such."""
        is_open = self._now_open()
        return Residual(self._puzzle, self.masks, {number: is_open[number] for number in sorted(numbers)})

    def as_cube(self) -> Residual:
        """Return the residual with the same masks in which nothing is open, once its masks are known to be a cube."""
        return Residual(self._puzzle, self.masks, {})

    def letter_parts(self, cell: int) -> tuple[int, ...]:
        """Return the letters of `cell` in parts: no open constraint tells the letters of one part apart."""
        puzzle, masks, is_open = self._puzzle, self.masks, self._now_open()
        sets: set[int] = set()
        for number in puzzle.lines.touching[cell]:
            if number in is_open:
                cells = puzzle.constraints[number].cells
                for each, letters in zip(cells, puzzle.letter_sets(number, masks), strict=True):
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

    def signature(self) -> tuple[tuple[int, ...], ...]:
        """Return what the open constraints ask of the cells with several letters; equal signatures ask the same."""
        return tuple([self._puzzle.signature(number, self.masks) for number in self.open])

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


class _Puzzle:
    """Constraints and the cells they are on, and a memory of what each constraint said about some letters.

    Attributes:
        masks: The letter mask of each cell at the start.
        lines: Which constraints read which cells.
        every: The constraints by their numbers.
    """

    __slots__ = (
        "_entailed",
        "_pruned",
        "_remembered",
        "_sets",
        "_signatures",
        "constraints",
        "every",
        "lines",
        "masks",
        "tuning",
    )

    def __init__(self, constraints: tuple[Constraint, ...], masks: Masks, tuning: Tuning) -> None:
        self.constraints: Final = constraints
        self.masks: Final = masks
        self.tuning: Final = tuning
        self.lines: Final = CrossingLines([each.cells for each in constraints], len(masks))
        self.every: Final = {number: each.line_constraint for number, each in enumerate(constraints)}
        self._forget()

    def _forget(self) -> None:
        """Empty the memory.  Equal clues on lines of equal length share theirs."""
        self._pruned: dict[tuple[LineConstraint, Masks], Sequence[int] | None] = {}
        self._entailed: dict[tuple[LineConstraint, Masks], bool] = {}
        self._sets: dict[tuple[LineConstraint, Masks], Sequence[Iterable[int] | None]] = {}
        self._signatures: dict[tuple[LineConstraint, Masks], tuple[int, ...]] = {}
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

    def signature(self, number: int, masks: Sequence[int]) -> tuple[int, ...]:
        """Return the number of the constraint, and what it asks of its cells with several letters."""
        key = self._here(number, masks)
        known = self._signatures.get(key)
        if known is None:
            known = self._signatures[key] = key[0].signature(key[1])
            self._remember()
        return number, *known
