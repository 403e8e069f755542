"""Lines that have clues keep them; lines without get some, so that there is one solution."""

import pytest

import satcross
from satcross.puzzle import Puzzle


def completed(puzzle: Puzzle, **changes: object) -> satcross.Generated:
    return next(satcross.complete(satcross.Request(puzzle)._replace(**changes)))


def test_clues_stay_and_the_expected_solution_is_the_only_one() -> None:
    begun = satcross.rectangle(rows=["C(A|O)T", "", ".*N"], columns=["", "", "T.*"], expected=[["CAT", "ARE", "TEN"]])
    made = completed(begun)
    for before, after in zip(begun.lines, made.puzzle.lines, strict=True):
        assert after.clues[: len(before.clues)] == before.clues
        assert after.clues
    assert made.solution.rows == ("CAT", "ARE", "TEN")
    assert satcross.check(made.puzzle).status == "unique"
    assert made.unmet == ()


def test_without_an_expected_solution_one_of_the_clues_solutions_is_taken() -> None:
    begun = satcross.rectangle(rows=["[CAT]*", "", ".*S"], columns=["", "", ""])
    made = completed(begun, seed=3)
    assert satcross.check(made.puzzle).status == "unique"
    assert set(made.solution.rows[0]) <= set("CAT")
    assert made.solution.rows[2].endswith("S")


def test_given_letters_flags_dialect_and_reversed_clues_stay() -> None:
    begun = satcross.rectangle(
        rows=[satcross.Clue("b.*", is_reversed=True), ""],
        columns=["", ""],
        given={(1, 1): "A"},
        dialect="javascript",
        flags="i",
        alphabet="A-D",
    )
    made = completed(begun)
    assert made.puzzle.lines[0].clues == begun.lines[0].clues
    assert (made.puzzle.given, made.puzzle.flags, made.puzzle.dialect) == (begun.given, "i", "javascript")
    assert made.solution.rows[0] == "AB"


def test_a_clue_that_the_expected_solution_violates_is_named() -> None:
    begun = satcross.rectangle(rows=["D(A|O)T", "", ""], columns=3, expected=[["CAT", "ARE", "TEN"]])
    with pytest.raises(satcross.SatcrossError, match=r"does not match row 1, clue 1 \(D\(A\|O\)T\)"):
        completed(begun)


@pytest.mark.parametrize(
    ("rows", "message"), [(["A", "B"], "every line has a clue already"), (["(?!.)", ""], "the clues have no solution")]
)
def test_what_cannot_be_completed_is_refused(rows: list[str], message: str) -> None:
    columns = ["[AB]*"] if "" not in rows else [""]
    with pytest.raises(satcross.SatcrossError, match=message):
        completed(satcross.rectangle(rows=rows, columns=columns, alphabet="AB"))


@pytest.mark.parametrize(("clue", "is_possible"), [("[PQ]+", False), ("[PQ]*", True)])
def test_a_clue_of_a_line_without_cells_has_to_match_the_empty_string(clue: str, is_possible: bool) -> None:
    begun = satcross.rectangle(rows=["", clue, ""], columns=3, holes=[(2, 1), (2, 2), (2, 3)], alphabet="PQ")
    if is_possible:
        assert satcross.check(completed(begun).puzzle).status == "unique"
    else:
        with pytest.raises(satcross.SatcrossError, match="the clues have no solution"):
            completed(begun)


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_lines_that_visit_a_cell_twice_are_completed(seed: int) -> None:
    """What such a clue leaves of a cell is what it leaves at both indices."""
    listed = [(["a", "b", "a"], ()), (["b", "c", "b"], "(A|B).*"), (["c", "a"], ())]
    begun = satcross.lines([satcross.NamedLine(*each) for each in listed], alphabet="ABC")
    assert satcross.check(completed(begun, seed=seed).puzzle).status == "unique"


@pytest.mark.parametrize("seed", [3, 4])
def test_a_dot_in_the_place_of_a_line_break_is_no_looser_clue(seed: int) -> None:
    made = completed(satcross.lines([satcross.NamedLine(["a", "b", "c"], ())], alphabet="\nA"), seed=seed)
    assert satcross.check(made.puzzle).status == "unique"


def test_clues_that_have_one_solution_already_get_no_others() -> None:
    begun = satcross.rectangle(rows=["AB", "CD"], columns=["", ""], alphabet="A-Z")
    looked_for: list[str] = []
    made = next(satcross.complete(satcross.Request(begun), watch=lambda progress: looked_for.append(progress.phase)))
    assert [line.clues for line in made.puzzle.lines] == [line.clues for line in begun.lines]
    assert made.solution.rows == ("AB", "CD")
    assert made.unmet == ()
    assert "search" not in looked_for


def test_cells_that_only_lines_with_clues_read_are_named_if_they_can_hold_several_letters() -> None:
    begun = satcross.rectangle(
        rows=["[AB].C", "", "D.[EF]"], columns=["[ABXD]*", "", "[CEFX]*"], expected=[["AXC", "XXX", "DXE"]]
    )
    with pytest.raises(satcross.SatcrossError, match="only lines whose clues stay read 1,1 and 3,3") as caught:
        completed(begun)
    assert "tighten these clues" in (caught.value.hint or "")


@pytest.mark.parametrize("seed", range(3))
def test_letters_that_are_drawn_are_drawn_again_where_no_clue_could_decide(seed: int) -> None:
    """Only with A in its first cell does the first row leave one letter in the second, which no other clue reads."""
    begun = satcross.lines(
        [satcross.NamedLine(["a", "b"], "AB|C[AB]"), satcross.NamedLine(["a", "c"]), satcross.NamedLine(["c", "d"])],
        alphabet="ABC",
    )
    made = completed(begun, seed=seed)
    assert made.solution.letters[:2] == ("A", "B")
    assert set(made.solution.letters) <= set("ABC"), "the letters of the alphabet are drawn"
    assert satcross.check(made.puzzle).status == "unique"
