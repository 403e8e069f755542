"""Presolving: everything that happens to a puzzle before a search, in one place.

    Puzzle -> compile the clues that need no circuit -> propagate
           -> compile the others within what is left -> propagate -> Residual

Clues that need a circuit wait until the others have ruled out what they can.  Their circuits are then made only for the
letters that are left, which makes them smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.puzzle.model import Puzzle
from satcross.solver.compile import (
    CompiledPuzzle,
    by_letter,
    compile_clues,
    compile_letters,
    compile_plain,
    compile_puzzle,
    compile_rest,
    plain_part,
)
from satcross.solver.residual import Residual


class PresolvedPuzzle(NamedTuple):
    """A puzzle that is ready to be searched.

    Attributes:
        residual: What is still open of it; None: propagation has shown that there is no solution.
        revisions: How often a constraint was asked to prune.
    """

    compiled: CompiledPuzzle
    residual: Residual | None
    revisions: int

    def propagated(self, budget: Budget = UNLIMITED) -> PresolvedPuzzle:
        """Return this puzzle, some of whose clues have not been propagated, after propagation.  Raises TimeUp."""
        if self.residual is None:
            return self
        budget.note("propagating")
        return PresolvedPuzzle(self.compiled, *self.residual.propagated(budget))

    def stands_for_more(self, masks: Sequence[int]) -> bool:
        """Return whether solutions in the cube `masks` show one letter for several, over the open alphabet."""
        representatives = self.compiled.representatives
        return any([mask & representatives for mask in masks])


def presolve(
    puzzle: Puzzle,
    tuning: Tuning = DEFAULT_TUNING,
    budget: Budget = UNLIMITED,
    *,
    single_letters: bool = False,
    book: Callable[[str], None] = lambda stage: None,
) -> PresolvedPuzzle:
    """Return `puzzle` compiled and propagated.

    Args:
        single_letters: Make every letter a class of its own, as formulas for other programs need it.
        book: Called with "compile" or "propagate" after each piece of such work.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    letters = compile_letters(puzzle, budget, single_letters=single_letters)
    return _presolved(letters, tuning, budget, book)


def presolved_by_letter(presolved: PresolvedPuzzle, tuning: Tuning, budget: Budget) -> PresolvedPuzzle:
    """Return `presolved` with every letter of a finite alphabet as a class of its own; no clue is read again.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    if _is_by_letter(presolved.compiled):
        return presolved
    return _presolved(by_letter(presolved.compiled, budget), tuning, budget)


def _is_by_letter(compiled: CompiledPuzzle) -> bool:
    """Return whether each letter is a class of its own, unless the alphabet is open: then there are too many."""
    return compiled.is_alphabet_open or not compiled.plural


def _presolved(
    letters: CompiledPuzzle, tuning: Tuning, budget: Budget, book: Callable[[str], None] = lambda stage: None
) -> PresolvedPuzzle:
    """Return the puzzle that is compiled up to its `letters`, with its clues, propagated."""
    compiled = compile_plain(letters, budget, tuning)
    book("compile")
    budget.note("propagating")
    start = Residual.of_open(compiled.constraints, compiled.domains, tuning)
    residual, revisions = start.propagated(budget)
    book("propagate")
    if residual is not None and len(compiled.constraints) < sum([len(line.clues) for line in compiled.puzzle.lines]):
        plain = set(compiled.constraints)
        compiled = compile_rest(compiled, residual.masks, budget, tuning)
        book("compile")
        budget.note("propagating")
        rest = [number for number, each in enumerate(compiled.constraints) if each not in plain]
        start = Residual.of_open(compiled.constraints, residual.masks, tuning)
        residual, more = start.propagated(budget, rest)
        revisions += more
        book("propagate")
    return PresolvedPuzzle(compiled, residual, revisions)


def unpropagated(puzzle: Puzzle, tuning: Tuning, budget: Budget) -> PresolvedPuzzle:
    """Return `puzzle` compiled, with all its clues open.  Raises what `compile_puzzle` raises."""
    return _with_all_open(compile_puzzle(puzzle, budget, tuning), tuning)


def unpropagated_by_letter(presolved: PresolvedPuzzle, tuning: Tuning, budget: Budget) -> PresolvedPuzzle:
    """Return `presolved` with all its clues open, and every letter of a finite alphabet as a class of its own.

    No clue is read again.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    if _is_by_letter(presolved.compiled):
        return reopened(presolved, tuning, budget)
    compiled = compile_clues(by_letter(presolved.compiled, budget), budget, tuning)
    return _with_all_open(compiled, tuning)


def reopened(presolved: PresolvedPuzzle, tuning: Tuning, budget: Budget) -> PresolvedPuzzle:
    """Return what `unpropagated` returns for the same puzzle; only clues that need a circuit are compiled again.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    return opened(plain_part(presolved.compiled), tuning, budget)


def opened(plain: CompiledPuzzle, tuning: Tuning = DEFAULT_TUNING, budget: Budget = UNLIMITED) -> PresolvedPuzzle:
    """Return what `unpropagated` returns for the puzzle that `compile_plain` has compiled.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    compiled = compile_rest(plain, plain.domains, budget, tuning)
    return _with_all_open(compiled, tuning)


def _with_all_open(compiled: CompiledPuzzle, tuning: Tuning) -> PresolvedPuzzle:
    return PresolvedPuzzle(compiled, Residual.of_open(compiled.constraints, compiled.domains, tuning), 0)
