"""What a command finds out is plain data: other processes can send it, and how it looks depends on nothing else."""

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satcross.base.budget import UNLIMITED
from satcross.cli import check, count, lint, main, show, solve, solve as lists
from satcross.cli.driver import question_about
from satcross.cli.outcome import Appearance, Conclusion, Inquiry
from satcross.cli.parser import Options, parse
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.registry import command_named
from satcross.cli.sinks import StreamSink
from satcross.pictures.text import PLAIN
from satcross.puzzle.files import open_source
from tests.cli.small import NONE, SEVERAL, UNIQUE

PUZZLES = {"unique": UNIQUE, "several": SEVERAL, "none": NONE}
COMMANDS: list[tuple[str, Inquiry]] = [
    ("check -q", check.INQUIRY),
    ("check --details", check.INQUIRY),
    ("count", count.INQUIRY),
    ("lint", lint.INQUIRY),
    ("show", show.INQUIRY),
    ("solve", solve.INQUIRY),
    ("solve --all", solve.ALL),
    ("solve --cubes", lists.CUBES),
    ("solve --sample 2", lists.SAMPLE),
]
TIMES = re.compile(r'"seconds": \{.*?\}|\d+ ms')


def answered(command: str, inquiry: Inquiry, path: Path) -> tuple[FiledPuzzle, list[Any]]:
    """Return what the command sends and returns, after it has travelled to another process."""
    name, *more = command.split()
    options = parse(command_named(name), [*more, str(path)])
    assert options is not None
    source = open_source(str(path))
    values: list[Any] = []
    question = question_about(FiledPuzzle(source.puzzles[0]), options, inquiry)
    assert not isinstance(question, Conclusion)
    values.append(inquiry.answer(question, UNLIMITED, values.append))
    return FiledPuzzle(source.puzzles[0], source.name, source=source), pickle.loads(pickle.dumps(values))


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize(("command", "inquiry"), COMMANDS, ids=[command for command, _ in COMMANDS])
@pytest.mark.parametrize("is_json", [False, True])
def test_what_a_command_prints_is_a_function_of_what_it_returns(
    *, is_json: bool, command: str, inquiry: Inquiry, puzzle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(f"{puzzle}.toml")
    path.write_text(PUZZLES[puzzle])
    command += " --json" * is_json
    asked, values = answered(command, inquiry, path)
    look = Appearance(PLAIN, 100, is_json)
    sink = StreamSink(look, inquiry)
    for part in values[:-1]:
        sink.show_part(asked, part)
    assert sink.show_conclusion(asked, Conclusion(values[-1])) == values[-1].exit_status
    shown = capsys.readouterr()
    assert main([*command.split(), str(path)]) == values[-1].exit_status
    printed = capsys.readouterr()
    assert [TIMES.sub("", text) for text in shown] == [TIMES.sub("", text) for text in printed]
    if is_json:
        expected = {**values[-1].as_json(asked), "exit_status": values[-1].exit_status}
        assert json.loads(printed.out.splitlines()[-1]).keys() == expected.keys()


def test_each_answer_of_a_watching_command_has_the_width_that_the_terminal_has_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("several.toml").write_text(SEVERAL)
    widths = iter([100, 10])
    monkeypatch.setattr("satcross.cli.sinks.terminal_width", lambda: next(widths))
    shown: list[str] = []

    def answer_twice(options: Options, answer_files: Callable[[Options], int]) -> None:
        for _ in range(2):
            answer_files(options)
            shown.append(capsys.readouterr().out)
        raise KeyboardInterrupt

    monkeypatch.setattr("satcross.cli.check.watch", answer_twice)
    assert main(["check", "--watch", "several.toml"]) == 130
    wide, narrow = shown
    assert len(narrow.splitlines()) > len(wide.splitlines())
