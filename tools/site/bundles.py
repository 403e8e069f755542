"""The scripts and style sheets of the site, each bundled into one file by esbuild (npm).

In: the modules and style sheets as they are written.  Out: a script for each module that a page or a worker starts
with, which holds all that it imports, and a style sheet for each kind of page.  So a page asks for one script and one
style sheet, and play loads nothing of the studio.  Equal sources give equal bytes.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.site.downloads import SOURCES

ESBUILD: Final = SOURCES / "node_modules" / "esbuild" / "bin" / "esbuild"
STYLES: Final = {
    "site.css": ("player/player.css", "fonts.css", "frame.css", "pages.css", "site.css"),
    "make.css": ("player/player.css", "page/studio.css", "fonts.css", "frame.css", "pages.css", "site.css"),
    "docs.css": ("fonts.css", "frame.css", "docs.css"),
}
"""The style sheets of the site, with the parts of each."""

ALONE: Final = ("engine/worker.js", "engine/between.js", "js/engine.js")
"""Modules that a worker or an empty page starts with, or that a page loads later."""

EVERYWHERE: Final = "engine/offline.js"
"""The module that each page needs."""

OTHERS: Final = ("*/parts.js", "*/pyodide.mjs", "./engine.js", "*.woff2")
"""What is written later, or comes from others, and stays a file of its own."""

_SCRIPT: Final = re.compile(r'<script type="module" src="([^"]+)">')
_EARLY: Final = re.compile(r'<script data-early="([^"]+)"></script>')
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="[^"]*">\n?')


def bundled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the same site with bundles in place of its modules and style sheets.

    Raises:
        RuntimeError: If a module cannot be read; the message is that of esbuild.
    """
    pages = {path: data.decode() for path, data in files.items() if path.endswith(".html")}
    sources = {path: data for path, data in files.items() if path.endswith((".js", ".css")) and path != "sw.js"}
    addresses = {address for text in pages.values() for address in _SCRIPT.findall(text)}
    scripts = {
        path: f'import "../from/{path}"; import "../from/{EVERYWHERE}";'
        for path in sorted(address.removeprefix("../") for address in addresses)
    } | {path: f'export * from "../from/{path}";' for path in ALONE}
    styles = {path: "".join(f'@import "./from/{part}";' for part in parts) for path, parts in STYLES.items()}
    kept = {path: data for path, data in files.items() if path not in sources}
    styled = {path: _styled(inlined(text, sources), path).encode() for path, text in pages.items()}
    return kept | _bundles(sources, scripts | styles, "--format=esm") | styled


def inlined(page: str, files: Mapping[str, bytes]) -> str:
    """Return a page with the text of each script that has to run before anything else is loaded."""
    return _EARLY.sub(lambda match: f"<script>{script_of(files, match[1]).strip()}</script>", page)


def script_of(files: Mapping[str, bytes], module: str, name: str = "module") -> str:
    """Return a classic script that does what a module does, and gives the variable `name` what it exports."""
    sources = {path: data for path, data in files.items() if path.endswith(".js")}
    start = {"start.js": f'export * from "./from/{module}";'}
    return _bundles(sources, start, "--format=iife", f"--global-name={name}")["start.js"].decode()


def _bundles(sources: Mapping[str, bytes], starts: Mapping[str, str], *options: str) -> dict[str, bytes]:
    """Return a bundle for each of `starts`, which import the sources from the folder `from`."""
    with TemporaryDirectory() as folder:
        tree, made = Path(folder) / "in", Path(folder) / "out"
        for path, data in sources.items():
            _write(tree / "from" / path, data)
        for path, text in starts.items():
            _write(tree / path, text.encode())
        command = [
            str(ESBUILD), *starts, *options, "--bundle", "--minify", "--target=es2022", "--charset=utf8",
            "--legal-comments=none", "--log-level=warning", f"--outdir={made}", "--outbase=.",
            *(f"--external:{each}" for each in OTHERS),
        ]  # fmt: skip
        done = subprocess.run(command, cwd=tree, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise RuntimeError(f"the scripts of the site cannot be bundled: {done.stderr}")
        return {path.relative_to(made).as_posix(): path.read_bytes() for path in sorted(made.rglob("*.*"))}


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _styled(page: str, path: str) -> str:
    """Return a page with the one style sheet that holds all of those that it names."""
    sheet = "make.css" if "page/studio.css" in page else "site.css"
    plain = _STYLE.sub("", page)
    return plain.replace("</head>", f'<link rel="stylesheet" href="{"../" * path.count("/")}{sheet}">\n</head>', 1)
