"""The cubes of the nodes of a circuit: what the letters can still be where a node is true.

A cube is one letter mask for every index (and for every choice), packed into one Python integer, a field for each.
From the leaves to the root every node gets a cube that holds each assignment within the domains that makes the node
true: a leaf restricts its own field, an AND intersects, an OR unites.  A cube with an empty field is empty.  The root's
cube is sound for every circuit.  It is exact where all ways through a layered graph of OR and AND are cubes themselves,
as in clues without equalities and negations.

What is CERTAIN (`solver.constraints.general.nodes`) is needed only below negations: a NOT is impossible iff its part
is certain.

A cube of matches, all of whose letters match, is found by guessing.  From the root down, one part of each OR that has
to be true is guessed, and one part of each AND that has to be false.  Letters that have to be the same become one
letter.  Guesses are pseudo-random and the same each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satcross.base.bits import single_bits
from satcross.solver.constraints.general.nodes import (
    AND,
    CERTAIN,
    FALSE,
    IMPOSSIBLE,
    LETTER,
    NOT,
    OR,
    SAME,
    Circuit,
    Node,
    truth_of,
)


class Packing(NamedTuple):
    """How the cubes of a circuit are packed.

    Each field has a guard bit above it, so that one subtraction shows all empty fields.  There is one more field, which
    always has its one value, so that the cube of the one empty string is not empty.

    Attributes:
        width: Number of letter classes.
        offsets: Lowest bit of each field.
        guard: The guard bits.
        low: The lowest bits of all fields.
        full: The cube of all assignments.
    """

    width: int
    offsets: tuple[int, ...]
    guard: int
    low: int
    full: int

    def fields(self, cube: int, first: int, sizes: Sequence[int]) -> list[int]:
        """Return the masks in the fields of `cube` from number `first` on, which have `sizes` values each."""
        offsets = self.offsets[first : first + len(sizes)]
        return [cube >> offset & ((1 << size) - 1) for offset, size in zip(offsets, sizes, strict=True)]


def pack(circuit: Circuit, width: int) -> Packing:
    """Return how the cubes of `circuit` over `width` letter classes are packed."""
    offsets = []
    offset = guard = low = full = 0
    for values in (*((width,) * circuit.n), *circuit.choices, 1):
        offsets.append(offset)
        low |= 1 << offset
        full |= ((1 << values) - 1) << offset
        offset += values + 1
        guard |= 1 << (offset - 1)
    return Packing(width, tuple(offsets), guard, low, full)


def cubes_of(circuit: Circuit, packing: Packing, domains: Sequence[int], truth: Sequence[int] | None) -> list[int]:
    """Return the cube of each node, 0 where the node cannot be true.

    Args:
        domains: Letter mask of each index.
        truth: The truth of each node; None is enough for a circuit without negations.
    """
    width, offsets, guard, low, start = packing
    n = circuit.n
    every = (1 << width) - 1
    for i, domain in enumerate(domains):
        start ^= (every ^ domain) << offsets[i]
    cubes: list[int] = []
    for node in circuit.nodes:
        kind = node[0]
        if kind == AND:
            cube = cubes[node[1]]
            for child in node[2:]:
                cube &= cubes[child]
            if cube and ((cube | guard) - low) & guard != guard:
                cube = 0
        elif kind == OR:
            cube = 0
            for child in node[1:]:
                cube |= cubes[child]
        elif kind == LETTER:
            _, i, mask = node
            here = domains[i] if i < n else (1 << circuit.choices[i - n]) - 1
            cube = start ^ (here & ~mask) << offsets[i] if here & mask else 0
        elif kind == SAME:
            cube = _cube_of_same(circuit, packing, domains, start, node)
        elif kind == NOT:
            assert truth is not None
            cube = 0 if truth[node[1]] == CERTAIN else start
        else:
            cube = 0 if kind == FALSE else start
        cubes.append(cube)
    return cubes


def _cube_of_same(circuit: Circuit, packing: Packing, domains: Sequence[int], start: int, node: Node) -> int:
    """Return the cube of a SAME node: `start`, with only those letters at both indices that have a partner."""
    _, i, j, relation = node
    left = domains[i]
    right = domains[j] if j < circuit.n else (1 << packing.width) - 1
    if relation:
        near_left = near_right = 0
        for block in circuit.relations[relation - 1]:
            if left & block and right & block:
                near_left |= left & block
                near_right |= right & block
    else:
        near_left = near_right = left & right
    if not near_left:
        return 0
    return start ^ (left ^ near_left) << packing.offsets[i] ^ (right ^ near_right) << packing.offsets[j]


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
