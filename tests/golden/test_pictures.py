"""The reference pictures in docs/pictures: what is drawn today is what was looked at and accepted.

`make accept` draws them again; look at them before you commit.  Numbers may differ in the second decimal, because the
last bits of sines differ between machines.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from satcross import load
from satcross.pictures.picture import candidates, overlaid
from satcross.pictures.rendering import render
from satcross.puzzle import Puzzle
from satcross.puzzle.colors import hidden_letters
from satcross.solver.solutions import Search
from satcross.words.files import write_as
from satcross.words.template import Template
from tests.pictures.samples import crossword, cube, fifteen, hebrew, irregular, long_clues, triangle
from tools.generated_puzzles import RECIPES

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def own(name: str) -> Puzzle:
    return load(ROOT / "puzzles" / f"{name}.toml")


def half() -> Puzzle:
    """Return the puzzle of the 2013 MIT Mystery Hunt without its falling clues."""
    whole = own("mit-2013")
    lines = [line._replace(clues=()) if line.name.startswith("falling") else line for line in whole.lines]
    return whole._replace(lines=tuple(lines))


def generated(name: str) -> Callable[[], bytes]:
    return lambda: render(own(f"generated/{name}"))


def without_letters(puzzle: Puzzle) -> bytes:
    return render(puzzle, letters=hidden_letters(puzzle, puzzle.expected[0]))


def solved(puzzle: Puzzle, limit: int = 1) -> bytes:
    letters, differing = overlaid(list(Search(puzzle, limit=limit)))
    return render(puzzle, letters=letters, differing=differing)


FILLED = ["CAT#S", "#RATE", "TESTS", "AIDE#", "R#ERA"]

REFERENCES = {
    **{f"generated-{name}": generated(name) for name in RECIPES},
    "hexagon": lambda: render(own("mit-2013")),
    "hexagon-solution": lambda: solved(own("mit-2013")),
    "hexagon-candidates": lambda: render(half(), letters=candidates(half()) or ()),
    "hexagon-irregular": lambda: render(irregular()),
    "rectangle": lambda: render(own("sator")),
    "rectangle-differences": lambda: solved(own("latin"), limit=2),
    "rectangle-fifteen": lambda: render(fifteen()),
    "rectangle-long-clues": lambda: render(long_clues()),
    "rectangle-diagonals": lambda: render(own("draw")),
    "rectangle-colours": lambda: solved(own("smile")),
    "rectangle-hidden-letters": lambda: without_letters(own("toadstool")),
    "rectangle-hebrew": lambda: render(hebrew()),
    "rectangle-blocks": lambda: write_as(Template(tuple(FILLED)), "svg"),
    "triangle": lambda: render(own("triangle")),
    "lines-triangle": lambda: render(triangle()),
    "lines-star": lambda: render(own("star")),
    "lines-crossword": lambda: render(crossword()),
    "lines-barred": lambda: render(own("barred")),
    "lines-box": lambda: render(own("box")),
    "lines-cube": lambda: render(cube()),
}


@pytest.mark.parametrize("name", REFERENCES)
def test_the_picture_is_the_one_in_the_docs(name: str) -> None:
    drawn = REFERENCES[name]().decode()
    file = PICTURES / f"{name}.svg"
    if os.environ.get("ACCEPT"):
        file.write_text(drawn, encoding="utf-8", newline="\n")
    kept = file.read_text(encoding="utf-8")
    assert NUMBER.sub("0", drawn) == NUMBER.sub("0", kept)
    numbers = [[float(number) for number in NUMBER.findall(text)] for text in (drawn, kept)]
    assert numbers[0] == pytest.approx(numbers[1], abs=0.021)


def test_every_picture_in_the_docs_is_shown_on_its_page() -> None:
    shown = set(re.findall(r"\(pictures/([\w-]+)\.svg\)", _text("pictures.md") + _text("gallery.md")))
    terminal = {file.stem for file in PICTURES.glob("play-*.svg")}  # tests/play/test_app.py draws these
    assert shown == set(REFERENCES) == {file.stem for file in PICTURES.glob("*.svg")} - terminal
    page = _text("how-to/play-in-the-terminal.md")
    assert set(re.findall(r"\(\.\./pictures/([\w-]+)\.svg\)", page)) == terminal
    pages = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("pictures.md", "studio.md"))
    screenshots = set(re.findall(r"\(pictures/([\w-]+)\.png\)", pages))
    assert screenshots == {file.stem for file in PICTURES.glob("*.png")}


def _text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")
