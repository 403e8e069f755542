"""Propagation loses no solution, ends where no clue can prune more, and shows its steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from satcross.budget import Budget
from satcross.circuit.constraint import Placed
from satcross.circuit.propagate import propagate, steps
from satcross.errors import TimeUp
from tests.clues import accepted, clue, letters, mask, referring_pattern, regular_pattern


def placed(*clues: tuple[str, Sequence[int]]) -> list[Placed]:
    return [Placed(clue(pattern, len(cells)), tuple(cells), line, 0) for line, (pattern, cells) in enumerate(clues)]


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
    assert propagate(placed(("A[BC]", (0, 1))), (7, 7)).domains == (mask("A"), mask("BC"))


def test_clues_pass_on_what_they_find() -> None:
    clues = placed(("AB|BA", (0, 1)), ("BC|CC", (1, 2)), ("[AC]", (2,)))
    assert propagate(clues, (7, 7, 7)).domains == (mask("A"), mask("B"), mask("C"))


def test_a_contradiction_leaves_nothing() -> None:
    assert propagate(placed(("A", (0,)), ("B", (0,))), (7,)).domains is None


def test_some_puzzles_are_beyond_propagation() -> None:
    clues = placed(("AB|BA", (0, 1)), ("AB|BA", (2, 3)), ("AA|BB", (0, 2)), ("AB|BA|AA", (1, 3)))
    assert propagate(clues, (3,) * 4).domains == (3,) * 4


@pytest.mark.parametrize("has_references", [False, True])
def test_no_solution_is_lost_and_no_clue_can_prune_the_fixpoint(has_references: bool) -> None:
    random = Random(7)
    solvable = 0
    for _ in range(150):
        clues = random_puzzle(random, has_references)
        made = placed(*clues)
        domains = propagate(made, (7,) * 4).domains
        found = solutions(clues)
        solvable += bool(found)
        if domains is None:
            assert not found, clues
            continue
        assert all(letter in letters(domain) for grid in found for letter, domain in zip(grid, domains, strict=True))
        for each in made:
            before = [domains[cell] for cell in each.cells]
            assert each.constraint.prune(before) == before, clues
    assert 100 < solvable < 150


def test_steps_end_at_the_same_fixpoint_and_tell_all_that_was_ruled_out() -> None:
    random = Random(8)
    for _ in range(100):
        made = placed(*random_puzzle(random, True))
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
        propagate(placed(*[("A|B", (cell,)) for cell in range(30)]), (7,) * 30, Budget.lasting(0))
