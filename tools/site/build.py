"""The whole site as one folder of static files.

In: `site/`, the package, the documentation, Python for browsers.  Out: the files, by their paths below the site.

    *.html             the pages: those of `site/`, and make.html, which is the page of `satcross studio`
    page/, player/     the modules of that page, and of the page to play on
    puzzles/           the puzzles to play (`tools.site.content`)
    engine/            the worker, and Python
    docs/              the documentation
    shipped.html       what all this is made of
    sw.js              the service worker, with the hash of each file
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final

from tools.site.content import PublishedPuzzle, content, published, puzzles_of_days
from tools.site.downloads import PYODIDE, ROOT, SOURCES
from tools.site.pages import DOCS_POLICY, player_script, policy, with_head
from tools.site.python_parts import Parts, lock_info
from tools.site.shipped import licence_texts, shipped, shipped_rows

PACKAGE: Final = ROOT / "satcross"
SERVED: Final = (".html", ".css", ".js", ".svg", ".png", ".json", ".webmanifest", ".txt")
"""Endings of the files of `site/` that belong to the site."""

OURS: Final = ("package.json", "package-lock.json")
BUILT_LATER: Final = "VERSION_OF_THE_SITE"
"""Stands in sw.js where the version comes."""


def site_files(parts: Parts, docs: Path | None, days: int = 0) -> dict[str, bytes]:
    """Return the files of the site, by their paths.

    Args:
        docs: The folder with the documentation, if it is to be part of the site.
        days: How many days from today on get a puzzle of their own.
    """
    files = page_files(published(), puzzles_of_days(date.today(), days)) | _engine(parts) | licence_texts()
    rows = shipped_rows(shipped(has_docs=docs is not None))
    files["shipped.html"] = files["shipped.html"].replace(b"<!-- shipped -->", rows.encode())
    version = _version(files)
    allowed = policy(player_script())
    for path in [each for each in files if each.endswith(".html")]:
        root = "../" * path.count("/")
        files[path] = with_head(files[path].decode(), allowed, version, root).encode()
    files["engine/parts.js"] = files["engine/parts.js"].replace(BUILT_LATER.encode(), version.encode())
    guides = _docs(docs) if docs is not None else {}
    files["sw.js"] = _service_worker(files, guides, version, allowed)
    return files | guides


def page_files(puzzles: list[PublishedPuzzle], days: Sequence[PublishedPuzzle] = ()) -> dict[str, bytes]:
    """Return the pages, their scripts and the puzzles: everything but Python and the documentation."""
    files = _sources() | _studio()
    return files | content({path: data for path, data in files.items() if path.endswith(".html")}, puzzles, days)


def _sources() -> dict[str, bytes]:
    """Return the files of `site/`."""
    return {
        path.relative_to(SOURCES).as_posix(): path.read_bytes()
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in SERVED and path.name not in OURS and "node_modules" not in path.parts
    }


def _studio() -> dict[str, bytes]:
    """Return the page of the studio and its modules, and those of the page to play on."""
    folders = {"page": PACKAGE / "studio" / "page", "player": PACKAGE / "pictures" / "page" / "player"}
    files = {
        f"{name}/{path.name}": path.read_bytes()
        for name, folder in folders.items()
        for path in sorted(folder.iterdir())
        if path.suffix in (".js", ".css", ".svg")
    }
    page = (folders["page"] / "index.html").read_text("utf-8")
    return files | {"make.html": page.replace("<head>\n", '<head>\n<meta name="satcross-isolated">\n', 1).encode()}


def _engine(parts: Parts) -> dict[str, bytes]:
    """Return Python, and the table of its parts."""
    files = {f"engine/{name}.part": data for name, data in parts._asdict().items()}
    table = {name: {"file": f"{name}.part", "bytes": len(data)} for name, data in parts._asdict().items()}
    script = (
        "// The parts of which Python consists, with their sizes in bytes; written by tools/site.\n\n"
        f"export const PARTS = {json.dumps(table)};\n"
        f"export const PYTHON = {json.dumps(lock_info())};\n"
        f"export const VERSION = {json.dumps(BUILT_LATER)};\n"
    )
    scripts = {f"engine/{name}": (PYODIDE / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs")}
    return files | scripts | {"engine/parts.js": script.encode()}


def _docs(folder: Path) -> dict[str, bytes]:
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith((".", "_sources/")) and name != "objects.inv":
            data = path.read_bytes()
            if name.endswith(".html"):
                data = data.replace(
                    b"<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{DOCS_POLICY}">'.encode(), 1
                )
            files[f"docs/{name}"] = data
    return files


def _version(files: Mapping[str, bytes]) -> str:
    """Return a hash of all that the pages consist of."""
    every = sha256()
    for path, data in sorted(files.items()):
        every.update(f"{path}\0{len(data)}\0".encode() + data)
    return every.hexdigest()[:16]


def _service_worker(files: Mapping[str, bytes], guides: Mapping[str, bytes], version: str, allowed: str) -> bytes:
    """Return sw.js with the version, and with the files and their hashes."""
    hashes = {path: f"sha256-{b64encode(sha256(data).digest()).decode()}" for path, data in files.items()}
    later = [path for path in files if path.endswith((".part", ".asm.mjs"))]
    settings = {
        "version": version,
        "policy": allowed,
        "first": {path: hashes[path] for path in files if path not in later and path != "sw.js"},
        "later": {path: hashes[path] for path in later},
        "docs": {path: f"sha256-{b64encode(sha256(data).digest()).decode()}" for path, data in guides.items()},
    }
    text = files["sw.js"].decode()
    return text.replace('"SETTINGS"', json.dumps(settings, separators=(",", ":"))).encode()


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files, and remove what else is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
