"""Clues on the cells of their lines: each one unrolled to the length of its line, equal ones once.

In: where clues stand, their core regexes, the letter classes.  Out: constraints on cells.  A clue is *plain* if it
needs no circuit: it asks for nothing but what is regular, or it is a word list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from satcross.budget import UNLIMITED, Budget
from satcross.circuit.constraint import LineConstraint, Placed
from satcross.circuit.general import GeneralClue
from satcross.circuit.glushkov import Glushkov, positions
from satcross.circuit.regular import RegularClue, Table
from satcross.circuit.unroll import unroll
from satcross.errors import LimitError
from satcross.puzzle.model import Clue, Puzzle, WordClue
from satcross.regex.classes import Classes
from satcross.regex.core import Core


class Spot(NamedTuple):
    """Where a clue stands.

    cells         cell numbers in the order in which it reads them
    name          its line's, for people
    line, number  which line of the puzzle, and which of its clues, from 0
    """

    clue: Clue | WordClue
    cells: tuple[int, ...]
    name: str
    line: int
    number: int

    @property
    def key(self) -> tuple[object, int]:
        """What is the same for clues that read the same, on lines of the same length."""
        clue = self.clue
        return clue.pattern if isinstance(clue, Clue) else clue.words, len(self.cells)


def spots_of(puzzle: Puzzle) -> list[Spot]:
    """Return where the clues of `puzzle` stand, line by line."""
    found = []
    for line_number, (name, cells, clues) in enumerate(puzzle.lines):
        for number, clue in enumerate(clues):
            is_reversed = isinstance(clue, Clue) and clue.is_reversed
            found.append(Spot(clue, cells[::-1] if is_reversed else cells, name, line_number, number))
    return found


def is_plain(clue: Clue | WordClue, cores: Mapping[str, Core], classes: Classes) -> bool:
    """Return whether `clue` needs no circuit (unless it becomes very large without)."""
    if isinstance(clue, WordClue):
        return True
    core = cores[clue.pattern]
    if core.is_regular:
        return True
    from satcross.regex.conjunction import conjuncts

    return conjuncts(core, classes.alphabet) is not None


def place(
    spots: Sequence[Spot],
    cores: Mapping[str, Core],
    classes: Classes,
    budget: Budget = UNLIMITED,
    domains: Sequence[int] | None = None,
) -> tuple[Placed, ...]:
    """Return the clues of `spots`, unrolled, on their cells.

    cores    meaning of each regex, by its text
    domains  letter mask of each cell, outside of which circuits need not mean anything; None: all letters

    Equal clues on lines of equal length share all; a circuit, within the letters that any of them has left.
    Raises LimitError (its place is the line's name and the clue), TimeUp.
    """
    left = {} if domains is None else _left(spots, domains)
    unrolled: dict[tuple[object, int], LineConstraint] = {}
    nodes = budget.used
    placed = []
    for spot in spots:
        clue, cells, name, line, number = spot
        key = spot.key
        constraint = unrolled.get(key)
        if constraint is None:
            try:
                if isinstance(clue, Clue):
                    core, rest = cores[clue.pattern], budget.after(nodes)
                    constraint = unroll_core(core, len(cells), classes, rest, left.get(key))
                else:
                    from satcross.words.constraint import word_constraint

                    constraint = word_constraint(clue, len(cells), classes)
            except LimitError as error:
                raise error.at(name, f"clue {number + 1}") from None
            unrolled[key] = constraint
            nodes += _nodes(constraint)
        placed.append(Placed(constraint, cells, line, number, name))
    return tuple(placed)


def node_count(placed: Iterable[Placed]) -> int:
    """Return how many circuit nodes constraints take, those that are shared once."""
    return sum(map(_nodes, {each.constraint for each in placed}))


def _nodes(constraint: LineConstraint) -> int:
    if isinstance(constraint, RegularClue):
        return len(constraint.table.masks) * constraint.n
    return len(constraint.circuit.nodes) if isinstance(constraint, GeneralClue) else 0


def _left(spots: Iterable[Spot], domains: Sequence[int]) -> dict[tuple[object, int], list[int]]:
    """Return for each key the letters left at each index, on all its lines together."""
    left: dict[tuple[object, int], list[int]] = {}
    for spot in spots:
        here = [domains[cell] for cell in spot.cells]
        others = left.get(spot.key)
        left[spot.key] = here if others is None else [one | other for one, other in zip(here, others, strict=True)]
    return left


def unroll_core(
    core: Core, n: int, classes: Classes, budget: Budget = UNLIMITED, domains: Sequence[int] | None = None
) -> RegularClue | GeneralClue:
    """Return `core` unrolled to `n` letters: by one table if it is plain, else as a circuit (within `domains`)."""
    if core.is_regular:
        return RegularClue(Table(positions(core, n, budget), classes), n)
    product = _product(core, n, classes, budget)
    if product is not None:
        return RegularClue(Table(product, classes), n)
    circuit = unroll(core, n, classes, lambda fold: fold_blocks(fold, classes), budget, domains)
    return GeneralClue(circuit, len(classes.members))


def _product(core: Core, n: int, classes: Classes, budget: Budget) -> Glushkov | None:
    """Return the positions of what matches all that `core` asks for; None if that is not regular, or too large."""
    from satcross.circuit.product import positions_of_all
    from satcross.regex.conjunction import conjuncts

    asked = conjuncts(core, classes.alphabet)
    return None if asked is None else positions_of_all(asked, n, budget)


def fold_blocks(fold: str, classes: Classes) -> tuple[int, ...]:
    """Return the masks of the letter classes that are the same under `fold`."""
    from satcross.regex.folding import representative

    same = representative(fold)
    blocks: dict[int, int] = {}
    for number, letters in enumerate(classes.members):
        key = same(letters[0][0])
        blocks[key] = blocks.get(key, 0) | 1 << number
    return tuple(blocks.values())
