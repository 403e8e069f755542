"""What the generator returns and reports: puzzles, and how far the search has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from satcross.author.difficulty import Difficulty
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line, paragraph, picture
from satcross.generator.board import ClueSlot
from satcross.generator.examination import Unmet
from satcross.generator.path import Path
from satcross.generator.request import Request
from satcross.generator.search import Choice
from satcross.puzzle import ANY, MENTIONED, AnyClue, Clue, Puzzle, Solution


class Generated(NamedTuple):
    """A puzzle.

    Attributes:
        puzzle: The puzzle, with its solution as the expected one, and as the only one if that is known.
        difficulty: How hard it is.
        seed: The seed that gives this puzzle as the first one.
        cost: The cost of its clues, in tenths of a character (`satcross.generator.pool`).
        families: The families of its clues, line by line.
        unmet: What has not been reached.
        path: How it begins and goes on, as figures.
    """

    puzzle: Puzzle
    solution: Solution
    difficulty: Difficulty
    seed: int
    cost: int
    families: tuple[str, ...]
    unmet: tuple[Unmet, ...]
    path: Path

    def __repr__(self) -> str:
        missing = f"{len(self.unmet)} unmet" if self.unmet else ""
        return in_one_line("Generated", self.difficulty.label, repr(self.puzzle)[1:-1], f"seed {self.seed}", missing)

    def _repr_html_(self) -> str:
        return picture(self.puzzle) + paragraph(repr(self)[1:-1])

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross generate` prints as JSON of a puzzle, without its text and its file."""
        return {
            "seed": self.seed,
            "label": self.difficulty.label,
            "difficulty": self.difficulty.value,
            "steps": self.difficulty.steps,
            "length": self.difficulty.length,
            "cost": self.cost,
            "families": list(self.families),
            "doors": self.path.doors,
            "turns": self.path.turns,
            "readable_at": self.path.readable_at,
            "skeletons": self.path.skeletons,
            "unmet": [each._asdict() for each in self.unmet],
        }

    @property
    def goodness(self) -> tuple[int, float, int]:
        """How good the puzzle is beside others for the same request: greater is better."""
        return -len(self.unmet), self.path.merit, -self.cost


Phase: TypeAlias = Literal["grid", "clues", "start", "lower", "search", "check"]


class GeneratorProgress(NamedTuple):
    """How far the generator has come with a puzzle.

    Attributes:
        cost: The cost of the best choice so far.
        difficulty: The number of the difficulty of the best choice so far.
    """

    seed: int
    phase: Phase
    cost: int | None = None
    difficulty: float | None = None


def puzzle_of(
    request: Request, slots: Sequence[ClueSlot], choice: Choice, letters: Sequence[str], *, keeps_clues: bool = False
) -> Puzzle:
    """Return the puzzle with the clues of `choice`; the clues of a line are in the order of their slots.

    Args:
        keeps_clues: Whether the shape's own clues, given letters and settings stay.
    """
    clues: list[list[AnyClue]] = [list(line.clues) if keeps_clues else [] for line in request.shape.lines]
    for number, slot in enumerate(slots):
        if number in choice:
            clues[slot.line].append(Clue(choice[number].pattern))
    lines = tuple(
        line._replace(clues=tuple(clues_of_line))
        for line, clues_of_line in zip(request.shape.lines, clues, strict=True)
    )
    shape = request.shape._replace(lines=lines, expected=(tuple(letters),), expects_all=True)
    if keeps_clues:
        return shape
    alphabet = MENTIONED if request.alphabet == ANY else request.alphabet
    return shape._replace(alphabet=alphabet, dialect=request.dialect, flags="", given=())


Watch: TypeAlias = Callable[[GeneratorProgress], None]
