"""The path through a puzzle: how it begins, how it goes on, and when its solution can be guessed.

In: the explanation of a puzzle.  Out: four figures of it, and how good they are together.  People like one door or two,
rows and columns in turns, a solution that becomes readable about half-way, and clues that look different.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from satcross.author.explanation import Explanation
from satcross.base.records import NamedTuple
from satcross.generator.variety import skeleton
from satcross.puzzle import Clue
from satcross.puzzle.shapes import direction_of

READABLE: Final = (0.4, 0.6)
"""The part of the steps after which half of the letters should be known."""

FEW_DOORS: Final = 2
"""Clues with which one can begin; more of them leave nothing to find."""


class Path(NamedTuple):
    """Figures of the path through a puzzle.

    Attributes:
        doors: How many clues lead on at the beginning.
        turns: The share of the steps that use a line of another direction than the step before.
        readable_at: The share of the steps after which half of the letters are known.
        skeletons: How many different skeletons the clues have (`satcross.generator.variety`).
        clues: How many clues there are.
    """

    doors: int
    turns: float
    readable_at: float
    skeletons: int
    clues: int

    @property
    def merit(self) -> float:
        """How good the path is, from 0 to 4: each figure counts up to 1.

        >>> Path(2, 1.0, 0.5, 8, 8).merit, Path(8, 0.5, 1.0, 4, 8).merit
        (4.0, 1.2)
        """
        low, high = READABLE
        off = max(low - self.readable_at, self.readable_at - high, 0.0)
        beyond = max(0, self.doors - FEW_DOORS) / max(1, self.clues - FEW_DOORS)
        doors = 1 - beyond if self.doors else 0.0
        different = self.skeletons / max(1, self.clues)
        return round(doors + self.turns + max(0.0, 1 - 2 * off) + different, 3)


def path_of(explanation: Explanation) -> Path:
    """Return the figures of `explanation`."""
    lines = explanation.puzzle.lines
    patterns = [clue.pattern for line in lines for clue in line.clues if isinstance(clue, Clue)]
    steps = explanation.steps
    return Path(
        steps[0].open_clues if steps else 0,
        _turns(explanation),
        _readable_at(explanation),
        len(set(map(skeleton, patterns))),
        len(patterns),
    )


def _turns(explanation: Explanation) -> float:
    """Return the share of the steps that use a line of another direction than the step before."""
    direction = {line.name: direction_of(line) for line in explanation.puzzle.lines}
    used = [{direction[reason.line] for reason in step.reasons} for step in explanation.steps]
    pairs = list(pairwise(used))
    return round(sum(one != two for one, two in pairs) / len(pairs), 3) if pairs else 0.0


def _readable_at(explanation: Explanation) -> float:
    """Return the share of the steps after which half of the letters are known."""
    cells, known = len(explanation.puzzle.cells), len(explanation.puzzle.given)
    for number, step in enumerate(explanation.steps, 1):
        known += len(step.placed)
        if 2 * known >= cells:
            return round(number / len(explanation.steps), 3)
    return 1.0
