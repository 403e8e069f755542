"""How many positions a regular clue has, found out without making them.

The count follows `solver.constraints.regular.positions` step by step.  With it, a clue that is far too large is
refused with its whole size, after a moment.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from satcross.regex.meaning.core import Alt, Core, Group, Letters, Repeat, Seq


class Copies(NamedTuple):
    """How often an item is copied out for a loop.

    Attributes:
        low: The least number of rounds, as far as it makes a difference.
        high: The greatest number of rounds, as far as it makes a difference; None: there is no bound.
        rounds: How many rounds there is room for; if there is room for none, none are needed.
    """

    low: int
    high: int | None
    rounds: int


def copies_of(node: Repeat, room: int) -> Copies:
    """Return how often the item of `node` is copied out when at most `room` letters are left for all of them."""
    item, low, high = node.item, node.low, node.high
    if item.least == 0:
        # rounds may be empty: any number of rounds up to `high` will do, and more than `room` rounds do no more
        low = 0
    rounds = room // max(1, item.least)
    return Copies(low, None if high is not None and high > rounds else high, rounds)


MOST_STEPS: Final = 100_000
"""Steps that counting may take, a few tenths of a second; a clue of which more would be needed is too large anyway."""


def count_positions(root: Core, n: int, most_steps: int = MOST_STEPS) -> int:
    """Return how many positions `root` has for strings of `n` letters; too few if that takes over `most_steps` steps.

    A step looks at one part of `root`, with one amount of room.
    """
    return _Counter(most_steps).count(root, n)


class _Counter:
    __slots__ = ("_known", "_steps_left")

    def __init__(self, most_steps: int) -> None:
        self._known: dict[tuple[int, int], int] = {}
        self._steps_left = most_steps

    def count(self, node: Core, room: int) -> int:
        """Return the positions of `node` when at most `room` letters are left for it."""
        if node.least > room:
            return 0
        if isinstance(node, Letters):
            return 1
        key = (id(node), room)
        number = self._known.get(key)
        if number is None:
            self._steps_left -= 1
            number = self._known[key] = self._of_parts(node, room) if self._steps_left > 0 else 0
        return number

    def _of_parts(self, node: Core, room: int) -> int:
        if isinstance(node, Seq):
            spare = room - node.least
            return sum([self.count(item, item.least + spare) for item in node.items])
        if isinstance(node, Alt):
            return sum([self.count(branch, room) for branch in node.branches])
        if isinstance(node, Group):
            return self.count(node.item, room)
        assert isinstance(node, Repeat)
        return self._of_loop(node, room)

    def _of_loop(self, node: Repeat, room: int) -> int:
        item = node.item
        low, high, rounds = copies_of(node, room)
        if rounds == 0:
            return 0
        spare = room - low * item.least
        first = self.count(item, item.least + spare) if low else 0
        if high is None:
            return first * max(0, low - 1) + (first if low else self.count(item, room))
        optional = 0
        for done in range(high - low):
            if (done + 1) * item.least > spare:
                break
            optional += self.count(item, spare - done * item.least)
        return first * low + optional
