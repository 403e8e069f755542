"""Choices that fail for the same reason as a known one, so that all of them can be excluded at once.

In: a choice of clues, and the columns (`satcross.generator.cheapest`).  Out: for each slot that matters, the columns
with which the choice fails all the same, whichever of them are taken together.

A clue is *superfluous* if steps of the other clues lead to the letters of the grid.  Let several clues be allowed in
the place of each of the others.  If steps lead there that rule out only what all clues of a slot rule out, then by
monotonicity any of these clues together lead there, and the clue is superfluous again.  If a looser clue would do, the
same is asked of the looser clues that lint derives from those of its slot.

The *rating* is that of the steps of a person who always takes the clue that settles the most (`Board.chain`).  Let each
clue be replaced by one that settles the same where it is taken, and no more than the taken clue elsewhere.  Then the
steps are the same, and so is the rating.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from satcross.generator.board import Board
from satcross.generator.cheapest import Column
from satcross.generator.pool import Candidate
from satcross.solver.constraints.protocol import LineConstraint


def leading_alike(
    board: Board,
    chosen: Mapping[int, LineConstraint],
    columns: Mapping[Column, Candidate],
    random: Random,
    loosened: int = -1,
) -> frozenset[Column]:
    """Return columns of the slots of `chosen` that, any of them together, lead to the letters of the grid.

    Args:
        chosen: The constraints of clues that do, one for each slot.
        loosened: A slot whose columns stand for the looser clues that lint derives from them; -1: no slot.

    The columns are tried in random order; another order finds others.
    """
    allowed = {slot: [constraint] for slot, constraint in chosen.items()}
    found = []
    for slot, pattern in random.sample(list(columns), len(columns)):
        if slot not in chosen:
            continue
        constraint = columns[slot, pattern].constraint
        for each in board.loosened(slot, pattern) if slot == loosened else (constraint,):
            allowed[slot].append(each)
            if _lead(board, allowed):
                found.append((slot, pattern))
                break
            allowed[slot].pop()
    return frozenset(found)


def _lead(board: Board, allowed: Mapping[int, Sequence[LineConstraint]]) -> bool:
    """Return whether steps that rule out what all constraints of a slot rule out lead to the letters of the grid."""
    masks = list(board.start)
    is_changed = True
    while is_changed:
        is_changed = False
        for slot, constraints in allowed.items():
            cells = board.slots[slot].cells
            before = tuple([masks[cell] for cell in cells])
            after = [0] * len(cells)
            for constraint in constraints:
                left = board.prune(constraint, before)
                assert left is not None, "every clue matches the letters of the grid"
                after = [one | other for one, other in zip(after, left, strict=True)]
            for cell, mask in zip(cells, after, strict=True):
                is_changed |= masks[cell] & ~mask != 0
                masks[cell] &= mask
    return tuple(masks) == board.goal


def with_equal_chain(
    board: Board,
    chosen: Mapping[int, LineConstraint],
    columns: Mapping[Column, Candidate],
    is_as_hard: Callable[[int, Candidate], bool],
) -> frozenset[Column]:
    """Return the columns that, any of them together, lead to the same steps as the clues `chosen`.

    Args:
        is_as_hard: Whether a candidate is as hard to read as the clue of its slot.
    """
    steps = board.chain(chosen)
    assert steps is not None, "steps of one clue lead to the letters"
    order = {slot: number for number, slot in enumerate(chosen)}
    taken = [(step.slots[0], step.masks, board.progress(step.slots[0], chosen[step.slots[0]], step.masks))
             for step in steps]  # fmt: skip

    def is_alike(slot: int, candidate: Candidate) -> bool:
        for first, masks, progress in taken:
            own = board.progress(slot, candidate.constraint, masks)
            if slot == first:
                if own != progress or not is_as_hard(slot, candidate):
                    return False
            elif own.rank > progress.rank or (own.rank == progress.rank and order[slot] < order[first]):
                return False
        return True

    return frozenset(
        column for column, candidate in columns.items() if column[0] in order and is_alike(column[0], candidate)
    )
