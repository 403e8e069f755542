"""What a strategy says as it searches: a cube of solutions, that there are no more, or how large a formula was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.solver.residual import Masks, Residual


class FormulaSize(NamedTuple):
    """The number of variables and of clauses of a formula."""

    variables: int
    clauses: int


class Found(NamedTuple):
    """One message of a strategy.

    Attributes:
        cube: Letter masks of all cells; every combination of their letters is a solution.  None: nothing new was found.
        is_last: Whether it is certain that there are no solutions beyond this cube and the cubes of earlier messages.
        formula: The size of a formula that has just been written, for statistics.
        is_hard: Whether a solver has needed many conflicts to find that there are no more (`Tuning.hard_conflicts`).
    """

    cube: Masks | None
    is_last: bool
    formula: FormulaSize | None = None
    is_hard: bool = False


DECISIVE: Final = 2
"""This many solutions settle that there are several."""

NO_MORE: Final = Found(None, is_last=True)
"""There are no solutions beyond the solutions of earlier messages."""

STILL_SEARCHING: Final = Found(None, is_last=False)
"""Nothing has been found since the last message.  A strategy that takes long says so several times a second."""

Strategy: TypeAlias = Callable[[Residual, Budget], Iterator[Found]]
"""A way to search a residual.

It yields what it finds, and ends when it has searched everything (its last message says so) or gives up (no message
says so).  Its cubes are disjoint, but may hold solutions that other strategies have found.  It raises TimeUp and
LimitError as `Budget` does.
"""


def without(cube: Masks, holes: Sequence[Masks]) -> Iterator[Masks]:
    """Yield disjoint cubes that hold what is in `cube` and in none of `holes`.

    >>> list(without((0b11, 0b11), [(0b01, 0b10)]))
    [(2, 3), (1, 1)]
    """
    if not holes:
        yield cube
        return
    hole, *others = holes
    if not all([here & gone for here, gone in zip(cube, hole, strict=True)]):
        yield from without(cube, others)
        return
    for cell, gone in enumerate(hole):
        outside = cube[cell] & ~gone
        if outside:
            yield from without((*cube[:cell], outside, *cube[cell + 1 :]), others)
            cube = (*cube[:cell], cube[cell] & gone, *cube[cell + 1 :])
