"""Families of puzzles: equal requests give equal puzzles, and what a family promises holds."""

import pytest

from bench.crafted import FAMILIES, member
from satcross.solver.solutions import check

SIZE = 4


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_family_promises_holds(name: str, seed: int) -> None:
    puzzle = member(name, SIZE, seed)
    known = FAMILIES[name].known
    assert check(puzzle).status in (["unique", "several"] if known == "solvable" else [known])
    assert member(name, SIZE, seed) == puzzle


def test_no_clue_of_a_minimal_puzzle_can_go() -> None:
    puzzle = member("minimal", SIZE, 1)
    for number, line in enumerate(puzzle.lines):
        for left_out in range(len(line.clues)):
            lines = list(puzzle.lines)
            lines[number] = line._replace(clues=line.clues[:left_out] + line.clues[left_out + 1 :])
            assert check(puzzle._replace(lines=tuple(lines))).status == "several"
