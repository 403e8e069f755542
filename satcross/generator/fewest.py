"""As few changed clues as possible, for puzzles in which no small change makes the wanted solution the only one.

In: a chooser for the clues of a puzzle, in which the clues that are there cost nothing.  Out: a choice that changes as
few of them as any choice, so that all others stay, even if some of these could then be left out.

A clue that tells the whole line rejects all that any clue on this line can reject.  So only two candidates are needed
for each slot: the clue as it is, and the strongest one.  The fewest that have to be strong are a small hitting set
(`satcross.generator.changes`).  Then the strong ones are made cheaper, as far as the others allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from satcross.generator.changes import CheapestChanges
from satcross.generator.families import literal
from satcross.generator.pool import Candidate, constraint_of, left_by
from satcross.generator.search import Choice, Chooser
from satcross.puzzle.model import Puzzle


def fewest_changes(
    puzzle: Puzzle, chooser: Chooser, changed: Callable[[Choice], Puzzle], max_length: int, random: Random
) -> Choice | None:
    """Return a choice that changes as few clues as possible; None if none is found.

    Args:
        changed: Returns the puzzle with the clues of a choice.
        max_length: Characters of a new clue.  If lines are longer, more changes may be needed than with longer clues.

    Raises:
        TimeUp: If the time is up.
    """
    budget = chooser.board.budget
    candidates = {slot: _kept_or_strongest(chooser, slot, max_length) for slot in chooser.pool.candidates}
    choice = CheapestChanges(puzzle, chooser, changed, random, budget, candidates).propose().choice
    if choice is None:
        return None
    slots = [slot for slot, candidate in choice.items() if candidate.cost]
    lowered = dict(choice)
    for slot in slots:
        lowered[slot] = choice[slot]._replace(cost=_cost(chooser.pool.candidates, slot, choice[slot]))
    chooser.lower(lowered, random, slots)
    return lowered


def _kept_or_strongest(chooser: Chooser, slot: int, max_length: int) -> tuple[Candidate, ...]:
    """Return what costs nothing in `slot`, and the clue that leaves the fewest letters there, at the cost of one."""
    pool, board = chooser.pool.candidates[slot], chooser.board
    kept = [candidate for candidate in pool if not candidate.cost]
    others = [candidate for candidate in pool if candidate.cost and candidate.pattern]
    text = "".join(map(literal, board.text(slot)))
    constraint = constraint_of(board, slot, text) if text and len(text) <= max_length else None
    if constraint is not None:
        others.append(Candidate(text, "told", 1, constraint, left_by(board, constraint, len(board.slots[slot].cells))))
    strongest = sorted(others, key=lambda each: (sum([mask.bit_count() for mask in each.left]), each.pattern))[:1]
    is_same = bool(kept and strongest and kept[0].pattern == strongest[0].pattern)
    return (*kept[:1], *([] if is_same else [strongest[0]._replace(cost=1)] if strongest else []))


def _cost(candidates: Mapping[int, tuple[Candidate, ...]], slot: int, candidate: Candidate) -> int:
    """Return what a strong clue costs: as much as in the pool, or more than all others there."""
    cost_by_pattern = {each.pattern: each.cost for each in candidates[slot]}
    return cost_by_pattern.get(candidate.pattern, 1 + max(cost_by_pattern.values(), default=0))
