"""Propagation loses no solution, ends where no clue can prune more, and shows its steps."""

from random import Random

import pytest

from satcross.base.bits import single_bits
from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.solver.constraints import Constraint
from satcross.solver.residual import Step
from tests.clues import clue, letters, mask, referring_pattern, regular_pattern
from tests.residuals import posted, propagate
from tests.small_puzzles import brute_force, crossing_clues, crossing_puzzle


def steps(made: list[Constraint], cells: int = 4) -> list[Step]:
    told: list[Step] = []
    propagate(made, (7,) * cells, steps=told)
    return told


@pytest.mark.parametrize("seed", range(60))
def test_from_a_fixpoint_of_some_only_the_others_need_to_go_first(seed: int) -> None:
    clues = posted(crossing_clues(Random(seed), 4))
    some = propagate(clues[:2], (7,) * 4).domains
    if some is not None:
        onward = propagate(clues, some, first=range(2, len(clues)))
        assert onward.domains == propagate(clues, (7,) * 4).domains


@pytest.mark.parametrize("has_references", [False, True])
def test_no_solution_is_lost_and_no_clue_can_prune_the_fixpoint(has_references: bool) -> None:
    random = Random(7)
    solvable = 0
    for _ in range(150):
        clues = crossing_clues(random, 4, references=0.5 * has_references)
        made = posted(clues)
        domains = propagate(made, (7,) * 4).domains
        found = brute_force(crossing_puzzle(clues, 4))
        solvable += bool(found)
        if domains is None:
            assert not found, clues
            continue
        assert all(letter in letters(domain) for grid in found for letter, domain in zip(grid, domains, strict=True))
        for each in made:
            before = [domains[cell] for cell in each.cells]
            assert each.line_constraint.prune(before) == before, clues
    assert 100 < solvable < 150


def test_steps_end_at_the_same_fixpoint_and_tell_all_that_was_ruled_out() -> None:
    random = Random(8)
    for _ in range(100):
        made = posted(crossing_clues(random, 4))
        domains = [7] * 4
        contradiction = False
        for step in steps(made):
            assert not contradiction
            contradiction = step.is_contradiction
            for cell, lost in step.ruled_out:
                assert lost
                assert lost & domains[cell] == lost
                assert cell in made[step.number].cells
                domains[cell] ^= lost
            if not contradiction:
                assert tuple(domains) == step.domains
        assert propagate(made, (7,) * 4).domains == (None if contradiction else tuple(domains))


def test_propagation_stops_when_the_time_is_up() -> None:
    with pytest.raises(TimeUp):
        propagate(posted([("A|B", (cell,)) for cell in range(30)]), (7,) * 30, Budget(0))


def test_no_clue_is_asked_to_prune_more_often_than_it_has_to_be() -> None:
    """Once if what it keeps is exact and nothing else changes its cells; else until it rules out no more."""
    assert propagate(posted([("A[BC]", (0, 1))]), (7, 7)).revisions == 1
    assert propagate(posted([("A[BC]", (0, 1)), (".A", (2, 0))]), (7,) * 3).revisions == 2
    assert propagate(posted([("[AB]C", (0, 0))]), (7,)).revisions == 1  # a contradiction
    assert propagate(posted([("[AB][BC]", (0, 0))]), (7,)).revisions == 2
    assert propagate(posted([("A|B", (0,)), ("B|C", (0,)), ("[^C]", (0,))]), (7,)).revisions == 4
    assert propagate(posted([("AB|BA", (0, 1)), ("BC|CC", (1, 2)), ("[AC]", (2,))]), (7,) * 3).revisions == 4


@pytest.mark.parametrize("has_references", [False, True])
def test_pruning_again_and_again_says_what_a_constraint_that_has_pruned_nothing_yet_says(has_references: bool) -> None:
    """Within what was left, elsewhere, and after a contradiction: what is kept of the last pass changes no answer."""
    random = Random(9)
    kept = 0
    for _ in range(150):
        n = random.randint(1, 4)
        pattern = referring_pattern(random) if has_references else regular_pattern(random)
        used = clue(pattern, n)
        domains = [7] * n
        for _ in range(12):
            pruned = used.prune(domains)
            anew = clue(pattern, n).prune(domains)
            assert (None if pruned is None else [*pruned]) == (None if anew is None else [*anew]), (pattern, domains)
            kept += pruned is domains
            if pruned is None or random.random() < 0.2:
                domains = [random.randint(1, 7) for _ in range(n)]
            else:
                cell = random.randrange(n)
                domains = [*pruned]
                domains[cell] = random.choice(single_bits(pruned[cell]))
    assert has_references or kept > 100


def test_a_step_that_rules_nothing_out_is_not_told() -> None:
    made = posted([("[AB]", (0,)), ("A|B", (0,)), ("A.|BA", (0, 1))])
    told = steps(made, 2)
    assert [(step.number, step.ruled_out) for step in told] == [(0, ((0, mask("C")),))]
    last = steps(posted([("A", (0,)), ("B", (0,))]), 1)[-1]
    assert last.is_contradiction
    assert (last.number, last.domains) == (1, (mask("A"),))
