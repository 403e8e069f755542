"""Clues that provably ask less than a given clue of a puzzle.

In: a puzzle, one of its clues and the cells that the clue reads.  Out: texts of clues that accept whatever the clue
accepts on its line, and more.

The clue is simplified by one part (`tidy.simpler`).  Each result that provably asks less is simplified again.  A clue
that takes a letter out of the alphabet does not count: with fewer letters the other clues would ask for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.author.looser import asks_less
from satcross.base.budget import Budget
from satcross.errors import LimitError, PuzzleError, RegexError
from satcross.generator.board import Board
from satcross.generator.tidy import simpler
from satcross.puzzle import (
    MENTIONED,
    POSITIVE,
    Clue,
    Line,
    Puzzle,
)
from satcross.regex.letters import LetterSet
from satcross.regex.lower import lower
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import alphabet_of, letter_classes, parse_clues

MOST: Final = 60
"""Looser clues that are looked for at most for one clue."""


class Loosening:
    """What asks less than the clue `pattern` on the line `cells` of `puzzle`; `cells` are in the order it reads them.

    Args:
        others: `puzzle` without the clue.
    """

    def __init__(self, puzzle: Puzzle, others: Puzzle, pattern: str, cells: Sequence[int], budget: Budget) -> None:
        self._puzzle: Final = puzzle
        self._others: Final = others
        self._pattern: Final = pattern
        self._cells: Final = tuple(cells)
        self._budget: Final = budget
        self._alphabet: Final[LetterSet] = alphabet_of(puzzle, parse_clues(puzzle, budget).values())

    def texts(self, board: Board, longest: int) -> list[str]:
        """Return clues of up to `longest` characters that ask less, by one part or by several."""
        waiting = [self._pattern]
        shown: list[str] = []
        seen = {self._pattern}
        while waiting and len(shown) < MOST:
            for text in simpler(board, waiting.pop(0), len(self._cells), everywhere=True):
                if text not in seen and len(text) <= longest:
                    seen.add(text)
                    self._budget.check("the generator")
                    if self._is_looser(text):
                        shown.append(text)
                        waiting.append(text)
        return shown

    def _is_looser(self, text: str) -> bool:
        """Return whether the clue `text` is shown to ask less, and leaves the alphabet as it is."""
        puzzle, budget = self._puzzle, self._budget
        line = Line("", self._cells, (Clue(text), Clue(self._pattern)))
        try:
            cores = {clue: lower(parse(clue, puzzle.dialect, puzzle.flags), self._alphabet)
                     for clue in (text, self._pattern)}  # fmt: skip
            if puzzle.alphabet in (MENTIONED, POSITIVE) and self._has_fewer_letters(line._replace(clues=(Clue(text),))):
                return False
            both = puzzle._replace(lines=(line,), given=())
            classes = letter_classes(both, cores, self._alphabet, budget, single_letters=False)
        except (RegexError, LimitError):
            return False
        return bool(asks_less(cores[text], cores[self._pattern], self._cells, classes, budget))

    def _has_fewer_letters(self, line: Line) -> bool:
        """Return whether the alphabet would lose letters if `line` took the place of the clue."""
        changed = self._others._replace(lines=(*self._others.lines, line))
        try:
            return alphabet_of(changed, parse_clues(changed, self._budget).values()) != self._alphabet
        except PuzzleError:  # it would lose all letters
            return True
