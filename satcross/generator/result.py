"""What the generator tells: puzzles, what they lack, and how far it has come."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from satcross.author.difficulty import Difficulty
from satcross.puzzle.model import Puzzle, Solution

ShortfallCode: TypeAlias = Literal[
    "rating", "redundant-clue", "idle-part", "looser-clue", "equal-clues", "construct",
    "beginnings", "not-unique", "time",
]  # fmt: skip


class Shortfall(NamedTuple):
    """Something that was asked for and has not been reached.

    Attributes:
        code: What it is, for programs.
        message: A sentence without a full stop.
    """

    code: ShortfallCode
    message: str


class Generated(NamedTuple):
    """A puzzle.

    Attributes:
        puzzle: The puzzle, with its solution as the only one that is expected.
        difficulty: How hard it is.
        seed: The seed that gives this puzzle as the first one.
        cost: The cost of its clues, in tenths of a character (`satcross.generator.cost`).
        bound: Deprecated: always None.
        is_proven: Deprecated: always False.
        families: The families of its clues, line by line.
        shortfalls: What has not been reached.
    """

    puzzle: Puzzle
    solution: Solution
    difficulty: Difficulty
    seed: int
    cost: int
    bound: int | None
    is_proven: bool
    families: tuple[str, ...]
    shortfalls: tuple[Shortfall, ...]

    @property
    def rating(self) -> float:
        """The rating of `difficulty`, which grows with the length; its hardness does not."""
        return self.difficulty.rating


Phase: TypeAlias = Literal["grid", "clues", "search", "check"]


class GeneratorProgress(NamedTuple):
    """How far the generator has come with a puzzle.

    Attributes:
        cost: The cost of the best choice so far.
        bound: Deprecated: always None.
        rating: The hardness of the best choice so far.
    """

    seed: int
    phase: Phase
    cost: int | None = None
    bound: int | None = None
    rating: float | None = None
