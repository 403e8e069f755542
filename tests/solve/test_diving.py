"""Diving finds solutions only, finds some where they abound, and changes no verdict."""

from itertools import islice, product

import pytest

from bench.ladders import REFERRING, random_rectangle
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import TimeUp
from satcross.puzzle import Line, Puzzle, WordClue
from satcross.puzzle.shapes import rectangle
from satcross.solver.compile import compile_puzzle
from satcross.solver.encode import encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Residual
from satcross.solver.solutions import Search
from satcross.solver.strategies import dives, diving
from tests.residuals import AS_CIRCUITS, cubes_of, propagated
from tests.small_puzzles import brute_force, small_puzzles

OPEN = rectangle(
    rows=[".*A.*B.*", "([^AB]|AC|BD)*", ".*(.).\\1.*", ".*(CA|DD)", "(?=.*C).*D.*"],
    columns=[".*A.*", "[^B]*", ".*C.*D.*", "([^C]|CA|CB)*", ".*"],
    alphabet="ABCD",
)


def dived(puzzle: Puzzle, budget: Budget = UNLIMITED) -> list[Residual]:
    residual = propagated(puzzle, budget).residual
    return list(dives(residual, budget)) if residual is not None else []


@pytest.mark.long
def test_what_a_dive_settles_holds_for_every_choice_of_letters() -> None:
    settled = 0
    for puzzle, expected in small_puzzles(200, seed=21):
        compiled = compile_puzzle(puzzle)
        for dive in dived(puzzle):
            assert all(dive.masks)
            still = {(each.line, each.clue) for each in dive.constraints}
            left = [
                line._replace(clues=tuple(clue for place, clue in enumerate(line.clues) if (number, place) in still))
                for number, line in enumerate(puzzle.lines)
            ]
            within = {"".join(each) for each in product(*map(compiled.letters.of, dive.masks))}
            assert within & brute_force(puzzle._replace(lines=tuple(left))) <= expected
            settled += len(compiled.constraints) - len(dive.constraints)
    assert settled > 200


@pytest.mark.long
def test_after_a_dive_the_cells_of_its_open_lines_are_set_free_and_no_solution_is_lost_by_that() -> None:
    for puzzle, expected in small_puzzles(200, seed=23):
        compiled = compile_puzzle(puzzle)
        every = dived(puzzle)
        for dive, freed in zip(every[::2], every[1::2], strict=True):
            within, beyond = (set(product(*map(compiled.letters.of, each.masks))) for each in (dive, freed))
            assert {letters for letters in within if "".join(letters) in expected} <= beyond


def test_some_dives_have_solutions_only_when_cells_are_set_free() -> None:
    puzzles = [random_rectangle(12, letters=8, styles=REFERRING, seed=seed) for seed in (2, 3, 7)]
    assert [False, True] in [list(map(has_solution, dived(puzzle)[:2])) for puzzle in puzzles]


def has_solution(dive: Residual) -> bool:
    with Solver("cadical153", UNLIMITED) as solver:
        encode_residual(dive, solver)
        return solver.solve()


def test_diving_finds_solutions_of_the_first_dive_that_has_any_and_never_says_that_there_are_no_others() -> None:
    with_solutions = 0
    for puzzle, expected in small_puzzles(200, seed=24):
        made = propagated(puzzle)
        if made.residual is None:
            continue
        said = list(diving(made.residual, UNLIMITED))
        assert not any(found.is_last for found in said)
        found = made.grids(cubes_of(said))
        first = next((dive for dive in dived(puzzle) if has_solution(dive)), None)
        assert sorted(found) == sorted(expected.intersection(made.grids([first.masks] if first else [])))
        with_solutions += bool(found)
    assert with_solutions > 40


def test_an_open_puzzle_is_settled_by_one_dive() -> None:
    first = next(iter(dived(OPEN)))
    assert len(first.constraints) <= 1
    assert sum(mask.bit_count() for mask in first.masks) > len(OPEN.cells)


def test_there_are_no_dives_where_cubes_would_take_away_more_choices_than_there_are() -> None:
    """Each of these lines has three matches, each one a cube that takes all choices away."""
    assert dived(rectangle(rows=["AAB|ABA|BAA"] * 3, columns=["AAB|ABA|BAA"] * 3)) == []
    assert dived(rectangle(rows=["AAB|ABA|BAA"] * 3, columns=[".*"] * 3))


def test_there_is_a_second_dive_only_if_there_are_circuits() -> None:
    regular = OPEN._replace(lines=tuple(line for line in OPEN.lines if r"\1" not in line.clues[0].pattern))
    assert [len(dived(OPEN, AS_CIRCUITS)), len(dived(regular, AS_CIRCUITS))] == [4, 2]


def test_a_dive_settles_word_lists_and_finds_a_solution() -> None:
    """Every pair of letters of which at least one is A or B is a word; some words are longer than the lines."""
    pairs = ["".join(each) for each in product("ABCDEFGH", repeat=2) if {*each} & {"A", "B"}]
    words = WordClue(tuple(sorted([*pairs, "ABCD"])))
    cells = tuple(f"{row}{column}" for row in "abcd" for column in "1234")
    across = [Line(f"across {i}", (i, i + 1), (words,)) for i in range(15) if i % 4 < 3]
    down = [Line(f"down {i}", (i, i + 4), (words,)) for i in range(12)]
    puzzle = Puzzle(cells, (*across, *down), alphabet="ABCDEFGH")
    first = next(iter(dived(puzzle)))
    assert len(first.constraints) <= 2
    assert has_solution(first)
    search = Search(puzzle, limit=1)
    assert len(list(search)) == 1
    assert search.stats["variables"] == 0


def test_a_dive_stops_when_the_time_is_up() -> None:
    residual = propagated(OPEN).residual
    assert residual is not None
    with pytest.raises(TimeUp):
        list(diving(residual, Budget(0)))
    search = Search(OPEN, budget=Budget(0))
    assert list(islice(search, 1)) == []
    assert search.status == "unknown"
