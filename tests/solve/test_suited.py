"""The encoding that a puzzle gets by itself: transitions only where every line remembers one bit."""

from __future__ import annotations

import pytest

import satcross
from satcross.base.budget import UNLIMITED
from satcross.puzzle.model import Puzzle
from satcross.solver.encode import letter_blocks
from satcross.solver.families.family import member
from satcross.solver.presolve import presolve
from satcross.solver.solutions import Search
from satcross.solver.suited import suited_encoding

PARITY = "(O*XO*X)*O*"


def suited(puzzle: Puzzle) -> str:
    residual = presolve(puzzle).residual
    assert residual is not None
    return suited_encoding(residual.constraints, residual.masks, letter_blocks(residual, UNLIMITED))


def test_parities_get_transitions() -> None:
    assert suited(member("parities", 4, 1)) == "transitions"


@pytest.mark.parametrize(
    "clue",
    ["(O*XO*XO*X)*O*", ".*XO.*O", "([OX]).*\\1"],
    ids=["counts modulo three", "three states", "not regular"],
)
def test_one_other_line_is_enough_for_positions(clue: str) -> None:
    rows = [PARITY] * 4
    assert suited(satcross.rectangle(rows=rows, columns=[PARITY] * 5)) == "transitions"
    assert suited(satcross.rectangle(rows=[*rows[1:], clue], columns=[PARITY] * 5)) == "positions"


def test_a_third_letter_is_enough_for_positions() -> None:
    lines = ["([OY]*X[OY]*X)*[OY]*"] * 3
    assert suited(satcross.rectangle(rows=lines, columns=lines, alphabet="OX")) == "transitions"
    assert suited(satcross.rectangle(rows=lines, columns=[*lines[1:], "O*[XY]*"])) == "positions"


@pytest.mark.parametrize("rows", [PARITY, "(O*XO*X)*O*XO*"])
def test_the_solutions_are_those_of_positions(rows: str) -> None:
    puzzle = satcross.rectangle(rows=[rows] * 3, columns=[PARITY] * 4)
    found = {tuple(each.rows) for each in Search(puzzle, limit=None)}
    assert found == {tuple(each.rows) for each in Search(puzzle, limit=None, encoding="positions")}
