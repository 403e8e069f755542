"""What the site ships of others: Pyodide from npm, and wheels from PyPI, each pinned by its hash.

In: `site/package-lock.json` and `requirements/site.txt`.  Out: folders with the files.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = ROOT / "site"
PYODIDE: Final = SOURCES / "node_modules" / "pyodide"
FONTS: Final = SOURCES / "node_modules" / "@fontsource-variable" / "jetbrains-mono"
CARD_FONT: Final = SOURCES.joinpath(
    "node_modules", "@expo-google-fonts", "jetbrains-mono", "500Medium", "JetBrainsMono_500Medium.ttf"
)
"""The font of letters and clues as TrueType, in which the pictures for other hosts are set."""

WHEELS: Final = ROOT / "build" / "wheels"

PLATFORMS: Final = ("pyemscripten_2026_0_wasm32", "any")
"""The ABI of the Pyodide that is pinned (`abi_version` in its `pyodide-lock.json`), and wheels of Python only."""


class DownloadError(Exception):
    """Something cannot be had; the message says what, and why."""


def fetch() -> None:
    """Download what the site ships, unless it is there.  Raises DownloadError."""
    if not _is_newer(PYODIDE / "package.json", SOURCES / "package-lock.json") or not CARD_FONT.exists():
        options = ("--silent", "--no-audit", "--no-fund", "--ignore-scripts")
        _run("Pyodide", "npm", "ci", *options, "--prefix", str(SOURCES))
        (PYODIDE / "package.json").touch()
    fetch_wheels("site", WHEELS)


def fetch_wheels(name: str, folder: Path) -> None:
    """Download the wheels that `requirements/NAME.txt` lists, unless they are there.  Raises DownloadError."""
    wanted = ROOT / "requirements" / f"{name}.txt"
    wheels = list(folder.glob("*.whl"))
    if wheels and all(_is_newer(each, wanted) for each in wheels):
        return
    for each in wheels:
        each.unlink()
    platforms = [word for each in PLATFORMS for word in ("--platform", each)]
    _run("the wheels", sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps",
         "--only-binary", ":all:", "--python-version", "3.14", *platforms, "--require-hashes", "-r", str(wanted),
         "-d", str(folder))  # fmt: skip
    for each in folder.glob("*.whl"):
        each.touch()


def _is_newer(path: Path, than: Path) -> bool:
    return path.exists() and path.stat().st_mtime >= than.stat().st_mtime


def _run(what: str, *command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        raise DownloadError(f"{command[0]} is needed for {what}, and is not installed") from None
    if done.returncode:
        raise DownloadError(f"{what} cannot be downloaded: {done.stderr.strip() or done.stdout.strip()}")
