"""A site that `satcross site` has written, from disk and from a server, by keyboard, on a phone, with axe."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from satcross import load
from satcross.cli import main
from satcross.solver.solutions import solutions
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_accessibility import complaints, needs_axe

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

PUZZLES = Path(__file__).parents[2] / "puzzles"
NAMES = ("hello", "hexagon", "kot")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site, in a folder of a folder."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "about.txt").write_text("We are a club: https://example.org.", encoding="utf-8")
    files = [str(PUZZLES / f"{name}.toml") for name in NAMES]
    club = folder / "pages" / "club"
    assert main(["site", *files, "-o", str(club), "--quiet", "--about", str(folder / "about.txt")]) == 0
    return club


@pytest.fixture(scope="module", params=["disk", "server"])
def home(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    """The address of the site: on disk, and below a path of a server."""
    if request.param == "disk":
        yield f"{site.as_uri()}/"
        return
    handler = partial(SimpleHTTPRequestHandler, directory=str(site.parents[1]))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/pages/club/"
    server.shutdown()


def tab_to(page: Any, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_puzzle_is_chosen_solved_and_ticked_by_keyboard_alone(home: str, browser: Any) -> None:
    context = browser.new_context(**PHONE, offline=home.startswith("file:"))
    page = context.new_page()
    problems: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda each: requests.append(each.url))
    page.goto(f"{home}index.html")
    tab_to(page, '.cards a[href="p/hello.html"]')
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Hello")
    tab_to(page, "#board input")
    page.keyboard.type("".join(next(iter(solutions(load(PUZZLES / "hello.toml")))).letters))
    expect(page.locator("#said")).to_contain_text("Solved")
    tab_to(page, 'a[href$="hexagon.html"]')
    page.keyboard.press("Enter")
    expect(page.locator("#credit")).to_be_visible()
    tab_to(page, "#about-puzzle a[rel=prev]")
    tab_to(page, '#about-puzzle a[href*="print/"]')
    page.keyboard.press("Enter")
    expect(page.locator("section svg")).to_be_visible()
    page.go_back()
    tab_to(page, "#site .brand")
    page.keyboard.press("Enter")
    expect(page.locator(".cards .badge.solved")).to_have_count(1)
    expect(page.locator('.cards a[href="p/hello.html"] .badge')).to_contain_text("✓")
    context.close()
    assert problems == []
    assert all(url.startswith((home, "blob:")) for url in requests)


@needs_axe
@pytest.mark.parametrize(("screen", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_axe_finds_nothing_and_no_page_is_wider_than_the_screen(
    site: Path, browser: Any, screen: Any, scheme: str
) -> None:
    context = browser.new_context(**screen, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    for path in ("index.html", "learn.html", "about.html", "p/hexagon.html", "print/hexagon.html"):
        page.goto(f"{site.as_uri()}/{path}")
        page.locator("body:not(.loading)").wait_for()
        assert complaints(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"], path
    context.close()
