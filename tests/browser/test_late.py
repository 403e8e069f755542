"""What is clicked while a page, or satcross, is still loading, and answers that come late.

Requests and messages are held back here until the page has been used, so that nothing depends on what is quick.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satcross.puzzle.files.link import fragment_of
from tests.browser.conftest import DESKTOP, PHONE, SHIFTS, Studio
from tests.browser.site_host import Host, load_module, write_clues
from tests.browser.studio_page import PUZZLES, UNIQUE, clue, fill_clue, of_rectangle, settled, verdict

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

ROWS, COLUMNS = ["HI|NO", "[OK]+"], ["H[^K]", "IK|OK"]
SMALL = "schema = 1\n\n[clues]\nrows = ['AB', 'CD']\ncolumns = ['', '']\n"
ENGINE = "**/engine/worker.js"


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


def look(page: Any) -> None:
    page.get_by_role("button", name="Look at the puzzle").click()


def paste(page: Any, text: str) -> None:
    page.get_by_label("A file, a link, or text").check()
    page.get_by_label("Puzzle", exact=True).fill(text)


# -- the page of somebody who is stuck


@pytest.mark.long
def test_the_form_is_not_sent_before_the_page_can_read_it(page: Any, host: Host) -> None:
    release = hold(page, "**/js/solve.js")
    page.goto(f"{host.address}solve.html", wait_until="commit")
    write_clues(page, ROWS, COLUMNS)
    expect(page.get_by_role("button", name="Look at the puzzle")).to_be_disabled()
    release()
    look(page)
    expect(page.locator("#verdict")).to_have_text("This puzzle has exactly one solution.")
    assert page.url == f"{host.address}solve.html"


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


def test_two_tabs_of_one_game_go_on_with_the_same_letters(page: Any, host: Host) -> None:
    page.goto(f"{host.address}#name=crane")
    page.locator("#board input").first.press("A")
    while not page.evaluate("Object.values(localStorage).some((kept) => kept.includes('\"A\"'))"):
        page.wait_for_timeout(50)
    other = page.context.new_page()
    other.goto(f"{host.address}#name=crane")
    expect(other.locator("#board input").first).to_have_value("A")
    other.locator("#board input").nth(1).press("A")
    expect(page.locator("#board input").nth(1)).to_have_value("A")
    page.goto(f"{host.address}gallery.html")  # the page that is left keeps its letters
    other.reload()
    expect(other.locator("#board input").nth(1)).to_have_value("A")
    other.close()


@pytest.mark.long
def test_a_solution_that_is_undone_at_once_is_not_praised(page: Any, host: Host) -> None:
    page.goto(host.address + fragment_of({"puzzle": {"clues": {"rows": ["A"], "columns": ["A"]}}}))
    page.evaluate(
        """() => {
            const observer = new MutationObserver(() => {
                if (!document.body.classList.contains("solved")) return;
                observer.disconnect();
                document.getElementById("undo").click();
            });
            observer.observe(document.body, {attributes: true});
        }"""
    )
    page.locator("#board input").first.press("A")
    expect(page.locator("#said")).to_contain_text("Undone")
    page.wait_for_timeout(1500)  # longer than the grid is watched before the dialog opens
    expect(page.get_by_role("dialog")).to_have_count(0)


LATE_CHECKS = """async () => {
    const {createVerdicts} = globalThis.module;
    const puzzle = {lines: [{cells: [0], clues: [{check: {}}]}]}, game = {cell: () => ({letter: "A"})};
    const answers = [];
    const check = () => new Promise((resolve) => { answers.push(resolve); });
    const verdicts = createVerdicts(puzzle, game, check, () => true, () => {});
    const checks = [verdicts.checkLines([0], false), verdicts.checkLines([0], false)];
    answers[1](true);
    await checks[1];
    answers[0](null);
    await checks[0];
    return verdicts.of(0, 0);
}"""
"""Checks a line twice, of which the first check takes longer, and returns the verdict."""


def test_the_last_check_of_a_line_decides(page: Any, host: Host) -> None:
    page.goto(host.address)
    load_module(page, "player/verdicts.js")
    assert page.evaluate(LATE_CHECKS) == "ok"


# -- the studio


def test_the_studio_shows_its_buttons_once_they_do_something(page: Any, host: Host) -> None:
    release = hold(page, "**/page/main.js")
    page.goto(f"{host.address}make.html", wait_until="commit")
    expect(page.locator("#open")).to_be_attached()
    expect(page.locator("#app")).to_be_hidden()  # as soon as its style sheet is there
    assert not [each for each in page.locator("#app button, #app input").all() if each.is_visible()]
    release()
    page.get_by_role("button", name="Help").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_puzzle_that_is_pasted_before_satcross_is_there_is_opened_later(page: Any, host: Host) -> None:
    release = hold(page, ENGINE)
    page.goto(f"{host.address}make.html")
    expect(page.locator("#board .letter")).to_have_count(25)
    open_text(page, "rows:\nHE|LL|O+\n[PLEASE]+\ncolumns:\n[^SPEAK]+\nEP|IP|EF\n")
    expect(page.locator("#open-note")).to_have_text(re.compile("still loading.* goes on"))
    release()
    expect(page.get_by_role("textbox", name="Clue of row 2", exact=True)).to_have_value("[PLEASE]+")


@pytest.mark.long
def test_buttons_and_keys_of_the_studio_before_satcross_is_there(page: Any, host: Host) -> None:
    release = hold(page, ENGINE)
    page.goto(f"{host.address}make.html")
    expect(verdict(page)).to_contain_text("Loading satcross")
    for each in page.locator("main button").all():
        if each.is_visible() and each.is_enabled():
            each.click()
    page.keyboard.press("F8")
    for key, name in (("Control+o", "Open a puzzle"), ("Control+s", "Save")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#publish-note")).to_contain_text("as soon as satcross is there")
    release()
    expect(page.get_by_role("button", name="Picture (SVG)")).to_be_visible()
    expect(page.locator("#publish-note")).to_be_empty()
    expect(page.locator("#link")).not_to_have_value("")


@pytest.mark.long
def test_a_link_comes_before_the_file_of_the_command_line(open_studio: Studio, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL)
    link = fragment_of(of_rectangle(ROWS, COLUMNS, title="Mine")).removeprefix("#")
    page = open_studio(file, link=link)
    assert settled(page) == UNIQUE
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name=str(file)).wait_for()  # the studio knows the file
    expect(page.get_by_label("Title of the puzzle")).to_have_value("Mine")


@pytest.mark.long
def test_saving_again_before_the_first_save_is_done(open_studio: Studio, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL)
    page = open_studio(file)
    expect(clue(page, "row", 2)).to_have_value("CD")
    page.evaluate(
        """() => {
            const key = {key: "s", ctrlKey: true, bubbles: true};
            const save = () => document.body.dispatchEvent(new KeyboardEvent("keydown", key));
            const title = document.getElementById("title");
            save();
            title.value = "Mine";
            title.dispatchEvent(new Event("input", {bubbles: true}));
            save();
        }"""
    )
    expect(page.locator("#said")).to_have_text(re.compile("^Saved"))
    for _ in range(100):
        if tomllib.loads(file.read_text()).get("title") == "Mine":
            break
        page.wait_for_timeout(50)
    assert tomllib.loads(file.read_text()).get("title") == "Mine"
    expect(page.get_by_role("dialog")).to_have_count(0)


class Carrier:
    """Carries the messages between the studio's page and its server.

    Attributes:
        sent: The types of what the page has sent.
        late: Tells whether a message of the server is held back until `release`.
    """

    def __init__(self, page: Any, late: Callable[[dict[str, Any]], bool]) -> None:
        self.sent: list[str] = []
        self.late = late
        self._held: list[Any] = []
        self._way: Any = None
        page.route_web_socket("**/socket", self._carry)

    def _carry(self, way: Any) -> None:
        self._way = way
        server = way.connect_to_server()

        def from_page(text: str) -> None:
            self.sent.append(json.loads(text)["type"])
            server.send(text)

        def from_server(text: str) -> None:
            if self.late(json.loads(text)):
                self._held.append(text)
            else:
                way.send(text)

        way.on_message(from_page)
        server.on_message(from_server)

    def wait_until_held(self, page: Any, count: int = 1) -> None:
        while len(self._held) < count:
            page.wait_for_timeout(50)

    def release(self) -> None:
        """Let the page have what was held back, and all that follows."""
        self.late = lambda message: False
        for text in self._held:
            self._way.send(text)


def test_a_layout_that_meets_a_newer_edit_is_not_lost(page: Any, studio_address: str) -> None:
    carrier = Carrier(page, lambda message: message.get("revision") == 1)
    page.goto(studio_address)
    carrier.wait_until_held(page)
    page.get_by_label("Title of the puzzle").fill("Mine")
    carrier.release()
    expect(page.locator("#board .letter")).to_have_count(25)
    assert settled(page)


@pytest.mark.long
def test_the_last_click_on_a_letter_decides_which_solution_is_shown(page: Any, studio_address: str) -> None:
    first: list[str] = []

    def is_first(message: dict[str, Any]) -> bool:
        if message["type"] == "shown":
            first.append(message["id"])
        return first == [message.get("id")]

    carrier = Carrier(page, is_first)
    page.goto(studio_address)
    open_text(page, "schema = 1\n[clues]\nrows = ['AB|BB|CB']\ncolumns = ['', '']\n")
    expect(verdict(page)).to_have_text("3 solutions")
    page.get_by_role("button", name=re.compile("Show a solution with A")).click()
    carrier.wait_until_held(page)
    page.get_by_role("button", name=re.compile("Show a solution with C")).click()
    expect(page.locator("#preview-text")).to_have_text("A solution with C in row 1, cell 1")
    carrier.release()
    page.wait_for_timeout(300)  # it has come by now
    expect(page.locator("#preview-text")).to_have_text("A solution with C in row 1, cell 1")


def open_text(page: Any, text: str) -> None:
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("Or paste it here").fill(text)
    page.get_by_role("button", name="Read the text").click()


@pytest.mark.long
def test_a_solution_of_an_earlier_puzzle_is_not_shown(page: Any, studio_address: str) -> None:
    carrier = Carrier(page, lambda message: message["type"] == "shown")
    page.goto(studio_address)
    open_text(page, "schema = 1\n[clues]\nrows = ['AB|BB|CB']\ncolumns = ['', '']\n")
    expect(verdict(page)).to_have_text("3 solutions")
    page.get_by_role("button", name=re.compile("Show a solution with A")).click()
    carrier.wait_until_held(page)
    fill_clue(page, "row", 1, "XY|ZY")
    expect(verdict(page)).to_have_text("2 solutions")
    carrier.release()
    page.wait_for_timeout(300)  # it has come by now
    expect(page.locator("#preview")).to_be_hidden()


@pytest.mark.long
def test_what_was_opened_last_is_taken_over(page: Any, studio_address: str) -> None:
    """The first text is read later than the second one; and nothing is taken over by a dialog that was closed."""
    names = iter(["first"])
    carrier = Carrier(page, lambda message: message["type"] == "documents" and next(names, "") == "first")
    page.goto(studio_address)
    title = page.get_by_label("Title of the puzzle")
    open_text(page, f'title = "First"\n{SMALL}')
    carrier.wait_until_held(page)
    page.get_by_label("Or paste it here").fill(f'title = "Second"\n{SMALL}')
    page.get_by_role("button", name="Read the text").click()
    expect(title).to_have_value("Second")
    carrier.release()
    page.wait_for_timeout(300)  # it has come by now
    expect(title).to_have_value("Second")


@pytest.mark.long
def test_a_page_to_play_on_that_comes_after_the_dialog_was_closed(page: Any, studio_address: str) -> None:
    carrier = Carrier(page, lambda message: message["type"] == "exported")
    page.goto(studio_address)
    assert settled(page)
    page.get_by_role("button", name="Play", exact=True).click()
    carrier.wait_until_held(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    carrier.release()
    page.wait_for_timeout(300)  # it has come by now
    assert page.locator("#player").get_attribute("src") in (None, "", "about:blank")
    page.get_by_role("button", name="Play", exact=True).click()
    page.frame_locator("#player").locator("#board input").first.wait_for()


# -- hints for a puzzle in a link


HELLO = fragment_of({"puzzle": {"clues": {"rows": ROWS, "columns": COLUMNS}}})


@pytest.mark.long
def test_hints_can_be_asked_for_again_where_the_engine_could_not_be_started(page: Any, host: Host) -> None:
    page.route(ENGINE, lambda route: route.abort())
    page.goto(host.address + HELLO)
    note = page.locator("#engine-note")
    expect(note).to_contain_text("The engine of this page could not be started.")
    page.unroute(ENGINE)
    note.get_by_role("button", name="Try again").click()
    expect(note).to_have_text("Hints are ready.")


@pytest.mark.long
def test_hints_come_with_the_engine_and_nothing_moves(browser: Any, host: Host) -> None:
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    page.add_init_script(SHIFTS)
    release = hold(page, ENGINE)
    page.goto(host.address + HELLO)
    expect(page.locator("#show-hint")).to_be_disabled()
    before = page.locator("#board").bounding_box(), page.locator("#menu").bounding_box()
    release()
    expect(page.locator("#show-hint")).to_be_enabled()
    expect(page.locator("#credit")).to_contain_text("gentle, ")
    expect(page.locator("#engine-note")).to_have_text("Hints are ready.")
    page.locator("#board input").first.press("H")
    page.locator("#show-hint").click()
    expect(page.locator("#hint-text")).to_have_text(re.compile("^Look at "))
    assert (page.locator("#board").bounding_box(), page.locator("#menu").bounding_box()) == before
    expect(page.locator("#board input").first).to_have_value("H")
    assert page.evaluate("shift") < 0.02
    context.close()


# -- the lessons


@pytest.mark.long
def test_a_lesson_at_which_the_engine_dies_is_given_up(page: Any, host: Host) -> None:
    dying = (
        "postMessage({kind: 'ready'}); onmessage = ({data}) => data.kind === 'message' && postMessage({kind: 'died'});"
    )
    page.route(ENGINE, lambda route: route.fulfill(body=dying, content_type="text/javascript"))
    page.goto(f"{host.address}learn/clues.html")
    expect(page.locator(".try .verdict").first).to_contain_text("too much for the engine")
