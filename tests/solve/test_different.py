"""Puzzles whose clues ask for letters that differ have the solutions that brute force finds."""

from math import perm

import pytest

from satcross.author.counting import count
from satcross.base.budget import UNLIMITED, Budget
from satcross.puzzle.shapes import line
from satcross.solver.solutions import Search
from tests.small_puzzles import differing_puzzles

AS_MATCHINGS = UNLIMITED.tuned(table_strings=0)
BY_SAT = AS_MATCHINGS.tuned(backtracking_letters=-1, dive_circuit_bits=())


@pytest.mark.parametrize("budget", [UNLIMITED, AS_MATCHINGS, BY_SAT], ids=["lists", "matchings", "clauses"])
def test_letters_that_differ_are_solved_and_counted_as_by_brute_force(budget: Budget) -> None:
    solved = 0
    for puzzle, expected in differing_puzzles(30, seed=7):
        search = Search(puzzle, budget=budget)
        found = ["".join(solution.letters) for solution in search]
        assert search.is_complete
        assert sorted(found) == sorted(expected)
        counted = count(puzzle, budget=budget)
        assert (counted.value, counted.kind) == (len(expected), "exact")
        solved += bool(expected)
    assert solved > 10


def test_the_ways_to_choose_twelve_of_fourteen_letters_are_counted() -> None:
    found = count(line(r"(?!.*(.).*\1).*", 12, "A-N"))
    assert (found.value, found.kind) == (perm(14, 12), "exact")
