"""Whether one clue asks less than another on a line: this is shown, never guessed.

In: the meanings of two clues, and the cells of the line.  Out: whether one accepts every text of the line that the
other accepts, and at least one more.

A part that is made looser usually makes the clue looser, but not always.  Of an atomic group, or of a lookaround
with captures, only the first way to match counts, and that may become one after which the rest of the clue fails.

Automata of two clues without captures are run side by side on a line of different cells.  For all others a solver
looks for a text that one clue accepts and the other rejects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.bits import single_bits
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError
from satcross.regex.analysis.equivalence import difference_on_line
from satcross.regex.core import Core, rejecting
from satcross.regex.letters.classes import Classes
from satcross.solver.cnf import Encoder, VariableMap
from satcross.solver.posting import line_constraint_of
from satcross.solver.python_sat import Solver

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
) -> bool | None:
    """Return whether `looser` accepts all texts of the line that `than` accepts, and others; None if it is not known.

    Args:
        cells: The cell at each place of the line; a cell that comes twice has one letter.
        classes: A partition of the alphabet into which the letter sets of both clues fall; letters that a clue may
            compare with each other are separate classes.

    Raises:
        TimeUp: If the time is up.
    """
    if len(set(cells)) == len(cells):
        told_apart = difference_on_line(looser, than, len(cells), classes, budget)
        if told_apart is not None:
            return told_apart.only_first and not told_apart.only_second
    is_lost = is_possible((than, rejecting(looser, classes.alphabet)), cells, classes, budget)
    if is_lost is not False:
        return None if is_lost is None else False
    return is_possible((looser, rejecting(than, classes.alphabet)), cells, classes, budget)


def is_possible(cores: Sequence[Core], cells: Sequence[int], classes: Classes, budget: Budget) -> bool | None:
    """Return whether some text of the line is accepted by all of `cores`; None if finding out would take too long."""
    numbers = {cell: number for number, cell in enumerate(dict.fromkeys(cells))}
    variables = VariableMap([single_bits(classes.every)] * len(numbers), is_compact=False)
    with Solver(budget=budget) as solver:
        variables.one_block_each(solver)
        encoder = Encoder(variables, solver)
        try:
            for core in cores:
                constraint = line_constraint_of(core, len(cells), classes, budget._replace(nodes=NODES, used=0))
                constraint.clauses(encoder, [numbers[cell] for cell in cells])
            return solver.solve_within(None, conflicts=CONFLICTS)
        except LimitError:
            return None
