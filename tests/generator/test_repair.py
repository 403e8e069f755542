"""Repairs make the wanted solution the only one, and change as little as possible."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations, count, islice, product

import pytest

import satcross
from satcross.author import hitting_sets
from satcross.errors import TimeUp
from satcross.generator import cheapest_changes
from satcross.generator.repair import alternatives
from satcross.generator.tidy import has_equal_alternatives, in_any_order
from satcross.puzzle import Clue, Puzzle, WordClue
from tests.small_puzzles import brute_force

pytestmark = pytest.mark.long

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
    monkeypatch.setattr(hitting_sets, "CONFLICTS", 200)  # the cheapest changes are too hard to find
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
    found = list(islice(satcross.alternatives(GOOD, "row 1"), 8))
    assert len({each.changes[0].after for each in found}) == 8
    for each in found:
        assert [change.line for change in each.changes] == ["row 1"]
        assert satcross.check(each.puzzle).witnesses[0].rows == ("CAT", "ARE", "TEN")
        assert satcross.check(each.puzzle).status == "unique"


def test_looser_variations_match_whatever_the_clue_matches() -> None:
    found = list(satcross.alternatives(GOOD, "row 3", loosen=True))
    assert found
    for each in found:
        after = satcross.line(each.changes[0].after, 3, alphabet="ACENRT")
        assert {"TEE", "TEN"} <= {solution.rows[0] for solution in satcross.solutions(after)}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: satcross.alternatives(GOOD, "row 9"), "there is no line 'row 9'"),
        (
            lambda: satcross.alternatives(SEVERAL, "row 1"),
            "the puzzle does not have exactly one solution: the verdict is several",
        ),
        (
            lambda: satcross.repair(satcross.rectangle(rows=["A."], columns=2, alphabet="BC"), ("B", "A")),
            "the letter 'A' of cell 1,2 is not in the alphabet",
        ),
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


ONE_ROW = satcross.rectangle(rows=["AB"], columns=2, alphabet="AB")


def test_a_line_of_one_cell_may_stay_without_a_clue() -> None:
    found = next(
        satcross.repair(ONE_ROW._replace(lines=(with_clue(ONE_ROW.lines[0], "A."), *ONE_ROW.lines[1:])), ("A", "B"))
    )
    assert [(change.line, change.before, change.after) for change in found.changes] == [("row 1", "A.", "AB")]
    assert found.is_proven


def test_a_clue_that_repeats_a_letter_may_stay_on_a_line_of_one_cell() -> None:
    puzzle = satcross.rectangle(rows=["[AB]*"], columns=["A*", "B+"], expected=[["AB"]])
    assert satcross.check(puzzle).status == "unique"
    assert next(satcross.repair(puzzle)).changes == ()


def test_variations_on_lines_of_one_cell_change_one_clue() -> None:
    for puzzle in (ONE_ROW, satcross.rectangle(rows=["A[BC]"], columns=["", "B*"], alphabet="ABC")):
        found = list(satcross.alternatives(puzzle, "row 1"))
        assert found
        assert {change.line for each in found for change in each.changes} == {"row 1"}


@pytest.mark.parametrize("clue", ["", "A*", "A"])
def test_a_line_without_cells_gets_no_clue_and_loses_one_that_cannot_match(clue: str) -> None:
    puzzle = satcross.rectangle(rows=["A.", "BA"], columns=["", clue, ""], holes=[(1, 2), (2, 2)], alphabet="AB")
    found = next(satcross.repair(puzzle, ("A", "B", "B", "A")))
    changed = {change.line: change.after for change in found.changes}
    assert changed == {"row 1": "AB"} | ({"column 2": ""} if clue == "A" else {})


def test_a_clue_that_matches_no_line_break_is_not_mistaken_for_no_clue() -> None:
    puzzle = satcross.rectangle(rows=["[AB\n]*"], columns=["", "A"], alphabet="AB\n")
    found = next(satcross.repair(puzzle, ("\n", "A")))
    assert len(found.changes) == 1


def test_a_long_clue_may_stay_and_may_become_looser() -> None:
    long = "(A|B|C|A|B|C|A|B|C|A|B|C)[BC]"
    puzzle = satcross.rectangle(rows=[long], columns=["A", "B|D"], alphabet="ABCD")
    assert next(satcross.repair(puzzle, ("A", "B"))).changes == ()
    assert list(satcross.alternatives(puzzle, "row 1", loosen=True))


def test_words_that_read_a_cell_twice_reject_letters_in_both_places() -> None:
    """CBC is no word, so the clue of the line need not say that the cell holds no C."""
    line = satcross.NamedLine(["a", "b", "a"], [WordClue(("ABA", "ABC", "CBA"), "words")])
    puzzle = satcross.lines([line], cells=["a", "b"], alphabet="ABC")
    assert satcross.check(puzzle).status == "unique"
    found = next(satcross.repair(puzzle, ("A", "B")))
    assert (found.changes, found.cost, found.is_proven) == ((), 0, True)


@pytest.mark.parametrize(
    ("rows", "columns", "alphabet"),
    [
        (["B?A+", "A."], ["AA", "AA"], "AB"),
        (["(?>A*)B|BB"], ["[AB]", "B"], "AB"),
        (["(?=(A*))\\1B"], ["A", "B|C"], "ABC"),
        (["[^BC]A?.", "A.+"], ["A.", "A|AB|AC"], "ABC"),
    ],
)
def test_looser_clues_accept_whatever_the_clue_accepts_and_more(
    rows: list[str], columns: list[str], alphabet: str
) -> None:
    puzzle = satcross.rectangle(rows=rows, columns=columns, alphabet=alphabet)
    puzzle = puzzle._replace(given=tuple(enumerate(next(satcross.solutions(puzzle)).letters)))
    found = list(satcross.alternatives(puzzle, "row 1", loosen=True))
    assert found
    texts = ["".join(letters) for letters in product(alphabet, repeat=len(columns))]
    before = {text for text in texts if re.fullmatch(rows[0], text)}
    for each in found:
        assert before < {text for text in texts if re.fullmatch(each.changes[0].after, text)}, each.changes


def test_a_looser_clue_leaves_the_alphabet_as_it_is() -> None:
    puzzle = satcross.rectangle(rows=["A[ABC]"], columns=["A", "A|B"], given={(1, 2): "B"})
    assert ".." not in [each.changes[0].after for each in satcross.alternatives(puzzle, "row 1", loosen=True)]


@pytest.mark.parametrize("loosen", [False, True])
def test_a_clue_that_alone_mentions_letters_keeps_one(loosen: bool) -> None:
    puzzle = satcross.rectangle(rows=["B", ".", "."], columns=1)
    for offer in satcross.alternatives(puzzle, "row 1", loosen=loosen):
        assert satcross.check(offer.puzzle).witnesses[0].rows == ("B", "B", "B")


def test_other_clues_keep_the_solution_where_clues_decide_which_letters_there_are() -> None:
    """If row 1 reads [^BDH]*, no clue mentions A.  The puzzle then has one solution, but another one."""
    puzzle = satcross.rectangle(rows=["[AF][^FA]([AF])"], columns=["F", "C", "[^HF]"], alphabet="positive")
    found = list(satcross.alternatives(puzzle, "row 1"))
    assert found
    assert {satcross.check(each.puzzle).witnesses[0].rows for each in found} == {("FCA",)}


def test_changes_that_leave_no_letter_are_not_offered() -> None:
    puzzle = satcross.rectangle(rows=["."], columns=["(A)"])
    for each in satcross.repair(puzzle, ("A",)):
        assert satcross.check(each.puzzle).witnesses[0].rows == ("A",)


@pytest.mark.parametrize("ask", [lambda puzzle, budget: satcross.alternatives(puzzle, "row 1", budget=budget),
                                 lambda puzzle, budget: satcross.repair(puzzle, budget=budget)])  # fmt: skip
def test_what_time_did_not_allow_to_check_is_not_called_wrong(
    ask: Callable[[Puzzle, satcross.Budget], Iterator[object]],
) -> None:
    with pytest.raises(TimeUp):
        list(ask(GOOD, satcross.Budget(0)))


def with_clue(line: satcross.Line, pattern: str) -> satcross.Line:
    return line._replace(clues=(Clue(pattern),))


def is_redundant(puzzle: Puzzle, name: str) -> bool:
    """Return whether the solution is still the only one without the clues of the line called `name`."""
    lines = tuple(line._replace(clues=()) if line.name == name else line for line in puzzle.lines)
    return satcross.check(puzzle._replace(lines=lines)).status == "unique"


def fewest_lines(puzzle: Puzzle, letters: str) -> int:
    """Return how many clues have to change at least, if each new one tells its line, by trying all grids."""
    told = [with_clue(line, "".join(letters[cell] for cell in line.cells)) for line in puzzle.lines]
    for number in count():
        for chosen in combinations(range(len(told)), number):
            lines = [told[place] if place in chosen else line for place, line in enumerate(puzzle.lines)]
            if brute_force(puzzle._replace(lines=tuple(lines))) == {letters}:
                return number
    raise AssertionError("all clues that tell their lines leave one grid")


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (["..", ".."], ["..", ".."]),
        (["A.", ".."], ["..", "[BD]D"]),
        (["AB", "X*"], ["A.", ".D"]),
        (["[AB]*", "CD|DC"], ["A.", ".."]),
    ],
)
def test_without_a_small_change_as_few_clues_as_possible_change(
    rows: list[str], columns: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = satcross.rectangle(rows=rows, columns=columns, alphabet="ABCDQ", expected=[["AB", "CD"]])
    monkeypatch.setattr(cheapest_changes, "LEAST_SHARE", 2)  # the pool has too little for a small change
    monkeypatch.setattr(cheapest_changes, "CANDIDATES", 1)
    first = next(satcross.repair(puzzle))
    assert first.is_fewest
    assert rows != ["AB", "X*"] or first.redundant, "the columns are not needed any more"
    assert len(first.changes) == fewest_lines(puzzle, "ABCD")
    assert satcross.check(first.puzzle).status == "unique"
    assert dict(first.redundant) == {
        line.name: 1 for line in first.puzzle.lines if is_redundant(first.puzzle, line.name)
    }


def test_a_small_change_is_not_called_one_of_the_fewest() -> None:
    assert not any(each.is_fewest or each.redundant for each in islice(satcross.repair(SEVERAL), 8))


def test_no_two_offers_differ_in_the_order_of_alternatives_only() -> None:
    unique = satcross.rectangle(rows=["CAT", "(AR|E)+", "TEN"], columns=["CAT", "A.E", "TEN"])
    for offers in (satcross.repair(SEVERAL), alternatives(unique, "row 2")):
        changes = [tuple([in_any_order(each.after) for each in offer.changes]) for offer in islice(offers, 12)]
        assert len(set(changes)) == len(changes) > 5
