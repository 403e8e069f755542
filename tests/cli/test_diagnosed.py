"""The command line says why there is no solution: below the verdict, and under a key of its own in JSON."""

import json
from pathlib import Path

import pytest

from bench.ladders import word_lists
from satcross.cli import main
from satcross.puzzle.files import save

PIGEONS = str(Path(__file__).parents[2] / "puzzles" / "pigeons.toml")
SMALL = ["solve", "--rows", "HE|LL|O+", "[PLEASE]+", "--columns", "[^SPEAK]+", "EP|IP|EF", "--alphabet", "a-z"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    is_expected = arguments[0] == "check" and PIGEONS in arguments  # whose file says that there is no solution
    assert main(list(arguments)) == (0 if is_expected else 1)
    return capsys.readouterr().out


def test_capitals_over_small_letters(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, *SMALL) == (
        "No solution.\n"
        "  no string from the alphabet a-z matches 3 clues:\n"
        "    row 1, clue 1: no string of 2 letters from a-z matches, but HE would\n"
        "        HE|LL|O+\n"
        "        ^^\n"
        "    row 2, clue 1: no string of 2 letters from a-z matches, but AA would\n"
        "        [PLEASE]+\n"
        "         ^^^^^^\n"
        "    column 2, clue 1: no string of 2 letters from a-z matches, but EF would\n"
        "        EP|IP|EF\n"
        "        ^^\n"
        '  hint: there would be exactly one solution with the letters that the clues mention (alphabet = "mentioned")\n'
        '  hint: there would be exactly one solution if case were ignored (flags = "i")\n'
    )


@pytest.mark.parametrize("command", ["check", "solve"])
def test_programs_get_the_reason_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, command, "--json", PIGEONS))["diagnosis"]
    assert (found["kind"], found["complete"], len(found["clues"])) == ("conflict", True, 5)
    assert found["clues"][0] == {
        "line": "row 1", "clue": 1, "pattern": "P-|-P", "reversed": False, "message": "", "span": None
    }  # fmt: skip


@pytest.mark.parametrize("option", [["--cubes"], ["--sample", "2"]])
def test_what_does_not_look_for_the_reason_says_where_to_find_it(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "solve", *option, PIGEONS) == "No solution; satcross check says why.\n"


def test_solve_leaves_the_reason_to_check_where_the_search_was_long(capsys: pytest.CaptureFixture[str]) -> None:
    save(word_lists(8, 2), "hard.toml")
    assert "No solution; satcross check says why.\n" in said(capsys, "solve", "hard.toml")
    answer = json.loads(said(capsys, "solve", "--json", "hard.toml"))
    assert (answer["status"], answer["more"], "diagnosis" in answer) == ("none", "not computed", False)
    assert "conflict" in said(capsys, "check", "hard.toml")


def test_many_clues_to_blame_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("many.toml").write_text(f"[clues]\nrows = {['AB'] * 20}\ncolumns = 1\n")
    shown = said(capsys, "check", "many.toml")
    assert "no string of the right length matches 20 clues:" in shown
    assert "and 8 more clues" in shown
