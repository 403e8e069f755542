"""The colours of letters in a browser: in the player, and what its own palette makes of them."""

from typing import Any

import pytest

from satcross.puzzle.colors import CSS_COLORS, paint_of
from satcross.puzzle.shapes import rectangle
from tests.browser.conftest import DESKTOP, PHONE, Open, Studio, reload
from tests.browser.studio_page import UNIQUE, kept, of_rectangle, settled
from tests.browser.test_play import cell, tool

pytestmark = pytest.mark.slow

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

PAINTED = rectangle(
    rows=["AB", "CD"], columns=["[A]C", "BD"], colors={"A": "#102030", "B": "gold", "C": "None"}, given={(1, 1): "A"}
)

LOOKS = """[...document.querySelectorAll("#board input")].map((input, cell) => ({
  fill: getComputedStyle(document.querySelector(`polygon[data-cell="${cell}"]`)).fill,
  ink: getComputedStyle(input).color,
}))"""


def rgb(color: str) -> str:
    return f"rgb({', '.join(str(int(color[place : place + 2], 16)) for place in (1, 3, 5))})"


def hide(page: Any) -> None:
    page.locator("#finish").get_by_role("button", name="Hide the letters").click()


def test_the_page_knows_the_same_colours_as_satcross(open_page: Open) -> None:
    colors = [*CSS_COLORS, "#0af", "#C0392B", "none"]
    letters = {chr(0x4E00 + number): color for number, color in enumerate(colors)}
    given = {(1, column): letter for column, letter in enumerate(letters, 1)}
    puzzle = rectangle(rows=1, columns=len(letters), alphabet="".join(letters), colors=letters, given=given)
    looks = open_page(puzzle).evaluate(
        """[...document.querySelectorAll("#board input")].map(
          (input, cell) => [document.querySelector(`polygon[data-cell="${cell}"]`).style.fill, input.style.color])"""
    )
    paints = [paint_of(color) for color in colors]
    assert looks == [[fill and rgb(fill), ink and rgb(ink)] for fill, ink in paints]


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_filled_cell_has_the_colour_of_its_letter(open_page: Open, screen: Any, scheme: str) -> None:
    page = open_page(PAINTED, color_scheme=scheme, **screen)
    looks = page.evaluate(LOOKS)
    assert looks[0] == {"fill": rgb("#102030"), "ink": rgb("#ffffff")}
    assert looks[1]["fill"] != rgb("#ffd700")
    cell(page, 1).click()
    page.keyboard.type("B")
    assert page.evaluate(LOOKS)[1] == {"fill": rgb("#ffd700"), "ink": rgb("#000000")}
    page.keyboard.press("Control+z")
    assert page.evaluate(LOOKS)[1]["fill"] != rgb("#ffd700")


def test_forced_colours_leave_a_painted_letter_its_ink(open_page: Open) -> None:
    page = open_page(PAINTED, forced_colors="active", color_scheme="dark")
    assert page.evaluate(LOOKS)[0] == {"fill": rgb("#102030"), "ink": rgb("#ffffff")}
    cell(page, 1).click()
    page.keyboard.type("B")
    assert page.evaluate(LOOKS)[1] == {"fill": rgb("#ffd700"), "ink": rgb("#000000")}


def test_a_wrong_letter_looks_wrong_and_not_painted(open_page: Open) -> None:
    page = open_page(rectangle(rows=["AB"], columns=["A", "[AB]"], colors={"A": "gold"}))
    cell(page, 1).click()
    page.keyboard.type("A")
    tool(page, "Check").click()
    expect(cell(page, 1)).to_have_class("wrong")
    assert page.evaluate(LOOKS)[1]["fill"] != rgb("#ffd700")


def test_letters_with_colours_can_be_hidden_at_the_end(open_page: Open) -> None:
    page = open_page(PAINTED)
    cell(page, 1).click()
    page.keyboard.type("BCD")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    hide(page)
    inks = [look["ink"] for look in page.evaluate(LOOKS)]
    assert inks[:3] == ["rgba(0, 0, 0, 0)"] * 3  # the cell of C is blank
    assert inks[3] != "rgba(0, 0, 0, 0)"
    reload(page)
    expect(page.locator("body.solved.picture")).to_be_attached()


def test_a_puzzle_without_colours_has_no_letters_to_hide(open_page: Open) -> None:
    page = open_page(PAINTED._replace(colors=()))
    assert page.locator('[data-do="hide"]').is_hidden()


def test_the_studio_paints_letters_as_the_author_writes_their_colours(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["AB", "C."], ["", "[AB]B"]))
    assert settled(page) == UNIQUE
    page.locator("#properties summary").click()
    colours = page.get_by_label("Letter colours")
    colours.fill("A #102030, B gold, C nothing")
    expect(colours).to_have_attribute("aria-invalid", "true")
    colours.fill("A #102030, B gold, C none")
    expect(colours).to_have_attribute("aria-invalid", "false")
    assert kept(page)["puzzle"]["colors"] == {"A": "#102030", "B": "gold", "C": "none"}
    fills = "[...document.querySelectorAll('polygon[data-cell]')].map((each) => each.style.fill)"
    assert page.evaluate(fills) == [rgb("#102030"), rgb("#ffd700"), "", rgb("#ffd700")]
    inks = "[...document.querySelectorAll('.certain-letter')].map((each) => getComputedStyle(each).fill)"
    assert page.evaluate(inks)[:2] == [rgb("#ffffff"), rgb("#000000")]
    page.get_by_label("Show colours without their letters").check()
    assert page.evaluate(inks) == ["rgba(0, 0, 0, 0)"] * 4
