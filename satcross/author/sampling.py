"""Solutions drawn at random, each as likely as any other.

In: a puzzle, a number of solutions, a seed.  Out: solutions, drawn independently, with replacement.

"counting" is exactly uniform.  It walks through the counter's search from the top; wherever the letters of a cell are
split, it takes a branch with the probability of the branch's share of the solutions, which the counter knows.
"unigen" is almost uniform, for puzzles that cannot be counted in time: the probabilities of any two solutions differ
by a bounded factor (M. Soos, S. Gocht and K. Meel, Tinted, detached, and lazy CNF-XOR solving, CAV 2020).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.author.counters import check_installed, is_installed, run_sampler
from satcross.author.counting import Counter, deep_recursion
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.showing import in_one_line
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.wording import counted
from satcross.errors import ErrorCode, OptionError
from satcross.puzzle.model import ANY, Puzzle, Solution
from satcross.solver.presolve import PresolvedPuzzle, presolve
from satcross.solver.residual import Component, Residual
from satcross.solver.verify import verify_solutions

Method: TypeAlias = Literal["auto", "counting", "unigen"]
METHODS: Final[tuple[Method, ...]] = ("auto", "counting", "unigen")


class Sample(NamedTuple):
    """Solutions drawn at random.

    Attributes:
        method: "counting" or "unigen".
        is_uniform: Whether all solutions were exactly equally likely.
    """

    solutions: tuple[Solution, ...]
    method: str
    is_uniform: bool

    def __repr__(self) -> str:
        drawn = counted(len(self.solutions), "solution")
        return in_one_line("Sample", drawn, f"by {self.method}", "" if self.is_uniform else "not uniform")


def sample(
    puzzle: Puzzle,
    number: int,
    *,
    seed: int = 1,
    method: Method = "auto",
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
) -> Sample:
    """Return `number` solutions of `puzzle` drawn at random (none if it has none); equal seeds draw the same.

    Args:
        method: "counting", "unigen" (needs the extra `sample`), or "auto": counting, unless that takes long and unigen
            is installed.

    Raises:
        OptionError: If `number` is below 1 or the method unknown.
        MissingError: If something that is needed is not installed.
        TimeUp: If the time is up.
        SatcrossError: What `compile_puzzle` raises.
    """
    _check_options(number, method)
    presolved = presolve(puzzle, tuning, budget, single_letters=puzzle.alphabet != ANY)
    residual = presolved.residual
    if residual is None:
        return Sample((), "counting", True)
    random = Random(seed)
    if method != "unigen":
        drawer = _Drawer(presolved, random, tuning, budget)
        if drawer.count_all(tuning.counting_nodes if method == "auto" and is_installed("unigen") else None):
            drawn = list(drawer.drawn(number)) if drawer.total else []
            return Sample(_solutions(presolved, drawn, budget), "counting", True)
    cells = tuple(cell for component in residual.components() for cell in component.cells)
    drawn = []
    for model in run_sampler(Component(cells, residual), number, seed, budget):
        held = dict(model)
        masks = [held.get(cell, mask) for cell, mask in enumerate(residual.masks)]
        drawn.append(tuple([random.choice(presolved.compiled.letters(mask)) for mask in masks]))
    return Sample(_solutions(presolved, drawn, budget), "unigen", False)


def _check_options(number: int, method: Method) -> None:
    """Raise OptionError or MissingError where `sample` does."""
    if number < 1:
        message = f"the number of solutions to draw must be 1 or more, not {number}"
        raise OptionError(message, code=ErrorCode.OPTION_SAMPLE)
    if method not in METHODS:
        raise OptionError(f"there is no sampling method {method!r}", hint="choose one of " + ", ".join(METHODS))
    if method == "unigen":
        check_installed(method)


def _solutions(presolved: PresolvedPuzzle, drawn: Sequence[tuple[str, ...]], budget: Budget) -> tuple[Solution, ...]:
    verify_solutions(presolved.compiled, drawn, budget)
    return tuple(Solution(presolved.compiled.puzzle, letters) for letters in drawn)


class _Drawer:
    """Draws solutions by counting: exactly uniformly."""

    def __init__(self, presolved: PresolvedPuzzle, random: Random, tuning: Tuning, budget: Budget) -> None:
        self._letters = presolved.compiled.letters
        self._random = random
        self._budget = budget
        self._counter = Counter(presolved, tuning, budget)
        self._residual = self._counter.residual
        self.total = 0

    def count_all(self, nodes: int | None) -> bool:
        """Count everything, so that branches can be weighed; return False if that takes more than `nodes`."""
        total = 1
        self._counter.nodes_left = nodes
        for component in self._residual.components():
            number = self._counter.component(component)
            if number is None:
                return False
            total *= number
        self._counter.nodes_left = None
        self.total = total
        return True

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
