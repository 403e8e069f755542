"""The leaves of a circuit: what is asked of single letters, and which letters have to be the same.

Everything is said within the domains of the letters: what they decide becomes a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from satcross.regex.letters.classes import Classes
from satcross.regex.meaning.core import Letters
from satcross.solver.constraints.general.builder import Builder
from satcross.solver.constraints.general.nodes import FALSE, TRUE

Relations: TypeAlias = Callable[[str], tuple[int, ...]]
"""Returns the masks of the blocks of letters that are the same under a fold, given the fold's name."""


class Leaves:
    """Makes leaves with `builder`, on a line whose indices have the letter masks `domains`.

    Attributes:
        n: Length of the line.
        width: Number of letter classes.
        relations: The blocks of each relation that is in use; relation r > 0 is relations[r - 1].
    """

    __slots__ = ("_blocks_of", "_classes", "_masks", "_relation_of", "builder", "domains", "n", "relations", "width")

    def __init__(self, builder: Builder, domains: Sequence[int], classes: Classes, blocks_of: Relations) -> None:
        self.builder: Final = builder
        self.domains: Final = domains
        self.n: Final = len(domains)
        self.width: Final = len(classes.members)
        self.relations: Final[list[tuple[int, ...]]] = []
        self._classes: Final = classes
        self._blocks_of: Final = blocks_of
        self._masks: Final[dict[Letters, int]] = {}
        self._relation_of: Final[dict[str, int]] = {"": 0}

    def mask(self, node: Letters) -> int:
        """Return the mask of the letters of `node`."""
        mask = self._masks.get(node)
        if mask is None:
            mask = self._masks[node] = self._classes.mask(node.letters)
        return mask

    def letter(self, i: int, mask: int) -> int:
        """Return the node "index i holds a letter of `mask`"."""
        return self.builder.letter(i, mask, self.domains[i])

    def relation(self, fold: str) -> int:
        """Return the number of the relation of letters that are the same under `fold`."""
        relation = self._relation_of.get(fold)
        if relation is None:
            self.relations.append(self._blocks_of(fold))
            relation = self._relation_of[fold] = len(self.relations)
        return relation

    def same(self, i: int, j: int, relation: int) -> int:
        """Return the node "the letters at the indices i and j are the same under `relation`".

        Args:
            j: May be the index of a choice, which can be any letter.
        """
        left, right = self.domains[i], self._domain(j)
        if not self._can_be_same(left, right, relation):
            return FALSE
        either = left | right
        blocks = self.relations[relation - 1] if relation else (either & -either,)
        is_certain = any([not either & ~block for block in blocks])
        return TRUE if is_certain else self.builder.same(i, j, relation)

    def can_be_same(self, i: int, j: int, relation: int) -> bool:
        """Return whether some letters of the domains at the indices i and j are the same under `relation`."""
        return self._can_be_same(self.domains[i], self._domain(j), relation)

    def same_run(self, i: int, j: int, length: int, relation: int) -> list[int]:
        """Return the nodes "the letters at i + k and j + k are the same under `relation`", for k below `length`."""
        return [self.same(i + k, j + k, relation) for k in range(length)]

    def _domain(self, index: int) -> int:
        return self.domains[index] if index < self.n else self._classes.every

    def _can_be_same(self, left: int, right: int, relation: int) -> bool:
        if not relation:
            return left & right != 0
        return any([left & block and right & block for block in self.relations[relation - 1]])
