"""`satcross convert` goes between formats and names what is in the way."""

from pathlib import Path

import pytest

from satcross import load
from satcross.cli import main

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
    """`convert p1.toml p2.toml` may mean both; `-o` leaves no doubt."""
    for name, clue in (("p1.toml", "A"), ("p2.toml", "B")):
        Path(name).write_text(f"[clues]\nrows = ['{clue}']\ncolumns = ['.']\n")
    before = Path("p2.toml").read_text()
    assert main(["convert", "p1.toml", "p2.toml"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("p2.toml: this file exists")
    assert "hint: -o p2.toml replaces it" in shown
    assert Path("p2.toml").read_text() == before
    assert main(["convert", "p1.toml", "-o", "p2.toml"]) == 0
    assert load("p2.toml").lines == load("p1.toml").lines
