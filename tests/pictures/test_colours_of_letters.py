"""A picture paints a cell in the colour of its letter, with the letter still readable, or without the letter."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest

import satcross
from satcross.cli import main
from satcross.pictures.figures import STYLES, Content, Picture, Polygon, Text
from satcross.pictures.picture import draw
from satcross.pictures.rendering import render
from satcross.puzzle.colors import LEAST_CONTRAST, contrast, hidden_letters

COLORS = {"A": "#102030", "B": "gold", "C": "none", " ": "maroon"}
PUZZLE = satcross.rectangle(rows=["AB", "C ", "D."], columns=["A..", "..."], given={(1, 2): "B"}, colors=COLORS)
LETTERS = ("A", "B", "C", " ", "D", "AB")


def fills(letters: Sequence[Content] = ()) -> list[str]:
    return cell_colours(draw(PUZZLE, letters))


def cell_colours(picture: Picture) -> list[str]:
    polygons = [figure for figure in picture.figures if isinstance(figure, Polygon) and figure.mark is not None]
    return [figure.colour for figure in polygons if figure.mark is not None and figure.mark[0] == "cell"]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_each_cell_with_one_letter_has_its_colour() -> None:
    assert fills(LETTERS) == ["#102030", "#ffd700", "", "#800000", "", ""]
    assert fills() == ["", "#ffd700", "", "", "", ""]


def test_letters_are_readable_on_their_cells() -> None:
    texts = [
        figure for figure in draw(PUZZLE, LETTERS).figures if isinstance(figure, Text) and figure.style == "letter"
    ]
    for text, fill in zip(texts, ["#102030", "#ffd700", STYLES["cell"].fill, STYLES["cell"].fill], strict=True):
        assert contrast(text.colour or STYLES["letter"].fill, fill) >= LEAST_CONTRAST


def test_hidden_letters_leave_their_colours() -> None:
    picture = draw(PUZZLE, hidden_letters(PUZZLE, LETTERS))
    letters = [figure.text for figure in picture.figures if isinstance(figure, Text) and figure.style == "letter"]
    assert letters == ["D"]
    assert fills(hidden_letters(PUZZLE, LETTERS)) == fills(LETTERS)


def test_a_number_of_letters_is_not_a_letter() -> None:
    puzzle = satcross.rectangle(rows=["."], columns=1, colors={"5": "red"})
    assert cell_colours(draw(puzzle, [5])) == [""]


def test_png_and_pdf_have_the_colours() -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("pypdfium2")
    picture = image.open(BytesIO(render(PUZZLE, "png", letters=LETTERS))).convert("RGB")
    found = {colour for _, colour in picture.getcolors(picture.width * picture.height)}
    assert {(0x10, 0x20, 0x30), (0xFF, 0xD7, 0), (0x80, 0, 0)} <= found


def test_a_puzzle_without_colours_is_drawn_as_before() -> None:
    plain = PUZZLE._replace(colors=())
    assert b"style=" not in re.sub(b"<style>.*?</style>", b"", render(plain, "svg", letters=LETTERS))


@pytest.fixture
def file() -> str:
    satcross.save(satcross.rectangle(rows=["AB"], columns=2, colors={"A": "red"}), "puzzle.toml")
    return "puzzle.toml"


def test_the_option_hides_the_letters_that_have_a_colour(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", file, "--solution", "--hide-letters", "-o", "-", "--format", "svg"]) == 0
    assert re.findall('class="letter".*>(.)<', capsys.readouterr().out) == ["B"]


@pytest.mark.parametrize(
    ("format", "status", "said"),
    [("txt", 2, "text has no colours"), ("html", 2, "a page to play on has a switch for that")],
)
def test_the_option_is_refused_where_it_has_no_meaning(
    format: str, status: int, said: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", file, "--hide-letters", "-o", f"out.{format}"]) == status
    assert said in capsys.readouterr().err


def test_it_says_that_no_letter_has_a_colour(capsys: pytest.CaptureFixture[str]) -> None:
    satcross.save(satcross.rectangle(rows=["AB"], columns=2), "plain.toml")
    assert main(["render", "plain.toml", "--hide-letters", "-o", "out.svg"]) == 0
    assert "the letters of this puzzle have no colours" in capsys.readouterr().err
