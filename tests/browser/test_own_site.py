"""A site that `satcross site` has written, opened from disk, in the width of a phone, by keyboard."""

from pathlib import Path
from typing import Any

import pytest

from satcross import load
from satcross.cli import main
from satcross.solver.solutions import solutions
from tests.browser.conftest import PHONE

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

HELLO = Path(__file__).parents[2] / "puzzles" / "hello.toml"


def test_a_puzzle_is_chosen_solved_and_ticked_from_disk(tmp_path: Path, browser: Any) -> None:
    assert main(["site", str(HELLO), "-o", str(tmp_path / "club"), "--quiet"]) == 0
    context = browser.new_context(**PHONE)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto((tmp_path / "club" / "index.html").as_uri())
    page.locator(".cards a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Hello")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    for cell, letter in enumerate(next(iter(solutions(load(HELLO)))).letters):
        page.locator("#board input").nth(cell).press(letter)
    expect(page.locator("#said")).to_contain_text("Solved")
    page.goto((tmp_path / "club" / "index.html").as_uri())
    expect(page.locator(".cards .badge")).to_contain_text("✓")
    context.close()
    assert problems == []
