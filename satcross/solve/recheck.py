"""The second route: does a grid of letters satisfy a puzzle, judged without circuits, clauses or solver?

It shares the reading of the clues (`parse`, `lower`) with the main route and nothing else: the reference matcher works
on the core regex and the text.  Every solution passes through here before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satcross.errors import SatcrossError
from satcross.puzzle.model import Clue
from satcross.regex.charset import contains
from satcross.regex.matcher import Matcher
from satcross.solve.compile import Compiled


class WrongAnswerError(SatcrossError):
    """An answer that the second route rejects: a defect in satcross (or in a foreign solver's answer)."""

    code = "wrong-answer"


def first_fault(compiled: Compiled, letters: Sequence[str]) -> str | None:
    """Return what `letters` (one for each cell) violate first, in words; None if they solve the puzzle."""
    return _first_fault(compiled, letters, {})


def recheck(compiled: Compiled, letters: Sequence[str]) -> None:
    """Raise WrongAnswerError unless `letters` solve the puzzle."""
    recheck_all(compiled, [letters])


def recheck_all(compiled: Compiled, grids: Iterable[Sequence[str]]) -> None:
    """Raise WrongAnswerError unless each of `grids`, which are grids of letters, solves the puzzle."""
    matchers: dict[str, Matcher] = {}
    for letters in grids:
        fault = _first_fault(compiled, letters, matchers)
        if fault is not None:
            raise WrongAnswerError(
                f"the solver's answer is wrong: {fault}", hint="this is a defect in satcross; please report the puzzle"
            )


def _first_fault(compiled: Compiled, letters: Sequence[str], matchers: dict[str, Matcher]) -> str | None:
    """Return what `first_fault` does; `matchers`: those made so far, by clue."""
    puzzle = compiled.puzzle
    for cell, letter in enumerate(letters):
        if not contains(compiled.alphabet, ord(letter)):
            return f"cell {puzzle.cells[cell]} holds {letter!r}, which is not in the alphabet"
    for cell, letter in puzzle.given:
        if letters[cell] != letter:
            return f"cell {puzzle.cells[cell]} holds {letters[cell]!r}; {letter!r} was given"
    for line in puzzle.lines:
        text = "".join([letters[cell] for cell in line.cells])
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue):
                matcher = matchers.get(clue.pattern)
                if matcher is None:
                    matcher = matchers[clue.pattern] = Matcher(compiled.cores[clue.pattern])
                read = text[::-1] if clue.is_reversed else text
                if not matcher.matches(read):
                    return f"{line.name} reads {read!r}, which clue {number} ({clue.pattern}) does not match"
            elif text not in clue.words:
                return f"{line.name} reads {text!r}, which is not in the word list {clue.source}"
    return None
