"""Changes that may give a puzzle without a solution one, each of them tried.

In: a puzzle without a solution.  Out: `Remedy`s: at most one other alphabet, one other way to read the clues, and one
other order of its lines, in each case the one that changes least.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satcross.author.alone import status_of
from satcross.author.arrangements import arrangements
from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.errors import SatcrossError
from satcross.puzzle.model import ANY, DIALECTS, MENTIONED, Puzzle
from satcross.solver.diagnosis import Remedy


def remedies(puzzle: Puzzle, *, with_arrangements: bool, budget: Budget, tuning: Tuning) -> Iterator[Remedy]:
    """Yield changes after which `puzzle` has a solution: settings first, then at most one other order of its lines.

    Args:
        with_arrangements: Whether to try other orders and directions of the lines.

    A change whose puzzle takes too long to solve is left out.

    Raises:
        TimeUp: If the time is up.
    """
    bare = puzzle._replace(expected=(), expects_all=False)
    for each in (_tried(settings, budget, tuning) for settings in (_alphabets(bare), _readings(bare))):
        yield from each
    if with_arrangements:
        yield from _tried(arrangements(bare), budget, tuning)


def _tried(changes: Iterable[tuple[Puzzle, str]], budget: Budget, tuning: Tuning) -> Iterator[Remedy]:
    """Yield the first of `changes` with exactly one solution, or else the first with several; nothing without any."""
    second: Remedy | None = None
    for changed, change in changes:
        budget.check()
        try:
            status = status_of(changed, 2, budget, tuning)
        except SatcrossError:
            continue  # with these settings the clues cannot be read, or the given letters are not letters
        if status == "unique":
            yield Remedy(change, "unique")
            return
        if status == "several" and second is None:
            second = Remedy(change, "several")
    if second is not None:
        yield second


def _alphabets(puzzle: Puzzle) -> Iterator[tuple[Puzzle, str]]:
    """Yield `puzzle` with other alphabets."""
    if puzzle.alphabet not in (MENTIONED, ANY):
        yield puzzle._replace(alphabet=MENTIONED), 'with the letters that the clues mention (alphabet = "mentioned")'
    if puzzle.alphabet != ANY:
        yield puzzle._replace(alphabet=ANY), 'over any alphabet (alphabet = "any")'


def _readings(puzzle: Puzzle) -> Iterator[tuple[Puzzle, str]]:
    """Yield `puzzle` with clues that are read in another way."""
    if "i" not in puzzle.flags:
        yield puzzle._replace(flags=puzzle.flags + "i"), 'if case were ignored (flags = "i")'
    for dialect in DIALECTS:
        if dialect != puzzle.dialect:
            flags = "i" if "i" in puzzle.flags else ""
            yield puzzle._replace(dialect=dialect, flags=flags), f'in the other dialect (dialect = "{dialect}")'
