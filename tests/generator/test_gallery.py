"""The puzzles of the gallery: the command on the first line makes each of them again, and its page is up to date."""

import shlex
from collections import Counter
from pathlib import Path

import pytest

import satcross
from satcross.author.lint import lint
from satcross.generator.examination import FAULTS
from satcross.puzzle import ANY
from tools.generated_puzzles import FOLDER, PAGE, RECIPES, command, make, page

pytestmark = pytest.mark.long

QUICK = ("owl", "orchard", "lynx", "deadline")
"""Those that take about a second."""


@pytest.mark.parametrize("name", RECIPES)
def test_a_puzzle_of_the_gallery_is_unique_and_clean(name: str) -> None:
    path = FOLDER / f"{name}.toml"
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert shlex.split(first.removeprefix("# ")) == command(RECIPES[name])
    puzzle = satcross.load(path)
    assert satcross.check(puzzle._replace(alphabet=ANY)).status == "unique"
    if len(puzzle.cells) < 50:
        assert not {finding.code for finding in lint(puzzle).findings} & FAULTS.keys()


@pytest.mark.parametrize("name", QUICK)
def test_its_command_makes_a_puzzle_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.generated_puzzles.FOLDER", tmp_path)
    make(name, RECIPES[name])
    assert (tmp_path / f"{name}.toml").read_bytes() == (FOLDER / f"{name}.toml").read_bytes()


def test_there_are_five_puzzles_of_each_label_and_shape_but_one_triangle_and_each_says_something() -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    for name, recipe in RECIPES.items():
        puzzle = satcross.load(FOLDER / f"{name}.toml")
        sizes = puzzle.shape.sizes
        shape = "square" if puzzle.shape.kind == "rectangle" and sizes[0] == sizes[1] else puzzle.shape.kind
        label = satcross.difficulty(puzzle).label
        assert f"--difficulty {label} " in f"{recipe.options} "
        kinds[label, shape] += 1
        assert (puzzle.title, puzzle.notes, puzzle.answer) == (recipe.title, recipe.note, recipe.answer)
        assert recipe.answer.lower() not in f"{recipe.title} {recipe.note}".lower()
        assert all(line.clues for line in puzzle.lines)
    assert len(kinds) == 16
    assert all(number == (1 if shape == "triangle" else 5) for (_, shape), number in kinds.items())


@pytest.mark.parametrize(
    ("name", "note", "facts"),
    [
        ("wish", "Three clues can be read at once", {"open": 3}),
        ("loaf", "Read, mark once, and read on", {"marks": 1}),
        ("orchard", "Nineteen cells, fifteen clues", {"cells": 19, "clues": 15}),
    ],
)
def test_what_a_note_says_about_the_solving_is_true(name: str, note: str, facts: dict[str, int]) -> None:
    puzzle = satcross.load(FOLDER / f"{name}.toml")
    explanation = satcross.explain(puzzle)
    difficulty = satcross.difficulty(puzzle)
    known = {
        "open": explanation.steps[0].open_clues,
        "marks": difficulty.marking_rounds,
        "cells": len(puzzle.cells),
        "clues": sum(len(line.clues) for line in puzzle.lines),
    }
    assert note in puzzle.notes
    assert facts.items() <= known.items()


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
