"""Propagation loses no solution, ends where no clue can prune more, and shows its steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.solver.constraints.propagate import Agenda, Propagator, propagate, steps
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.constraints.regular.regular_constraint import RegularConstraint
from tests.clues import accepted, clue, letters, mask, referring_pattern, regular_pattern


def posted(*clues: tuple[str, Sequence[int]]) -> list[Constraint]:
    return [Constraint(clue(pattern, len(cells)), tuple(cells), line, 0) for line, (pattern, cells) in enumerate(clues)]


def random_puzzle(random: Random, has_references: bool) -> list[tuple[str, tuple[int, ...]]]:
    """Return four clues on lines of up to three of four cells; a line may visit a cell twice.  Most are solvable."""
    hidden = random.choices("ABC", k=4)
    clues: list[tuple[str, tuple[int, ...]]] = []
    while len(clues) < 4:
        is_regular = not has_references or random.random() < 0.5
        pattern = regular_pattern(random, depth=1) if is_regular else referring_pattern(random)
        cells = random.sample(range(4), random.randint(1, 3))
        cells += cells[:1] if random.random() < 0.2 else []
        if accepted(pattern, [hidden[cell] for cell in cells]) or random.random() < 0.03:
            clues.append((pattern, tuple(cells)))
    return clues


def solutions(clues: list[tuple[str, tuple[int, ...]]]) -> list[str]:
    strings = [set(accepted(pattern, ["ABC"] * len(cells))) for pattern, cells in clues]
    return [
        grid
        for grid in map("".join, product("ABC", repeat=4))
        if all("".join(grid[cell] for cell in cells) in found for (_, cells), found in zip(clues, strings, strict=True))
    ]


def test_without_clues_nothing_changes() -> None:
    assert propagate([], (7, 1)) == ((7, 1), 0)


def test_a_clue_narrows_the_cells_of_its_line() -> None:
    assert propagate(posted(("A[BC]", (0, 1))), (7, 7)).domains == (mask("A"), mask("BC"))


def test_clues_pass_on_what_they_find() -> None:
    clues = posted(("AB|BA", (0, 1)), ("BC|CC", (1, 2)), ("[AC]", (2,)))
    assert propagate(clues, (7, 7, 7)).domains == (mask("A"), mask("B"), mask("C"))


@pytest.mark.parametrize("seed", range(60))
def test_from_a_fixpoint_of_some_only_the_others_need_to_go_first(seed: int) -> None:
    clues = posted(*random_puzzle(Random(seed), has_references=True))
    some = propagate(clues[:2], (7,) * 4).domains
    if some is not None:
        onward = propagate(clues, some, first=range(2, len(clues)))
        assert onward.domains == propagate(clues, (7,) * 4).domains


def test_a_contradiction_leaves_nothing() -> None:
    assert propagate(posted(("A", (0,)), ("B", (0,))), (7,)).domains is None


def test_some_puzzles_are_beyond_propagation() -> None:
    clues = posted(("AB|BA", (0, 1)), ("AB|BA", (2, 3)), ("AA|BB", (0, 2)), ("AB|BA|AA", (1, 3)))
    assert propagate(clues, (3,) * 4).domains == (3,) * 4


@pytest.mark.parametrize("has_references", [False, True])
def test_no_solution_is_lost_and_no_clue_can_prune_the_fixpoint(has_references: bool) -> None:
    random = Random(7)
    solvable = 0
    for _ in range(150):
        clues = random_puzzle(random, has_references)
        made = posted(*clues)
        domains = propagate(made, (7,) * 4).domains
        found = solutions(clues)
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
        made = posted(*random_puzzle(random, True))
        domains = [7] * 4
        contradiction = False
        for step in steps(made, domains):
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
        propagate(posted(*[("A|B", (cell,)) for cell in range(30)]), (7,) * 30, Budget.lasting(0))


def test_no_clue_is_asked_to_prune_more_often_than_it_has_to_be() -> None:
    """Once if what it keeps is exact and nothing else changes its cells; else until it rules out no more."""
    assert propagate(posted(("A[BC]", (0, 1))), (7, 7)).revisions == 1
    assert propagate(posted(("A[BC]", (0, 1)), (".A", (2, 0))), (7,) * 3).revisions == 2
    assert propagate(posted(("[AB]C", (0, 0))), (7,)).revisions == 1  # a contradiction
    assert propagate(posted(("[AB][BC]", (0, 0))), (7,)).revisions == 2
    assert propagate(posted(("A|B", (0,)), ("B|C", (0,)), ("[^C]", (0,))), (7,)).revisions == 3
    assert propagate(posted(("AB|BA", (0, 1)), ("BC|CC", (1, 2)), ("[AC]", (2,))), (7,) * 3).revisions == 4


def test_constraints_wait_once_and_those_of_the_lowest_priority_number_go_first() -> None:
    class Ranked:
        def __init__(self, priority: int) -> None:
            self.priority = priority

    priorities = [2, 0, 3, 0, 2]
    agenda = Agenda([Constraint(Ranked(each), (), 0, 0) for each in priorities])  # type: ignore[arg-type]
    for number in (0, 2, 0, 3, 4, 1, 3):
        agenda.add(number)
    assert [agenda.pop() for _ in range(6)] == [3, 1, 0, 4, 2, None]
    agenda.add(0)
    assert agenda.pop() == 0
    agenda.add(4)
    assert [agenda.pop(), agenda.pop()] == [4, None]
    assert Agenda([]).pop() is None


@pytest.mark.parametrize("has_references", [False, True])
def test_narrowing_a_fixpoint_comes_to_the_fixpoint_from_scratch(has_references: bool) -> None:
    """Again and again, each time from what was found last, whether or not something in between led to nothing.

    Also from what was found before that, after forgetting.
    """
    random = Random(9)
    seen = []
    for _ in range(60):
        made = posted(*random_puzzle(random, has_references))
        propagator = Propagator(made, 4)
        masks = [7] * 4
        if any(changes is None for _, changes in propagator.revisions(masks)):
            continue
        assert tuple(masks) == propagate(made, (7,) * 4).domains
        earlier = [masks]
        for _ in range(8):
            if random.random() < 0.3:
                masks = random.choice(earlier)
                propagator.forget()
            cells = random.sample(range(4), random.randint(1, 3))
            cube = [random.randint(1, 7) for _ in cells]
            start = [mask & cube[cells.index(cell)] if cell in cells else mask for cell, mask in enumerate(masks)]
            expected = propagate(made, start).domains if all(start) else None
            before = list(masks)
            found = propagator.restrict(masks, cells, cube)
            assert masks == before
            assert (None if found is None else tuple(found)) == expected
            seen.append(found is None)
            masks = found or masks
            earlier.append(masks)
    assert {True, False} == set(seen)


def test_a_constraint_that_was_dropped_is_propagated_no_more_until_it_is_taken_again() -> None:
    for drops, expected in ((0, [1, 2, 1]), (1, [1, 2, 3])):
        propagator = Propagator(posted(("AB|BA", (0, 1)), ("AB|BA", (1, 2))), 3)
        masks = [3, 3, 3]
        assert [changes for _, changes in propagator.revisions(masks)] == [(), ()]
        for _ in range(drops):
            propagator.remove(1)
        assert propagator.restrict(masks, (0,), (1,)) == expected
        for _ in range(drops):
            propagator.add(1)
        assert propagator.restrict(expected, (2,), (2,)) is None


def test_a_regular_clue_all_of_whose_positions_still_hold_some_letter_is_not_revised_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    propagator = Propagator(posted(("[AB].|C[AB]", (0, 1))), 2)
    masks = [7, 7]
    assert len(list(propagator.revisions(masks))) == 1
    revised = []
    original = RegularConstraint.revise
    monkeypatch.setattr(
        RegularConstraint, "revise", lambda *given: revised.append((given[1], *given[3])) or original(*given)
    )
    assert propagator.restrict(masks, (0,), (mask("AC"),)) == [mask("AC"), 7]
    assert not revised
    assert propagator.changed == {0}
    assert propagator.restrict(masks, (0,), (mask("C"),)) == [mask("C"), mask("AB")]
    assert revised == [([mask("C"), 7], 0)]
    assert propagator.changed == {0, 1}


def test_what_was_left_to_do_at_a_contradiction_is_not_done_later(monkeypatch: pytest.MonkeyPatch) -> None:
    propagator = Propagator(posted(("AB|BA", (0, 1)), ("AA|BB", (0, 1)), ("AB|BA", (0, 2))), 3)
    masks = [3, 3, 3]
    assert [changes for _, changes in propagator.revisions(masks)] == [()] * 3
    assert propagator.restrict(masks, (0,), (1,)) is None
    monkeypatch.setattr(RegularConstraint, "revise", lambda *_: pytest.fail("nothing has changed"))
    assert propagator.restrict(masks, (0,), (3,)) == masks
    assert propagator.changed == set()


def test_revisions_can_begin_anew_from_other_masks() -> None:
    propagator = Propagator(posted(("AB|BA", (0, 1))), 2)
    assert [changes for _, changes in propagator.revisions([3, 3])] == [()]
    assert [changes for _, changes in propagator.revisions([1, 3])] == [[(1, 1)]]


def test_a_step_that_rules_nothing_out_is_not_told() -> None:
    made = posted(("[AB]", (0,)), ("A|B", (0,)), ("A.|BA", (0, 1)))
    told = list(steps(made, (7, 7)))
    assert [(step.number, step.ruled_out) for step in told] == [(0, ((0, mask("C")),))]
    last = list(steps(posted(("A", (0,)), ("B", (0,))), (7,)))[-1]
    assert last.is_contradiction
    assert (last.number, last.domains) == (1, (mask("A"),))
