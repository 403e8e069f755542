"""Arc consistency between slots and cells, on bit sets.

A *state* says what is still possible: a set of words for each slot, a mask of letters for each cell.  `propagate`
prunes a state until every word of every slot consists of letters that its cells allow, every letter of a cell occurs in
some word of each slot on it, and no two slots have the same single word.

The revision of a slot costs an AND for each index whose cell has changed, and one for each letter that its cells still
allow.  `WordIndex` remembers the results, since search meets the same sets again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from satcross.fill.problem import Problem

NOTHING: Final = -1
"""In place of the number of a failing constraint: none fails."""


class State:
    """What is still possible.

    words  for each slot the set of its candidates
    sizes  for each slot the number of its candidates
    cells  for each cell the mask of its letters
    """

    __slots__ = ("cells", "sizes", "words")

    def __init__(self, words: list[int], sizes: list[int], cells: list[int]) -> None:
        self.words: Final = words
        self.sizes: Final = sizes
        self.cells: Final = cells

    def copy(self) -> State:
        return State(self.words[:], self.sizes[:], self.cells[:])


class Network:
    """The slots and lines of a problem, and which of them share cells.

    constraints  their number; the first ones are the slots, the others the extra lines
    """

    __slots__ = ("_cells", "_crossings", "_extra", "_indexes", "_peers", "_touching", "constraints", "problem")

    def __init__(self, problem: Problem) -> None:
        grid = problem.grid
        self.problem: Final = problem
        self.constraints: Final = len(grid.slots) + len(problem.extra)
        self._cells = [slot.cells for slot in grid.slots]
        self._indexes = [words.index for words in problem.words]
        self._crossings = [
            [[each for each in grid.crossings[cell] if each[0] != number] for cell in slot.cells]
            for number, slot in enumerate(grid.slots)
        ]
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

    def start(self) -> tuple[State, int]:
        """Return the state before any decision, and the constraint that fails in it, or `NOTHING`."""
        words = list(self.problem.allowed)
        state = State(words, [each.bit_count() for each in words], list(self.problem.domains))
        return state, self.propagate(state, range(self.constraints))

    def assign(self, state: State, slot: int, words: int) -> int:
        """Leave `slot` only `words`, a non-empty part of its candidates, and propagate; return what fails."""
        state.words[slot] = words
        state.sizes[slot] = words.bit_count()
        return self.propagate(state, (slot,))

    def narrow(self, state: State, cell: int, mask: int) -> int:
        """Leave `cell` only `mask`, a non-empty part of its letters, and propagate; return what fails."""
        state.cells[cell] = mask
        return self.propagate(state, [slot for slot, _ in self.problem.grid.crossings[cell]] + self._touching[cell])

    def propagate(self, state: State, changed: Iterable[int]) -> int:
        """Prune `state` to its fixpoint, starting with the constraints `changed`.

        Return the number of a constraint that cannot be satisfied, or `NOTHING`.

        (This is one long function because filling spends most of its time here, and calls in Python are dear.)
        """
        words, sizes, cells = state.words, state.sizes, state.cells
        slots = len(words)
        # for each waiting slot the indexes whose cells have changed, as a bit set; -1: all of them, and its words
        waiting = {number: -1 for number in changed if number < slots}
        lines = {number: True for number in changed if number >= slots}
        while True:
            if not waiting:
                if not lines:
                    return NOTHING
                number = next(iter(lines))
                del lines[number]
                if not self._prune(state, number, waiting, lines):
                    return number
                continue
            slot = next(iter(waiting))
            indexes = waiting.pop(slot)
            index = self._indexes[slot]
            here = self._cells[slot]
            before = left = words[slot]
            domains = [cells[cell] for cell in here]
            for i, mask in enumerate(domains):
                if indexes >> i & 1:
                    left &= index.words(i, mask)
            if not left:
                return slot
            if left == before and indexes >= 0:
                continue
            words[slot] = left
            size = sizes[slot] = left.bit_count()
            for cell, mask, domain, crossing in zip(
                here, index.letters(left, domains), domains, self._crossings[slot], strict=True
            ):
                if mask != domain:
                    cells[cell] = mask
                    for other, i in crossing:
                        waiting[other] = waiting.get(other, 0) | 1 << i
                    for number in self._touching[cell]:
                        lines[number] = True
            if size == 1:
                for other in self._peers[slot]:
                    if words[other] & left:
                        if sizes[other] == 1:
                            return other
                        words[other] ^= left
                        sizes[other] -= 1
                        waiting[other] = -1

    def _prune(self, state: State, number: int, waiting: dict[int, int], lines: dict[int, bool]) -> bool:
        """Let an extra line prune its cells; return whether it can be satisfied."""
        constraint = self._extra[number - len(state.words)]
        masks = constraint.line_constraint.prune(constraint.domains(state.cells))
        if masks is None:
            return False
        for cell, mask in zip(constraint.cells, masks, strict=True):
            left = state.cells[cell] & mask
            if not left:
                return False
            if left != state.cells[cell]:
                state.cells[cell] = left
                for slot, i in self.problem.grid.crossings[cell]:
                    waiting[slot] = waiting.get(slot, 0) | 1 << i
                for other in self._touching[cell]:
                    if other != number:
                        lines[other] = True
        return True


def unfilled(state: State) -> Sequence[int]:
    """Return the slots that have more than one candidate."""
    return [slot for slot, size in enumerate(state.sizes) if size > 1]
