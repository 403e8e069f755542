"""axe-core finds nothing to complain of, in light and dark colours, in each state of a page."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satcross.pictures.page import asset
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.site_host import Host
from tests.browser.test_docs_search import DOCS
from tests.pictures.samples import MIT, SAMPLES, small
from tools.site.build import documentation, sources, write

pytestmark = pytest.mark.slow

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"

needs_axe = pytest.mark.skipif(
    not AXE.exists(), reason="axe-core is not installed: npm ci --prefix tests/browser (make test-browser does it)"
)


def complaints(page: Any) -> list[str]:
    """Return what axe-core finds wrong: rules, and the elements that break them."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text("utf-8"))  # as a debugger would, past the page's Content-Security-Policy
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found["violations"] for node in rule["nodes"]]


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(open_page: Open, scheme: str, screen: Any) -> None:
    page = open_page(small(), color_scheme=scheme, reduced_motion="reduce", **screen)
    assert complaints(page) == []
    page.keyboard.type("HO")
    page.locator("#check").click()
    page.locator(".strike").first.wait_for(state="attached")
    assert complaints(page) == []
    page.locator("#show-hint").click()
    page.locator("#pencil").click()
    assert complaints(page) == []
    for name in ("more", "reveal", "clear", "text", "link", "about"):
        page.evaluate("(id) => document.getElementById(id).showModal()", name)
        assert complaints(page) == [], name
        page.evaluate("(id) => document.getElementById(id).close()", name)
    page.locator("#pencil").click()
    for number, letter in enumerate("HELP"):
        page.locator("#board input").nth(number).press(letter)
    page.locator("#finish").wait_for()
    assert complaints(page) == []


@needs_axe
@pytest.mark.parametrize("name", ["mit", "star", "box", "hebrew", "fifteen"])
def test_axe_finds_nothing_on_other_shapes(open_page: Open, name: str) -> None:
    assert complaints(open_page(SAMPLES.get(name, MIT))) == []


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the documentation as the site shows it."""
    if not (DOCS / "index.html").exists():
        pytest.skip("the documentation is not built (make docs)")
    folder = tmp_path_factory.mktemp("site")
    write(documentation(DOCS) | {path: data for path, data in sources().items() if path.endswith(".css")}, folder)
    running = Host(folder)
    yield f"{running.address}docs/"
    running.stop()


@needs_axe
@pytest.mark.parametrize(
    ("name", "scheme"),
    [("how-to/read-the-verdict", "light"), ("index", "dark"), ("generated/api-make", "light"), ("search", "dark")],
)
def test_axe_finds_nothing_in_the_documentation(browser: Any, docs: str, name: str, scheme: str) -> None:
    """A page of each kind."""
    page = browser.new_page(color_scheme=scheme, **DESKTOP)
    page.goto(f"{docs}{name}.html")
    assert complaints(page) == []
    page.close()


@needs_axe
def test_axe_would_find_something(open_page: Open) -> None:
    page = open_page(small())
    page.evaluate("document.querySelector('#board input').removeAttribute('aria-label')")
    assert any(each.startswith("label:") for each in complaints(page))


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb, as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def colours_of(style: str, is_dark: bool) -> dict[str, str]:
    """Return the colours that a style sheet gives names, in one of the two themes."""
    light, dark = style.split('[data-theme="dark"]', 1)
    return dict(re.findall(r"--([\w-]+): (#\w{6});", dark.split("}")[0] if is_dark else light.split("@media")[0]))


def hard_to_read(pairs: list[tuple[str, str]], colours: dict[str, str]) -> dict[tuple[str, str], float]:
    """Return the pairs of colours that have not enough contrast for text, and how much they have."""
    contrasts = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    return {pair: round(value, 2) for pair, value in contrasts.items() if value < 4.5}


BACKGROUNDS = ("paper", "surface", "cell", "given", "through", "on", "here")

PAIRS = [
    *[("ink", each) for each in (*BACKGROUNDS, "hint-soft", "ok-soft", "bad-soft", "free")],
    *[("muted", each) for each in ("paper", "surface")],
    *[("pencil", each) for each in ("cell", "through", "on", "here", "hint-soft")],
    *[(each, other) for each in ("ok", "bad", "unknown", "accent") for other in ("paper", "surface", "on")],
    ("bad", "bad-soft"),
    ("on-accent", "accent"),
]


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_colours_of_the_grid_have_contrast(is_dark: bool) -> None:
    """What axe-core does not look at, because it is drawn."""
    colours = colours_of(asset("player.css"), is_dark)
    assert hard_to_read(PAIRS, colours) == {}
    assert contrast(colours["accent"], colours["cell"]) >= 3  # the frame of the current cell
    assert contrast(colours["grid-line"], colours["cell"]) >= 3
