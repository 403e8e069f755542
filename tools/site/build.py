"""The whole site as one folder of static files.

In: `site/`, the package, the documentation, Python for browsers.  Out: the files, by their paths below the site.

    *.html             the pages: those of `site/`, and make.html, which is the page of `satcross studio`
    p/, day/, mini/    a page for each puzzle of the gallery, and for the long puzzle and the mini of each day
    js/, page/         a script for each kind of page (`tools.site.bundles`)
    puzzles/           the puzzles to play (`tools.site.content`)
    engine/            the worker, and Python
    docs/              the documentation
    shipped.html       what all this is made of
    sw.js              the service worker, with the hash of each file
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final

from satcross.puzzle.shapes import rectangle
from satcross.studio.shape import layout_of
from tools.site.bundles import bundled
from tools.site.content import RatedPuzzle, content, published, puzzles_of_days, site_navigation
from tools.site.downloads import FONTS, PYODIDE, ROOT, SOURCES
from tools.site.pages import DOCS_POLICY, not_found, with_head
from tools.site.python_parts import Parts, lock_info
from tools.site.shipped import licence_texts, shipped, shipped_rows

PACKAGE: Final = ROOT / "satcross"
_SKIP: Final = re.compile(rb'<a class="skip-to-content.*?</a>', re.S)
_BODY: Final = re.compile(rb"<body[^>]*>")
_OF_DAY: Final = re.compile(r"puzzles/(mini-)?(\d{4}-\d\d-\d\d)\.json")
CARDS: Final = "cards/"
"""The folder of the pictures that other hosts show with a link."""

SERVED: Final = (".html", ".css", ".js", ".svg", ".png", ".json", ".webmanifest", ".txt")
"""Endings of the files of `site/` that belong to the site."""

ALPHABETS: Final = ("latin", "latin-ext", "greek", "cyrillic")
"""The parts of the font of letters and clues, of which a page loads those that it needs."""

OURS: Final = ("package.json", "package-lock.json")
BUILT_LATER: Final = "VERSION_OF_THE_ENGINE"
"""Stands in engine/parts.js where the version comes."""


def site_files(
    parts: Parts, docs: Path | None, days: int = 0, address: str = "", report: Callable[[str], None] = lambda text: None
) -> dict[str, bytes]:
    """Return the files of the site, by their paths.

    Args:
        docs: The folder with the documentation, if it is to be part of the site.
        days: How many days from today on get a puzzle of their own.
        address: That of the site, with a slash at its end; "" if it is not known.
        report: Called with a line of text for each thing that takes long.
    """
    of_days = puzzles_of_days(date.today(), days, report=report)
    report("hints and difficulty of the gallery")
    gallery = published()
    report("pages and pictures")
    files = page_files(gallery, of_days, address) | _engine(parts) | licence_texts()
    rows = shipped_rows(shipped(has_docs=docs is not None))
    files["shipped.html"] = files["shipped.html"].replace(b"<!-- shipped -->", rows.encode())
    engine = _version({path: data for path, data in files.items() if path.endswith((".js", ".mjs", ".part"))})
    for path in [each for each in files if each.endswith(".html")]:
        files[path] = with_head(files[path].decode(), engine, "../" * path.count("/")).encode()
    files["engine/parts.js"] = files["engine/parts.js"].replace(BUILT_LATER.encode(), engine.encode())
    files["404.html"] = not_found(address).encode()
    guides = documentation(docs) if docs is not None else {}
    files["sw.js"] = _service_worker(files, guides, engine)
    return files | guides


def page_files(puzzles: list[RatedPuzzle], days: Sequence[RatedPuzzle] = (), address: str = "") -> dict[str, bytes]:
    """Return the pages, their scripts and the puzzles: everything but Python and the documentation.

    Raises:
        RuntimeError: If a script cannot be bundled.
    """
    files = sources()
    pages = {path: data for path, data in files.items() if path.endswith(".html")}
    return bundled(files | content(pages, puzzles, days, address))


def sources() -> dict[str, bytes]:
    """Return the pages, modules and style sheets as they are written, by the paths that they have to each other."""
    return _own() | _shared() | _studio() | {f"fonts/{name}.woff2": font(name) for name in ALPHABETS}


def _own() -> dict[str, bytes]:
    """Return the files of `site/`."""
    return {
        path.relative_to(SOURCES).as_posix(): path.read_bytes()
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in SERVED and path.name not in OURS and "node_modules" not in path.parts
    }


def _shared() -> dict[str, bytes]:
    """Return the modules, style sheets and parts of pages that other sites have too."""
    return {
        f"{'js/' if path.suffix == '.js' else ''}{path.name}": path.read_bytes()
        for path in sorted((PACKAGE / "site" / "page").iterdir())
        if path.suffix in (".js", ".css", ".svg")
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
    layout = json.dumps(layout_of(rectangle(rows=5, columns=5), 0), ensure_ascii=False, separators=(",", ":"))
    head = (
        '<head>\n<meta name="satcross-isolated">\n'
        f'<script type="application/json" id="first-layout">{layout}</script>\n'
    )
    return files | {"make.html": page.replace("<head>\n", head, 1).encode()}


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


def font(alphabet: str) -> bytes:
    """Return a part of JetBrains Mono, as WOFF2; b"" if it has not been downloaded."""
    path = FONTS / "files" / f"jetbrains-mono-{alphabet}-wght-normal.woff2"
    return path.read_bytes() if path.exists() else b""


def documentation(folder: Path) -> dict[str, bytes]:
    """Return the pages that Sphinx has made, each with the way back to the site."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith((".", "_sources/")) and name != "objects.inv":
            data = path.read_bytes()
            files[f"docs/{name}"] = _in_frame(data, name) if name.endswith(".html") else data
    return files


def _in_frame(page: bytes, name: str) -> bytes:
    """Return a page of the documentation with its Content-Security-Policy, and with the navigation of the site.

    Its link "Skip to content" goes, because that navigation has one.
    """
    policy = f'<head><meta http-equiv="Content-Security-Policy" content="{DOCS_POLICY}">'
    root = "../" * (1 + name.count("/"))
    frame = f'<link rel="stylesheet" href="{root}docs.css">\n{site_navigation("", root, "furo-main-content")}'.encode()
    page = _SKIP.sub(b"", page.replace(b"<head>", policy.encode(), 1), count=1)
    return _BODY.sub(lambda match: match[0] + frame, page, count=1)


def _version(files: Mapping[str, bytes]) -> str:
    """Return a hash of these files."""
    every = sha256()
    for path, data in sorted(files.items()):
        every.update(f"{path}\0{len(data)}\0".encode() + data)
    return every.hexdigest()[:16]


def _service_worker(files: Mapping[str, bytes], guides: Mapping[str, bytes], engine: str) -> bytes:
    """Return sw.js with the versions, and with the files and their hashes.

    Pages of single puzzles, earlier days and the documentation are kept when they are read, pictures for other hosts
    never.
    """
    every = {path: data for path, data in (files | guides).items() if path != "sw.js"}
    hashes = {path: f"sha256-{b64encode(sha256(data).digest()).decode()}" for path, data in every.items()}
    today = date.today().isoformat()
    past = [path for path in every if (found := _OF_DAY.fullmatch(path)) and found[2] < today]
    asked = [path for path in every if path.startswith(("docs/", "p/", "day/", "mini/"))] + past
    later = [path for path in every if path.endswith((".part", ".asm.mjs"))]
    first = [path for path in files if path in every and path not in {*asked, *later} and not path.startswith(CARDS)]
    settings = {
        "version": _version(every),
        "engine": engine,
        **{
            name: {path: hashes[path] for path in paths}
            for name, paths in (("first", first), ("later", later), ("asked", asked))
        },
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
