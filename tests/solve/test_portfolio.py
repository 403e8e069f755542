"""Solvers take turns: whoever finds them, the solutions are the same."""

from __future__ import annotations

from itertools import product

import pytest

from satcross.budget import UNLIMITED
from satcross.model import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solve.compile import compile_puzzle
from satcross.solve.solvers import python_sat as backend
from satcross.solve.strategies.portfolio import models
from tests.small_puzzles import small_puzzles

PIGEONS = rectangle(rows=["O*XO*|Y+"] * 8, columns=["O*X?O*|Y+"] * 7)


def found(puzzle: Puzzle, solver: str) -> tuple[list[set[str]], list[bool], int]:
    """Return the solutions of each model, whether it is said to be the only one, and how many formulas were written."""
    compiled = compile_puzzle(puzzle)
    formulas: list[int] = []
    boxes, are_only = [], []
    for masks, is_only in models(
        puzzle,
        compiled.constraints,
        compiled.domains,
        enough=2,
        solver=solver,
        jobs=1,
        budget=UNLIMITED,
        encoded=lambda variables, clauses: formulas.append(clauses),
    ):
        boxes.append({"".join(letters) for letters in product(*map(compiled.letters, masks))})
        are_only.append(is_only)
    return boxes, are_only, len(formulas)


@pytest.mark.parametrize("conflicts", [0, 10_000])
def test_models_hold_every_solution_once(conflicts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the first solver gives up at once."""
    monkeypatch.setattr(backend, "_FIRST_SLICE", 1)
    monkeypatch.setattr(backend, "_QUICK_CONFLICTS", conflicts)
    written = set()
    for puzzle, expected in small_puzzles(60, seed=61):
        boxes, are_only, formulas = found(puzzle, "auto")
        assert sum(map(len, boxes)) == len(set().union(*boxes))
        assert set().union(*boxes) == expected
        assert not any(are_only) or len(boxes) == 1
        written.add(formulas)
    assert written == ({1} if conflicts else {1, 2})


def test_what_resists_is_handed_on_with_what_has_been_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grid full of Y is found soon; that there is no other is the pigeon-hole principle."""
    monkeypatch.setattr(backend, "_QUICK_CONFLICTS", 100)
    assert found(PIGEONS, "auto") == ([{"Y" * 56}], [False], 2)
    assert found(PIGEONS, "cadical153") == ([{"Y" * 56}], [False], 1)
