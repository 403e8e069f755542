"""Marking: how well grids that people or programs have filled in solve a puzzle.

In: a puzzle whose clues have been read, its solutions, and grids.  Out: for each grid, whether it solves the puzzle,
how many of its cells are right, and which clues its lines match.  A grid solves the puzzle if the reference matcher
accepts every line, so any solution counts, even an unknown one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.puzzle import Clue, Solution
from satcross.regex.letters import capital_letter, contains
from satcross.solver.compile import PuzzleLetters
from satcross.solver.verify import GridVerifier


class ClueOfLine(NamedTuple):
    """A clue that the letters of its line do not match.

    Attributes:
        line: The name of the line.
        clue: The number of the clue on its line, from 1.
        pattern: The text of the clue; for a word list, its source.
        text: The letters of the line, "." for open cells.
    """

    line: str
    clue: int
    pattern: str
    text: str

    @property
    def is_open(self) -> bool:
        """Whether the line has open cells."""
        return "." in self.text

    @property
    def place(self) -> str:
        """The line and the clue, with the clue's text."""
        return f"{self.line}, clue {self.clue} ({self.pattern})"


class Mark(NamedTuple):
    """What is right about a grid.

    Attributes:
        is_solved: Whether the grid solves the puzzle.
        right: How many cells hold the letter of the nearest known solution; None: no solution is known.
        filled: How many cells hold a letter.
        cells: How many cells the puzzle has.
        matched: How many clues their lines match.
        clues: How many clues the puzzle has.
        failed: The clues that their lines do not match.
    """

    is_solved: bool
    right: int | None
    filled: int
    cells: int
    matched: int
    clues: int
    failed: tuple[ClueOfLine, ...]

    @property
    def score(self) -> float:
        """The share of the cells that are right, between 0 and 1; without a known solution, of the clues."""
        if self.is_solved:
            return 1.0
        if self.right is None:
            return self.matched / self.clues if self.clues else 0.0
        return self.right / self.cells


class Marker:
    """Marks the grids of one puzzle; a line that reads as in an earlier grid is not matched again.

    Args:
        known: Solutions of the puzzle.
    """

    __slots__ = ("_has_small_letters", "_known", "_read", "_verdicts", "_verifier")

    def __init__(self, read: PuzzleLetters, known: Sequence[Solution], budget: Budget = UNLIMITED) -> None:
        self._read: Final = read
        self._known: Final = tuple(solution.letters for solution in known)
        self._verifier: Final = GridVerifier(read, budget)
        self._has_small_letters: Final = any(contains(read.alphabet, ord(each)) for each in ascii_lowercase)
        self._verdicts: Final[dict[tuple[int, str], frozenset[int]]] = {}

    def mark(self, grid: Sequence[str]) -> Mark:
        """Return the mark of `grid`, which has a letter for each cell, or "".

        A small letter counts as a capital one, and the other way round, where only the other is in the alphabet.

        Raises:
            TimeUp: If the time of the budget is up.
            LimitError: If matching a clue takes more than the budget allows.
        """
        puzzle = self._read.puzzle
        letters = [self._meant(letter) for letter in grid]
        failed = tuple(self._failed(letters))
        clues = sum(len(line.clues) for line in puzzle.lines)
        given = all(letters[cell] == letter for cell, letter in puzzle.given)
        are_possible = all(letter and contains(self._read.alphabet, ord(letter)) for letter in letters)
        right = [sum(one == other for one, other in zip(letters, known, strict=True)) for known in self._known]
        is_solved = are_possible and given and not failed
        return Mark(
            is_solved,
            len(letters) if is_solved else max(right, default=None),
            sum(map(bool, letters)),
            len(letters),
            clues - len(failed),
            clues,
            failed,
        )

    def _meant(self, letter: str) -> str:
        alphabet = self._read.alphabet
        forms = (letter, letter.upper(), letter.lower())
        usual = letter if self._has_small_letters else capital_letter(letter)
        return next((form for form in forms if len(form) == 1 and contains(alphabet, ord(form))), usual)

    def _failed(self, letters: Sequence[str]) -> Iterator[ClueOfLine]:
        """Yield each clue that its line does not match; a line with open or impossible cells matches none."""
        for number, line in enumerate(self._read.puzzle.lines):
            here = [letters[cell] for cell in line.cells]
            text = "".join(letter or "." for letter in here)
            is_whole = all(letter and contains(self._read.alphabet, ord(letter)) for letter in here)
            wrong = self._wrong_clues(number, text) if is_whole else range(1, len(line.clues) + 1)
            for place in sorted(wrong):
                clue = line.clues[place - 1]
                yield ClueOfLine(line.name, place, clue.pattern if isinstance(clue, Clue) else clue.source, text)

    def _wrong_clues(self, number: int, text: str) -> frozenset[int]:
        """Return the numbers of the clues of a line, from 1, that `text` does not match."""
        known = self._verdicts.get((number, text))
        if known is None:
            faults = self._verifier.line_faults(self._read.puzzle.lines[number], text)
            known = self._verdicts[number, text] = frozenset(fault.clue for fault in faults)
        return known
