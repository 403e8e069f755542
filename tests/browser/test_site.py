"""The site on a plain host, in Chromium: how it is loaded and kept, and that its engine never leaves anybody alone."""

import json
import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from satcross.puzzle.files.link import document_in
from tests.browser.conftest import DESKTOP, KEPT, PATIENCE, PHONE
from tests.browser.site_host import BELOW, BUILT, Host, hosting, load_module
from tests.browser.studio_page import COLUMNS, ROWS, UNIQUE, fill_clue, kept, of_rectangle, verdict, wait_until_verdict
from tools.site.pages import not_found

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.slow


@pytest.fixture
def host() -> Iterator[Host]:
    with hosting() as running:
        yield running


class Visitor:
    """A browser with a profile of its own; `complaints` are those of its pages."""

    def __init__(self, browser: Any, **settings: Any) -> None:
        self.context = browser.new_context(**{**DESKTOP, **settings})
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))

    def open(self, address: str, document: Any = None) -> Any:
        page = self.context.new_page()
        if document is not None:
            text = json.dumps({"document": document, "file": None})
            page.add_init_script(f"if (!localStorage.getItem({KEPT!r})) localStorage.setItem({KEPT!r}, {text!r})")
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        return page


@pytest.fixture
def visit(browser: Any) -> Iterator[Any]:
    visitors: list[Visitor] = []

    def make(**settings: Any) -> Visitor:
        visitors.append(Visitor(browser, **settings))
        return visitors[-1]

    yield make
    for each in visitors:
        each.context.close()


def wait_until_kept(page: Any, asked: str = "keep pages and engine") -> None:
    """Wait until the service worker has all that it is asked to keep."""
    page.evaluate(
        """async (asked) => {
            const {active} = await navigator.serviceWorker.ready;
            const text = await (await fetch(active.scriptURL)).text();
            const {first, later} = JSON.parse(/^const .* = (\\{.*\\});/m.exec(text)[1]);
            active.postMessage(asked);
            const kinds = asked === "keep pages" ? first : {...first, ...later};
            const wanted = Object.keys(kinds).map((each) => new URL(each, active.scriptURL).href);
            const [name] = (await caches.keys()).filter((each) => /^satcross-[0-9a-f]+$/.test(each));
            const cache = await caches.open(name);
            for (;;) {
                const kept = new Set((await cache.keys()).map(({url}) => url));
                if (wanted.every((each) => kept.has(each))) return;
                await new Promise((resolve) => { setTimeout(resolve, 100); });
            }
        }""",
        asked,
    )


PUZZLE = of_rectangle(ROWS, COLUMNS)


def open_isolated(visitor: Visitor, address: str) -> Any:
    """Open a page that may share memory with its worker.  On a slow machine, that takes a second visit."""
    page = visitor.open(address, PUZZLE)
    wait_until_verdict(page, UNIQUE)  # the page is not loaded again by itself after that
    if not page.evaluate("crossOriginIsolated"):
        page.goto(address)
        wait_until_verdict(page, UNIQUE)
    assert page.evaluate("crossOriginIsolated")
    return page


def test_the_studio_runs_on_a_plain_host_below_a_path_and_asks_no_other(host: Host, visit: Any) -> None:
    """The puzzle is played there, in a frame."""
    visitor = visit()
    page = open_isolated(visitor, f"{host.address}make.html")
    page.get_by_role("button", name="Play", exact=True).click()
    page.frame_locator("iframe").locator("#board input").first.wait_for(timeout=PATIENCE)
    assert visitor.complaints == []
    assert {url for url in visitor.requests if not url.startswith((host.address, "blob:", "data:"))} == set()


def test_the_policy_of_each_page_allows_no_other_host() -> None:
    pages = list(BUILT.rglob("*.html"))
    if not pages:
        pytest.skip("the site is not built (python -m tools.site)")
    for path in pages:
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', path.read_text("utf-8"))
        assert policy, path
        directives = dict(each.strip().partition(" ")[::2] for each in policy[1].split(";"))
        assert directives["default-src"] in ("'none'", "'self'"), path
        sources = {source for value in directives.values() for source in value.split()}
        assert {each for each in sources if not each.startswith("'")} <= {"data:", "blob:"}, path


@pytest.mark.long
def test_a_phone_is_told_how_many_megabytes_are_there(host: Host, visit: Any) -> None:
    page = visit(**PHONE).open(f"{host.address}make.html", PUZZLE)
    expect(verdict(page)).to_have_text(re.compile(r"Loading satcross: \d+\.\d of \d+\.\d MB"))
    wait_until_verdict(page, UNIQUE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_the_second_visit_works_without_a_network(host: Host, visit: Any) -> None:
    """The first visit downloads nothing twice."""
    visitor = visit()
    page = visitor.open(f"{host.address}make.html", PUZZLE)
    wait_until_verdict(page, UNIQUE)
    wait_until_kept(page)
    parts = [path for path in host.asked if path.endswith((".part", ".asm.mjs"))]
    assert len(parts) == len(set(parts)) == 4
    page.close()
    host.stop()
    page = visitor.open(f"{host.address}make.html")
    wait_until_verdict(page, UNIQUE)
    assert kept(page)["puzzle"]["clues"]["rows"] == ROWS


@pytest.mark.long
def test_minis_are_played_without_a_network_after_a_visit(host: Host, visit: Any) -> None:
    days = sorted(path.stem for path in (BUILT / "mini").glob("*.html"))
    if not days or days[-1] < date.today().isoformat():
        pytest.skip("the site was not built today (python -m tools.site --days 2)")
    visitor = visit()
    page = visitor.open(f"{host.address}gallery.html")
    wait_until_kept(page, asked="keep pages")
    page.close()
    host.stop()
    for path in (f"#mini={date.today()}", f"mini/{date.today()}.html"):
        page = visitor.open(f"{host.address}{path}")
        expect(page.locator("#credit")).to_contain_text("Mini of")
        expect(page.locator("#board input").first).to_be_visible()
        page.close()
    page = visitor.open(f"{host.address}no/such/page.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("No page here")
    expect(page.get_by_role("link", name="Play today's puzzle")).to_be_visible()
    visitor.complaints.clear()  # the browser notes the answer 404


def test_the_page_for_unknown_addresses_leads_to_the_site_from_any_folder(visit: Any, tmp_path: Path) -> None:
    """Also if the address of the site was not known when it was built."""
    (tmp_path / "404.html").write_text(not_found(""))
    (tmp_path / "manifest.webmanifest").write_text("{}")
    running = Host(tmp_path)
    for path in ("none.html", "p/none.html", "docs/no/such/"):
        page = visit().open(f"{running.address}{path}")
        expect(page.get_by_role("link", name="browse the gallery")).to_have_attribute(
            "href", f"{running.address}gallery.html"
        )
    running.stop()


@pytest.mark.long
@pytest.mark.parametrize("saves", [True, False])
def test_a_visit_to_a_puzzle_keeps_pages_but_not_the_engine(host: Host, visit: Any, saves: bool) -> None:
    """Nothing is fetched in advance for those who save data."""
    visitor = visit()
    visitor.context.add_init_script(
        f"Object.defineProperty(navigator, 'connection', {{value: {{saveData: {json.dumps(saves)}}}}})"
    )
    page = visitor.open(f"{host.address}gallery.html")
    asked = len(host.asked)
    page.wait_for_timeout(6000)
    if saves:
        assert not any(path.endswith("solve.html") for path in host.asked)
        lesson = visitor.open(f"{host.address}learn/clues.html")
        expect(lesson.locator(".try .verdict button").first).to_contain_text("8 MB")
    else:
        wait_until_kept(page, asked="keep pages")
        page.wait_for_timeout(500)
        assert len(host.asked) > asked
    assert not any(path.endswith((".part", ".asm.mjs")) for path in host.asked)


UPDATED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => { setTimeout(resolve, 50); });
}"""
"""Resolves when the service worker of a newer version is complete, and waits for the pages of the older one to go."""


def wait_for_version(page: Any, version: str) -> None:
    """Wait for a page of this version, and for its engine; a tab has empty pages while the versions change."""
    page.locator(f"meta[name=satcross-version][content='{version}']").wait_for(state="attached", timeout=PATIENCE)
    wait_until_verdict(page, UNIQUE)


SNAPSHOTS = """async () => {
    const [name] = (await caches.keys()).filter((each) => each.startsWith("satcross-engine-"));
    const cache = await caches.open(name);
    return (await cache.keys()).map(({url}) => url).filter((url) => url.includes("/engine/snapshot"));
}"""
"""Returns the addresses under which memory of Python is kept."""

KEEP_NONSENSE = """async (address) => {
    const [name] = (await caches.keys()).filter((each) => each.startsWith("satcross-engine-"));
    await (await caches.open(name)).put(address, new Response(new Uint8Array(1e6)));
}"""


def wait_for_snapshot(page: Any) -> str:
    """Wait until the memory of Python is kept for the next visit, and return its address."""
    while not (addresses := page.evaluate(SNAPSHOTS)):
        page.wait_for_timeout(50)
    (address,) = addresses
    return str(address)


@pytest.mark.long
def test_the_second_visit_goes_on_with_the_memory_of_the_first(host: Host, visit: Any) -> None:
    """What is kept is read: if it is broken, the engine cannot start from it, and starts anew without."""
    visitor = visit()
    page = open_isolated(visitor, f"{host.address}make.html")
    ends: list[str] = []
    page.on("console", lambda message: ends.append(message.text) if "satcross has ended" in message.text else None)
    address = wait_for_snapshot(page)
    page.reload()
    wait_until_verdict(page, UNIQUE)
    assert ends == []
    page.evaluate(KEEP_NONSENSE, address)
    page.reload()
    wait_until_verdict(page, UNIQUE)
    assert len(ends) == 1
    assert wait_for_snapshot(page) == address
    page.reload()
    wait_until_verdict(page, UNIQUE)
    assert len(ends) == 1


@pytest.mark.long
def test_a_new_version_loads_only_what_has_changed(visit: Any, tmp_path: Path) -> None:
    """When other puzzles of the day are built, the engine, its memory and all other files stay."""
    folder = tmp_path / "site"
    with hosting(folder) as host:
        shutil.copytree(BUILT, folder, ignore=shutil.ignore_patterns("docs"))
        page = visit().open(f"{host.address}make.html", PUZZLE)
        wait_until_verdict(page, UNIQUE)
        wait_until_kept(page)
        memory = wait_for_snapshot(page)
        engine = version_of(page)
        changed = folder / "puzzles" / "owl.json"
        changed.write_text(changed.read_text("utf-8") + " ", "utf-8")
        rehash(folder, [changed])
        host.asked.clear()
        page.evaluate(UPDATED)
        page.goto(f"{host.address}make.html")
        wait_for_cache(page, "satcross-" + "e" * 16)
        wait_for_version(page, engine)
        wait_until_kept(page)
        assert {path.removeprefix(BELOW) for path in host.asked} <= {"sw.js", "puzzles/owl.json", "make.html"}
        assert wait_for_snapshot(page) == memory
        assert versions(page) == ["satcross-" + "e" * 16, f"satcross-engine-{engine}"]


@pytest.mark.long
def test_a_page_in_another_tab_keeps_its_version_until_it_is_closed(visit: Any, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    with hosting(folder) as host:
        shutil.copytree(BUILT, folder, ignore=shutil.ignore_patterns("docs"))
        visitor = visit()
        first = visitor.open(f"{host.address}make.html", PUZZLE)
        wait_until_verdict(first, UNIQUE)
        old, new = version_of(first), "f" * 16
        make_again(folder, old, new)
        first.evaluate(UPDATED)
        second = visitor.open(f"{host.address}make.html")
        wait_for_version(second, old)
        assert {f"satcross-engine-{old}", "satcross-" + "e" * 16} < set(versions(first))
        first.close()
        second.goto(f"{host.address}make.html")
        wait_for_version(second, new)
        assert versions(second) == ["satcross-" + "e" * 16, f"satcross-engine-{new}"]


def wait_for_cache(page: Any, name: str) -> None:
    """Wait until the browser has the cache; the page may be loaded again meanwhile."""
    while True:
        with suppress(playwright.Error):
            if name in versions(page):
                return
        page.wait_for_timeout(50)


def versions(page: Any) -> list[str]:
    """Return the names of the caches of this browser."""
    names: list[str] = page.evaluate("caches.keys().then((names) => names.sort())")
    return names


def version_of(page: Any) -> str:
    version: str = page.locator("meta[name=satcross-version]").get_attribute("content")
    return version


def make_again(folder: Path, old: str, new: str) -> None:
    """Give the site in `folder` another engine, and the service worker the hashes of its files."""
    files = [*folder.rglob("*.html"), folder / "engine" / "parts.js"]
    for path in [*files, folder / "sw.js"]:
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    rehash(folder, files)


def rehash(folder: Path, files: list[Path]) -> None:
    """Give the site in `folder` another version, in which these files have changed."""
    worker = re.sub(r'("version":")[0-9a-f]{16}', r"\g<1>" + "e" * 16, (folder / "sw.js").read_text("utf-8"))
    for path in files:
        name = re.escape(path.relative_to(folder).as_posix())
        digest = b64encode(sha256(path.read_bytes()).digest()).decode()
        worker = re.sub(rf'("{name}":"sha256-)[^"]+', lambda found, text=digest: found[1] + text, worker)
    (folder / "sw.js").write_text(worker, "utf-8")


@pytest.mark.long
def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(host: Host, visit: Any) -> None:
    page = visit().open(f"{host.address}make.html", PUZZLE)
    wait_until_verdict(page, UNIQUE)
    page.workers[0].evaluate("setTimeout(() => { throw new Error('out of memory'); })")
    expect(verdict(page)).to_contain_text("has stopped")
    fill_clue(page, "row", 1, "SAT?OR|X")
    wait_until_verdict(page, UNIQUE)
    assert kept(page)["puzzle"]["clues"]["rows"][0] == "SAT?OR|X"


@pytest.mark.long
def test_a_worker_that_holds_much_memory_is_replaced_once_for_each_edit(host: Host, visit: Any) -> None:
    page = visit().open(f"{host.address}make.html", PUZZLE)
    wait_until_verdict(page, UNIQUE)
    started: list[Any] = []
    page.on("worker", lambda worker: started.append(worker))
    with page.expect_worker(timeout=PATIENCE):
        page.workers[0].evaluate("self.postMessage({kind: 'worn'})")
    wait_until_verdict(page, UNIQUE)
    page.workers[0].evaluate("self.postMessage({kind: 'worn'})")
    fill_clue(page, "row", 1, "SATX")
    expect(verdict(page)).not_to_have_text(UNIQUE)
    assert len(started) == 1


@pytest.mark.long
def test_an_engine_that_cannot_be_loaded_is_no_secret(host: Host, visit: Any, tmp_path: Path) -> None:
    host.folder = tmp_path / "broken"
    shutil.copytree(BUILT, host.folder, ignore=shutil.ignore_patterns("docs", "*.part"))
    page = visit().open(f"{host.address}make.html", PUZZLE)
    expect(verdict(page)).to_have_text("The engine of this page could not be started.")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    host.folder = BUILT
    again.click()
    wait_until_verdict(page, UNIQUE)


CANCELLED = """async (document) => {
    const {createConnection} = globalThis.module;
    let isReady = () => {};
    const ready = new Promise((resolve) => { isReady = resolve; });
    const connection = createConnection({
        onAnswer: ({type}) => { if (type === "done") isReady(); },
        onState: (isOpen) => { if (isOpen) isReady(); },
    });
    connection.edit(document, ["layout", "parse"]);
    await ready;
    const begun = new Promise((resolve) => {
        const isBegun = ({type}) => { if (type === "progress") resolve(); };
        connection.ask("complete", {seed: 1}, isBegun).answer.catch(() => {});
    });
    await begun;
    const start = performance.now();
    connection.edit({puzzle: {clues: {rows: [["A"]], columns: [["A"]]}}}, ["layout", "parse", "verdict"]);
    for (;;) {
        try {
            await connection.ask("show", {cell: 0, letter: "A"}).answer;
            return performance.now() - start;
        } catch (refusal) {
            await new Promise((resolve) => { setTimeout(resolve, 5); });
        }
    }
}"""
"""Has clues made for a puzzle without any, edits it meanwhile, and returns the milliseconds to the next answer."""


@pytest.mark.long
@pytest.mark.parametrize("workers", ["allow", "block"])
def test_a_newer_edit_ends_what_the_engine_does(host: Host, visit: Any, workers: str) -> None:
    """With shared memory the worker stays; on a page that no service worker isolates, another one takes its place."""
    visitor = visit(service_workers=workers)
    if workers == "allow":
        page = open_isolated(visitor, f"{host.address}make.html")
    else:
        page = visitor.open(f"{host.address}make.html", PUZZLE)
        wait_until_verdict(page, UNIQUE)
        assert not page.evaluate("crossOriginIsolated")
    started: list[Any] = []
    page.on("worker", lambda worker: started.append(worker))
    load_module(page, "page/connection.js")
    page.evaluate(CANCELLED, of_rectangle([""] * 9, [""] * 9))
    assert len(started) == (1 if workers == "allow" else 2)


def test_make_shows_an_empty_grid_before_the_engine_is_there(host: Host, visit: Any) -> None:
    """One can write clues at once.  Nothing is remarked about a puzzle that nobody has begun."""
    visitor = visit(service_workers="block")
    parts: list[Any] = []
    visitor.context.route("**/*.part", lambda route: parts.append(route))
    page = visitor.open(f"{host.address}make.html")
    expect(page.locator("#board .letter")).to_have_count(25)
    fill_clue(page, "row", 1, "SA[ET]LE")
    page.evaluate("document.querySelector('#board .letter').dataset.here = 'still'")
    expect(verdict(page)).to_contain_text("Loading satcross")
    while len(parts) < 3:
        page.wait_for_timeout(50)
    for route in parts:
        route.continue_()
    expect(verdict(page)).to_contain_text("solutions", timeout=PATIENCE)
    assert page.locator("#board .letter").first.get_attribute("data-here") == "still"
    fill_clue(page, "row", 1, "")
    page.locator("#findings summary").click()
    expect(page.locator("#findings-list")).to_have_text("There are no clues yet.")
    expect(page.locator("#findings-count")).to_be_empty()


@pytest.mark.long
def test_an_author_publishes_a_link_with_a_name_a_note_and_an_answer(host: Host, visit: Any) -> None:
    """What players get is shown first, without the author's letters.  A format that cannot say it is greyed out."""
    visitor = visit()
    document = {**of_rectangle(["HE", "LP"], ["HL", "EP"], title="Help"), "letters": {"1,1": "H"}}
    page = visitor.open(f"{host.address}make.html", document)
    wait_until_verdict(page, UNIQUE)
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog", name="Publish")
    for label, text in (("Author", "Ada"), ("Note to players", "For a friend"), ("Answer", "HELP")):
        dialog.get_by_label(label).fill(text)
    expect(dialog.locator("#publish-by")).to_have_text("by Ada · For a friend")
    expect(dialog.locator("#publish-picture")).to_be_visible()
    expect(dialog.locator("#formats button").first).to_be_hidden()
    dialog.get_by_text("More formats").click()
    expect(dialog.get_by_role("button", name="Trux text")).to_be_disabled()
    expect(dialog.get_by_role("button", name="Trux text")).to_have_text(re.compile("^Trux text: .{10}"))
    expect(dialog.get_by_role("button", name="Picture (SVG)")).to_be_enabled()
    expect(dialog.locator("#publish-warning")).to_be_hidden()
    link = dialog.get_by_label("Link for players, without your letters").input_value()
    assert document_in(link).keys() == {"puzzle"}
    page.goto(link)
    expect(page.locator("#board input").first).to_have_value("")
    expect(page.locator("#credit")).to_have_text("Ada")
    expect(page.locator(".note")).to_have_text("For a friend")
    for cell, letter in enumerate("HELP"):
        page.locator("#board input").nth(cell).press(letter)
    expect(page.locator("#finish")).to_contain_text("HELP")
    assert visitor.complaints == []
