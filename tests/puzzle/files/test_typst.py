"""Typst documents show every clue and given letter, and Typst accepts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.puzzle.files import load, to_text
from satcross.puzzle.model import Clue, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle

PUZZLES = Path(__file__).parents[3] / "puzzles"
ODD = [
    rectangle(rows=[["#\"\\$'*_", "é\n", "C"], ""], columns=["[", ""], given={(1, 1): "#"}, title='# "x"', notes="$"),
    hexagon(sides=[1, 2, 3], horizontal=["#", "\\", '"', ""], given={(2, 1): '"'}),
]


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_clue_is_in_the_document(path: Path) -> None:
    puzzle = load(path)
    text = to_text(puzzle, "typst")
    for line in puzzle.lines:
        for clue in line.clues:
            assert isinstance(clue, Clue)
            assert clue.pattern.replace("\\", "\\\\") in text
    assert str(puzzle.expected) not in text


@pytest.mark.parametrize(
    "puzzle", [*ODD, *(load(PUZZLES / f"{name}.toml") for name in ("hive", "draw", "star", "ring"))]
)
def test_typst_accepts_it(puzzle: Puzzle, tmp_path: Path) -> None:
    typst = pytest.importorskip("typst")
    source = tmp_path / "puzzle.typ"
    source.write_text(to_text(puzzle, "typst"), encoding="utf-8")
    assert typst.compile(str(source)).startswith(b"%PDF")
