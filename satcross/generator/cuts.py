"""Cuts: what every choice of clues must contain, if steps of one clue are to lead to the letters of the grid.

In: a choice that does not.  Out: a `Cut`: masks that every clue of the choice leaves alone, although they hold more
than the letters of the grid.

Why a cut is sound.  Let D be any masks that hold the letters of the grid, and more.  If no clue of a choice rules
anything out of D, then by monotonicity no chain of steps ever does: whatever the clues rule out of larger masks is not
in D.  So every choice that leads to the letters has a clue that rules something out of D.  The smaller D is, the fewer
clues do, and the more the cut says.

Reference: E. Moreno-Centeno and R. Karp, The implicit hitting set approach, Operations Research 2013.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TypeAlias

from satcross.base.bits import single_bits
from satcross.generator.board import Board, Masks
from satcross.solver.constraints.protocol import LineConstraint

Cut: TypeAlias = Masks
"""Masks out of which some clue of the choice has to rule something."""


def nearest_rejected(board: Board, slot: int, constraint: LineConstraint) -> dict[int, int]:
    """Return for each cell of `slot` the letters that `constraint` rules out if only this cell is not settled.

    The smallest cuts hold the letters of the grid, and one other letter in one cell.  A clue hits such a cut iff the
    letter is among those returned for the cell.  There are many of them, so that a search starts with all.
    """
    cells = board.slots[slot].cells
    goal = tuple([board.goal[cell] for cell in cells])
    rejected: dict[int, int] = {}
    for index, cell in enumerate(cells):
        others = board.classes.every & ~goal[index]
        for wrong in (others,) if constraint.is_domain_consistent else single_bits(others):
            left = board.prune(constraint, (*goal[:index], goal[index] | wrong, *goal[index + 1 :]))
            assert left is not None, "every clue matches the letters of the grid"
            rejected[cell] = rejected.get(cell, 0) | wrong & ~left[index]
    return rejected


def cut_of(board: Board, chosen: Mapping[int, LineConstraint], random: Random) -> Cut | None:
    """Return a cut that the clues `chosen` violate; None if they lead to the letters of the grid.

    Letters are ruled out of the fixpoint, in random order, as long as the clues then do not lead to the letters.  So no
    further letter could be ruled out of the cut in this way.
    """
    masks = board.fixpoint(chosen, board.start)
    if masks == board.goal:
        return None
    cells = [cell for cell, mask in enumerate(masks) if mask != board.goal[cell]]
    random.shuffle(cells)
    for cell in cells:
        for bits in _parts(masks[cell] & ~board.goal[cell], random):
            if not masks[cell] & bits:
                continue
            smaller = board.without(chosen, masks, cell, bits)
            if smaller != board.goal:
                masks = smaller
    return masks


def _parts(mask: int, random: Random) -> Iterator[int]:
    """Yield the whole of `mask`, then all letters but one, then single letters."""
    yield mask
    bits = list(single_bits(mask))
    random.shuffle(bits)
    if len(bits) > 2:
        yield mask & ~bits[0]
    yield from bits
