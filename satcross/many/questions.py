"""The questions that can be asked about many puzzles, as functions that any process can import.

In: a puzzle (or the request for one), and limits as plain numbers.  Out: what the function of the same name in the
Python interface returns.  The time starts where the puzzle is answered, not where it was asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satcross.base.budget import Budget
from satcross.base.tuning import AUTO
from satcross.errors import LimitError
from satcross.puzzle.model import Puzzle, Solution
from satcross.solver.solutions import Search, Status

if TYPE_CHECKING:
    from satcross.author.counting import Method, Tally
    from satcross.author.lint import Lint
    from satcross.generator.request import Request
    from satcross.generator.result import Generated


class Solved(NamedTuple):
    """The solutions of one of many puzzles.

    Attributes:
        status: What is known of the puzzle.
        solutions: The solutions that were found, at most as many as were asked for.
        is_complete: Whether there are no others.
    """

    status: Status
    solutions: tuple[Solution, ...]
    is_complete: bool


def solve(puzzle: Puzzle, *, limit: int | None = 2, solver: str = AUTO, timeout: float | None = None) -> Solved:
    """Return the solutions of `puzzle`."""
    search = Search(puzzle, limit=limit, solver=solver, timeout=timeout)
    solutions = tuple(search)
    return Solved(search.status, solutions, search.is_complete)


def count(
    puzzle: Puzzle, *, method: Method = "auto", at_least: int | None = None, timeout: float | None = None
) -> Tally:
    """Return how many solutions `puzzle` has."""
    from satcross.author import counting

    return counting.count(puzzle, method, at_least=at_least, budget=Budget.lasting(timeout))


def lint(puzzle: Puzzle, *, with_rewrites: bool = True, timeout: float | None = None) -> Lint:
    """Return what could be left out of `puzzle`, or be loosened."""
    from satcross.author import lint as linting

    return linting.lint(puzzle, with_rewrites=with_rewrites, budget=Budget.lasting(timeout))


def generate(request: Request, *, timeout: float | None = None) -> Generated:
    """Return the puzzle of the seed of `request`.  Raises LimitError if there is none yet when the time is over."""
    from satcross.generator import generate as generator

    made = next(generator.generate(request, budget=Budget.lasting(timeout)), None)
    if made is None:
        raise LimitError("there is no puzzle yet", hint="allow more time")
    return made
