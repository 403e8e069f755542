"""Clues change in place; comments and everything else in the file stay."""

from random import Random

import pytest

import satcross
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.files import toml_format
from satcross.puzzle.files.toml_edits import edited
from satcross.puzzle.files.toml_format import value_spans

SQUARE = """\
# a comment
title = "It's [mine]"  # another, with "quotes" and 'quotes'
given = { "1,1" = "A" }
[clues]
rows = [
  'A.',   # the first
  ["B*", '.+'],
]
columns = ['', { regex = 'A|B', reversed = true }]
"""

LINES = """\
shape = "lines"
[[line]]
name = "top"
cells = ["a", "b"]
clues = 'AB' # here
[[line]]
cells = ["b", "c"]
"""


def with_clue(puzzle: Puzzle, line: int, *clues: Clue) -> Puzzle:
    lines = list(puzzle.lines)
    lines[line] = lines[line]._replace(clues=clues)
    return puzzle._replace(lines=tuple(lines))


@pytest.mark.parametrize(
    ("text", "line", "clues", "before", "after"),
    [
        (SQUARE, 0, [Clue("AB")], "'A.'", "'AB'"),
        (SQUARE, 0, [Clue("A'")], "'A.'", '"A\'"'),
        (SQUARE, 1, [Clue("B*"), Clue(".")], "'.+'", "'.'"),
        (SQUARE, 1, [Clue(r"\d")], """["B*", '.+']""", r"'\d'"),
        (SQUARE, 1, [], """["B*", '.+']""", '""'),
        (SQUARE, 2, [Clue("AB")], "['',", "['AB',"),
        (SQUARE, 3, [Clue("A", True)], "{ regex = 'A|B', reversed = true }", '{ regex = "A", reversed = true }'),
        (LINES, 0, [Clue("A.")], "'AB'", "'A.'"),
        ("[clues]\nrows = 2 # two\ncolumns = 2\n", 1, [Clue("A")], "rows = 2", 'rows = ["", "A"]'),
    ],
)
def test_only_the_clue_changes(text: str, line: int, clues: list[Clue], before: str, after: str) -> None:
    puzzle = toml_format.read(text)[0].puzzle
    changed = with_clue(puzzle, line, *clues)
    assert text.count(before) == 1
    found = edited(text, changed)
    assert found == text.replace(before, after)
    assert toml_format.read(found)[0].puzzle == changed


def test_a_line_without_place_for_a_clue_gets_one() -> None:
    changed = with_clue(toml_format.read(LINES)[0].puzzle, 1, Clue("A+"))
    assert toml_format.read(edited(LINES, changed))[0].puzzle.lines == changed.lines


@pytest.mark.parametrize("before", ["", "[[solutions]]\nrows = ['BA', 'AB']\n"], ids=["none", "another"])
def test_the_expected_solution_is_written(before: str) -> None:
    text = SQUARE + before
    changed = toml_format.read(text)[0].puzzle._replace(expected=(("A", "B", "B", "B"),), expects_all=True)
    found = toml_format.read(edited(text, changed))[0].puzzle
    assert (found.expected, found.expects_all, found.lines) == (changed.expected, True, changed.lines)


def test_every_clue_of_random_puzzles_can_be_changed() -> None:
    random = Random(1)
    for _ in range(20):
        side = random.randrange(1, 4)
        count = 2 * side - 1
        clues = [[random.choice(["", "A'*", r"\d", '"', "[^A]*"]) for _ in range(count)] for _ in range(3)]
        puzzle = satcross.hexagon(horizontal=clues[0], rising=clues[1], falling=clues[2], side=side)
        number = random.randrange(len(puzzle.lines))
        changed = with_clue(puzzle, number, Clue("B'"), Clue('"'))
        text = "# kept\n" + toml_format.write(puzzle)
        assert toml_format.read(edited(text, changed))[0].puzzle == changed


def test_spans_are_those_of_the_values() -> None:
    spans = value_spans(SQUARE)
    said = {path: SQUARE[span.start : span.end] for path, span in spans.items()}
    assert said["title",] == """"It's [mine]\""""
    assert said["given", "1,1"] == '"A"'
    assert said["clues", "rows", 1, 1] == "'.+'"
    assert said["clues", "columns", 1, "reversed"] == "true"
