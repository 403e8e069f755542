"""What the site consists of: versions, sources and licences.

In: what was downloaded.  Out: the rows of the table of `site/shipped.html`, and the texts of licences that came
with it, below `licences/`.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Final, NamedTuple
from zipfile import ZipFile

from satcross import __version__
from tools.site.downloads import FONTS, PYODIDE, ROOT, SOURCES, WHEELS


class SitePart(NamedTuple):
    """Something that the site consists of.

    Attributes:
        source: The address of its source text, or "" if that is where the site was built.
        pinned: The hash of the file that was downloaded, or "" for what comes inside another one.
        text: The path of its licence on the site, or "".
    """

    name: str
    version: str
    licence: str
    source: str
    pinned: str = ""
    text: str = ""


INSIDE_PYODIDE: Final = (
    ("Emscripten's runtime", "MIT or NCSA", "https://github.com/emscripten-core/emscripten"),
    ("musl", "MIT", "https://musl.libc.org"),
    ("zlib", "Zlib", "https://zlib.net"),
    ("bzip2", "bzip2-1.0.6", "https://sourceware.org/bzip2/"),
    ("zstd", "BSD-3-Clause", "https://github.com/facebook/zstd"),
    ("libffi", "MIT", "https://github.com/libffi/libffi"),
    ("mpdecimal", "BSD-2-Clause", "https://www.bytereef.org/mpdecimal/"),
    ("Expat", "MIT", "https://libexpat.github.io"),
)
"""Libraries that are linked into Pyodide's WebAssembly."""

INSIDE_PYTHON_SAT: Final = (
    ("CaDiCaL", "MIT", "https://github.com/arminbiere/cadical"),
    ("Glucose", "MIT, with a licence of its own for parallel versions", "https://github.com/audemard/glucose"),
    ("Lingeling", "MIT", "https://github.com/arminbiere/lingeling"),
    ("MapleSAT, MapleCM, MapleLCMDistChronoBT", "MIT", "https://sites.google.com/a/gsd.uwaterloo.ca/maplesat/"),
    ("MergeSat", "MIT", "https://github.com/conp-solutions/mergesat"),
    ("MiniCard", "MIT", "https://github.com/liffiton/minicard"),
    ("MiniSat", "MIT", "https://github.com/niklasso/minisat"),
)
"""Solvers that are linked into the wheel of python-sat; of these the site uses CaDiCaL, Glucose and MiniSat."""

OF_WHEELS: Final = {
    "python-sat": ("MIT", "https://github.com/pysathq/pysat"),
    "six": ("MIT", "https://github.com/benjaminp/six"),
    "tomli": ("MIT", "https://github.com/hukkin/tomli"),
}


def shipped(has_docs: bool) -> list[SitePart]:
    """Return what the site consists of.

    Raises:
        KeyError: For a wheel whose licence nobody has looked up: look it up, and add it to `OF_WHEELS`.
    """
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    packages = json.loads((SOURCES / "package-lock.json").read_text("utf-8"))["packages"]
    locked, fonts = packages["node_modules/pyodide"], packages["node_modules/@fontsource-variable/jetbrains-mono"]
    pyodide = f"https://github.com/pyodide/pyodide/tree/{locked['version']}"
    made = [
        SitePart("satcross", __version__, "MIT", "", text="licences/satcross.txt"),
        SitePart("Pyodide", locked["version"], "MPL-2.0", pyodide, locked["integrity"]),
        SitePart("CPython", info["python"], "PSF-2.0", f"https://github.com/python/cpython/tree/v{info['python']}"),
        SitePart(
            "JetBrains Mono",
            fonts["version"],
            "OFL-1.1",
            "https://github.com/JetBrains/JetBrainsMono",
            fonts["integrity"],
            "licences/jetbrains-mono.txt",
        ),
        *[SitePart(name, "in Pyodide", licence, source) for name, licence, source in INSIDE_PYODIDE],
    ]
    requirements = (ROOT / "requirements" / "site.txt").read_text("utf-8")
    pins = re.findall(r"^([\w-]+)==(\S+) \\\n\s+--hash=(\S+)", requirements, re.M)
    for name, version, pinned in pins:
        licence, source = OF_WHEELS[name]
        made.append(SitePart(name, version, licence, source, pinned, f"licences/{name}.txt"))
    made += [SitePart(name, "in python-sat", licence, source) for name, licence, source in INSIDE_PYTHON_SAT]
    if has_docs:
        made.append(SitePart("Furo", "in the documentation", "MIT", "https://github.com/pradyunsg/furo"))
        made.append(SitePart("Sphinx", "in the documentation", "BSD-2-Clause", "https://github.com/sphinx-doc/sphinx"))
    return made


def licence_texts() -> dict[str, bytes]:
    """Return the texts of licences by their paths on the site: ours, and those in the wheels."""
    texts = {
        "licences/satcross.txt": (ROOT / "LICENSE").read_bytes(),
        "licences/jetbrains-mono.txt": (FONTS / "LICENSE").read_bytes(),
    }
    for wheel in sorted(WHEELS.glob("*.whl")):
        with ZipFile(wheel) as archive:
            names = [each for each in archive.namelist() if re.search(r"dist-info/(licenses/)?LICENSE", each)]
            name = wheel.name.split("-")[0].replace("_", "-")
            texts[f"licences/{name}.txt"] = b"\n".join(archive.read(each) for each in names)
    return texts


def shipped_rows(items: list[SitePart]) -> str:
    """Return the rows of the table of `site/shipped.html`."""
    return "\n".join(map(_row, items))


def _row(item: SitePart) -> str:
    source = _link(item.source, item.source.removeprefix("https://"))
    return (
        f'<tr><th scope="row">{escape(item.name)} <span class="note">{escape(item.version)}</span></th>'
        f"<td>{_link(item.text, item.licence)}</td><td>{source} <code>{escape(item.pinned)}</code></td></tr>"
    )


def _link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>' if address else escape(text)
