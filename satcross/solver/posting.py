"""Clues posted on the cells of their lines: each one unrolled to the length of its line, equal ones once.

In: where clues occur, their core regexes, and the letter classes.  Out: constraints on cells.  A clue is *plain* if
it needs no circuit: its language is regular, or it is a word list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import (
    ClueName,
    LimitError,
)
from satcross.puzzle import Clue, Puzzle, WordClue
from satcross.regex.core import Core
from satcross.regex.letters.classes import Classes
from satcross.regex.letters.folding import representative
from satcross.solver.constraints import Constraint, LineConstraint
from satcross.solver.constraints.layers import Table, positions
from satcross.solver.constraints.regular import RegularConstraint, conjuncts, positions_of_all


class Occurrence(NamedTuple):
    """A clue where it occurs in a puzzle.

    Attributes:
        cells: Cell numbers in the order in which the clue reads them.
        name: The line's name, as people read it.
        line: The number of the line in the puzzle, from 0.
        number: The number of the clue on this line, from 0.
    """

    clue: Clue | WordClue
    cells: tuple[int, ...]
    name: str
    line: int
    number: int

    @property
    def key(self) -> tuple[object, int]:
        """What clues share that say the same, on lines of the same length."""
        clue = self.clue
        return clue.pattern if isinstance(clue, Clue) else clue.words, len(self.cells)


def occurrences_of(puzzle: Puzzle) -> list[Occurrence]:
    """Return where the clues of `puzzle` occur, line by line."""
    occurrences = []
    for line_number, (name, cells, clues) in enumerate(puzzle.lines):
        for number, clue in enumerate(clues):
            occurrences.append(Occurrence(clue, clue.read(cells), name, line_number, number))
    return occurrences


def post(
    occurrences: Sequence[Occurrence],
    cores: Mapping[str, Core],
    classes: Classes,
    budget: Budget = UNLIMITED,
    domains: Sequence[int] | None = None,
) -> tuple[Constraint, ...]:
    """Return the clues of `occurrences`, unrolled, as constraints on their cells.

    Args:
        cores: Meaning of each regex, by its text.
        domains: Letter mask of each cell: circuits may say anything of strings outside; None: all letters.

    Equal clues on lines of equal length share one line constraint.  If it is a circuit, it is unrolled within the
    letters that any of these lines has left.

    Raises:
        LimitError: If a limit of the budget is exceeded; its place is the line's name and the clue.
        TimeUp: If the time is up.
    """
    left = {} if domains is None else _left(occurrences, domains)
    unrolled: dict[tuple[object, int], LineConstraint] = {}
    used = budget.used
    constraints = []
    for number, occurrence in enumerate(occurrences):
        budget.note("unrolling the clues", number, len(occurrences))
        key = occurrence.key
        line_constraint = unrolled.get(key)
        if line_constraint is None:
            line_constraint = _unrolled(occurrence, cores, classes, budget.after(used), left.get(key))
            unrolled[key] = line_constraint
            used += line_constraint.size
        constraints.append(
            Constraint(line_constraint, occurrence.cells, occurrence.line, occurrence.number, occurrence.name)
        )
    return tuple(constraints)


def _unrolled(
    occurrence: Occurrence,
    cores: Mapping[str, Core],
    classes: Classes,
    budget: Budget,
    domains: Sequence[int] | None,
) -> LineConstraint:
    """Return the clue unrolled to its line.  Raises LimitError with the clue's place, TimeUp."""
    clue, cells, name, _, number = occurrence
    try:
        if isinstance(clue, Clue):
            return line_constraint_of(cores[clue.pattern], len(cells), classes, budget, domains)
        from satcross.solver.constraints.word_constraint import word_constraint

        return word_constraint(clue, len(cells), classes)
    except LimitError as error:
        raise error.at(name, ClueName(number + 1)) from None


def node_count(constraints: Iterable[Constraint]) -> int:
    """Return how many nodes `constraints` take, counting line constraints that are shared once."""
    return sum([each.size for each in {constraint.line_constraint for constraint in constraints}])


def _left(occurrences: Iterable[Occurrence], domains: Sequence[int]) -> dict[tuple[object, int], list[int]]:
    """Return for each key the letters left at each index, on all its lines together."""
    left: dict[tuple[object, int], list[int]] = {}
    for occurrence in occurrences:
        here = [domains[cell] for cell in occurrence.cells]
        others = left.get(occurrence.key)
        left[occurrence.key] = (
            here if others is None else [one | other for one, other in zip(here, others, strict=True)]
        )
    return left


def line_constraint_of(
    core: Core,
    n: int,
    classes: Classes,
    budget: Budget = UNLIMITED,
    domains: Sequence[int] | None = None,
) -> LineConstraint:
    """Return `core` unrolled to `n` letters: as one table if it is plain, else as what it is within `domains`.

    That is the list of its matches if these are few; or letters that differ, if it asks for that; else a circuit.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    if core.is_regular:
        return RegularConstraint(Table(positions(core, n, budget), classes), n, budget.tuning)
    asked = conjuncts(core, classes.alphabet)
    product = None if asked is None else positions_of_all(asked, n, budget)
    if product is not None:
        return RegularConstraint(Table(product, classes), n, budget.tuning)
    from satcross.solver.constraints.different import different
    from satcross.solver.constraints.general import GeneralConstraint, few_strings, one_string
    from satcross.solver.constraints.unroll import unroll

    if domains is None:
        domains = (classes.every,) * n
    if budget.tuning.table_strings and not any([mask & (mask - 1) for mask in domains]):
        return one_string(core, domains, classes, budget)
    circuit = unroll(core, classes, domains, lambda fold: fold_blocks(fold, classes), budget)
    width = len(classes.members)
    constraint = GeneralConstraint(circuit, width, budget.tuning)
    return (
        few_strings(constraint, domains, budget.tuning)
        or different(circuit, domains, width, budget.tuning)
        or constraint
    )


def fold_blocks(fold: str, classes: Classes) -> tuple[int, ...]:
    """Return the masks of the letter classes that are the same under `fold`."""
    same = representative(fold)
    blocks: dict[int, int] = {}
    for number, letter in enumerate(classes.shown):
        key = same(ord(letter))
        blocks[key] = blocks.get(key, 0) | 1 << number
    return tuple(blocks.values())
