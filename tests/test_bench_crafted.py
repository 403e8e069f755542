"""Families of puzzles: equal requests give equal puzzles, and what a family promises holds."""

import re
from random import Random

import pytest

from bench import crafted
from bench.crafted import FAMILIES, member
from satcross.base.budget import Budget
from satcross.errors import TimeUp
from satcross.solver.solutions import check

SIZE = 4


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_family_promises_holds(name: str, seed: int) -> None:
    puzzle = member(name, SIZE, seed)
    status = check(puzzle).status
    assert {"solvable": status in ("unique", "several"), "unique": status == "unique", "none": status == "none"}[
        FAMILIES[name].known
    ]
    assert member(name, SIZE, seed) == puzzle


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - {"pigeons", "parities"}))
def test_another_seed_draws_another_puzzle(name: str) -> None:
    assert member(name, SIZE, 1).lines != member(name, SIZE, 2).lines


def test_no_clue_of_a_minimal_puzzle_can_go() -> None:
    puzzle = member("minimal", SIZE, 1)
    for number, line in enumerate(puzzle.lines):
        for left_out in range(len(line.clues)):
            lines = list(puzzle.lines)
            lines[number] = line._replace(clues=line.clues[:left_out] + line.clues[left_out + 1 :])
            assert check(puzzle._replace(lines=tuple(lines))).status == "several"


def test_clues_match_the_string_that_they_are_made_around() -> None:
    random = Random(3)
    for make in (crafted.letters_in_order, crafted.tokens, crafted.mixed, crafted.nested_star):
        for _ in range(60):
            text = "".join(random.choices("ABCD", k=random.randint(2, 9)))
            pattern = make(text, "ABCD", random)
            assert re.fullmatch(pattern, text), (make, pattern, text)


def test_the_clock_is_looked_at_while_a_puzzle_is_made() -> None:
    with pytest.raises(TimeUp):
        member("minimal", 12, 1, Budget.lasting(0))
