"""Solutions drawn at random, each as likely as any other.

In: a puzzle, how many, a seed.  Out: solutions, drawn independently, with replacement.

"counting" is exactly uniform: the counter's search is walked from the top, and at each parting of a cell's letters a
branch is taken with the probability of its share of the solutions, which counting has found.  "unigen" draws almost
uniformly, for puzzles that cannot be counted in time: any two solutions are drawn with probabilities that differ by a
bounded factor (M. Soos, S. Gocht and K. Meel, Tinted, detached, and lazy CNF-XOR solving, CAV 2020).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.author.counters import is_installed, run_sampler
from satcross.author.counting import Counter, deep_recursion
from satcross.author.residual import Residual, residual_of
from satcross.budget import UNLIMITED, Budget
from satcross.errors import ErrorCode, OptionError
from satcross.model import ANY, Puzzle, Solution
from satcross.solve.verify import verify_all

Method: TypeAlias = Literal["auto", "counting", "unigen"]
METHODS: Final[tuple[Method, ...]] = ("auto", "counting", "unigen")

PATIENT_NODES: Final = 50_000  # of the counting, before the sampler is tried


class Sample(NamedTuple):
    """Solutions drawn.

    method      "counting" or "unigen"
    is_uniform  whether all solutions were exactly equally likely
    """

    solutions: tuple[Solution, ...]
    method: str
    is_uniform: bool


def sample(
    puzzle: Puzzle, number: int, *, seed: int = 1, method: Method = "auto", budget: Budget = UNLIMITED
) -> Sample:
    """Return `number` solutions of `puzzle` drawn at random (none if it has none); equal seeds draw the same.

    method  "counting", "unigen" (needs the extra `sample`), or "auto": counting, unless that takes long and unigen is
            installed

    Raises OptionError for a silly number, MissingError, TimeUp, and what `compile_puzzle` raises.
    """
    if number < 1:
        raise OptionError(f"{number} solutions cannot be drawn", code=ErrorCode.OPTION_SAMPLE)
    if method not in METHODS:
        raise OptionError(f"there is no sampling method {method!r}", hint="choose one of " + ", ".join(METHODS))
    residual = residual_of(puzzle, budget, single_letters=puzzle.alphabet != ANY)
    if residual.masks is None:
        return Sample((), "counting", True)
    random = Random(seed)
    components = residual.components
    if method != "unigen":
        drawer = _Drawer(residual, random, budget)
        if drawer.count_all(PATIENT_NODES if method == "auto" and is_installed("unigen") else None):
            drawn = [drawer.draw() for _ in range(number)] if drawer.total else []
            return Sample(_solutions(residual, drawn, budget), "counting", True)
    cells = tuple(cell for inner, _ in components for cell in inner)
    is_open = tuple(number for _, numbers in components for number in numbers)
    models = run_sampler(residual, cells, is_open, number, seed, budget)
    drawn = []
    for model in models:
        held = dict(model)
        letters = [
            random.choice(residual.compiled.letters(held.get(cell, mask))) for cell, mask in enumerate(residual.masks)
        ]
        drawn.append(tuple(letters))
    return Sample(_solutions(residual, drawn, budget), "unigen", False)


def _solutions(residual: Residual, drawn: Sequence[tuple[str, ...]], budget: Budget) -> tuple[Solution, ...]:
    verify_all(residual.compiled, drawn, budget)
    return tuple(Solution(residual.compiled.puzzle, letters) for letters in drawn)


class _Drawer:
    """Draws by counting."""

    def __init__(self, residual: Residual, random: Random, budget: Budget) -> None:
        assert residual.masks is not None
        self._residual = residual
        self._random = random
        self._masks = list(residual.masks)
        self._counter = Counter(residual, budget)
        self.total = 0

    def count_all(self, nodes: int | None) -> bool:
        """Count everything, so that branches can be weighed; return False if that takes more than `nodes`."""
        total = 1
        self._counter.nodes_left = nodes
        for cells, is_open in self._residual.components:
            found = self._counter.component(self._masks, cells, is_open)
            if found is None:
                return False
            total *= found
        self._counter.nodes_left = None
        self.total = total
        return True

    def draw(self) -> tuple[str, ...]:
        """Return the letters of a solution, each with the same probability."""
        masks = list(self._masks)
        with deep_recursion():
            self._settle(masks, range(len(masks)), self._residual.is_open)
        letters = self._residual.compiled.letters
        return tuple(self._random.choice(letters(mask)) for mask in masks)

    def _settle(self, masks: list[int], cells: Sequence[int], is_open: tuple[int, ...]) -> None:
        """Narrow `masks` at `cells` to a box, with the probability of its size among the solutions."""
        for inner, numbers in self._residual.narrowing.components(masks, is_open):
            branches = list(self._counter.children(masks, numbers))
            weights = [self._counter.within(child, inner, still_open) for child, still_open in branches]
            place = self._random.randrange(sum(weights))
            chosen = 0
            while place >= weights[chosen]:
                place -= weights[chosen]
                chosen += 1
            child, still_open = branches[chosen]
            self._settle(child, inner, still_open)
            for cell in inner:
                masks[cell] = child[cell]
