"""Residuals of small puzzles, and what a strategy finds in them, spelled out in letters."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.puzzle import Puzzle
from satcross.solver.compile import CompiledPuzzle, PresolvedPuzzle, compile_puzzle
from satcross.solver.constraints import Constraint
from satcross.solver.residual import Masks, Residual, Step
from satcross.solver.strategy import Found
from tests.clues import clue
from tests.small_puzzles import Clues


class Propagation(NamedTuple):
    """The outcome of propagation.

    domains    the masks of all cells at the fixpoint; None if there is no solution
    revisions  how often a constraint was asked to prune
    """

    domains: Masks | None
    revisions: int


def propagate(
    constraints: Iterable[Constraint],
    domains: Sequence[int],
    budget: Budget = UNLIMITED,
    first: Iterable[int] | None = None,
    steps: list[Step] | None = None,
) -> Propagation:
    state, revisions = Residual.of(constraints, domains).state.propagated(budget, first, steps)
    return Propagation(None if state is None else state.masks, revisions)


def at_fixpoint(constraints: Iterable[Constraint], masks: Sequence[int], budget: Budget = UNLIMITED) -> Residual:
    """Return the residual of `constraints` at `masks`, a fixpoint of propagation."""
    residual, _ = Residual.of(constraints, masks, budget.tuning).propagated(UNLIMITED)
    assert residual is not None
    return residual


AS_CIRCUITS = UNLIMITED.tuned(table_strings=0)
"""No clue becomes the list of its matches."""


def posted(clues: Clues, budget: Budget = AS_CIRCUITS) -> list[Constraint]:
    """Return the clues as constraints on their cells."""
    return [
        Constraint(clue(pattern, len(cells), budget=budget), cells, line, 0)
        for line, (pattern, cells) in enumerate(clues)
    ]


class Propagated(NamedTuple):
    """A puzzle with all its clues unrolled, and its residual at the fixpoint of propagation.

    residual  None if propagation has found a contradiction
    """

    compiled: CompiledPuzzle
    residual: Residual | None

    def grids(self, cubes: Iterable[Masks]) -> list[str]:
        """Return every combination of letters of every cube, each as one string."""
        return ["".join(letters) for cube in cubes for letters in product(*map(self.compiled.letters.of, cube))]


def propagated(puzzle: Puzzle, budget: Budget = UNLIMITED, *, single_letters: bool = False) -> Propagated:
    compiled = compile_puzzle(puzzle, budget=budget, single_letters=single_letters)
    domains = propagate(compiled.constraints, compiled.domains).domains
    return Propagated(compiled, None if domains is None else at_fixpoint(compiled.constraints, domains, budget))


def presolved_for(puzzle: Puzzle, use_propagation: bool, budget: Budget = UNLIMITED) -> PresolvedPuzzle | None:
    """Return what a `Search` gets that leaves everything to the solver; None for one that propagates itself."""
    return None if use_propagation else unpropagated(puzzle, budget)


def unpropagated(puzzle: Puzzle, budget: Budget = UNLIMITED) -> PresolvedPuzzle:
    """Return `puzzle` with all its clues open."""
    compiled = compile_puzzle(puzzle, budget)
    return PresolvedPuzzle(compiled, Residual.of(compiled.constraints, compiled.domains, budget.tuning), None)


def cubes_of(messages: Iterable[Found]) -> list[Masks]:
    """Return the cubes that a strategy has found."""
    return [found.cube for found in messages if found.cube is not None]
