"""What is known of the truth of each node of a circuit, given the domains of its letters.

A node is IMPOSSIBLE if no assignment within the domains makes it true, CERTAIN if all of them do, and OPEN if this is
not known.  The truth of a node follows from that of its parts alone, so OPEN may hide an IMPOSSIBLE or a CERTAIN.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.solver.constraints.general.nodes import AND, FALSE, LETTER, NOT, OR, SAME, Circuit

IMPOSSIBLE, OPEN, CERTAIN = 0, 1, 2


def truth_of(circuit: Circuit, domains: Sequence[int], cubes: Sequence[int] | None = None) -> list[int]:
    """Return the truth of each node.

    Args:
        domains: Letter mask of each index; masks of the choices may follow, else nothing is known of these.
        cubes: The cube of each node (`satcross.solver.constraints.general.cubes`): a node with none is IMPOSSIBLE.
    """
    known = len(domains)
    truth: list[int] = []
    relations = circuit.relations
    for number, node in enumerate(circuit.nodes):
        kind = node[0]
        if cubes is not None and not cubes[number]:
            value = IMPOSSIBLE
        elif kind == AND:
            value = min([truth[child] for child in node[1:]])
        elif kind == OR:
            value = max([truth[child] for child in node[1:]])
        elif kind == NOT:
            value = CERTAIN - truth[node[1]]
        elif kind == LETTER:
            _, i, mask = node
            if i < known:
                value = CERTAIN if not domains[i] & ~mask else OPEN if domains[i] & mask else IMPOSSIBLE
            else:
                value = OPEN
        elif kind == SAME:
            _, i, j, relation = node
            if j >= known:
                value = OPEN
            elif relation:
                value = _truth_of_related(domains[i], domains[j], relations[relation - 1])
            else:
                value = _truth_of_identical(domains[i], domains[j])
        else:
            value = IMPOSSIBLE if kind == FALSE else CERTAIN
        truth.append(value)
    return truth


def _truth_of_identical(left: int, right: int) -> int:
    """Return the truth of "the letters are identical" for letters of the masks `left` and `right`."""
    if not left & (left - 1) and not (left | right) & ~left:
        return CERTAIN
    return OPEN if left & right else IMPOSSIBLE


def _truth_of_related(left: int, right: int, blocks: Sequence[int]) -> int:
    """Return the truth of "the letters are in the same of `blocks`" for letters of the masks `left` and `right`."""
    if any([not (left | right) & ~block for block in blocks]):
        return CERTAIN
    return OPEN if any([left & block and right & block for block in blocks]) else IMPOSSIBLE
