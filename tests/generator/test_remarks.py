"""Remarks of taste: each rule speaks of the right clue and part, and says nothing of clues that people like."""

import pytest

import satcross
from satcross.author.lint import Finding
from satcross.generator.path import path_of
from satcross.generator.remarks import remarks_on


def remarks(*rows: str, columns: int = 3) -> list[Finding]:
    """Return the remarks about single clues of a puzzle with these rows."""
    return [
        each for each in remarks_on(satcross.rectangle(rows=list(rows), columns=columns, alphabet="A-Z")) if each.clue
    ]


@pytest.mark.parametrize(
    ("pattern", "code", "part"),
    [
        ("(S|A.)*C?", "dot-in-branch", "A."),
        ("T.?[RO]*", "dot-beside-option", "T.?[RO]"),
        ("(ISE|S)*T?", "slice", "ISE"),
        ("[EKL]+", "bag", "[EKL]"),
        ("[HI][HO]?[AO]", "settled-option", "[HI][HO]?[AO]"),
    ],
)
def test_a_remark_shows_the_part_of_the_clue(pattern: str, code: str, part: str) -> None:
    (remark,) = remarks(pattern)
    assert remark[:1] + remark[2:5] == (code, "row 1", 1, pattern)
    assert remark.span is not None
    assert pattern[slice(*remark.span)] == part


@pytest.mark.parametrize("pattern", ["(TS|RA|QA)*.*", "[WEST]+", "[AEIOU]*", "(CAT|DOG)", "[^WEST]O[^WEST]", ".*X.*"])
def test_there_is_no_remark_on_clues_that_people_write(pattern: str) -> None:
    assert remarks(pattern) == []


def test_the_second_bare_clue_and_the_second_of_a_form_are_remarked_on() -> None:
    found = remarks("[^X]*", ".*Y.*", "[^Z]*", "W(.)O")
    assert [(each.code, each.line) for each in found] == [
        ("bare", "row 2"),
        ("bare", "row 3"),
        ("same-skeleton", "row 3"),
    ]
    assert "[^X]* of row 1" in found[2].message


@pytest.mark.parametrize(
    ("pattern", "is_told"), [("CAT", True), ("(A{3})", True), ("(.)AT|CAT", False), ("C[^A]T", False), ("C", False)]
)
def test_a_clue_that_gives_its_whole_line_is_remarked_on(pattern: str, is_told: bool) -> None:
    found = remarks(pattern, columns=1 if pattern == "C" else 3)
    assert ("whole-line" in {each.code for each in found}) == is_told


def test_remarks_on_the_path_are_about_the_figures_of_the_explanation() -> None:
    for rows, columns in ((["AB", "C[CD]"], ["[AX][CX]", "B[DE]"]), (["(AB|BA)", "(AB|BA)"], ["(AB|BA)", "[AC]."])):
        puzzle = satcross.rectangle(rows=rows, columns=columns)
        explanation = satcross.explain(puzzle)
        assert explanation.status == "unique"
        path = path_of(explanation)
        codes = {each.code for each in remarks_on(puzzle) if not each.clue}
        assert ("doors" in codes) == (path.doors not in (1, 2))
        assert ("readable" in codes) == (not 0.4 <= path.readable_at <= 0.6)


def test_there_are_no_remarks_on_the_path_of_a_puzzle_with_several_solutions() -> None:
    assert remarks_on(satcross.rectangle(rows=["[WEST]", "."], columns=1)) == ()
