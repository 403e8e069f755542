"""`satcross play` on a terminal, and what it says where it cannot be played."""

import json
import os
from datetime import date
from pathlib import Path

import pytest

import satcross
from satcross.cli import main, play
from satcross.generator.results import Generated
from tests.terminals import on_terminal

HELLO = str(Path(__file__).parents[2] / "puzzles" / "hello.toml")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["play"], "there is no puzzle to play"),
        (["play", "-"], "standard input is needed for the keys"),
        (["play", HELLO], "playing needs a terminal"),
        (["play", "--daily", HELLO], "--daily and a file cannot be combined"),
        (["play", HELLO, "--date", "2026-02-14"], "--date is about the puzzle of a day"),
        (["play", HELLO, "--difficulty", "hard"], "--difficulty is about the puzzle of a day"),
    ],
)
def test_what_cannot_be_played_is_said(
    command: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.cli.play.find_spec", lambda name: object())
    assert main(command) == 2
    assert message in capsys.readouterr().err


def test_a_missing_extra_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.cli.play.find_spec", lambda name: None)
    assert main(["play", HELLO]) == 2
    assert "textual" in capsys.readouterr().err


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.cli.play.find_spec", lambda name: object())
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    assert main(["play", "--daily", "--date", "2026-02-30"]) == 2
    assert "there is no day '2026-02-30'" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="a terminal of its own")
def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    pytest.importorskip("textual", reason="needs the extra play")
    sent: list[int] = []

    def act(terminal: int, written: str) -> bool:
        if "Column" in written and len(sent) == 0:
            sent.append(os.write(terminal, b"HI"))
        elif "2/4" in written and len(sent) == 1:
            sent.append(os.write(terminal, b"\x11"))  # Ctrl+Q
            return True
        return False

    seen = on_terminal("play", HELLO, act=act, columns=80, XDG_STATE_HOME=str(tmp_path), TERM="xterm-256color")
    assert seen.status == 1  # not solved
    (kept,) = (Path("satcross") / "games").iterdir()
    assert [letter for letter, _, _ in json.loads(kept.read_text())["cells"]] == ["H", "I", "", ""]


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="a terminal of its own")
def test_bytes_that_are_no_utf_8_do_not_stop_the_keyboard(tmp_path: Path) -> None:
    pytest.importorskip("textual", reason="needs the extra play")
    sent: list[int] = []

    def act(terminal: int, written: str) -> bool:
        if "Column" in written and not sent:
            sent.append(os.write(terminal, b"\xff\xfe"))
        elif sent and "1/4" not in written:
            sent.append(os.write(terminal, b"H"))  # the first ones may go with the other bytes
        elif sent:
            sent.append(os.write(terminal, b"\x11"))  # Ctrl+Q
            return True
        return False

    seen = on_terminal("play", HELLO, act=act, columns=80, XDG_STATE_HOME=str(tmp_path), TERM="xterm-256color")
    assert "Traceback" not in seen.written
    (kept,) = (Path("satcross") / "games").iterdir()
    assert json.loads(kept.read_text())["cells"][0] == ["H", "", 0]


def test_the_puzzle_of_a_day_is_announced_at_once_and_made_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made = satcross.load(HELLO)._replace(title="2026-11-27: Hello", answer="HIOK")
    said: list[str] = []

    def daily(day: date, difficulty: str) -> Generated:
        said.append(capsys.readouterr().err)
        return Generated(made, *[None] * (len(Generated._fields) - 1))  # type: ignore[arg-type]

    monkeypatch.setattr("satcross.generator.day.daily", daily)
    puzzles = [play._daily(date(2026, 11, 27), "hard") for _ in range(2)]
    assert puzzles == [made, made]
    assert said == ["The hard puzzle of Friday, 2026-11-27\n"]
    play._daily(date(2026, 11, 27), "")
    assert said[1:] == ["The hard puzzle of Friday, 2026-11-27\nThe puzzle of Friday, 2026-11-27\n"]
