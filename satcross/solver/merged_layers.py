"""What every encoding of a regular clue starts from: its layers of merged states.

`solver.constraints.regular` makes the layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.base.bits import members
from satcross.base.records import NamedTuple
from satcross.errors import Field, LimitError, naming

MOST_STATES: Final = 20_000
"""States of a deterministic automaton at one index.  Beyond this a formula would have millions of clauses a clue."""


class MergedLayer(NamedTuple):
    """The merged states of one index, numbered from 0.

    Attributes:
        letters: Mask of the letters of the cell's domain that each holds.
        before: For each, the merged states of the index before that it can follow (none at index 0).
        after: For each merged state of the index before, the states of this index that can follow it.
    """

    letters: list[int]
    before: list[tuple[int, ...]]
    after: list[list[int]]


Steps: TypeAlias = list[dict[int, int]]
"""One index of a deterministic automaton: for each state before it, which state each block of letters leads to."""


def deterministic(layers: Sequence[MergedLayer], blocks: Sequence[Sequence[int]]) -> list[Steps]:
    """Return the smallest deterministic automaton, one `Steps` for each index, that spells the strings of `layers`.

    Args:
        blocks: For each index the blocks of letters that the clue does not tell apart.

    There is one state before the first index and one after the last, and every state is on some way between them.  (So
    the result is a multi-valued decision diagram without edges that skip an index.)

    Raises:
        LimitError: If an index has more than `MOST_STATES` states.
    """
    automaton, last = _subsets(layers, blocks)
    merged = [0] * last
    for i in range(len(automaton) - 1, -1, -1):
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        merged_here = []
        for row in automaton[i]:
            key = tuple([(block, merged[state]) for block, state in row.items()])
            merged_here.append(numbers.setdefault(key, len(numbers)))
        automaton[i] = [dict(key) for key in numbers]
        merged = merged_here
    return automaton


def _subsets(layers: Sequence[MergedLayer], blocks: Sequence[Sequence[int]]) -> tuple[list[Steps], int]:
    """Return the automaton of the sets of merged states that strings lead to, and how many sets end it."""
    automaton: list[Steps] = []
    sets: Sequence[int] = (0,)
    for i, layer in enumerate(layers):
        following = [sum(1 << state for state in states) for states in layer.after]
        holding = {
            block: sum(1 << state for state, mask in enumerate(layer.letters) if mask & block) for block in blocks[i]
        }
        numbers: dict[int, int] = {}
        steps: Steps = []
        for here in sets:
            possible = 0 if i else -1
            for state in members(here):
                possible |= following[state]
            row = {}
            for block, held in holding.items():
                if possible & held:
                    row[block] = numbers.setdefault(possible & held, len(numbers))
            steps.append(row)
            if len(numbers) > MOST_STATES:
                message = f"the clue needs more than {MOST_STATES:,} states a letter to be deterministic"
                hint = naming("choose an encoding that needs no determinism: {}", Field("encoding", "positions"))
                raise LimitError(message, hint=hint)
        automaton.append(steps)
        sets = list(numbers)
    return automaton, len(sets)


def state_count(steps: Steps) -> int:
    """Return how many states there are after `steps`."""
    return 1 + max(state for row in steps for state in row.values())
