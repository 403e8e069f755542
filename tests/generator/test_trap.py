"""Traps stop steps of one clue, and the search for rivals agrees with trying every grid."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

import satcross
from satcross.generator.board import Board
from satcross.generator.pool import Pool, Rules
from satcross.generator.search import Chooser
from satcross.generator.trap import draw_trap
from satcross.puzzle.model import Puzzle
from tests.generator.samples import board, small_board

pytestmark = pytest.mark.long

SHAPES = {"3 x 3": satcross.rectangle(rows=3, columns=3), "4 x 3": satcross.rectangle(rows=4, columns=3)}
LETTERS = {"3 x 3": "CATARETEN", "4 x 3": "CATARETENEAR"}


def random_choice(grid: Board, random: Random) -> tuple[dict[int, str], Pool]:
    pool = Pool(grid, tuple(range(len(grid.slots))), Rules(), random)
    return {slot: random.choice(found).pattern for slot, found in pool.candidates.items()}, pool


@pytest.mark.parametrize("seed", range(12))
def test_rivals_are_those_that_trying_every_grid_finds(seed: int) -> None:
    grid = small_board()
    patterns, _ = random_choice(grid, Random(seed))
    chosen = {slot: grid.unrolled(text, len(grid.slots[slot].cells)).constraint for slot, text in patterns.items()}
    found = grid.rival(chosen, grid.fixpoint(chosen, grid.inner_start), 10_000)
    others = [
        letters
        for letters in product(grid.inner, repeat=len(grid.letters))
        if letters != grid.letters
        and all(re.fullmatch(text, "".join(letters[cell] for cell in grid.slots[slot].cells))
                for slot, text in patterns.items())
    ]  # fmt: skip
    assert (found is None) == (not others)
    if found is not None:
        assert found in [tuple(map(grid.classes.mask_of, letters)) for letters in others]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("seed", range(3))
def test_no_clue_leads_out_of_a_trap_but_all_together_do(name: str, seed: int) -> None:
    random = Random(seed)
    grid = board(SHAPES[name], LETTERS[name])
    slots = tuple(range(len(grid.slots)))
    pool = Pool(grid, slots, Rules(), random)
    trap = draw_trap(grid, slots, 4, random)
    assert trap is not None
    assert pool.add_trap(trap)
    masks = list(grid.goal)
    for cell, letter in zip(trap.ring.cells, trap.wrong, strict=True):
        masks[cell] |= grid.classes.mask_of(letter)
    for slot, candidates in pool.candidates.items():
        assert not any(grid.rules_out(slot, each.constraint, masks) for each in candidates)
    chooser = Chooser(pool)
    choice = chooser.start(random)
    assert choice is not None
    constraints = chooser.constraints(choice)
    assert grid.fixpoint(constraints, grid.start) != grid.goal
    assert grid.rival(constraints, grid.fixpoint(constraints, grid.start), 10_000) is None


@pytest.mark.parametrize(
    ("shape", "difficulty"),
    [(satcross.rectangle(rows=3, columns=3), "fiendish"), (satcross.rectangle(rows=4, columns=4), "fiendish")],
)
def test_fiendish_puzzles_take_a_step_of_several_clues(shape: Puzzle, difficulty: str) -> None:
    made = next(satcross.generate(satcross.Request(shape, difficulty=difficulty, seed=1)))
    assert made.shortfalls == ()
    assert made.difficulty.label == difficulty
    assert made.difficulty.joint_steps >= 1
