"""Colours on terminals only, characters that the stream can carry, and streams that are closed."""

import io
import os
import subprocess
import sys

import pytest

from satcross.cli.terminal import error_text, style_of
from satcross.errors import ManyErrors, RegexError, Span


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def terminal(encoding: str = "utf-8") -> Terminal:
    return Terminal(io.BytesIO(), encoding=encoding)


@pytest.mark.parametrize(
    ("color", "environment", "is_colour"),
    [
        ("auto", {}, True),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": ""}, True),
        ("auto", {"TERM": "dumb"}, False),
        ("never", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
    ],
)
def test_colours_on_a_terminal(
    color: str, environment: dict[str, str], is_colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert style_of(terminal(), color).is_colour is is_colour


def test_there_are_no_colours_where_there_is_no_terminal() -> None:
    assert not style_of(io.StringIO()).is_colour


@pytest.mark.parametrize(("encoding", "is_ascii"), [("utf-8", False), ("ascii", True), ("latin-1", True)])
def test_a_stream_that_cannot_carry_frames_gets_ascii(encoding: str, is_ascii: bool) -> None:
    assert style_of(terminal(encoding)).is_ascii is is_ascii
    assert style_of(terminal(), is_ascii=True).is_ascii


def test_an_error_is_in_colour_on_a_terminal_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    error = RegexError("a bracket is missing", place=["row 1"], text="[A", span=Span(0, 1), hint="write \\[")
    plain = error_text(ManyErrors([error, error]))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal())
    coloured = error_text(ManyErrors([error, error]))
    assert "\x1b[31m    ^\x1b[0m" in coloured
    for escape in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m"):
        coloured = coloured.replace(escape, "")
    assert coloured == plain


def test_an_ascii_terminal_gets_letters_it_lacks_as_escapes() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "satcross", "solve", "--rows", "é", "--columns", "é"],
        capture_output=True,
        encoding="ascii",
        env=environment,
        check=False,
    )
    assert r"| \xe9 |" in done.stdout
