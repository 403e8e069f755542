"""The mini of a day beside its long puzzle: which is shown first, how one goes to the other, and the streaks."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross import load
from tests.browser.conftest import DESKTOP, PHONE, SHIFTS
from tests.browser.site_host import hosted
from tests.browser.test_site_play import OpenSite, entry, heading, open_site, record, type_letters
from tools.site.build import page_files
from tools.site.bundles import ESBUILD
from tools.site.content import published, puzzles_of_days

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

__all__ = ["open_site"]

PUZZLES = Path(__file__).parents[2] / "puzzles"
OWL = load(PUZZLES / "generated" / "owl.toml")
CRANE = load(PUZZLES / "generated" / "crane.toml")
TODAY = date.today()
SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])


def day(number: int) -> str:
    """Return the day so many days after today."""
    return (TODAY + timedelta(days=number)).isoformat()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site with a mini of nine cells and a long puzzle of 25 for yesterday, today and tomorrow."""
    folder, days = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("days")
    if not ESBUILD.exists():
        pytest.skip("esbuild is not installed (make site)")
    for number in (-1, 0, 1):
        for name, puzzle in ((f"mini-{day(number)}", OWL), (day(number), CRANE)):
            satcross.save(puzzle._replace(title=f"{puzzle.title} {number}", notes=f"{number}"), days / f"{name}.toml")
    gallery = [PUZZLES / name for name in ("hello.toml", "generated/owl.toml", "generated/crane.toml")]
    with hosted(page_files(published(gallery), puzzles_of_days(TODAY, 2, days)), folder) as address:
        yield address


def begun(kind: str) -> str:
    """Return a script that keeps a record in which a puzzle of this kind was begun last."""
    return record({f"mini:{day(-2)}": entry("a"), f"{kind}:{day(-1)}": entry("b", solved="")})


def shown_first(page: Any) -> str:
    cells = page.locator("#board input")
    expect(cells.first).to_be_visible()
    return "mini" if cells.count() == 9 else "long"


@SCREENS
def test_new_visitors_and_phones_get_the_mini_and_others_what_they_began_last(open_site: OpenSite, screen: Any) -> None:
    assert shown_first(open_site("", **screen)) == "mini"
    assert shown_first(open_site("", begun("mini"), **screen)) == "mini"
    assert shown_first(open_site("", begun("day"), **screen)) == ("long" if screen is DESKTOP else "mini")


@SCREENS
def test_both_puzzles_of_a_day_are_offered_with_the_minutes_that_they_take(open_site: OpenSite, screen: Any) -> None:
    page = open_site("", **screen)
    kinds = page.get_by_role("navigation", name="Puzzles of this day")
    expect(kinds.get_by_role("link")).to_have_text(
        [re.compile("^Mini .* minutes$"), re.compile("^Long .* (minutes|hour)$")]
    )
    expect(kinds.locator("[aria-current]")).to_contain_text("Mini")
    expect(page.locator("#credit")).to_contain_text("Mini of")
    kinds.get_by_role("link", name="Long").click()
    expect(page.locator("#board input")).to_have_count(25)
    expect(kinds.locator("[aria-current]")).to_contain_text("Long")
    expect(page.locator("#site [aria-current]")).to_have_text("Today")
    box = kinds.bounding_box()
    assert box["x"] + box["width"] <= screen["viewport"]["width"]


@pytest.mark.parametrize("path", ["", "#name=owl", f"day/{day(0)}.html", f"mini/{day(0)}.html", "p/owl.html"])
def test_only_the_pages_of_a_day_offer_the_choice_and_nothing_moves(open_site: OpenSite, path: str) -> None:
    page = open_site(path, SHIFTS)
    expect(page.locator("#board input").first).to_be_visible()
    expect(page.locator("#kinds")).to_be_visible(visible="owl" not in path)
    assert page.evaluate("globalThis.shift") < 0.02


def test_a_mini_and_the_long_puzzle_are_solved_by_keyboard_alone_and_lead_to_each_other(open_site: OpenSite) -> None:
    page = open_site("", reduced_motion="reduce")
    page.locator("#board input").first.focus()
    page.keyboard.type("".join(OWL.expected[0]))
    card = page.get_by_role("region", name="Solved")
    expect(card.get_by_role("link")).to_contain_text(["The long puzzle", "Yesterday"])
    kinds_of_links = card.get_by_role("link").evaluate_all("(links) => links.map((link) => link.hash)")
    assert kinds_of_links[:2] == [f"#day={day(0)}", f"#mini={day(-1)}"]
    press_until_focused(page, card.get_by_role("link", name="The long puzzle"))
    page.keyboard.press("Enter")
    expect(page.locator("#board input")).to_have_count(25)
    page.locator("#board input").first.focus()
    page.keyboard.type("".join(CRANE.expected[0]))
    press_until_focused(page, card.get_by_role("link", name="The mini"))
    page.keyboard.press("Enter")
    expect(page.locator("#board input")).to_have_count(9)
    expect(page.get_by_role("button", name="Result")).to_be_visible()


def press_until_focused(page: Any, element: Any) -> None:
    """Press Tab until `element` has the focus."""
    element.wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if element.evaluate("(each) => each === document.activeElement"):
            return
    raise AssertionError("Tab does not come to this element")


def kept(page: Any) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('satcross:record')"))["entries"]


def played(kind: str, number: int, **values: Any) -> dict[str, Any]:
    return {
        f"{kind}:{day(number)}": entry(f"{kind}{number}", **{"begun": day(number), "solved": day(number), **values})
    }


@pytest.mark.parametrize(
    ("help_of_yesterday", "sentence"),
    [
        ({}, "3 minis in a row, all of them solved on the day without revealed letters."),
        ({"revealed": 1}, "3 minis in a row, the last one solved on the day without revealed letters."),
        ({"solved": day(0)}, "3 minis in a row, the last one solved on the day without revealed letters."),
    ],
)
def test_minis_have_a_streak_that_the_share_tells(open_site: OpenSite, help_of_yesterday: Any, sentence: str) -> None:
    before = played("mini", -2) | played("mini", -1, **help_of_yesterday) | played("day", 0)
    clipboard = ["clipboard-read", "clipboard-write"]
    page = open_site(f"#mini={day(0)}", record(before), reduced_motion="reduce", permissions=clipboard)
    type_letters(page, OWL.expected[0])
    card = page.get_by_role("region", name="Solved")
    expect(card).to_contain_text(sentence)
    assert kept(page)[f"mini:{day(0)}"]["solved"] == day(0)
    card.get_by_role("button", name="Share").click()
    expect(card).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert shared[0] == f"{OWL.title} 0"
    assert sentence in shared
    assert shared[-1].endswith(f"/below/mini/{day(0)}.html")


@pytest.mark.parametrize(
    ("seconds", "sentence"), [(0, "Your best time for a mini is 0:00."), (4000, "Your best time for a mini.")]
)
def test_the_card_compares_the_time_with_the_best_of_the_other_minis(
    open_site: OpenSite, seconds: int, sentence: str
) -> None:
    others = played("mini", -2, seconds=seconds) | played("day", -1, seconds=0)
    others |= played("mini", -1, seconds=0, revealed=3)
    page = open_site(f"#mini={day(0)}", record(others), reduced_motion="reduce")
    type_letters(page, OWL.expected[0])
    expect(page.locator("#finish [data-part=best]")).to_have_text(sentence)


PIXELS = """async () => {
    const image = await createImageBitmap(globalThis.saved);
    const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height), count = {};
    for (let k = 0; k < data.length; k += 4) {
        const colour = [...data.slice(k, k + 3)].map((each) => each.toString(16).padStart(2, "0")).join("");
        count[colour] = (count[colour] ?? 0) + 1;
    }
    return count;
}"""
"""Returns how many pixels of the picture to share have which colour."""


def test_the_picture_of_the_result_shows_in_which_order_the_cells_were_filled(open_site: OpenSite) -> None:
    """Brown comes first, then orange, then yellow; white cells were revealed."""
    sheet = """navigator.canShare = () => true;
        navigator.share = async ({files}) => { globalThis.saved = files[0]; document.body.classList.add("shared"); };"""
    page = open_site(f"#mini={day(0)}", sheet, reduced_motion="reduce")
    page.locator("#show-reveal").click()
    page.get_by_role("dialog").get_by_role("button", name="This cell").click()
    for cell in range(1, 9):
        page.locator("#board input").nth(cell).press(OWL.expected[0][cell])
    page.locator("#finish").get_by_role("button", name="Share").click()
    page.locator("body.shared").wait_for()
    count = page.evaluate(PIXELS)
    brown, orange, yellow, white = (count.get(each, 0) for each in ("8a5a3c", "e8842c", "f6cf4a", "ffffff"))
    assert brown == pytest.approx(3 * white, rel=0.05)
    assert orange == pytest.approx(3 * white, rel=0.05)
    assert yellow == pytest.approx(2 * white, rel=0.05)


def test_the_record_shows_days_and_times_of_the_minis_or_of_the_long_puzzles(open_site: OpenSite) -> None:
    entries = played("day", -1, seconds=600) | played("day", -2, solved="") | played("mini", -1, seconds=90)
    entries |= played("mini", 0, seconds=70, revealed=2)
    page = open_site("record.html", record(entries))
    kinds = page.get_by_role("group", name="Which puzzles")
    expect(kinds.get_by_role("button", pressed=True)).to_have_text("Minis")
    expect(page.locator("#streaks tbody tr")).to_have_text(["Played222", "Solved101"])
    expect(page.locator("#weeks .today")).to_have_attribute("href", f"./#mini={day(0)}")
    expect(page.locator("#best")).to_contain_text("Your best time: 1:30 for")
    graph = page.get_by_role("img", name="Times of the last 2")
    expect(graph.locator("circle")).to_have_count(2)
    expect(page.locator("#by-label tbody tr")).to_have_text([re.compile("^mini21"), re.compile("^gentle11")])
    kinds.get_by_role("button", name="Long puzzles").press("Enter")
    expect(page.locator("#streaks tbody tr")).to_have_text(["Played222", "Solved111"])
    expect(page.locator("#weeks .today")).to_have_attribute("href", f"./#day={day(0)}")
    expect(page.locator("#best")).to_contain_text("Your best time: 10:00 for")
    expect(page.get_by_role("img", name="Times of the last 1")).to_be_visible()


def test_a_mini_that_is_begun_is_listed_under_continue(open_site: OpenSite) -> None:
    page = open_site("record.html", record(played("mini", -1, solved="", title="Not done")))
    page.get_by_role("link", name="Not done").click()
    expect(page.locator("#credit")).to_contain_text("Mini of")
    expect(heading(page)).to_have_text(f"{OWL.title} -1")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        (f"#mini={day(1)}", "The mini of"),
        ("#mini=2026-01-05", "There is no mini of Monday, 5 January 2026."),
        ("#mini=2026-02-30", "does not name a day of the calendar"),
    ],
)
def test_a_mini_that_cannot_be_played_is_refused_with_a_sentence(open_site: OpenSite, path: str, sentence: str) -> None:
    page = open_site(path)
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    expect(page.locator("#kinds")).to_be_hidden()
    page.get_by_role("link", name="Play today's puzzle").click()
    expect(page.locator("#board input")).to_have_count(9)


@pytest.mark.parametrize("is_solved", [False, True], ids=["open", "solved"])
def test_a_mini_that_is_open_at_midnight_says_that_a_new_one_is_here(open_site: OpenSite, is_solved: bool) -> None:
    page = open_site("gallery.html", **PHONE)
    page.clock.install(time=datetime.now().replace(hour=23, minute=58))
    page.goto(page.url.replace("gallery.html", ""))
    expect(page.locator("#credit")).to_contain_text("Mini of")
    if is_solved:
        type_letters(page, OWL.expected[0])
        page.clock.fast_forward("00:05")
        expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    page.clock.fast_forward("05:00")
    page.get_by_role("region", name="A new day").get_by_role("link", name="Play it").click()
    expect(heading(page)).to_have_text(f"{OWL.title} 1")
