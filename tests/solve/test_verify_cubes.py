"""The verification of a cube looks at the letters of the cube, and settles a regular clue for all strings at once."""

from __future__ import annotations

import pytest

from satcross.puzzle.shapes import line
from satcross.solver.compile import compile_puzzle
from satcross.solver.verify import WrongAnswerError
from satcross.solver.verify_cubes import CubeVerifier

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_a_cube_is_verified_by_its_own_letters_whatever_they_are() -> None:
    compiled = compile_puzzle(line("[^A]{3}", 3)._replace(alphabet="AB."), single_letters=True)
    with pytest.raises(WrongAnswerError):
        CubeVerifier(compiled).check([compiled.classes.every] * 3)


def test_a_regular_clue_is_settled_for_all_strings_of_a_large_cube() -> None:
    compiled = compile_puzzle(line("[^B]{12}", 12)._replace(alphabet=LETTERS), single_letters=True)
    assert CubeVerifier(compiled).check([compiled.classes.every & ~0b10] * 12) == ()
