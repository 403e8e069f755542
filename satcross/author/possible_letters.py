"""The letters that the solutions of a puzzle have in each cell, found without listing the solutions.

In: a presolved puzzle, or a part of one.  Out: for each cell the letters that some solution has there.

They are found as a backbone is: every model shows some letters, and a clause asks for a model with a letter that has
not been seen yet, until there is none (M. Janota, I. Lynce and J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 2015).
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.base.budget import AUTO, UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import TimeUp
from satcross.solver.cnf import Lit, VariableMap
from satcross.solver.compile import PresolvedPuzzle
from satcross.solver.encode import encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks


class SoughtLetters(NamedTuple):
    """The letters that a question is about.

    Attributes:
        masks: For each cell its letters.
        enough: How many of them suffice in a cell; None: all are wanted.
    """

    masks: Sequence[int]
    enough: int | None = None

    def after(self, seen: Sequence[int]) -> list[int]:
        """Return for each cell the letters that are still sought when those of `seen` have been found."""
        return [
            0 if self.enough is not None and (mask & known).bit_count() >= self.enough else mask & ~known
            for mask, known in zip(self.masks, seen, strict=True)
        ]


def possible_masks(presolved: PresolvedPuzzle, *, budget: Budget, sought: SoughtLetters | None = None) -> Masks | None:
    """Return for each cell the letter classes that some solution has there; None if there is no solution.

    Args:
        sought: The letters that are asked about; others may be missing from the answer; None: all letters.

    Raises:
        TimeUp: If the time is up.
    """
    possible = PossibleLetters(presolved, budget=budget, sought=sought)
    if not possible.is_exact:
        raise TimeUp
    return None if possible.first is None else possible.seen


class PossibleLetters:
    """The letters that solutions have, as far as the time allows finding them.

    Attributes:
        seen: For each cell letters that some solution has there, as a mask.
        first: The first solution found, or None; a mask of several letters stands for as many solutions.
        second: Another solution, or None; its masks are read in the same way.
        widest: The first solution found with a mask of several letters, or None.
        is_exact: Whether `seen` holds all letters that are sought; False: the time ran out, or enough cells vary.

    Args:
        most_varying: How many cells with different letters suffice; None: all are wanted.
        sought: The letters to look for; None: all.
    """

    def __init__(
        self,
        presolved: PresolvedPuzzle,
        solver: str = AUTO,
        budget: Budget = UNLIMITED,
        *,
        most_varying: int | None = None,
        sought: SoughtLetters | None = None,
    ) -> None:
        self._is_several = presolved.letters.is_several
        self._most_varying = most_varying
        self._sought = sought or SoughtLetters(presolved.compiled.domains)
        self.seen: Masks = (0,) * len(presolved.compiled.domains)
        self.first: Masks | None = None
        self.second: Masks | None = None
        self.widest: Masks | None = None
        self.is_exact = presolved.residual is None
        if presolved.residual is not None:
            try:
                with Solver(solver, budget) as engine:
                    self.is_exact = self._find(engine, encode_residual(presolved.residual, engine))
            except TimeUp:
                pass

    @property
    def has_several(self) -> bool:
        """Whether different solutions have been seen."""
        return self._varying > 0

    @property
    def _varying(self) -> int:
        """How many cells have been seen with different letters."""
        return sum(map(self._is_several, self.seen))

    def _find(self, engine: Solver, variables: VariableMap) -> bool:
        """Take solutions until no unseen letter is possible, or enough cells vary; return whether all were taken."""
        asked: list[Lit] = []
        engine.budget.note("finding the letters that solutions have")
        while engine.solve(asked):
            self._take(variables.decode(engine.is_true))
            if self._most_varying is not None and self._varying >= self._most_varying:
                return False
            unseen = [
                lit
                for lits, mask in zip(variables.lits[: variables.cells], self._sought.after(self.seen), strict=True)
                for block, lit in lits.items()
                if block & mask
            ]
            for lit in asked:
                engine.add([-lit])
            if not unseen:
                break
            asked = [variables.fresh()]
            engine.add([-asked[0], *unseen])
        return True

    def _take(self, masks: Masks) -> None:
        if self.first is None:
            self.first = masks
        elif self.second is None:
            self.second = masks
        if self.widest is None and any(map(self._is_several, masks)):
            self.widest = masks
        self.seen = tuple([before | mask for before, mask in zip(self.seen, masks, strict=True)])
