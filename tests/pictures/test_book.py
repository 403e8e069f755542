"""Books: all has its place, nothing overlaps or leaves its page, and every clue can be read."""

import importlib.util
import re
import subprocess
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from shutil import which

import pytest

from satcross import load
from satcross.errors import LimitError, OptionError
from satcross.pictures.book import PER_PAGE, Entry, MakeUp, answer_book, book, printed_puzzle
from satcross.pictures.figures import Polygon, Text
from satcross.pictures.fitting import LEAST_CELL, LEAST_CLUE, PuzzleBody, answer_picture
from satcross.pictures.layout_parts import CELL
from satcross.pictures.lettering import constraint_text
from satcross.pictures.paper import MARGIN, PrintedDocument
from satcross.pictures.paper_html import to_html
from satcross.pictures.paper_sizes import PAPERS
from satcross.pictures.rules import SIGNS, rule_rows, rules
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from tests.pictures.places import figures_on, overlap, picture_box, text_box
from tests.pictures.samples import LONG, SAMPLES, small

PUZZLES = Path(__file__).parents[2] / "puzzles"
TWENTY_ONE = rectangle(rows=["(A|B)*[^C]+"] * 21, columns=["[AB]+(C|D).*" * 3] * 21, title="Twenty-one")
CYRILLIC = load(PUZZLES / "kot.toml")
MANY = [
    *[SAMPLES[name] for name in ("small", "mit", "fifteen", "long", "star", "box", "irregular")],
    *[load(PUZZLES / f"{name}.toml") for name in ("hello", "hexagon", "sator", "wise-one")],
    CYRILLIC,
    TWENTY_ONE,
]

needs_pdf = pytest.mark.skipif(
    importlib.util.find_spec("reportlab") is None or which("pdftotext") is None,
    reason="reportlab or pdftotext is not installed",
)


def entry(puzzle: Puzzle) -> Entry:
    letters = ["A"] * len(puzzle.cells)
    hints = (f"Look at row 1 of {puzzle.title}.",) * 3
    return Entry(puzzle.title, puzzle.author, "gentle, 10 minutes", PuzzleBody(puzzle), answer_picture(puzzle, letters),
                 "AN ANSWER", hints)  # fmt: skip


def book_of(puzzles: list[Puzzle], **make_up: object) -> PrintedDocument:
    settings = {"title": "A book", "author": "Zoë", "rules": rule_rows(puzzles, 16.0, 9.5), **make_up}
    return book([entry(each) for each in puzzles], MakeUp(**settings)).document  # type: ignore[arg-type]


def texts_of(document: PrintedDocument) -> Iterator[Text]:
    for page in document.pages:
        yield from (figure for figure in figures_on(page) if isinstance(figure, Text))


def check_places(document: PrintedDocument) -> None:
    """Check that no two pictures of a page overlap, that all are inside its margins, and their figures inside them."""
    for page in document.pages:
        inside = (MARGIN - 0.01, MARGIN - 0.01, page.size[0] - MARGIN + 0.01, page.size[1] - MARGIN + 0.01)
        boxes = [picture_box(placed) for placed in page.pictures]
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
        points = [point for each in figures_on(page) if not isinstance(each, Text) for point in each.points]
        for text in figures_on(page):
            if isinstance(text, Text):
                left, top, right, bottom = text_box(text)
                points += [(left, top), (right, bottom)]
        for x, y in points:
            assert inside[0] <= x <= inside[2]
            assert inside[1] <= y <= inside[3]


@pytest.mark.long
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [None, *PER_PAGE])
def test_nothing_overlaps_or_leaves_its_page(paper: str, per_page: int | None) -> None:
    document = book_of(MANY, paper=paper, per_page=per_page)
    check_places(document)
    assert all(text.size >= LEAST_CLUE - 0.01 for text in texts_of(document) if text.style == "clue")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SAMPLES)
def test_one_puzzle_fills_its_page_and_its_clues_can_be_read(name: str, paper: str) -> None:
    puzzle = SAMPLES[name]
    document = printed_puzzle(puzzle, (), (), paper).document
    check_places(document)
    assert all(text.size >= LEAST_CLUE - 0.01 for text in texts_of(document) if text.style == "clue")
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues):
            mark = ("clue", f"{puzzle.lines.index(line)}.{number}")
            written = "".join(text.text for text in texts_of(document) if text.mark == mark)
            assert written.startswith(constraint_text(clue))


def test_a_small_puzzle_is_as_wide_as_its_page() -> None:
    puzzle = rectangle(rows=["[ABC]{4}"] * 4, columns=["(A|B)+[^D]"] * 4)
    [page] = printed_puzzle(puzzle, (), (), "a4").document.pages
    [grid] = page.pictures
    assert grid.size[0] == pytest.approx(page.size[0] - 2 * MARGIN)


def test_two_four_or_six_puzzles_are_on_a_page() -> None:
    for number in PER_PAGE:
        document = book_of([small()] * 12, per_page=number, has_answers=False, rules=())
        pages = [sum(isinstance(each, Polygon) and each.mark == ("cell", "0") for each in figures_on(page))
                 for page in document.pages]  # fmt: skip
        assert [count for count in pages if count] == [number] * (12 // number)


def test_a_puzzle_too_large_for_its_area_has_a_page_to_itself() -> None:
    document = book_of([small(), TWENTY_ONE, small()], per_page=4, rules=())
    cells = [sum(isinstance(each, Polygon) and each.style == "cell" for each in figures_on(page))
             for page in document.pages]  # fmt: skip
    assert [count for count in cells if count][:3] == [4, 441, 4]


def test_a_puzzle_is_not_small_on_a_page_that_it_has_to_itself() -> None:
    """The next puzzle is large, or there is none."""
    puzzles = [small(), TWENTY_ONE, small(), small(), TWENTY_ONE, small()]
    document = book_of(puzzles, per_page=6, rules=(), has_answers=False)
    scales = []
    for page in document.pages:
        grids = [each for each in page.pictures if any(isinstance(one, Polygon) for one in each.picture.figures)]
        scales.append([each.scale for each in grids])
    first, _, shared, _, last = [page for page in scales if page]
    assert first[0] == last[0] > 1.5 * shared[0]
    assert len(shared) == 2


def test_clues_that_are_too_long_beside_the_grid_are_in_a_list_which_is_said() -> None:
    puzzle = rectangle(rows=[LONG, *["A*"] * 9], columns=[".*"] * 10)
    made = printed_puzzle(puzzle, (), (), "a5")
    [remark, *_] = made.remarks
    assert "too long to be read beside the grid" in remark
    assert remark.endswith("row 1")
    texts = [figure for page in made.document.pages for figure in figures_on(page) if isinstance(figure, Text)]
    assert "".join(text.text for text in texts if text.mark == ("clue", "0.0")) == LONG


@pytest.mark.parametrize(
    "puzzle",
    [rectangle(rows=["A*"] * 100, columns=100), rectangle(rows=["(ABC|[DE])+" * 3000], columns=2)],
    ids=["100 x 100", "a clue of 33,000 letters"],
)
def test_a_puzzle_that_no_page_can_hold_is_refused(puzzle: Puzzle) -> None:
    with pytest.raises(LimitError, match="too large for the paper") as caught:
        printed_puzzle(puzzle, (), (), "a5")
    assert caught.value.exit_status == 2


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(OptionError, match="no page size 'a44'"):
        printed_puzzle(small(), (), (), "a44")


def test_contents_and_bookmarks_lead_to_the_puzzles() -> None:
    document = book_of(MANY)
    for bookmark in document.bookmarks[: len(MANY)]:
        texts = [each.text for each in figures_on(document.pages[bookmark.page]) if isinstance(each, Text)]
        assert any(text.startswith(bookmark.title[:12]) for text in texts)
    assert [each.title for each in document.bookmarks[len(MANY) :]] == ["Hints", "Answers"]
    links = [placed for page in document.pages for placed in page.pictures if placed.target is not None]
    assert [each.target for each in links] == [each.page for each in document.bookmarks]
    numbers = [figure.text for each in links for figure in each.picture.figures if figure.anchor == "end"]  # type: ignore[union-attr]
    shown = [int(number) for number in numbers if number.isdecimal()]
    assert shown == [each.page + 1 for each in document.bookmarks]


def test_answers_are_small_grids_with_their_numbers_at_the_end_or_in_a_document() -> None:
    entries = [entry(small())] * 9
    at_end = book(entries, MakeUp()).document
    without = book(entries, MakeUp(has_answers=False)).document
    alone = answer_book(entries, MakeUp(title="T"))
    check_places(alone)
    assert sum(text.style == "letter" for text in texts_of(alone)) == 36
    assert sum(text.style == "letter" for text in texts_of(at_end)) == 36
    assert not any(text.style == "letter" for text in texts_of(without))
    assert sum(text.text == "AN ANSWER" for text in texts_of(alone)) == 9
    assert any(text.text.startswith("9. Small") for text in texts_of(alone))
    assert len(alone.pages) == 1
    assert alone.title == "T: Answers"


def test_a_title_of_many_letters_and_of_markup_is_text() -> None:
    strange = small()._replace(title="<b>&amp;</b> " + "long " * 70)
    document = book_of([strange, small()])
    check_places(document)
    page = to_html(document)
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in page


def test_the_rules_explain_the_signs_of_these_puzzles_and_no_others() -> None:
    puzzle = rectangle(rows=[r"([^A]+)\1?B|.{2}"], columns=["(?!C).", "", "[X-Z]*"])
    signs = [sign for sign, _, _ in rules([puzzle])]
    expected = ("letter", "dot", "class", "range", "negative", "choice", "group", "star", "plus", "optional", "counted",
                "reference", "not ahead")  # fmt: skip
    assert signs == [SIGNS[key][0] for key in expected]


def test_examples_of_signs_are_true() -> None:
    for sign, _, example in SIGNS.values():
        match = re.fullmatch(r"(\S+)(?: is |: )(.*)", example)
        assert match is not None, sign
        pattern, strings = match[1], match[2]
        yes, _, no = strings.partition(", not ")
        assert all(re.fullmatch(pattern, text) for text in yes.split(", ")), example
        assert not no or not re.fullmatch(pattern, no), example


@needs_pdf
@pytest.mark.long
@pytest.mark.parametrize("per_page", [4, 1])
def test_pdftotext_finds_every_clue_of_a_book(per_page: int, tmp_path: Path) -> None:
    from satcross.pictures.pdf import to_pdf

    document = book_of(MANY, paper="letter", per_page=per_page)
    file = tmp_path / "book.pdf"
    file.write_bytes(to_pdf(document))
    text = subprocess.run(["pdftotext", file, "-"], capture_output=True, check=True).stdout.decode()
    found = "".join(text.split())
    clues = [constraint_text(clue) for puzzle in MANY for line in puzzle.lines for clue in line.clues]
    assert len(clues) > 100
    assert [clue for clue in clues if "".join(clue.split()) not in found] == []


@needs_pdf
def test_fonts_are_embedded_also_for_cyrillic_and_accents(tmp_path: Path) -> None:
    from satcross.pictures.pdf import _has_monospaced_font, to_pdf

    if which("pdffonts") is None or not _has_monospaced_font():
        pytest.skip("pdffonts or a monospaced font is not installed")
    file = tmp_path / "book.pdf"
    file.write_bytes(to_pdf(book_of([CYRILLIC, small()._replace(title="Où est Zoë ?")])))
    listed = subprocess.run(["pdffonts", file], capture_output=True, check=True).stdout.decode().splitlines()[2:]
    assert listed
    assert all(line.split()[-5] == "yes" for line in listed)
    text = subprocess.run(["pdftotext", file, "-"], capture_output=True, check=True).stdout.decode()
    assert "Где" in text or "Кот" in text or "К" in text
    assert "Où est Zoë ?" in text


def test_a_page_of_html_has_a_section_for_each_page_and_all_texts() -> None:
    document = book_of(MANY)
    page = to_html(document)
    assert page.count("<section") == len(document.pages)
    assert "<script" not in page
    assert 'href="#page' in page
    for text in texts_of(document):
        if text.style == "clue" and not re.search(r"[<>&'\"]", text.text):
            assert text.text in page


def test_cells_of_shared_pages_are_large_enough_to_write_in() -> None:
    for placed in (placed for page in book_of([small()] * 6).pages for placed in page.pictures):
        cells = [each for each in placed.picture.figures if isinstance(each, Polygon) and each.style == "cell"]
        assert not cells or placed.scale * CELL >= LEAST_CELL
