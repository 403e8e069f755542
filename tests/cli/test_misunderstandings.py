"""What people type instead of what was meant is understood, or answered with what to type."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from satcross.base.platform import processors
from satcross.cli import main
from satcross.cli.parser import parse
from satcross.cli.registry import command_named

PUZZLE = "[clues]\nrows = ['HI', 'OK']\ncolumns = ['.*', '.*']\n"
HELLO = str(Path(__file__).parents[2] / "puzzles" / "hello.toml")


def said_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(arguments)
    shown = capsys.readouterr()
    return status, shown.out + shown.err


def test_unreadable_files_are_errors_of_a_junit_report(capsys: pytest.CaptureFixture[str]) -> None:
    Path("good.toml").write_text(PUZZLE)
    Path("none.toml").write_text("[clues]\nrows = ['A']\ncolumns = ['B']\n")
    Path("bad.toml").write_text("[clues\n")
    files = ["good.toml", "none.toml", "bad.toml", "missing.toml"]
    assert main(["check", *files, "--format", "junit"]) == 2
    suite = ElementTree.fromstring(capsys.readouterr().out)
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["4", "1", "2"]
    assert [[each.tag for each in case] for case in suite] == [[], ["failure"], ["error"], ["error"]]


@pytest.mark.parametrize("address", ["tcp:", "localhost", "tcp://somewhere", "tcp://somewhere:", "", "local:0"])
def test_an_address_that_is_none_is_answered_with_one(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    status, said = said_of(["check", HELLO, f"--cluster={address}"], capsys)
    assert status == 2
    assert "--cluster local:4" in said
    assert "invalid literal" not in said


def test_connecting_takes_no_longer_than_the_timeout(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    _, said = said_of(["check", HELLO, "--timeout", "0.2", "--cluster", "tcp://127.0.0.1:1"], capsys)
    assert "10 s" not in said


def test_as_many_processes_as_processors() -> None:
    options = parse(command_named("check"), ["a.toml", "--jobs", "auto"])
    assert options is not None
    assert options.jobs == processors() >= 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_names_standard_output() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "satcross", "solve", HELLO], stdout=full, stderr=-1, text=True)
    assert done.returncode == 2
    assert "satcross: standard output: No space left on device" in done.stderr


def test_decode_says_in_which_order_its_files_come(capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text(PUZZLE)
    assert main(["export", "puzzle.toml", "-o", "formula.cnf"]) == 0
    Path("answer.txt").write_text("s SATISFIABLE\nv 0\n")
    capsys.readouterr()
    status, said = said_of(["decode", "formula.cnf", "puzzle.toml", "answer.txt"], capsys)
    assert status == 2
    assert said.startswith("formula.cnf: this is a formula, and the first file is the puzzle [option]\n")
    assert "satcross decode PUZZLE FORMULA ANSWER" in said


@pytest.mark.parametrize(
    ("regex", "text", "is_exchanged"),
    [("AB", "A.", True), ("HELLO", "(HE|LL|O+)+", True), ("AB", "AC", False), ("A.", "BC", False), ("A", "[", False)],
)
def test_match_recognises_exchanged_arguments(
    regex: str, text: str, is_exchanged: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = said_of(["match", regex, text], capsys)
    assert status == 1
    assert ("the regex comes first" in said) == is_exchanged


@pytest.mark.parametrize(
    ("line", "hint"), [("apple,90", "apple;90"), ("apple\t90", "apple;90"), ("apple: 90", "apple;90")]
)
@pytest.mark.parametrize("flag", ["--words", "--prefer", "--exclude"])
def test_a_score_behind_another_sign_is_not_left_out(
    line: str, hint: str, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("grid.txt").write_text("_____\n")
    Path("list.txt").write_text(f"peach\n{line}\nmelon;30\n")
    Path("good.txt").write_text("grape\n")
    words = [] if flag == "--words" else ["--words", "good.txt"]
    status, said = said_of(["fill", "grid.txt", *words, flag, "list.txt", "--no-cache"], capsys)
    assert status == 2
    assert said.startswith("list.txt, line 2: a score has to follow a semicolon")
    assert f"hint: write {hint}" in said


@pytest.mark.parametrize("line", ["column 2", "col 2", "Column2", "c2", "COL. 2"])
def test_a_line_may_be_named_in_short(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repair", HELLO, "--vary", "--line", line]) == 0
    assert "column 2  IK|OK" in capsys.readouterr().out


def test_a_link_to_nothing_is_named_whatever_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder").mkdir()
    Path("folder/a.toml").write_text(PUZZLE)
    for name in ("b", "c.toml", "d.txt"):
        Path("folder", name).symlink_to("nowhere")
    status, said = said_of(["check", "folder"], capsys)
    assert status == 2
    assert said.count("this link points to a file that does not exist") == 3
    assert "a.toml: unique" in said
