"""Debian's Chromium, driven by Playwright.

The tests in this folder need the package playwright and a Chromium (`apt-get install chromium`, or CHROMIUM=path);
without them they are skipped.  `make test-browser` installs the package, and axe-core for the tests of accessibility.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from satcross.api import player_steps
from satcross.author.player_steps import PlayerSteps
from satcross.pictures.page import to_html
from satcross.puzzle import Puzzle
from tests.browser.site_host import Host, hosting

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


WORDS = Path(__file__).parents[2] / "puzzles" / "words" / "small.txt"

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "studio.schema.json").read_text("utf-8"))

KEPT = "satcross:studio:document"
"""The key under which the studio keeps its document in the browser."""


PATIENCE = 60_000
"""Milliseconds in which a page has to do what is expected of it, or to load satcross, also on a busy machine."""


SHIFTS = """globalThis.shift = 0; new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) shift += each.value;
}).observe({type: "layout-shift", buffered: true})"""
"""Counts in `shift` how much a page moves by itself."""


FULL = "void (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); })"
"""Lets the storage of a page be full."""


class Open(Protocol):
    """Opens the page of a puzzle; `settings` are those of a browser context of Playwright."""

    def __call__(self, puzzle: Puzzle, **settings: Any) -> Any: ...


def reload(page: Any) -> None:
    """Reload a page that has just stored something, which Chromium keeps after a moment (longer on a busy machine)."""
    page.wait_for_timeout(700)
    page.reload()


def reload_until(page: Any, holds: Callable[[], bool]) -> None:
    """Reload a page that has just stored a setting, until `holds()`; on a busy machine one moment is not enough."""
    for _ in range(20):
        reload(page)
        if holds():
            break


def paste(page: Any, text: str) -> None:
    """Paste a text where the focus is."""
    page.evaluate(
        "(text) => { const data = new DataTransfer(); data.setData('text', text); document.activeElement.dispatchEvent("
        "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }",
        text,
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A host of the built site."""
    with hosting() as running:
        yield running


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Give a function that opens a page; afterwards the browser must have had nothing to complain of."""
    contexts: list[Any] = []
    complaints: list[str] = []
    requests: list[str] = []

    def open_puzzle(puzzle: Puzzle, known: PlayerSteps | None = None, **settings: Any) -> Any:
        file = tmp_path / "puzzle.html"
        file.write_text(to_html(puzzle, known or player_steps(puzzle)), encoding="utf-8")
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


class Studio(Protocol):
    """Opens the studio; `files` are named on its command line, `settings` are those of a browser context."""

    def __call__(
        self, *files: Path, document: Any = None, link: str = "", wait: bool = True, **settings: Any
    ) -> Any: ...


def _start_studio(arguments: tuple[str, ...]) -> tuple[subprocess.Popen[str], str]:
    """Start a studio on a free port; return its process, and its address with the token."""
    command = [sys.executable, "-m", "satcross", "studio", "--no-browser", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
        if found:
            return process, found[0]
    raise AssertionError("the studio has not printed its address")


def _check_message(text: str, definition: str) -> None:
    """The page and the server keep to one schema: `definition` and the type of the message name a part of it."""
    jsonschema = pytest.importorskip("jsonschema")
    message = json.loads(text)
    part = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{message['type'].capitalize()}"}
    assert {"$ref": part["$ref"]} in SCHEMA["$defs"][definition]["oneOf"]
    jsonschema.Draft202012Validator(part).validate(message)


@pytest.fixture(scope="session")
def studio_address() -> Iterator[str]:
    """A studio without files, which the tests share; what an author writes is in the browser."""
    pytest.importorskip("starlette", reason="starlette is not installed")
    process, address = _start_studio(("--words", str(WORDS)))
    yield address
    process.terminate()
    process.wait(10)


@pytest.fixture
def open_studio(browser: Any, studio_address: str) -> Iterator[Studio]:
    """Give a function that opens the studio; afterwards the browser must have had nothing to complain of.

    The messages that were exchanged must be those of the schema.
    """
    contexts: list[Any] = []
    processes: list[subprocess.Popen[str]] = []
    complaints: list[str] = []
    sent: dict[str, str] = {}  # the last message of each type
    received: dict[str, str] = {}

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda text: sent.update({text[:40].partition(",")[0]: text}))
        socket.on("framereceived", lambda text: received.update({text[:40].partition(",")[0]: text}))

    def open_it(*files: Path, document: Any = None, link: str = "", wait: bool = True, **settings: Any) -> Any:
        address = studio_address
        if files:
            process, address = _start_studio(tuple(map(str, files)))
            processes.append(process)
        context = browser.new_context(**{**DESKTOP, **settings})
        contexts.append(context)
        if document is not None:
            kept = {
                KEPT: {"document": document, "file": None, "id": "first"},
                f"{KEPT}:first": {"document": document, "when": "2026-01-01T00:00:00Z"},
            }
            context.add_init_script(
                f"if (!localStorage.getItem({KEPT!r})) for (const [key, value] of Object.entries({json.dumps(kept)}))"
                " localStorage.setItem(key, JSON.stringify(value));"
            )
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.on("websocket", listen)
        page.goto(address + (f"#{link}" if link else ""))
        if wait:
            page.locator("#board .letter").first.wait_for()
        return page

    yield open_it
    for context in contexts:
        context.close()
    for process in processes:
        process.terminate()
        process.wait(10)
    assert not complaints
    for text in sent.values():
        _check_message(text, "Request")
    for text in received.values():
        _check_message(text, "Answer")
