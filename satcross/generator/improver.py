"""Large neighbourhood search: rebuild a few clues, lower all, and keep what is better.

In: a choice that leads to the letters of the grid.  Out: better choices.  Better means, in this order: a difficulty
nearer to the one asked for, fewer flaws, lower cost, fewer doors (clues with which one can begin); they are weighed in
one sum.

Reference: P. Shaw, Using constraint programming and local search methods to solve vehicle routing problems, CP 1998.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from satcross.base.records import NamedTuple
from satcross.generator.path import FEW_DOORS
from satcross.generator.pool import constructs_of
from satcross.generator.search import Choice, Chooser, cost_of

FLAW: Final = 2_000
"""Cost of a flaw, about as much as twenty clues: no choice with fewer flaws is ever worse."""

POINT: Final = 20_000
"""Cost of a difficulty that is one point away from the wanted one: as much as ten flaws, since flaws can be removed."""

DOOR: Final = 120
"""Cost of a clue with which one can begin beyond FEW_DOORS: about twelve characters."""


class Goal(NamedTuple):
    """What is asked of a choice.

    Attributes:
        low: The lowest difficulty that is accepted.
        high: The highest difficulty that is accepted.
        constructs: What some clue must use.
        begun: How many clues must lead on at the beginning.
    """

    low: float
    high: float
    constructs: frozenset[str]
    begun: int

    def distance(self, difficulty: float) -> float:
        """Return how far `difficulty` is from what is asked for."""
        return max(self.low - difficulty, difficulty - self.high, 0.0)


class Standing(NamedTuple):
    """How good a choice is; smaller is better.

    Attributes:
        difficulty: How hard it is, as far as that is known.
        flaws: Clues that could be left out or looser, clues of a skeleton that too many others have, wanted constructs
            and beginnings that are missing.
    """

    total: int
    difficulty: float
    flaws: int
    cost: int

    def meets(self, goal: Goal) -> bool:
        """Return whether nothing is lacking."""
        return not self.flaws and not goal.distance(self.difficulty)


class Improver:
    """Improves choices of `chooser`, as `goal` asks."""

    def __init__(self, chooser: Chooser, goal: Goal, random: Random) -> None:
        self.chooser: Final = chooser
        self.goal: Goal = goal
        self._random: Final = random

    def standing(self, choice: Choice) -> Standing:
        """Return how good `choice` is."""
        chooser = self.chooser
        difficulty = chooser.difficulty(choice)
        doors = sum([each.open for each in chooser.rounds(choice)[:1]])
        flaws = (
            len(chooser.redundant(choice))
            + len(chooser.loose(choice))
            + chooser.excess(choice)
            + max(0, self.goal.begun - doors)
        )
        used = frozenset().union(*[constructs_of(each.pattern) for each in choice.values()])
        flaws += len(self.goal.constructs - used)
        cost = cost_of(choice) + chooser.surplus(choice)
        beyond = DOOR * max(0, doors - max(FEW_DOORS, self.goal.begun))
        total = cost + beyond + FLAW * flaws + round(POINT * self.goal.distance(difficulty))
        return Standing(total, difficulty, flaws, cost)

    def improve(self, choice: Choice) -> Iterator[tuple[Choice, Standing]]:
        """Yield the best choice so far, again and again: first `choice`, then after each try.

        While the difficulty is not as it should be, every other try is a new choice, and not one near the best.
        """
        best = self.standing(choice)
        while True:
            yield choice, best
            is_far = self.goal.distance(best.difficulty) > 0 and self._random.randrange(2)
            tried = self._new() if is_far else self._rebuilt(choice)
            if tried is not None and (standing := self.standing(tried)).total <= best.total:
                choice, best = tried, standing

    def _new(self) -> Choice | None:
        choice = self.chooser.start(self._random)
        if choice is not None:
            self.chooser.settle(choice, self._random)
        return choice

    def _rebuilt(self, choice: Choice) -> Choice | None:
        """Return a choice in which some clues have been made strong before all were lowered.

        If a clue could be left out, then every other time one that crosses it is replaced so that it is needed.
        If a clue could be looser, then every other time it becomes looser, and clues that cross it become stronger.
        Otherwise one to four clues are made strong, one of them a faulty one if there is any.  Every other time the
        clues of a family that is used too often are lowered first, so that one of them gives way.
        """
        random, chooser = self._random, self.chooser
        tried = dict(choice)
        similar = chooser.too_similar(choice) if random.randrange(2) else []
        redundant = chooser.redundant(choice)
        if redundant and random.randrange(2):
            return tried if chooser.need(tried, random.choice(redundant)) else None
        looser = {} if redundant else chooser.loose(choice)
        move = random.randrange(3) if looser else 0
        if move == 1:
            return tried if chooser.tighten(tried, random.choice(sorted(looser))) else None
        if move == 2:
            slot = random.choice(sorted(looser))
            slots = set(chooser.loosen(tried, slot, looser[slot]))
        else:
            free = sorted(slot for slot in tried if slot not in similar)
            slots = set(random.sample(free, min(len(free), random.randint(1, 4) + len(similar) // 2)))
            if faulty := redundant or sorted(looser):
                slots.add(random.choice(faulty))
            for slot in sorted(slots):
                chooser.take_strong(tried, slot, random)
        if not chooser.strengthen(tried, sorted(slots), random):
            return None
        others = [slot for slot in tried if slot not in slots]
        first = similar or (others if random.randrange(2) else slots)
        chooser.settle(tried, random, first)
        return tried
