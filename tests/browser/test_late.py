"""What is clicked while a page, or satcross, is still loading, and answers that come late.

Requests and messages are held back here until the page has been used, so that nothing depends on what is quick.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from satcross.puzzle.files.link import fragment_of
from tests.browser.conftest import DESKTOP
from tests.browser.site_host import Host, hosting
from tests.browser.studio_page import PUZZLES

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

ROWS, COLUMNS = ["HI|NO", "[OK]+"], ["H[^K]", "IK|OK"]
SMALL = "schema = 1\n\n[clues]\nrows = ['AB', 'CD']\ncolumns = ['', '']\n"
ENGINE = "**/engine/worker.js"


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with hosting() as running:
        yield running


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page on which nothing may go wrong.  No service worker answers its requests, so that they can be held back."""
    wrong: list[str] = []
    context = browser.new_context(**DESKTOP, service_workers="block")
    made = context.new_page()
    made.on("pageerror", lambda error: wrong.append(str(error)))
    yield made
    context.close()
    assert not wrong


def hold(page: Any, pattern: str) -> Callable[[], None]:
    """Hold requests back; return the function that lets them, and those that follow, go on."""
    held: list[Any] = []
    is_held = True

    def handle(route: Any) -> None:
        if is_held:
            held.append(route)
        else:
            route.continue_()

    def release() -> None:
        nonlocal is_held
        is_held = False
        for each in held:
            each.continue_()

    page.route(pattern, handle)
    return release


def write_clues(page: Any, rows: list[str], columns: list[str]) -> None:
    page.get_by_label("Rows and columns").check()
    page.get_by_label("Rows, from the top").first.fill("\n".join(rows))
    page.get_by_label("Columns, from the left").fill("\n".join(columns))


def look(page: Any) -> None:
    page.get_by_role("button", name="Look at the puzzle").click()


def paste(page: Any, text: str) -> None:
    page.get_by_label("A file, a link, or text").check()
    page.get_by_label("Puzzle", exact=True).fill(text)


# -- the page of somebody who is stuck


def test_the_form_is_not_sent_before_the_page_can_read_it(page: Any, host: Host) -> None:
    release = hold(page, "**/js/solve.js")
    page.goto(f"{host.address}solve.html", wait_until="commit")
    page.get_by_label("Rows, from the top").first.fill("\n".join(ROWS))
    page.get_by_label("Columns, from the left").fill("\n".join(COLUMNS))
    expect(page.get_by_role("button", name="Look at the puzzle")).to_be_disabled()
    release()
    look(page)
    expect(page.locator("#verdict")).to_have_text("This puzzle has exactly one solution.")
    assert page.url == f"{host.address}solve.html"


def test_what_was_asked_last_is_answered(page: Any, host: Host) -> None:
    """While satcross is loading, somebody pastes a puzzle, and then writes another one."""
    release = hold(page, ENGINE)
    page.goto(f"{host.address}solve.html")
    paste(page, (PUZZLES / "hexagon.toml").read_text("utf-8"))
    look(page)
    write_clues(page, ["HX|NO", "[OK]+"], ["H[^K]", "IK|EK"])
    look(page)
    release()
    expect(page.locator("#verdict")).to_have_text("This puzzle has no solution.")
    expect(page.locator("#causes li")).not_to_have_count(0)
    expect(page.locator("#stop")).to_be_hidden()  # everything is answered
    expect(page.locator("#result-title")).to_have_text("What is known")
    paste(page, "nonsense")
    look(page)
    write_clues(page, ROWS, COLUMNS)
    look(page)
    expect(page.locator("#verdict")).to_have_text("This puzzle has exactly one solution.")
    expect(page.locator("#stop")).to_be_hidden()
    expect(page.locator("#verdict")).to_have_text("This puzzle has exactly one solution.")


def test_an_engine_that_cannot_be_started_is_told_of_each_time(page: Any, host: Host) -> None:
    page.route(ENGINE, lambda route: route.abort())
    page.goto(f"{host.address}solve.html")
    write_clues(page, ROWS, COLUMNS)
    sentence = re.compile("^The engine of this page could not be started")
    for _ in range(2):
        look(page)
        expect(page.locator("#verdict")).to_have_text(sentence)
        page.wait_for_timeout(3000)  # more than all further tries take
    expect(page.locator("#verdict")).to_have_text(sentence)


def test_work_that_was_stopped_is_said_to_be_so(page: Any, host: Host) -> None:
    page.goto(f"{host.address}solve.html")
    write_clues(page, [r".*[AB].*[CD].*(.).*\1.*"] * 9, [r".*(.).*\1.*[EF].*"] * 9)
    look(page)
    told = page.locator("#result")
    page.get_by_role("button", name="Stop").click()
    expect(told).to_contain_text("The work was stopped.")
    page.wait_for_timeout(1000)  # the engine has said by now that it is done
    expect(told).to_contain_text("The work was stopped.")
    write_clues(page, ROWS, COLUMNS)
    look(page)
    expect(page.locator("#verdict")).to_have_text("This puzzle has exactly one solution.")
    expect(told).not_to_contain_text("The work was stopped.")


# -- the page to play on


def test_skipping_the_navigation_keeps_the_puzzle_of_the_link(page: Any, host: Host) -> None:
    link = host.address + fragment_of({"puzzle": {"title": "Mine", "clues": {"rows": ROWS, "columns": COLUMNS}}})
    page.goto(link)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Mine")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(heading).to_be_focused()
    assert page.url == link
    page.reload()
    expect(heading).to_have_text("Mine")
