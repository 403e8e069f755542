"""Exit statuses and verdicts: three-valued, and the worst of several files counts."""

import json
from pathlib import Path

import pytest

from satcross.cli import main
from tests import hard
from tests.cli.small import FAULTY, NONE, SEVERAL, UNIQUE
from tests.clocks import hurry

PUZZLES = {"unique": UNIQUE, "several": SEVERAL, "none": NONE, "faulty": FAULTY, "hard": hard.UNIQUE}
TEXTS = {f"{name}.toml": text for name, text in PUZZLES.items()}


@pytest.fixture(autouse=True)
def hurrying(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("solve unique", 0),
        ("solve several", 0),
        ("solve none", 1),
        ("solve faulty", 2),
        ("solve hard --timeout 1", 3),
        ("solve hard --limit 1", 0),
        ("check unique", 0),
        ("check several", 1),
        ("check none", 1),
        ("check faulty", 2),
        ("check hard --timeout 1", 3),
        ("check unique none", 1),
        ("check hard none --timeout 1", 3),
        ("check hard faulty none unique --timeout 1", 2),
        ("check faulty unique", 2),
        ("export unique", 0),
        ("export faulty", 2),
        ("export unique several", 2),
    ],
)
def test_the_exit_status(command: str, status: int) -> None:
    verb, *words = command.split()
    assert main([verb, *(f"{word}.toml" if word in PUZZLES else word for word in words)]) == status


@pytest.mark.parametrize(
    ("command", "status", "is_complete", "count"),
    [
        ("solve unique.toml", "unique", True, 1),
        ("solve unique.toml --limit 1", "unique", True, 1),  # propagation proves it
        ("solve none.toml", "none", True, 0),
        ("solve several.toml", "several", True, 2),
        ("solve several.toml --limit 3", "several", True, 2),
        ("solve several.toml --limit 1", "unknown", False, 1),
        ("solve hard.toml --limit 1", "unknown", False, 1),
    ],
)
def test_what_is_known(
    command: str, status: str, is_complete: bool, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*command.split(), "--json"])
    (answer,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (answer["status"], answer["complete"], answer["count"]) == (status, is_complete, count)
    assert len(answer["solutions"]) == count


@pytest.mark.parametrize("command", ["solve", "check"])
def test_what_is_known_when_the_time_is_up(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, "hard.toml", "--timeout", "4", "--json"])
    (answer,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (answer["status"], answer["complete"]) == ("unknown", False)
    assert answer["count"] == 1


def test_a_timeout_keeps_and_shows_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "--ascii", "--timeout", "4", "hard.toml"])
    shown = capsys.readouterr().out
    assert shown.count("| " + "Y " * hard.SIZE + "|") == hard.SIZE
    assert shown.endswith("Unknown: out of time, one solution so far.\n")


def test_the_verdict_tells_which_cells_are_free(capsys: pytest.CaptureFixture[str]) -> None:
    Path("free.toml").write_text("shape = 'lines'\nalphabet = 'AB'\ncells = ['x', 'y']\ngiven = { y = 'B' }\n"
                    "[[line]]\ncells = ['a', 'b']\nclues = 'AB'\n")  # fmt: skip
    for command, sentence in [
        ("solve", "No clue covers cell x: it may hold any of the 2 letters.\n"),
        ("check", "several\n  no clue covers cell x: it may hold any of the 2 letters\n"),
        ("show", "warning: no clue covers cell x: it may hold any of the 2 letters [free-cell]\n"),
    ]:
        main([command, "free.toml"])
        assert sentence in capsys.readouterr().out
        main([command, "free.toml", "--json"])
        assert json.loads(capsys.readouterr().out)["free_cells"] == ["x"]
    main(["solve", "free.toml", "--alphabet", "any"])
    assert "it may hold any letter." in capsys.readouterr().out
