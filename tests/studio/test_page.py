"""The page works below any path: its own addresses are relative, and it names no other host."""

import re
from pathlib import Path

import pytest

from tests.studio.client import ROOT

FILES = sorted(
    path
    for folder in ("satcross/studio/page", "satcross/pictures/page/player")
    for path in (ROOT / folder).iterdir()
    if path.suffix in (".html", ".css", ".js")
)

ADDRESS = re.compile(
    r"""(?:\b(?:href|src|action|poster)=|\bfrom\s+|\bimport\s*\(?\s*|\burl\(|\bfetch\(|\bnew\ URL\()\s*["'`]?"""
    r"""(?P<address>[^"'`)\s>]+)""",
    re.VERBOSE,
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_addresses_of_the_page_are_relative(path: Path) -> None:
    addresses = [found["address"] for found in ADDRESS.finditer(path.read_text("utf-8"))]
    assert not [each for each in addresses if each.startswith("/") or "//" in each]


def test_the_page_has_addresses() -> None:
    found = {path.name: len(ADDRESS.findall(path.read_text("utf-8"))) for path in FILES}
    assert found["index.html"] >= 4
    assert found["main.js"] >= 10
