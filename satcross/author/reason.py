"""A clue as a reason, as explanations, lint and the answer "no solution" name it."""

from __future__ import annotations

from typing import NamedTuple

from satcross.constraints.protocol import Constraint
from satcross.model import Clue, Puzzle


class Reason(NamedTuple):
    """A clue: the name of its line, its number on the line (from 1), and its text ("" for a word list)."""

    line: str
    clue: int
    pattern: str

    def __str__(self) -> str:
        return f"{self.line} {self.pattern}" if self.pattern else f"{self.line} (word list)"


def reason_of(puzzle: Puzzle, constraint: Constraint) -> Reason:
    """Return the clue of `puzzle` that `constraint` comes from."""
    line = puzzle.lines[constraint.line]
    clue = line.clues[constraint.clue]
    return Reason(line.name, constraint.clue + 1, clue.pattern if isinstance(clue, Clue) else "")
