"""The cheapest choice is compared with all choices; both engines find it; cuts never exclude a choice that solves."""

from __future__ import annotations

from itertools import product
from random import Random
from zlib import crc32

import pytest

from satcross.generator.board import Board
from satcross.generator.cheapest import Cheapest
from satcross.generator.cuts import cut_of, nearest_rejected
from satcross.generator.engines import TIES, Rc2Sets, engine_maker
from satcross.generator.search import Choice, Chooser, cost_of
from tests.generator.samples import chooser, keep_plain, small_board


def all_choices(chosen_from: Chooser) -> list[Choice]:
    """Return every choice of the pool that leads to the letters, in which no two clues are equal."""
    pool = chosen_from.pool.candidates
    choices = [dict(zip(pool, candidates, strict=True)) for candidates in product(*pool.values())]
    distinct = [each for each in choices if len({candidate.pattern for candidate in each.values()}) == len(each)]
    return [each for each in distinct if chosen_from.solves(each)]


@pytest.mark.parametrize("engine", ["highs", "rc2"])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_proposal_is_the_cheapest_of_all_choices(engine: str, seed: int) -> None:
    if engine == "highs":
        pytest.importorskip("highspy")
    chosen_from = chooser(small_board(), seed, most=9)
    keep_plain(chosen_from)
    costs = [cost_of(each) + chosen_from.surplus(each) for each in all_choices(chosen_from)]
    slots = tuple(chosen_from.pool.candidates)
    make = engine_maker(engine, len(slots))
    assert make is not None
    proposal = Cheapest(chosen_from, slots, make, Random(seed)).propose()
    if not costs:
        assert proposal.choice is None
    else:
        assert proposal.choice is not None
        assert chosen_from.solves(proposal.choice)
        assert cost_of(proposal.choice) + chosen_from.surplus(proposal.choice) == min(costs) == proposal.bound


def test_excluding_proposals_lists_the_choices_by_cost() -> None:
    chosen_from = chooser(small_board(), seed=1, most=9)
    slots = tuple(chosen_from.pool.candidates)
    make = engine_maker("rc2", len(slots))
    assert make is not None
    cheapest = Cheapest(chosen_from, slots, make, Random(1))
    found = []
    for _ in range(4):
        proposal = cheapest.propose()
        assert proposal.choice is not None
        found.append(cost_of(proposal.choice) + chosen_from.surplus(proposal.choice))
        cheapest.exclude(proposal.choice)
    assert found == sorted(found)


def is_hit(board: Board, choice: Choice, cut: tuple[int, ...]) -> bool:
    return any(board.rules_out(slot, each.constraint, cut) for slot, each in choice.items())


@pytest.mark.long
def test_a_cut_is_violated_by_its_choice_and_hit_by_every_choice_that_solves() -> None:
    chosen_from = chooser(small_board(), seed=3, most=8)
    board, random = chosen_from.board, Random(3)
    solving = all_choices(chosen_from)
    assert solving
    cuts = 0
    for _ in range(40):
        choice = {slot: random.choice(candidates) for slot, candidates in chosen_from.pool.candidates.items()}
        cut = cut_of(board, chosen_from.constraints(choice), random)
        if cut is None:
            assert chosen_from.solves(choice)
            continue
        cuts += 1
        assert all(mask & right == right for mask, right in zip(cut, board.goal, strict=True))
        assert not is_hit(board, choice, cut)
        assert all(is_hit(board, each, cut) for each in solving)
    assert cuts > 5


def test_the_nearest_cuts_are_hit_by_the_clues_that_tell_one_letter_from_another() -> None:
    chosen_from = chooser(small_board())
    board = chosen_from.board
    for slot, candidates in chosen_from.pool.candidates.items():
        for candidate in candidates:
            rejected = nearest_rejected(board, slot, candidate.constraint)
            for place, cell in enumerate(board.slots[slot].cells):
                for letter in board.inner:
                    text = board.text(slot)
                    changed = text[:place] + letter + text[place + 1 :]
                    is_rejected = bool(rejected[cell] & board.classes.mask_of(letter))
                    is_wrong = not board.matches(candidate.pattern, changed)
                    if candidate.constraint.is_domain_consistent:
                        assert is_rejected == is_wrong, candidate.pattern
                    else:
                        assert is_wrong or not is_rejected, candidate.pattern


def test_an_item_that_costs_nothing_can_be_taken() -> None:
    engine = Rc2Sets(40)
    name = next(str(number) for number in range(1_000) if crc32(str(number).encode()) % (TIES // 40) == 0)
    free = engine.add(name, 0)
    engine.take_one([free, engine.add("other", 5)])
    assert engine.cheapest() == ((free,), 0, True)
