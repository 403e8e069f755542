"""A puzzle as a player needs it: its lines through each cell, the letters that fit in, the neighbours of a cell.

In: a puzzle.  Out: a `PlayBoard`, which never changes while the puzzle is played.
"""

from __future__ import annotations

from math import hypot
from typing import Final, Literal, TypeAlias

from satcross.base.budget import UNLIMITED, Budget
from satcross.pictures.layout.lay_out import lay_out
from satcross.pictures.text import arrow_along
from satcross.puzzle.model import AnyClue, Clue, Puzzle
from satcross.regex.letters.sets import contains
from satcross.regex.matching.matcher import Matcher
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import Tree
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.constraints.protocol import Constraint

Verdict: TypeAlias = Literal["", "ok", "bad", "stuck"]
"""Nothing; the full line satisfies it; the full line does not; no letters in the open cells can satisfy it any more."""

_SAME_DIRECTION: Final = 0.3  # the cosine of 72 degrees: beyond that it is another direction
_TIE: Final = 0.01  # what a neighbour on the preferred line has in advance


class PlayBoard:
    """A puzzle that is being played.

    Attributes:
        lines_of: The lines through each cell, by number.
        constraint_of: The clue of a line as a constraint, by the numbers of line and clue.
        places: Where the middle of each cell is, as in pictures.
        verdicts_of: What is known of the clues of a line, by its number and its letters; `verdicts.py` fills it.
    """

    __slots__ = (
        "_matchers",
        "_trees",
        "compiled",
        "constraint_of",
        "given",
        "lines_of",
        "places",
        "puzzle",
        "verdicts_of",
    )

    def __init__(self, puzzle: Puzzle, budget: Budget = UNLIMITED) -> None:
        """Raise what `compile_puzzle` raises: RegexError for a clue that cannot be read, LimitError, PuzzleError."""
        self.puzzle: Final = puzzle
        self.compiled: Final[CompiledPuzzle] = compile_puzzle(puzzle, budget)
        self.given: Final = dict(puzzle.given)
        through: list[dict[int, None]] = [{} for _ in puzzle.cells]
        for number, line in enumerate(puzzle.lines):
            for cell in line.cells:
                through[cell][number] = None
        self.lines_of: Final = [tuple(numbers) for numbers in through]
        self.constraint_of: Final[dict[tuple[int, int], Constraint]] = {
            (each.line, each.clue): each for each in self.compiled.constraints
        }
        self.places: Final = lay_out(puzzle).centres
        self.verdicts_of: Final[dict[tuple[int, tuple[str, ...]], tuple[Verdict, ...]]] = {}
        self._trees: dict[str, Tree] = {}
        self._matchers: dict[str, Matcher] = {}

    def is_letter(self, letter: str) -> bool:
        """Return whether `letter` is one letter of the alphabet."""
        return len(letter) == 1 and contains(self.compiled.alphabet, ord(letter))

    def meant_letter(self, typed: str) -> str | None:
        """Return the letter that was meant; capitals and small letters may be mixed up.  None: no letter of here."""
        return next(filter(self.is_letter, (typed, typed.upper(), typed.lower())), None)

    def tree(self, clue: Clue) -> Tree:
        """Return the syntax tree of a clue."""
        tree = self._trees.get(clue.pattern)
        if tree is None:
            tree = self._trees[clue.pattern] = parse(clue.pattern, self.puzzle.dialect, self.puzzle.flags)
        return tree

    def matches(self, clue: AnyClue, text: str) -> bool:
        """Return whether the letters of a full line, in reading order, satisfy `clue`."""
        if not isinstance(clue, Clue):
            return text in clue.words
        matcher = self._matchers.get(clue.pattern)
        if matcher is None:
            matcher = self._matchers[clue.pattern] = Matcher(self.compiled.cores[clue.pattern])
        return matcher.matches(clue.read(text))

    def arrow(self, line: int) -> str:
        """Return the direction in which a line is read; "" if it has none."""
        cells = self.puzzle.lines[line].cells
        (x, y), (u, v) = ((0.0, 0.0), (0.0, 0.0)) if not cells else (self.places[cells[0]], self.places[cells[-1]])
        return "" if hypot(u - x, v - y) < 1 else arrow_along(u - x, v - y)

    def neighbour(self, cell: int, right: int, down: int, preferred: int) -> tuple[int, int] | None:
        """Return the neighbour of `cell` that lies most nearly in a direction, and the line to it; None: there is none.

        Args:
            preferred: The line that wins a tie.
        """
        x, y = self.places[cell]
        best, best_score = None, _SAME_DIRECTION
        for number in self.lines_of[cell]:
            cells = self.puzzle.lines[number].cells
            for index, each in enumerate(cells):
                if each != cell:
                    continue
                for other in (*cells[max(0, index - 1) : index], *cells[index + 1 : index + 2]):
                    u, v = self.places[other]
                    length = hypot(u - x, v - y)
                    if not length:
                        continue
                    score = ((u - x) * right + (v - y) * down) / length + (_TIE if number == preferred else 0.0)
                    if score > best_score + 1e-9:
                        best, best_score = (other, number), score
        return best
