"""The page, played in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satcross.model import Puzzle
from satcross.pictures.html import to_html
from satcross.puzzle.shapes import line, rectangle
from tests.pictures.samples import MIT, crossword, small
from tests.pictures.test_html import hostile

pytestmark = pytest.mark.slow

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
Open = Callable[[Puzzle], Any]


@pytest.fixture(params=["desktop", "phone"])
def open_page(browser: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Give a function that opens the page of a puzzle; afterwards the browser must have had nothing to complain of."""
    is_phone = request.param == "phone"
    size = {"width": 390, "height": 800} if is_phone else {"width": 1200, "height": 900}
    context = browser.new_context(viewport=size, has_touch=is_phone, is_mobile=is_phone)
    complaints: list[str] = []
    requests: list[str] = []

    def open_puzzle(puzzle: Puzzle) -> Any:
        file = tmp_path / "puzzle.html"
        file.write_text(to_html(puzzle), encoding="utf-8")
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.on("request", lambda each: requests.append(each.url))
        page.goto(file.as_uri())
        page.locator("input").first.wait_for()
        return page

    yield open_puzzle
    context.close()
    assert not complaints
    assert all(url.startswith(("file:", "blob:")) for url in requests)


def letters(page: Any) -> str:
    cells = page.locator("#board input")
    return "".join(cells.nth(number).input_value() or "." for number in range(cells.count()))


def state(page: Any, clue: str) -> str:
    """Return the state of a clue beside the grid, once it has one."""
    label = page.locator(f'svg [data-clue="{clue}"]').first
    playwright.expect(label).to_have_class(re.compile(r"\b(ok|bad|unknown)\b"))
    classes = label.get_attribute("class").split()
    return next(each for each in ("ok", "bad", "unknown") if each in classes)


def test_full_lines_turn_green_or_red_and_the_whole_is_announced(open_page: Open) -> None:
    page = open_page(small())
    page.locator("input").first.click()
    page.keyboard.type("he")
    assert state(page, "0.0") == "ok"
    page.locator("input").nth(2).click()
    page.keyboard.type("LL")
    assert state(page, "1.1") == "bad"
    assert page.locator("li.bad .state").first.inner_text() == "✗ not satisfied"
    page.keyboard.type("P")
    assert letters(page) == "HELP"
    assert state(page, "1.1") == "ok"
    assert state(page, "3.0") == "ok"
    playwright.expect(page.locator("#said")).to_have_text("Solved: every clue is satisfied.")
    playwright.expect(page.locator("body")).to_have_class("solved")


def test_the_mit_puzzle_can_be_solved(open_page: Open) -> None:
    page = open_page(MIT)
    solution = MIT.expected[0]
    for row in (each for each in MIT.lines if each.name.startswith("horizontal")):
        page.locator("input").nth(row.cells[0]).focus()
        while not page.locator("#now-name").inner_text().startswith("horizontal"):
            page.keyboard.press("Enter")
        page.keyboard.type("".join(solution[cell] for cell in row.cells))
    playwright.expect(page.locator("body")).to_have_class("solved")


def test_letters_are_kept_on_reload(open_page: Open) -> None:
    page = open_page(small())
    page.locator("input").first.click()
    page.keyboard.type("HE")
    page.reload()
    assert letters(page) == "HE.."
    assert state(page, "0.0") == "ok"


def test_cleared_letters_can_be_brought_back_even_after_a_reload(open_page: Open) -> None:
    page = open_page(small())
    page.locator("input").first.click()
    page.keyboard.type("HE")
    page.get_by_role("button", name="Clear").click()
    assert letters(page) == "...."
    page.reload()
    assert letters(page) == "...."
    page.get_by_role("button", name="back").click()
    assert letters(page) == "HE.."
    page.reload()
    assert letters(page) == "HE.."
    assert state(page, "0.0") == "ok"


def test_keys_move_along_lines(open_page: Open) -> None:
    page = open_page(crossword())
    focused = "document.activeElement.dataset.cell"
    page.locator("input").nth(0).click()
    for key, cell in [("ArrowRight", 1), ("ArrowDown", 5), ("End", 8), ("ArrowUp", 7), ("Home", 1)]:
        page.keyboard.press(key)
        assert page.evaluate(focused) == str(cell), key
    name = page.locator("#now-name").inner_text()
    page.keyboard.press("Enter")
    assert page.locator("#now-name").inner_text() != name
    page.keyboard.press("PageDown")
    page.keyboard.type("X")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert "X" not in letters(page)


def test_a_second_tap_switches_the_line(open_page: Open) -> None:
    page = open_page(small())
    cell = page.locator("input").first
    cell.click()
    first = page.locator("#now-name").inner_text()
    cell.click()
    assert {first, page.locator("#now-name").inner_text()} == {"row 1", "column 1"}


def test_letters_outside_the_alphabet_are_refused_in_words(open_page: Open) -> None:
    page = open_page(small())
    page.locator("input").first.click()
    page.keyboard.type("é")
    assert letters(page) == "...."
    assert page.locator("#said").inner_text() == "é is not in this puzzle's alphabet."


def test_given_letters_stay(open_page: Open) -> None:
    page = open_page(rectangle(rows=["AB|BA"], columns=["", ""], given={(1, 1): "A"}))
    page.locator("input").first.click()
    page.keyboard.type("B")
    page.keyboard.press("Delete")
    assert letters(page).startswith("A")


def test_javascript_clues_are_checked_by_the_browsers_own_regexp(open_page: Open) -> None:
    page = open_page(rectangle(rows=["(A)?\\1B."], columns=["", ""], dialect="javascript"))
    page.locator("input").first.click()
    page.keyboard.type("BA")
    assert state(page, "0.0") == "ok"


def test_a_clue_that_never_ends_is_given_up_and_the_page_lives_on(open_page: Open) -> None:
    page = open_page(line("((A|B)*C?)*\\bD", 60, alphabet="ABCD ", dialect="javascript"))
    page.locator("input").first.click()
    page.keyboard.type("AB" * 30)
    page.wait_for_timeout(3500)
    assert state(page, "0.0") == "unknown"
    page.keyboard.type("C")
    assert letters(page).endswith("C")


def test_hostile_puzzles_only_show_their_text(open_page: Open) -> None:
    page = open_page(hostile())
    assert page.locator("img, main script").count() == 0
    assert "</script>" in page.title()


def test_a_screen_reader_finds_the_grid_its_cells_and_the_clues(open_page: Open) -> None:
    page = open_page(small())
    tree = page.locator("main").aria_snapshot()
    assert '- group "grid"' in tree
    assert '- textbox "row 1, cell 2, on row 1, column 2"' in tree
    assert "- status" in tree
    assert "code: PE|PI|FE" in tree
    assert "(read backwards)" in tree
