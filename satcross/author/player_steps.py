"""The player's guide: the steps to the solution, the possible letters of each cell, and one solution.

In: what has been found out about a puzzle.  Out: `PlayerSteps`, which a page carries.
"""

from __future__ import annotations

from typing import Final, Literal

from satcross.author.difficulty import difficulty_of
from satcross.author.explanation import Explanation, explain
from satcross.base.budget import Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import LimitError, TimeUp
from satcross.puzzle import ANY, Puzzle
from satcross.solver.solutions import solutions

GUIDED_CELLS: Final = 400
"""Larger puzzles get no guide: explaining them takes too long."""

_GUIDED_LETTERS: Final = 100_000
"""Puzzles whose cells can hold more letters than this, all cells together, get none: their pages would be too large."""


class GuideStep(NamedTuple):
    """One deduction.

    Attributes:
        sentence: The deduction for people.
        clues: The clues that force it: line numbers and, on each line, clue numbers, from 0.
        leaves: The cells that lose letters, by number, and the letters that remain.
        lost: For each of `leaves` the letters that the cell loses.
    """

    sentence: str
    clues: tuple[tuple[int, int], ...]
    leaves: tuple[tuple[int, str], ...]
    lost: tuple[str, ...] = ()


class PlayerSteps(NamedTuple):
    """What a page needs to give hints, to check letters, and to reveal them.

    Attributes:
        status: What is known of the puzzle.
        steps: The steps from the empty grid to the solution, or to what all solutions have in common.
        possible: For each cell the letters that it has in some solution; empty if there is no solution.
        solution: One solution, a letter for each cell; empty if there is none.
        difficulty: The label and the length of `satcross.author.difficulty`, such as "gentle, 10 minutes"; "" unless
            there is exactly one solution.
    """

    status: Literal["unique", "several", "none"]
    steps: tuple[GuideStep, ...]
    possible: tuple[str, ...]
    solution: tuple[str, ...]
    difficulty: str = ""

    def __repr__(self) -> str:
        return in_one_line("PlayerSteps", self.status, counted(len(self.steps), "step"))


def player_steps(puzzle: Puzzle, *, timeout: float | None = None, budget: Budget | None = None) -> PlayerSteps | None:
    """Return what a page needs to give hints, to check letters and to reveal them.

    `render(puzzle, "html", player_steps=...)` makes such a page.
    Return None for more than `GUIDED_CELLS` cells, for an open or very large alphabet, and if the budget is too small.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    >>> from satcross.puzzle.shapes import rectangle
    >>> found = player_steps(rectangle(rows=["AB|BA"], columns=["A|B", "A"]))
    >>> found.status, found.solution, [step.sentence for step in found.steps][-1]
    ('unique', ('B', 'A'), 'Row 1 AB|BA: as letter 2 is A, only BA is left, so letter 1 is B.')
    """
    budget = limits(timeout, budget)
    if len(puzzle.cells) > GUIDED_CELLS or puzzle.alphabet == ANY:
        return None
    try:
        chain = explain(puzzle, budget=budget)
        solution = next(solutions(puzzle, limit=1, budget=budget), None)
    except (TimeUp, LimitError):
        return None
    is_small = sum(map(len, chain.start)) <= _GUIDED_LETTERS
    if not is_small or not chain.is_complete or chain.status not in ("unique", "several", "none"):
        return None
    steps = _guide_steps(chain)
    if chain.status == "none" or solution is None:
        return PlayerSteps("none", steps, (), ())
    possible = chain.steps[-1].candidates if chain.steps else chain.start
    rated = difficulty_of(chain)
    difficulty = f"{rated.label}, {rated.length}" if chain.status == "unique" else ""
    return PlayerSteps(chain.status, steps, possible, solution.letters, difficulty)


def _guide_steps(chain: Explanation) -> tuple[GuideStep, ...]:
    line_of = {line.name: number for number, line in enumerate(chain.puzzle.lines)}
    cell_of = {cell: number for number, cell in enumerate(chain.puzzle.cells)}
    return tuple(
        GuideStep(
            step.sentence,
            tuple((line_of[reason.line], reason.clue - 1) for reason in step.reasons),
            tuple((cell_of[cell], step.candidates[cell_of[cell]]) for cell, _ in step.ruled_out),
            tuple(letters for _, letters in step.ruled_out),
        )
        for step in chain.steps
        if not step.is_contradiction
    )
