"""The pages of the site on which people play: today's puzzle, the gallery, and puzzles in links.

Satcross itself is missing there: everything here has to work before it is loaded, and where it cannot be.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from satcross import load
from satcross.pictures.page import player_parts
from satcross.puzzle.files import to_text
from satcross.puzzle.files.link import fragment_of
from tests.browser.conftest import DESKTOP, FULL, PHONE
from tests.browser.site_host import hosted, load_module
from tests.browser.test_accessibility import complaints, needs_axe
from tools.site.build import page_files
from tools.site.bundles import ESBUILD
from tools.site.content import published

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow

PUZZLES = Path(__file__).parents[2] / "puzzles"
SHOWN = [
    PUZZLES / name for name in ("hello.toml", "star.toml", "generated/owl.toml", "generated/crane.toml", "cab.toml")
]
CRANE = load(PUZZLES / "generated" / "crane.toml")
OWL = load(PUZZLES / "generated" / "owl.toml")
LINK = to_text(CRANE, "link").strip()
DRAWN_HERE = [
    path
    for path in sorted(PUZZLES.rglob("*.toml"))
    if path.parent.name not in ("fill", "words") and load(path).shape.kind != "lines" and len(load(path).cells) <= 400
]

OpenSite = Callable[..., Any]
"""Opens a page of the site by its address below it; `settings` are those of a browser context."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site below a path, on a host that adds no headers, without satcross itself."""
    folder = tmp_path_factory.mktemp("site")
    if not ESBUILD.exists():
        pytest.skip("esbuild is not installed (make site)")
    with hosted(page_files(published(SHOWN)), folder) as address:
        yield address


@pytest.fixture
def open_site(browser: Any, address: str) -> Iterator[OpenSite]:
    """Give a function that opens a page; afterwards nothing may have gone wrong, or to another host."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_it(path: str = "", script: str = "", **settings: Any) -> Any:
        context = browser.new_context(**{**DESKTOP, **settings})
        contexts.append(context)
        context.add_init_script(f"delete globalThis.WebAssembly; delete Navigator.prototype.serviceWorker; {script}")
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.on("request", lambda each: each.url.startswith((address, "blob:")) or wrong.append(each.url))
        page.goto(address + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not wrong


def heading(page: Any) -> Any:
    return page.get_by_role("heading", level=1)


def type_letters(page: Any, letters: Iterable[str]) -> None:
    for cell, letter in enumerate(letters):
        page.locator("#board input").nth(cell).press(letter)


def test_the_first_page_is_a_puzzle_that_can_be_played_at_once(open_site: OpenSite) -> None:
    page = open_site()
    expect(page.locator("#credit")).to_contain_text(re.compile("day.* 20"))
    page.locator("#board input").first.focus()
    page.keyboard.type("ABCDEFGHIJKLMNOPQRSTUVWXYZ")  # letters that the puzzle does not have are not taken
    expect(page.locator("#progress")).to_have_text(re.compile("^[1-9]"))
    expect(page.locator("#show-hint")).to_be_visible()


def test_buttons_are_shown_once_they_do_something(open_site: OpenSite) -> None:
    page = open_site("#name=crane")
    page.route("**/puzzles/crane.json", lambda route: None)  # the puzzle does not arrive
    page.reload()
    expect(heading(page)).to_contain_text("Loading")
    assert not [each for each in page.get_by_role("button").all() if each.is_visible()]
    page.unroute("**/puzzles/crane.json")
    page.reload()
    expect(page.locator("#show-hint")).to_be_visible()


@pytest.mark.long
def test_a_day_has_one_puzzle_and_the_next_day_another(open_site: OpenSite) -> None:
    names = []
    for day in ("2026-11-23", "2026-11-23", "2026-11-22"):  # a Monday, and a Sunday
        page = open_site(f"#day={day}")
        expect(page.locator("#credit")).to_contain_text(f"{int(day[-2:])} November 2026")
        names.append(heading(page).text_content())
    assert names[0] == names[1] != names[2]


@pytest.mark.long
def test_the_gallery_opens_the_player(open_site: OpenSite) -> None:
    page = open_site("gallery.html")
    expect(page.get_by_role("link", name="Hello").locator(".facts")).to_contain_text("2 × 2")
    page.get_by_role("link", name=CRANE.title).click()
    expect(heading(page)).to_have_text(CRANE.title)
    expect(page.locator("#board input")).to_have_count(25)
    expect(page.locator("#site [aria-current]")).to_have_count(0)
    page.get_by_role("link", name="Today").click()
    expect(page.locator("#site [aria-current]")).to_have_text("Today")


def test_a_finished_puzzle_ends_with_a_card(open_site: OpenSite) -> None:
    """Time, help, the hidden answer, and what to share, which does not give the answer away."""
    page = open_site("#name=crane", permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce")
    for _ in range(3):
        page.locator("#show-hint").click()
        expect(page.locator("#hint-text")).to_contain_text(CLUE)
    type_letters(page, CRANE.expected[0])
    card = page.get_by_role("region", name="Solved")
    expect(card).to_contain_text("With one hint and no checks")
    expect(card).to_contain_text(f"The hidden answer: {CRANE.answer}")
    expect(card.locator(".big")).to_have_text(re.compile(r"^\d+:\d\d$"))
    answer = [CRANE.expected[0][cell] for cell in lit_cells(page)]
    assert "".join(answer) == CRANE.answer
    card.get_by_role("button", name="Share").click()
    expect(card).to_contain_text("Copied")
    title, head, *rows, link = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert title == CRANE.title
    assert re.search(r"^Moderate, solved in \d+:\d\d, with one hint", head)
    assert link.endswith("/below/p/crane.html")
    assert CRANE.answer not in head
    assert [len(row) for row in rows] == [5] * 5
    assert card.locator("polygon.hinted").count() >= 1
    shades = "".join(rows)
    assert (shades.count("🟫"), shades.count("🟧"), shades.count("🟨")) == (9, 8, 8)


CLUE = re.compile("Look at|letter")


def lit_cells(page: Any) -> list[int]:
    return [int(each.get_attribute("data-cell")) for each in page.locator("polygon.answering").all()]


def test_the_card_does_not_cover_the_grid_and_opens_again(open_site: OpenSite) -> None:
    for screen in (DESKTOP, PHONE):
        page = open_site("#name=owl", reduced_motion="reduce", **screen)
        page.locator("#board input").first.focus()
        before = page.locator("#board").bounding_box()
        type_letters(page, OWL.expected[0])
        card = page.get_by_role("region", name="Solved")
        expect(card).to_be_visible()
        expect(page.locator("#finish-title")).to_be_focused()
        assert page.locator("#board").bounding_box() == before
        assert not overlap(card.bounding_box(), before)
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        page.get_by_role("button", name="Result").click()
        expect(card).to_be_visible()
        page.close()


def overlap(one: Any, other: Any) -> bool:
    return all(one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
               for at, size in (("x", "width"), ("y", "height")))  # fmt: skip


def test_the_result_goes_to_the_sheet_of_the_system_where_there_is_one(open_site: OpenSite) -> None:
    sheet = """navigator.canShare = () => true;
        navigator.share = async ({text, files}) => {
            globalThis.shared = [text, files[0].type, files[0].size];
            document.body.classList.add("shared");
        };"""
    page = open_site("#name=owl", sheet, reduced_motion="reduce")
    type_letters(page, OWL.expected[0])
    page.locator("#finish").get_by_role("button", name="Share").click()
    page.locator("body.shared").wait_for()
    text, kind, size = page.evaluate("shared")
    assert "🟫🟫🟫\n🟧🟧🟧\n🟨🟨🟨\n" in text
    assert kind == "image/png"
    assert size > 1000


def test_the_card_leads_on(open_site: OpenSite) -> None:
    page = open_site("#name=owl", reduced_motion="reduce")
    type_letters(page, OWL.expected[0])
    links = page.locator("#finish .next a")
    expect(links).not_to_have_count(0)
    assert any("Next in the gallery" in each or "A harder one" in each for each in links.all_text_contents())
    links.last.click()
    expect(page.locator("#board input")).not_to_have_count(9)
    expect(page.locator("#finish")).to_be_hidden()


def test_a_puzzle_in_a_link_is_played_without_satcross(open_site: OpenSite) -> None:
    page = open_site(LINK, reduced_motion="reduce")
    expect(heading(page)).to_have_text(CRANE.title)
    expect(page.locator("#engine-note")).to_contain_text("no hints")
    expect(page.get_by_role("link", name="Open this puzzle in the studio")).to_have_attribute(
        "href", re.compile("/make.html" + re.escape(LINK) + "$")
    )
    type_letters(page, CRANE.expected[0])
    expect(page.locator("#finish")).to_be_visible()


@pytest.mark.long
def test_letters_of_a_game_follow_the_puzzle_in_a_link(open_site: OpenSite) -> None:
    page = open_site(LINK)
    page.locator("#board input").first.focus()
    page.keyboard.type("CR")
    expect(page.locator("#progress")).to_have_text("2/25")
    page.locator("#menu").click()
    page.get_by_role("button", name="Link with this grid").click()
    link = page.locator("#link textarea").input_value()
    other = open_site(link.partition("/below/")[2])
    expect(other.locator("#board input").nth(1)).to_have_value("R")
    assert "&play=" not in other.url
    assert "#puzzle=1." in other.url


def test_a_corrected_link_keeps_the_letters_and_is_begun_instead_of_the_old_one(open_site: OpenSite) -> None:
    def link(title: str, first: str) -> str:
        shape = {"shape": "rectangle", "alphabet": "A-Z", "title": title}
        return fragment_of({"puzzle": {**shape, "clues": {"rows": [first, "[DE]+"], "columns": ["[AC]D", ".E"]}}})

    page = open_site(f"#{link('For you', 'AB|C.')}")
    page.locator("#board input").first.press("A")
    page.wait_for_timeout(400)
    page.goto(f"{page.url.split('#')[0]}#{link('For you again', 'AB|CX')}")
    expect(page.locator("#said")).to_have_text("This puzzle was corrected: your letters are kept.")
    expect(page.locator("#board input").first).to_have_value("A")
    entries = page.evaluate("Object.values(JSON.parse(localStorage.getItem('satcross:record')).entries)")
    assert [entry["title"] for entry in entries] == ["For you again"]


@pytest.mark.parametrize("path", DRAWN_HERE, ids=lambda path: path.stem)
def test_a_linked_puzzle_is_what_satcross_says_it_is(open_site: OpenSite, path: Path) -> None:
    """Cells, lines, letters and places are the same, whoever reads the puzzle."""
    puzzle = load(path)
    if any(not hasattr(clue, "pattern") for line in puzzle.lines for clue in line.clues):
        pytest.skip("the link would need a word list")
    page = open_site("gallery.html")
    load_module(page, "js/reading.js")
    read = page.evaluate(
        """async (puzzle) => {
            const {data, figures} = await globalThis.module.pageOf({puzzle}, "x");
            return {...data, captions: figures.filter((each) => each.matches(".note")).map((each) => each.textContent)};
        }""",
        json.loads(to_text(puzzle._replace(expected=(), expects_all=False), "json")),
    )
    parts = player_parts(puzzle)
    made = json.loads(json.dumps(parts.data))
    assert sorted(read["captions"]) == sorted(re.findall('class="note"[^>]*>([^<]*)', parts.svg))
    for key in ("names", "given", "inside", "grid", "alphabet", "keys", "rows"):
        assert read[key] == made[key], key
    for own, other in zip(read["places"], made["places"], strict=True):
        assert own == pytest.approx(other, abs=0.11)  # both round to a tenth
    for own, other in zip(read["lines"], made["lines"], strict=True):
        assert (own["name"], own["cells"]) == (other["name"], other["cells"])
        assert [(clue["text"], clue["reversed"]) for clue in own["clues"]] == [
            (clue["text"], clue["reversed"]) for clue in other["clues"]
        ]


@pytest.mark.parametrize("path", [path for path in DRAWN_HERE if load(path).expected][:30], ids=lambda path: path.stem)
def test_the_solution_of_a_linked_puzzle_violates_no_clue(open_site: OpenSite, path: Path) -> None:
    """The browser's own regular expressions may not know a clue, but never reject what satcross accepts."""
    puzzle = load(path)
    page = open_site("gallery.html")
    load_module(page, "js/reading.js")
    page.evaluate("() => { globalThis.pageOf = globalThis.module.pageOf; }")
    load_module(page, "player/check.js")
    verdicts = page.evaluate(
        """async ([puzzle, letters]) => {
            const {makeChecker} = globalThis.module;
            const {data} = await globalThis.pageOf({puzzle}, "x");
            const check = makeChecker(data.check);
            return data.lines.flatMap(({cells, clues}) =>
                clues.map((clue) => check(clue.check, cells.map((cell) => letters[cell]))));
        }""",
        [json.loads(to_text(puzzle, "json")), list(puzzle.expected[0])],
    )
    assert False not in verdicts
    assert True in verdicts


BROKEN = {
    "damaged": "#puzzle=1.AAAA",
    "cut off": LINK[:-9],
    "too long": "#puzzle=1." + "A" * 300_001,
    "newer": "#puzzle=9.AAAA",
    "no such name": "#name=../../secret",
    "no clues": fragment_of({"puzzle": {"shape": "rectangle"}}),
    "another shape": fragment_of({"puzzle": {"shape": "__proto__", "clues": {}}}),
    "a million cells": fragment_of({"puzzle": {"clues": {"rows": 1000, "columns": 1000}}}),
    "clues of another kind": fragment_of({"puzzle": {"clues": {"rows": [{"words": "/etc/passwd"}], "columns": 1}}}),
    "a huge hexagon": fragment_of({"puzzle": {"shape": "hexagon", "side": 2000, "clues": {}}}),
    "no hexagon": fragment_of({"puzzle": {"shape": "hexagon", "sides": [1, "2", None], "clues": {}}}),
    "a long clue": fragment_of({"puzzle": {"clues": {"rows": ["A" * 6000], "columns": 1}}}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_link_gets_a_sentence_and_a_way_on(open_site: OpenSite, name: str) -> None:
    page = open_site(BROKEN[name])
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"^(This|The|There|A) .*[.?]$"))
    page.get_by_role("link", name="Play today's puzzle").click()
    expect(page.locator("#credit")).to_contain_text(re.compile("day.* 20"))


def test_markup_in_a_link_is_text(open_site: OpenSite) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    puzzle = {
        "title": evil,
        "author": evil,
        "clues": {"rows": [evil, "[<]"], "columns": ["[&]|A</code>"]},
        "given": {"1,1": "<"},
    }
    page = open_site(fragment_of({"puzzle": puzzle}))
    expect(heading(page)).to_have_text(evil)
    expect(page.locator("#clues code").first).to_have_text(evil)
    expect(page.locator("img, main script, header script")).to_have_count(0)


def test_a_link_cannot_reach_what_is_kept_of_other_puzzles(open_site: OpenSite) -> None:
    """Games of links are kept under the link itself, whatever the puzzle says of its key."""
    kept = "localStorage.setItem('satcross:secret', JSON.stringify({cells: [['S', '', 0]]}))"
    puzzle = {"key": "satcross:secret", "clues": {"rows": ["S"], "columns": ["S"]}}
    page = open_site(
        fragment_of({"puzzle": puzzle, "key": "satcross:secret", "data": {"key": "satcross:secret"}}), kept
    )
    expect(page.locator("#board input")).to_have_value("")


def test_an_explosive_clue_does_not_stop_the_page(open_site: OpenSite) -> None:
    puzzle = {"clues": {"rows": ["(A+)+B"], "columns": ["A"] * 34 + ["A|B"]}}
    page = open_site(fragment_of({"puzzle": puzzle}))
    page.locator("#board input").first.focus()
    page.keyboard.type("A" * 35)
    expect(page.locator("#progress")).to_have_text("35/35")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect(page.locator("#progress")).to_have_text("34/35", timeout=1000)


LESSONS = ("learn.html#8", "learn/message.html", "learn/stuck.html", "learn/clues.html")
PAGES = ("", "gallery.html", LINK, "#puzzle=1.AAAA", "record.html", *LESSONS)


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", PAGES, ids=range(len(PAGES)))
def test_axe_finds_nothing(open_site: OpenSite, path: str, screen: Any, scheme: str) -> None:
    solved = {
        f"day:{days_ago(number)}": entry(f"k{number}", solved="" if number == 1 else days_ago(0)) for number in range(4)
    }
    page = open_site(path, record(solved), color_scheme=scheme, reduced_motion="reduce", **screen)
    expect(heading(page)).not_to_have_text(re.compile("^(Loading the puzzle|Learn$)"))
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]


def test_keyboard_only_from_the_puzzle_to_the_gallery_and_back(open_site: OpenSite) -> None:
    page = open_site()
    expect(page.locator("#credit")).to_contain_text(re.compile("day.* 20"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Gallery")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("Gallery")
    page.locator("main").focus()
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Next unsolved")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#board input")).not_to_have_count(0)


# -- learning


SOLUTIONS = ["CUT", "BAR", "BOW", "DOG", "AAHHH", "BANANA", "TOMATO", "BOOKS", "MAMA", "YOUDID", "LAMP"]


def test_the_lessons_are_played_by_keyboard_alone_and_lead_to_todays_puzzle(open_site: OpenSite) -> None:
    page = open_site("learn.html")
    for number, letters in enumerate(SOLUTIONS, 1):
        expect(page.locator("#credit")).to_contain_text(f"Lesson {number} of 11")
        page.keyboard.type(letters)  # the first cell has the focus
        done = page.get_by_role("region", name="Done")
        expect(done).to_contain_text("Right.")
        expect(done.get_by_role("link")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#credit")).to_contain_text(re.compile("day.* 20"))
    expect(page.get_by_role("region", name="New here?")).to_have_count(0)
    lessons = open_site("learn.html#5")
    expect(lessons.locator("#steps .done")).to_have_count(0)  # another browser


def test_a_small_grid_stands_in_the_middle_and_stays_there_when_the_offer_is_closed(open_site: OpenSite) -> None:
    page = open_site("#name=crane", viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    cells = [page.locator("#board polygon[data-cell]").nth(cell) for cell in (0, 24)]
    before = [cell.bounding_box() for cell in cells]
    assert abs(before[0]["x"] + before[1]["x"] + before[1]["width"] - 320) < 4
    page.get_by_role("button", name="I know how").tap()
    expect(page.get_by_role("region", name="New here?")).to_have_count(0)
    assert [cell.bounding_box() for cell in cells] == before


@pytest.mark.parametrize("number", [1, 10, 11])
def test_a_lesson_is_seen_whole_on_a_small_telephone(open_site: OpenSite, number: int) -> None:
    page = open_site(f"learn.html#{number}", viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    page.locator("#board input").first.wait_for()
    stage = page.locator("#stage").bounding_box()
    for cell in page.locator("#board polygon[data-cell]").all():
        box = cell.bounding_box()
        assert stage["y"] <= box["y"]
        assert box["y"] + box["height"] <= page.locator("#side").bounding_box()["y"]
    expect(page.locator("#steps a").last).to_be_in_viewport(ratio=1)


def test_sentences_are_read_whole_and_no_button_lies_on_them(open_site: OpenSite) -> None:
    """Only the note of a puzzle's author has one line on a telephone."""
    record = open_site("record.html", **PHONE)
    for note in record.locator("p.note").all():
        assert note.evaluate("(note) => note.scrollHeight <= note.clientHeight"), note.text_content()
    lesson = open_site("learn.html")
    lesson.locator("#board input").first.wait_for()
    expect(lesson.locator("#zoom")).to_be_hidden()


@pytest.mark.parametrize("path", ["#name=owl", LINK])
def test_the_lessons_lead_back_to_the_puzzle_from_which_one_came(open_site: OpenSite, path: str) -> None:
    page = open_site(path)
    page.locator("#board input").first.wait_for()
    title = heading(page).text_content()
    page.get_by_role("link", name="Learn in three minutes").click()
    page.get_by_role("link", name=f"Back to {title}").click()
    expect(heading(page)).to_have_text(title)
    page.get_by_role("navigation").get_by_role("link", name="Record").click()
    page.locator("#begun a").click()
    expect(heading(page)).to_have_text(title)


def test_a_lesson_says_what_is_not_right_yet_and_gives_hints(open_site: OpenSite) -> None:
    page = open_site("learn.html#3", **PHONE)
    type_letters(page, "BOX")
    expect(page.locator("#said")).to_have_text("Not yet: 1 clue is not satisfied.")
    expect(page.get_by_role("region", name="Done")).to_have_count(0)
    page.locator("#show-hint").tap()
    expect(page.locator("#hint-text")).to_contain_text("wrong")


def test_a_first_visit_is_offered_a_minute_of_learning_once(open_site: OpenSite) -> None:
    page = open_site("", **PHONE)
    board = page.locator("#board").bounding_box()
    offer = page.get_by_role("region", name="New here?")
    expect(offer.get_by_role("link", name="Learn in three minutes")).to_have_attribute(
        "href", re.compile("/learn.html$")
    )
    page.locator("#show-hint").tap()
    page.locator("#hint-close").tap()  # the offer does not cover the hint
    offer.get_by_role("button", name="I know how").tap()
    expect(offer).to_have_count(0)
    assert page.locator("#board").bounding_box() == board
    page.wait_for_timeout(500)  # until it is kept
    page.reload()
    expect(page.locator("#show-hint")).to_be_visible()
    expect(offer).to_have_count(0)


def test_the_list_of_signs_is_one_key_or_one_tap_away(open_site: OpenSite) -> None:
    page = open_site("#name=owl")
    page.locator("#board input").first.press("F1")
    signs = page.get_by_role("dialog", name="Signs in clues")
    expect(signs).to_contain_text("any letter but these")
    page.keyboard.press("Escape")
    expect(page.locator("#board input").first).to_be_focused()
    page.get_by_role("button", name="Signs").click()
    expect(signs).to_be_visible()


LAID_OUT = {
    ("square", "no, or yes"): ("NO.OR.YES", ""),
    ("square", "Meet me at noon"): ("MEETME..AT..NOON", "Your friend will need about"),
    ("square", "See you Sunday"): ("SEE.YOU.SUNDAY..", "4 cells are filled"),  # twelve letters
    ("hexagon", "Hi"): ("HI.....", ""),
    ("hexagon", "incomprehensible"): ("INCOMPREHENSIBLE...", ""),
    ("square", "I am so happy"): ("IAMSOHAPPY......", "run on"),
    ("square", "!?"): ("", "Only letters"),
    ("square", "A" * 40): ("", "has room for 36"),
}


def test_a_message_is_laid_out_with_each_word_on_its_row_where_that_is_possible(open_site: OpenSite) -> None:
    page = open_site("learn/message.html", "globalThis.WebAssembly = {};")
    for (shape, message), (letters, note) in LAID_OUT.items():
        page.get_by_label("Square" if shape == "square" else "Hexagon").check()
        page.get_by_label("Message").fill(message)
        expect(page.locator("#room")).to_contain_text(note)
        expect(page.locator("#preview polygon[data-cell]")).to_have_count(len(letters))
        shown = [page.locator(f'#preview [data-of="{cell}"]').all_text_contents() for cell in range(len(letters))]
        assert "".join((each or ["."])[0] for each in shown) == letters


# -- addresses that lead nowhere


NOWHERE = {
    "#name=zzz": "There is no puzzle of this name in the gallery.",
    "#day=2026-13-45": "The address does not name a day of the calendar.",
    "#day=2026-02-30": "The address does not name a day of the calendar.",
    "#day=tomorrow": "The address does not name a day of the calendar.",
    "#day=2999-01-01": "opens on that day",
    "#day=1999-01-01": "The first puzzle is that of Thursday",
}


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_that_leads_nowhere_says_so(open_site: OpenSite, address: str, path: str) -> None:
    page = open_site("gallery.html").context.new_page()  # that a file is missing may be noted on its console
    page.goto(address + path)
    expect(page.get_by_role("alert")).to_contain_text(NOWHERE[path])
    expect(page.get_by_role("link", name="Play today's puzzle")).to_be_visible()


# -- the player's record


def record(entries: Any) -> str:
    """Return a script that keeps a record, unless there is one already."""
    text = json.dumps({"satcross": "record", "version": 1, "entries": entries})
    return f"if (!localStorage.getItem('satcross:record')) localStorage.setItem('satcross:record', {json.dumps(text)})"


def entry(key: str, solved: str = "2026-11-20", **values: Any) -> dict[str, Any]:
    start = {"key": key, "title": f"Puzzle {key}", "label": "gentle", "begun": "2026-11-20", "solved": solved}
    return {**start, "seconds": 61, "hints": 0, "checks": 0, "revealed": 0, **values}


def days_ago(number: int) -> str:
    return (date.today() - timedelta(days=number)).isoformat()


def test_the_gallery_knows_what_was_solved_and_begun(open_site: OpenSite) -> None:
    page = open_site("#name=owl", reduced_motion="reduce")
    type_letters(page, OWL.expected[0])
    expect(page.locator("#finish")).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#name=crane")
    page.locator("#board input").first.press("C")
    expect(page.locator("#progress")).to_have_text("1/25")
    page.goto(page.url.partition("#")[0] + "gallery.html")
    expect(page.locator("[data-puzzle=owl] .badge")).to_have_text(re.compile(r"^✓ \d+:\d\d$"))
    expect(page.locator("[data-puzzle=crane] .badge")).to_have_text("begun")
    expect(page.locator("#count")).to_have_text(f"1 of {len(SHOWN)} solved.")
    page.get_by_label("Unsolved only").check()
    expect(page.locator("[data-puzzle=owl]")).to_be_hidden()
    page.get_by_label("Difficulty").select_option("gentle")
    page.get_by_label("Shape").select_option("rectangle")
    shown = page.locator("[data-puzzle]:visible")
    assert all(each.get_attribute("data-label") == "gentle" for each in shown.all())
    address = shown.first.locator("a").get_attribute("href")
    expect(page.get_by_role("link", name="Next unsolved")).to_have_attribute("href", address)
    page.wait_for_timeout(700)  # until it is kept
    page.reload()
    expect(page.get_by_label("Difficulty")).to_have_value("gentle")
    expect(page.get_by_label("Unsolved only")).to_be_checked()


def test_the_record_has_a_calendar_a_streak_and_statistics(open_site: OpenSite) -> None:
    days = {
        f"day:{days_ago(n)}": entry(f"k{n}", begun=days_ago(n), solved=days_ago(n - (n == 1)), seconds=100 + n)
        for n in (0, 1, 2, 4)
    }
    others = {"name:owl": entry("k1", seconds=101), "name:crane": entry("c", solved="", title="Go on")}
    page = open_site("record.html", record(days | others))
    expect(page.locator("#streaks tbody tr")).to_have_text(["Played433", "Solved311"])  # one was solved a day later
    expect(page.locator("#totals")).to_contain_text("4 puzzles solved, 4 of them without any help, in 6:47")
    expect(page.locator("#by-label tbody tr")).to_have_text(["gentle441:401:41"])
    expect(page.locator("#weeks .today")).to_have_attribute("aria-label", re.compile("solved, today$"))
    expect(page.get_by_role("button", name="The month after")).to_be_disabled()
    page.get_by_role("button", name="The month before").click()
    expect(page.locator("#weeks .today")).to_have_count(0)
    expect(page.get_by_role("link", name="Go on", exact=True)).to_have_attribute("href", "p/crane.html")
    page.goto(page.url.replace("record.html", ""))
    expect(page.locator("#board input")).not_to_have_count(0)


def test_a_record_is_exported_erased_and_imported(open_site: OpenSite, tmp_path: Path) -> None:
    page = open_site("record.html", permissions=[])
    page.evaluate(record({"name:owl": entry("o")}))
    page.evaluate("localStorage.setItem('satcross:0123456789abcdef01234567', '{}')")
    page.evaluate("localStorage.setItem('satcross:theme', 'dark')")
    page.reload()
    expect(page.locator("#totals")).to_contain_text("1 puzzle solved")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    expect(page.locator("#totals")).to_have_text("No puzzles solved yet.")
    assert page.evaluate("Object.keys(localStorage)") == ["satcross:theme"]
    page.get_by_label("Import").set_input_files(file)
    expect(page.locator("#kept-note")).to_contain_text("1 entry read.")
    expect(page.locator("#totals")).to_contain_text("1 puzzle solved")
    file.write_text('{"entries": 7}')
    page.get_by_label("Import").set_input_files(file)
    expect(page.locator("#kept-note")).to_contain_text("not a record of satcross")
    expect(page.locator("#totals")).to_contain_text("1 puzzle solved")


def test_what_is_imported_is_read_entry_by_entry_and_is_only_text(open_site: OpenSite, tmp_path: Path) -> None:
    evil = '<img src=x onerror="alert(1)">'
    entries = {
        "day:2026-11-20": entry("a", solved="", title=evil, label=evil, seconds=-5),
        "day:2026-99-99": entry("b", begun="never"),
        "name:../../secret": entry("c"),
        "javascript:alert(2)": entry("d"),
        "name:owl": "no entry",
        "link:1f": entry("e", seconds="soon", hints=1e999, title=7),
    }
    file = tmp_path / "evil.json"
    text = json.dumps({"entries": entries}).replace("Infinity", "1e999")
    file.write_text(text.replace('"link:1f"', '"__proto__": {"x": 1}, "link:1f"'))
    page = open_site("record.html")
    page.get_by_label("Import").set_input_files(file)
    expect(page.locator("#kept-note")).to_contain_text("2 entries read.")
    expect(page.locator("#begun a")).to_have_text([evil])
    expect(page.locator("img")).to_have_count(0)
    expect(page.locator("#totals")).to_contain_text("1 puzzle solved")


def test_a_damaged_record_is_put_aside_with_a_sentence(open_site: OpenSite) -> None:
    page = open_site("record.html")
    page.evaluate("localStorage.setItem('satcross:record', '{\"entries\": [')")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("could not be read. It was put aside")
    assert page.evaluate("localStorage.getItem('satcross:record:aside')") == '{"entries": ['
    page.reload()
    expect(page.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("is_full", [True, False])
def test_the_record_says_that_the_browser_stores_nothing(open_site: OpenSite, is_full: bool) -> None:
    page = open_site("record.html", FULL if is_full else "")
    expect(page.locator("#totals")).not_to_be_empty()
    alert = page.get_by_role("alert").filter(has_text="cannot store anything new")
    expect(alert).to_have_count(int(is_full))
    if is_full:
        record = {"name": "r", "mimeType": "application/json", "buffer": b'{"entries": {}}'}
        page.get_by_label("Import").set_input_files(record)
        expect(page.locator("#kept-note")).to_have_text("Nothing was imported, because this browser cannot store it.")


def test_a_page_that_is_open_after_midnight_says_that_a_new_puzzle_is_here(open_site: OpenSite) -> None:
    page = open_site("#name=owl")
    page.clock.install(time=datetime.now().replace(hour=23, minute=50))
    page.goto(page.url.partition("#")[0])
    page.locator("#board input").first.press("A")
    title = heading(page).text_content()
    notice = page.get_by_role("region", name="A new day")
    page.clock.fast_forward("05:00")
    expect(notice).to_have_count(0)
    page.clock.fast_forward("10:00")
    expect(notice).to_contain_text("A new puzzle is here.")
    notice.get_by_role("link", name="Play it").click()
    expect(heading(page)).not_to_have_text(title)


@needs_axe
@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_at_the_end_of_a_game_and_in_the_list_of_signs(
    open_site: OpenSite, screen: Any, scheme: str
) -> None:
    page = open_site("#name=owl", color_scheme=scheme, reduced_motion="reduce", **screen)
    page.locator("#board input").first.press("F1")
    expect(page.get_by_role("dialog")).to_be_visible()
    found = complaints(page)
    page.keyboard.press("Escape")
    page.locator("#show-reveal").click()
    page.get_by_role("dialog").get_by_role("button", name="This cell").click()
    type_letters(page, OWL.expected[0])
    expect(page.locator("#finish .next a")).not_to_have_count(0)
    assert found + complaints(page) == []
