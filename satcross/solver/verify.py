"""Verification: does a grid of letters solve a puzzle, according to the reference matcher?

In: a compiled puzzle and grids of letters.  Out: what they violate, or an error.  Every solution passes through here,
or through `verify_cubes`, before anyone sees it.  The verifier shares the reading of the clues (`parse`, `lower`)
with the search and nothing else: no constraint, no clause and no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import ErrorCode, SatcrossError
from satcross.puzzle.model import Clue, Line, address_text
from satcross.regex.letters.sets import contains
from satcross.regex.matching.matcher import Matcher
from satcross.regex.matching.reachability import Reachability
from satcross.solver.compile import CompiledPuzzle


class WrongAnswerError(SatcrossError):
    """An answer that the verifier rejects: a defect in satcross, or in a foreign solver's answer."""

    code = ErrorCode.WRONG_ANSWER


def first_fault(compiled: CompiledPuzzle, letters: Sequence[str], budget: Budget = UNLIMITED) -> str | None:
    """Return what `letters` (one for each cell) violate first, in words; None if they solve the puzzle.

    Raises TimeUp, LimitError, like everything in this module.
    """
    return GridVerifier(compiled, budget).fault(letters)


def verify_solutions(compiled: CompiledPuzzle, grids: Iterable[Sequence[str]], budget: Budget = UNLIMITED) -> None:
    """Raise WrongAnswerError unless each of `grids` (one letter for each cell) solves the puzzle."""
    verifier = GridVerifier(compiled, budget)
    for letters in grids:
        verifier.check(letters)


class Fault(NamedTuple):
    """Something that a grid of letters violates.

    Attributes:
        message: What it violates, in words.
        cells: The numbers of the cells that it is about.
        line: The violated line's name; None if the fault is a letter outside the alphabet or beside a given one.
        clue: The violated clue's number on the line, from 1.
        pattern: The violated clue's text; for a word list, its source.
        text: What the line reads, in the direction of the clue.
    """

    message: str
    cells: tuple[int, ...]
    line: str | None = None
    clue: int = 0
    pattern: str = ""
    text: str = ""

    @property
    def place(self) -> str:
        """The line and the clue, with the clue's text."""
        return f"{self.line}, clue {self.clue} ({self.pattern})"


class GridVerifier:
    """Verifies grids of one puzzle, one by one; a line that reads as in the grid before is not matched again."""

    __slots__ = ("_budget", "_compiled", "_matchers", "_texts")

    def __init__(self, compiled: CompiledPuzzle, budget: Budget = UNLIMITED) -> None:
        self._compiled: Final = compiled
        self._budget: Final = budget
        self._matchers: Final[dict[str, Matcher]] = {}
        self._texts: Final[dict[int, str]] = {}

    def check(self, letters: Sequence[str]) -> None:
        """Raise WrongAnswerError unless `letters` solve the puzzle."""
        fault = self.fault(letters)
        if fault is not None:
            raise WrongAnswerError(
                f"the solver's answer is wrong: {fault}", hint="this is a defect in satcross; please report the puzzle"
            )

    def fault(self, letters: Sequence[str]) -> str | None:
        """Return what `letters` (one for each cell) violate first, in words; None if they solve the puzzle."""
        fault = next(self.faults(letters), None)
        return None if fault is None else fault.message

    def faults(self, letters: Sequence[str]) -> Iterator[Fault]:
        """Yield everything that `letters` (one for each cell) violate; if that is the alphabet, then nothing else."""
        puzzle, alphabet = self._compiled.puzzle, self._compiled.alphabet
        foreign = {letter for letter in set(letters) if not contains(alphabet, ord(letter))}
        if foreign:
            for cell, letter in enumerate(letters):
                if letter in foreign:
                    yield Fault(
                        f"cell {address_text(puzzle.cells[cell])} holds {letter!r}, which is not in the alphabet",
                        (cell,),
                    )
            return
        for cell, letter in puzzle.given:
            if letters[cell] != letter:
                yield Fault(
                    f"cell {address_text(puzzle.cells[cell])} holds {letters[cell]!r}; {letter!r} was given", (cell,)
                )
        for number, line in enumerate(puzzle.lines):
            text = "".join([letters[cell] for cell in line.cells])
            if self._texts.get(number) != text:
                is_right = True
                for fault in self._line_faults(line, text):
                    is_right = False
                    yield fault
                if is_right:
                    self._texts[number] = text

    def _line_faults(self, line: Line, text: str) -> Iterator[Fault]:
        reachability = Reachability(text)
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue):
                matcher = self._matchers.get(clue.pattern)
                if matcher is None:
                    matcher = self._matchers[clue.pattern] = Matcher(self._compiled.cores[clue.pattern], self._budget)
                read = clue.read(text)
                if not matcher.matches(read, None if clue.is_reversed else reachability):
                    message = f"{line.name} reads {read!r}, which clue {number} ({clue.pattern}) does not match"
                    yield Fault(message, line.cells, line.name, number, clue.pattern, read)
            elif text not in clue.words:
                message = f"{line.name} reads {text!r}, which is not in the word list {clue.source}"
                yield Fault(message, line.cells, line.name, number, clue.source, text)
