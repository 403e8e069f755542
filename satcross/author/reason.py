"""A clue as a reason, as explanations, lint and the answer "no solution" name it."""

from __future__ import annotations

from typing import NamedTuple

from satcross.puzzle.model import Clue, Puzzle
from satcross.solver.constraints.protocol import Constraint


class Reason(NamedTuple):
    """A clue: the name of its line, its number on the line (from 1), and its text ("" for a word list).

    Attributes:
        is_reversed: Whether the clue reads its line from the end.
    """

    line: str
    clue: int
    pattern: str
    is_reversed: bool = False

    def __str__(self) -> str:
        if not self.pattern:
            return f"{self.line} (word list)"
        return f"{self.line} {self.pattern}{' (read backwards)' if self.is_reversed else ''}"


def reason_of(puzzle: Puzzle, constraint: Constraint) -> Reason:
    """Return the clue of `puzzle` that `constraint` comes from."""
    line = puzzle.lines[constraint.line]
    clue = line.clues[constraint.clue]
    if isinstance(clue, Clue):
        return Reason(line.name, constraint.clue + 1, clue.pattern, clue.is_reversed)
    return Reason(line.name, constraint.clue + 1, "")
