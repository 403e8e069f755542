"""Choices that fail for the same reason as a known one, so that all of them can be excluded at once.

In: a choice of clues, and the columns (`satcross.generator.cheapest`).  Out: for each slot that matters, the columns
with which the choice fails all the same, whichever of them are taken together.

A clue is *superfluous* if steps of the other clues lead to the letters of the grid.  Let each of the others be replaced
by one that rules out as much in each of these steps.  Then the same steps still lead there, by monotonicity, and the
clue is superfluous again.  If not a clue but a looser one leads there together with the others, the same holds for each
clue that can be made as strict as that one by loosening it.

The *rating* is that of the steps of a person who always takes the clue that settles the most (`Board.chain`).  Let each
clue be replaced by one that settles the same where it is taken, and no more than the taken clue elsewhere.  Then the
steps are the same, and so is the rating.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from satcross.constraints.protocol import LineConstraint
from satcross.generator.board import Board, Masks
from satcross.generator.cheapest import Column
from satcross.generator.pool import Candidate


def with_equal_steps(
    board: Board,
    chosen: Mapping[int, LineConstraint],
    columns: Mapping[Column, Candidate],
    random: Random,
    loosened: int = -1,
) -> frozenset[Column]:
    """Return the columns that rule out as much as the clues `chosen` on the way to the letters of the grid.

    loosened  a slot for whose columns what lint makes of them by loosening counts, rather than they themselves

    If the clues `chosen` lead to the letters, so do any of these together, one for each slot of `chosen`.  The steps
    are in random order; another order finds other columns.
    """
    masks = list(board.start)
    steps: dict[int, list[tuple[Masks, Masks]]] = {slot: [] for slot in chosen}
    is_changed = True
    while is_changed:
        is_changed = False
        for slot, constraint in random.sample(list(chosen.items()), len(chosen)):
            cells = board.slots[slot].cells
            before = tuple([masks[cell] for cell in cells])
            after = board.prune(constraint, before)
            assert after is not None, "every clue matches the letters of the grid"
            if tuple(after) != before:
                is_changed = True
                steps[slot].append((before, tuple(after)))
                for cell, mask in zip(cells, after, strict=True):
                    masks[cell] &= mask
    found = []
    for column, candidate in columns.items():
        slot, pattern = column
        constraints = board.loosened(slot, pattern) if slot == loosened else (candidate.constraint,)
        if slot in steps and any(_rules_out_all(board, each, steps[slot]) for each in constraints):
            found.append(column)
    return frozenset(found)


def _rules_out_all(board: Board, constraint: LineConstraint, steps: Sequence[tuple[Masks, Masks]]) -> bool:
    """Return whether `constraint` leaves nothing of the first masks of a step that is not in the second ones."""
    for before, after in steps:
        left = board.prune(constraint, before)
        assert left is not None, "every clue matches the letters of the grid"
        if any([mask & ~most for mask, most in zip(left, after, strict=True)]):
            return False
    return True


def with_equal_chain(
    board: Board,
    chosen: Mapping[int, LineConstraint],
    columns: Mapping[Column, Candidate],
    is_as_hard: Callable[[int, Candidate], bool],
) -> frozenset[Column]:
    """Return the columns that, any of them together, lead to the same steps as the clues `chosen`.

    is_as_hard  whether a candidate is as hard to read as the clue of its slot
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
