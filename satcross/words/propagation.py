"""Arc consistency between slots and cells, on bit sets.

A *state* says what is still possible: a set of words for each slot, a mask of letters for each cell.  `propagate`
prunes a state until every word of every slot consists of letters that its cells allow, every letter of a cell occurs in
some word of each slot on it, and no two slots have the same single word.

A cell that loses letters filters the words of the slots on it immediately.  A slot that loses words is revised later:
its cells keep only the letters that its words still have there, which costs an AND for each letter of each cell.  The
slot with the fewest candidates is revised first, since it takes most from others.  That halves the number of revisions.
`WordIndex` remembers the results of both steps, since search meets the same sets again and again.

This is its own fixpoint loop beside the loop of `satcross.solver.residual`, because its domains are sets of words as
well as letters: a slot rules out words of other slots, and not only letters of its cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.puzzle.word_index import numbers
from satcross.words.problem import NumberedWord, Problem

Failing: TypeAlias = tuple[int, ...]
"""The numbers of the constraints that fail together: the constraint that has nothing left, and the constraint that took
its last candidates, if that is another one. It is empty if none fails."""


class State:
    """What is still possible.

    Args:
        words: For each slot the set of its candidates.
        sizes: For each slot the number of its candidates.
        cells: For each cell the mask of its letters.
    """

    __slots__ = ("cells", "sizes", "words")

    def __init__(self, words: list[int], sizes: list[int], cells: list[int]) -> None:
        self.words: Final = words
        self.sizes: Final = sizes
        self.cells: Final = cells

    def copy(self) -> State:
        return State(self.words[:], self.sizes[:], self.cells[:])


def preferred_words(problem: Problem, state: State) -> set[NumberedWord]:
    """Return the preferred words that may still go into some slot."""
    return {
        (words.n, number)
        for words, preferred, left in zip(problem.words, problem.preferred, state.words, strict=True)
        for number in numbers(preferred & left)
    }


class Decision(NamedTuple):
    """What a search decides: to leave a slot only some of its words, or a cell that is in no slot only some letters.

    Attributes:
        number: The number of the slot, or of the cell.
        kept: The words or the letters that are left.
    """

    number: int
    kept: int
    is_on_cell: bool = False


class Network:
    """The slots and lines of a problem, and which of them share cells.

    Attributes:
        constraints: Their number; the first ones are the slots, the others the extra lines.
    """

    __slots__ = ("_cells", "_extra", "_indexes", "_peers", "_touching", "constraints", "problem")

    def __init__(self, problem: Problem) -> None:
        grid = problem.grid
        self.problem: Final = problem
        self.constraints: Final = len(grid.slots) + len(problem.extra)
        self._cells = [slot.cells for slot in grid.slots]
        self._indexes = [words.index for words in problem.words]
        self._extra = problem.extra
        self._touching: list[list[int]] = [[] for _ in grid.places]
        for number, constraint in enumerate(problem.extra, len(grid.slots)):
            for cell in set(constraint.cells):
                self._touching[cell].append(number)
        self._peers: list[list[int]] = [
            [other for other in range(len(grid.slots)) if other != number and len(self._cells[other]) == len(cells)]
            if not problem.allow_repeats
            else []
            for number, cells in enumerate(self._cells)
        ]

    def start(self) -> tuple[State, Failing]:
        """Return the state before any decision, and the constraints that fail in it."""
        domains = list(self.problem.domains)
        words = [
            allowed & index.within([domains[cell] for cell in cells])
            for allowed, index, cells in zip(self.problem.allowed, self._indexes, self._cells, strict=True)
        ]
        state = State(words, [each.bit_count() for each in words], domains)
        if 0 in state.sizes:
            return state, (state.sizes.index(0),)
        return state, self.propagate(state, range(self.constraints))

    def decide(self, state: State, decision: Decision) -> Failing:
        """Take `decision`, which leaves something, and propagate; return what fails."""
        if not decision.is_on_cell:
            return self.assign(state, decision.number, decision.kept)
        state.cells[decision.number] = decision.kept
        return self.propagate(state, self._touching[decision.number])

    def refuse(self, state: State, decision: Decision) -> Failing:
        """Take the opposite of `decision`, and propagate; return what fails."""
        before = state.cells if decision.is_on_cell else state.words
        return self.decide(state, decision._replace(kept=before[decision.number] ^ decision.kept))

    def assign(self, state: State, slot: int, words: int) -> Failing:
        """Leave `slot` only `words`, a non-empty part of its candidates, and propagate; return what fails."""
        state.words[slot] = words
        state.sizes[slot] = words.bit_count()
        return self.propagate(state, (slot,))

    def propagate(self, state: State, changed: Iterable[int]) -> Failing:
        """Prune `state` to its fixpoint, after the constraints `changed` have changed; return what fails.

        A slot has changed if it has lost candidates, a line if a cell of it has lost letters.
        """
        slots = len(state.words)
        waiting = {number for number in changed if number < slots}
        lines = {number: True for number in changed if number >= slots}
        failing: Failing = ()
        while not failing and (waiting or lines):
            if waiting:
                slot = min(waiting, key=state.sizes.__getitem__)
                waiting.remove(slot)
                failing = self._revise_slot(state, slot, waiting, lines)
            else:
                line = next(iter(lines))
                del lines[line]
                failing = self._revise_line(state, line, waiting, lines)
        return failing

    def _revise_slot(self, state: State, slot: int, waiting: set[int], lines: dict[int, bool]) -> Failing:
        """Restrict the cells to the letters of the slot's words, and take its last word from other slots.

        Return the conflict, if there is one.
        """
        left = state.words[slot]
        cells = self._cells[slot]
        domains = [state.cells[cell] for cell in cells]
        for cell, mask, domain in zip(cells, self._indexes[slot].letters(left, domains), domains, strict=True):
            if mask != domain:
                failing = self._leave(state, cell, mask, slot, waiting, lines)
                if failing:
                    return failing
        if state.sizes[slot] == 1:
            for other in self._peers[slot]:
                if state.words[other] & left:
                    if state.sizes[other] == 1:
                        return other, slot
                    state.words[other] ^= left
                    state.sizes[other] -= 1
                    waiting.add(other)
        return ()

    def _revise_line(self, state: State, number: int, waiting: set[int], lines: dict[int, bool]) -> Failing:
        """Let an extra line prune its cells; return what fails."""
        constraint = self._extra[number - len(state.words)]
        masks = constraint.line_constraint.prune(constraint.domains(state.cells))
        if masks is None:
            return (number,)
        for cell, mask in zip(constraint.cells, masks, strict=True):
            left = state.cells[cell] & mask
            if not left:
                return (number,)
            if left != state.cells[cell]:
                failing = self._leave(state, cell, left, number, waiting, lines)
                if failing:
                    return failing
        return ()

    def _leave(self, state: State, cell: int, mask: int, by: int, waiting: set[int], lines: dict[int, bool]) -> Failing:
        """Leave a cell the letters that constraint `by` allows, and filter the words there; return what fails.

        The other constraints on the cell that have changed are to be revised.
        """
        state.cells[cell] = mask
        for slot, i in self.problem.grid.crossings[cell]:
            if slot != by:
                before = state.words[slot]
                after = before & self._indexes[slot].words(i, mask)
                if after != before:
                    if not after:
                        return slot, by
                    state.words[slot] = after
                    state.sizes[slot] = after.bit_count()
                    waiting.add(slot)
        for line in self._touching[cell]:
            if line != by:
                lines[line] = True
        return ()
