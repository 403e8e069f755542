"""The screenshots in docs/pictures: the page still looks as it was accepted.

`ACCEPT=1 make test-browser` takes them again; look at them before you commit.  Fonts and browsers differ a little, so
the comparison allows for that.
"""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Open, Studio
from tests.browser.studio_page import COLUMNS, HOLES, ROWS, of_rectangle, settled
from tests.pictures.samples import MIT

pytestmark = pytest.mark.slow

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
UNLIKE = 12  # mean difference of a pixel's grey, of 255; another layout, or other colours, differ by more

SCREENS: dict[str, dict[str, Any]] = {
    "page-computer": {**DESKTOP, "viewport": {"width": 1200, "height": 820}},
    "page-phone": {**PHONE, "color_scheme": "dark"},
}


def play(page: Any) -> None:
    """Write a few letters and pencil marks, and ask for a hint."""
    page.locator("#board input").first.focus()
    page.keyboard.type("NHPEHAS")
    page.locator("#board input").nth(16).focus()
    page.keyboard.press("F2")
    page.keyboard.type("ACO")
    page.keyboard.press("F2")
    for _ in range(3):
        page.locator("#show-hint").click()
        page.wait_for_timeout(300)
    page.evaluate("document.getElementById('time').textContent = '4:21'")


@pytest.mark.parametrize("name", SCREENS)
def test_the_page_looks_as_in_the_docs(open_page: Open, name: str) -> None:
    page = open_page(MIT, reduced_motion="reduce", **SCREENS[name])
    play(page)
    compare(page, name)


STUDIO: dict[str, dict[str, Any]] = {
    "studio-several": {"viewport": {"width": 1200, "height": 820}},
    "studio-conflict-dark": {"viewport": {"width": 1200, "height": 820}, "color_scheme": "dark"},
    "studio-phone": {**PHONE, "color_scheme": "dark"},
    "studio-proposals": {"viewport": {"width": 1200, "height": 820}},
}


def test_a_word_crossword_looks_as_in_the_docs(open_studio: Studio) -> None:
    letters = {f"3,{column}": letter for column, letter in enumerate("ESTEEMS", start=1)}
    document = {**of_rectangle([""] * 7, [""] * 7, holes=HOLES), "mode": "words", "letters": letters}
    page = open_studio(document=document, reduced_motion="reduce", viewport={"width": 1200, "height": 820})
    page.locator("#slot-words .word").first.wait_for()
    page.locator("#board .letter").first.focus()
    compare(page, "studio-words")


@pytest.mark.parametrize("name", STUDIO)
def test_the_studio_looks_as_in_the_docs(open_studio: Studio, name: str) -> None:
    rows = ["SP.*" if "conflict" in name else "SA.[OS]R", *ROWS[1:3], "OPE?.+", ROWS[4]]
    columns = [*COLUMNS[:3], COLUMNS[3] if "conflict" in name else "", COLUMNS[4]]
    document = of_rectangle(rows, columns, title="Sower", alphabet="AENOPRST")
    page = open_studio(document=document, reduced_motion="reduce", **STUDIO[name])
    assert settled(page)
    if "conflict" in name:
        page.locator("#causes button").first.wait_for()
    if "proposals" in name:
        page.get_by_role("button", name="Make it unique").click()
        page.get_by_text("Choose one:").wait_for(timeout=60000)
        page.locator(".take").nth(1).hover()
    page.locator(".label .noted, .label .blamed").first.wait_for(timeout=15000)
    page.locator("#board .letter").nth(3).focus()
    compare(page, name)


def compare(page: Any, name: str) -> None:
    """Compare the page with the picture that is kept, or keep it."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    chops = pytest.importorskip("PIL.ImageChops")
    stat = pytest.importorskip("PIL.ImageStat")
    shot = page.screenshot()
    file = PICTURES / f"{name}.png"
    if os.environ.get("ACCEPT"):
        file.write_bytes(shot)
    with image.open(BytesIO(shot)) as seen, image.open(file) as kept:
        assert seen.size == kept.size
        difference = chops.difference(seen.convert("L"), kept.convert("L"))
        assert stat.Stat(difference).mean[0] < UNLIKE
