"""From a good choice to the cheapest one: what the engine proposes is accepted only if it is as good.

In: a choice that meets the goal.  Out: better ones, each with a bound, and in the end whether it is proven that no
other choice of columns (`satcross.generator.cheapest`) that meets the goal costs less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from satcross.generator.cheapest import Cheapest
from satcross.generator.engines import HittingSets
from satcross.generator.improve import Improver, Standing
from satcross.generator.search import Choice, Chooser

PROPOSALS: Final = 8
"""Choices that the engine proposes, at most; most puzzles need three."""


class Proven(NamedTuple):
    """The best choice that is known.

    bound      no choice of columns that meets the goal costs less
    is_proven  whether this is the cost of `choice`
    """

    choice: Choice
    standing: Standing
    bound: int
    is_proven: bool


def prove(
    improver: Improver,
    choice: Choice,
    make: Callable[[], HittingSets],
    accepts: Callable[[Choice], bool],
    random: Random,
) -> Iterator[Proven]:
    """Yield what is known, again and again, until it is proven or the proposals are used up.

    choice   a choice that meets the goal of `improver`
    accepts  whether a choice that meets the goal passes the gate too
    """
    chooser = improver.chooser
    standing = improver.standing(choice)
    cheapest = Cheapest(chooser, tuple(sorted(choice)), make, random)
    cheapest.add(choice)
    for _ in range(PROPOSALS):
        proposal = cheapest.propose()
        if proposal.choice is None:
            if proposal.bound:
                yield Proven(choice, standing, min(proposal.bound, standing.cost), standing.cost <= proposal.bound)
            return
        if standing.cost > proposal.bound:
            lowered = dict(proposal.choice)
            chooser.lower(lowered, random)
            if lowered != proposal.choice and cheapest.add(lowered):
                continue
            found = improver.standing(proposal.choice)
            if found.meets(improver.goal) and found.cost < standing.cost and accepts(proposal.choice):
                choice, standing = proposal.choice, found
        is_proven = proposal.is_optimal and standing.cost <= proposal.bound
        yield Proven(choice, standing, min(proposal.bound, standing.cost), is_proven)
        if is_proven:
            return
        cheapest.exclude(proposal.choice, superfluous(chooser, proposal.choice))


def superfluous(chooser: Chooser, choice: Choice) -> list[int]:
    """Return slots of `choice` whose clues can be left out together."""
    left = dict(choice)
    found = []
    for slot in chooser.redundant(choice):
        trial = {each: candidate for each, candidate in left.items() if each != slot}
        if chooser.solves(trial):
            left = trial
            found.append(slot)
    return found
