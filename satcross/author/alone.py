"""One clue on a line of its own: does any string of the line's length match it?"""

from __future__ import annotations

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.errors import LimitError, TimeUp
from satcross.puzzle.model import AnyClue, Puzzle, Solution
from satcross.solver.solutions import Search, Status


def alone(puzzle: Puzzle, line: int, clue: AnyClue, alphabet: str) -> Puzzle:
    """Return the puzzle that consists of line number `line` of `puzzle` with this one clue, over `alphabet`."""
    only = puzzle.lines[line]._replace(clues=(clue,))
    return puzzle._replace(lines=(only,), given=(), expected=(), expects_all=False, alphabet=alphabet)


def status_of(puzzle: Puzzle, limit: int, budget: Budget, tuning: Tuning) -> Status:
    """Return the status of `puzzle`; "unknown" if the search takes longer than a question in passing may take."""
    return searched(puzzle, limit, budget, tuning)[0]


def searched(puzzle: Puzzle, limit: int, budget: Budget, tuning: Tuning) -> tuple[Status, Solution | None]:
    """Return the status of `puzzle` and its first solution, as `status_of` does."""
    search = Search(puzzle, limit=limit, budget=budget.until(tuning.overview_seconds), tuning=tuning)
    try:
        first = next(search, None)
        return search.run().status, first
    except (LimitError, TimeUp):
        return "unknown", None
