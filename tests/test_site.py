"""The site of the documentation, as far as it can be tested without Sphinx; `make docs` refuses every warning."""

import re
from pathlib import Path

import satcross
from satcross import api
from tests.transcript import ROOT
from tools.api_page import ERRORS, PAGES, sections
from tools.gallery import write_gallery


def test_every_exported_name_is_on_the_page_of_the_api_once() -> None:
    names = [name for found in sections().values() for name in found]
    assert sorted(names) == sorted(api.__all__)
    assert "SatcrossError" in sections()[ERRORS]


def test_the_gallery_shows_each_puzzle_with_a_page_to_play_it_on(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    satcross.save(satcross.rectangle(rows=["A"], columns=["A"], title="A & B"), puzzles / "one.toml")
    satcross.save(satcross.load(ROOT / "puzzles" / "generated" / "knot.toml"), puzzles / "a-hard-one.toml")
    satcross.save(satcross.rectangle(rows=["A|B"], columns=1, title="Two"), puzzles / "a-draw.toml")
    write_gallery(puzzles, tmp_path, tmp_path)
    page = (tmp_path / "puzzles.md").read_text("utf-8")
    assert "### A &amp; B\n\nRectangle, 1 x 1, one cell. Gentle," in page
    assert re.findall("^##+ (.*)", page, re.M) == ["Gentle", "A &amp; B", "Hard", "Hard to undo", "Not rated", "Two"]
    assert 'src="../play/one.html"' in page
    assert (tmp_path / "play" / "one.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert (tmp_path / "play" / "one.svg").exists()


def test_every_heading_of_the_package_has_a_page() -> None:
    assert set(sections()) <= set(PAGES)
