"""A half-filled grid is taken by every command that solves, and means the same to all of them."""

import io
import json
from pathlib import Path

import pytest

from satcross.cli import main
from tests.commands import uncoded

TEXTS = {
    "puzzle.toml": """
alphabet = "ABC"
given = { "1,1" = "A" }
[clues]
rows = ["A[BC]", "[AB][AC]"]
columns = ["A.", ""]
"""
}
ALL = ["AB|AA", "AB|AC", "AB|BA", "AB|BC", "AC|AA", "AC|AC", "AC|BA", "AC|BC"]
"""Its solutions, the rows separated by bars."""


def answer(capsys: pytest.CaptureFixture[str], command: str, grid: str) -> dict:
    Path("grid").write_text(grid)
    main([*command.split(), "--json", "--grid", "grid", "puzzle.toml"])
    said = capsys.readouterr()
    assert said.err == ""
    (line,) = said.out.splitlines()
    return json.loads(line)


@pytest.mark.parametrize("grid", ["..\n..\n", ".B\n..\n", "A.\nB.\n", "AC\nBC\n", ".B\n.B\n", "B.\n..\n"])
def test_commands_find_the_solutions_that_have_the_letters_of_the_grid(
    grid: str, capsys: pytest.CaptureFixture[str]
) -> None:
    letters = grid.replace("\n", "|").rstrip("|")
    wanted = {each for each in ALL if all(one in (".", two) for one, two in zip(letters, each, strict=True))}
    if letters[0] == "B":  # not the given letter
        Path("grid").write_text(grid)
        assert main(["solve", "--grid", "grid", "puzzle.toml"]) == 2
        assert uncoded(capsys.readouterr().err) == "grid: the grid has B in cell 1,1, but A is given there\n"
        return
    solved = answer(capsys, "solve --limit 99", grid)
    assert {"|".join(each["rows"]) for each in solved["solutions"]} == wanted
    assert answer(capsys, "count", grid)["count"] == len(wanted)
    status = "none" if not wanted else "unique" if len(wanted) == 1 else "several"
    assert answer(capsys, "check", grid)["status"] == status
    explained = answer(capsys, "explain", grid)
    assert (explained["status"], bool(explained["wrong"] or explained["violated"])) == (status, not wanted)


def test_a_picture_shows_the_letters_of_the_grid_and_solves_from_them(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    Path("grid").write_text(".B\n..\n")
    assert main(["render", "--grid", "grid", "puzzle.toml", "-o", "-", "--format", "txt", "--ascii"]) == 0
    assert b"| A B |\n  | _ _ |" in capfdbinary.readouterr().out
    Path("grid").write_text(".B\nBC\n")
    assert main(["render", "--grid", "grid", "--solution", "puzzle.toml", "-o", "-", "--format", "txt", "--ascii"]) == 0
    assert b"| A B |\n  | B C |" in capfdbinary.readouterr().out


@pytest.mark.parametrize("command", ["solve", "check", "count", "explain", "hint", "render -o out.svg"])
@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (".\n.\n", "grid: row 1 of the grid has one letter, but in the puzzle it has 2"),
        ("..\n", "grid: the grid has one row, but the puzzle has 2"),
        ("", "grid: the grid has no rows, but the puzzle has 2"),
    ],
)
def test_a_grid_of_another_puzzle_is_refused_and_its_file_named(
    command: str, grid: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("grid").write_text(grid)
    assert main([*command.split(), "--grid", "grid", "puzzle.toml"]) == 2
    assert uncoded(capsys.readouterr().err).splitlines()[0] == message


@pytest.mark.parametrize("command", ["solve", "count", "explain", "hint", "render -o out.svg"])
def test_a_letter_that_the_puzzle_does_not_have_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid").write_text("..\n.X\n")
    assert main([*command.split(), "--grid", "grid", "puzzle.toml"]) == 2
    message = uncoded(capsys.readouterr().err).splitlines()[0]
    assert message == "grid: 'X' in cell 2,2 is not in the puzzle's alphabet"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_check_takes_a_letter_that_the_puzzle_does_not_have_for_a_wrong_answer(
    jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("grid").write_text("..\n.X\n")
    files = ["puzzle.toml"] * int(jobs)
    assert main(["check", "--grid", "grid", "--jobs", jobs, *files]) == 1
    read = capsys.readouterr()
    assert "none\n  'X' in cell 2,2 is not in the puzzle's alphabet; write . for an open cell" in read.out
    assert main(["check", "--grid", "grid", "--json", *files]) == 1
    found = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (found["status"], found["count"], found["solutions"]) == ("none", 0, [])
    assert found["wrong_letter"] == "'X' in cell 2,2 is not in the puzzle's alphabet"


def test_a_letter_in_the_other_case_gets_the_one_that_the_puzzle_has(capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid").write_text("..\n.c\n")
    assert main(["hint", "--grid", "grid", "puzzle.toml"]) == 2
    assert uncoded(capsys.readouterr().err).splitlines() == [
        "grid: 'c' in cell 2,2 is not in the puzzle's alphabet",
        "    hint: write C; capital and small letters are different letters here",
    ]


def test_a_grid_for_clues_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid").write_text("B\n")
    assert main(["solve", "--json", "--grid", "grid", "--rows", "A|B|C", "--columns", ""]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == [{"rows": ["B"]}]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_grid_may_be_standard_input_but_not_the_puzzle_too(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"AC\nB.\n")))
    files = ["puzzle.toml"] * int(jobs)
    assert main(["solve", "--jobs", jobs, "--limit", "9", "--json", "--grid", "-", *files]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert [each["rows"] for each in json.loads(line)["solutions"]] == [["AC", "BA"], ["AC", "BC"]]
    assert main(["solve", "--grid", "-", "-"]) == 2
    assert "cannot both be standard input" in uncoded(capsys.readouterr().err)


@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_full_grid_is_told_which_clues_it_satisfies(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, command, "AB\nCA\n")
    assert found["grid"] == {
        "clues": 3,
        "satisfied": 2,
        "violated": [{"line": "row 2", "clue": 1, "pattern": "[AB][AC]", "text": "CA"}],
    }
    assert answer(capsys, command, "AB\nBA\n")["grid"] == {"clues": 3, "satisfied": 3, "violated": []}
    assert "grid" not in answer(capsys, command, "AB\nB.\n")
    Path("grid").write_text("AB\nCA\n")
    main([command, "--grid", "grid", "puzzle.toml"])
    said = capsys.readouterr().out
    assert "the grid satisfies 2 of 3 clues:" in said
    assert "not row 2, clue 1 ([AB][AC]), which reads CA" in said
