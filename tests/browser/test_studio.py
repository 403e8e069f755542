"""The studio, used in a real browser: a puzzle is made from nothing, mended, saved, played."""

import json
import re
import tomllib
import zlib
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, FULL, PHONE, Studio, reload
from tests.browser.studio_page import (
    COLUMNS,
    HOLES,
    PUZZLES,
    ROWS,
    UNIQUE,
    cell,
    clue,
    fill_clue,
    kept,
    of_rectangle,
    settled,
    verdict,
)

pytestmark = pytest.mark.slow

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

# -- make


def test_a_puzzle_is_made_from_nothing(open_studio: Studio) -> None:
    page = open_studio()
    expect(clue(page, "row", 1)).to_be_focused()
    for text in ROWS:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    for number, text in enumerate(COLUMNS, start=1):
        expect(clue(page, "column", number)).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    assert settled(page) == UNIQUE  # it was unique some letters earlier, too
    assert page.locator(".certain-letter").all_text_contents() == list("SATORAREPOTENETOPERAROTAS")
    assert kept(page)["puzzle"]["clues"] == {"rows": ROWS, "columns": COLUMNS}


@pytest.mark.long
def test_the_studio_finds_all_clues(open_studio: Studio) -> None:
    page = open_studio()
    page.get_by_role("button", name="Find clues for me").click()
    page.locator(".take").first.click(timeout=60000)
    expect(verdict(page)).to_have_text(UNIQUE)


@pytest.mark.long
def test_the_studio_finds_clues_for_the_letters_of_an_author(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["", ""], ["", ""]))
    cell(page, 1, 1).click()
    page.keyboard.type("HElp")
    page.get_by_role("button", name="Find clues for me").click()
    page.locator(".take").first.click(timeout=60000)
    expect(verdict(page)).to_have_text(UNIQUE)
    assert kept(page)["letters"] == {"1,1": "H", "1,2": "E", "2,1": "L", "2,2": "P"}


@pytest.mark.parametrize("shape", ["hexagon", "triangle", "barred", "lines", "words"])
def test_other_shapes(open_studio: Studio, shape: str) -> None:
    page = open_studio()
    page.get_by_role("button", name="Shape").click()
    page.locator(f"[name=shape][value={shape}]").check(force=True)
    if shape == "barred":
        page.locator("#draw button").nth(7).focus()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    cells = {"hexagon": 19, "triangle": 15, "barred": 24, "lines": 3, "words": 25}[shape]
    expect(page.locator("#board .letter")).to_have_count(cells)
    assert settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#board .letter")).to_have_count(25)


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_all_clues_are_in_a_list(open_studio: Studio, screen: Any) -> None:
    page = open_studio(document=of_rectangle(["A+", "(B"], [["[AB]+", "A."], ""]), **screen)
    page.locator("#clues summary").click()
    items = page.locator("#clues-list li")
    expect(items).to_have_text(
        ["Row 1: A+", re.compile(r"Row 2: \(B ✗ .+"), "Column 1: [AB]+", "Column 1: A.", "Column 2: no clue"]
    )
    items.nth(1).get_by_role("button").click()
    assert page.evaluate("document.activeElement.value") == "(B"
    page.keyboard.press("End")
    page.keyboard.type(")")
    expect(items.nth(1)).to_have_text("Row 2: (B)")


@pytest.mark.long
def test_several_clues_on_a_line(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["A+"], ["", ""]))
    clue(page, "row", 1).click()
    page.keyboard.press("Control+Enter")
    page.keyboard.type("(A)\\1")
    expect(page.get_by_role("textbox", name="Clue 2 of row 1").first).to_have_value("(A)\\1")
    expect(verdict(page)).to_have_text(UNIQUE)
    assert kept(page)["puzzle"]["clues"]["rows"] == [["A+", "(A)\\1"]]


def test_clues_are_coloured(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["(A)\\1[BC]?"], ["", "", ""]))
    field = page.locator(".label .clue-field").first
    expect(field.locator(".re-group-1").first).to_have_text("(")
    expect(field.locator(".re-reference")).to_have_text("\\1")
    expect(field.locator(".re-class")).to_have_text("[BC]")
    clue(page, "row", 1).click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(field.locator(".re-linked").first).to_be_visible()


def test_an_error_has_carets_and_a_hint(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["A(B", "A"], ["", "", ""]))
    expect(verdict(page)).to_have_text("✗ 1 clue cannot be read")
    expect(page.locator(".carets")).to_contain_text("^")
    expect(page.locator(".clue-about").first).not_to_be_empty()
    expect(clue(page, "row", 1)).to_have_attribute("aria-invalid", "true")
    fill_clue(page, "row", 1, "A(B)C")
    expect(clue(page, "row", 1)).to_have_attribute("aria-invalid", "false")
    expect(page.locator(".carets")).to_be_hidden()


def test_undo_redo_and_reload(open_studio: Studio) -> None:
    page = open_studio()
    page.keyboard.type("ABCDE")
    page.keyboard.press("Enter")
    page.keyboard.type("F+")
    page.get_by_role("textbox", name="Title of the puzzle").fill("Mine")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("textbox", name="Title of the puzzle")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(clue(page, "row", 2)).to_have_value("")
    page.keyboard.press("Control+z")
    expect(clue(page, "row", 1)).to_have_value("")
    for _ in range(3):
        page.keyboard.press("Control+y")
    expect(clue(page, "row", 2)).to_have_value("F+")
    reload(page)
    expect(clue(page, "row", 1)).to_have_value("ABCDE")
    expect(page.get_by_role("textbox", name="Title of the puzzle")).to_have_value("Mine")


# -- know at once


@pytest.mark.long
def test_candidates_are_sized_and_show_a_solution(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["AB|BB|CB"], ["", ""]))
    expect(verdict(page)).to_have_text("3 solutions")
    expect(page.locator(".certain-letter")).to_have_text("B")
    expect(page.locator("#cell-note")).to_have_text("Possible: A, B, C.")
    page.locator(".candidate[data-letter=C]").click(force=True)
    expect(page.locator("#preview-text")).to_have_text("A solution with C in row 1, cell 1")
    assert page.locator(".shown-letter").all_text_contents() == ["C", "B"]
    page.keyboard.press("Escape")
    expect(page.locator("#preview")).to_be_hidden()
    page.get_by_role("button", name=re.compile("Show a solution with A")).click()
    page.get_by_role("button", name="Write it into the grid").click()
    assert kept(page)["letters"] == {"1,1": "A", "1,2": "B"}


@pytest.mark.long
def test_sizes_follow_the_numbers_of_solutions(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["A[A-J]|B."], ["", "[A-J]"]))
    expect(verdict(page)).to_have_text("20 solutions")
    fill_clue(page, "row", 1, "A[A-I]|BA")
    expect(verdict(page)).to_have_text("10 solutions")
    size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    large = page.locator(".candidate[data-letter=A]").first.evaluate(size)
    assert large > page.locator(".candidate[data-letter=B]").first.evaluate(size)


def test_conflicting_clues_are_marked(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["A.", ".*"], ["[^A].", ".*"]))
    expect(verdict(page)).to_have_text("✗ No solution")
    expect(page.locator(".label .blamed")).to_have_count(2)
    page.locator("#causes button").last.click()
    assert page.evaluate("document.activeElement.value") in {"A.", "[^A]."}


def test_findings_are_at_the_clue(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["(AB|CD)", ".*"], [".*", ".*"]))
    expect(page.locator(".label .noted").first).to_be_visible()
    expect(page.locator("#findings-count")).not_to_have_text("0")


def test_remarks_of_taste_are_shown_on_request(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["(AB|C.)", ".*"], [".*", ".*"]))
    page.locator("#findings summary").click()
    expect(page.locator("#findings-count")).not_to_have_text("")
    expect(page.locator("#taste-list li")).to_have_count(0)
    page.get_by_label("Also show remarks of taste").check()
    expect(page.locator("#taste-list")).to_contain_text("Row 1: a dot in a branch")
    page.get_by_label("Also show remarks of taste").uncheck()
    expect(page.locator("#taste-list li")).to_have_count(0)


def test_that_a_clue_could_be_looser_is_a_remark_of_taste(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["A+[BC]", "[CD]E"], ["AC|BD", "[^C]E"]))
    expect(page.locator("#findings-count")).to_have_text(re.compile("[0-9]"))
    page.locator("#findings summary").click()
    page.get_by_label("Also show remarks of taste").check()
    for remark in ("the + could be a *", "is enough"):
        expect(page.locator("#taste-list")).to_contain_text(remark)
        expect(page.locator("#findings-list")).not_to_contain_text(remark)


def test_steps_are_shown_over_the_grid(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(ROWS, COLUMNS))
    page.locator("#steps summary").click()
    expect(page.locator("#steps-label")).to_contain_text("step", timeout=30000)
    for _ in range(2):
        page.get_by_role("button", name="Step forward").click()
    expect(page.locator("#preview-text")).to_have_text(re.compile("^Step 1 of"))
    expect(page.locator("#hint-text")).not_to_be_empty()
    expect(page.locator(".label.reason")).not_to_have_count(0)
    expect(page.locator("polygon.hinted")).not_to_have_count(0)
    page.locator("#hint").get_by_role("button", name="Close").click()
    expect(page.locator("#preview")).to_be_hidden()
    expect(page.get_by_role("button", name="Step forward")).to_be_focused()


# -- mend


@pytest.mark.long
def test_an_ambiguous_puzzle_is_repaired(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE|LL|O+", "[PLEASE]+"], ["[^SPEAK]+", "EP|IP|EF|EL"]))
    expect(verdict(page)).to_have_text(re.compile("solutions"))
    page.get_by_role("button", name="Make it unique").click()
    expect(page.locator("#proposals-note")).to_contain_text("one of the solutions was picked: the grid shows it")
    expect(page.locator("#preview-text")).to_have_text("This solution is to be the only one.")
    first = page.locator(".take").first
    expect(first).to_contain_text("Exactly one solution", timeout=60000)
    first.click()
    expect(verdict(page)).to_have_text(UNIQUE)
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_have_text(re.compile("solutions"))


def test_a_cell_is_settled(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["AB|BB", "CD"], [".*", ".*"]))
    expect(verdict(page)).to_have_text("2 solutions")
    page.get_by_role("button", name="Find clues for which B is the only letter here").click()
    page.locator(".take").first.click(timeout=60000)
    expect(verdict(page)).to_have_text(UNIQUE)
    assert page.locator(".certain-letter").all_text_contents() == list("BBCD")


# -- open, save, play, publish


def test_a_file_is_opened_and_saved(open_studio: Studio, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("schema = 1\n\n[clues]\nrows = ['AB', 'CD']\ncolumns = ['', '']\n")
    page = open_studio(file)
    expect(clue(page, "row", 2)).to_have_value("CD")
    fill_clue(page, "row", 2, "EF")
    assert settled(page) == UNIQUE
    page.keyboard.press("Control+s")
    expect(page.locator("#said")).to_have_text(re.compile("^Saved to .*mine.toml"))
    assert tomllib.loads(file.read_text())["clues"]["rows"] == ["AB", "EF"]


@pytest.mark.long
def test_what_another_program_wrote_is_not_overwritten(open_studio: Studio, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = "schema = 1\n\n[clues]\nrows = ['AB', 'CD']\ncolumns = ['', '']\n"
    file.write_text(text)
    page = open_studio(file)
    expect(clue(page, "row", 2)).to_have_value("CD")
    file.write_text(text.replace("AB", "XY"))
    fill_clue(page, "row", 2, "EF")
    page.keyboard.press("Control+s")
    expect(page.locator("#save-note")).not_to_be_empty()
    assert "XY" in file.read_text()
    page.get_by_role("button", name=re.compile("^Overwrite")).click()
    expect(page.locator("#said")).to_have_text(re.compile("^Saved"))
    assert tomllib.loads(file.read_text())["clues"]["rows"] == ["AB", "EF"]


def test_a_puzzle_is_pasted(open_studio: Studio) -> None:
    page = open_studio()
    page.get_by_role("button", name="Open").click()
    page.get_by_label("Or paste it here").fill("nonsense")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator("#open-note")).not_to_be_empty()
    page.get_by_label("Or paste it here").fill((PUZZLES / "mit-2013.toml").read_text("utf-8"))
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator("#board .letter")).to_have_count(127)
    expect(verdict(page)).to_have_text(UNIQUE)


@pytest.mark.long
def test_files_are_opened_as_they_are(open_studio: Studio, tmp_path: Path) -> None:
    """The page sends bytes, so that the encoding of a file is for the server to find out."""
    page = open_studio()
    sizes = "num_rows = 1\nnum_cols = 2\nnum_regexes_per_row = 1\nnum_regexes_per_col = 1\n"
    trux = f"shape = rectangular\n{sizes}'ÄÖ'\n''\n''\n"
    (tmp_path / "latin.input.txt").write_text(trux, encoding="latin-1")
    (tmp_path / "grid.txt").write_text("C..\n.#.\n...\n")
    page.get_by_role("button", name="Open").click()
    page.locator("#open-file").set_input_files(tmp_path / "latin.input.txt")
    expect(clue(page, "row", 1)).to_have_value("ÄÖ")
    page.get_by_role("button", name="Open").click()
    page.locator("#open-file").set_input_files(tmp_path / "grid.txt")
    expect(verdict(page)).to_have_text(re.compile("places still open"))
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("button", name="Proof")).to_have_count(0)
    with page.expect_download() as started:
        page.get_by_role("button", name="For crossword programs (IPUZ)").click()
    assert json.loads(Path(started.value.path()).read_text())["puzzle"][1][1] == "#"


def test_the_puzzle_is_played(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["HL", "EP"]))
    assert settled(page) == UNIQUE
    page.get_by_role("button", name="Play").click()
    player = page.frame_locator("#player")
    player.locator("#board input").first.focus()
    page.keyboard.type("HE")
    player.locator("#show-hint").click()
    expect(player.locator("#hint-text")).not_to_be_empty()
    page.get_by_role("button", name="Back to the studio").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.long
def test_marks_that_are_switched_off_stay_off_the_next_time_the_puzzle_is_played(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["HL", "EP"]))
    assert settled(page) == UNIQUE
    for is_on in (True, False):
        page.get_by_role("button", name="Play").click()
        player = page.frame_locator("#player")
        player.locator("#board input").first.focus()
        page.keyboard.type("X")
        expect(player.locator("#board input").first).to_have_value("X")
        if is_on:
            expect(player.locator("#now-lines .stuck")).not_to_have_count(0)
        player.locator("#menu").click()
        switch = player.get_by_label("Mark clues that can no longer be satisfied")
        expect(switch).to_be_checked(checked=is_on)
        switch.uncheck()
        page.keyboard.press("Escape")
        expect(player.locator(".stuck")).to_have_count(0)
        page.get_by_role("button", name="Back to the studio").click()


@pytest.mark.parametrize("form", ["html", "svg", "toml", "json", "pdf"])
def test_publishing(open_studio: Studio, form: str) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["HL", "EP"], title="Help"))
    assert settled(page) == UNIQUE
    page.get_by_role("button", name="Publish").click()
    with page.expect_download() as started:
        page.get_by_role(
            "button",
            name=re.compile({"html": "HTML", "toml": "TOML", "json": "satcross file .JSON"}.get(form, form.upper())),
        ).click()
    saved = Path(started.value.path())
    assert started.value.suggested_filename.endswith(f".{form}")
    assert saved.stat().st_size > 50


LAPTOP = {"viewport": {"width": 1366, "height": 768}}


@pytest.mark.parametrize("site", ["", "https://example.org/club"])
def test_publish_leads_with_what_players_get(open_studio: Studio, site: str) -> None:
    document = of_rectangle(["HE", "LP"], ["HL", "EP"], title="Help")
    page = open_studio(*(["--site", site] if site else []), document=document, **LAPTOP)
    assert settled(page) == UNIQUE
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog", name="Publish")
    expect(dialog.locator("button.strong:visible")).to_have_count(1)
    if site:
        link = dialog.get_by_label("Link for players, without your letters")
        expect(link).to_have_value(re.compile(f"^{site}/#puzzle=1"))
    else:
        with page.expect_download() as started:
            dialog.get_by_role("button", name="Save the page for players").click()
        assert started.value.suggested_filename.endswith(".html")
    if site:
        dialog.get_by_text("More formats").click()
    for button in ("Close", "Proof that the solution"):
        dialog.get_by_role("button", name=button).scroll_into_view_if_needed()
        assert dialog.get_by_role("button", name="Close").bounding_box()["y"] > 0
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_the_secret_stays_in_the_studio(open_studio: Studio) -> None:
    """A server on another port of this computer gets no cookie and no address, and its pages cannot lead in."""
    page = open_studio()
    studio = page.url
    heard: list[dict[str, str]] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(dict(self.headers.items()))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(f'<a href="{studio.rsplit("/", 2)[0]}/#puzzle=x">puzzle</a>'.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        thread = Thread(target=other.serve_forever, daemon=True)
        thread.start()
        token = studio.rstrip("/").rsplit("/", 1)[1]
        tab = page.context.new_page()
        tab.goto(f"http://127.0.0.1:{other.server_port}/")
        assert page.context.cookies() == []
        assert heard
        assert token not in str(heard)
        with tab.expect_response(lambda answer: answer.url.endswith("/")) as answer:
            tab.get_by_role("link", name="puzzle").click()
        assert answer.value.status == 403
        other.shutdown()


@pytest.mark.long
def test_a_link_opens_in_the_studio_that_this_browser_knows(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["", ""]))
    settled(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#link")).not_to_have_value("")
    link = page.locator("#link").input_value()
    assert page.url.rstrip("/").rsplit("/", 1)[1] not in link
    page.evaluate("localStorage.removeItem('satcross:studio:document')")
    other = page.context.new_page()
    other.goto(link)
    expect(clue(other, "row", 2)).to_have_value("LP")


@pytest.mark.long
def test_a_link_stays_after_a_reload_and_takes_nothing_away(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["", ""], title="Mine"))
    settled(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#link")).not_to_have_value("")
    fragment = page.locator("#link").input_value().partition("#")[2]
    title = page.get_by_label("Title of the puzzle")
    page.get_by_role("button", name="Close").last.click()
    title.fill("Newer")
    page.evaluate("(fragment) => { location.hash = fragment; location.reload(); }", fragment)
    expect(title).to_have_value("Mine")
    reload(page)
    expect(title).to_have_value("Mine")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#earlier-list button").first).to_contain_text("Newer")


@pytest.mark.long
def test_a_reload_brings_the_puzzle_of_this_tab(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["", ""], title="First"))
    settled(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_label("Title of the puzzle").fill("Second")
    title = page.get_by_label("Title of the puzzle")
    expect(title).to_have_value("First")
    reload(page)
    expect(title).to_have_value("First")
    reload(other)
    expect(other.get_by_label("Title of the puzzle")).to_have_value("Second")


def test_a_browser_that_stores_nothing_says_so_once_and_offers_a_link(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["", ""]), permissions=["clipboard-read", "clipboard-write"])
    settled(page)
    page.evaluate(FULL)
    page.get_by_label("Title of the puzzle").fill("Mine")
    alert = page.get_by_role("alert").filter(has_text="This browser cannot store your puzzle")
    alert.get_by_role("button", name="Copy this puzzle as a link").click()
    expect(page.locator("#said")).to_contain_text("Copied")
    assert "#puzzle=" in page.evaluate("navigator.clipboard.readText()")
    alert.get_by_role("button", name="OK").click()
    page.get_by_label("Title of the puzzle").fill("Mine too")
    expect(alert).to_be_hidden()


def documents_listed(page: Any) -> list[str]:
    page.get_by_role("button", name="Open", exact=True).click()
    names: list[str] = page.locator("#earlier-list .kept > :first-child").all_text_contents()
    return [name.partition(",")[0] for name in names]


@pytest.mark.long
def test_several_documents_are_kept_opened_and_deleted(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["", ""], title="First"))
    settled(page)
    title = page.get_by_label("Title of the puzzle")
    for name in ("Second", "Third"):
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("button", name="Begin an empty one").click()
        title.fill(name)
    reload(page)
    expect(title).to_have_value("Third")
    assert documents_listed(page) == ["Second", "First"]
    page.get_by_role("button", name=re.compile("^First,")).click()
    expect(title).to_have_value("First")
    expect(clue(page, "row", 1)).to_have_value("HE")
    assert documents_listed(page) == ["Third", "Second"]
    page.get_by_role("button", name="Delete Third").click()
    expect(page.locator("#open-note")).to_have_text("Third is deleted.")
    expect(page.locator("#earlier-list .kept")).to_have_count(1)


@pytest.mark.long
def test_two_tabs_do_not_write_over_each_other(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["HE", "LP"], ["", ""], title="First"))
    settled(page)
    page.get_by_label("Title of the puzzle").fill("In the one")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_label("Title of the puzzle")).to_have_value("In the one")
    other.get_by_label("Title of the puzzle").fill("In the other")
    page.get_by_label("Title of the puzzle").fill("In the one, later")
    assert "In the other" in documents_listed(page)
    assert "In the one" in " ".join(documents_listed(other))


def test_a_damaged_link_gets_a_sentence_and_an_empty_puzzle(open_studio: Studio) -> None:
    page = open_studio(link="puzzle=1.AAAA", wait=False)
    expect(page.locator("#said")).to_have_text(re.compile("^This link is damaged"))
    expect(page.locator("#board .letter")).to_have_count(25)


@pytest.mark.long
def test_the_page_offers_only_what_the_engine_announces(browser: Any, studio_address: str, tmp_path: Path) -> None:
    def without_capabilities(text: str) -> str:
        hello = json.loads(text)
        files = [{"name": "a.toml", "version": "", "is_writable": True}]
        return json.dumps({**hello, "capabilities": [], "files": files}) if hello["type"] == "hello" else text

    def carry(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(without_capabilities(text)))

    for is_less in (False, True):
        context = browser.new_context()
        page = context.new_page()
        if is_less:
            page.route_web_socket("**/socket", carry)
        page.goto(studio_address)
        page.locator("#board .letter").first.wait_for()
        page.get_by_role("button", name="Shape").click()
        expect(page.locator("[name=shape][value=words]")).to_be_attached()
        expect(page.locator("label:has([value=words])")).to_be_visible(visible=not is_less)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("button", name="Save to a.toml")).to_have_count(0)
        expect(page.locator("#save-note")).to_have_text("" if is_less else re.compile("No file was named"))
        expect(page.get_by_role("button", name="Download as TOML")).to_be_visible()
        context.close()


BROKEN: list[Any] = [
    {},
    {"shape": "circle"},
    {"clues": 5},
    {"shape": "lines", "line": "abc"},
    {"clues": {"rows": [["A", {"regex": 3}]], "columns": "x"}},
    {"title": "<img src=x onerror=alert(1)>", "clues": {"rows": [None], "columns": -1}},
]


@pytest.mark.parametrize("puzzle", BROKEN, ids=range(len(BROKEN)))
def test_a_link_with_a_broken_puzzle(open_studio: Studio, puzzle: Any) -> None:
    """The page says that it cannot be read, and offers an empty one."""
    packed = zlib.compress(json.dumps({"puzzle": puzzle}).encode(), wbits=-15)
    link = urlsafe_b64encode(packed).decode().rstrip("=")
    page = open_studio(link=f"puzzle=1.{link}", wait=False)
    expect(verdict(page)).to_have_text(re.compile("^(?!Looking|No connection)"))
    page.get_by_role("button", name="Begin with an empty puzzle").click()
    expect(page.locator("#board .letter")).to_have_count(25)


@pytest.mark.parametrize("name", ["Easier to match", "Other clues"])
def test_a_clue_is_replaced_by_another_one(open_studio: Studio, name: str) -> None:
    page = open_studio(document=of_rectangle(["(H|E)E", "[LP]+"], ["HL", "EP"]))
    assert settled(page) == UNIQUE
    clue(page, "row", 2).click()
    page.get_by_role("button", name=name, exact=True).click()
    first = page.locator(".take").first
    expect(first).to_contain_text("Row 2", timeout=60000)
    first.click()
    assert settled(page) == UNIQUE
    assert kept(page)["puzzle"]["clues"]["rows"][1] != "[LP]+"


# -- everyone


TWICE = {"viewport": {"width": 600, "height": 450}}  # a screen of 1200 pixels has room for so many at twice the size


def test_keyboard_only(open_studio: Studio) -> None:
    """From an empty puzzle to a unique one of another size, and played, without a pointer."""
    page = open_studio()
    page.keyboard.press("Escape")
    expect(cell(page, 1, 1)).to_be_focused()
    page.get_by_role("button", name="Shape").focus()
    page.keyboard.press("Enter")
    page.get_by_role("spinbutton", name="Rows").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    page.get_by_role("button", name="Make it").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .letter")).to_have_count(4)
    cell(page, 1, 1).focus()
    page.keyboard.press("Enter")
    expect(clue(page, "row", 1)).to_be_focused()
    page.keyboard.type("AB")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("C[^D]?D")
    page.keyboard.press("Escape")
    expect(cell(page, 2, 1)).to_be_focused()
    expect(verdict(page)).to_have_text(UNIQUE)
    expect(page.locator("#cell-note")).to_have_text("Certain: C.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#cell-note")).to_have_text("Certain: D.")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE, TWICE], ids=["desktop", "phone", "twice the size"])
def test_nothing_is_wider_than_the_screen(open_studio: Studio, screen: Any) -> None:
    page = open_studio(document=of_rectangle(ROWS, COLUMNS), **screen)
    assert settled(page) == UNIQUE
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("Shape", "Undo", "Publish", "Help"):
        page.get_by_role("button", name=name, exact=True).scroll_into_view_if_needed()
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()


def test_clues_are_written_on_a_phone(open_studio: Studio) -> None:
    page = open_studio(document=of_rectangle(["", ""], ["", ""]), **PHONE)
    page.locator(".label").first.tap()
    expect(page.locator("#line-clues textarea")).to_be_focused()
    page.keyboard.type("AB")
    expect(page.locator(".label .clue-input").first).to_have_value("AB")


# -- word crosswords


def test_words(open_studio: Studio) -> None:
    document = of_rectangle([""] * 7, [""] * 7, holes=HOLES)
    page = open_studio(document={**document, "mode": "words"})
    expect(verdict(page)).to_have_text(re.compile("places still open"))
    expect(page.locator("#slot-words .slot")).to_have_count(2)
    page.get_by_role("button", name="Fill the rest").click()
    page.locator(".take").first.click(timeout=60000)
    expect(verdict(page)).to_have_text("✓ Every place has its word")
    assert len(kept(page)["letters"]) == 41
    page.get_by_role("button", name="Undo").click()
    cell(page, 1, 1).click()
    page.locator("#slot-words .slot").first.get_by_role("button").nth(1).click()
    assert len(kept(page)["letters"]) == 3


@pytest.mark.long
def test_letters_of_a_word_end_at_a_block_and_go_on_in_the_next_row(open_studio: Studio) -> None:
    page = open_studio(document={**of_rectangle([""] * 7, [""] * 7, holes=HOLES), "mode": "words"})
    expect(page.locator("#slot-words .slot")).to_have_count(2)
    cell(page, 1, 1).click()
    page.keyboard.type("QQQQ")
    expect(verdict(page)).to_have_text(re.compile("cannot be filled"))
    assert kept(page)["letters"] == {"1,1": "Q", "1,2": "Q", "1,3": "Q", "2,1": "Q"}
    assert page.locator("polygon.wrong").count() > 3


def test_slots_have_numbers_clues_and_more_words_on_demand(open_studio: Studio) -> None:
    page = open_studio(document={**of_rectangle([""] * 7, [""] * 7, holes=HOLES), "mode": "words"})
    expect(page.locator("#slot-words .slot")).to_have_count(2)
    expect(page.locator("#board .number").first).to_have_text("1")
    words = page.locator("#slot-words .slot").first.locator(".word")
    expect(words).to_have_count(12)
    page.locator(".more-words").first.click()
    assert words.count() > 12
    clue = page.get_by_role("textbox", name="Clue of 1 across")
    clue.click()
    page.keyboard.type("Not I")
    expect(verdict(page)).to_have_text(re.compile("places still open"))
    expect(clue).to_be_focused()
    assert kept(page)["crossword"] == {"clues": {"1,1 across": "Not I"}}
    page.get_by_role("button", name="Undo").click()
    expect(clue).to_have_value("")
