"""Guessing finds solutions only, says that it has them all only if it has, and changes no verdict."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from satcross.budget import Budget
from satcross.constraints.general import unroll
from satcross.constraints.propagate import propagate
from satcross.errors import TimeUp
from satcross.model import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solve.compile import compile_puzzle
from satcross.solve.solutions import Search
from satcross.solve.strategies import backtracking as guessing
from satcross.solve.strategies.backtracking import Guessed, guess
from tests.small_puzzles import brute_force, small_puzzles

DIAGONAL = rectangle(rows=["A*BA*"] * 4, columns=["A*BA*"] * 4, alphabet="AB")


def guessed(puzzle: Puzzle, enough: int = 2) -> tuple[set[str], bool] | None:
    """Return the solutions as strings and whether they are all; None if propagation finds a contradiction."""
    compiled = compile_puzzle(puzzle)
    domains = propagate(compiled.constraints, compiled.domains).domains
    if domains is None:
        return None
    found, is_complete = guess(compiled.constraints, domains, enough)
    assert len(set(found)) == len(found) <= enough
    grids = [product(*map(compiled.letters, masks)) for masks in found]
    return {"".join(letters) for grid in grids for letters in grid}, is_complete


def test_what_is_guessed_is_a_solution_and_complete_only_if_it_is_all() -> None:
    complete = 0
    for puzzle, expected in small_puzzles(600, seed=31):
        answer = guessed(puzzle, enough=5)
        if answer is None:
            assert not expected
            continue
        found, is_complete = answer
        assert found <= expected
        if is_complete:
            assert found == expected
        complete += is_complete
    assert complete > 40


@pytest.mark.parametrize("guesses", [0, 1, 3, 10, 1000])
def test_guessing_stops_after_so_many_guesses_without_saying_too_much(
    guesses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "GUESSES", guesses)
    expected = brute_force(DIAGONAL)
    answer = guessed(DIAGONAL, enough=100)
    assert answer is not None
    found, is_complete = answer
    assert found <= expected
    assert is_complete == (guesses == 1000)
    assert not is_complete or len(found) == 24


def test_nothing_is_guessed_where_too_many_letters_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "LETTERS", 15)
    assert guessed(DIAGONAL) == (set(), False)
    monkeypatch.setattr(guessing, "LETTERS", 16)
    assert guessed(DIAGONAL) != (set(), False)


def test_a_search_that_guesses_says_what_one_without_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where guessing gives up between solutions, and before the first one."""
    for guesses in (guessing.GUESSES, 5, 2, 0):
        monkeypatch.setattr(guessing, "GUESSES", guesses)
        for puzzle, expected in small_puzzles(80, seed=32):
            search = Search(puzzle)
            assert {"".join(each.letters) for each in search} == expected
            assert search.count == len(expected)
            assert search.is_complete
            for limit in (1, 2):
                few = Search(puzzle, limit=limit)
                assert len(set(few)) == min(limit, len(expected))
            assert few.status == ("none" if not expected else "unique" if len(expected) == 1 else "several")


def test_guessing_stops_when_the_time_is_up() -> None:
    compiled = compile_puzzle(rectangle(rows=["A*BA*"] * 9, columns=["A*BA*"] * 9, alphabet="AB"))
    with pytest.raises(TimeUp):
        guess(compiled.constraints, compiled.domains, 1000, Budget.lasting(0))


class Undecided:
    """A constraint that cannot tell even of single letters whether they match."""

    is_domain_consistent = False
    is_decided_by_letters = True
    priority = 1
    size = 1

    def revise(self, domains: Sequence[int], kept: None, narrowed: Sequence[int]) -> tuple[None, list[object]]:
        return None, []

    def is_entailed(self, domains: Sequence[int]) -> bool:
        return False


def test_a_constraint_that_only_the_solver_can_judge_ends_guessing() -> None:
    compiled = compile_puzzle(rectangle(rows=[".."], columns=["", ""], alphabet="AB"))
    undecided = compiled.constraints[0]._replace(line_constraint=Undecided())
    assert guess([undecided], compiled.domains, 2) == Guessed((), False)


@pytest.mark.parametrize("has_choices", [False, True])
def test_nothing_is_guessed_where_circuits_are_large_or_have_choices(
    has_choices: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Single letters do not tell whether a clue with choices matches: here, what its groups hold."""
    if has_choices:
        monkeypatch.setattr(unroll, "COMPARISONS", 0)
    puzzle = rectangle(rows=[r"(.*)(.)\2\1."] * 2, columns=[".*B.*"] * 5, alphabet="AB")
    circuits = [each.line_constraint for each in compile_puzzle(puzzle).placed[:2]]
    nodes = sum(each.size for each in circuits)
    assert all(each.is_decided_by_letters for each in circuits) != has_choices
    monkeypatch.setattr(guessing, "NODES", nodes)
    assert (guessed(puzzle) == (set(), False)) == has_choices
    monkeypatch.setattr(guessing, "NODES", nodes - 1)
    assert guessed(puzzle) == (set(), False)
