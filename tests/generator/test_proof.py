"""Choices that are excluded together fail for the same reason; what is proven costs no more than any choice."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

import satcross
from satcross.generator.alike import leading_alike, with_equal_chain
from satcross.generator.cheapest import Cheapest
from satcross.generator.engines import engine_maker
from satcross.generator.gate import puzzle_of
from satcross.generator.improve import Goal, Improver
from satcross.generator.pool import Candidate
from satcross.generator.proof import Verdict, prove, superfluous
from satcross.generator.search import Choice, Chooser, cost_of
from tests.generator.samples import chooser, columns_of, keep_plain, small_board

PATTERNS = 6  # of each slot, so that all choices can be tried


def choices_of(chosen_from: Chooser) -> list[Choice]:
    """Return every choice of the pool that leads to the letters."""
    pool = chosen_from.pool.candidates
    choices = [dict(zip(pool, candidates, strict=True)) for candidates in product(*pool.values())]
    return [each for each in choices if chosen_from.solves(each)]


def is_within(choice: Choice, columns: frozenset[tuple[int, str]]) -> bool:
    """Return whether `choice` has one of `columns` in each of their slots."""
    slots = {slot for slot, _ in columns}
    return all((slot, choice[slot].pattern) in columns for slot in slots)


def is_as_hard_as(improver: Improver, choice: Choice, slot: int, candidate: Candidate) -> bool:
    return improver.is_as_hard(slot, choice[slot].pattern, candidate.pattern)


class Looser(NamedTuple):
    slot: int
    rewrite: str


def looser_clues(chosen_from: Chooser, choice: Choice) -> list[Looser]:
    """Return the slots of `choice` with a clue that could be looser, and the looser clue, as lint says."""
    shape = satcross.rectangle(rows=2, columns=3)
    board = chosen_from.board
    puzzle = puzzle_of(satcross.Request(shape), board.slots, choice, board.letters)
    slots = {line.name: number for number, line in enumerate(shape.lines)}
    found = [each for each in satcross.lint(puzzle).findings if each.code == "looser-clue"]
    return [Looser(slots[each.line], each.rewrite) for each in found if each.line and each.rewrite]


def improver_of(seed: int) -> Improver:
    chosen_from = chooser(small_board(), seed, most=PATTERNS)
    return Improver(chosen_from, Goal(), Random(seed))


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_clues_that_rule_out_as_much_leave_the_same_clue_superfluous(seed: int) -> None:
    chosen_from = improver_of(seed).chooser
    columns = columns_of(chosen_from)
    choices = choices_of(chosen_from)
    excluded = 0
    for choice in choices[::25]:
        gone = superfluous(chosen_from, choice)
        if not gone:
            continue
        others = {slot: each for slot, each in chosen_from.constraints(choice).items() if slot not in gone}
        alike = leading_alike(chosen_from.board, others, columns, Random(seed))
        assert is_within(choice, alike)
        for other in choices:
            if is_within(other, alike):
                assert chosen_from.solves({slot: each for slot, each in other.items() if slot not in gone})
                excluded += other != choice
    assert excluded


@pytest.mark.parametrize("seed", [1, 2, 8])
def test_clues_that_can_be_loosened_as_much_are_found_too_strict_by_lint(seed: int) -> None:
    chosen_from = improver_of(seed).chooser
    board = chosen_from.board
    columns = columns_of(chosen_from)
    choices = choices_of(chosen_from)
    others = 0
    for choice in choices[::40]:
        for found in looser_clues(chosen_from, choice):
            loosest = board.unrolled(found.rewrite, len(board.slots[found.slot].cells)).constraint
            with_it = {**chosen_from.constraints(choice), found.slot: loosest}
            if board.fixpoint(with_it, board.start) != board.goal:
                continue
            alike = leading_alike(board, with_it, columns, Random(seed), loosened=found.slot)
            for other in [each for each in choices if is_within(each, alike)][:20]:
                others += other[found.slot] != choice[found.slot]
                assert superfluous(chosen_from, other) or found.slot in {
                    each.slot for each in looser_clues(chosen_from, other)
                }
    assert others


@pytest.mark.parametrize("seed", range(1, 4))
def test_clues_with_an_equal_chain_have_the_same_rating(seed: int) -> None:
    improver = improver_of(seed)
    chosen_from = improver.chooser
    columns = columns_of(chosen_from)
    choices = choices_of(chosen_from)
    alike_pairs = 0
    for choice in choices[::40]:
        is_as_hard = partial(is_as_hard_as, improver, choice)
        alike = with_equal_chain(chosen_from.board, chosen_from.constraints(choice), columns, is_as_hard)
        assert is_within(choice, alike)
        for other in choices:
            if is_within(other, alike):
                assert improver.standing(other).rating == improver.standing(choice).rating
                alike_pairs += other != choice
    assert alike_pairs


def test_what_the_search_has_refused_can_be_proposed_afresh() -> None:
    chosen_from = chooser(small_board())
    slots = tuple(chosen_from.pool.candidates)
    make = engine_maker("rc2", len(slots))
    assert make is not None
    first = Cheapest(chosen_from, slots, make, Random(1)).propose()
    assert first.choice is not None
    for slot, candidate in first.choice.items():
        chosen_from.refuse(slot, candidate.pattern)
    second = Cheapest(chosen_from, slots, make, Random(1)).propose()
    assert second.choice != first.choice
    assert second.bound > first.bound
    assert Cheapest(chosen_from.afresh(), slots, make, Random(1)).propose() == first


@pytest.mark.parametrize("seed", [1, 4, 6, 8])
def test_no_choice_that_meets_the_goal_costs_less_than_the_bound_of_a_thorough_proof(seed: int) -> None:
    chosen_from = chooser(small_board(), seed, most=PATTERNS)
    chosen_from.is_varied = False
    improver = Improver(chosen_from, Goal(), Random(seed))
    keep_plain(chosen_from)
    choices = choices_of(chosen_from)
    good = [each for each in choices if not improver.standing(each).flaws]
    highest = max(improver.standing(each).rating for each in good)
    goal = improver.goal = Goal(low=highest, high=highest)
    good = [each for each in good if improver.standing(each).meets(goal)]
    start = max(good, key=cost_of)
    make = engine_maker("rc2", len(start))
    assert make is not None
    *_, last = prove(improver, start, make, lambda choice: Verdict(is_good=True), Random(seed), goal)
    least = min(improver.standing(each).cost for each in good)
    assert last.standing.meets(goal)
    assert last.bound <= min(least, last.standing.cost)
    assert last.standing.cost <= least or not last.is_proven
