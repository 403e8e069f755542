"""The site in Chromium, and the same work in this process: python -m bench.site (make site, first).

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

from satcross.puzzle.files import load
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

PLAYABLE: Final = """() => {
    const own = performance.getEntriesByType("resource").filter(({name}) => !name.includes("/engine/"));
    return performance.now() - Math.max(...own.map(({responseEnd}) => responseEnd));
}"""


def main() -> int:
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
    here = asyncio.run(native_times(documents))  # before Playwright has an event loop of its own
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, headless=True, args=list(ARGUMENTS))
        measure(browser, address, documents, here)
        browser.close()
    host.shutdown()
    return 0


def measure(browser: Any, address: str, documents: dict[str, Any], here: dict[str, float]) -> None:
    """Print the figures, as they come; `here` are the native times."""
    show("first visit, compressed", download_size() / 1e6, "MB", 9)
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.locator("#board input").first.wait_for()
    show("first page playable after its last byte", page.evaluate(PLAYABLE) / 1000, "s", 1)
    page.close()
    connection = script_of(sources(), "page/connection.js")
    for visit, most in (("first", 3.0), ("second", 1.5)):
        context = browser.new_context() if visit == "first" else context
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
