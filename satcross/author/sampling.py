"""Solutions drawn at random, each as likely as any other.

In: a puzzle, a number of solutions, a seed.  Out: solutions, drawn independently, with replacement.

The draw walks through the counter's search from the top.  Wherever the letters of a cell are split, it takes a branch
with the probability of the branch's share of the solutions, which the counter knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from satcross.author.counting import Counter, deep_recursion
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.showing import in_one_line
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import counted
from satcross.errors import ErrorCode, OptionError
from satcross.puzzle.model import ANY, Puzzle, Solution
from satcross.solver.presolve import PresolvedPuzzle, presolve
from satcross.solver.residual import Residual
from satcross.solver.verify import verify_solutions


class Sample(NamedTuple):
    """Solutions drawn at random, each with the same probability."""

    solutions: tuple[Solution, ...]

    def __repr__(self) -> str:
        return in_one_line("Sample", counted(len(self.solutions), "solution"))


def sample(
    puzzle: Puzzle, number: int, *, seed: int = 1, budget: Budget = UNLIMITED, tuning: Tuning = DEFAULT_TUNING
) -> Sample:
    """Return `number` solutions of `puzzle` drawn at random (none if it has none); equal seeds draw the same.

    Raises:
        OptionError: If `number` is below 1.
        TimeUp: If the time is up.
        SatcrossError: What `compile_puzzle` raises.
    """
    if number < 1:
        message = f"the number of solutions to draw must be 1 or more, not {number}"
        raise OptionError(message, code=ErrorCode.OPTION_SAMPLE)
    presolved = presolve(puzzle, tuning, budget, single_letters=puzzle.alphabet != ANY)
    if presolved.residual is None:
        return Sample(())
    drawer = _Drawer(presolved, Random(seed), tuning, budget)
    drawn = list(drawer.drawn(number)) if drawer.has_solution else []
    verify_solutions(presolved.compiled, drawn, budget)
    return Sample(tuple(Solution(puzzle, letters) for letters in drawn))


class _Drawer:
    """Draws solutions, each with the same probability.  Raises TimeUp."""

    def __init__(self, presolved: PresolvedPuzzle, random: Random, tuning: Tuning, budget: Budget) -> None:
        self._letters = presolved.compiled.letters
        self._random = random
        self._budget = budget
        self._counter = Counter(presolved, tuning, budget)
        self._residual = self._counter.residual
        with deep_recursion():
            self.has_solution = self._counter.within(self._residual, ()) > 0

    def drawn(self, number: int) -> Iterator[tuple[str, ...]]:
        """Yield the letters of `number` solutions.  Raises TimeUp."""
        for done in range(number):
            self._budget.note("drawing solutions", done, number)
            self._budget.check()
            yield self.draw()

    def draw(self) -> tuple[str, ...]:
        """Return the letters of a solution, each with the same probability."""
        masks = list(self._residual.masks)
        with deep_recursion():
            self._settle(masks, self._residual)
        return tuple(self._random.choice(self._letters(mask)) for mask in masks)

    def _settle(self, masks: list[int], residual: Residual) -> None:
        """Restrict `masks` within `residual` to a cube, drawn with the probability of its share of the solutions."""
        for component in residual.components():
            branches = list(self._counter.children(component.residual))
            weights = [self._counter.within(child, component.cells) for child in branches]
            place = self._random.randrange(sum(weights))
            chosen = 0
            while place >= weights[chosen]:
                place -= weights[chosen]
                chosen += 1
            child = branches[chosen]
            for cell in component.cells:
                masks[cell] = child.masks[cell]
            self._settle(masks, child)
