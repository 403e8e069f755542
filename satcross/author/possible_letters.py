"""The letters that the solutions of a puzzle have in each cell, found without listing the solutions.

In: a presolved puzzle, or a part of one.  Out: for each cell the letters that some solution has there.

They are found as a backbone is: every model shows some letters, and a clause asks for a model with a letter that has
not been seen yet, until there is none (M. Janota, I. Lynce and J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 2015).  Each model also shows the letters of the solutions near it
(`satcross.author.near_solutions`): in a puzzle with very many solutions, the first one shows nearly all letters.  The
solver tries the unseen letters first, so that one model shows many of them: up to one in each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from satcross.author.near_solutions import NearSolutions, one_letter_each, united
from satcross.base.budget import AUTO, UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import TimeUp
from satcross.solver.cnf import Lit, VariableMap
from satcross.solver.compile import PresolvedPuzzle
from satcross.solver.encode import encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks, Residual

DIVERSE: Final = "glucose4"
"""Glucose tries the preferred literals first after each restart, so that a model shows as many letters as possible."""

DIVERSE_CONFLICTS: Final = 10_000
"""Conflicts that Glucose may take for one question before CaDiCaL takes over."""


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
    """The letters that solutions have, if there is enough time to find them.

    Attributes:
        seen: For each cell letters that some solution has there, as a mask.
        first: The first solution found, or None; a mask of several letters stands for as many solutions.
        second: Another solution, or None; its masks are read in the same way.
        widest: A solution in which some cell may have another letter while all others keep theirs, and for each cell
            the letters that it may have so; None: no such solution was found.
        is_exact: Whether `seen` holds all letters that are sought; False: the time ran out, or enough cells vary.

    Args:
        most_varying: How many cells with different letters suffice; None: all are wanted.
        sought: The letters to look for; None: all.
        known: Solutions that are known already.
    """

    def __init__(
        self,
        presolved: PresolvedPuzzle,
        solver: str = AUTO,
        budget: Budget = UNLIMITED,
        *,
        most_varying: int | None = None,
        sought: SoughtLetters | None = None,
        known: Iterable[Masks] = (),
    ) -> None:
        self._work = 0
        self._is_several = presolved.letters.is_several
        self._most_varying = most_varying
        self._sought = sought or SoughtLetters(presolved.compiled.domains)
        self.seen: Masks = (0,) * len(presolved.compiled.domains)
        self.first: Masks | None = None
        self.second: Masks | None = None
        self.widest: tuple[Masks, Masks] | None = None
        self.is_exact = presolved.residual is None
        if presolved.residual is not None:
            self._near: Final = NearSolutions(presolved.residual, budget)
            with suppress(TimeUp):
                for cube in [presolved.residual.masks] if presolved.residual.is_settled else known:
                    self._take(cube)
                self.is_exact = self._has_all(presolved.residual) or self._search(presolved.residual, solver, budget)

    @property
    def has_several(self) -> bool:
        """Whether different solutions have been seen."""
        return self._varying > 0

    @property
    def _varying(self) -> int:
        """How many cells have been seen with different letters."""
        return sum(map(self._is_several, self.seen))

    @property
    def _has_enough(self) -> bool:
        return self._most_varying is not None and self._varying >= self._most_varying

    def _has_all(self, residual: Residual) -> bool:
        """Return whether all letters that propagation has left have been seen, of those that are sought."""
        left = zip(self._sought.after(self.seen), residual.masks, strict=True)
        return self.first is not None and not any([sought & mask for sought, mask in left])

    def _search(self, residual: Residual, solver: str, budget: Budget) -> bool:
        """Return whether all letters that are sought were found: by Glucose, and then CaDiCaL if a question is hard."""
        most = budget.tuning.letter_conflicts
        if solver == AUTO:
            with Solver(DIVERSE, budget) as engine:
                answer = self._find(engine, encode_residual(residual, engine), min(DIVERSE_CONFLICTS, most))
            if answer is not None or most <= DIVERSE_CONFLICTS:
                return bool(answer)
        with Solver(solver, budget) as engine:
            return bool(self._find(engine, encode_residual(residual, engine), most))

    def _find(self, engine: Solver, variables: VariableMap, conflicts: int) -> bool | None:
        """Take solutions until no unseen letter is possible, enough cells vary, or no more may be taken.

        Args:
            conflicts: The most conflicts that a question may take.

        Returns:
            Whether all were taken; None if a question took too many conflicts.
        """
        places = {
            lit: (cell, block)
            for cell, lits in enumerate(variables.lits[: variables.cells])
            for block, lit in lits.items()
        }
        self._widen(variables)
        masks = self._sought.after(self.seen)
        unseen = [lit for lit, (cell, block) in places.items() if block & masks[cell]]
        asked: list[Lit] = []
        engine.budget.note("finding the letters that solutions have")
        while True:
            if self.first is not None:
                if not unseen:
                    return True
                for lit in asked:
                    engine.add([-lit])
                asked = [variables.fresh()]
                engine.add([-asked[0], *unseen])
                engine.prefer(unseen)
            answer = engine.solve_within(None, asked, conflicts=conflicts)
            if not answer:
                return None if answer is None else True
            self._work += engine.clauses
            held = dict([places[lit] for lit in engine.true_lits(len(places)) if lit in places])
            self._take(tuple([held.get(cell, variables.domains[cell]) for cell in range(variables.cells)]))
            if self._has_enough or self._work >= engine.budget.tuning.letter_work:
                return False
            masks = self._sought.after(self.seen)
            before = unseen
            unseen = [lit for lit in before if places[lit][1] & masks[places[lit][0]]]
            engine.prefer([-lit for lit in set(before).difference(unseen)])

    def _widen(self, variables: VariableMap) -> None:
        """Take the known solution with all letters of the cells that have no variables: any of them will do there."""
        if self.first is not None:
            held = zip(variables.lits, variables.domains, self.first, strict=False)
            widened = tuple([mask if lits else domain for lits, domain, mask in held])
            if widened != self.first:
                self._take(widened)

    def _take(self, cube: Masks) -> None:
        """Take a cube of solutions, and the letters of the solutions near one of them.  Raises TimeUp."""
        self.seen = united(self.seen, cube)
        if self.first is None:
            self.first = cube
        elif self.second is None:
            self.second = cube
        solution = one_letter_each(cube)
        near = self._near.letters(solution)
        alone = united(cube, near.alone)
        self.seen = united(self.seen, near.on_lines)
        if self.second is None and near.on_lines != solution:
            self.second = self._near.another(solution)
        if self.widest is None and any(map(self._is_several, alone)):
            self.widest = solution, alone
