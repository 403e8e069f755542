"""Whether one clue asks less than another on a line: this is shown, never guessed.

In: the meanings of two clues, and the cells of the line.  Out: whether one accepts every text of the line that the
other accepts, and at least one more.

A part that is made looser usually makes the clue looser, but not always.  Of an atomic group, or of a look-around with
captures, only the first way to match counts, and that may become one after which the rest of the clue fails.

Two regular clues on a line of different cells are run side by side.  For all others a solver looks for a text that one
clue accepts and the other rejects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import LimitError
from satcross.regex.letters.classes import Classes
from satcross.regex.letters.sets import EVERY_LETTER
from satcross.regex.meaning.core import Core, Letters, Look, repeat, seq
from satcross.solver.backends.python_sat import Solver
from satcross.solver.cnf.encoder import Encoder
from satcross.solver.cnf.variables import VariableMap
from satcross.solver.constraints.post import unroll_core
from satcross.solver.constraints.regular.acceptance import difference

CONFLICTS: Final = 10_000
"""Conflicts after which the solver gives up; most questions take fewer than ten."""

NODES: Final = 200_000
"""Circuit nodes of one clue beyond which it is not compared."""


def asks_less(
    looser: Core,
    than: Core,
    cells: Sequence[int],
    classes: Classes,
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
) -> bool | None:
    """Return whether `looser` accepts all texts of the line that `than` accepts, and others; None if it is not known.

    Args:
        cells: The cell at each place of the line; a cell that comes twice has one letter.
        classes: A partition of the alphabet into which the letter sets of both clues fall; letters that a clue may
            compare with each other are classes of their own.

    Raises:
        TimeUp: If the time is up.
    """
    if looser.is_regular and than.is_regular and len(set(cells)) == len(cells):
        told_apart = difference(looser, than, len(cells), classes, tuning.compared_states)
        if told_apart is not None:
            return told_apart.only_first and not told_apart.only_second
    is_lost = _is_possible((than, _opposite(looser, classes)), cells, classes, budget, tuning)
    if is_lost is not False:
        return None if is_lost is None else False
    return _is_possible((looser, _opposite(than, classes)), cells, classes, budget, tuning)


def _opposite(core: Core, classes: Classes) -> Core:
    """Return the clue that accepts what `core` rejects."""
    end = Look(Letters(EVERY_LETTER), is_behind=False, is_negative=True, width=None)
    rejected = Look(seq((core, end)), is_behind=False, is_negative=True, width=None)
    return seq((rejected, repeat(Letters(classes.alphabet), 0, None)))


def _is_possible(
    cores: Sequence[Core], cells: Sequence[int], classes: Classes, budget: Budget, tuning: Tuning
) -> bool | None:
    """Return whether some text of the line is accepted by all of `cores`; None if finding out would take too long."""
    numbers = {cell: number for number, cell in enumerate(dict.fromkeys(cells))}
    variables = VariableMap([single_bits(classes.every)] * len(numbers), is_compact=False)
    with Solver(budget=budget, tuning=tuning) as solver:
        variables.one_block_each(solver)
        encoder = Encoder(variables, solver)
        try:
            for core in cores:
                constraint = unroll_core(core, len(cells), classes, budget._replace(nodes=NODES, used=0), tuning=tuning)
                constraint.clauses(encoder, [numbers[cell] for cell in cells])
            return solver.solve_within(None, conflicts=CONFLICTS)
        except LimitError:
            return None
