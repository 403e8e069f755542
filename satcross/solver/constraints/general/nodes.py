"""The intermediate form of a clue that is more than regular: an acyclic circuit over the letters of its line.

A circuit is a tuple of nodes, children before parents, the last one its root.  A node is a tuple of ints:

    (TRUE,)  (FALSE,)
    (LETTER, i, mask)    the letter at index i is in a class of `mask`
    (SAME, i, j, r)      the letters at the indices i < j are the same under relation r (0: identical)
    (AND, a, b, ...)     (OR, a, b, ...)     (NOT, a)          where a, b, ... are smaller node numbers

Indices from n on are *choices*: auxiliary values such as "where did group 1 start" or "which letter did it capture".
The line satisfies the clue iff some values of the choices make the root true.  No choice stands below a NOT.

Given the domains of the letters, a node is IMPOSSIBLE if no assignment within the domains makes it true, CERTAIN if all
of them do, and OPEN if this is not known.  The truth of a node follows from that of its parts alone, so OPEN may hide
an IMPOSSIBLE or a CERTAIN.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Node: TypeAlias = tuple[int, ...]

TRUE, FALSE, LETTER, SAME, AND, OR, NOT, LATER = range(8)
"""The kinds of nodes; LATER is known to `satcross.solver.constraints.general.builder` only."""

IMPOSSIBLE, OPEN, CERTAIN = 0, 1, 2
"""What is known of the truth of a node."""


class Circuit:
    """A finished circuit.

    Args:
        nodes: Children before parents; the root is the last.
        n: Length of the line.
        choices: Number of values of each choice; the first has index n.
        relations: Relation r > 0 is relations[r - 1]: the masks of its blocks of "same" letters, a partition of the
            classes.
    """

    __slots__ = ("choices", "has_negation", "n", "nodes", "relations")

    def __init__(
        self,
        nodes: tuple[Node, ...],
        n: int,
        choices: tuple[int, ...],
        relations: tuple[tuple[int, ...], ...],
    ) -> None:
        self.nodes: Final = nodes
        self.n: Final = n
        self.choices: Final = choices
        self.relations: Final = relations
        self.has_negation: Final = any(node[0] == NOT for node in nodes)


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
