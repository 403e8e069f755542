"""`satcross show` tells the facts of a puzzle, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satcross.cli import main

PUZZLES = Path(__file__).parents[2] / "puzzles"


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("mit-2013", ["hexagon of side 7", "127", "39, 1 clue each", "19 letters: ", "up to the left", "[idle]"]),
        ("draw", ["rectangle, 3 x 3", "9, 1 given", "8, 1 clue each", "falling ↘ and rising ↗", "12 solutions"]),
        ("star", ["p1 → i1 → i2 → p3", "javascript", "reversed clue (1)", "26 letters: the puzzle lists them"]),
        ("ring", ["one hole"]),
        ("hive", ["hexagon with edges 4, 5, 5"]),
    ],
)  # fmt: skip
def test_people_see_these_facts(name: str, facts: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(PUZZLES / f"{name}.toml")]) == 0
    shown = capsys.readouterr().out
    for fact in facts:
        assert fact in shown


def test_programs_see_an_object_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--json", str(PUZZLES / "hexagon.toml"), str(PUZZLES / "latin.toml")]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["shape"], first["sizes"], first["cells"], first["alphabet"]) == ("hexagon", [2, 2, 2], 7, "AEGHNOX")
    assert second["constructs"]["negative look-ahead"] == 6


def test_a_bad_clue_is_an_error_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[clues]\nrows = ['A',\n  '(B']\ncolumns = 1\n")
    assert main(["show", str(path)]) == 2
    assert f"{path}:3, row 2, clue 1: " in capsys.readouterr().err
