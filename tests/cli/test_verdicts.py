"""At the end of many puzzles, a line on standard error says how many have which verdict."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satcross.cli import driver, main
from tests.cli.small import FAULTY, LARGE, NONE, SEVERAL, UNIQUE

TEXTS = {
    "a.toml": UNIQUE, "b.toml": UNIQUE, "c.toml": SEVERAL, "d.toml": NONE, "e.toml": FAULTY, "large.toml": LARGE,
    "set/a.toml": UNIQUE, "set/c.toml": SEVERAL, "expecting.toml": f"{UNIQUE}\n[[solutions]]\nrows = ['BB']\n",
}  # fmt: skip


def last_line(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the last line that the command writes on standard error."""
    main(command.split())
    return (capsys.readouterr().err.splitlines() or [""])[-1]


@pytest.mark.parametrize(
    ("command", "summary"),
    [
        ("check c.toml a.toml b.toml d.toml", "4 puzzles: 2 unique, 1 several, 1 none"),
        ("check a.toml e.toml nofile", "3 puzzles: 1 unique, 2 errors"),
        ("check --max-nodes 500 a.toml large.toml", "2 puzzles: 1 unique, 1 unknown"),
        ("check --json a.toml c.toml", "2 puzzles: 1 unique, 1 several"),
        ("check --format junit a.toml c.toml", "2 puzzles: 1 unique, 1 several"),
        ("check --jobs 2 a.toml c.toml e.toml", "3 puzzles: 1 unique, 1 several, 1 error"),
        ("check --results found.db a.toml c.toml", "2 puzzles: 1 unique, 1 several"),
        ("check set", "2 puzzles: 1 unique, 1 several"),
        ("solve a.toml c.toml d.toml", "3 puzzles: 1 unique, 1 several, 1 none"),
        ("solve --limit 1 a.toml c.toml", "2 puzzles: 1 unique, 1 solvable"),
        ("solve --cubes a.toml c.toml", "2 puzzles: 1 unique, 1 several"),
        ("solve --sample 1 a.toml d.toml", "2 puzzles: 1 solvable, 1 none"),
        ("count a.toml c.toml d.toml", "3 puzzles: 1 unique, 1 several, 1 none"),
        ("count --at-least 1 a.toml a.toml", "2 puzzles: 2 solvable"),
        ("lint a.toml c.toml", "2 puzzles: 2 with findings"),
        ("show a.toml a.toml e.toml", "3 puzzles: 2 without warnings, 1 error"),
    ],
)
def test_the_verdicts_are_summed_up(command: str, summary: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert last_line(command, capsys) == summary


def test_expected_solutions_that_are_not_those_of_the_puzzle_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        last_line("check a.toml expecting.toml", capsys)
        == "2 puzzles: 1 unique, 1 unique, against what its file expects"
    )


@pytest.mark.parametrize("command", ["check a.toml", "solve -q a.toml c.toml", "check -q set", "show --quiet set"])
def test_one_puzzle_is_not_summed_up_and_neither_is_anything_when_quiet(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert last_line(command, capsys) == ""


def test_an_interrupt_sums_up_what_there_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked_about = driver.puzzles_asked_about

    def interrupted(*arguments: Any) -> Iterator[Any]:
        yield from asked_about(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(driver, "puzzles_asked_about", interrupted)
    assert main(["check", "a.toml", "c.toml"]) == 130
    assert capsys.readouterr().err.splitlines()[-2:] == [
        "2 puzzles: 1 unique, 1 several when it was interrupted",
        "satcross: interrupted",
    ]


@pytest.mark.parametrize(("expected", "said"), [("CC", "does not match column 2"), ("CE", "but there is another one")])
def test_how_an_expected_solution_differs_is_said_once(
    expected: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(
        "complete = true\n[clues]\nrows = ['[AB]C', '[CD].']\ncolumns = ['..', '.[EF]']\n"
        f"[[solutions]]\nrows = ['AC', '{expected}']\n"
    )
    assert main(["check", str(path)]) == 1
    shown = capsys.readouterr().out
    assert said in shown
    assert shown.count("it differs from") == 1


@pytest.mark.parametrize(
    ("listed", "status", "said"),
    [("AB", 0, "several, as the file expects"), ("A", 1, "several\n"), ("ABC", 1, "several\n")],
)
def test_all_of_several_solutions_may_be_what_the_file_expects(
    listed: str, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "listed.toml"
    solutions = "".join(f'[[solutions]]\nrows = ["{letter}"]\n' for letter in listed)
    file.write_text(f'complete = true\nalphabet = "ABC"\n[clues]\nrows = ["A|B"]\ncolumns = ["."]\n{solutions}')
    assert main(["check", str(file)]) == status
    assert said in capsys.readouterr().out
    assert main(["check", "--format", "github", str(file)]) == status
    assert ("::error" in capsys.readouterr().out) == (status == 1)


def test_no_solution_may_be_what_the_file_expects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "impossible.toml"
    file.write_text('complete = true\nsolutions = []\n[clues]\nrows = ["AB"]\ncolumns = ["B", ""]\n')
    assert main(["check", str(file)]) == 0
    assert "none, as the file expects\n" in capsys.readouterr().out
    assert main(["check", "--format", "github", str(file)]) == 0
    assert capsys.readouterr().out == ""
    file.write_text('complete = true\nsolutions = []\n[clues]\nrows = ["AB"]\ncolumns = ["A", ""]\n')
    assert main(["check", str(file)]) == 1


def test_a_list_of_cubes_that_was_cut_short_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "twelve.toml"
    file.write_text('alphabet = "ABCDEF"\n[clues]\nrows = ["[AB][CD]|[EF]A|[EF]B|[CD][EF]"]\ncolumns = 2\n')
    assert main(["solve", "--cubes", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "8 solutions in the first 2 cubes; --all lists all cubes."
    assert main(["solve", "--cubes", "--all", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "12 solutions in 3 cubes, and no others."
