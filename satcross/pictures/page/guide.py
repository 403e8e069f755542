"""The guide that a page carries: the steps to the solution, the possible letters of each cell, and one solution.

In: what has been found out about a puzzle.  Out: a packed text for the page, from which nobody reads the solution by
accident.  (It is compressed and in base64, not encrypted: a page that can give hints holds what the hints say.)
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from typing import Final, Literal, NamedTuple

from satcross.author.difficulty import difficulty_of
from satcross.author.explanation import explain
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import LimitError, TimeUp
from satcross.puzzle.model import ANY, Puzzle
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


class Guide(NamedTuple):
    """What a page needs to give hints, to check letters, and to reveal them.

    Attributes:
        status: What is known of the puzzle.
        steps: The steps from the empty grid to the solution, or to what all solutions have in common.
        possible: For each cell the letters that it has in some solution; empty if there is no solution.
        solution: One solution, a letter for each cell; empty if there is none.
        difficulty: The label and the length of `satcross.author.difficulty`, such as "gentle, short"; "" unless there
            is exactly one solution.
    """

    status: Literal["unique", "several", "none"]
    steps: tuple[GuideStep, ...]
    possible: tuple[str, ...]
    solution: tuple[str, ...]
    difficulty: str = ""

    def __repr__(self) -> str:
        return in_one_line("Guide", self.status, counted(len(self.steps), "step"))


def guide(puzzle: Puzzle, *, budget: Budget = UNLIMITED) -> Guide | None:
    """Return what a page needs to give hints, to check letters and to reveal them: `render(puzzle, guide=...)`.

    Return None for more than `GUIDED_CELLS` cells, for an open or very large alphabet, and if the budget is too small.

    >>> from satcross.puzzle.shapes import rectangle
    >>> found = guide(rectangle(rows=["AB|BA"], columns=["A|B", "A"]))
    >>> found.status, found.solution, [step.sentence for step in found.steps][-1]
    ('unique', ('B', 'A'), 'Row 1 AB|BA: as letter 2 is A, only BA is left, so letter 1 is B.')
    """
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
    line_of = {line.name: number for number, line in enumerate(puzzle.lines)}
    cell_of = {cell: number for number, cell in enumerate(puzzle.cells)}
    steps = tuple(
        GuideStep(
            step.sentence,
            tuple((line_of[reason.line], reason.clue - 1) for reason in step.reasons),
            tuple((cell_of[cell], step.candidates[cell_of[cell]]) for cell, _ in step.ruled_out),
            tuple(letters for _, letters in step.ruled_out),
        )
        for step in chain.steps
        if not step.is_contradiction
    )
    if chain.status == "none" or solution is None:
        return Guide("none", steps, (), ())
    possible = chain.steps[-1].candidates if chain.steps else chain.start
    rated = difficulty_of(chain)
    difficulty = f"{rated.label}, {rated.length}" if chain.status == "unique" else ""
    return Guide(chain.status, steps, possible, solution.letters, difficulty)


def packed(guide: Guide) -> str:
    """Return `guide` as text for `player/guide.js`."""
    plain = {**guide._asdict(), "steps": [step._asdict() for step in guide.steps]}
    return b64encode(zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 9)).decode()
