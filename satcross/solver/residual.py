"""The residual: what is still open of a puzzle, as one immutable value that all searches start from.

In: constraints, and a letter mask for each cell.  Out: a `Residual`, which knows which constraints are still *open*:
some choice of letters from the masks violates them.  The others are *entailed*.  Where no constraint is open, the masks
are a cube of solutions: every combination of their letters is one.

Searches walk through residuals:  `restrict` leaves a cell fewer letters, propagates, and returns the next residual.
They meet the same letters on the same line again and again, so residuals that come from each other share a memory of
what each constraint said about them.  The memory changes no answer.  It is not pickled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import Any, Final, NamedTuple, TypeAlias

from satcross.base.bits import parts, single_bits
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.solver.constraints.protocol import Constraint, LineConstraint

Masks: TypeAlias = tuple[int, ...]
"""A letter mask for each cell of a puzzle."""

LineMasks: TypeAlias = tuple[int, ...]
"""The letter masks of the cells of one constraint, in the order it reads them."""


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
    """What is still open of a puzzle.

    Attributes:
        masks: The letter mask of each cell.
        open: The numbers of the open constraints, ascending, as `constraint` understands them.
    """

    __slots__ = ("_network", "masks", "open")

    def __init__(self, network: _Network, masks: Masks, is_open: tuple[int, ...]) -> None:
        self._network: Final = network
        self.masks: Final = masks
        self.open: Final = is_open

    @classmethod
    def of(cls, constraints: Iterable[Constraint], masks: Iterable[int], tuning: Tuning = DEFAULT_TUNING) -> Residual:
        """Return the residual of `constraints` within `masks`, a fixpoint of propagation."""
        network = _Network(tuple(constraints), tuple(masks), tuning)
        unsure: Iterable[int] = range(len(network.constraints))
        if are_single(network.masks):
            # at a fixpoint a domain-consistent constraint matches some choice of letters: here, the only one
            unsure = [n for n in unsure if not network.constraints[n].line_constraint.is_domain_consistent]
        is_open = [n for n in unsure if not network.constraints[n].is_entailed(network.masks)]
        return cls(network, network.masks, tuple(is_open))

    @classmethod
    def of_open(
        cls, constraints: Iterable[Constraint], masks: Iterable[int], tuning: Tuning = DEFAULT_TUNING
    ) -> Residual:
        """Return the residual in which all `constraints` count as open; `masks` need not be a fixpoint."""
        network = _Network(tuple(constraints), tuple(masks), tuning)
        return cls(network, network.masks, tuple(range(len(network.constraints))))

    def __reduce__(self) -> tuple[Any, ...]:
        return Residual.of_open, (self.constraints, self.masks, self._network.tuning)

    def examined(self) -> Residual:
        """Return this residual without the open constraints that hold for every choice of letters from its masks.

        `of` asks a quick test, which misses some of them.  The thorough test pays if a whole tree of residuals follows.
        """
        return Residual(self._network, self.masks, self._network.open_within(self.masks, self.open))

    @property
    def is_settled(self) -> bool:
        """Whether every combination of letters from the masks is a solution."""
        return not self.open

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The open constraints."""
        constraints = self._network.constraints
        return tuple([constraints[number] for number in self.open])

    @property
    def freedom(self) -> float:
        """The number of bits that it takes to say which letters the cells hold."""
        return sum([log2(mask.bit_count()) for mask in self.masks])

    def constraint(self, number: int) -> Constraint:
        """Return the constraint with this number."""
        return self._network.constraints[number]

    def restrict(self, cell: int, letters: int) -> Residual | None:
        """Return the residual after `cell` has kept only `letters` and propagation has followed.

        None: there is no solution.
        """
        masks = list(self.masks)
        masks[cell] = letters
        is_open = self._network.narrow(masks, self.open, cell)
        return None if is_open is None else Residual(self._network, tuple(masks), is_open)

    def as_cube(self) -> Residual:
        """Return the residual with the same masks in which nothing is open, once its masks are known to be a cube."""
        return Residual(self._network, self.masks, ())

    def letter_parts(self, cell: int) -> tuple[int, ...]:
        """Return the letters of `cell` in parts: no open constraint tells the letters of one part apart."""
        network, masks = self._network, self.masks
        sets: set[int] = set()
        for number in network.touching[cell]:
            if number in self.open:
                constraint = network.constraints[number]
                for each, letters in zip(constraint.cells, network.letter_sets(number, masks), strict=True):
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
                found = self.letter_parts(cell)
                if len(found) > 1:
                    return cell, found
        return None

    def signature(self) -> tuple[tuple[int, ...], ...]:
        """Return what the open constraints ask of the cells with several letters; equal signatures ask the same."""
        return tuple([self._network.signature(number, self.masks) for number in self.open])

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
        found = [
            Component(tuple(sorted(cells)), Residual(self._network, self.masks, tuple(sorted(numbers))))
            for cells, numbers in members
            if numbers
        ]
        return sorted(found, key=lambda each: -len(each.cells))


class _Network:
    """Constraints and the cells they are on, and a memory of what each constraint said about some letters.

    Args:
        masks: The letter mask of each cell at the start.
    """

    __slots__ = (
        "_entailed",
        "_idempotent",
        "_pruned",
        "_remembered",
        "_sets",
        "_signatures",
        "_touching",
        "constraints",
        "masks",
        "tuning",
    )

    def __init__(self, constraints: tuple[Constraint, ...], masks: Masks, tuning: Tuning) -> None:
        self.constraints: Final = constraints
        self.masks: Final = masks
        self.tuning: Final = tuning
        self._touching: list[list[int]] | None = None
        self._idempotent: frozenset[int] | None = None
        self._forget()

    @property
    def touching(self) -> list[list[int]]:
        """The numbers of the constraints on each cell."""
        if self._touching is None:
            self._touching = [[] for _ in self.masks]
            for number, constraint in enumerate(self.constraints):
                for cell in set(constraint.cells):
                    self._touching[cell].append(number)
        return self._touching

    @property
    def idempotent(self) -> frozenset[int]:
        """The numbers of the constraints for which one pruning in a row is enough."""
        if self._idempotent is None:
            self._idempotent = frozenset([n for n, each in enumerate(self.constraints) if each.is_idempotent])
        return self._idempotent

    def _forget(self) -> None:
        """Empty the memory.  Equal clues on lines of equal length share theirs."""
        pruned: dict[LineConstraint, dict[LineMasks, list[int] | None]] = {}
        entailed: dict[LineConstraint, dict[LineMasks, bool]] = {}
        self._pruned = [pruned.setdefault(each.line_constraint, {}) for each in self.constraints]
        self._entailed = [entailed.setdefault(each.line_constraint, {}) for each in self.constraints]
        self._sets: dict[tuple[int, LineMasks], Sequence[Iterable[int] | None]] = {}
        self._signatures: dict[tuple[int, LineMasks], tuple[int, ...]] = {}
        self._remembered = 0

    def _remember(self) -> None:
        self._remembered += 1
        if self._remembered > self.tuning.remembered_lines:
            self._forget()

    def open_within(self, masks: Sequence[int], numbers: Iterable[int]) -> tuple[int, ...]:
        """Return which of the constraints `numbers` some choice of letters from `masks` violates.

        A constraint that cannot decide this cheaply may count as open although it is entailed.
        """
        return tuple([number for number in numbers if not self._is_entailed(number, masks)])

    def _is_entailed(self, number: int, masks: Sequence[int]) -> bool:
        constraint = self.constraints[number]
        here = tuple([masks[cell] for cell in constraint.cells])
        memory = self._entailed[number]
        known = memory.get(here)
        if known is None:
            known = memory[here] = constraint.line_constraint.holds_for_all(here)
            self._remember()
        return known

    def narrow(self, masks: list[int], is_open: tuple[int, ...], changed: int) -> tuple[int, ...] | None:
        """Propagate within `masks`, in place, after the cell `changed` has lost letters.

        Return which of the constraints `is_open` are still open; None if there is no solution within `masks`.
        """
        still_open = set(is_open)
        waiting = {number for number in self.touching[changed] if number in still_open}
        touched = set(waiting)
        while waiting:
            number = waiting.pop()
            constraint = self.constraints[number]
            before = tuple([masks[cell] for cell in constraint.cells])
            memory = self._pruned[number]
            after = memory[before] if before in memory else self._prune(number, before)
            if after is None:
                return None
            for cell, old, kept in zip(constraint.cells, before, after, strict=True):
                if old != kept:
                    masks[cell] &= kept
                    if not masks[cell]:
                        return None
                    affected = [other for other in self.touching[cell] if other in still_open]
                    touched.update(affected)
                    waiting.update(affected)
            if number in self.idempotent:
                waiting.discard(number)
        if not touched:
            return is_open
        unaffected = [number for number in is_open if number not in touched]
        return tuple(sorted([*unaffected, *self.open_within(masks, [each for each in is_open if each in touched])]))

    def _prune(self, number: int, before: LineMasks) -> list[int] | None:
        """Return what a constraint leaves of the letters `before`; large circuits prune only single letters."""
        line_constraint = self.constraints[number].line_constraint
        is_large = not line_constraint.is_regular and line_constraint.size > self.tuning.pruned_nodes
        after = list(before) if is_large and not are_single(before) else line_constraint.prune(before)
        self._pruned[number][before] = after
        self._remember()
        return after

    def letter_sets(self, number: int, masks: Sequence[int]) -> Sequence[Iterable[int] | None]:
        """Return what the constraint's `letter_sets` says about the letters it has in `masks`."""
        constraint = self.constraints[number]
        here = tuple([masks[cell] for cell in constraint.cells])
        found = self._sets.get((number, here))
        if found is None:
            found = self._sets[number, here] = constraint.line_constraint.letter_sets(here)
            self._remember()
        return found

    def signature(self, number: int, masks: Sequence[int]) -> tuple[int, ...]:
        """Return the number of the constraint, and what it asks of its cells with several letters."""
        constraint = self.constraints[number]
        here = tuple([masks[cell] for cell in constraint.cells])
        found = self._signatures.get((number, here))
        if found is None:
            found = self._signatures[number, here] = (number, *constraint.line_constraint.signature(here))
            self._remember()
        return found
