"""A stencil shows what the function it was made from shows, whatever the letters."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from random import Random

import pytest

from satcross.cli.answers import json_solution
from satcross.cli.stencil import Stencil
from satcross.model import Puzzle, Solution
from satcross.pictures.text import Style, draw, text_of
from satcross.puzzle.shapes import NamedLine, hexagon, lines, rectangle

PUZZLES = [
    rectangle(rows=["", "100%|A"], columns=["", "", ""], holes=[(1, 2)]),
    rectangle(rows=[""] * 30, columns=[""] * 12),
    hexagon(horizontal=5, rising=5, falling=5),
    lines([NamedLine(["a", "b", "a"], "X..", "1%0"), NamedLine(["b", "c"], "..")], cells=["d"]),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.shape.kind} {len(puzzle.cells)}")
@pytest.mark.parametrize("form", ["text", "ascii", "json"])
def test_a_stencil_shows_the_same(puzzle: Puzzle, form: str) -> None:
    def show(letters: Sequence[str]) -> str:
        if form == "json":
            return dumps(json_solution(Solution(puzzle, tuple(letters))), ensure_ascii=False)
        return text_of(draw(puzzle, letters, style=Style(is_ascii=form == "ascii")))

    random = Random(1)
    stencil = Stencil(len(puzzle.cells), show)
    for alphabet in ("AB", "01%s", "A ", 'A"\\', "A\n\x07", "A漢", "Aé", "A\u0301"):
        letters = tuple(random.choices(alphabet, k=len(puzzle.cells)))
        assert stencil(letters) == show(letters), alphabet
