"""Which letters are possible, how many solutions there are and how near two can be: as trying every grid finds."""

from collections.abc import Sequence
from itertools import chain, combinations, permutations
from typing import Any

import pytest

from bench.ladders import random_rectangle
from satcross.author.ambiguity import alphabet_dependence, ambiguity, ambiguity_of, nearest_pair, nearest_rival
from satcross.author.possible_letters import PossibleLetters
from satcross.base.budget import AUTO, UNLIMITED, Budget
from satcross.puzzle import Puzzle, Solution
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.compile import PresolvedPuzzle, presolve
from satcross.solver.python_sat import Solver
from satcross.solver.solutions import Search, check
from tests.small_puzzles import crossing_puzzles, small_puzzles, word_grids


def test_candidates_are_the_letters_of_all_solutions() -> None:
    for puzzle, expected in chain(small_puzzles(150, seed=21), crossing_puzzles(40, seed=36)):
        found = ambiguity(puzzle, budget=UNLIMITED.tuned(unseen_share=0))
        assert found.is_exact
        assert found.candidates == tuple(
            "".join(sorted({letters[cell] for letters in expected})) for cell in range(len(puzzle.cells))
        )
        assert found.solutions.value == len(expected)
        assert found.status == ("none", "unique", "several")[min(2, len(expected))]


def test_known_solutions_leave_the_answer_as_it_is() -> None:
    for puzzle, expected in chain(small_puzzles(60, seed=22), crossing_puzzles(120, seed=102)):
        presolved = presolve(puzzle)
        known = [Solution(puzzle, tuple(letters)) for letters in sorted(expected)[-2:]]
        found = ambiguity_of(presolved, known=known)
        assert (found.candidates, found.is_exact) == (ambiguity_of(presolved).candidates, True)
        assert len(found.differing_cells) == len(ambiguity_of(presolved).differing_cells)


def test_dives_find_the_letters_that_the_solver_finds() -> None:
    """In drafts that have very many solutions, dives show every letter or propagation refutes it."""
    for seed in range(3):
        presolved = presolve(random_rectangle(12, letters=6, per_line=1, seed=seed))
        dived, asked = (
            PossibleLetters(presolved, budget=UNLIMITED.tuned(unseen_share=share), known=known)
            for share, known in ((0, first_solution(presolved)), (10**6, ()))
        )
        assert dived.is_exact
        assert dived.seen == asked.seen


def test_the_letters_of_a_draft_are_found_without_its_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    presolved = presolve(random_rectangle(12, letters=6, per_line=1))
    known = first_solution(presolved)
    monkeypatch.setattr(PossibleLetters, "_search", None)
    assert PossibleLetters(presolved, known=known).is_exact


def first_solution(presolved: PresolvedPuzzle) -> list[tuple[int, ...]]:
    first = next(iter(Search(presolved.compiled.puzzle, limit=1, presolved=presolved)))
    return [tuple(map(presolved.letters.classes.mask_of, first.letters))]


def test_no_two_solutions_are_nearer_than_the_two_shown() -> None:
    tried = 0
    for puzzle, expected in small_puzzles(60, seed=24):
        if not 1 < len(expected) < 60:
            continue
        tried += 1
        found = ambiguity(puzzle)
        least = min(differences(*pair) for pair in combinations(sorted(expected), 2))
        assert found.is_nearest
        assert len(found.differing_cells) == least, puzzle
        assert {"".join(each.letters) for each in found.nearest} <= expected
    assert tried > 5


def test_two_solutions_are_proved_to_be_nearest_though_not_all_letters_have_been_found() -> None:
    proved = 0
    for puzzle, expected in word_grids(40, seed=9):
        found = ambiguity(puzzle, budget=UNLIMITED.tuned(letter_work=1))
        if len(expected) > 1 and found.is_nearest:
            proved += not found.is_exact
            assert len(found.differing_cells) == min(differences(*pair) for pair in combinations(sorted(expected), 2))
    assert proved > 5


def test_a_cell_that_no_clue_restricts_makes_the_nearest_solutions() -> None:
    presolved = presolve(line(r"(.).\1", 3, alphabet="ABC"))
    letters = presolved.letters.classes.mask_of
    one, two = (tuple(map(letters, text)) for text in ("ABA", "BCB"))
    pair = nearest_pair(presolved, (7, 7, 7), (one, two), AUTO, UNLIMITED)
    assert (pair.is_proved, differences(pair.one, pair.two)) == (True, 1)


def differences(one: Sequence[str], two: Sequence[str]) -> int:
    return sum(left != right for left, right in zip(one, two, strict=True))


@pytest.mark.parametrize("words", list(permutations(["AA[BC]", "DDD", "EED"])))
def test_two_letters_that_no_clue_tells_apart_make_the_nearest_solutions(words: Sequence[str]) -> None:
    """AAB and AAC differ in one cell, whichever solutions are found first."""
    found = ambiguity(line("|".join(words), 3))
    assert (found.is_nearest, len(found.differing_cells)) == (True, 1)


def test_no_solution_is_nearer_to_a_given_one_than_its_rival() -> None:
    tried = 0
    for puzzle, expected in small_puzzles(60, seed=25):
        presolved = presolve(puzzle)
        for letters in sorted(expected)[:3]:
            pair = nearest_rival(presolved, tuple(letters))
            least = min((differences(letters, other) for other in expected if other != letters), default=None)
            assert (pair is None) == (least is None)
            if pair is not None:
                tried += 1
                assert pair.is_proved
                assert "".join(pair.one) == letters
                assert "".join(pair.two) in expected
                assert differences(pair.one, pair.two) == least
    assert tried > 20


def test_over_any_alphabet_a_rival_may_stand_for_many_letters() -> None:
    puzzle = line("[^X]A|BB", 2, alphabet="any")
    pair = nearest_rival(presolve(puzzle), ("M", "A"))
    assert pair is not None
    assert (pair.is_proved, differences(pair.one, pair.two), pair.two[1]) == (True, 1, "A")
    assert nearest_rival(presolve(line("[^X]A", 2, alphabet="any")._replace(given=((0, "M"),))), ("M", "A")) is None


def test_certain_and_varying_cells_share_out_the_grid() -> None:
    found = ambiguity(rectangle(rows=["AB|AC"], columns=["A", ""]))
    assert (found.certain, found.varying) == (((1, 1),), ((1, 2),))


def test_a_letter_that_stands_for_others_is_not_certain() -> None:
    found = ambiguity(rectangle(rows=[r"\dA"], columns=2, alphabet="any"))
    assert (found.status, found.certain, found.varying) == ("several", ((1, 2),), ((1, 1),))
    found = ambiguity(rectangle(rows=[r"\d(A|B)C"], columns=3, alphabet="any"))
    assert (found.status, found.certain, found.varying) == ("several", ((1, 3),), ((1, 1), (1, 2)))


def test_time_up_is_marked() -> None:
    found = ambiguity(rectangle(rows=["(AB|BA|C)*"] * 6, columns=["(AB|BA|C)*"] * 6), budget=Budget(0.0))
    assert (found.status, found.is_exact, found.certain, found.varying) == ("unknown", False, (), ())


@pytest.mark.parametrize(
    ("pattern", "letters", "breaches"),
    [
        ("[AB]C", "AC", None),  # not unique; asked about one of its solutions all the same
        ("A[^B]", "AA", [(1, 2)]),
        ("AB|B{2}A", "AB", []),
        (r"(.)\1", "AA", [(1, 1), (1, 2)]),
    ],
)
def test_a_puzzle_that_is_unique_by_convention_names_the_cells(
    pattern: str, letters: str, breaches: list[tuple[int, int]] | None
) -> None:
    found = alphabet_dependence(line(pattern, 2, "".join(sorted(set(letters)))), tuple(letters))
    if breaches is not None:
        assert [breach.cell for breach in found.breaches] == breaches
        assert found.is_unique_over_any == (not breaches)


def test_no_more_breaches_are_looked_for_than_wanted() -> None:
    puzzle = rectangle(rows=[["A*([^AB]{2})?A*", "A*([^B]{2})?A*"]], columns=16, alphabet="AB")
    every = alphabet_dependence(puzzle, ("A",) * 16)
    assert (every.is_unique_over_any, len(every.breaches), every.is_exact) == (False, 16, True)
    some = alphabet_dependence(puzzle, ("A",) * 16, most=3)
    assert (some.is_unique_over_any, some.is_exact) == (False, False)
    assert 3 <= len(some.breaches) < 16
    assert {breach.cell for breach in some.breaches} < {breach.cell for breach in every.breaches}


def test_without_time_the_alphabet_is_not_asked_about() -> None:
    found = alphabet_dependence(line("A[^B]", 2), ("A", "A"), budget=Budget(0))
    assert found == (None, (), False)


@pytest.mark.parametrize(
    ("puzzle", "letters"),
    [
        (line("AB", 2, "AB", flags="i"), ["a", "b"]),  # A and a are one class, since no clue tells them apart
        (line(r"A|\t|!", 1, "A"), ["!"]),
        (line(r"AA|\tB|!C| D", 2, "A"), ["! \t", "BCD"]),
        (line(r"A|[\ue000-\uffff]", 1, "A"), ["\uf900"]),  # the private use area has no printable letters
    ],
)
def test_a_breach_names_letters_that_are_not_in_the_solution_and_can_be_seen(
    puzzle: Puzzle, letters: list[str]
) -> None:
    witness = check(puzzle).witnesses[0]
    found = alphabet_dependence(puzzle, witness.letters)
    assert [breach.letters for breach in found.breaches] == letters


def test_one_model_shows_many_of_the_letters_that_solutions_have(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = "ABCDEFGHIJKLMNOPQRST"
    puzzle = rectangle(rows=[".*A.*B.*"] * 8, columns=[".*C.*"] * 8, alphabet=letters)
    questions: list[bool | None] = []
    solve_within = Solver.solve_within

    def counted(engine: Solver, *args: Any, **options: Any) -> bool | None:
        questions.append(solve_within(engine, *args, **options))
        return questions[-1]

    monkeypatch.setattr(Solver, "solve_within", counted)
    possible = PossibleLetters(presolve(puzzle))
    assert possible.is_exact
    assert sum(map(int.bit_count, possible.seen)) > 8 * len(questions)
