"""The names of files may be any bytes, and other arguments are text; a file that exists is no link."""

import json
import os
import sys
from pathlib import Path

import pytest

from satcross.cli import main
from tests.cli.small import FAULTY, SEVERAL, UNIQUE

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode there")

NAMES = (b"m#puzzle=\xff.toml", b"n\xff.toml", b"link?puzzle=.toml", b"link#puzzle=1.toml")


@pytest.fixture(autouse=True)
def files(folder: Path) -> list[str]:
    """Return the names of the files in the folder of puzzles."""
    Path("set").mkdir()
    names = [os.path.join("set", os.fsdecode(name)) for name in NAMES]
    for name, text in zip(names, (UNIQUE, SEVERAL, FAULTY, UNIQUE), strict=True):
        Path(name).write_text(text)
    return names


@pytest.mark.parametrize("command", ["check", "solve", "count", "lint", "show"])
def test_every_file_of_a_folder_has_its_line(
    command: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "set", "--json"]) == 2
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["file"] for each in objects] == sorted(files)
    assert [each["status"] == "error" for each in objects if "errors" in each] == [True]


@pytest.mark.parametrize("format", ["github", "junit", "sarif"])
def test_reports_name_every_file(format: str, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "set", "--format", format]) == 2
    reported = capsys.readouterr().out
    assert reported.isascii()
    assert {"sarif": "set/n%FF.toml", "github": "set/n\\udcff.toml", "junit": "set/n\\udcff.toml"}[format] in reported


def test_a_results_database_has_every_file(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "set", "--results", os.fsdecode(b"r\xff.db")]) == 2
    assert "4 puzzles: 2 unique, 1 several, 1 error" in capsys.readouterr().err


def test_a_link_to_nowhere_whose_letters_are_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", os.fsdecode(b"\xff#puzzle=1.x"), "set/link#puzzle=1.toml", "--json"]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["status"], second["status"]) == ("error", "unique")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--alphabet", "?", "set"],
        ["check", "--puzzle=?", "set"],
        ["check", "--charset", "?", "set"],
        ["check", "--from", "?", "set"],
        ["check", "--flags", "?", "set"],
        ["check", "--solver", "?", "set"],
        ["check", "--encoding", "?", "set"],
        ["check", "--timeout", "?", "set"],
        ["check", "--cluster", "?", "set"],
        ["solve", "--rows", "?", "--columns", "A"],
        ["generate", "--rows", "2", "--columns", "2", "--title", "?"],
        ["generate", "--rows", "2", "--columns", "2", "--theme", "?"],
        ["generate", "--rows", "2", "--columns", "2", "--fill-letters", "?"],
        ["regex", "?", "2"],
        ["match", "A", "?"],
        ["lint", "--ignore", "?", "set"],
    ],
)
def test_arguments_that_are_no_text_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    letter = os.fsdecode(b"\xff")
    assert main([argument.replace("?", letter) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "is not UTF-8 text" in said.err
