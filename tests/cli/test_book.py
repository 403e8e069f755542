"""`satcross render` with several puzzles: a book, its answers, and what keeps it from being written."""

import re
from pathlib import Path

import pytest

from satcross.cli import main
from tests.cli.small import NONE, SEVERAL

UNIQUE = 'title = "T{0}"\n[clues]\nrows = ["HE|LL|O+", "[PLEASE]+"]\ncolumns = ["[^SPEAK]+", "EP|IP|EF"]\n'
XD = "Title: Farm\n\nCAT\nO#O\nWAY\n\nA1. It says meow.\nA3. Road.\nD1. It says moo.\nD2. A plaything.\n"
TEXTS = {
    "a.toml": UNIQUE.format("b"),
    "b.toml": UNIQUE.format("a"),
    "several.toml": SEVERAL,
    "none.toml": NONE,
    "farm.xd": XD,
    "wrong.toml": "not TOML",
    "hundred.toml": f"title = 'Hundred'\n[clues]\nrows = {['A*'] * 100}\ncolumns = {['A*'] * 100}\n",
}


def pages(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_several_files_make_a_book_with_contents_and_answers(folder: Path) -> None:
    assert main(["render", "a.toml", "b.toml", "farm.xd", "-o", "book.html", "--title", "All", "--author", "Ann"]) == 0
    text = pages(folder / "book.html")
    for expected in ("All", "Ann", "Contents", "1. Tb", "2. Ta", "3. Farm", "It says meow.", "Answers", "gentle"):
        assert expected in text
    assert text.count('class="letter"') == 4 + 4 + 8


def test_order_by_title_hints_and_rules(folder: Path) -> None:
    arguments = ["--order", "title", "--hints", "--rules", "--answers", "none"]
    assert main(["render", "a.toml", "b.toml", "-o", "book.html", *arguments]) == 0
    text = pages(folder / "book.html")
    assert "1. Ta" in text
    assert "2. Tb" in text
    assert "Hints" in text
    assert re.search(r"1\. Row \d|1\. Column \d", text)
    assert "one of these characters" in text
    assert "any character, " not in text
    assert "Answers" not in text
    assert 'class="letter"' not in text


def test_answers_go_to_a_file(folder: Path) -> None:
    assert main(["render", "a.toml", "b.toml", "-o", "book.html", "--answers", "answers.html"]) == 0
    assert 'class="letter"' not in pages(folder / "book.html")
    assert pages(folder / "answers.html").count('class="letter"') == 8


def test_a_pdf_book_has_bookmarks(folder: Path) -> None:
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    assert main(["render", "a.toml", "b.toml", "-o", "book.pdf", "--page", "a5", "--per-page", "2"]) == 0
    document = pdfium.PdfDocument(folder / "book.pdf")
    assert [each.get_title() for each in document.get_toc()] == ["1. Tb", "2. Ta", "Answers"]
    assert document[0].get_size() == pytest.approx((419.528, 595.276), abs=0.1)


@pytest.mark.parametrize(("name", "why"), [("several.toml", "several solutions"), ("none.toml", "no solution")])
def test_a_puzzle_without_exactly_one_solution_stops_the_book(
    folder: Path, name: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", "a.toml", name, "-o", "book.html"]) == 1
    error = capsys.readouterr().err
    assert name in error
    assert why in error
    assert not (folder / "book.html").exists()


def test_puzzles_with_several_solutions_can_be_allowed(folder: Path) -> None:
    assert main(["render", "a.toml", "several.toml", "-o", "book.html", "--allow-several"]) == 0
    assert "one of several solutions" in pages(folder / "book.html")


def test_files_that_hold_no_puzzle_are_named_and_the_others_are_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", "a.toml", "wrong.toml", "missing.toml", "b.toml", "-o", "book.html"]) == 2
    error = capsys.readouterr().err
    assert "wrong.toml" in error
    assert "missing.toml" in error
    assert "2. Ta" in pages(folder / "book.html")


def test_an_option_of_books_makes_a_book_of_one_puzzle(folder: Path) -> None:
    assert main(["render", "a.toml", "-o", "one.html", "--rules"]) == 0
    text = pages(folder / "one.html")
    assert "How to solve these puzzles" in text
    assert "<script" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "book.svg"], "PDF or HTML, not svg"),
        (["-o", "book.html", "--solution"], "--solution is about one puzzle"),
        (["-o", "book.html", "--per-page", "3"], "not one of 1, 2, 4, 6"),
        (["-o", "book.html", "--page", "a3"], "not one of a4"),
        (["-o", "book.html", "--answers", "book.html"], "the same file"),
        (["-o", "book.html", "--answers", "./book.html"], "the same file"),
        (["-o", "book.html", "--answers", "x.svg"], "answers are PDF or HTML"),
        (["-o", "book.html", "--answers", "nowhere/a.html"], "nowhere/a.html: the file cannot be written"),
        (["-o", "nowhere/book.html", "--answers", "a.html"], "nowhere/book.html: the file cannot be written"),
        (["hundred.toml", "-o", "book.html"], "hundred.toml: 3. Hundred is too large for the paper"),
        (["-o", "nowhere/book.html"], "cannot be written"),
    ],
)
def test_what_makes_no_book_is_one_clear_error(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    assert main(["render", "a.toml", "b.toml", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before


def test_a_single_crossword_has_its_grid_its_clues_and_its_answer(folder: Path) -> None:
    assert main(["render", "farm.xd", "-o", "farm.html"]) == 0
    text = pages(folder / "farm.html")
    assert text.count("<section") == 2
    assert "A plaything." in text
    assert text.count('class="letter"') == 8
