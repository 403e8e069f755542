"""What is found out about a revision is what brute force finds."""

from collections import Counter

import pytest

import satcross
from satcross.base.budget import Budget
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import NamedLine
from satcross.solver.compile import presolve
from satcross.studio.documents import Draft, document_of, read_draft
from satcross.studio.live import steps_of, verdicts
from satcross.studio.shape import layout_of, reshaped, shape_of
from tests.pace import ENDLESS
from tests.small_puzzles import small_puzzles
from tests.studio.client import ROOT


def draft_of(puzzle: Puzzle) -> Draft:
    return read_draft(document_of(puzzle))


@pytest.mark.parametrize(("puzzle", "expected"), [*small_puzzles(60, 11)])
def test_verdicts_agree_with_brute_force(puzzle: Puzzle, expected: set[str]) -> None:
    found = list(verdicts(draft_of(puzzle), 1, presolve(puzzle), Budget(ENDLESS)))
    assert [each["is_last"] for each in found] == [False] * (len(found) - 1) + [True]
    for each in found:
        assert each["status"] in ("unknown", ("none", "unique", "several")[min(len(expected), 2)])
        assert int(each["count"]) <= len(expected)
    last = found[-1]
    assert (last["status"], last["count"], last["kind"]) == (
        ("none", "unique", "several")[min(len(expected), 2)], str(len(expected)), "exact",
    )  # fmt: skip
    for cell, candidates in enumerate(last["cells"]):
        counted = Counter(letters[cell] for letters in expected)
        assert {each["letter"] for each in candidates} == set(counted)
        if len(expected) > 1:
            assert {each["letter"]: int(each["count"]) for each in candidates} == counted
        assert last["certain"][cell] == (next(iter(counted)) if len(counted) == 1 else "")


def test_the_letters_of_the_author_that_are_wrong() -> None:
    puzzle = satcross.rectangle(rows=["AB|BA", "C."], columns=2, alphabet="ABC")
    draft = read_draft({**document_of(puzzle), "letters": {"1,1": "C", "2,1": "C", "2,2": "B"}})
    assert list(verdicts(draft, 1, presolve(draft.puzzle), Budget(ENDLESS)))[-1]["wrong"] == [0]


def test_letters_that_stand_for_others_are_not_certain() -> None:
    puzzle = satcross.rectangle(rows=["A[^AB]"], columns=2, alphabet="any")
    draft = read_draft({**document_of(puzzle), "letters": {"1,2": "Ω"}})
    last = list(verdicts(draft, 1, presolve(draft.puzzle), Budget(ENDLESS)))[-1]
    assert (last["status"], last["kind"], last["wrong"], last["alphabet"]) == ("several", "at_least", [], "any")
    assert last["certain"][1] == ""


PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: str(path.name))
def test_a_document_is_the_puzzle(path: object) -> None:
    puzzle = satcross.load(str(path))
    draft = draft_of(puzzle)
    assert draft.puzzle == puzzle._replace(expected=(), expects_all=False)
    if len(puzzle.expected) == 1:
        assert draft.with_expected.expected == puzzle.expected
    layout = layout_of(draft.puzzle, 1)
    assert len(layout["cells"]) == len(puzzle.cells)
    assert [line["name"] for line in layout["lines"]] == [line.name for line in puzzle.lines]
    if puzzle.shape.kind != "lines":
        assert all(line["label"] for line in layout["lines"] if "diagonal" not in line["name"] and line["cells"])


def test_a_shape_made_again_changes_nothing() -> None:
    for puzzle in (
        satcross.rectangle(rows=["A", "", "B"], columns=["...", ""], holes=[(2, 2)], given={(1, 1): "A"}),
        satcross.hexagon(horizontal=["AB", "C.D", ""], rising=3, falling=3, side=2),
        satcross.lines([NamedLine(["a", "b", "c"], "ABC", "top"), NamedLine(["c", "a"], ["CA", ".."], "back")]),
    ):
        draft = draft_of(puzzle)
        again = read_draft(reshaped(draft, shape_of(draft.puzzle)))
        assert again.puzzle.lines == draft.puzzle.lines
        assert again.puzzle.given == draft.puzzle.given


def test_bars_end_lines() -> None:
    draft = draft_of(satcross.rectangle(rows=["ABC", "..", ""], columns=3, given={(1, 3): "C"}, alphabet="A-Z"))
    bars: list[tuple[str, str]] = [("1,1", "1,2"), ("2,3", "3,3")]
    barred = read_draft(reshaped(draft, {"kind": "rectangle", "rows": 3, "columns": 3, "holes": [], "bars": bars}))
    lines = {line.name: [barred.puzzle.cells[cell] for cell in line.cells] for line in barred.puzzle.lines}
    assert lines["row 1"] == ["1,2", "1,3"]
    assert lines["column 3"] == ["1,3", "2,3"]
    assert len(lines) == 6
    assert shape_of(barred.puzzle) == {"kind": "rectangle", "rows": 3, "columns": 3, "holes": [], "bars": bars}
    layout = layout_of(barred.puzzle, 1)
    assert len(layout["bars"]) == 2
    plain = read_draft(reshaped(barred, {"kind": "rectangle", "rows": 3, "columns": 3, "holes": [], "bars": []}))
    assert plain.puzzle.lines == draft.puzzle.lines
    assert plain.puzzle.given == draft.puzzle.given


def test_steps_name_the_clues_by_their_places_in_the_document() -> None:
    draft = read_draft({"puzzle": {"clues": {"rows": [["", "AB|BA"]], "columns": [["A|B"], ["", "", "A"]]}}})
    steps = steps_of(draft, 1)
    assert steps["is_complete"]
    assert {(reason["line"], reason["clue"]) for step in steps["steps"] for reason in step["reasons"]} <= {
        (0, 1), (1, 0), (2, 2),
    }  # fmt: skip
    assert {placed for step in steps["steps"] for placed in step["placed"]} == {(0, "B"), (1, "A")}
