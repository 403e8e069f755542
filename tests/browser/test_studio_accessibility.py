"""axe-core finds nothing to complain of in the studio, in each of its states; colours that are drawn have contrast."""

import re
from importlib.resources import files
from typing import Any

import pytest

from satcross.pictures.page import asset
from tests.browser.conftest import DESKTOP, PHONE, Studio
from tests.browser.studio_page import COLUMNS, ROWS, of_rectangle, settled, wait_until_verdict
from tests.browser.test_accessibility import colours_of, complaints, hard_to_read, needs_axe

pytestmark = pytest.mark.slow

DIALOGS = {
    "new": "shape-dialog",
    "open": "open-dialog",
    "save": "save-dialog",
    "publish": "publish-dialog",
    "help": "help-dialog",
}


def check(page: Any, state: str) -> None:
    assert complaints(page) == [], state


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_studio(open_studio: Studio, scheme: str, screen: Any) -> None:
    settings = {"color_scheme": scheme, "reduced_motion": "reduce", **screen}
    page = open_studio(document=of_rectangle(["AB|BB", "CD|X+"], [".*", ""]), **settings)
    wait_until_verdict(page, "4 solutions")  # at first, and for long on a busy machine: at least two
    check(page, "several solutions")
    page.get_by_role("button", name=re.compile("Show a solution with A")).click()
    page.locator("#preview").wait_for()
    check(page, "a solution is shown")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Make it unique").click()
    page.locator(".take").first.wait_for(timeout=60000)
    check(page, "proposals")
    for button, dialog in DIALOGS.items():
        page.locator(f"#{button}").click()
        page.locator(f"#{dialog}").wait_for()
        check(page, dialog)
        page.keyboard.press("Escape")


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("state", "row"),
    [("unique", ROWS[0]), ("conflict", "SATIRE?"), ("error", "A(B")],
    ids=["unique", "conflict", "error"],
)
def test_axe_finds_nothing_in_other_states(open_studio: Studio, scheme: str, state: str, row: str) -> None:
    page = open_studio(document=of_rectangle([row, *ROWS[1:]], COLUMNS), color_scheme=scheme, reduced_motion="reduce")
    assert settled(page)
    if state == "conflict":
        page.locator("#causes button").first.wait_for()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.wait_for_timeout(500)
    check(page, state)


PAIRS = [
    *[(f"group-{number}", each) for number in range(1, 7) for each in ("surface", "hint-soft")],
    *[(f"re-{kind}", "surface") for kind in ("quantifier", "class", "escape", "anchor", "comment")],
    *[(each, other) for each in ("pencil", "ok", "accent", "muted") for other in ("cell", "on")],
    *[("ink", each) for each in ("bad-soft", "here")],
]


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_colours_of_the_studio_have_contrast(is_dark: bool) -> None:
    """What axe-core does not look at: letters in cells, and clues below the fields."""
    of_studio = files("satcross.studio").joinpath("page", "studio.css").read_text("utf-8")
    assert hard_to_read(PAIRS, colours_of(asset("player.css"), is_dark) | colours_of(of_studio, is_dark)) == {}
