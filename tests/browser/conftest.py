"""Debian's Chromium, driven by Playwright.

The tests in this folder need the package playwright and a Chromium (`apt-get install chromium`, or CHROMIUM=path);
without them they are skipped.  `make test-browser` installs the package, and axe-core for the tests of accessibility.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from satcross.api import guide
from satcross.model import Puzzle
from satcross.pictures.page.html import to_html

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

DESKTOP = {"viewport": {"width": 1200, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Open(Protocol):
    """Opens the page of a puzzle; `settings` are those of a browser context of Playwright."""

    def __call__(self, puzzle: Puzzle, **settings: Any) -> Any: ...


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Give a function that opens a page; afterwards the browser must have had nothing to complain of."""
    contexts: list[Any] = []
    complaints: list[str] = []
    requests: list[str] = []

    def open_puzzle(puzzle: Puzzle, **settings: Any) -> Any:
        file = tmp_path / "puzzle.html"
        file.write_text(to_html(puzzle, guide(puzzle)), encoding="utf-8")
        context = browser.new_context(**{**DESKTOP, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.on("request", lambda each: requests.append(each.url))
        page.goto(file.as_uri())
        page.locator("#board input").first.wait_for()
        return page

    yield open_puzzle
    for context in contexts:
        context.close()
    assert not complaints
    assert all(url.startswith(("file:", "blob:")) for url in requests)
