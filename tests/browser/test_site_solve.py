"""The pages of the site that ask satcross: Solve and Learn.  They need the built site (python -m tools.site)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satcross import load
from satcross.puzzle.files import read_source, to_text
from satcross.solver.solutions import solutions
from tests.browser.conftest import DESKTOP, PHONE, paste
from tests.browser.site_host import Host, write_clues
from tests.browser.test_accessibility import complaints, needs_axe

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

PUZZLES = Path(__file__).parents[2] / "puzzles"

ROWS, COLUMNS = ["HI|NO", "[OK]+"], ["H[^K]", "IK|OK"]


@pytest.fixture(scope="module")
def context(browser: Any, host: Host) -> Iterator[Any]:
    """A browser that has been here before, so that satcross is in its cache."""
    made = browser.new_context(**DESKTOP)
    yield made
    made.close()


@pytest.fixture
def page(context: Any) -> Iterator[Any]:
    """A page about which the browser has nothing to complain of."""
    wrong: list[str] = []
    made = context.new_page()
    made.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on("dialog", lambda dialog: wrong.append(dialog.message))
    yield made
    made.close()
    assert not wrong


def look_at(page: Any, rows: list[str], columns: list[str]) -> None:
    write_clues(page, rows, columns)
    press(page, "Look at the puzzle")


def verdict(page: Any) -> Any:
    return page.locator("#verdict")


def letters(page: Any) -> list[str]:
    texts: list[str] = page.locator("#picture .letter").all_text_contents()
    return texts


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name).click()


@pytest.mark.long
def test_hints_come_before_the_answer(page: Any, host: Host) -> None:
    """Where to look, which cells follow, the step in words, its letters; the answer only when it is asked for."""
    page.goto(f"{host.address}solve.html")
    look_at(page, ROWS, COLUMNS)
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")
    assert letters(page) == []
    press(page, "Next hint")
    hint = page.locator("#hint-text")
    expect(hint).to_have_text(re.compile(r"^Step 1 of \d+\. Look at (row|column) \d\.$"))
    press(page, "Say more")
    expect(hint).to_contain_text("the marked cells follow")
    press(page, "Say more")
    expect(hint).to_have_text(re.compile(r"^Step 1 of \d+\. (Row|Column) \d .*: letter \d is [HIOK]"))
    assert letters(page) == []
    press(page, "Write it down")
    expect(page.get_by_role("button", name="Next hint")).to_be_focused()
    assert len(letters(page)) == 1
    press(page, "Show the answer")
    expect(page.locator("#picture .letter")).to_have_text(["H", "I", "O", "K"])


def test_a_hint_is_marked_in_the_grid_and_goes_on_from_letters_that_one_has(page: Any, host: Host) -> None:
    """Its line with its clue, the cells that it is about, and what conflicts with the letters of the reader."""
    page.goto(f"{host.address}solve.html")
    look_at(page, ROWS, COLUMNS)
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")
    press(page, "Next hint")
    press(page, "Say more")
    expect(page.locator("#picture text.clue.on")).to_have_text("H[^K]")
    expect(page.locator("#picture polygon.cell.on")).to_have_count(2)
    expect(page.locator("#picture polygon.hinted")).to_have_count(1)
    cells = page.locator("#picture input")
    cells.first.press("h")
    expect(cells.first).to_have_value("H")
    expect(cells.nth(1)).to_be_focused()
    expect(verdict(page)).to_have_text("With your letters, there is exactly one solution.")
    press(page, "Next hint")
    press(page, "Say more")
    expect(page.locator("#picture polygon.hinted")).to_have_count(1)
    expect(page.locator("#picture polygon.hinted")).not_to_have_attribute("data-cell", "0")
    cells.first.press("N")
    expect(verdict(page)).to_have_text("With your letters, this puzzle has no solution.")
    expect(page.locator("#picture text.bad")).to_have_text("H[^K]")
    expect(cells.first).to_have_attribute("aria-invalid", "true")
    cells.first.focus()
    paste(page, "HI\nOK")
    expect(verdict(page)).to_have_text("With your letters, there is exactly one solution.")
    assert [cells.nth(cell).input_value() for cell in range(4)] == ["H", "I", "O", "K"]
    press(page, "Forget my letters")
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")
    expect(cells.first).to_have_value("")


def test_solve_without_scripts_says_what_it_needs(browser: Any, host: Host) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{host.address}solve.html")
    assert page.locator("noscript p").bounding_box()["height"] > 0  # Playwright takes what is in <noscript> for hidden
    expect(page.locator("#form")).to_be_hidden()
    context.close()


@pytest.mark.long
def test_several_solutions_are_shown_as_a_map(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    look_at(page, ["HI|NO", "[OKX]+"], COLUMNS)
    expect(verdict(page)).to_have_text("This puzzle has 2 solutions.")
    expect(page.locator("#more")).to_contain_text("3 of 4 cells are the same in all of them.")
    press(page, "Show which cells are open")
    assert letters(page) == ["H", "I", "K"]
    expect(page.locator("#picture .pencil")).to_have_text(["O", "X"])


@pytest.mark.long
def test_clues_that_clash_are_named(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    look_at(page, ["HX|NO", "[OK]+"], ["H[^K]", "IK|EK"])
    expect(verdict(page)).to_have_text("This puzzle has no solution.")
    expect(page.locator("#causes li")).to_have_text([re.compile("^Row 1"), re.compile("^Column 2")])


@pytest.mark.long
def test_a_clue_that_cannot_be_read_is_named(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    look_at(page, ROWS, COLUMNS)
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")
    look_at(page, ["H(", "[OK]+"], COLUMNS)  # the picture is not sent again
    expect(verdict(page)).to_have_text("One clue cannot be read.")
    expect(page.locator("#causes li")).to_have_text(re.compile("^Row 1: this parenthesis is never closed"))


HELLO = load(PUZZLES / "hello.toml")
PASTED = {
    "a file": to_text(HELLO, "toml"),
    "a link": to_text(HELLO, "link"),
    "from a Markdown table": "| | H[^K] | IK\\|OK |\n|---|---|---|\n| HI\\|NO | | |\n| [OK]+ | | |",
}


@pytest.mark.parametrize("how", PASTED)
def test_clues_are_pasted_as_they_are(page: Any, host: Host, how: str) -> None:
    page.goto(f"{host.address}solve.html")
    page.get_by_label("A file, a link, or text").check()
    page.get_by_label("Puzzle", exact=True).fill(PASTED[how])
    press(page, "Look at the puzzle")
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")
    said = "^Read as 2 rows and 2 columns" if "table" in how else "^$"
    expect(page.locator("#reading")).to_have_text(re.compile(said))


def test_a_file_is_opened(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    page.get_by_label("A file, a link, or text").check()
    page.get_by_label("Open a file").set_input_files(PUZZLES / "hexagon.toml")
    expect(page.get_by_role("heading", name="Hexagon")).to_be_visible()
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")


@pytest.mark.long
def test_what_is_no_puzzle_gets_a_sentence(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html#puzzle=1.AAAA")
    expect(verdict(page)).to_have_text(re.compile("^This link is damaged"))
    page.get_by_label("A file, a link, or text").check()
    page.get_by_label("Puzzle", exact=True).fill("<script>alert(1)</script>")
    press(page, "Look at the puzzle")
    expect(verdict(page)).to_have_text(re.compile("^No puzzle was found in this text"))
    page.get_by_label("Rows and columns").check()
    look_at(page, ROWS, COLUMNS)
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")


@pytest.mark.long
def test_a_clue_of_a_lesson_can_be_changed(page: Any, host: Host) -> None:
    """The verdict and the words follow, and the lesson's own clue comes back."""
    page.goto(f"{host.address}learn.html")
    page.get_by_role("link", name="What a clue does").click()
    lesson = page.locator(".try").nth(1)
    expect(lesson.get_by_role("status")).to_have_text("Exactly one solution.")
    assert lesson.locator(".letter").count() == 0
    clue = lesson.get_by_role("textbox", name="Row 2")
    clue.fill("[OKX]+")
    expect(lesson.get_by_role("status")).to_have_text("2 solutions.")
    expect(lesson.locator(".clue-field").nth(1)).to_contain_text("each O, K or X")
    expect(lesson.locator(".pencil")).to_have_text(["O", "X"])
    clue.fill("[OK")
    expect(lesson.get_by_role("status")).to_have_text("A clue cannot be read.")
    press(lesson, "Reset")
    expect(clue).to_have_value("[OK]+")
    expect(lesson.get_by_role("status")).to_have_text("Exactly one solution.")


@pytest.mark.long
def test_a_message_becomes_a_puzzle_that_somebody_else_can_play(page: Any, host: Host) -> None:
    page.goto(f"{host.address}learn/message.html")
    page.get_by_label("Message").fill("Hi you!")
    page.get_by_label("Square").check()
    page.get_by_label("Your name").fill("A. U. Thor")
    press(page, "Make the puzzle")
    expect(page.locator("#made-about")).to_contain_text("exactly one solution")
    link = page.get_by_label("Link for your friend").input_value()
    (puzzle,) = read_source(link.encode(), "link").puzzles
    assert not puzzle.expected
    (solution,) = solutions(puzzle, limit=2)
    assert [row.startswith(word) for row, word in zip(solution.rows, ["HI", "YOU"], strict=False)] == [True, True]
    page.goto(link)
    expect(page.locator("#credit")).to_contain_text("A. U. Thor")
    for cell, letter in enumerate(solution.letters):
        page.locator("#board input").nth(cell).press(letter)
    expect(page.locator("#finish")).to_contain_text("HI YOU")


def test_keyboard_only(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    page.get_by_label("Rows, from the top").first.focus()
    page.keyboard.type("HI|NO\n[OK]+")
    page.keyboard.press("Tab")
    page.keyboard.type("H[^K]\nIK|OK")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#result-title")).to_be_focused()
    expect(verdict(page)).to_have_text("This puzzle has exactly one solution.")
    expect(page.get_by_role("button", name="Next hint")).to_be_enabled()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#hint-text")).to_contain_text("Look at")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#picture input").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Say more")).to_be_focused()


def test_clues_without_room_in_the_picture_stand_below_it(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    page.get_by_label("A file, a link, or text").check()
    lines = [
        {"name": "left", "cells": ["x", "y"], "clues": ["A."]},
        {"name": "top", "cells": ["y", "z"], "clues": ["BC"]},
    ]
    page.get_by_label("Puzzle", exact=True).fill(json.dumps({"schema": 1, "shape": "lines", "line": lines}))
    page.get_by_role("button", name="Look at the puzzle").click()
    expect(page.locator("#picture li")).to_have_text(["left (x y): A.", "top (y z): BC"])
    expect(page.locator("#picture .number")).to_have_text(["x", "y", "z"])


@pytest.mark.long
@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(browser: Any, host: Host, screen: Any, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce", **screen)
    page = context.new_page()
    page.goto(f"{host.address}solve.html")
    look_at(page, ["HI|NO", "[OKX]+"], COLUMNS)
    expect(verdict(page)).to_have_text("This puzzle has 2 solutions.")
    found = complaints(page)
    for path in ("learn/clues.html", "make.html"):
        page.goto(host.address + path)
        expect(page.locator("#verdict-text, .verdict").first).to_contain_text(re.compile("solution|No clues yet"))
        found += complaints(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    context.close()
    assert found == []
