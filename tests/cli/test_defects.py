"""A defect that one puzzle of many runs into is the answer to this puzzle; the others have theirs."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from satcross.base.platform import CAN_FORK
from satcross.cli import check, driver, main, puzzles
from satcross.errors import LimitError, unexpected
from satcross.solver import compile as compiling
from tests.cli.small import SEVERAL, UNIQUE

BROKEN = 'title = "broken"\n[clues]\nrows = ["AB|BA"]\ncolumns = 2\n'
FILES = ["unique.toml", "broken.toml", "several.toml"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in zip(FILES, (UNIQUE, BROKEN, SEVERAL), strict=True):
        Path(name).write_text(text)


def failing(honest: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that fails where its first argument is the broken puzzle, or its file."""

    def fails(*args: Any, **kwargs: Any) -> Any:
        if "broken" in f"{args[0]!r} {getattr(args[0], 'title', '')}":
            raise IndexError("list index out of range")
        return honest(*args, **kwargs)

    return fails


def break_reading(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(puzzles, "open_source", failing(puzzles.open_source))


def break_asking(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(driver, "revised", failing(driver.revised))


def break_answering(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiling, "parse_clues", failing(compiling.parse_clues))


def break_showing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(check, "json_object", failing(check.json_object))


BREAKS = [break_reading, break_asking, break_answering, break_showing]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.skipif(not CAN_FORK, reason="no fork"))])
@pytest.mark.parametrize("break_it", BREAKS)
def test_the_other_puzzles_are_answered(
    break_it: Callable[[pytest.MonkeyPatch], None],
    jobs: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    break_it(monkeypatch)
    assert main(["check", "--json", f"--jobs={jobs}", *FILES]) == 2
    out, err = capsys.readouterr()
    answers = {each["file"]: each for each in map(json.loads, out.splitlines())}
    assert {file: each["status"] for file, each in answers.items()} == {
        "unique.toml": "unique", "broken.toml": "error", "several.toml": "several",
    }  # fmt: skip
    (error,) = answers["broken.toml"]["errors"]
    assert error["code"] == "internal"
    assert error["place"].startswith("broken.toml")
    assert error["message"].startswith("internal error: IndexError: list index out of range (")
    assert err.count("please report the puzzle") == 1
    assert err.splitlines()[-1] == "3 puzzles: 1 unique, 1 several, 1 error"


def test_a_defect_is_not_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        break_answering(patch)
        assert main(["check", "--results", "found.db", *FILES]) == 2
    with closing(sqlite3.connect("found.db")) as connection:
        assert {file for (file,) in connection.execute("select file from result")} == {"unique.toml", "several.toml"}
    assert main(["check", "--results", "found.db", *FILES]) == 1
    assert "broken.toml" in capsys.readouterr().out


@pytest.mark.parametrize("format", ["github", "junit", "sarif"])
def test_a_report_names_the_defect(
    format: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    break_answering(monkeypatch)
    assert main(["check", "--format", format, *FILES]) == 2
    assert "internal error: IndexError" in capsys.readouterr().out


def test_a_command_about_one_puzzle_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    break_answering(monkeypatch)
    assert main(["export", "broken.toml"]) == 2
    assert capsys.readouterr().err.startswith("satcross: internal error: IndexError: list index out of range (")


def test_a_lack_of_memory_is_no_defect() -> None:
    assert isinstance(unexpected(MemoryError()), LimitError)
