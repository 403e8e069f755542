"""Pictures of each page of the built site: python -m tools.site.screenshots [NAME ...] (make site, first).

In: `build/site`.  Out: `build/screenshots/NAME-WIDTH-SCHEME.png` for four widths, in light and in dark colours, for
people to look at.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Any, Final

from satcross import load
from satcross.puzzle.files import to_text
from tools.site.downloads import ROOT
from tools.site.serving import server

SITE: Final = ROOT / "build" / "site"
OUT: Final = ROOT / "build" / "screenshots"
SIZES: Final = ((390, 844), (768, 1024), (1366, 768), (1920, 1080))
SCHEMES: Final = ("light", "dark")
SETTLED: Final = 1500
"""Milliseconds in which a page has shown what it has to show; those that start satcross take six times as long."""

PAGES: Final = {
    "today": "",
    "puzzle": "p/owl.html",
    "gallery": "gallery.html",
    "solve": "solve.html",
    "solved": f"solve.html{to_text(load(ROOT / 'puzzles' / 'hexagon.toml'), 'link').strip()}",
    "make": "make.html",
    "learn": "learn.html",
    "message": "learn/message.html",
    "record": "record.html",
    "shipped": "shipped.html",
    "docs": "docs/index.html",
    "broken": "#name=zzz",
}
"""The address of each page below the site."""


def main(names: list[str]) -> int:
    """Picture these pages; all of them if there are no names."""
    if not (SITE / "sw.js").exists():
        print("the site is not built: make site", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    host = server(SITE, 0)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{host.server_address[1]}/"
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    OUT.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for width, height in SIZES:
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=width < 800,
                    service_workers="block",
                )  # fmt: skip
                for name in names or PAGES:
                    photograph(context.new_page(), address + PAGES[name], OUT / f"{name}-{width}-{scheme}.png")
                context.close()
        browser.close()
    host.shutdown()
    print(OUT)
    return 0


def photograph(page: Any, address: str, path: Path) -> None:
    page.goto(address)
    page.wait_for_timeout(6 * SETTLED if "solve.html#" in address or "make.html" in address else SETTLED)
    page.screenshot(path=path)
    page.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
