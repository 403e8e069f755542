"""What satcross writes says in which version of its form; older versions are still read, newer ones refused."""

import json
import re
import shutil
from pathlib import Path
from typing import Final

import pytest

import satcross
from satcross.cli import main
from satcross.cli.commands import COMMANDS

KEPT: Final = Path(__file__).parent / "golden/kept"
"""For each version of a form, files as it was written then; never written anew."""

VERSIONS: Final = sorted(path.name for path in KEPT.iterdir())

JSON_COMMANDS: Final = {
    "solve": ["puzzle.toml"], "check": ["puzzle.toml"], "count": ["puzzle.toml"], "explain": ["puzzle.toml"],
    "hint": ["puzzle.toml"], "lint": ["puzzle.toml"], "show": ["puzzle.toml"],
    "decode": ["puzzle.toml", "formula.cnf", "answer.txt"], "verify": ["puzzle.toml", "proof"],
    "prove": ["puzzle.toml", "-o", "OUT"], "regex": ["A|B", "--length", "1"], "match": ["A|B", "A"],
    "encodings": ["puzzle.toml"], "mark": ["puzzle.toml", "answers.txt"],
    "slots": ["--no-cache", "--words", "words.txt", "template.toml"],
    "fill": ["--no-cache", "--seed", "1", "--words", "words.txt", "template.toml"],
    "repair": ["puzzle.toml"],
    "generate": ["--rows", "2", "--columns", "3", "--seed", "1"],
}  # fmt: skip
NO_JSON: Final = {"export", "render", "site", "convert", "template", "completion", "play", "studio"}


def arguments_in(folder: Path, arguments: list[str], out: Path) -> list[str]:
    known = {path.name for path in folder.iterdir()}
    return [str(folder / each) if each in known else str(out) if each == "OUT" else each for each in arguments]


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - NO_JSON))
def test_each_answer_in_json_says_its_schema(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = arguments_in(KEPT / VERSIONS[-1], JSON_COMMANDS[command], tmp_path / "proof")
    assert main([command, "--json", *arguments]) in (0, 1)
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["schema"] == 1


def test_commands_without_json_have_no_such_option() -> None:
    for command in NO_JSON:
        assert main([command, "--json"]) == 2


@pytest.mark.parametrize("version", VERSIONS)
class TestKept:
    def test_puzzles_are_read_alike(self, version: str) -> None:
        for name in ("puzzle.toml", "puzzle.json"):
            puzzle = satcross.load(KEPT / version / name)
            assert tuple(solution.letters for solution in satcross.solutions(puzzle)) == puzzle.expected

    def test_answers_to_formulas_are_decoded(self, version: str, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = arguments_in(KEPT / version, JSON_COMMANDS["decode"], KEPT)
        assert main(["decode", "--json", *arguments]) == 0
        answer = json.loads(capsys.readouterr().out)
        expected = json.loads((KEPT / version / "decoded.json").read_text("utf-8"))
        assert {key: answer[key] for key in expected} == expected

    def test_proofs_are_verified(self, version: str) -> None:
        puzzle = satcross.load(KEPT / version / "puzzle.toml")
        assert satcross.verify(puzzle, KEPT / version / "proof").is_verified

    def test_templates_are_filled(self, version: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["fill", *arguments_in(KEPT / version, JSON_COMMANDS["fill"], KEPT)]) == 0

    def test_answers_in_json_keep_their_keys(self, version: str, capsys: pytest.CaptureFixture[str]) -> None:
        """Keys may be added; none that was there goes away, or changes its type."""
        kept = json.loads((KEPT / version / "solved.json").read_text("utf-8"))
        main(["solve", "--json", str(KEPT / version / "puzzle.toml")])
        answer = json.loads(capsys.readouterr().out)
        assert {key: type(answer[key]) for key in kept} == {key: type(value) for key, value in kept.items()}


NEWER: Final = {
    "puzzle.toml": ("schema = 1", "schema = 2"),
    "puzzle.json": ('"schema": 1', '"schema": 2'),
    "template.toml": ("schema = 1", "schema = 2"),
    "formula.cnf": ("version 1", "version 2"),
    "proof/manifest.json": ("version 1", "version 2"),
}


@pytest.mark.parametrize("name", NEWER)
def test_newer_versions_are_refused_by_name(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(KEPT / VERSIONS[-1], folder)
    old, new = NEWER[name]
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    command = {"formula.cnf": "decode", "proof/manifest.json": "verify", "template.toml": "fill"}.get(name, "solve")
    arguments = ["puzzle.json"] if name == "puzzle.json" else JSON_COMMANDS[command]
    assert main([command, *arguments_in(folder, arguments, folder)]) == 2
    error = capsys.readouterr().err
    assert str(folder / name) in error
    assert re.search(r"2.*this version of satcross reads.*1", error)
