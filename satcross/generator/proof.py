"""From a good choice to the cheapest one: what the engine proposes is accepted only if it is as good.

In: a choice that meets the goal.  Out: better ones, each with a bound, and in the end whether it is proven that no
other choice of columns (`satcross.generator.cheapest`) that meets the goal costs less.

A proposal that is not accepted is excluded.  If the proof is *thorough*, all choices that are known to fail for the
same reason are excluded with it (`satcross.generator.alike`), and more proposals are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, NamedTuple

from satcross.generator.alike import leading_alike, with_equal_chain
from satcross.generator.cheapest import Cheapest, Column
from satcross.generator.engines import HittingSets
from satcross.generator.improve import Goal, Improver, Standing
from satcross.generator.pool import Candidate
from satcross.generator.search import Choice, Chooser

PROPOSALS: Final = 8
"""Choices that the engine proposes, at most; most puzzles need three.  All of them are lowered, also those that fail,
because that brings in good columns."""

THOROUGH: Final = 24
"""The same for a thorough proof."""


class Proven(NamedTuple):
    """The best choice that is known.

    Attributes:
        bound: No choice of columns that meets the goal costs less.
        is_proven: Whether this is the cost of `choice`.
    """

    choice: Choice
    standing: Standing
    bound: int
    is_proven: bool


class Verdict(NamedTuple):
    """What the gate says of a choice.

    Attributes:
        is_good: Whether the choice has all that was asked for.
        looser: For each slot that has one, a clue that asks less and is enough.
    """

    is_good: bool
    looser: Mapping[int, str] = {}


def prove(
    improver: Improver,
    choice: Choice,
    make: Callable[[], HittingSets],
    judge: Callable[[Choice], Verdict],
    random: Random,
    thorough: Goal | None = None,
) -> Iterator[Proven]:
    """Yield what is known, again and again, until it is proven or the proposals are used up.

    Args:
        choice: A choice that meets the goal of `improver`.
        judge: Returns what the gate says of a choice that meets the goal.
        thorough: The goal, if the proof should be thorough; None: it is that of `improver`, and the proof is quick.
    """
    chooser = improver.chooser
    goal = thorough or improver.goal
    standing = improver.standing(choice)
    cheapest = Cheapest(chooser, tuple(sorted(choice)), make, random)
    cheapest.add(choice)
    for number in range(THOROUGH if thorough else PROPOSALS):
        proposal = cheapest.propose()
        if proposal.choice is None:
            if proposal.bound:
                yield Proven(choice, standing, min(proposal.bound, standing.cost), standing.cost <= proposal.bound)
            return
        proposed = dict(sorted(proposal.choice.items())) if thorough else proposal.choice
        verdict = Verdict(is_good=True)
        if standing.cost > proposal.bound:
            found = improver.standing(proposed)
            is_better = found.meets(goal) and found.cost < standing.cost
            if is_better or number < PROPOSALS:
                lowered = dict(proposed)
                chooser.lower(lowered, random)
                if lowered != proposed and cheapest.add(lowered):
                    continue
            if is_better:
                verdict = judge(proposed)
                if verdict.is_good:
                    choice, standing = proposed, found
        is_proven = proposal.is_optimal and standing.cost <= proposal.bound
        yield Proven(choice, standing, min(proposal.bound, standing.cost), is_proven)
        if is_proven:
            return
        if thorough:
            cheapest.exclude_all(_failing_alike(improver, goal, proposed, verdict, cheapest.columns, random))
        else:
            cheapest.exclude(proposed, superfluous(chooser, proposed))


def _failing_alike(
    improver: Improver,
    goal: Goal,
    choice: Choice,
    verdict: Verdict,
    columns: Mapping[Column, Candidate],
    random: Random,
) -> frozenset[Column]:
    """Return the columns of `choice`, and others: a choice of these only, in their slots, fails as `choice` does.

    Choices fail because a clue is superfluous, because of their rating, or because a looser clue would do.
    """
    chooser, board = improver.chooser, improver.chooser.board
    chosen = chooser.constraints(choice)
    gone = superfluous(chooser, choice)
    if gone:
        return leading_alike(board, {slot: each for slot, each in chosen.items() if slot not in gone}, columns, random)
    if goal.distance(improver.standing(choice).rating):
        return with_equal_chain(
            board, chosen, columns, lambda slot, each: improver.is_as_hard(slot, choice[slot].pattern, each.pattern)
        )
    for slot, pattern in verdict.looser.items():
        looser = {**chosen, slot: board.unrolled(pattern, len(board.slots[slot].cells)).constraint}
        if board.fixpoint(looser, board.start) == board.goal:
            alike = leading_alike(board, looser, columns, random, loosened=slot)
            if (slot, choice[slot].pattern) in alike:
                return alike
    return frozenset((slot, each.pattern) for slot, each in choice.items())


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
