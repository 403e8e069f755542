"""A cube of matches of a circuit, found by guessing.

From the root down, one part of each OR that has to be true is guessed, and one part of each AND that has to be false.
Letters that have to be the same become one letter.  Guesses are pseudo-random and the same each time.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.base.bits import single_bits
from satcross.solver.constraints.general.nodes import AND, LETTER, NOT, OR, SAME, Circuit
from satcross.solver.constraints.general.truth import CERTAIN, IMPOSSIBLE, truth_of


def find_cube(
    circuit: Circuit, domains: Sequence[int], truth: Sequence[int], cubes: Sequence[int], tries: int
) -> list[int] | None:
    """Return masks within `domains` such that every choice of letters matches; None if no guess leads to any.

    Args:
        truth: The truth of each node, within `domains`.
        cubes: The cubes of each node, within `domains`.
        tries: How many guesses are made.
    """
    for seed in range(tries):
        masks = _guess(circuit, domains, truth, cubes, _Random(seed))
        if masks is not None and truth_of(circuit, masks)[-1] == CERTAIN:
            return masks[: circuit.n]
    return None


class _Random:
    """Picks pseudo-random members of sequences (a linear congruential generator)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed

    def one_of(self, parts: Sequence[int]) -> int:
        """Return one of `parts`, of which there is at least one."""
        self._state = self._state * 1103515245 + 12345 & 0x7FFFFFFF
        return parts[(self._state >> 16) % len(parts)]


def _guess(
    circuit: Circuit, domains: Sequence[int], truth: Sequence[int], cubes: Sequence[int], random: _Random
) -> list[int] | None:
    """Return masks for the letters and then the choices that probably make the root true; None at a dead end."""
    nodes = circuit.nodes
    masks = [*domains, *[(1 << values) - 1 for values in circuit.choices]]
    wanted = [(len(nodes) - 1, True)]
    while wanted:
        number, is_true = wanted.pop()
        if truth[number] == (CERTAIN if is_true else IMPOSSIBLE):
            continue
        node = nodes[number]
        kind = node[0]
        if kind == NOT:
            wanted.append((node[1], not is_true))
        elif kind in (AND, OR):
            parts: Sequence[int] = node[1:]
            if (kind == AND) != is_true:  # one part is enough
                able = [part for part in parts if (cubes[part] if is_true else truth[part] != CERTAIN)]
                parts = [random.one_of(able)] if able else []
            if not parts:
                return None
            wanted += [(part, is_true) for part in parts]
        elif kind == LETTER:
            masks[node[1]] &= node[2] if is_true else ~node[2]
        elif kind != SAME or not is_true or not _make_same(circuit, masks, node, random):
            return None
    return masks if all(masks) else None


def _make_same(circuit: Circuit, masks: list[int], node: Sequence[int], random: _Random) -> bool:
    """Restrict both indices of a SAME node to letters that are the same; return False if there are none."""
    _, i, j, relation = node
    blocks = circuit.relations[relation - 1] if relation else single_bits(masks[i] & masks[j])
    shared = [block for block in blocks if masks[i] & block and masks[j] & block]
    if not shared:
        return False
    block = random.one_of(shared)
    masks[i] &= block
    masks[j] &= block
    return True
