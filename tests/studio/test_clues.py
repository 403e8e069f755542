"""What is written in a clue: every character is in one token at most, and references know their groups."""

from itertools import pairwise

import pytest

import satcross
from satcross.puzzle import Clue
from satcross.studio.live import read_clue
from tests.studio.client import ROOT

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: str(path.name))
def test_tokens_are_the_whole_clue(path: object) -> None:
    puzzle = satcross.load(str(path))
    for line in puzzle.lines:
        for clue in line.clues:
            if isinstance(clue, Clue):
                found = read_clue(clue.pattern, puzzle.dialect, puzzle.flags)
                places = [(token["start"], token["end"]) for token in found.tokens]
                assert "".join(clue.pattern[start:end] for start, end in places) == clue.pattern
                assert all(end == start for (_, end), (start, _) in pairwise(places))


@pytest.mark.parametrize(
    ("clue", "dialect", "kinds"),
    [
        ("(A|.)*?\\1", "python", "group literal alternation any group quantifier reference"),
        ("(?<n>[A-C])\\k<n>$", "javascript", "group class group reference anchor"),
        ("(?!A)(?<=\\d)\\.B{2,3}", "python", "look literal look look escape look escape literal quantifier"),
        ("(?:A)(?#why)B", "python", "group literal group comment literal"),
        ("(A)?(?(1)B|C)", "python", "group literal group quantifier reference literal alternation literal group"),
        ("(?i)A", "python", "comment literal"),
        ("()", "python", "group group"),
    ],
)
def test_kinds_of_tokens(clue: str, dialect: str, kinds: str) -> None:
    found = read_clue(clue, dialect, "")
    assert [token["kind"] for token in found.tokens] == kinds.split()
    assert all(one["end"] <= other["start"] for one, other in pairwise(found.tokens))


def test_references_belong_to_their_groups() -> None:
    found = read_clue(r"(A)(?P<b>B)(?P=b)\1(?(2)C)", "python", "")
    assert [(each["number"], each["name"], each["references"]) for each in found.groups] == [
        (1, "", [[17, 19]]),
        (2, "b", [[11, 17], [19, 24]]),
    ]


@pytest.mark.parametrize(
    ("clue", "lengths"), [("AB?", (1, 2)), ("A*", (0, None)), ("", (0, 0)), (r"(A+)\1", (2, None))]
)
def test_lengths(clue: str, lengths: object) -> None:
    assert read_clue(clue, "python", "").lengths == lengths


def test_an_error_has_its_place() -> None:
    error = read_clue("AB)", "python", "").error
    assert error is not None
    assert (error["code"], error["start"], error["end"]) == ("regex-parenthesis", 2, 3)
