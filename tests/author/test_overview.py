"""An overview counts what is there and warns of what looks like a mistake, and of nothing else."""

from pathlib import Path

import pytest

from satcross import load
from satcross.author.overview import overview
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.shapes import NamedLine, lines, rectangle

PUZZLES = Path(__file__).parents[2] / "puzzles"


def warned(puzzle: Puzzle) -> list[tuple[str, str]]:
    return [(each.code, each.place) for each in overview(puzzle).warnings]


@pytest.mark.parametrize(
    ("puzzle", "warnings"),
    [
        (rectangle(rows=["AB"], columns=["A", "B"]), []),
        (rectangle(rows=["ABC"], columns=["A", "B"]), [("unmatchable", "row 1, clue 1")]),
        (rectangle(rows=[["AB", ".*"]], columns=["A", "B"]), [("no-effect", "row 1, clue 2")]),
        (rectangle(rows=[r"(.)(?!\1)A\1B"], columns=["A", "B", "A"]), [("unmatchable", "row 1, clue 1")]),
        (
            rectangle(rows=["AB"], columns=["A", "B"], colors={"A": "red", "C": "gold"}),
            [("letter-not-in-alphabet", "")],
        ),
        (rectangle(rows=["A[^Q]"], columns=["A", "B"], alphabet="AB"), [("letter-not-in-alphabet", "row 1, clue 1")]),
        (lines([NamedLine(["a"], "A")], cells=["b"], alphabet="AB"), [("free-cell", "")]),
        (lines([NamedLine(["a"], "A")], cells=["b"], alphabet="AB", given={"b": "B"}), []),
        (rectangle(rows=["A.?"], columns=["A", "[^AB]"], alphabet="AB"), [("unmatchable", "column 2, clue 1")]),
        (rectangle(rows=["A."], columns=["A", "[^B]"]), [("depends-on-alphabet", "")]),
    ],
)
def test_these_puzzles_get_these_warnings(puzzle: Puzzle, warnings: list[tuple[str, str]]) -> None:
    assert warned(puzzle) == warnings


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.toml")), ids=lambda path: path.stem)
def test_our_puzzles_have_no_clue_that_is_a_mistake(path: Path) -> None:
    codes = {code for code, _ in warned(load(path))}
    assert codes <= ({"no-effect"} if path.stem == "mit-2013" else set())


def test_constructs_are_counted_by_clue() -> None:
    clues = [r"(A)\1?", Clue("[AB]+?", True), r"(?=A)\w", r"(?<!B)\b.", "A|B", "^[^A]", "(?>A)B*+"]
    found = dict(overview(rectangle(rows=[clues], columns=1), asks_alphabet=False).constructs)
    assert found == {
        "backreference": 1, "repetition": 1, "letter class": 1, "lazy repetition": 1, "reversed clue": 1,
        "lookahead": 1, "named letter class": 1, "negative lookbehind": 1, "word boundary": 1, "any letter": 1,
        "alternatives": 1, "anchor": 1, "negated letter class": 1, "atomic group": 1, "possessive repetition": 1,
    }  # fmt: skip
