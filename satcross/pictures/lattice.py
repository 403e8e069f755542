"""Cells on a lattice so that every line is straight, one cell after the other.

In: the lines, and the steps that a line may take on the lattice.  Out: a place for each cell, or None.  The search
takes up the lines in the order in which earlier lines fix them, and goes back when two cells would share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
LatticePlace: TypeAlias = tuple[int, int, int]
Lattice: TypeAlias = Literal["square", "triangular", "layers", "free"]

STEPS: Final[dict[Lattice, tuple[LatticePlace, ...]]] = {
    "square": ((1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)),
    # x is q, y is r of axial coordinates
    "triangular": ((1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)),
    "layers": ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)),
}
_TRIALS_PER_LINE: Final = 60  # a lattice is given up after this many trials for each line, and `_TRIALS` more
_TRIALS: Final = 500


def place_straight(lines: Sequence[Sequence[int]], steps: Sequence[LatticePlace]) -> dict[int, LatticePlace] | None:
    """Return a place for each cell such that every line repeats one of `steps`; None if none was found.

    Cells without a line get no place.
    """
    board = _Board(lines, steps)
    trials = _TRIALS_PER_LINE * len(lines) + _TRIALS
    choices: list[_Choice] = []
    while (line := board.next_line()) is not None:
        choices.append(_Choice(line, board.possible_steps(line)[::-1], []))
        while True:
            if not choices:
                return None
            choice = choices.pop()
            board.take_back(choice.line, choice.cells)
            cells: list[int] | None = None
            while choice.untried and cells is None:
                trials -= 1
                if trials < 0:
                    return None
                cells = board.place(choice.line, choice.untried.pop())
            if cells is not None:
                choices.append(choice._replace(cells=cells))
                break
    return board.place_of


class _Choice(NamedTuple):
    """A line, the steps that have not been tried for it, and the cells that got their place with it."""

    line: int
    untried: list[LatticePlace]
    cells: list[int]


class _Board:
    """The cells that have a place, and the lines that have been drawn."""

    __slots__ = ("cell_at", "drawn", "lines", "lines_through", "place_of", "placed_count", "steps")

    def __init__(self, lines: Sequence[Sequence[int]], steps: Sequence[LatticePlace]) -> None:
        self.lines = lines
        self.steps = steps
        self.place_of: dict[int, LatticePlace] = {}
        self.cell_at: dict[LatticePlace, int] = {}
        self.drawn: set[int] = set()
        self.placed_count = [0] * len(lines)  # the number of cells of each line that have a place
        self.lines_through: dict[int, list[int]] = {}
        for number, cells in enumerate(lines):
            for cell in cells:
                self.lines_through.setdefault(cell, []).append(number)

    def next_line(self) -> int | None:
        """Return the longest line among those that are fixed best, or None if all are drawn."""
        waiting = [number for number in range(len(self.lines)) if number not in self.drawn]
        return max(
            waiting, key=lambda number: (min(2, self.placed_count[number]), len(self.lines[number])), default=None
        )

    def possible_steps(self, line: int) -> list[LatticePlace]:
        """Return the steps that a line can take, the most promising first."""
        cells = self.lines[line]
        placed = [index for index, cell in enumerate(cells) if cell in self.place_of]
        if not placed:
            return [self.steps[0]]
        if len(placed) == 1:
            taken = self._steps_through(cells[placed[0]])
            return sorted(self.steps, key=lambda step: (step in taken, self.steps.index(step)))
        first, last = placed[0], placed[-1]
        across = _difference(self.place_of[cells[last]], self.place_of[cells[first]])
        span = last - first
        return [step for step in self.steps if (step[0] * span, step[1] * span, step[2] * span) == across]

    def _steps_through(self, cell: int) -> set[LatticePlace]:
        """Return the steps of the drawn lines through `cell`, in both directions."""
        steps = set()
        for other in self.lines_through[cell]:
            cells = self.lines[other]
            if other in self.drawn and len(cells) > 1:
                x, y, z = _difference(self.place_of[cells[1]], self.place_of[cells[0]])
                steps |= {(x, y, z), (-x, -y, -z)}
        return steps

    def place(self, line: int, step: LatticePlace) -> list[int] | None:
        """Draw a line; return the cells that got their place, or None (and change nothing) if two cells would meet."""
        cells = self.lines[line]
        index, cell = next(((i, cell) for i, cell in enumerate(cells) if cell in self.place_of), (0, -1))
        x, y, z = self.place_of.get(cell, (0, 0, 0))
        new: list[int] = []
        for i, each in enumerate(cells):
            at = (x + (i - index) * step[0], y + (i - index) * step[1], z + (i - index) * step[2])
            if self.place_of.get(each, at) != at or self.cell_at.get(at, each) != each:
                self.take_back(line, new)
                return None
            if each not in self.place_of:
                self.place_of[each] = at
                self.cell_at[at] = each
                new.append(each)
                for other in self.lines_through[each]:
                    self.placed_count[other] += 1
        self.drawn.add(line)
        return new

    def take_back(self, line: int, cells: Sequence[int]) -> None:
        """Remove a line, and the places of `cells`."""
        self.drawn.discard(line)
        for cell in cells:
            del self.cell_at[self.place_of.pop(cell)]
            for other in self.lines_through[cell]:
                self.placed_count[other] -= 1


def _difference(left: LatticePlace, right: LatticePlace) -> LatticePlace:
    return left[0] - right[0], left[1] - right[1], left[2] - right[2]
