"""The letters that the solutions of a puzzle have in each cell, found without listing the solutions.

In: a presolved puzzle, or a part of one.  Out: for each cell the letters that some solution has there.

They are found as a backbone is: every model shows some letters, and a clause asks for a model with a letter that has
not been seen yet, until there is none (M. Janota, I. Lynce and J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 2015).  Each model also shows the letters of the solutions near it
(`satcross.author.near_solutions`): in a puzzle with very many solutions, the first one shows nearly all letters.

As long as they find enough, dives (`satcross.solver.strategies.dives`) look for solutions with unseen letters in many
cells together.  They need no formula of the whole puzzle, but cannot tell that a letter is impossible.  Then the solver
is asked.  It tries the unseen letters first, so that one model shows many of them: up to one in each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from satcross.author.near_solutions import NearSolutions, one_letter_each, united
from satcross.base.budget import AUTO, UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import TimeUp
from satcross.solver.cnf import Lit, VariableMap
from satcross.solver.compile import PresolvedPuzzle
from satcross.solver.encode import encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks, Residual
from satcross.solver.strategies import Costs, costs_of_cubes, dives

DIVERSE: Final = "glucose4"
"""Glucose tries the preferred literals first after each restart, so that a model shows as many letters as possible."""

DIVERSE_CONFLICTS: Final = 10_000
"""Conflicts that Glucose may take for one question before CaDiCaL takes over."""


ENOUGH_SHOWN: Final = 4
"""Dives go on if the last one showed at least one letter for each so many cells with unseen letters."""

DIVE_CONFLICTS: Final = 1_000
"""Conflicts that Glucose may take for what a dive leaves open."""


Formula: TypeAlias = tuple[Solver, VariableMap]
"""A solver that holds the clauses of a puzzle, perhaps of one with more letters, and the variables of the letters."""


class SoughtLetters(NamedTuple):
    """The letters that a question is about.

    Attributes:
        masks: For each cell its letters.
        enough: How many of them suffice in a cell; None: all are wanted.
        is_any: Whether one of them suffices, in any cell.
        formula: Returns a formula that was written for an earlier question, so that it is asked first; None: other ways
            are tried before a formula is written.
    """

    masks: Sequence[int]
    enough: int | None = None
    is_any: bool = False
    formula: Callable[[], Formula] | None = None

    def after(self, seen: Sequence[int]) -> list[int]:
        """Return for each cell the letters that are still sought when the letters of `seen` have been found."""
        if self.is_any and any([mask & known for mask, known in zip(self.masks, seen, strict=True)]):
            return [0] * len(seen)
        return [
            0 if self.enough is not None and (mask & known).bit_count() >= self.enough else mask & ~known
            for mask, known in zip(self.masks, seen, strict=True)
        ]


def possible_masks(
    presolved: PresolvedPuzzle,
    *,
    budget: Budget,
    sought: SoughtLetters | None = None,
    known: Iterable[Masks] = (),
) -> Masks | None:
    """Return for each cell the letter classes that some solution has there; None if there is no solution.

    Args:
        sought: The letters that are asked about; others may be missing from the answer; None: all letters.
        known: Solutions that are known already.

    Raises:
        TimeUp: If the time is up.
    """
    possible = PossibleLetters(presolved, budget=budget, sought=sought, known=known)
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
            self._within: Final = presolved.residual.masks
            self._left: Final = list(self._within)
            self._near: Final = NearSolutions(presolved.residual, budget)
            with suppress(TimeUp):
                for cube in [presolved.residual.masks] if presolved.residual.is_settled else known:
                    self._take(cube)
                self._dive(presolved.residual, budget)
                may_search = self.first is None or self._may_go_on(budget)
                self.is_exact = self._has_all() or (may_search and self._search(presolved.residual, solver, budget))

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

    def _has_all(self) -> bool:
        """Return whether all letters that are sought and that propagation has left have been seen."""
        return self.first is not None and not any(self._unseen())

    def _unseen(self) -> list[int]:
        """Return for each cell the letters that are sought, have not been seen, and are left by propagation."""
        return [sought & left for sought, left in zip(self._sought.after(self.seen), self._left, strict=True)]

    def _dive(self, residual: Residual, budget: Budget) -> None:
        """Take solutions with unseen letters in many cells, as long as they show enough, if few letters are unseen.

        Then leave out the letters that propagation refutes.  Raises TimeUp.
        """
        size = sum(map(int.bit_count, self._left))
        unseen = self._unseen()
        if (
            self._sought.formula
            or self.first is None
            or sum(map(int.bit_count, unseen)) * budget.tuning.unseen_share > size
        ):
            return
        costs = costs_of_cubes(residual, budget) if any(unseen) else None
        while costs and any(unseen) and self._may_go_on(budget):
            self._work += size
            cube = _with_many(residual, unseen, costs, budget)
            if cube is None:
                break
            self._take(cube)
            before, unseen = unseen, self._unseen()
            shown = sum([mask.bit_count() - left.bit_count() for mask, left in zip(before, unseen, strict=True)])
            if shown * ENOUGH_SHOWN < sum(map(bool, before)):
                break
        state = residual.for_one_way(budget)
        for cell, letters in enumerate(unseen):
            if letters and state.restrict({cell: letters}) is None:
                self._left[cell] &= ~letters

    def _may_go_on(self, budget: Budget) -> bool:
        return not self._has_enough and self._work < budget.tuning.letter_work

    def _search(self, residual: Residual, solver: str, budget: Budget) -> bool:
        """Return whether all letters that are sought were found: by Glucose, and then CaDiCaL if a question is hard."""
        most = budget.tuning.letter_conflicts
        if solver == AUTO:
            if self._sought.formula is None:
                with Solver(DIVERSE, budget) as engine:
                    answer = self._find(engine, encode_residual(residual, engine), min(DIVERSE_CONFLICTS, most))
            else:
                answer = self._find(*self._sought.formula(), min(DIVERSE_CONFLICTS, most))
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
        masks = self._unseen()
        unseen = [lit for lit, (cell, block) in places.items() if block & masks[cell]]
        within = variables.within(self._within)
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
            answer = engine.solve_within(None, [*asked, *within], conflicts=conflicts)
            if not answer:
                return None if answer is None else True
            self._work += engine.clauses
            self._take(self._cube([places[lit] for lit in engine.true_lits(len(places)) if lit in places]))
            if not self._may_go_on(engine.budget):
                return False
            masks = self._unseen()
            before = unseen
            unseen = [lit for lit in before if places[lit][1] & masks[places[lit][0]]]
            engine.prefer([-lit for lit in set(before).difference(unseen)])

    def _cube(self, blocks: Iterable[tuple[int, int]]) -> Masks:
        """Return the cube of solutions with these (cell, block) pairs, and all letters in the other cells."""
        held = dict(blocks)
        return tuple([held.get(cell, mask) & mask for cell, mask in enumerate(self._within)])

    def _widen(self, variables: VariableMap) -> None:
        """Take the known solution with all letters of the cells that have no variables: any of them will do there."""
        if self.first is not None:
            held = zip(variables.lits, self._within, self.first, strict=False)
            widened = tuple([mask if lits else left for lits, left, mask in held])
            if widened != self.first:
                self._take(widened)

    def _take(self, cube: Masks) -> None:
        """Take a cube of solutions, and the letters of the solutions near one of them.  Raises TimeUp."""
        self.seen = united(self.seen, cube)
        if self.first is None:
            self.first = cube
        elif self.second is None:
            self.second = cube
        if self._sought.formula is not None:
            return
        solution = one_letter_each(cube)
        near = self._near.letters(solution)
        alone = united(cube, near.alone)
        self.seen = united(self.seen, near.on_lines)
        if self.second is None and near.on_lines != solution:
            self.second = self._near.another(solution)
        if self.widest is None and any(map(self._is_several, alone)):
            self.widest = solution, alone


def _with_many(residual: Residual, wanted: Sequence[int], costs: Costs, budget: Budget) -> Masks | None:
    """Return a cube of solutions with letters of `wanted` in many cells; None if none is found quickly.

    Propagation drops the wanted letters of a cell that do not go with the wanted letters of the cells before it.

    Raises:
        TimeUp: If the time is up.
    """
    state = residual.for_one_way(budget)
    for cell, letters in enumerate(wanted):
        if letters:
            state = state.restrict({cell: letters}) or state
    for dive in dives(residual.at(state), budget, costs):
        if dive.is_settled:
            return dive.masks
        with Solver(DIVERSE, budget) as engine:
            variables = encode_residual(dive, engine)
            if engine.solve_within(None, [], conflicts=DIVE_CONFLICTS):
                return variables.decode(engine.is_true)
    return None
