"""`satcross convert` goes between formats and names what is in the way."""

import os
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from satcross import Puzzle, load
from satcross.cli import main
from satcross.errors import TimeUp
from satcross.puzzle.files import to_text
from satcross.solver.formula import export
from tests.commands import prepare, uncoded

PUZZLES = Path(__file__).parents[2] / "puzzles"
HEXAGON = str(PUZZLES / "hexagon.toml")


def test_a_board_and_back_is_the_same_puzzle() -> None:
    board, back = Path("board.json"), Path("back.toml")
    assert main(["convert", HEXAGON, str(board), "--format", "board"]) == 0
    assert main(["convert", str(board), str(back)]) == 0
    assert load(back).lines == load(HEXAGON).lines
    assert any(clue.is_reversed for line in load(board).lines for clue in line.clues)  # type: ignore[union-attr]


def test_a_link_opens_as_the_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", HEXAGON, "--link", "https://example.org/play?x=1"]) == 0
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://example.org/play?puzzle=")
    assert main(["solve", link]) == 0
    assert "The only solution." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([str(PUZZLES / "star.toml"), "out.txt"], "Trux text cannot express cells with names"),
        ([HEXAGON], "no output format is given"),
        ([HEXAGON, "out.doc"], "no format has the file extension '.doc'"),
        ([HEXAGON, "--format", "word"], "there is no output format 'word'"),
        ([HEXAGON, "--format", "json", "--from", "word"], "there is no input format 'word'"),
        ([HEXAGON, "--format", "toml", "--link", "https://example.org"], "--link and --format toml cannot be combined"),
        (["nowhere.toml", "out.json"], "no such file"),
        ([str(PUZZLES / "cab.toml"), "--format", "regexcrossword", "--dialect", "python"], "cab.toml:"),
    ],
)
def test_what_is_in_the_way_is_named_and_nothing_is_written(
    arguments: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", *arguments]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""
    assert list(folder.iterdir()) == []


def test_the_end_of_a_link_comes_with_a_word_on_how_to_make_a_whole_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text("[clues]\nrows = ['A']\ncolumns = ['.']\n")
    assert main(["convert", str(path), "--format", "link"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("#puzzle=")
    assert "--link PAGE" in shown.err
    assert main(["convert", str(path), "--format", "link", "--link", "https://example.org/"]) == 0
    assert "--link PAGE" not in capsys.readouterr().err


def test_a_second_puzzle_is_not_taken_for_the_place_to_write_to(capsys: pytest.CaptureFixture[str]) -> None:
    """`convert p1.toml p2.toml` may mean both; `--overwrite` leaves no doubt."""
    for name, clue in (("p1.toml", "A"), ("p2.toml", "B")):
        Path(name).write_text(f"[clues]\nrows = ['{clue}']\ncolumns = ['.']\n")
    before = Path("p2.toml").read_text()
    assert main(["convert", "p1.toml", "p2.toml"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("p2.toml: this file exists")
    assert "hint: --overwrite replaces it; to convert several files, name a folder with -o" in shown
    assert Path("p2.toml").read_text() == before
    assert main(["convert", "p1.toml", "-o", "p2.toml"]) == 2
    assert Path("p2.toml").read_text() == before
    assert main(["convert", "p1.toml", "p2.toml", "--overwrite"]) == 0
    assert load("p2.toml").lines == load("p1.toml").lines


def test_several_files_are_converted_into_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_puzzles("one.toml", "two.toml")
    Path("no.toml").write_text("[clues]\nrows = 1\n")
    assert main(["convert", "one.toml", "no.toml", "two.toml", "--format", "json", "-o", "made"]) == 2
    assert capsys.readouterr().err.count("no.toml") == 1
    assert sorted(path.name for path in Path("made").iterdir()) == ["one.json", "two.json"]
    for name in ("one", "two"):
        assert load(f"made/{name}.json").lines == load(f"{name}.toml").lines


def test_the_puzzles_of_one_file_are_numbered(folder: Path) -> None:
    write_puzzles("one.toml", "two.toml")
    puzzles = ",".join([to_text(load(f"{name}.toml"), "regexcrossword") for name in ("one", "two")])
    Path("both.json").write_text(f"[{puzzles}]")
    assert main(["convert", "both.json", "--format", "toml", "-o", "made/"]) == 0
    assert load("made/both-1.toml").lines == load("one.toml").lines
    assert load("made/both-2.toml").lines == load("two.toml").lines


def test_two_files_of_one_name_are_refused_before_anything_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a").mkdir()
    Path("b").mkdir()
    write_puzzles("a/one.toml", "b/ONE.toml")
    assert main(["convert", "a/one.toml", "b/ONE.toml", "--format", "json", "-o", "made"]) == 2
    assert "would get the same file" in capsys.readouterr().err
    assert not Path("made").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("convert one.toml two.toml three.toml", "no folder is named for the new files"),
        ("convert one.toml two.toml --format json -o -", "no folder is named for the new files"),
        ("convert . --format json --overwrite", "no folder is named for the new files"),
        ("convert . new.json", "no folder is named for the new files"),
        ("convert one.toml two.toml -o made", "no output format is given"),
        ("convert one.toml two.toml -o all.json", "all.json: this is the name of a file, and a folder is needed"),
        ("convert one.toml two.toml --format json -o one.toml", "one.toml: this is the name of a file"),
        ("convert one.toml two.toml --format link --link https://example.org -o made", "--link is about one puzzle"),
        ("export one.toml two.toml", "no folder is named for the new files"),
        ("export . -o all.cnf", "all.cnf: this is the name of a file, and a folder is needed"),
    ],
)
def test_what_several_files_cannot_be_written_to(
    command: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_puzzles("one.toml", "two.toml")
    before = {path.name: path.read_text() for path in Path().iterdir()}
    assert main(command.split()) == 2
    assert uncoded(capsys.readouterr().err).removeprefix("satcross: ").startswith(said)
    assert {path.name: path.read_text() for path in Path().iterdir()} == before


def test_several_formulas_are_exported_into_a_folder(folder: Path) -> None:
    write_puzzles("one.toml", "two.toml")
    Path("made").mkdir()
    Path("made/one.cnf").write_text("old")
    assert main(["export", "one.toml", "two.toml", "-o", "made"]) == 0
    assert main(["export", "one.toml", "-o", "made"]) == 0
    for name in ("one", "two"):
        assert main(f"export {name}.toml -o alone.cnf".split()) == 0
        assert Path(f"made/{name}.cnf").read_text() == Path("alone.cnf").read_text()


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("convert . --format json -o made", ("one.json", "three.json", "two.json")),
        ("export . -o made", ("one.cnf", "three.cnf", "two.cnf")),
        ("generate --rows 2 --columns 2 --seed 1 --count 3 -o made", ("1.toml", "2.toml", "3.toml")),
    ],
)
def test_a_full_disk_leaves_whole_files_which_are_named(
    command: str,
    files: tuple[str, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_puzzles("one.toml", "two.toml", "three.toml")
    replace = os.replace

    def full(source: str, target: str) -> None:
        if Path(target).name == files[2]:
            raise OSError(ENOSPC, "No space left on device")
        replace(source, target)

    monkeypatch.setattr("os.replace", full)
    assert main(command.split()) == 2
    said = uncoded(capsys.readouterr().err).splitlines()
    assert said[-2:] == [
        f"made/{files[2]}: the file cannot be written: No space left on device",
        f"    hint: {files[0]} and {files[1]} are complete, and will not be removed",
    ]
    assert sorted(path.name for path in Path("made").iterdir()) == [*files[:2]]


def test_a_formula_of_a_series_that_takes_too_long_is_named_and_the_others_are_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_puzzles("one.toml", "two.toml")
    slow = load("one.toml")

    def timed(puzzle: Puzzle, **options: Any) -> Iterator[str]:
        if puzzle == slow:
            raise TimeUp
        return export(puzzle, **options)

    monkeypatch.setattr("satcross.cli.export.export", timed)
    assert main(["export", ".", "-o", "made"]) == 3
    assert capsys.readouterr().err.endswith("one.toml: out of time, so it was not written\n")
    assert [path.name for path in Path("made").iterdir()] == ["two.cnf"]


@pytest.mark.parametrize(
    "command",
    [
        "convert one.toml -o kept.toml",
        "convert one.toml two.toml --format toml -o .",
        "repair hello.toml -o kept.toml --seed 1",
        "template 5x5 --seed 1 -o kept.toml",
        "generate --rows 2 --columns 2 --seed 1 -o kept.toml",
        "generate --day 2026-02-16 -o kept.toml",
        "generate --rows 2 --columns 2 --seed 1 --count 1 -o made",
        "fill grid.txt --words words.txt --no-cache --seed 1 -o kept.xd",
    ],
)
def test_a_file_that_people_work_in_is_replaced_only_if_that_is_asked_for(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(folder)
    write_puzzles("one.toml", "two.toml")
    Path("made").mkdir()
    for name in ("kept.toml", "made/1.toml", "kept.xd"):
        Path(name).write_text("my work")
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    assert main(command.split()) == 2
    assert "hint: --overwrite replaces" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    if "--day" not in command:
        assert main([*command.split(), "--overwrite"]) == 0
        assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} != before


def test_a_series_that_goes_on_replaces_only_what_it_would_write_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grid = ["--rows", "2", "--columns", "2", "--seed", "1"]
    series = ["generate", *grid, "--count", "2", "-o", "made", "--results", "results"]
    assert main(series) == 0
    assert main(series) == 0
    Path("made/2.toml").write_text("my work")
    capsys.readouterr()
    assert main(series) == 2
    assert "2.toml: this file exists" in capsys.readouterr().err
    assert Path("made/2.toml").read_text() == "my work"


def write_puzzles(*names: str) -> None:
    for name, clue in zip(names, ("AB|BA", "BA|AB|AA", "AA"), strict=False):
        Path(name).write_text(f"[clues]\nrows = ['{clue}']\ncolumns = ['.', '.']\n")
