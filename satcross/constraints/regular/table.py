"""The table of a regular clue: its positions over letter classes, shared by all layers of a line.

In: positions (`satcross.constraints.regular.positions`) and letter classes.  Out: `Table`, which answers the questions of
one step of a pass: which positions hold a letter of a domain, which can come next, which could have come before.

Sets of positions and sets of letter classes are bit sets in Python integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.constraints.regular.positions import Positions, atoms
from satcross.regex.letters.classes import Classes

FEW: Final = 8
"""Atoms of a set up to which it is quicker to go through them than through those alike."""


class Table:
    """The positions of a regular clue over letter classes, with every step of a sweep remembered.

    masks         letter mask of each atom
    first, last   atoms that can consume the first, the last letter
    is_nullable   whether the empty string matches
    follow        atoms that can come next, of each atom
    precede       atoms that can come before, of each atom
    by_letters    the atoms that share each letter mask, and the mask

    The memory of steps is a determinised part of the table: only the sets of atoms that occur are ever built.
    """

    __slots__ = (
        "_after",
        "_before",
        "_by_follow",
        "_covering",
        "_holding",
        "_members",
        "by_letters",
        "first",
        "follow",
        "is_nullable",
        "last",
        "masks",
        "precede",
    )

    def __init__(self, positions: Positions, classes: Classes) -> None:
        self.masks: Final = classes.masks(positions.letters)
        self.first: Final = positions.first
        self.last: Final = positions.last
        self.is_nullable: Final = positions.is_nullable
        self.follow: Final = positions.follow
        self.by_letters: Final = _by_value(self.masks)
        self._by_follow: list[tuple[int, int]] | None = None
        self.precede: Final = positions.precede
        self._members: dict[int, tuple[int, ...]] = {}
        self._holding: dict[int, int] = {classes.every: (1 << len(self.masks)) - 1}
        self._covering: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._before: dict[int, tuple[int, int]] = {}

    @property
    def by_follow(self) -> list[tuple[int, int]]:
        """The atoms that share what can come next, and that."""
        if self._by_follow is None:
            self._by_follow = _by_value(self.follow)
        return self._by_follow

    def holding(self, domain: int) -> int:
        """Return the atoms that hold a letter of `domain`."""
        found = self._holding.get(domain)
        if found is None:
            found = 0
            for group, mask in self.by_letters:
                if mask & domain:
                    found |= group
            self._holding[domain] = found
        return found

    def covering(self, domain: int) -> int:
        """Return the atoms that hold every letter of `domain`."""
        found = self._covering.get(domain)
        if found is None:
            found = 0
            for group, mask in self.by_letters:
                if not domain & ~mask:
                    found |= group
            self._covering[domain] = found
        return found

    def after(self, active: int) -> int:
        """Return the atoms that can come next after any atom of `active`."""
        found = self._after.get(active)
        if found is None:
            found = 0
            if active.bit_count() > FEW:
                for group, following in self.by_follow:
                    if active & group:
                        found |= following
            else:
                follow = self.follow
                left = active
                while left:
                    low = left & -left
                    found |= follow[low.bit_length() - 1]
                    left ^= low
            self._after[active] = found
        return found

    def before(self, active: int) -> tuple[int, int]:
        """Return the letters that the atoms of `active` hold, and the atoms that can come before any of them."""
        found = self._before.get(active)
        if found is None:
            letters = preceding = 0
            if active.bit_count() > FEW:
                for group, mask in self.by_letters:
                    if active & group:
                        letters |= mask
                for group, following in self.by_follow:
                    if active & following:
                        preceding |= group
            else:
                masks, precede = self.masks, self.precede
                left = active
                while left:
                    low = left & -left
                    atom = low.bit_length() - 1
                    letters |= masks[atom]
                    preceding |= precede[atom]
                    left ^= low
            found = self._before[active] = (letters, preceding)
        return found

    def members(self, active: int) -> tuple[int, ...]:
        """Return the atoms of `active` in ascending order; an atom's rank is its place in here."""
        found = self._members.get(active)
        if found is None:
            found = self._members[active] = tuple(atoms(active))
        return found


def _by_value(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return (atoms, value) pairs: the atoms that share each distinct value."""
    groups: dict[int, int] = {}
    for atom, value in enumerate(values):
        groups[value] = groups.get(value, 0) | 1 << atom
    return [(group, value) for value, group in groups.items()]
