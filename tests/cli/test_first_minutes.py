"""What a newcomer types first: `-h`, the code of an error, and options by the names that other programs give them."""

import re
from pathlib import Path
from typing import get_args

import pytest

from satcross.cli import main
from satcross.cli.codes import codes, explanation
from satcross.cli.commands import COMMANDS, MOST_USED
from satcross.cli.registry import all_parsers
from satcross.errors import ErrorCode


def test_the_short_help_shows_at_most_ten_options_of_each_command() -> None:
    parsers = all_parsers()
    assert list(MOST_USED) == list(COMMANDS) == list(parsers)
    for name, parser in parsers.items():
        used = MOST_USED[name].split()
        assert len(used) == len(set(used)) <= 10
        assert all(f"--{each}" in parser.flags for each in used), name
        shown = parser.format_short_help()
        assert shown.startswith(f"usage: satcross {name} [OPTION ...]")
        assert all(f"--{each}" in shown for each in used)
        assert 1 <= shown.partition("examples:\n")[2].partition("\n\n")[0].count("satcross ") <= 6


def test_h_is_short_and_help_is_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "-h"]) == 0
    short = capsys.readouterr().out
    for command in (["solve", "--help"], ["help", "solve"], ["solve", "-h", "--help"]):
        assert main(command) == 0
        whole = capsys.readouterr().out
        assert all(flag in whole for flag in all_parsers()["solve"].flags)
        assert 2 * len(short) < len(whole)


def test_every_code_of_an_error_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(get_args(ErrorCode)) <= set(codes())
    assert all(explanation(code) for code in codes())
    assert main(["help", "[regex-class]"]) == 0
    assert capsys.readouterr().out.startswith("regex-class\n\n")
    assert main(["help", "regex-klass"]) == 2
    assert "hint: did you mean regex-class?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", "--rows", "[A", "--columns", "B"], "regex-class"),
        (["check", "nowhere.toml"], "missing"),
        (["solve", "--wrong"], "option"),
    ],
)
def test_an_error_ends_with_its_code(arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert re.search(rf" \[{code}\]$", capsys.readouterr().err, re.M)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "--across", "A", "--down", "A"], "did you mean --rows?"),
        (["solve", "-r", "A", "-c", "A"], "did you mean --columns?"),
        (["solve", "-r", "A|B"], "clues of rows are written after --rows"),
        (["solve", "A|B C|D"], "write them after --rows and --columns"),
        (["solve", "--rows", "A{1,2},B", "--columns", "A", "A", "A"], "with commas in it"),
        (["solve", "--rows", "A B", "--columns", "A", "A", "A"], "if these are several clues, quote each of them"),
        (
            ["solve", "--encoding", "utf-8", "--rows", "A", "--columns", "A"],
            "--charset utf-8 is the character encoding",
        ),
        (["generate", "--rows", "2", "--columns", "2", "--grid", "x"], "did you mean --solution?"),
        (["generate", "--rows", "2", "--columns", "2", "--difficulty", "mild"], "there is no difficulty 'mild'"),
        (["generate", "5x4"], "a rectangle is --rows 5 --columns 4"),
        (["generate", "--size", "5"], "did you mean --rows N --columns N?"),
        (["generate", "--hexagon", "3"], "did you mean --side N?"),
        (["convert", "x.toml", "--to", "json"], "did you mean --format?"),
        (["render", "x.toml"], "such as -o puzzle.svg"),
        (["solve", "--timeout", "0", "x"], "leave the option out for no limit"),
    ],
)
def test_what_people_try_first_is_answered(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) in (1, 2)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("word", "label"), [("easy", "gentle"), ("medium", "moderate")])
def test_usual_words_for_difficulties_are_understood(word: str, label: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = []
    for difficulty in (word, label):
        assert main(["generate", "--rows", "3", "--columns", "3", "--difficulty", difficulty, "--seed", "1"]) == 0
        made.append(capsys.readouterr().out.partition("\n")[2])
    assert made[0] == made[1]
