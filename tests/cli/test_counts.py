"""What the commands say about numbers of solutions: of those that are estimates, of none at all, and of huge ones."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from satcross.author.counting import Count, count
from satcross.base.printable_json import printable_json
from satcross.base.wording import any_digits, decimal_text
from satcross.puzzle.files import save
from satcross.puzzle.shapes import line, rectangle

HUGE = 26**3600
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def in_full(number: int) -> str:
    """Return `number` in decimal, made of pieces that Python writes itself."""
    pieces = []
    while number:
        number, piece = divmod(number, 10**1_000)
        pieces.append(f"{piece:01000}")
    return "".join(reversed(pieces)).lstrip("0") or "0"


def test_long_numbers_are_written_and_read_digit_by_digit() -> None:
    for number in (0, 1, -7, 10**18, 2**600, 10**600 - 1, 10**4299, 10**4300 - 1, 10**4300, HUGE, -HUGE):
        check_text_of(number)


def check_text_of(number: int) -> None:
    digits = in_full(abs(number))
    text = "-" * (number < 0) + digits
    assert decimal_text(number) == text
    assert decimal_text(number, ",").replace(",", "") == text
    assert all(len(piece) == 3 for piece in decimal_text(abs(number), ",").split(",")[1:])
    with any_digits():
        assert int(text) == number
        assert json.loads(printable_json({"count": [number, "a", None, True]})) == {"count": [number, "a", None, True]}


def test_a_tally_of_any_size_can_be_shown() -> None:
    assert repr(Count(12, "exact", "search")) == "<Count 12 solutions, by search>"
    shown = repr(Count(HUGE, "exact", "search"))
    assert in_full(HUGE).startswith(shown.removeprefix("<Count ").removesuffix("...>").replace(",", ""))


@pytest.fixture
def puzzles() -> list[str]:
    """The files of a puzzle with 26^3600 solutions and of one with one solution."""
    save(rectangle(rows=[".*"] * 60, columns=60)._replace(alphabet=LETTERS), "huge.toml")
    save(line("AB", 2), "one.toml")
    return ["huge.toml", "one.toml"]


def satcross(*arguments: str, status: int | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "satcross", *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert "Traceback" not in done.stderr
    assert status is None or done.returncode == status, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "command",
    ["count", "count --json", "count --at-least 1", "check", "check --json", "check --format sarif",
     "solve --cubes --all", "solve --cubes --all --json"],
)  # fmt: skip
def test_a_number_of_thousands_of_digits_is_said_in_full_and_the_next_puzzle_is_answered(
    command: str, puzzles: list[str]
) -> None:
    said = satcross(*command.split(), *puzzles, status=1 if command.startswith("check") else 0)
    assert in_full(HUGE) in said.replace(",", "")
    assert "one.toml" in said or "sarif" in command or command == "solve --cubes --all"  # which names no puzzle


@pytest.mark.parametrize("command", ["count", "check"])
def test_a_database_keeps_numbers_of_thousands_of_digits(command: str, puzzles: list[str]) -> None:
    database = "results.db"
    first = satcross(command, "--json", "--results", database, *puzzles)
    assert f'"count": {in_full(HUGE)},' in first
    assert satcross(command, "--json", "--results", database, *puzzles) == first


def test_a_model_counter_may_say_a_number_of_thousands_of_digits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pyganak.py").write_text(
        "class Counter:\n"
        "    new_vars = set_sampling_set = add_clause = lambda self, given: None\n"
        "    count = lambda self: 26**3600\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *sys.path]))
    monkeypatch.setattr("satcross.author.counting.is_ganak_installed", lambda: True)
    assert count(rectangle(rows=["AB|BA|BB"], columns=2), "ganak").value == HUGE


@pytest.mark.parametrize(
    "option", [["--timeout", "1e7"], ["--timeout", "1e10"], ["--timeout", "1e308"], ["--memory", "1e30G"]]
)
@pytest.mark.parametrize("command", ["count", "count --method ganak", "solve", "check --results r.db"])
def test_a_limit_that_is_as_good_as_none_is_no_error(command: str, option: list[str], puzzles: list[str]) -> None:
    if "ganak" in command:
        pytest.importorskip("pyganak")
    satcross(*command.split(), *option, puzzles[1], status=0)
