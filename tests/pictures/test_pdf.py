"""PDF and PNG: whole, on paper of the right size, the same bytes every time, never an empty box for a letter."""

from pathlib import Path
from typing import Any

import pytest

from satcross.errors import LimitError, MissingError, OptionError
from satcross.pictures.book import printed_puzzle
from satcross.pictures.figures import Picture
from satcross.pictures.layout_parts import CELL
from satcross.pictures.lettering import ADVANCE, constraint_text
from satcross.pictures.paper import Page, PlacedPicture, PrintedDocument
from satcross.pictures.paper_sizes import PAPERS
from satcross.pictures.pdf import POINTS_PER_UNIT, to_pdf, to_png
from satcross.pictures.picture import draw
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from tests.pictures.samples import LONG, MIT, SAMPLES, small

reportlab = pytest.importorskip("reportlab", reason="the extra [pdf] is not installed")
pdfium = pytest.importorskip("pypdfium2", reason="the extra [png] is not installed")


def document(puzzle: Puzzle, page: str = "a4") -> Any:
    return pdfium.PdfDocument(to_pdf(printed_puzzle(puzzle, (), (), page).document))


def on_a_page(picture: Picture) -> PrintedDocument:
    """Return a document whose only page is as large as `picture` is in its units of `POINTS_PER_UNIT`."""
    size = picture.box[2] * POINTS_PER_UNIT, picture.box[3] * POINTS_PER_UNIT
    return PrintedDocument("", (Page(size, (PlacedPicture(picture, (0.0, 0.0), POINTS_PER_UNIT),)),))


def text_of(pdf: Any) -> str:
    texts = [pdf[number].get_textpage().get_text_bounded() for number in range(len(pdf))]
    return "".join("".join(texts).split())


@pytest.mark.parametrize("name", ["mit", "fifteen", "long", "star", "box"])
def test_every_clue_can_be_read_from_the_paper(name: str) -> None:
    puzzle = SAMPLES[name]
    text = text_of(document(puzzle))
    for line in puzzle.lines:
        for clue in line.clues:
            shown = constraint_text(clue)
            assert "".join(shown.split()) in text


@pytest.mark.parametrize("page", PAPERS)
def test_pages_have_the_size_of_the_paper(page: str) -> None:
    for puzzle in (MIT, SAMPLES["box"], small()):
        pdf = document(puzzle, page)
        assert sorted(pdf[0].get_size()) == pytest.approx(sorted(PAPERS[page]), abs=0.1)


@pytest.mark.long
def test_a_long_list_of_clues_goes_on_over_pages() -> None:
    pdf = document(rectangle(rows=[LONG * 12] * 30, columns=30))
    assert len(pdf) > 2
    assert text_of(pdf).count("(ABC|DE[^FGH]*)") > 1000


def test_the_same_pictures_give_the_same_bytes() -> None:
    assert to_pdf(on_a_page(draw(MIT))) == to_pdf(on_a_page(draw(MIT)))
    assert to_png(draw(small()), 200) == to_png(draw(small()), 200)


def test_a_letter_that_no_font_has_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.pictures.pdf._installed_fonts", lambda is_bold: [])
    with pytest.raises(MissingError, match=r"U\+0416"):
        to_pdf(on_a_page(draw(small(), ["Ж", "", "", ""])))


def test_a_file_that_is_no_font_is_an_error(tmp_path: Any) -> None:
    (tmp_path / "no.ttf").write_bytes(b"not a font")
    with pytest.raises(OptionError, match="not a usable TrueType font"):
        to_pdf(on_a_page(draw(small(), ["中", "", "", ""])), font=str(tmp_path / "no.ttf"))


def test_a_font_that_is_named_also_has_the_letters_of_courier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.pictures.pdf._installed_fonts", lambda is_bold: [])
    vera = str(Path(reportlab.__file__ or "").parent / "fonts" / "Vera.ttf")
    assert to_png(draw(small()), 200, vera) != to_png(draw(small()), 200)


def test_there_is_no_other_paper() -> None:
    with pytest.raises(OptionError, match="page size"):
        document(small(), "a3")


def test_a_png_is_as_wide_as_asked_and_dark_where_the_grid_is() -> None:
    from io import BytesIO

    from PIL import Image

    picture = draw(small(), ["H", "E", "L", "P"])
    with Image.open(BytesIO(to_png(picture, 500))) as image:
        assert abs(image.width - 500) <= 1
        scale = image.width / picture.box[2]

        def grey(x: float, y: float) -> int:
            at = int((x - picture.box[0]) * scale), int((y - picture.box[1]) * scale)
            value = image.convert("L").getpixel(at)
            assert isinstance(value, int)
            return value

        assert grey(CELL, CELL * 0.5) < 128  # the line between the first two cells
        assert grey(CELL * 0.1, CELL * 0.1) > 250  # the corner of a cell


def test_a_picture_of_a_terapixel_is_refused() -> None:
    with pytest.raises(LimitError, match="pixels wide"):
        to_png(draw(small()), 1_000_000)


@pytest.mark.parametrize("details", [{"title": "לחם"}, {"title": "", "author": "ABC, حرف"}])
def test_a_title_or_a_name_from_right_to_left_is_refused(details: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="which runs from right to left") as caught:
        to_pdf(on_a_page(draw(SAMPLES["small"]._replace(**details))))
    assert caught.value.code == "inexpressible"


def test_a_hebrew_regex_stands_in_its_logical_order_and_no_letter_is_stretched() -> None:
    picture = draw(SAMPLES["hebrew"]._replace(title="", author=""))
    try:
        pdf = pdfium.PdfDocument(to_pdf(on_a_page(picture)))
    except MissingError as error:
        pytest.skip(str(error))
    left, top, _, high = picture.box
    page = pdf[0].get_textpage()
    row = []  # the letters of the first row's clue with their places, without brackets, which PDFium mirrors
    for place in range(page.count_chars()):
        x, low, end, upper = page.get_charbox(place)
        letter = page.get_text_range(place, 1)
        if letter in "|+לחם" and abs((high - CELL / 2 + top) * POINTS_PER_UNIT - (low + upper) / 2) < 8:
            if x < -left * POINTS_PER_UNIT:
                row.append((x, letter))
            assert end - x < ADVANCE * 13 * POINTS_PER_UNIT
    assert "".join(letter for _, letter in sorted(row)) == "ל|ח+ם"
