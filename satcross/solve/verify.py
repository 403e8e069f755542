"""Verification: does a grid of letters solve a puzzle, judged without constraints, clauses or solver?

In: a compiled puzzle, and letters or cubes that a search has found.  Out: solutions that have been verified, or an
error.  Every solution passes through here before anyone sees it.  The verifier shares the reading of the clues
(`parse`, `lower`) with the search and nothing else: the reference matcher works on the core regex and the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from satcross.budget import UNLIMITED, Budget
from satcross.errors import ErrorCode, SatcrossError
from satcross.model import Clue, Line
from satcross.regex.letters.sets import contains
from satcross.regex.matching.matcher import Matcher
from satcross.regex.matching.sweep import Sweep
from satcross.solve.compile import Compiled
from satcross.solve.residual import Masks
from satcross.tuning import DEFAULT_TUNING, Tuning

if TYPE_CHECKING:
    from satcross.solve.verify_cubes import CubeVerifier


class WrongAnswerError(SatcrossError):
    """An answer that the verifier rejects: a defect in satcross, or in a foreign solver's answer."""

    code = ErrorCode.WRONG_ANSWER


def first_fault(compiled: Compiled, letters: Sequence[str], budget: Budget = UNLIMITED) -> str | None:
    """Return what `letters` (one for each cell) violate first, in words; None if they solve the puzzle.

    Raises TimeUp, LimitError, like everything in this module.
    """
    return GridVerifier(compiled, budget).fault(letters)


def verify_solutions(compiled: Compiled, grids: Iterable[Sequence[str]], budget: Budget = UNLIMITED) -> None:
    """Raise WrongAnswerError unless each of `grids` (one letter for each cell) solves the puzzle."""
    verifier = GridVerifier(compiled, budget)
    for letters in grids:
        verifier.check(letters)


class Verifier:
    """Turns cubes that a search has found into verified solutions of one puzzle."""

    __slots__ = ("_budget", "_compiled", "_cubes", "_grids", "_singles", "_tuning")

    def __init__(self, compiled: Compiled, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING) -> None:
        self._compiled: Final = compiled
        self._budget: Final = budget
        self._tuning: Final = tuning
        self._grids: Final = GridVerifier(compiled, budget)
        self._cubes: CubeVerifier | None = None
        self._singles = 0

    def solutions(self, cube: Masks, wanted: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield the letters of every solution in `cube`: every combination of its letters, each verified.

        wanted  at most so many will be asked for (None: all)

        Over the open alphabet each letter class stands with its shown letter for all of its letters.
        Raises WrongAnswerError.
        """
        letters_of = {mask: tuple(self._compiled.letters(mask)) for mask in set(cube)}  # tuples, which `product` shares
        spelled = [letters_of[mask] for mask in cube]
        most = self._tuning.single_solutions
        is_single = self._singles < most and all([len(letters) == 1 for letters in spelled])
        if is_single or (wanted is not None and wanted <= most):
            self._singles += is_single
            for letters in product(*spelled):
                self._grids.check(letters)
                yield letters
            return
        self._singles = most
        verifier = self._cube_verifier
        unsure = verifier.check(cube)
        for letters in product(*spelled):
            if unsure:
                verifier.check_solution(letters, unsure)
            yield letters

    def check_cube(self, cube: Masks) -> None:
        """Raise WrongAnswerError unless every combination of letters of `cube` solves the puzzle."""
        verifier = self._cube_verifier
        verifier.check_strings(cube, verifier.check(cube))

    @property
    def _cube_verifier(self) -> CubeVerifier:
        if self._cubes is None:
            from satcross.solve.verify_cubes import CubeVerifier

            self._cubes = CubeVerifier(self._compiled, self._budget, self._tuning)
        return self._cubes


class GridVerifier:
    """Verifies grids of one puzzle, one by one; a line that reads as in the grid before is not matched again."""

    __slots__ = ("_budget", "_compiled", "_matchers", "_texts")

    def __init__(self, compiled: Compiled, budget: Budget = UNLIMITED) -> None:
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
        puzzle, alphabet = self._compiled.puzzle, self._compiled.alphabet
        foreign = {letter for letter in set(letters) if not contains(alphabet, ord(letter))}
        if foreign:
            cell, letter = next((cell, letter) for cell, letter in enumerate(letters) if letter in foreign)
            return f"cell {puzzle.cells[cell]} holds {letter!r}, which is not in the alphabet"
        for cell, letter in puzzle.given:
            if letters[cell] != letter:
                return f"cell {puzzle.cells[cell]} holds {letters[cell]!r}; {letter!r} was given"
        for number, line in enumerate(puzzle.lines):
            text = "".join([letters[cell] for cell in line.cells])
            if self._texts.get(number) != text:
                fault = self._line_fault(line, text)
                if fault is not None:
                    return fault
                self._texts[number] = text
        return None

    def _line_fault(self, line: Line, text: str) -> str | None:
        sweep = Sweep(text)
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue):
                matcher = self._matchers.get(clue.pattern)
                if matcher is None:
                    matcher = self._matchers[clue.pattern] = Matcher(self._compiled.cores[clue.pattern], self._budget)
                read = text[::-1] if clue.is_reversed else text
                if not matcher.matches(read, None if clue.is_reversed else sweep):
                    return f"{line.name} reads {read!r}, which clue {number} ({clue.pattern}) does not match"
            elif text not in clue.words:
                return f"{line.name} reads {text!r}, which is not in the word list {clue.source}"
        return None
