"""Every puzzle in puzzles/ has exactly the solutions that its file names, and engines confirm them."""

import re
from pathlib import Path

import pytest

import satcross
from satcross import load
from satcross.puzzle import Clue
from satcross.puzzle.kinds import SHAPES
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.matcher import matches
from satcross.regex.syntax.parse import parse

PUZZLES = sorted((Path(__file__).parents[1] / "puzzles").rglob("*.toml"))
named = pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)


@named
def test_it_has_exactly_the_expected_solutions(path: Path) -> None:
    puzzle = load(path)
    found = [solution.letters for solution in satcross.solutions(puzzle)]
    assert puzzle.expects_all
    assert sorted(found) == sorted(puzzle.expected)


@named
def test_the_engine_confirms_the_expected_solutions(path: Path) -> None:
    puzzle = load(path)
    for letters in puzzle.expected:
        for line in puzzle.lines:
            text = "".join(letters[cell] for cell in line.cells)
            for clue in line.clues:
                assert isinstance(clue, Clue)
                read = text[::-1] if clue.is_reversed else text
                if puzzle.dialect == "python":
                    assert re.fullmatch(clue.pattern, read), (line.name, clue.pattern, read)
                else:
                    alphabet = from_text("".join(letters) + clue.pattern)
                    assert matches(lower(parse(clue.pattern, puzzle.dialect), alphabet), read)


@named
def test_it_says_whose_it_is(path: Path) -> None:
    puzzle = load(path)
    assert puzzle.title
    assert puzzle.author
    assert puzzle.licence or puzzle.source


def test_there_is_one_of_every_kind() -> None:
    puzzles = {path.stem: load(path) for path in PUZZLES}
    assert {puzzle.shape.kind for puzzle in puzzles.values()} == set(SHAPES)
    assert {puzzle.dialect for puzzle in puzzles.values()} == {"python", "javascript"}
    regular = {puzzle.shape.sizes[0] for puzzle in puzzles.values() if puzzle.shape.kind == "hexagon"}
    assert {2, 3, 4, 5, 6, 7} <= regular
    assert max(len(puzzle.cells) for puzzle in puzzles.values()) == 225
    assert puzzles["pigeons"].expected == ()
    assert len(puzzles["latin"].expected) == 12


def test_propagation_alone_does_not_solve_the_mirror() -> None:
    mirror = next(path for path in PUZZLES if path.stem == "mirror")
    found = satcross.check(load(mirror))
    assert (found.status, found.was_searched) == ("unique", True)
