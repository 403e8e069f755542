"""Slips that everybody makes are answered with what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.cli import main

SINGLE_QUOTES = "    hint: write regexes between single quotes, '...'; a backslash there stands for itself"
CARET = "^"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said_of(content: str | bytes, capsys: pytest.CaptureFixture[str], name: str = "puzzle.toml") -> list[str]:
    """Return what `solve` says about a file with this content, which it refuses."""
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    assert main(["solve", name]) == 2
    return capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("clue", [r'"A\dB"', r'"(.)\1B"', r'"""A\dB"""', r'"\xZ"', r'"A\uD800"'])
def test_a_regex_between_double_quotes(clue: str, capsys: pytest.CaptureFixture[str]) -> None:
    head, text, carets, hint = said_of(f"[clues]\nrows = [{clue}]\ncolumns = 3\n", capsys)
    assert "this is not valid TOML" in head
    assert text[carets.index(CARET)] == "\\"
    assert f"line 2, column {carets.index(CARET) - 3}:" in head
    assert hint == SINGLE_QUOTES


def test_a_single_quote_between_single_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of("[clues]\nrows = ['it's']\ncolumns = 4\n", capsys)
    assert said[-1] == "    hint: write a string that contains a single quote between three of them: '''...'''"


def test_a_backslash_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of(r'{"clues": {"rows": ["A\dB"], "columns": 3}}', capsys, "puzzle.json")
    assert said[-1] == "    hint: in JSON, write a backslash of a regex twice"


def test_other_faults_of_syntax_get_no_such_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert "hint" not in "".join(said_of("[clues\n", capsys))
    assert "hint" not in "".join(said_of("{", capsys, "puzzle.json"))


@pytest.mark.parametrize("clue", [r'"\bA.B"', r"'A'"])
def test_an_escape_that_toml_accepts(clue: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text(f"[clues]\nrows = [{clue}]\ncolumns = 4\n")
    main(["check", "puzzle.toml"])
    warned = capsys.readouterr().err
    assert ("puzzle.toml:2, row 1, clue 1: the clue asks for the letter backspace" in warned) == ("b" in clue)


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("rows = ['A']\ncolumns = ['A']\n", "it belongs to the clues, below the line [clues]"),
        ("[clues]\nrows = ['A']\ncolumns = ['A']\nalphabet = 'A'\n", "it belongs to the whole file, above the line"),
        ("side = 2\n[clues]\nhorizontal = ['A']\n", 'it is a key of puzzles with shape = "hexagon"'),
        ("cells = ['a']\n", 'it is a key of puzzles with shape = "lines"'),
        ("[clues]\nrow = ['A']\ncolumns = ['A']\n", "did you mean rows?"),
    ],
)
def test_a_key_in_the_wrong_place(content: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said_of(content, capsys)[-1].startswith(f"    hint: {hint}")


@pytest.mark.parametrize(
    ("byte", "named"),
    [(0x92, "; in windows-1252 that byte is '’'"), (0xE4, "; in latin-1 that byte is 'ä'"), (0x81, "its charset")],
)
def test_bytes_of_other_charsets(byte: int, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of(b"title = 'It" + bytes([byte]) + b"s'\n[clues]\nrows = ['A']\ncolumns = 1\n", capsys)
    assert said[-1].endswith(named)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["solve", "--rows", "-A", "--columns", "A"], "[-]"),
        (["solve", "--rows", "A", "-?", "--columns", "A"], "[-]"),
        (["solve", "--rows", "--A+", "--columns", "A"], "[-]"),
        (["match", "-A", "A"], "put -- before"),
        (["regex", "-A"], "put -- before"),
        (["solve", "--verbose", "puzzle.toml"], "satcross solve --help"),
        (["solve", "--colunms", "A", "--rows", "A"], "did you mean --columns?"),
        (["version"], "satcross --version"),
        (["verson"], "satcross --version"),
        (["hepl"], "did you mean help?"),
        (["vrify"], "did you mean verify?"),
        (["--verbose"], "satcross --help"),
    ],
)
def test_options_and_commands(arguments: list[str], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert hint in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("format", ["trux", "hexregex"])
def test_what_a_format_has_no_place_for_can_be_left_out(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("puzzle.toml").write_text("alphabet = 'A-F'\n[clues]\nrows = ['[AB]']\ncolumns = ['A']\n")
    assert main(["convert", "puzzle.toml", "--to", format]) == 2
    assert "hint: with --alphabet mentioned it is written without one" in capsys.readouterr().err
    assert main(["convert", "puzzle.toml", "--to", format, "--alphabet", "mentioned"]) == 0
    Path("puzzle.toml").write_text("flags = 'i'\n[clues]\nrows = ['[AB]']\ncolumns = ['A']\n")
    assert main(["convert", "puzzle.toml", "--to", format]) == 2
    assert "hint: with --flags '' it is written without them" in capsys.readouterr().err
    assert main(["convert", "puzzle.toml", "--to", format, "--flags", "", "--dialect", "javascript"]) == 0
