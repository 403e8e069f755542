"""Commands about puzzles warn of clues on which their own engine contradicts itself, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.cli import main

PUZZLES = Path(__file__).parents[2] / "puzzles"
TEXTS = {
    "python.toml": r"""
[clues]
rows = [
  '(?:(A)|B)*+\1?',
  '(?:A|B)*+',
]
columns = ['((?(1)A|[AB]))+', '']
""",
    "javascript.toml": """
dialect = "javascript"
flags = "v"
[clues]
rows = ['(?i:a)[a]']
columns = 2
""",
}


@pytest.mark.parametrize("command", ["solve", "check", "show"])
def test_each_clue_is_warned_of_with_its_place(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, "python.toml"])
    lines = capsys.readouterr().err.splitlines()
    warnings = [number for number, line in enumerate(lines) if "warning" in line]
    first, second = (lines[number : number + 3] for number in warnings)
    assert first[0].startswith(
        "satcross: warning: python.toml:4, row 1, clue 1: Python's re may capture group 1 wrongly"
    )
    assert first[1:] == [r"    (?:(A)|B)*+\1?", "       ^^^"]
    assert second[0].startswith("satcross: warning: python.toml:7, column 1, clue 1: the condition asks for group 1")
    assert second[1:] == ["    ((?(1)A|[AB]))+", "     ^^^^^^^^^^^^"]


def test_the_other_engine_is_warned_of_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "javascript.toml"]) == 1
    shown = capsys.readouterr().err.splitlines()
    assert shown[0].endswith(
        "row 1, clue 1: V8 reads this class under the modifier i of a group that is already closed"
    )
    assert shown[1:3] == ["    (?i:a)[a]", "          ^^^"]


def test_clues_on_the_command_line_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "--rows", r"(?:(A)|B)*+\1?", "--columns", ""])
    assert "warning: row 1, clue 1: Python's re may capture group 1 wrongly" in capsys.readouterr().err


def test_a_clue_that_cannot_be_read_is_an_error_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--rows", "(A++", "--columns", "A"]) == 2
    assert "warning" not in capsys.readouterr().err


def test_other_puzzles_are_not_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", *map(str, sorted(PUZZLES.glob("*.toml")))])
    assert "warning" not in capsys.readouterr().err


def test_match_warns_of_captures_that_no_reference_reads(capsys: pytest.CaptureFixture[str]) -> None:
    """Their captures are shown, though they do not decide whether the text matches; so only `match` warns of them."""
    pattern = "(?:(?>(b))a|(b)b)++"
    assert main(["match", pattern, "bbbb"]) == 0
    assert "warning: Python's re may capture group 1 wrongly" in capsys.readouterr().err
    assert main(["regex", pattern]) == 0
    assert "warning" not in capsys.readouterr().err
