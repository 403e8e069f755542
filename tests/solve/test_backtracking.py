"""Backtracking finds solutions only, says that it has them all only if it has, and changes no verdict."""

from itertools import islice

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import TimeUp
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solver.compile import compile_puzzle
from satcross.solver.strategies import backtracking
from tests.residuals import cubes_of, propagated
from tests.small_puzzles import brute_force, small_puzzles

REFERRING = rectangle(rows=[r"(.*)(.)\2\1."] * 2, columns=[".*B.*"] * 5, alphabet="AB")
PIGEONS = rectangle(rows=["A*BA*"] * 4, columns=["A*B?A*"] * 3, alphabet="AB")
DIAGONAL = rectangle(rows=["A*BA*"] * 4, columns=["A*BA*"] * 4, alphabet="AB")


def found_by_backtracking(
    puzzle: Puzzle, messages: int | None = None, budget: Budget = UNLIMITED
) -> tuple[set[str], bool] | None:
    """Return the solutions of the first `messages` as strings, and whether they are said to be all.

    None: propagation finds a contradiction.
    """
    made = propagated(puzzle, budget)
    if made.residual is None:
        return None
    said = list(islice(backtracking(made.residual, budget), messages))
    assert not any(found.is_last for found in said[:-1])
    grids = made.grids(cubes_of(said))
    assert len(set(grids)) == len(grids)
    return set(grids), bool(said) and said[-1].is_last


@pytest.mark.long
@pytest.mark.parametrize("messages", [5, None])
def test_what_backtracking_finds_is_a_solution_and_all_only_if_it_says_so(messages: int | None) -> None:
    complete = 0
    for puzzle, expected in small_puzzles(300, seed=31):
        answer = found_by_backtracking(puzzle, messages)
        if answer is None:
            assert not expected
            continue
        found, is_complete = answer
        assert found <= expected
        if is_complete:
            assert found == expected
        complete += is_complete
    assert complete > 20


@pytest.mark.parametrize("dead_ends", [0, 1, 2, 1000])
def test_backtracking_gives_up_after_some_dead_ends_without_claiming_too_much(dead_ends: int) -> None:
    expected = brute_force(PIGEONS)
    answer = found_by_backtracking(PIGEONS, budget=UNLIMITED.tuned(dead_ends=dead_ends))
    assert answer is not None
    found, is_complete = answer
    assert found <= expected
    assert is_complete == (dead_ends == 1000)
    assert not is_complete or found == expected


def test_solutions_are_no_dead_ends() -> None:
    answer = found_by_backtracking(DIAGONAL, budget=UNLIMITED.tuned(dead_ends=0))
    assert answer == (brute_force(DIAGONAL), True)
    assert len(answer[0]) == 24


def test_nothing_is_guessed_where_too_many_letters_are_left() -> None:
    few, enough = (UNLIMITED.tuned(backtracking_letters=letters) for letters in (15, 16))
    assert found_by_backtracking(DIAGONAL, budget=few) == (set(), False)
    assert found_by_backtracking(DIAGONAL, budget=enough) != (set(), False)


def test_backtracking_stops_when_the_time_is_up() -> None:
    residual = propagated(rectangle(rows=["A*BA*"] * 9, columns=["A*BA*"] * 9, alphabet="AB")).residual
    assert residual is not None
    with pytest.raises(TimeUp):
        list(backtracking(residual, Budget(0)))


@pytest.mark.parametrize("has_choices", [False, True])
def test_backtracking_leaves_to_a_solver_what_single_letters_do_not_tell(has_choices: bool) -> None:
    """Single letters do not tell whether a clue with choices matches: here, what its groups hold."""
    budget = UNLIMITED.tuned(equalities=0) if has_choices else UNLIMITED
    answer = found_by_backtracking(REFERRING, budget=budget)
    assert answer == ((set(), False) if has_choices else (brute_force(REFERRING), True))


def test_nothing_is_guessed_where_circuits_are_large() -> None:
    nodes = sum(each.line_constraint.size for each in compile_puzzle(REFERRING).constraints[:2])
    few, enough = (UNLIMITED.tuned(pruned_nodes=most) for most in (nodes - 1, nodes))
    assert found_by_backtracking(REFERRING, budget=few) == (set(), False)
    assert found_by_backtracking(REFERRING, budget=enough) == (brute_force(REFERRING), True)
