"""Build the site into build/site, or show it: python -m tools.site [--serve]."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic
from typing import Final

from tools.site.build import site_files, write
from tools.site.downloads import ROOT, DownloadError, fetch
from tools.site.python_parts import built_parts
from tools.site.serving import server

SITE: Final = ROOT / "build" / "site"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--docs", type=Path, help="the folder with the documentation, as Sphinx has made it")
    parser.add_argument("--serve", action="store_true", help="show the site that is there, and build nothing")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--below", default="/", help="the path at which the site is shown, such as /satcross/")
    days = "days from today on that get a puzzle of their own, which takes some seconds each (default: 40)"
    parser.add_argument("--days", type=int, default=40, help=days)
    parser.add_argument("--address", default="", help="where the site will be, for links that show a picture elsewhere")
    asked = parser.parse_args()
    if asked.serve:
        below = f"/{asked.below.strip('/')}/".replace("//", "/")
        print(f"http://127.0.0.1:{asked.port}{below}", flush=True)
        server(SITE, asked.port, below).serve_forever()
    begun = monotonic()

    def report(text: str) -> None:
        print(f"{monotonic() - begun:6.0f} s  {text}", file=sys.stderr, flush=True)

    try:
        report("Pyodide, esbuild and wheels")
        fetch()
    except DownloadError as error:
        print(f"the site cannot be built: {error}", file=sys.stderr)
        return 1
    report("Python for browsers")
    parts = built_parts()
    address = asked.address and asked.address.rstrip("/") + "/"
    files = site_files(parts, asked.docs, asked.days, address, report)
    write(files, SITE)
    print(f"{SITE}: {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
