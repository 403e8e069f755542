"""Verified solutions: the cubes that a search has found, spelled out and checked by the independent verifier.

In: cubes, one after another.  Out: their solutions, each verified, or an error.  The first solutions are verified one
by one, which is quicker; those of larger cubes are verified together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Final

from satcross.base.budget import Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.found import DECISIVE
from satcross.solver.residual import Masks
from satcross.solver.verify import GridVerifier

if TYPE_CHECKING:
    from satcross.solver.verify_cubes import CubeVerifier


class Verifier:
    """Turns cubes that a search has found into verified solutions of one puzzle."""

    __slots__ = ("_budget", "_compiled", "_cubes", "_grids", "_singles", "_tuning")

    def __init__(self, compiled: CompiledPuzzle, budget: Budget, tuning: Tuning = DEFAULT_TUNING) -> None:
        self._compiled: Final = compiled
        self._budget: Final = budget
        self._tuning: Final = tuning
        self._grids: Final = GridVerifier(compiled, budget)
        self._cubes: CubeVerifier | None = None
        self._singles = 0

    def solutions(self, cube: Masks, wanted: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield the letters of every solution in `cube`: every combination of its letters, each verified.

        Args:
            wanted: How many will be asked for at most (None: all).

        Over the open alphabet each letter class stands with its shown letter for all of its letters.

        Raises:
            WrongAnswerError: If the verifier rejects a solution.
        """
        letters_of = {mask: tuple(self._compiled.letters(mask)) for mask in set(cube)}  # tuples, which `product` shares
        spelled = [letters_of[mask] for mask in cube]
        is_single = self._singles < DECISIVE and all([len(letters) == 1 for letters in spelled])
        if is_single or (wanted is not None and wanted <= DECISIVE):
            self._singles += is_single
            for letters in product(*spelled):
                self._grids.check(letters)
                yield letters
            return
        self._singles = DECISIVE
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
            from satcross.solver.verify_cubes import CubeVerifier

            self._cubes = CubeVerifier(self._compiled, self._budget, self._tuning)
        return self._cubes
