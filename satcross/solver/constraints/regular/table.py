"""The table of a regular clue: its positions over letter classes, which all layers of a line share.

In: the positions of a clue (`solver.constraints.regular.positions`) and letter classes.  Out: `Table`, which answers
the questions of one step of a pass: which positions hold a letter of a domain, which can come next, and which can have
come before.  Each answer is worked out once, so a table in use becomes the part of the determinised automaton that is
needed: only the sets of positions that occur are ever built.

Sets of positions and sets of letter classes are bit sets (`satcross.base.bits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from satcross.base.bits import members, single_bits
from satcross.regex.letters.classes import Classes
from satcross.solver.constraints.regular.positions import Positions

Grouped: TypeAlias = list[tuple[int, int]]
"""(positions, value) pairs: the positions that share each distinct value."""


class Table:
    """The positions of a regular clue over letter classes.

    Attributes:
        masks: Letter mask of each position.
        first: The positions that can consume the first letter.
        last: The positions that can consume the last letter.
        is_nullable: Whether the empty string matches.
        follow: For each position, the positions that can come next.
        precede: For each position, the positions that can come before.
        by_letters: The positions that share each letter mask, and the mask.
        holding: For a domain, the positions that hold a letter of it.
        covering: For a domain, the positions that hold every letter of it.
        kinds: For a domain, the different sets of positions that hold one letter of it.
        after: For some positions, those that can come next after any of them.
        before: For some positions, the letters that they hold, and the positions that can come before any of them.
    """

    __slots__ = (
        "after",
        "before",
        "by_letters",
        "covering",
        "first",
        "follow",
        "holding",
        "is_nullable",
        "kinds",
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
        self.precede: Final = positions.precede
        self.by_letters: Final = _by_value(self.masks)
        self.holding: Final = _Holding(self.by_letters)
        self.covering: Final = _Covering(self.by_letters)
        self.kinds: Final = _Kinds(self.holding)
        self.after: Final = _After(self.follow)
        self.before: Final = _Before(self.masks, self.precede)

    def by_follow(self) -> Grouped:
        """Return the positions that share what can come next, and that."""
        return _by_value(self.follow)


# Each answer of a table is an item of a dictionary that fills itself: looking one up costs no call once it is known,
# and passes look up several for each letter.


class _Holding(dict[int, int]):
    __slots__ = ("_by_letters",)

    def __init__(self, by_letters: Grouped) -> None:
        self._by_letters: Final = by_letters

    def __missing__(self, domain: int) -> int:
        held = 0
        for group, mask in self._by_letters:
            if mask & domain:
                held |= group
        self[domain] = held
        return held


class _Covering(dict[int, int]):
    __slots__ = ("_by_letters",)

    def __init__(self, by_letters: Grouped) -> None:
        self._by_letters: Final = by_letters

    def __missing__(self, domain: int) -> int:
        covered = 0
        for group, mask in self._by_letters:
            if not domain & ~mask:
                covered |= group
        self[domain] = covered
        return covered


class _Kinds(dict[int, tuple[int, ...]]):
    __slots__ = ("_holding",)

    def __init__(self, holding: _Holding) -> None:
        self._holding: Final = holding

    def __missing__(self, domain: int) -> tuple[int, ...]:
        kinds = self[domain] = tuple({self._holding[bit]: None for bit in single_bits(domain)})
        return kinds


class _After(dict[int, int]):
    __slots__ = ("_follow",)

    def __init__(self, follow: Sequence[int]) -> None:
        self._follow: Final = follow

    def __missing__(self, active: int) -> int:
        following = 0
        for position in members(active):
            following |= self._follow[position]
        self[active] = following
        return following


class _Before(dict[int, tuple[int, int]]):
    __slots__ = ("_masks", "_precede")

    def __init__(self, masks: Sequence[int], precede: Sequence[int]) -> None:
        self._masks: Final = masks
        self._precede: Final = precede

    def __missing__(self, active: int) -> tuple[int, int]:
        letters = preceding = 0
        for position in members(active):
            letters |= self._masks[position]
            preceding |= self._precede[position]
        before = self[active] = (letters, preceding)
        return before


def _by_value(values: Sequence[int]) -> Grouped:
    """Return (positions, value) pairs: the positions that share each distinct value."""
    groups: dict[int, int] = {}
    for position, value in enumerate(values):
        groups[value] = groups.get(value, 0) | 1 << position
    return [(group, value) for value, group in groups.items()]
