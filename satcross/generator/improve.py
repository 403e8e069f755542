"""Large neighbourhood search: rebuild a few clues, lower all, and keep what is better.

In: a choice that leads to the letters of the grid.  Out: better choices.  Better means, in this order: fewer flaws, a
hardness nearer to the one asked for, lower cost; the three are weighed in one sum.

Reference: P. Shaw, Using constraint programming and local search methods to solve vehicle routing problems, CP 1998.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from satcross.author.constructs import hard_constructs
from satcross.author.difficulty import hardness_of
from satcross.generator.pool import constructs_of
from satcross.generator.search import Choice, Chooser, cost_of

FLAW: Final = 2_000
"""Cost of a flaw, about as much as twenty clues: no choice with fewer flaws is ever worse."""

DISTANCE: Final = 6_000
"""Cost of a hardness that is one point away from the one asked for."""


class Goal(NamedTuple):
    """What is asked of a choice.

    Attributes:
        low: The lowest hardness that is accepted.
        high: The highest hardness that is accepted.
        constructs: What some clue must use.
        begun: How many clues must lead on at the beginning.
    """

    low: float
    high: float
    constructs: frozenset[str]
    begun: int

    def distance(self, hardness: float) -> float:
        """Return how far `hardness` is from what is asked for."""
        return max(self.low - hardness, hardness - self.high, 0.0)


class Standing(NamedTuple):
    """How good a choice is; smaller is better.

    Attributes:
        hardness: How hard it is, as far as that is known.
        flaws: Clues that could be left out or looser, clues of a skeleton that too many others have, wanted constructs
            and beginnings that are missing.
    """

    total: int
    hardness: float
    flaws: int
    cost: int

    def meets(self, goal: Goal) -> bool:
        """Return whether nothing is lacking."""
        return not self.flaws and not goal.distance(self.hardness)


class Improver:
    """Improves choices of `chooser`, as `goal` asks."""

    __slots__ = ("_hard", "_random", "chooser", "goal")

    def __init__(self, chooser: Chooser, goal: Goal, random: Random) -> None:
        self.chooser: Final = chooser
        self.goal: Goal = goal
        self._random: Final = random
        self._hard: Final[dict[str, frozenset[str]]] = {}

    def standing(self, choice: Choice) -> Standing:
        """Return how good `choice` is."""
        chooser = self.chooser
        rounds = chooser.board.rounds(chooser.constraints(choice))
        assert rounds is not None, "steps of one clue lead to the letters"
        lines = [chooser.board.slots[slot].cells for slot in choice]
        hardness = hardness_of(rounds, lines, self._remembered(choice))
        flaws = (
            len(chooser.redundant(choice))
            + len(chooser.loose(choice))
            + chooser.excess(choice)
            + (max(0, self.goal.begun - rounds[0].open) if rounds else 0)
        )
        used = frozenset().union(*[constructs_of(each.pattern) for each in choice.values()])
        flaws += len(self.goal.constructs - used)
        cost = cost_of(choice) + chooser.surplus(choice)
        total = cost + FLAW * flaws + round(DISTANCE * self.goal.distance(hardness))
        return Standing(total, hardness, flaws, cost)

    def _remembered(self, choice: Choice) -> float:
        """Return the share of the clues in which something has to be remembered."""
        return sum([bool(self._constructs(slot, each.pattern)) for slot, each in choice.items()]) / max(1, len(choice))

    def _constructs(self, slot: int, pattern: str) -> frozenset[str]:
        constructs = self._hard.get(pattern)
        if constructs is None:
            board = self.chooser.board
            root = board.unrolled(pattern, len(board.slots[slot].cells)).tree.root
            constructs = self._hard[pattern] = hard_constructs(root)
        return constructs

    def improve(self, choice: Choice) -> Iterator[tuple[Choice, Standing]]:
        """Yield the best choice so far, again and again: first `choice`, then after each try.

        While the hardness is not as it should be, every other try is a new choice, and not one near the best: a few
        other clues seldom make a difference of a whole marking round.  While it is too low, clues that take one more
        marking round come first in both.
        """
        best = self.standing(choice)
        while True:
            yield choice, best
            is_too_easy = best.hardness < self.goal.low
            is_far = self.goal.distance(best.hardness) > 0 and self._random.randrange(2)
            tried = self._new(is_too_easy=is_too_easy) if is_far else self._rebuilt(choice, is_too_easy=is_too_easy)
            if tried is not None and (standing := self.standing(tried)).total <= best.total:
                choice, best = tried, standing

    def _new(self, *, is_too_easy: bool) -> Choice | None:
        choice = self.chooser.start(self._random)
        if choice is not None:
            self.chooser.lower(choice, self._random, is_too_easy=is_too_easy)
        return choice

    def _rebuilt(self, choice: Choice, *, is_too_easy: bool) -> Choice | None:
        """Return a choice in which some clues have been made strong before all were lowered.

        If a clue could be looser, then every other time it becomes looser, and clues that cross it become stronger.
        Otherwise one to four clues are made strong, one of them a faulty one if there is any.  Every other time the
        clues of a family that is used too often are lowered first, so that one of them gives way.
        """
        random, chooser = self._random, self.chooser
        tried = dict(choice)
        crowd = chooser.crowd(choice) if random.randrange(2) else []
        redundant = chooser.redundant(choice)
        looser = {} if redundant else chooser.loose(choice)
        move = random.randrange(3) if looser else 0
        if move == 1:
            return tried if chooser.tighten(tried, random.choice(sorted(looser))) else None
        if move == 2:
            slot = random.choice(sorted(looser))
            slots = set(chooser.loosen(tried, slot, looser[slot]))
        else:
            free = sorted(slot for slot in tried if slot not in crowd)
            slots = set(random.sample(free, min(len(free), random.randint(1, 4) + len(crowd) // 2)))
            if faulty := redundant or sorted(looser):
                slots.add(random.choice(faulty))
            for slot in sorted(slots):
                chooser.take_strong(tried, slot, random)
        if not chooser.strengthen(tried, sorted(slots), random):
            return None
        others = [slot for slot in tried if slot not in slots]
        first = crowd or (others if random.randrange(2) else slots)
        chooser.lower(tried, random, first, is_too_easy=is_too_easy)
        return tried
