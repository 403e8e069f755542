"""Solvers take turns: whoever finds them, the solutions are the same."""

import pytest

from satcross.base.budget import AUTO, UNLIMITED, Budget
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solver.cnf import FlatSink
from satcross.solver.compile import compile_puzzle
from satcross.solver.encode import are_lists, encode_residual
from satcross.solver.residual import Residual
from satcross.solver.strategies import portfolio, solver_turns
from tests.hard import pigeons
from tests.residuals import Propagated, cubes_of, unpropagated
from tests.small_puzzles import small_puzzles

PIGEONS = pigeons(7, way_out="|Y+")


def found(puzzle: Puzzle, budget: Budget) -> tuple[list[set[str]], bool, int]:
    """Return the solutions of each cube, whether the last message is the only last one, and the number of formulas.

    All clues count as open, and nothing is propagated before.
    """
    compiled = compile_puzzle(puzzle, budget=budget)
    residual = Residual.of(compiled.constraints, compiled.domains, budget.tuning)
    said = list(portfolio(residual, budget))
    made = Propagated(compiled, residual)
    solutions = [set(made.grids([cube])) for cube in cubes_of(said)]
    return (
        solutions,
        [each.is_last for each in said].index(True) == len(said) - 1,
        sum(each.formula is not None for each in said),
    )


@pytest.mark.parametrize("conflicts", [0.0, 100.0])
def test_cubes_hold_every_solution_once(conflicts: float) -> None:
    """Also where the first solver gives up at once."""
    budget = UNLIMITED.tuned(quick_conflicts=conflicts)
    written = set()
    for puzzle, expected in small_puzzles(60, seed=61):
        solutions, is_ended, formulas = found(puzzle, budget)
        assert sum(map(len, solutions)) == len(set().union(*solutions))
        assert set().union(*solutions) == expected
        assert is_ended
        written.add(formulas)
    assert written == ({1} if conflicts else {1, 2})


def test_what_resists_is_handed_on_with_what_has_been_found() -> None:
    """The grid full of Y is found soon; that there is no other is the pigeon-hole principle."""
    quick = UNLIMITED.tuned(quick_conflicts=0.01)
    assert found(PIGEONS, quick) == ([{"Y" * 56}], True, 2)
    assert found(PIGEONS, quick.tuned(solver="cadical153")) == ([{"Y" * 56}], True, 1)


@pytest.mark.parametrize(
    ("rows", "columns", "is_list"),
    [
        (["ABC|BCA|CCC", "AAA|BBB|CAB"], ["A.|BC"] * 3, True),
        (["(AB|BC|CA)(AB|BC|CC)", "AAAA|BBBB|CABC"], ["AB|BA|CC"] * 4, False),  # two lists on a line: nine ways
        (["A*B*C*", "B*C*A*"], ["AB|BA|CC"] * 3, False),
    ],
)
def test_lists_of_words_are_left_to_cadical_and_written_as_transitions(
    rows: list[str], columns: list[str], is_list: bool
) -> None:
    residual = unpropagated(rectangle(rows=rows, columns=columns)).residual
    assert residual is not None
    assert are_lists(residual.constraints, residual.masks) == is_list
    turns = [turn.solver for turn in solver_turns(residual, UNLIMITED.tuning)]
    assert turns == (["auto"] if is_list else ["glucose4", "auto"])
    written = {name: FlatSink() for name in (AUTO, "positions", "transitions")}
    for name, sink in written.items():
        encode_residual(residual, sink, encoding=name)
    assert list(written[AUTO]) == list(written["transitions" if is_list else "positions"])
    assert list(written["positions"]) != list(written["transitions"])
