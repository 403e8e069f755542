"""The page, played in a real browser."""

import re
from pathlib import Path
from typing import Any

import pytest

from satcross import load
from satcross.pictures.page import to_html
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import line, rectangle
from satcross.words.files import guide_of, playable, template_in
from tests.browser.conftest import DESKTOP, FULL, PHONE, SHIFTS, Open, paste, reload, reload_until
from tests.pictures.samples import MIT, SAMPLES, crossword, small
from tests.pictures.test_html import hostile

pytestmark = pytest.mark.slow

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

both_sizes = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])

ROOT = Path(__file__).parents[2]
JOURNEY = load(ROOT / "puzzles" / "generated" / "journey.toml")
HEXAGON = load(ROOT / "puzzles" / "hexagon.toml")
FOCUSED = "document.activeElement.dataset.cell"


def cell(page: Any, number: int) -> Any:
    return page.locator("#board input").nth(number)


def letters(page: Any) -> str:
    """Return the letters of the grid, with a full stop for an open cell."""
    return "".join(page.evaluate("[...document.querySelectorAll('#board input')].map((each) => each.value || '.')"))


def expect_verdict(page: Any, clue: str, verdict: str) -> None:
    """Wait until the clue beside the grid is marked as `verdict`, such as "ok", or as one of several ("bad|stuck")."""
    expect(page.locator(f'svg [data-clue="{clue}"]').first).to_have_class(re.compile(rf"\b({verdict})\b"))


def tool(page: Any, name: str) -> Any:
    return page.locator("#tools").get_by_role("button", name=name, exact=True)


def choose(page: Any, *names: str) -> None:
    """Press the buttons of dialogs one after the other."""
    for name in names:
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def said(page: Any) -> Any:
    return page.locator("#said")


# -- typing


@both_sizes
def test_lines_turn_green_or_red_and_the_end_is_announced(open_page: Open, screen: Any) -> None:
    page = open_page(small(), **screen)
    cell(page, 0).click()
    page.keyboard.type("he")
    expect_verdict(page, "0.0", "ok")
    cell(page, 2).click()
    page.keyboard.type("LL")
    expect_verdict(page, "1.1", "bad")
    assert page.locator("#clues li.bad .state").first.inner_text() == "✗ is not satisfied"
    page.keyboard.press("Backspace")
    page.keyboard.type("P")
    assert letters(page) == "HELP"
    expect_verdict(page, "1.1", "ok")
    expect_verdict(page, "3.0", "ok")
    expect(said(page)).to_have_text("Solved: every clue is satisfied.")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    page.locator("#finish").get_by_role("button", name="Look at the grid").click()
    expect(page.locator("body")).to_have_class(re.compile("solved"))


@pytest.mark.long
def test_the_mit_puzzle_can_be_solved(open_page: Open) -> None:
    page = open_page(MIT)
    solution = MIT.expected[0]
    for row in (each for each in MIT.lines if each.name.startswith("horizontal")):
        page.get_by_role("button", name=row.name, exact=True).click()
        page.keyboard.type("".join(solution[cell] for cell in row.cells))
    expect(page.get_by_role("region", name="Solved")).to_be_visible()


def test_a_line_that_nothing_can_complete_is_marked_before_it_is_full(open_page: Open) -> None:
    page = open_page(small())
    cell(page, 0).click()
    page.keyboard.type("L")
    page.keyboard.type("O")  # HE|LL|O+ does not go on so
    expect_verdict(page, "0.0", "bad")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("P")
    expect_verdict(page, "0.0", "stuck")
    expect(page.locator("#now-lines .stuck .state").first).to_have_text("✗ can no longer be satisfied")


def test_what_is_typed_at_once_goes_into_the_cell_that_looks_selected(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HE")
    assert letters(page) == "HE.."
    page.locator("#check").click()
    page.locator("#hint-close").focus()
    page.keyboard.press("ArrowRight")  # typing went on in the second row
    page.keyboard.type("P")
    assert letters(page) == "HE.P"


def test_typing_goes_on_to_the_next_line_with_an_open_cell(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HS")
    page.keyboard.press("Backspace")
    assert letters(page) == "H..."
    page.keyboard.type("ELP")
    assert letters(page) == "HELP"


@pytest.mark.long
def test_letters_beyond_the_end_of_a_line_change_nothing_if_the_player_wants_it_so(open_page: Open) -> None:
    page = open_page(small())
    page.locator("#menu").click()
    page.get_by_label("Go on to another line at the end of one").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.type("HEL")
    assert letters(page) == "HE.."
    reload_until(page, lambda: not page.locator("[data-setting=on]").is_checked())
    assert not page.locator("[data-setting=on]").is_checked()
    page.keyboard.press("End")
    page.keyboard.type("EL")
    assert letters(page) == "HE.."
    expect(said(page)).to_contain_text("The line ends here.")
    page.keyboard.press("Backspace")
    page.keyboard.type("L")
    assert letters(page) == "HL.."


@both_sizes
def test_keys_move_along_lines(open_page: Open, screen: Any) -> None:
    page = open_page(crossword(), **screen)
    cell(page, 0).click()
    for key, wanted in [("ArrowRight", 1), ("ArrowDown", 5), ("End", 8), ("ArrowUp", 7), ("Home", 1)]:
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED) == str(wanted), key
    pressed = page.locator("#now-lines [aria-pressed=true] .name")
    name = pressed.inner_text()
    page.keyboard.press("Enter")
    assert pressed.inner_text() != name
    page.keyboard.press("PageDown")
    page.keyboard.type("X")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert "X" not in letters(page)


@both_sizes
def test_a_second_tap_switches_the_line(open_page: Open, screen: Any) -> None:
    page = open_page(small(), **screen)
    pressed = page.locator("#now-lines [aria-pressed=true] .name")
    cell(page, 0).click()
    first = pressed.inner_text()
    cell(page, 0).click()
    assert {first, pressed.inner_text()} == {"Row 1", "Column 1"}


def test_a_line_that_visits_a_cell_twice_is_typed_to_its_end(open_page: Open) -> None:
    page = open_page(SAMPLES["loop"])  # its first cell is on no line
    cell(page, 1).click()
    page.keyboard.type("AAAAAA")
    assert letters(page) == ".AAAAAA"
    assert page.evaluate(FOCUSED) == "1"  # typing goes on at the start of the only line


def test_letters_outside_the_alphabet_are_refused_in_words(open_page: Open) -> None:
    page = open_page(small())
    cell(page, 0).click()
    page.keyboard.type("é")
    assert letters(page) == "...."
    assert said(page).inner_text() == "é is not in this puzzle's alphabet."


def test_given_letters_stay(open_page: Open) -> None:
    page = open_page(rectangle(rows=["AB|BA"], columns=["", ""], given={(1, 1): "A"}))
    cell(page, 0).click()
    page.keyboard.type("B")
    page.keyboard.press("Delete")
    tool(page, "More").click()
    choose(page, "Clear all letters", "Clear")
    assert letters(page).startswith("A")


# -- clues


@both_sizes
def test_all_clues_of_the_current_cell_are_in_view(open_page: Open, screen: Any) -> None:
    page = open_page(MIT, **screen)
    cell(page, 60).click()
    through = [each for each in MIT.lines if 60 in each.cells]
    assert len(through) == 3
    for each in through:
        clue = page.locator("#now-lines").get_by_text(each.clues[0].pattern, exact=True)  # type: ignore[union-attr]
        expect(clue).to_be_in_viewport(ratio=1)
    assert page.locator("#now-lines .name").all_inner_texts() == [each.name.capitalize() for each in through]


def test_a_click_on_a_clue_goes_to_its_line(open_page: Open) -> None:
    page = open_page(small())
    page.locator('svg [data-clue="3.0"]').click()
    assert page.evaluate(FOCUSED) == "1"
    assert page.locator("#now-lines [aria-pressed=true] .name").inner_text() == "Column 2"
    page.locator("#clues").get_by_role("button", name="row 2").click()
    assert page.evaluate(FOCUSED) == "2"
    page.locator("#now-lines").get_by_role("button", name="column 1").click()
    page.keyboard.type("HL")
    assert letters(page) == "H.L."


# -- undo, clear, keeping


def test_every_change_can_be_undone_and_redone(open_page: Open) -> None:
    page = open_page(small())
    expect(tool(page, "Undo")).to_be_disabled()
    page.keyboard.type("HE")
    page.keyboard.press("Control+z")
    assert letters(page) == "H..."
    tool(page, "Undo").click()
    assert letters(page) == "...."
    tool(page, "Redo").click()
    page.keyboard.press("Control+y")
    assert letters(page) == "HE.."
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    assert letters(page) == "HE.."


@pytest.mark.long
def test_clearing_asks_first_and_can_be_undone_even_after_a_reload(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HE")
    tool(page, "More").click()
    choose(page, "Clear all letters", "Keep them")
    assert letters(page) == "HE.."
    tool(page, "More").click()
    choose(page, "Clear all letters", "Clear")
    assert letters(page) == "...."
    reload(page)
    assert letters(page) == "...."
    tool(page, "Undo").click()
    assert letters(page) == "HE.."


def test_letters_and_marks_are_kept_on_reload(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HE")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("F2")
    page.keyboard.type("PL")
    reload_until(page, lambda: letters(page) == "HE..")
    assert letters(page) == "HE.."
    expect_verdict(page, "0.0", "ok")
    assert cell(page, 3).get_attribute("aria-label").endswith("pencil marks L P")


@pytest.mark.parametrize("kept", ["{", "[1, 2]", '{"cells": 7}', '{"cells": [["H"]]}'])
def test_damaged_letters_are_put_aside_with_a_sentence(open_page: Open, kept: str) -> None:
    page = open_page(small())
    key = page.evaluate("JSON.parse(document.getElementById('data').textContent).key")
    page.add_init_script(f"localStorage.setItem({key!r}, {kept!r})")  # the page writes its own when it is left
    page.reload()
    expect(said(page)).to_have_text("The letters that were kept of this puzzle could not be read. They were put aside.")
    assert page.evaluate(f"localStorage.getItem('{key}:aside')") == kept
    page.locator("#board input").first.press("H")
    assert letters(page) == "H..."


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_browser_that_stores_nothing_says_so_once_and_offers_a_link(open_page: Open, screen: Any) -> None:
    page = open_page(small(), permissions=["clipboard-read", "clipboard-write"], **screen)
    page.evaluate(FULL)
    cell(page, 0).press("H")
    notice = page.get_by_role("region", name="Nothing is stored")
    expect(notice).to_contain_text("This browser cannot store your letters")
    notice.get_by_role("button", name="Copy this grid as a link").click()
    expect(said(page)).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    cell(page, 1).press("E")
    page.wait_for_timeout(500)
    expect(notice).to_have_count(0)
    other = page.context.browser.new_context().new_page()
    other.goto(link)
    assert letters(other) == "H..."
    other.context.close()


def test_two_tabs_of_a_game_show_the_letters_of_both(open_page: Open) -> None:
    page = open_page(small())
    other = page.context.new_page()
    other.goto(page.url)
    cell(page, 0).press("H")
    cell(other, 1).press("E")
    for each in (page, other):
        expect(cell(each, 0)).to_have_value("H")
        expect(cell(each, 1)).to_have_value("E")


def test_a_corrected_puzzle_keeps_the_letters_of_the_player(open_page: Open, tmp_path: Path) -> None:
    puzzle = rectangle(rows=["AB|C.", "[DE]+"], columns=["[AC]D", ".E"])
    page = open_page(puzzle)
    cell(page, 0).press("A")
    page.wait_for_timeout(400)
    (tmp_path / "puzzle.html").write_text(to_html(rectangle(rows=["AB|CX", "[DE]+"], columns=["[AC]D", ".E"])))
    page.reload()
    expect(said(page)).to_have_text("This puzzle was corrected: your letters are kept.")
    assert letters(page) == "A..."


def test_another_puzzle_of_the_same_shape_keeps_no_letters(open_page: Open, tmp_path: Path) -> None:
    page = open_page(rectangle(rows=["AB|C.", "[DE]+"], columns=["[AC]D", ".E"]))
    cell(page, 0).press("A")
    page.wait_for_timeout(400)
    (tmp_path / "puzzle.html").write_text(to_html(rectangle(rows=["AB|C.", "D?E*"], columns=["A.", "B."])))
    page.reload()
    expect(cell(page, 0)).to_have_value("")
    expect(said(page)).to_be_empty()


# -- pencil


def test_pencil_marks_are_set_taken_back_and_replaced_by_a_letter(open_page: Open) -> None:
    page = open_page(small())
    tool(page, "Pencil").click()
    page.keyboard.type("LH")
    assert page.locator(".marks text").all_text_contents() == ["H", "L"]
    page.keyboard.type("L")
    assert page.locator(".marks text").all_text_contents() == ["H"]
    assert letters(page) == "...."
    page.keyboard.press("F2")
    expect(tool(page, "Pencil")).to_have_attribute("aria-pressed", "false")
    page.keyboard.type("H")
    assert letters(page) == "H..."
    assert page.locator(".marks text").count() == 0
    tool(page, "Undo").click()
    assert page.locator(".marks text").all_text_contents() == ["H"]


# -- check, hint, reveal


def test_check_strikes_out_what_no_solution_has(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HO")
    tool(page, "Check").click()
    expect(page.locator("#hint-text")).to_have_text("One letter is wrong; it is struck out.")
    assert cell(page, 1).get_attribute("aria-label").endswith("wrong")
    assert page.locator(".marks .strike").count() == 1
    page.keyboard.press("Backspace")
    page.keyboard.type("E")
    assert page.locator(".marks .strike").count() == 0
    tool(page, "Check").click()
    expect(page.locator("#hint-text")).to_have_text("No letter is wrong so far.")


@pytest.mark.long
def test_hints_lead_to_the_solution_a_little_more_each_time(open_page: Open) -> None:
    page = open_page(small())
    hint = page.locator("#hint-text")
    tool(page, "Hint").click()
    expect(hint).to_have_text(re.compile(r"^Look at \w+ \d\.$"))
    page.locator("#hint-more").click()
    expect(hint).to_contain_text("the marked cells follow")
    assert page.locator("polygon.hinted").count() > 0
    page.locator("#hint-more").click()
    expect(hint).to_have_text(re.compile(r"^\w+ \d .*: letter \d is [A-Z]"))
    page.locator("#hint-do").click()
    while "." in letters(page):
        tool(page, "Hint").click()
        if page.locator("#hint-do").is_visible():
            page.locator("#hint-do").click()
    assert letters(page) == "HELP"
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    assert "hint" in page.locator("#finish [data-part=help]").inner_text()


def test_a_hint_first_points_at_a_mistake_and_counts_once_for_it(open_page: Open) -> None:
    page = open_page(small(), reduced_motion="reduce")
    page.keyboard.type("HO")
    for _ in range(3):
        tool(page, "Hint").click()
        expect(page.locator("#hint-text")).to_have_text("Something is wrong already: look at row 1, cell 2.")
    assert page.evaluate(FOCUSED) == "1"
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#hint-text")).to_be_empty()  # it was about another cell
    page.keyboard.press("ArrowRight")
    page.keyboard.type("ELP")
    expect(page.locator("#finish")).to_contain_text("one hint")
    several = open_page(rectangle(rows=["AB|BA", "CC"], columns=["", ""]))
    several.keyboard.type("AA")  # each letter is in a solution, but not both
    tool(several, "Hint").click()
    expect(several.locator("#hint-text")).to_have_text("Some letters contradict a clue already: look at row 1.")


def test_letters_that_a_step_rules_out_are_crossed_out_where_many_are_left(open_page: Open) -> None:
    page = open_page(rectangle(rows=["[^E]", "X"], columns=["..|AX"], alphabet="A-Z"))
    for _ in range(3):
        tool(page, "Hint").click()
        expect(page.locator("#hint-text")).not_to_be_empty()
    while "is not E" not in page.locator("#hint-text").inner_text():
        page.locator("#hint-do").click()
        for _ in range(3):
            tool(page, "Hint").click()
    page.locator("#hint-do").click()
    assert page.locator(".marks .crossed").all_text_contents() == ["E"]
    assert page.locator(".marks .pencil").count() == 0
    assert cell(page, 0).get_attribute("aria-label").endswith("not E")
    tool(page, "Hint").click()
    expect(page.locator("#hint-text")).not_to_contain_text("E")  # the step counts as known
    cell(page, 0).focus()
    page.keyboard.press("F2")
    page.keyboard.type("E")  # a pencil takes the line away again
    assert page.locator(".marks text").count() == 0


def test_a_full_grid_with_a_mistake_says_how_many_clues_are_not_satisfied(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HELL")
    expect(said(page)).to_have_text("Not yet: 2 clues are not satisfied.")
    page.keyboard.press("ArrowUp")
    expect(said(page)).to_have_text("")  # it was about the last letter


@pytest.mark.long
def test_letters_are_revealed_by_cell_line_and_grid(open_page: Open) -> None:
    page = open_page(small())
    tool(page, "Reveal").click()
    choose(page, "This cell")
    expect(cell(page, 0)).to_have_value("H")
    assert cell(page, 0).get_attribute("aria-label").endswith("revealed")
    tool(page, "Reveal").click()
    choose(page, "This line")
    expect(cell(page, 1)).to_have_value("E")
    cell(page, 2).click()
    page.keyboard.type("LP")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    assert "2 revealed letters" in page.locator("#finish [data-part=help]").inner_text()
    page.locator("#finish").get_by_role("button", name="Look at the grid").click()
    tool(page, "More").click()
    choose(page, "Clear all letters", "Clear")
    tool(page, "Reveal").click()
    choose(page, "The whole grid")
    expect(said(page)).to_have_text("The whole grid is revealed, so it does not count as solved.")
    assert letters(page) == "HELP"
    cell(page, 3).press("Backspace")
    cell(page, 3).press("P")
    expect(said(page)).to_contain_text("does not count as solved")
    expect(page.get_by_role("region", name="Solved")).to_be_hidden()
    expect(page.get_by_role("button", name="Result")).to_be_hidden()


@pytest.mark.long
def test_with_several_solutions_only_what_they_share_is_revealed(open_page: Open) -> None:
    page = open_page(rectangle(rows=["AB|AC"], columns=["", ""]))
    page.keyboard.press("ArrowRight")
    tool(page, "Reveal").click()
    choose(page, "This cell")
    expect(page.locator("#hint-text")).to_have_text("Several letters are possible there: B, C.")
    assert letters(page) == ".."
    tool(page, "Reveal").click()
    choose(page, "This line")
    expect(cell(page, 0)).to_have_value("A")
    assert letters(page) == "A."
    page.keyboard.press("End")
    page.keyboard.type("C")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()


def test_a_puzzle_without_solutions_says_so(open_page: Open) -> None:
    page = open_page(rectangle(rows=["A"], columns=["B"]))
    tool(page, "Hint").click()
    expect(page.locator("#hint-text")).to_have_text("This puzzle has no solution.")


def test_without_a_guide_there_is_no_hint_and_the_solution_is_not_in_the_page(open_page: Open) -> None:
    page = open_page(line("[AB]+", 401, alphabet="AB"))
    expect(tool(page, "Hint")).to_be_hidden()
    expect(tool(page, "Reveal")).to_be_hidden()
    tool(page, "Check").click()
    expect(page.locator("#hint-text")).to_have_text("No line is contradicted so far.")


# -- text and links


def test_the_grid_is_copied_and_pasted_as_text(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HE")
    tool(page, "More").click()
    choose(page, "Grid as text: copy or paste")
    area = page.get_by_role("textbox", name="Grid as text")
    assert area.input_value() == "HE\n.."
    area.fill("H.\nLP\n")
    choose(page, "Use this text")
    assert letters(page) == "H.LP"
    tool(page, "Undo").click()
    assert letters(page) == "HE.."
    paste(page, "O O\n. P")
    assert letters(page) == "OO.P"
    paste(page, "X")
    paste(page, "1\n2\n3")
    expect(said(page)).to_contain_text("The rows of this text have 1, 1, 1 letters")
    assert letters(page) == "OO.P"
    cell(page, 3).click()
    cell(page, 2).click()
    paste(page, "LL")
    assert letters(page) == "OOLL"


@pytest.mark.long
def test_a_link_carries_letters_and_marks(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HE")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("F2")
    page.keyboard.type("P")
    tool(page, "More").click()
    choose(page, "Link with this grid")
    link = page.locator("#link textarea").input_value()
    choose(page, "Close")
    page.keyboard.press("F2")
    page.keyboard.press("Home")
    page.keyboard.type("OO")
    page.wait_for_timeout(1000)  # until the grid is kept
    other = page.context.new_page()
    other.goto(link)
    assert letters(other) == "HE.."
    assert other.locator(".marks text").all_text_contents() == ["P"]
    expect(other.locator("#said")).to_contain_text("The grid comes from the link.")
    assert "play=" not in other.url
    other.keyboard.press("Control+z")
    assert letters(other) == "HEOO"
    other.goto(link.replace("#play=", "#play=AAAA"))
    expect(other.locator("#said")).to_have_text("The link belongs to another puzzle.")


# -- screens


def test_on_a_phone_the_whole_title_is_seen(open_page: Open) -> None:
    page = open_page(small()._replace(title="What the cabin crew wishes us to do"), **PHONE)
    shown = page.locator("h1").evaluate(
        "each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    )
    assert shown == [0, 0]


def test_on_a_phone_the_whole_grid_and_the_keyboard_are_visible(open_page: Open) -> None:
    page = open_page(MIT, **PHONE)
    for number in range(len(MIT.cells)):
        box = cell(page, number).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["width"] >= 18
    expect(cell(page, 126)).to_be_in_viewport(ratio=1)
    keys = page.locator("#keyboard button")
    assert keys.first.bounding_box()["height"] >= 44
    expect(keys.last).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert cell(page, 0).get_attribute("inputmode") == "none"


def test_the_keyboard_on_the_screen_writes_the_puzzles_letters(open_page: Open) -> None:
    page = open_page(small(), **PHONE)
    keys = page.locator("#keyboard")
    assert "".join(keys.locator("button").all_inner_texts()[:-1]) == "AEFHIKLOPS"
    keys.get_by_role("button", name="H", exact=True).tap()
    keys.get_by_role("button", name="E", exact=True).tap()
    assert letters(page) == "HE.."
    keys.get_by_role("button", name="Delete").tap()
    assert letters(page) == "H..."
    tool(page, "More").tap()
    choose(page, "Show or hide the keyboard")
    expect(keys).to_be_hidden()
    assert cell(page, 0).get_attribute("inputmode") == "text"


def test_the_keys_on_the_screen_can_stand_as_on_a_keyboard(open_page: Open) -> None:
    page = open_page(small(), **PHONE)
    tool(page, "More").tap()
    page.get_by_label("Letters on the screen in the order of a keyboard").check()
    page.keyboard.press("Escape")
    rows = [row.locator("button").all_inner_texts() for row in page.locator("#keyboard .keys").all()]
    assert list(map("".join, rows)) == ["EIOP", "ASFHKL⌫"]
    page.get_by_role("group", name="Letters").get_by_role("button", name="H", exact=True).tap()
    assert letters(page) == "H..."


LANDSCAPE = {**PHONE, "viewport": {"width": 844, "height": 390}}


def test_a_screen_without_a_keyboard_offers_the_order_of_one(open_page: Open) -> None:
    def row(page: Any) -> str:
        return "".join(page.locator("#keyboard .keys").first.get_by_role("button").all_inner_texts())

    puzzle = rectangle(rows=["..", ".."], columns=["..", "AB"], alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    page = open_page(puzzle, **PHONE)
    assert row(page).startswith("ABC")
    page.get_by_role("button", name="QWE: letters in the order of a keyboard").click()
    assert row(page) == "QWERTYUIOP"
    page.get_by_role("button", name="A–Z: letters in the order of the alphabet").click()
    assert row(page).startswith("ABC")


def test_a_phone_on_its_side_shows_grid_clues_and_letters(open_page: Open) -> None:
    page = open_page(MIT, **LANDSCAPE)
    for each in ("#keyboard button >> nth=0", "#keyboard button >> nth=-1", "#now-lines .line >> nth=0", "#tools"):
        expect(page.locator(each)).to_be_in_viewport(ratio=1)
    expect(page.locator("#scroll")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_grid_keeps_its_place_whatever_appears(open_page: Open, screen: Any) -> None:
    page = open_page(MIT, reduced_motion="reduce", **screen)
    page.evaluate(SHIFTS)
    before = page.locator("#board").bounding_box()
    page.keyboard.type("AB")
    for name in ("Hint", "Hint", "Hint", "Check"):
        tool(page, name).click()
        expect(page.locator("#hint-text")).not_to_be_empty()
        assert page.locator("#board").bounding_box() == before
    page.locator("#hint-close").click()
    for key in ("PageDown", "PageDown", "ArrowRight", "Z", "F2", "."):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator("#board").bounding_box() == before
    if screen is PHONE:
        assert page.evaluate("shift") < 0.02


SMALL_SCREENS = [(390, 844), (844, 390), (320, 568), (800, 400)]


@pytest.mark.parametrize("size", SMALL_SCREENS, ids=str)
def test_on_a_small_screen_a_hexagon_shows_all_its_clues_or_none(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page(JOURNEY, **{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    edge = page.locator("#scroll").bounding_box()
    for each in [*page.locator("#board svg .clue").all(), *page.locator("#board input").all()]:
        if not each.is_visible():
            continue
        box = each.bounding_box()
        assert edge["x"] <= box["x"] + 1
        assert edge["y"] <= box["y"] + 1
        assert box["x"] + box["width"] <= edge["x"] + edge["width"] + 1
        assert box["y"] + box["height"] <= edge["y"] + edge["height"] + 1
    for _ in range(3):
        tool(page, "Hint").click()
        selected, hint = page.locator('#now-lines [aria-pressed="true"] code'), page.locator("#hint")
        expect(selected).to_be_in_viewport(ratio=0.9)
        expect(hint).to_be_in_viewport(ratio=0.9)
        ends = selected.evaluate("code => code.getBoundingClientRect().bottom")
        assert ends <= hint.evaluate("hint => hint.getBoundingClientRect().top") + 1


def test_the_note_of_the_author_can_be_read_whole(open_page: Open) -> None:
    note = "Every row is a bird that can be heard at night in my garden. " * 3
    page = open_page(small()._replace(notes=note.strip(), author="Ada"), **PHONE)
    shown = page.get_by_role("button", name="Every row is")
    before = shown.bounding_box()["height"]
    shown.click()
    assert shown.bounding_box()["height"] > 2 * before
    assert shown.evaluate("each => each.scrollHeight <= each.clientHeight + 1")


@pytest.mark.parametrize("puzzle", [JOURNEY, small()], ids=["hexagon", "square"])
def test_a_page_of_twice_the_size_has_larger_cells_and_no_button_over_them(open_page: Open, puzzle: Puzzle) -> None:
    def measured(width: int, height: int, pixels: float) -> float:
        page = open_page(puzzle, viewport={"width": width, "height": height}, device_scale_factor=pixels)
        size = page.locator("#board svg .clue").first.bounding_box()
        for each in [each for each in page.get_by_role("button").all() if each.is_visible()]:
            assert each.evaluate(
                "each => { const {left, right, top, bottom} = each.getBoundingClientRect();"
                " return [...document.querySelectorAll('#board input')].every((cell) => {"
                " const box = cell.getBoundingClientRect();"
                " return box.right < left || right < box.left || box.bottom < top || bottom < box.top; }); }"
            )
        return pixels * min(size["width"], size["height"])

    assert measured(683, 384, 2) > measured(1366, 768, 1)


def test_a_screen_reader_hears_the_clues_of_the_line_in_words(open_page: Open) -> None:
    page = open_page(rectangle(rows=["I.", "A+"], columns=["IA", "[XY]A"]))
    cell(page, 0).focus()
    heard = page.locator("#heard")
    expect(heard).to_be_empty()
    page.keyboard.press("Enter")
    expect(heard).to_have_text("column 1: IA")
    page.keyboard.press("Enter")
    expect(heard).to_have_text("row 1: I; then any letter")
    page.keyboard.press("PageUp")
    expect(heard).to_have_text("column 2: X or Y; then A")


def test_tab_goes_from_the_grid_to_its_clues_and_then_to_undo(open_page: Open) -> None:
    page = open_page(small())
    cell(page, 0).press("H")
    reached = []
    for _ in range(3):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert reached == ["line", "line", "undo"]


def test_all_clues_are_scrolled_to(open_page: Open) -> None:
    for width in (390, 1280):
        page = open_page(HEXAGON, viewport={"width": width, "height": 844})
        expect(page.locator("#clues > li").first).not_to_be_in_viewport()
        tool(page, "More").click()
        choose(page, "All clues")
        expect(page.locator("#clues-title")).to_be_focused()
        expect(page.locator("#clues > li").first).to_be_in_viewport()
        page.locator("#clues").get_by_role("button", name="rising 3", exact=True).click()
        expect(page.locator("#board")).to_be_in_viewport()
        page.close()


def test_small_grids_use_the_room_that_there_is(open_page: Open) -> None:
    page = open_page(small(), viewport={"width": 1366, "height": 768})
    assert 105 < page.locator("#board polygon[data-cell]").first.bounding_box()["width"] <= 114  # with its frame


def test_the_direction_of_a_line_is_shown_and_slanted_clues_can_be_turned(open_page: Open) -> None:
    page = open_page(HEXAGON)
    assert page.locator(".way polygon").count() == len(HEXAGON.lines[0].cells) - 1
    clue = next(number for number, each in enumerate(HEXAGON.lines) if each.name == "rising 1")
    turned = f'svg text[data-clue="{clue}.0"]'
    before = page.locator(turned).bounding_box()
    tool(page, "More").click()
    page.get_by_label("Turn slanted clues").check()
    page.keyboard.press("Escape")
    assert "rotate(180" in page.locator(turned).get_attribute("transform")
    after = page.locator(turned).bounding_box()
    assert all(abs(before[each] - after[each]) < 2 for each in before)
    square = open_page(rectangle(rows=["A", "B"], columns=["AB"]))
    tool(square, "More").click()
    expect(square.get_by_label("Turn slanted clues")).to_be_hidden()


@both_sizes
def test_title_difficulty_and_author_are_seen(open_page: Open, screen: Any) -> None:
    page = open_page(small()._replace(author="A. U. Thor", source="A book"), **screen)
    expect(page.locator(".credit")).to_be_in_viewport(ratio=1)
    expect(page.locator(".credit")).to_have_text(re.compile(r"^gentle, \d+ minutes · A\. U\. Thor · A book$"))


@pytest.mark.long
def test_the_grid_grows_shrinks_and_fits_again(open_page: Open) -> None:
    page = open_page(MIT)
    sizes = page.get_by_role("group", name="Size of the grid").first
    width = page.locator("#board").bounding_box()["width"]
    for name, compare in [("Larger", 1), ("Larger", 1), ("Fit", 0), ("Smaller", -1)]:
        sizes.get_by_role("button", name=name, exact=True).click()
        change = page.locator("#board").bounding_box()["width"] - width
        assert (change > 1) - (change < -1) == compare, name
    assert page.locator("#board").bounding_box()["height"] <= 900


@pytest.mark.long
@both_sizes
def test_the_grid_fits_the_screen_at_first(open_page: Open, screen: Any) -> None:
    for name in ("small", "irregular", "star", "box", "hebrew"):
        page = open_page(SAMPLES[name], **screen)
        for number in range(len(SAMPLES[name].cells)):
            expect(cell(page, number)).to_be_in_viewport(ratio=0.99)
        page.close()


@pytest.mark.long
def test_a_hundred_by_a_hundred_cells_are_still_quick(open_page: Open) -> None:
    huge = rectangle(rows=["[AB]*"] * 100, columns=["A*B*|B*A*"] * 100)
    page = open_page(huge)
    loaded = page.evaluate("performance.timing.loadEventEnd - performance.timing.responseStart")
    assert loaded < 20_000
    page.keyboard.type("AB")
    start = page.evaluate("performance.now()")
    page.keyboard.type("ABABABABAB")
    assert (page.evaluate("performance.now()") - start) / 10 < 1000  # milliseconds a letter, on a busy machine
    assert letters(page).startswith("ABABABABABAB.")


@pytest.mark.long
def test_colours_follow_the_system_or_the_players_choice(open_page: Open) -> None:
    page = open_page(small(), color_scheme="dark")
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark"
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Colours").click()
    page.get_by_role("button", name="Colours").click()
    assert page.evaluate(theme) == "dark"
    reload_until(page, lambda: page.evaluate(theme) == "dark")
    assert page.evaluate(theme) == "dark"


def test_nothing_moves_for_those_who_want_it_so(open_page: Open) -> None:
    page = open_page(small(), reduced_motion="reduce")
    page.keyboard.type("HE")
    cell(page, 2).click()
    page.keyboard.type("LP")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_frame_of_the_current_cell_has_its_shape(open_page: Open) -> None:
    page = open_page(MIT)
    cell(page, 5).click()
    ring, outline = (
        page.locator(each).first.get_attribute("points") for each in (".ring", '#board polygon[data-cell="5"]')
    )
    assert ring == outline
    assert len(outline.split()) == 6


@pytest.mark.long
def test_on_paper_there_is_the_puzzle_and_nothing_twice(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HE")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("#side").is_hidden()
    assert page.locator("#clues > li").first.is_hidden()
    fills = page.evaluate(
        "[...document.querySelectorAll('#board polygon[data-cell]')].map((each) => getComputedStyle(each).fill)"
    )
    assert set(fills) == {"rgb(255, 255, 255)"}
    assert page.locator(".ring").is_hidden()
    listed = open_page(SAMPLES["box"])
    listed.emulate_media(media="print")
    assert listed.locator("#clues > li").first.is_visible()


# -- what else a page has to do


def test_the_time_is_counted_and_can_be_hidden(open_page: Open) -> None:
    page = open_page(small())
    page.wait_for_timeout(1200)
    expect(page.locator("#time")).to_have_text("0:00")  # nothing has been written yet
    page.keyboard.type("H")
    expect(page.locator("#time")).to_have_text("0:01", timeout=5000)
    page.get_by_role("button", name="Time").click()
    expect(page.locator("#time")).to_have_text("–:––")
    reload_until(page, lambda: page.locator("#time").text_content() == "–:––")
    expect(page.locator("#time")).to_have_text("–:––")


def test_javascript_clues_are_checked_by_the_browsers_own_regexp(open_page: Open) -> None:
    page = open_page(rectangle(rows=["(A)?\\1B."], columns=["", ""], dialect="javascript"))
    cell(page, 0).click()
    page.keyboard.type("BA")
    expect_verdict(page, "0.0", "ok")


@pytest.mark.long
def test_a_clue_that_never_ends_is_given_up_and_the_page_lives_on(open_page: Open) -> None:
    page = open_page(line("((A|B)*C?)*\\bD", 60, alphabet="ABCD ", dialect="javascript"))
    cell(page, 0).click()
    page.keyboard.type("AB" * 30)
    page.wait_for_timeout(3500)
    expect_verdict(page, "0.0", "unknown|stuck|bad")
    page.keyboard.press("Backspace")
    page.keyboard.type("C")
    assert letters(page).endswith("C")


def test_hostile_puzzles_only_show_their_text(open_page: Open) -> None:
    page = open_page(hostile())
    assert page.locator("img, main script").count() == 0
    assert "</script>" in page.title()


def test_a_hebrew_clue_runs_from_left_to_right(open_page: Open) -> None:
    page = open_page(SAMPLES["hebrew"])
    order = """(element) => {
        const node = element.firstChild;
        const left = (place) => {
            const range = document.createRange();
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            return range.getBoundingClientRect().left;
        };
        return Array.from(node.data, (letter, place) => [left(place), letter]).sort((a, b) => a[0] - b[0])
            .map((each) => each[1]).join("");
    }"""
    for place in ("#clues code", "#now-lines code"):
        assert page.locator(place).first.evaluate(order) == "(ל|ח)+ם"
    assert page.locator("h1").evaluate("(each) => getComputedStyle(each).direction") == "rtl"


def by_keyboard(page: Any, name: str) -> None:
    """Press Tab until the button with this name has the focus, then press Enter."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not reach {name}")


def test_everything_can_be_done_by_keyboard(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("HO")
    by_keyboard(page, "Check")
    expect(page.locator("#hint-text")).to_contain_text("One letter is wrong")
    assert page.evaluate(FOCUSED) == "2"
    page.keyboard.press("Backspace")
    page.keyboard.type("E")
    by_keyboard(page, "Reveal")
    page.keyboard.press("Escape")
    expect(page.locator('#board [data-cell="2"]:focus')).to_be_attached()
    by_keyboard(page, "Reveal")
    by_keyboard(page, "This line")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    page.keyboard.press("Escape")
    assert letters(page) == "HELP"
    page.keyboard.press("PageDown")
    assert page.evaluate(FOCUSED) is not None


def test_a_screen_reader_finds_the_grid_its_cells_and_the_clues(open_page: Open) -> None:
    page = open_page(small())
    tree = page.locator("body").aria_snapshot()
    assert '- group "grid"' in tree
    assert '- textbox "row 1, cell 2, on row 1, column 2"' in tree
    assert "- status" in tree
    assert '- toolbar "Tools"' in tree
    assert "code: PE|PI|FE" in tree
    assert "(read backwards)" in tree


@pytest.mark.long
def test_marks_of_clues_that_can_no_longer_be_satisfied_can_be_switched_off(open_page: Open) -> None:
    page = open_page(small())
    page.keyboard.type("S")
    expect(page.locator("#now-lines .stuck")).not_to_have_count(0)
    page.locator("#menu").click()
    page.get_by_label("Mark clues that can no longer be satisfied").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(".stuck")).to_have_count(0)
    page.keyboard.type("S")  # a full line that does not satisfy its clue is still marked
    expect(page.locator("#clues .bad")).not_to_have_count(0)
    reload_until(page, lambda: not page.locator("[data-setting=stuck]").is_checked())
    assert not page.locator("[data-setting=stuck]").is_checked()


def test_the_question_mark_shows_the_keys_from_their_top(open_page: Open) -> None:
    page = open_page(small())
    page.set_viewport_size({"width": 600, "height": 350})
    page.keyboard.press("?")
    dialog = page.locator("#about")
    expect(dialog).to_be_visible()
    assert dialog.evaluate("each => [each.scrollTop, each.scrollHeight > each.clientHeight]") == [0, True]
    expect(dialog.get_by_role("heading")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert letters(page) == "...."


@pytest.mark.long
def test_all_clues_of_a_large_puzzle_are_seen_at_first(open_page: Open) -> None:
    page = open_page(load(ROOT / "puzzles" / "wise-one.toml"))
    page.set_viewport_size({"width": 1366, "height": 800})
    page.reload()
    scroll = page.locator("#scroll").evaluate(
        "each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    )
    assert scroll == [0, 0]


def test_a_word_crossword_is_solved_without_any_marks_before_the_end(open_page: Open) -> None:
    crossword = template_in("CAT\nO#O\nWAY\n\nA1. It says meow.\n")
    page = open_page(playable(crossword), guide_of(crossword))
    expect(page.locator("#now-lines")).to_contain_text("It says meow.")
    page.keyboard.type("XATWA")
    assert page.locator(".ok, .bad, .stuck, .unknown").count() == 0
    page.keyboard.type("YO")
    cell(page, 4).click()
    page.keyboard.type("O")
    expect(said(page)).to_have_text("Some letters are wrong; Check strikes them out.")
    page.locator("#check").click()
    expect(page.locator("#hint-text")).to_have_text("One letter is wrong; it is struck out.")
    page.locator("#board input").first.click()
    page.keyboard.type("C")
    expect(page.locator("#finish")).to_be_visible()
