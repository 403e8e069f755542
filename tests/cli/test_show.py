"""`satcross show` tells the facts of a puzzle, for people and for programs."""

import json
from pathlib import Path

import pytest

from satcross import load
from satcross.cli import main
from satcross.errors import printable, width_of
from satcross.puzzle import Clue

PUZZLES = Path(__file__).parents[2] / "puzzles"


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("mit-2013", ["hexagon of side 7", "127", "39, 1 clue each", "19 letters: ", "up to the left", "[no-effect]"]),
        ("draw", ["rectangle, 3 x 3", "9, 1 given", "8, 1 clue each", "12 solutions"]),
        ("draw", ["falling diagonals, read down to the right"]),
        ("draw", ["1  from 1,1: [^O]*O[^O]*", "1  from 3,1: [^O]*O[^O]*"]),
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
    assert second["constructs"]["negative lookahead"] == 6


def test_people_and_programs_see_the_colours_of_letters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(PUZZLES / "smile.toml")]) == 0
    assert "colours:       Y gold, K #3d2b1f, O none\n" in capsys.readouterr().out
    assert main(["show", "--json", str(PUZZLES / "smile.toml")]) == 0
    assert json.loads(capsys.readouterr().out)["colors"] == {"Y": "gold", "K": "#3d2b1f", "O": "none"}


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.toml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("columns", [45, 80])
def test_the_width_of_the_screen_is_respected_and_every_clue_is_there(
    path: Path, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.cli.sinks.terminal_width", lambda: columns)
    assert main(["show", str(path)]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]  # the first one is the path, which is not broken
    assert [row for row in rows if width_of(row) > columns] == []
    shown = "".join("".join(row.split()) for row in rows)
    clues = [clue for line in load(path).lines for clue in line.clues if isinstance(clue, Clue)]
    assert [clue.pattern for clue in clues if "".join(printable(clue.pattern).split()) not in shown] == []


def test_what_is_too_wide_to_be_drawn_is_told_and_its_clues_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.cli.sinks.terminal_width", lambda: 24)
    assert main(["show", str(PUZZLES / "mit-2013.toml")]) == 0
    shown = capsys.readouterr().out
    assert "The drawing takes" in shown
    assert "rising lines, read up to the left" in shown
