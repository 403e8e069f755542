"""What all questions of an author begin with: a puzzle compiled and propagated, its open constraints at hand."""

from __future__ import annotations

from typing import NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.constraints.propagate import propagate
from satcross.model import Puzzle
from satcross.solve.compile import Compiled, compile_puzzle
from satcross.solve.residual import Narrowing


class Residual(NamedTuple):
    """What propagation leaves of a puzzle.

    masks    letter mask of each cell, None if there is no solution
    is_open  the constraints of `narrowing` that some letters within the masks violate
    """

    compiled: Compiled
    narrowing: Narrowing
    masks: tuple[int, ...] | None
    is_open: tuple[int, ...]

    @property
    def components(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The parts that have nothing to do with each other, as (cells, open constraints); larger ones first."""
        return self.narrowing.components(self.masks, self.is_open) if self.masks is not None else []


def residual_of(puzzle: Puzzle, budget: Budget = UNLIMITED, *, single_letters: bool = False) -> Residual:
    """Return what propagation leaves of `puzzle`.  Raises what `compile_puzzle` raises, and TimeUp."""
    compiled = compile_puzzle(puzzle, budget, single_letters=single_letters)
    narrowing = Narrowing(compiled.placed, len(puzzle.cells))
    masks = propagate(compiled.placed, compiled.domains, budget).domains
    is_open = () if masks is None else narrowing.start(list(masks))
    return Residual(compiled, narrowing, masks, is_open)
