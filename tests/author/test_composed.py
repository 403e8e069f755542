"""A proof that is put together from parts convinces the checker, and does not depend on which part came first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from satcross.author import composed, proof
from satcross.author.composed import _Parts, _Search, refute_by_parts
from satcross.author.proof import Proof, prove, verify
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING
from satcross.errors import SatcrossError, TimeUp
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solver.backends.proof import PROVERS, Refutation, refute, refute_assumed
from satcross.solver.cnf.sink import Lit
from satcross.solver.families import member
from satcross.solver.formula import clauses_in, export
from satcross.solver.solutions import Search
from tests.processes import dying
from tests.small_puzzles import small_puzzles

pytest.importorskip("dratify")

EARLY = DEFAULT_TUNING._replace(proof_conflicts=20)
"""Split early."""

PARITIES = member("parities", 4, 1)
UNIQUE = rectangle(rows=["O*XO*|Y+"] * 5, columns=["O*X?O*|Y+"] * 4)
"""One grid, all Y."""


def formula(puzzle: Puzzle) -> tuple[list[str], list[list[Lit]]]:
    """Return the lines and the clauses of the formula that has no model."""
    blocked = None if "parities" in puzzle.title else next(Search(puzzle, limit=1), None)
    lines = list(export(puzzle, blocked=None if blocked is None else blocked.letters))
    return lines, list(clauses_in(lines))


def by_parts(puzzle: Puzzle, random: Random, solver: str = PROVERS[0]) -> list[str]:
    """Return a proof of which every part was refuted, in any order."""
    lines, clauses = formula(puzzle)
    parts = _Parts(puzzle, lines, EARLY, UNLIMITED)
    while waiting := list(parts.all.open()):
        part = random.choice(waiting)
        refutation = refute_assumed(clauses, part.assumed, part.most, solver)
        if refutation is not None:
            part.refute(refutation)
        else:
            part.give_up()
            parts.split(part)
    return list(parts.all.steps())


def fault(puzzle: Puzzle, steps: Sequence[str]) -> str:
    """Return what the checker finds wrong."""
    return proof._replay("\n".join(formula(puzzle)[0]) + "\n", "\n".join(steps) + "\n")


@pytest.mark.parametrize("solver", PROVERS)
def test_refuted_parts_are_a_proof(solver: str) -> None:
    steps = by_parts(UNIQUE, Random(1), solver)
    assert fault(UNIQUE, steps) == ""
    assert fault(UNIQUE, steps[: len(steps) // 2]) != ""


def test_random_puzzles_are_proved_by_parts() -> None:
    proved = set()
    for puzzle, expected in small_puzzles(60, seed=77):
        if len(expected) < 2:
            proved.add(len(expected))
            assert fault(puzzle, by_parts(puzzle, Random(1))) == ""
    assert proved == {0, 1}


def test_the_order_in_which_parts_are_refuted_makes_no_difference() -> None:
    steps = by_parts(UNIQUE, Random(1))
    assert all(by_parts(UNIQUE, Random(seed)) == steps for seed in range(2, 5))


def test_clauses_of_the_formula_are_never_taken_away_under_assumptions() -> None:
    _, clauses = formula(PARITIES)
    refutation = refute_assumed(clauses, (1, 3), None)
    assert refutation is not None
    assert set(refutation.clause) <= {-1, -3}
    written = {frozenset(map(str, clause)) for clause in clauses}
    live: list[frozenset[str]] = []
    for step in refutation.steps:
        words = step.split()[:-1]
        if words[0] == "d":
            assert frozenset(words[1:]) not in written
            live.remove(frozenset(words[1:]))
        else:
            live.append(frozenset(words))
    assert [clause for clause in live if len(clause) > 1] == [frozenset(map(str, refutation.clause))]


def side_by_side(puzzle: Puzzle, jobs: int, budget: Budget = UNLIMITED) -> list[str]:
    lines, _ = formula(puzzle)
    return refute_by_parts(puzzle, lines, jobs=jobs, solver=PROVERS[0], budget=budget, tuning=EARLY)


def test_the_same_number_of_processes_gives_the_same_proof() -> None:
    steps = side_by_side(PARITIES, 3)
    assert fault(PARITIES, steps) == ""
    assert side_by_side(PARITIES, 3) == steps


@pytest.mark.parametrize(("conflicts", "is_composed"), [(EARLY.proof_conflicts, False), (100_000, True)])
def test_the_proof_with_less_work_is_taken(conflicts: int, is_composed: bool) -> None:
    """Whichever is known first: the refutation of the whole formula, or those of its parts."""
    lines, clauses = formula(UNIQUE)
    for whole_is_first in (False, True):
        parts = _Parts(UNIQUE, lines, EARLY, UNLIMITED)
        search = _Search(2, lambda parts=parts: parts, EARLY)  # type: ignore[misc]
        search._parts = parts
        whole = Refutation((), ["0"], conflicts)
        if whole_is_first:
            search._whole, search.conflicts = whole, conflicts
        while waiting := list(parts.all.open()):
            refutation = refute_assumed(clauses, waiting[0].assumed, None)
            assert refutation is not None
            waiting[0].refute(refutation)
        search._whole, search.conflicts = whole, conflicts
        assert search.steps() == (list(parts.all.steps()) if is_composed else ["0"])


def test_an_easy_proof_is_that_of_one_process(tmp_path: Path) -> None:
    for jobs in (1, 2):
        assert isinstance(prove(UNIQUE, tmp_path / str(jobs), jobs=jobs), Proof)
        assert verify(tmp_path / str(jobs), UNIQUE).is_verified
    one, two = ({each.name: each.read_text() for each in (tmp_path / jobs).iterdir()} for jobs in "12")
    assert one == two


def test_a_model_that_the_search_did_not_find_is_an_error() -> None:
    with pytest.raises(SatcrossError) as caught:
        refute_assumed([[1, 2]], (), None)
    assert caught.value.code == "wrong-answer"
    assert refute([[1, 2]]) is None


def test_out_of_time_is_no_proof() -> None:
    with pytest.raises(TimeUp):
        side_by_side(member("parities", 9, 1), 2, Budget.lasting(1.0))


def test_a_process_that_dies_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composed, "_refuting", dying)
    with pytest.raises(SatcrossError, match="a process that worked on the proof was killed") as caught:
        side_by_side(PARITIES, 2)
    assert caught.value.code == "worker"


def test_cells_of_many_letters_are_split_in_halves() -> None:
    """Then the composition has a step for each letter of the first half."""
    puzzle = rectangle(rows=[r"(?!.*(.).*\1).*"], columns=[""] * 6, alphabet="ABCDE")
    parts = _Parts(puzzle, formula(puzzle)[0], EARLY, UNLIMITED)
    assert len(parts.all._letters) > 1
    assert fault(puzzle, by_parts(puzzle, Random(1))) == ""
