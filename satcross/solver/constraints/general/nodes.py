"""The intermediate form of a clue that is more than regular: an acyclic circuit over the letters of its line.

A circuit is a tuple of nodes, children before parents, the last one its root.  A node is a tuple of ints:

    (TRUE,)  (FALSE,)
    (LETTER, i, mask)    the letter at index i is in a class of `mask`
    (SAME, i, j, r)      the letters at the indices i < j are the same under relation r (0: identical)
    (AND, a, b, ...)     (OR, a, b, ...)     (NOT, a)          where a, b, ... are smaller node numbers

Indices from n on are *choices*: auxiliary values such as "where did group 1 start" or "which letter did it capture".
The line satisfies the clue iff some values of the choices make the root true.  No choice stands below a NOT.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, TypeAlias

Node: TypeAlias = tuple[int, ...]

TRUE, FALSE, LETTER, SAME, AND, OR, NOT, LATER = range(8)
"""The kinds of nodes; LATER is known to `satcross.solver.constraints.general.builder` only."""


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
        choices: tuple[int, ...] = (),
        relations: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.nodes: Final = nodes
        self.n: Final = n
        self.choices: Final = choices
        self.relations: Final = relations
        self.has_negation: Final = any(node[0] == NOT for node in nodes)

    def is_true(self, letters: Sequence[int]) -> bool:
        """Return whether the line satisfies the clue; `letters` holds the class number of each letter.

        This tries all values of the choices, so it is for tests and small circuits.
        """
        return any(self._evaluate((*letters, *values)) for values in product(*map(range, self.choices)))

    def _evaluate(self, values: Sequence[int]) -> bool:
        truth: list[bool] = []
        for kind, *rest in self.nodes:
            if kind == LETTER:
                truth.append(bool(rest[1] >> values[rest[0]] & 1))
            elif kind == SAME:
                truth.append(self.is_same(rest[2], values[rest[0]], values[rest[1]]))
            elif kind == AND:
                truth.append(all(truth[child] for child in rest))
            elif kind == OR:
                truth.append(any(truth[child] for child in rest))
            elif kind == NOT:
                truth.append(not truth[rest[0]])
            else:
                truth.append(kind == TRUE)
        return truth[-1]

    def is_same(self, relation: int, left: int, right: int) -> bool:
        """Return whether the letter classes `left` and `right` are the same under `relation`."""
        if not relation:
            return left == right
        return any(block >> left & 1 and block >> right & 1 for block in self.relations[relation - 1])
