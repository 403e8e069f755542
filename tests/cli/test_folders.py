"""Commands that take many puzzles take folders of them."""

import json
import os
from errno import EACCES
from pathlib import Path

import pytest

from satcross.cli import main
from satcross.cli.commands import COMMANDS
from satcross.cli.registry import command_named
from tests.commands import uncoded

NAMES = ("b.toml", "a.TOML", "deep/c.toml", "deep/er/d.toml", ".hidden.toml", "notes.md", "words.txt")
TEXTS = {f"set/{name}": "[clues]\nrows = ['A', 'B']\ncolumns = ['AB']\n" for name in NAMES}


@pytest.fixture(autouse=True)
def link_to_the_folder_in_itself(folder: Path) -> None:
    (folder / "set" / "loop").symlink_to(folder / "set")


def files_asked(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(command.split()) == 0
    return [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("command", ["check", "solve", "count", "lint --ignore redundant-clue", "show"])
def test_a_folder_stands_for_the_puzzles_in_it(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert files_asked(f"{command} --json set", capsys) == ["set/a.TOML", "set/b.toml"]
    everything = ["set/a.TOML", "set/b.toml", "set/deep/c.toml", "set/deep/er/d.toml"]
    assert files_asked(f"{command} --json -r set", capsys) == everything
    assert files_asked(f"{command} --json set/b.toml set/deep", capsys) == ["set/b.toml", "set/deep/c.toml"]


TAKE_FOLDERS = {
    "solve": "solve",
    "check": "check",
    "count": "count",
    "lint": "lint --ignore redundant-clue",
    "show": "show",
    "render": "render -o made.html",
    "site": "site -o made",
    "convert": "convert --format json -o made",
    "export": "export -o made",
}


def test_each_command_that_takes_folders_is_tried() -> None:
    takes = {name for name in COMMANDS if "--recursive" in command_named(name).make_parser().flags}
    assert takes == {*TAKE_FOLDERS}


@pytest.mark.parametrize("command", TAKE_FOLDERS.values(), ids=TAKE_FOLDERS)
def test_a_file_in_a_folder_that_holds_no_puzzle_is_named_and_the_others_are_done(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "set"]) == 0
    expected = {"printed": capsys.readouterr().out.encode(), **made_files(folder)}
    broken = {"0.toml": b"", "aa.json": b"{}", "c.toml": b"\x9a", "d.toml": b"[clues]\nrows = ['A(']"}
    for name, data in broken.items():
        (folder / "set" / name).write_bytes(data)
    assert main([*command.split(), "set"]) == 2
    said = capsys.readouterr()
    for name in broken:
        assert sum(line.startswith(f"set/{name}:") for line in said.err.splitlines()) == 1
    assert {"printed": said.out.encode(), **made_files(folder)} == expected


def made_files(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files called `made`, or in the folder of this name, and remove them."""
    paths = [*folder.glob("made.*"), *folder.glob("made/**/*")]
    found = {str(path): path.read_bytes() for path in paths if path.is_file()}
    for path in found:
        Path(path).unlink()
    return found


def test_files_in_a_folder_that_are_left_out_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "set"])
    assert capsys.readouterr().err.splitlines() == [
        "set: 2 files are left out, since they do not end in .toml, .json or .input.txt: notes.md, words.txt",
        "2 puzzles: 2 unique",
    ]
    (folder / "set" / "notes.md").unlink()
    (folder / "set" / "deep" / "a.xd").write_text("")
    main(["check", "-r", "set"])
    assert f": {Path('deep/a.xd')}, words.txt\n" in capsys.readouterr().err
    (folder / "set" / "words.txt").unlink()
    main(["check", "set"])
    assert capsys.readouterr().err == "2 puzzles: 2 unique\n"


def test_a_folder_without_puzzles_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty" / "inner").mkdir(parents=True)
    assert main(["check", "empty"]) == 2
    assert uncoded(capsys.readouterr().err) == (
        "empty: no puzzles are in this folder\n"
        "    hint: puzzles are in files that end in .toml, .json, .input.txt; -r also searches its subfolders\n"
    )
    assert main(["check", "-r", "empty"]) == 2
    assert "-r" not in uncoded(capsys.readouterr().err)


def test_a_folder_in_a_folder_that_cannot_be_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scandir = os.scandir

    def refusing(path: str) -> object:
        if path == "set/deep/er":
            raise PermissionError(EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr("os.scandir", refusing)
    assert main(["check", "-r", "set"]) == 2
    assert uncoded(capsys.readouterr().err) == "set/deep/er: the folder cannot be read: Permission denied\n"


@pytest.mark.parametrize(
    ("command", "note"),
    [
        ("check -r set/b.toml", "-r changes nothing, because no folder is named"),
        ("solve --cubes --rows A --columns A --results kept.db", "--results changes nothing, because no file is named"),
        ("solve --cubes --rows A --columns A --from toml", "--from changes nothing, because no file is named"),
    ],
)
def test_an_option_without_effect_is_noted(command: str, note: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 0
    assert uncoded(capsys.readouterr().err).splitlines()[0] == f"satcross: {note}"
    assert main([*command.split(), "-q"]) == 0
    assert uncoded(capsys.readouterr().err) == ""


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="links as POSIX has them")
def test_a_link_that_points_to_nothing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("links").mkdir()
    os.symlink("nothing.toml", "links/gone.toml")
    os.symlink("nothing", "links/other")
    assert main(["check", "links"]) == 2
    gone = "this link points to a file that does not exist"
    assert uncoded(capsys.readouterr().err) == f"links/gone.toml: {gone}\nlinks/other: {gone}\n2 puzzles: 2 errors\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve --cubes --seed 2 set/b.toml", "--seed has no effect with --cubes"),
        ("solve --seed 2 set/b.toml", "--seed has no effect without --sample"),
        ("solve --sample 2 --encoding layers set/b.toml", "--encoding has no effect with --sample"),
        ("solve --trace --cubes set/b.toml", "--trace has no effect with --cubes"),
        ("solve --sample 2 --cubes set/b.toml", "--sample has no effect with --cubes"),
    ],
)
def test_an_option_on_which_the_answer_does_not_depend_is_refused(
    command: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 2
    assert uncoded(capsys.readouterr().err).splitlines()[0] == f"satcross: {message}"
