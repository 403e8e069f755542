"""The residual of a puzzle, narrowed cell by cell: what listing and counting do at every node of their trees.

In: the constraints that propagation left open, and masks for all cells.  Restricting a cell and propagating again gives
smaller masks and fewer open constraints; a constraint is *open* until it holds for every choice of letters within the
masks.  Where none is open, the masks are a *box*: every combination of their letters is a solution.

A tree meets the same letters on the same line again and again, so what a constraint says about them is remembered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from satcross.cnf.variables import parts, single_bits
from satcross.constraints.protocol import Constraint, LineConstraint

REMEMBERED: Final = 50_000  # lines with their letters; then memory is emptied
PRUNED_NODES: Final = 2_000  # circuits beyond this size are left to the solver while the tree is searched


class Narrowing:
    """The constraints `placed`, and what is known of them.

    Their numbers here are their places in `placed`.
    """

    __slots__ = ("_entailed", "_pruned", "_remembered", "_sets", "_settled", "_signatures", "_touching", "placed")

    def __init__(self, placed: Sequence[Constraint], cells: int) -> None:
        self.placed: Final = tuple(placed)
        self._touching: Final[list[list[int]]] = [[] for _ in range(cells)]
        for number, each in enumerate(placed):
            for cell in set(each.cells):
                self._touching[cell].append(number)
        self._settled: Final = frozenset(number for number, each in enumerate(placed) if each.is_idempotent)
        self._forget()

    def _forget(self) -> None:
        memories: dict[int, tuple[dict[tuple[int, ...], list[int] | None], dict[tuple[int, ...], bool]]] = {}
        for each in self.placed:
            memories.setdefault(id(each.line_constraint), ({}, {}))
        self._pruned = [memories[id(each.line_constraint)][0] for each in self.placed]
        self._entailed = [memories[id(each.line_constraint)][1] for each in self.placed]
        self._sets: dict[tuple[int, tuple[int, ...]], Sequence[Iterable[int] | None]] = {}
        self._signatures: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        self._remembered = 0

    def start(self, masks: list[int]) -> tuple[int, ...]:
        """Return which constraints are open within `masks`, a fixpoint of propagation."""
        return tuple(number for number in range(len(self.placed)) if not self._holds(number, masks))

    def narrow(self, masks: list[int], is_open: Sequence[int], changed: Iterable[int]) -> tuple[int, ...] | None:
        """Propagate within `masks`, in place, after the cells `changed`; return what is still open.

        Return None if there is no solution within `masks`.

        is_open  the constraints that were open before
        """
        touching, placed = self._touching, self.placed
        still_open = set(is_open)
        waiting = {number for cell in changed for number in touching[cell]} & still_open
        touched: set[int] = set(waiting)
        while waiting:
            number = waiting.pop()
            cells = placed[number].cells
            before = tuple([masks[cell] for cell in cells])
            memory = self._pruned[number]
            if before in memory:
                after = memory[before]
            else:
                after = memory[before] = self._prune(placed[number].line_constraint, before)
                self._remember()
            if after is None:
                return None
            for cell, old, kept in zip(cells, before, after, strict=True):
                if old != kept:
                    new = masks[cell] & kept
                    if not new:
                        return None
                    masks[cell] = new
                    here = [other for other in touching[cell] if other in still_open]
                    touched.update(here)
                    waiting.update(here)
            if number in self._settled:
                waiting.discard(number)
        if not touched:
            return tuple(is_open)
        return tuple(number for number in is_open if number not in touched or not self._holds(number, masks))

    def _remember(self) -> None:
        self._remembered += 1
        if self._remembered > REMEMBERED:
            self._forget()

    @staticmethod
    def _prune(constraint: LineConstraint, before: tuple[int, ...]) -> list[int] | None:
        is_heavy = not constraint.is_domain_consistent and constraint.size > PRUNED_NODES
        if is_heavy and any(mask & (mask - 1) for mask in before):
            return list(before)
        return constraint.prune(before)

    def _holds(self, number: int, masks: Sequence[int]) -> bool:
        here = tuple([masks[cell] for cell in self.placed[number].cells])
        memory = self._entailed[number]
        known = memory.get(here)
        if known is None:
            known = memory[here] = self.placed[number].line_constraint.holds_for_all(here)
            self._remember()
        return known

    def parts(self, cell: int, masks: Sequence[int], is_open: Collection[int]) -> tuple[int, ...]:
        """Return the letters of `cell` in parts: no open constraint on the cell tells the letters of a part apart."""
        sets: set[int] = set()
        for number in self._touching[cell]:
            if number in is_open:
                cells = self.placed[number].cells
                here = tuple([masks[each] for each in cells])
                found = self._sets.get((number, here))
                if found is None:
                    found = self._sets[number, here] = self.placed[number].line_constraint.letter_sets(here)
                    self._remember()
                for index, each in enumerate(cells):
                    if each == cell:
                        letters = found[index]
                        if letters is None:
                            return single_bits(masks[cell])
                        sets.update(letters)
        return parts(masks[cell], sorted(sets))

    def signature(self, number: int, masks: Sequence[int]) -> tuple[int, ...]:
        """Return what constraint `number` asks of its cells with several letters: equal signatures ask the same.

        The first entry is the number.
        """
        here = tuple(self.placed[number].domains(masks))
        found = self._signatures.get((number, here))
        if found is None:
            found = (number, *self.placed[number].line_constraint.signature(here))
            self._signatures[number, here] = found
            self._remember()
        return found

    def branching(self, masks: Sequence[int], is_open: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
        """Return a cell to decide next, and its letters in parts; None if no open constraint tells letters apart.

        The cell is on the open line with the fewest combinations, and has the fewest letters there.
        """
        lines: list[tuple[int, int]] = []
        for number in is_open:
            freedom = sum([masks[cell].bit_count() for cell in self.placed[number].cells])
            lines.append((freedom - len(self.placed[number].cells), number))
        among = set(is_open)
        for _, number in sorted(lines):
            cells = [cell for cell in self.placed[number].cells if masks[cell] & (masks[cell] - 1)]
            for cell in sorted(cells, key=lambda each: masks[each].bit_count()):
                found = self.parts(cell, masks, among)
                if len(found) > 1:
                    return cell, found
        return None

    def components(self, masks: Sequence[int], is_open: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return (cells, open constraints) of each part of the residual that has nothing to do with the others.

        Only cells with several letters connect; those on no open constraint are in no component.  Larger ones first.
        """
        group_of: dict[int, int] = {}
        members: list[tuple[list[int], list[int]]] = []
        for number in is_open:
            cells = {cell for cell in self.placed[number].cells if masks[cell] & (masks[cell] - 1)}
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
        found = [(tuple(sorted(cells)), tuple(sorted(numbers))) for cells, numbers in members if numbers]
        return sorted(found, key=lambda each: -len(each[0]))
