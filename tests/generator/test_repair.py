"""Repairs make the wanted solution the only one, and change as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

import satcross
from satcross.generator import engines
from satcross.generator.tidy import has_equal_alternatives
from satcross.puzzle.model import Clue, Puzzle

SEVERAL = satcross.rectangle(
    rows=["C.*", "[ARE]*", ".*N"], columns=["[CAT]*", "A.E", "T.N"], expected=[["CAT", "ARE", "TEN"]]
)
NONE = satcross.rectangle(
    rows=["C(A|O)T", "[ARX]*", "T[EN]*"], columns=["[CAT]*", "A.E", "TEN"], expected=[["CAT", "ARE", "TEN"]]
)
GOOD = satcross.rectangle(
    rows=["C(A|O)T", "[ARE]*", "TE[EN]"], columns=["[CAT]*", "ARE", "TEN"], expected=[["CAT", "ARE", "TEN"]]
)


@pytest.mark.parametrize("puzzle", [SEVERAL, NONE], ids=["several", "none"])
def test_the_wanted_solution_becomes_the_only_one(puzzle: Puzzle) -> None:
    assert satcross.check(puzzle).status != "unique"
    found = list(islice(satcross.repair(puzzle), 5))
    assert len(found) == 5
    assert [each.cost for each in found] == sorted(each.cost for each in found)
    for each in found:
        verdict = satcross.check(each.puzzle)
        assert verdict.status == "unique"
        assert verdict.witnesses[0].rows == ("CAT", "ARE", "TEN")


def test_a_clue_that_does_not_match_is_changed() -> None:
    assert "row 2" in {change.line for change in next(satcross.repair(NONE)).changes}


def test_many_changes_are_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "CONFLICTS", 200)  # the cheapest changes are too hard to find
    begun = satcross.rectangle(rows=["D(A|O)T", "", ""], columns=3, expected=[["CAT", "ARE", "TEN"]])
    found = next(satcross.repair(begun))
    assert satcross.check(found.puzzle).witnesses[0].rows == ("CAT", "ARE", "TEN")
    assert satcross.check(found.puzzle).status == "unique"
    assert found.bound <= found.cost
    assert all(change.after for change in found.changes)


def test_a_puzzle_that_is_good_stays_as_it_is() -> None:
    assert satcross.check(GOOD).status == "unique"
    found = next(satcross.repair(GOOD))
    assert (found.changes, found.cost, found.is_proven, found.patch) == ((), 0, True, "")


def test_a_patch_shows_old_and_new_clues() -> None:
    found = next(satcross.repair(NONE))
    change = next(change for change in found.changes if change.line == "row 2")
    assert f"- row 2: [ARX]*\n+ row 2: {change.after}" in found.patch


def test_no_clue_that_is_offered_says_the_same_twice() -> None:
    puzzle = satcross.rectangle(rows=["IK|NK", "(A|B)B"], columns=["[IA]*", ".*"], expected=[["IK", "AB"]])
    offered = {change.after for each in islice(satcross.repair(puzzle), 40) for change in each.changes}
    assert offered
    assert not [pattern for pattern in offered if has_equal_alternatives(pattern)]


def test_one_change_is_not_missed_if_it_is_enough() -> None:
    """Every clue is replaced by the text of its line in turn: if that is enough once, one change is found."""
    lines = SEVERAL.lines
    texts = ["".join(SEVERAL.expected[0][cell] for cell in line.cells) for line in lines]
    changed = [
        SEVERAL._replace(lines=(*lines[:number], lines[number]._replace(clues=(Clue(text),)), *lines[number + 1 :]))
        for number, text in enumerate(texts)
    ]
    is_enough = any(satcross.check(each).status == "unique" for each in changed)
    assert is_enough == (len(next(satcross.repair(SEVERAL)).changes) == 1)


def test_variations_of_a_clue_keep_the_solution_the_only_one() -> None:
    found = list(islice(satcross.vary(GOOD, "row 1"), 8))
    assert len({each.changes[0].after for each in found}) == 8
    for each in found:
        assert [change.line for change in each.changes] == ["row 1"]
        assert satcross.check(each.puzzle).witnesses[0].rows == ("CAT", "ARE", "TEN")
        assert satcross.check(each.puzzle).status == "unique"


def test_looser_variations_match_whatever_the_clue_matches() -> None:
    found = list(satcross.vary(GOOD, "row 3", loosen=True))
    assert found
    for each in found:
        after = satcross.line(each.changes[0].after, 3, alphabet="ACENRT")
        assert {"TEE", "TEN"} <= {solution.rows[0] for solution in satcross.solutions(after)}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: satcross.vary(GOOD, "row 9"), "there is no clue 1 on a line 'row 9'"),
        (lambda: satcross.vary(SEVERAL, "row 1"), "the puzzle has not exactly one solution, but several"),
        (lambda: satcross.repair(GOOD, ("A",)), "the solution has one letter, but the puzzle has 9 cells"),
        (
            lambda: satcross.repair(satcross.rectangle(rows=["A.", ".B"], columns=2)),
            "it is not known which solution is wanted",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(ask: Callable[[], Iterator[object]], message: str) -> None:
    with pytest.raises(satcross.SatcrossError, match=message):
        next(ask())


def test_a_puzzle_that_takes_steps_of_several_clues_needs_no_repair() -> None:
    puzzle = satcross.rectangle(
        rows=["AA|BB", "AA|BB"], columns=["AA|BB", "A.|.A"], expected=[["AA", "AA"]], alphabet="AB"
    )
    first, second = islice(satcross.repair(puzzle), 2)
    assert (first.changes, first.cost, first.is_proven) == ((), 0, True)
    assert second.changes
