"""The site in Chromium, and the same work in this process: python -m bench.site [first] (make site, first).

In: the built site.  Out: a table of figures, with what they should be at most.

Seconds of the processor are those of all processes of the browser.  A busy machine makes times larger, the native ones
too, which are measured in the same run.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import shutil
import statistics
import sys
import threading
from collections.abc import Iterable, Sequence
from math import exp, log
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from satcross import load
from satcross.studio import in_worker
from satcross.studio.documents import document_of
from tools.site.build import sources
from tools.site.bundles import script_of
from tools.site.serving import server

ROOT: Final = Path(__file__).resolve().parent.parent
SITE: Final = ROOT / "build" / "site"
ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
KEYSTROKES: Final = 40
CANCELLATIONS: Final = 20

OPEN: Final = """async () => {
    const {createConnection} = globalThis.module;
    const waiting = new Map();
    await new Promise((resolve) => {
        globalThis.connection = createConnection({
            onAnswer: (answer) => {
                if (answer.type === "done" || answer.type === "refusal") waiting.get(answer.revision)?.(answer);
            },
            onState: (isOpen) => { if (isOpen) resolve(); },
        });
    });
    let revision = 0;
    globalThis.ask = (document) => new Promise((resolve) => {
        const start = performance.now();
        waiting.set(++revision, () => resolve(performance.now() - start));
        connection.edit(document, ["layout", "parse", "verdict"]);
    });
}"""
"""Starts the engine; afterwards `ask` returns the milliseconds from an edit to the end of its answers."""

CANCEL: Final = """async ([empty, small]) => {
    await ask(empty);
    const begun = new Promise((resolve) => {
        const onPart = ({type}) => { if (type === "progress") resolve(); };
        connection.ask("complete", {seed: 1}, onPart).answer.catch(() => {});
    });
    await begun;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
    return ask(small);
}"""
"""Has clues made, and edits the puzzle meanwhile; returns the milliseconds to the end of the answers to that."""

GENERATE: Final = """async (empty) => {
    await ask(empty);
    const start = performance.now();
    await connection.ask("complete", {seed: 1, difficulty: "moderate"}).answer;
    return performance.now() - start;
}"""

WATCH: Final = """
    globalThis.seen = {shift: 0, cell: null, requests: null};
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({type: "layout-shift", buffered: true});
    new MutationObserver(() => {
        if (seen.cell !== null || !document.querySelector("#board input, #board .letter")) return;
        seen.cell = performance.now();
        seen.requests = performance.getEntriesByType("resource").map(({name}) => name);
    }).observe(document, {childList: true, subtree: true});
"""
"""Notes in `seen` when the first cell is there, in milliseconds since the navigation, and what was asked for before."""

SLOW: Final = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""A connection of 1.6 Mb/s, as that of a phone in the country."""

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def main() -> int:
    """Measure everything, or only the first visits of pages if the argument is "first"."""
    if not (SITE / "sw.js").exists():
        print("the site is not built: make site", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    host = server(SITE, 0)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{host.server_address[1]}/"
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    paths = [*(ROOT / "puzzles").glob("*.toml"), *(ROOT / "puzzles" / "generated").glob("*.toml")]
    documents = {path.stem: document_of(load(path)) for path in sorted(paths)}
    is_short = sys.argv[1:] == ["first"]
    here = {} if is_short else asyncio.run(native_times(documents))  # before Playwright has an event loop of its own
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, headless=True, args=list(ARGUMENTS))
        show("first visit, compressed", download_size() / 1e6, "MB", 8)
        first_pages(browser, address)
        if not is_short:
            measure(browser, address, documents, here)
        browser.close()
    host.shutdown()
    return 0


def measure(browser: Any, address: str, documents: dict[str, Any], here: dict[str, float]) -> None:
    """Print the figures of the engine, as they come; `here` are the native times."""
    connection = script_of(sources(), "page/connection.js")
    context = browser.new_context()
    for visit, most in (("first", 3.0), ("second", 1.5)):
        page = context.new_page()
        page.goto(f"{address}shipped.html")
        page.wait_for_timeout(6000)  # until the service worker has kept everything
        before = processor_seconds()
        page.evaluate(f"(() => {{ {connection}; globalThis.module = module; }})()")
        page.evaluate(OPEN)
        show(f"engine ready on the {visit} visit, processor", processor_seconds() - before, "s", most)
        if visit == "first":
            page.wait_for_timeout(3000)  # until the memory of Python is kept
            page.close()
    keystrokes(page, documents["mit-2013"])
    solving(page, documents, here)
    empty = {"puzzle": {"clues": {"rows": [[]] * 5, "columns": [[]] * 5}, "alphabet": "A-Z"}}
    page.evaluate("ask", documents["hello"])
    show("generate a moderate 5 x 5", page.evaluate(GENERATE, empty) / 1000, "s", 3)
    large = {"puzzle": {"clues": {"rows": [[]] * 9, "columns": [[]] * 9}, "alphabet": "A-Z"}}
    times = [page.evaluate(CANCEL, [large, documents["hello"]]) for _ in range(CANCELLATIONS)]
    show("from an edit to its answer while clues are made, median", statistics.median(times), "ms", 100)
    show("the same, slowest", max(times), "ms")


def first_pages(browser: Any, address: str) -> None:
    """Show when the first visits of pages come to something, from the navigation on."""
    for name, conditions, most in (("", None, 1.0), (", at 1.6 Mb/s and 150 ms", SLOW, 1.5)):
        page = opened(browser, address, conditions)
        seen = page.evaluate("seen")
        show(f"first page playable{name}", seen["cell"] / 1000, "s", most)
    show("requests before its first cell, with the page itself", 1 + len(seen["requests"]), "", 5)
    page = opened(browser, f"{address}make.html", None)
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    show("Make: first paint", paint / 1000, "s", 1)
    show("Make: its grid is shown", page.evaluate("seen.cell") / 1000, "s", 1)
    page = opened(browser, address, None, **PHONE)
    page.locator("#board input").nth(0).tap()
    page.keyboard.type("AB")
    page.locator("#show-hint").tap()
    page.wait_for_timeout(3000)
    show("layout shift while playing on a phone", page.evaluate("seen.shift"), "", 0.02)


def opened(browser: Any, address: str, conditions: Any, **settings: Any) -> Any:
    """Return a page, opened by somebody who has never been here, as soon as it shows a cell."""
    page = browser.new_context(**settings).new_page()
    page.add_init_script(WATCH)
    if conditions is not None:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", conditions)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => seen.cell !== null")
    page.wait_for_timeout(500)
    return page


def keystrokes(page: Any, document: Any) -> None:
    """Show how long the verdict takes after each of several keystrokes in ten clues."""
    clues = [(family, index) for family, lines in document["puzzle"]["clues"].items() for index in range(len(lines))]
    times = []
    page.evaluate("ask", document)
    for number in range(KEYSTROKES):
        family, index = clues[7 * (number // 4) % len(clues)]
        changed = json.loads(json.dumps(document))
        line = changed["puzzle"]["clues"][family][index]
        line[0] = line[0] + "|" + "ABCD"[: number % 4]
        times.append(page.evaluate("ask", changed))
    show("verdict after a keystroke, median", statistics.median(times), "ms", 100)
    show("the same, 95 %", quantile(times, 0.95), "ms", 250)


def solving(page: Any, documents: dict[str, Any], here: dict[str, float]) -> None:
    """Show how many times longer than here the verdicts on all puzzles take."""
    there = {name: min(page.evaluate("ask", document) for _ in range(3)) for name, document in documents.items()}
    mean = exp(statistics.mean(log(there[name] / here[name]) for name in documents))
    show(f"verdicts on {len(documents)} puzzles, times the native time, geometric mean", mean, "", 2.5)
    show("the sum of their times there", sum(there.values()) / 1000, "s")
    show("the sum of their times here", sum(here.values()) / 1000, "s")


async def native_times(documents: dict[str, Any]) -> dict[str, float]:
    """Return the milliseconds that the same session takes in this process for each document."""
    ends = asyncio.Event()

    def take(text: str) -> None:
        if json.loads(text)["type"] in ("done", "refusal"):
            ends.set()

    send = in_worker.start(take, lambda *_: None, lambda text: None)
    times: dict[str, float] = {}
    revision = 0
    for name, document in documents.items():
        for _ in range(3):
            revision += 1
            ends.clear()
            start = perf_counter()
            edit = {"type": "edit", "revision": revision, "document": document, "want": ["layout", "parse", "verdict"]}
            send(json.dumps(edit))
            await ends.wait()
            times[name] = min(times.get(name, 1e9), (perf_counter() - start) * 1000)
    return times


def download_size() -> int:
    """Return the bytes of all files that the service worker keeps, as hosts that pack texts send them."""
    text = (SITE / "sw.js").read_text("utf-8")
    match = re.search(r"^const \{[^}]*\} = (\{.*\});", text, re.M)
    assert match is not None, "the build writes the settings there"
    settings = json.loads(match[1])
    return sum(
        len(data) if name.endswith(".part") else len(gzip.compress(data, 6))
        for name in (*settings["first"], *settings["later"])
        for data in [(SITE / name).read_bytes()]
    )


def processor_seconds() -> float:
    """Return the seconds of the processor that all processes below this one have used."""
    parents, used = {}, {}
    for each in Path("/proc").iterdir():
        if each.name.isdecimal():
            try:
                fields = (each / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(each.name)] = int(fields[1])
            used[int(each.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_below(process: int) -> bool:
        while process := parents.get(process, 0):
            if process == os.getpid():
                return True
        return False

    return sum(seconds for process, seconds in used.items() if is_below(process))


def quantile(values: Iterable[float], share: float) -> float:
    ordered: Sequence[float] = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show(what: str, value: float, unit: str, most: float | None = None) -> None:
    """Print a figure, with what it should be at most."""
    goal = "" if most is None else f"  (at most {most:g}{', missed' if value > most else ''})"
    print(f"{what:72} {value:8.2f} {unit}{goal}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
