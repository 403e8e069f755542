"""Counting letters: bounds are exact, contradictions are true, and pigeons are settled by a few decisions."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING
from satcross.errors import TimeUp
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.solver.counts import Counts, families_of
from satcross.solver.solutions import Search
from satcross.solver.strategies.counting import counting
from tests.clues import accepted, clue, mask, regular_pattern, some_domains
from tests.residuals import cubes_of, propagated
from tests.small_puzzles import brute_force, small_puzzles


def pigeons(holes: int) -> Puzzle:
    """Return a puzzle with Y everywhere as its only solution, because holes + 1 pigeons do not fit."""
    return rectangle(rows=["O*XO*|Y+"] * (holes + 1), columns=["O*X?O*|Y+"] * holes)


def settled(puzzle: Puzzle, decisions: int = DEFAULT_TUNING.counted_decisions) -> tuple[set[str], bool] | None:
    """Return the solutions that the strategy finds, and whether it says that there are no others."""
    made = propagated(puzzle, DEFAULT_TUNING._replace(counted_decisions=decisions))
    if made.residual is None:
        return None
    said = list(counting(made.residual, DEFAULT_TUNING._replace(counted_decisions=decisions), UNLIMITED))
    assert not any(found.is_last for found in said[:-1])
    return set(made.grids(cubes_of(said))), bool(said) and said[-1].is_last


def test_bounds_of_regular_clues_are_exact_and_those_of_others_sound() -> None:
    random = Random(1)
    for _ in range(200):
        pattern, n = regular_pattern(random, depth=1) if random.random() < 0.8 else r"(.).*\1", random.randint(1, 4)
        domains, letters = some_domains(n, random), random.choice(["A", "B", "AC"])
        made = clue(pattern, n)
        found = [sum(letter in letters for letter in text) for text in accepted(pattern, domains)]
        low, high = made.occurrence_bounds([mask(each) for each in domains], mask(letters))
        if found and made.describe().table is not None:
            assert (low, high) == (min(found), max(found)), (pattern, domains, letters)
        elif found:
            assert low <= min(found) <= max(found) <= high


def test_families_share_no_cell() -> None:
    made = propagated(
        hexagon(side=2, horizontal=["..", "...", ".."], rising=3, falling=["..", "...", ".."], alphabet="AB")
    )
    families = families_of(made.compiled.constraints)
    assert [len(family) for family in families] == [3, 3]
    for family in families:
        cells = [cell for each in family for cell in each.cells]
        assert len(cells) == len(set(cells))


def test_no_solution_is_called_impossible() -> None:
    """For single grids the counts are exact, so they agree on every solution, however many letters are decided."""
    random = Random(7)
    for puzzle, solutions in small_puzzles(150, seed=31):
        made = propagated(puzzle)
        if made.residual is None:
            continue
        masks = made.residual.masks
        for solution in sorted(solutions)[:3]:
            decided = [
                next(bit for bit in (1 << k for k in range(mask.bit_length())) if letter in made.compiled.letters(bit))
                if random.random() < 0.5
                else mask
                for letter, mask in zip(solution, masks, strict=True)
            ]
            assert Counts().agree(made.compiled.constraints, decided, -1 & 0xFF)


def test_what_counting_finds_are_the_solutions() -> None:
    """Every grid is tried, for random puzzles whose clues leave little room for X."""
    random = Random(2)
    clues = ["O*XO*", "O*X?O*", "O*XO*|Y+", "O*X?O*|Y+", "[OY]*", "(?:XO|OX)*O?", "[OY]*X?[OY]*"]
    complete = 0
    for _ in range(150):
        rows, columns = (random.choices(clues, k=count) for count in (3, 2))
        puzzle = rectangle(rows=rows, columns=columns, alphabet="OXY")
        expected = brute_force(puzzle)
        answer = settled(puzzle)
        if answer is not None:
            found, is_complete = answer
            assert found <= expected
            assert not is_complete or found == expected
            complete += is_complete
    assert complete > 20


@pytest.mark.parametrize("holes", range(2, 15))
def test_pigeons_do_not_fit(holes: int) -> None:
    answer = settled(pigeons(holes))
    assert answer is not None
    assert answer == ({"Y" * (holes * (holes + 1))}, True)


def test_many_pigeons_are_settled_without_a_formula() -> None:
    search = Search(pigeons(20), limit=2).run()
    assert search.status == "unique"
    assert not search.stats.get("clauses")


def test_counting_gives_up_without_claiming_too_much() -> None:
    assert settled(pigeons(6), decisions=0) == (set(), False)
    assert settled(pigeons(6), decisions=1) == ({"Y" * 42}, True)


def test_the_clock_is_looked_at() -> None:
    made = propagated(pigeons(5))
    assert made.residual is not None
    with pytest.raises(TimeUp):
        list(counting(made.residual, DEFAULT_TUNING, Budget.lasting(0)))


def test_lines_with_room_for_every_letter_are_not_counted() -> None:
    made = propagated(rectangle(rows=[".*A.*"] * 4, columns=[".*B.*"] * 4, alphabet="AB"))
    assert made.residual is not None
    assert not Counts().scarce_letters(made.residual.constraints, made.residual.masks)
    assert list(product(counting(made.residual, DEFAULT_TUNING, UNLIMITED))) == []
