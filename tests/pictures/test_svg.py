"""SVG: well formed, harmless whatever a puzzle says, the same bytes every time."""

from xml.etree import ElementTree

import pytest

from satcross.pictures.figures import has_right_to_left, is_right_to_left
from satcross.pictures.picture import draw, to_svg
from satcross.puzzle.shapes import rectangle
from tests.pictures.samples import SAMPLES

SVG = "{http://www.w3.org/2000/svg}"

HOSTILE = ["</text><script>alert(1)</script>", '" onload="alert(1)', "]]>&amp;<!--", "\0\x1b\ufffe", "' x='"]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_picture_is_well_formed(name: str) -> None:
    root = ElementTree.fromstring(to_svg(draw(SAMPLES[name])))
    assert root.tag == SVG + "svg"
    cells = {element.get("data-cell") for element in root.iter(SVG + "polygon")} - {None}
    assert len(cells) == len(SAMPLES[name].cells)


def test_no_text_of_a_puzzle_becomes_markup() -> None:
    puzzle = rectangle(rows=HOSTILE, columns=["A"], title=HOSTILE[0], author=HOSTILE[1], source=HOSTILE[2])
    root = ElementTree.fromstring(to_svg(draw(puzzle, ["<", "&", '"', "'", ">"])))
    assert {element.tag for element in root.iter()} == {
        SVG + tag for tag in ("svg", "title", "style", "rect", "polygon", "text")
    }
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    texts = [element.text for element in root.iter(SVG + "text")]
    assert HOSTILE[0] in texts
    assert "<" in texts


@pytest.mark.parametrize(
    ("text", "has", "runs"),
    [("ABC", False, False), ("אב", True, True), ("A אב", True, False), ("12 אב", True, True), ("Жé", False, False)],
)
def test_the_first_strong_letter_says_where_a_text_runs(text: str, has: bool, runs: bool) -> None:
    assert (has_right_to_left(text), is_right_to_left(text)) == (has, runs)


def test_a_hebrew_regex_runs_from_left_to_right_and_its_title_from_right_to_left() -> None:
    root = ElementTree.fromstring(to_svg(draw(SAMPLES["hebrew"], ["ל", *[""] * 8])))
    texts = list(root.iter(SVG + "text"))
    for text in texts:
        if text.get("class") in ("clue", "letter") and has_right_to_left(text.text or ""):
            assert (text.get("direction"), text.get("unicode-bidi")) == ("ltr", "bidi-override")
    clues = {text.get("data-clue"): text.text for text in texts}
    assert clues["0.0"] == "(ל|ח)+ם"  # the letters are in their logical order
    assert {text.get("direction") for text in texts if text.get("class") == "title"} == {"rtl"}
