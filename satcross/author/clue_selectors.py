"""The clues of a puzzle in a solver that says which of them exclude something.

The clauses of each clue are switched on by its own selector, and facts (letters ruled out of cells) are clauses.
A question names the clues that may be used.  If they exclude what is asked, `mus` finds a minimal set of them that
does.  A clue that is never named costs no clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from satcross.author.hitting_sets import HittingSets
from satcross.base.bits import single_bits
from satcross.base.budget import AUTO, POSITIONS, TRANSITIONS, Budget
from satcross.errors import SatcrossError, TimeUp
from satcross.solver.cnf import Encoder, Lit
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.constraints import Constraint
from satcross.solver.encode import are_lists, put_clues, put_whole
from satcross.solver.python_sat import Solver

SOLVER: Final = "glucose4"
"""Glucose tries "false" first.  So it leaves clues alone that are not asked about, and questions about few clues are
cheap.  If all clues are lists of words, CaDiCaL takes half as long (docs/decisions/024-solvers-in-turn.md)."""


class Theory:
    """The clues of a puzzle, by their numbers in `compiled.constraints`.

    Attributes:
        clues: The numbers of all clues of the puzzle.
    """

    def __init__(self, compiled: CompiledPuzzle, budget: Budget) -> None:
        self.compiled: Final = compiled
        self.clues: Final = tuple(range(len(compiled.constraints)))
        is_list = are_lists(compiled.constraints, compiled.domains)
        self._solver = Solver(AUTO if is_list else SOLVER, budget)
        try:
            self._variables, _, _ = put_whole(compiled._replace(constraints=()), self._solver, with_selectors=False)
        except (SatcrossError, TimeUp):
            self._solver.close()
            raise
        self._encoder: Final = Encoder(self._variables, self._solver, encoding=TRANSITIONS if is_list else POSITIONS)
        self._lits: Final = self._variables.lits
        self._bit_of: Final = {lit: bit for lits in self._lits[: len(compiled.domains)] for bit, lit in lits.items()}
        self._constraints: Final = list(compiled.constraints)
        self._selectors: Final[dict[int, Lit]] = {}
        self._clue_of: Final[dict[Lit, int]] = {}
        self._asked: list[Lit] = []

    def __enter__(self) -> Theory:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def add(self, constraint: Constraint) -> int:
        """Return the number of one more clue, which `clues` does not list."""
        self._constraints.append(constraint)
        return len(self._constraints) - 1

    def rule_out(self, cell: int, mask: int) -> None:
        """Add the fact that `cell` holds no letter of `mask`."""
        for bit in single_bits(mask):
            self._solver.add([-self._lits[cell][bit]])

    def block(self, masks: Sequence[int]) -> None:
        """Add the fact that some cell holds another letter than in `masks` (one letter each)."""
        self._solver.add([-self._lits[cell][mask] for cell, mask in enumerate(masks)])

    def is_possible(self, clues: Iterable[int], letters: Iterable[tuple[int, int]] = ()) -> bool:
        """Return whether `clues` and the facts allow `letters`, (cell, letter bit) pairs."""
        self._asked = [*[self._lits[cell][bit] for cell, bit in letters], *self._selectors_of(list(clues))]
        return self._solver.solve(self._asked)

    def _selectors_of(self, clues: Sequence[int]) -> list[Lit]:
        """Return the selectors of `clues`, after adding the clauses of clues that have none yet."""
        fresh = {clue: self._variables.fresh() for clue in clues if clue not in self._selectors}
        if fresh:
            self._selectors.update(fresh)
            self._clue_of.update({lit: clue for clue, lit in fresh.items()})
            constraints = [self._constraints[clue] for clue in fresh]
            put_clues(constraints, self._encoder, self._solver, tuple(fresh.values()))
        return [self._selectors[clue] for clue in clues]

    def masks(self) -> tuple[int, ...]:
        """Return the letter of each cell in a grid that the last question has found possible."""
        true = self._solver.true_lits(len(self._bit_of))
        return tuple([self._bit_of[lit] for lit in true if lit > 0])

    def conflicting(self, clues: Iterable[int]) -> tuple[int, ...] | None:
        """Return a set of `clues` that the facts contradict; None if they allow all of `clues`.

        The set is not minimal, but it is found immediately.
        """
        return None if self.is_possible(clues) else tuple(self._core())

    def mus(
        self, clues: Iterable[int], letters: Sequence[tuple[int, int]] = (), most: int | None = None
    ) -> tuple[int, ...] | None:
        """Return a minimal set of `clues` that excludes `letters`, given the facts; None if `clues` allow `letters`.

        Args:
            most: Give up, and return None, as soon as the set is known to have more clues than this.

        A set is minimal if it allows `letters` as soon as any one of its clues is left out; other sets may be smaller.
        It is found by deletion (J. Marques-Silva, Minimal unsatisfiability, ISMVL 2010).
        """
        if self.is_possible(clues, letters):
            return None
        needed: list[int] = []
        left = self._core()
        while left:
            tried = left.pop()
            if self.is_possible([*needed, *left], letters):
                needed.append(tried)
                if most is not None and len(needed) > most:
                    return None
            else:
                core = set(self._core())
                left = [clue for clue in left if clue in core]
        return tuple(sorted(needed))

    def smallest(
        self, clues: Sequence[int], letters: Sequence[tuple[int, int]], known: tuple[int, ...], budget: Budget
    ) -> tuple[int, ...] | None:
        """Return a smallest set of `clues` that excludes one of `letters`, or contradicts the facts without letters.

        Clues that a grid with some of the letters satisfies exclude none of these.  So a set that excludes one of them
        hits the other clues.  That is asked of all letters together: exactly one is taken, at no cost.

        Args:
            known: A set that does so; it is returned if no other is smaller.

        None: that is too hard to find out.

        Raises:
            TimeUp: If the time is up.
            LimitError: If a limit of the budget is exceeded.
        """
        problem = HittingSets(budget)
        item_of = {clue: problem.add(1) for clue in clues}
        item_of_letter = {letter: problem.add(0) for letter in letters}
        if letters:
            problem.take_one(list(item_of_letter.values()))
        for _ in range(budget.tuning.rivals):
            budget.check()
            taken, least, _ = problem.cheapest()
            if taken is None:
                return None
            if least >= len(known):
                return known
            chosen = [clue for clue, item in item_of.items() if item in taken]
            letter = [each for each, item in item_of_letter.items() if item in taken]
            if not self.is_possible(chosen, letter):
                return tuple(sorted(chosen))
            satisfied, masks = self._grown(chosen, letter, clues)
            problem.hit(
                [item_of[clue] for clue in clues if clue not in satisfied]
                + [item for (cell, bit), item in item_of_letter.items() if not masks[cell] & bit]
            )
        return None

    def _grown(
        self, chosen: Sequence[int], letter: Sequence[tuple[int, int]], clues: Sequence[int]
    ) -> tuple[set[int], tuple[int, ...]]:
        """Return which of `clues` some grid with `letter` satisfies, `chosen` and nearly all others; and the grid."""
        others = [clue for clue in clues if clue not in chosen]
        left_out = []
        while not self.is_possible([*chosen, *others], letter):
            core = self._core()
            left_out.append(next(clue for clue in others if clue in core))
            others.remove(left_out[-1])
        masks = self.masks()
        grid = list(enumerate(masks))
        return {*chosen, *others, *[clue for clue in left_out if self.is_possible([clue], grid)]}, masks

    def _core(self) -> list[int]:
        return sorted(self._clue_of[lit] for lit in self._solver.core(self._asked) if lit in self._clue_of)
