"""The benchmark of the author's workbench: it measures what its names say, and knows which way a goal lies."""

from itertools import product
from re import fullmatch

from bench.author import CUBES, NO_CUBES, REGION_COLUMNS, REGION_ROWS, TASKS, Task, grid, regions, warm_seconds
from satcross.api import count, rectangle
from satcross.puzzle import Puzzle
from satcross.solver.solutions import Search


def test_tasks_have_names_of_their_own() -> None:
    assert len({task.name for task in TASKS}) == len(TASKS)


def test_seconds_may_be_fewer_and_rates_more() -> None:
    seconds, rate = Task("", 2, "s", float), Task("", 2, "a second", float)
    assert [seconds.reaches(each) for each in (1, 2, 3)] == [True, True, False]
    assert [rate.reaches(each) for each in (1, 2, 3)] == [False, True, True]


def test_regions_are_counted_like_the_grids_that_fit() -> None:
    rows = list(map("".join, product("ABC", repeat=3)))
    fitting = [row for row in rows if fullmatch(REGION_ROWS[0], row)]
    grids = product(fitting, repeat=3)
    number = sum(
        all(fullmatch(REGION_COLUMNS[0], "".join(column)) for column in zip(*grid, strict=True)) for grid in grids
    )
    assert count(regions(1)).number == number
    assert count(regions(12)).number > 10**12


def test_one_list_comes_in_cubes_and_the_other_hardly() -> None:
    cubes, singles = (
        [cube.size for cube in Search(grid(n, clue), limit=200).cubes()] for n, clue in ((6, CUBES), (8, NO_CUBES))
    )
    assert sum(cubes) / len(cubes) > 20
    assert sum(singles) / len(singles) < 2


def test_the_question_is_asked_of_a_small_puzzle_first() -> None:
    asked: list[Puzzle] = []
    puzzle = rectangle(rows=["A"], columns=["A"])
    warm_seconds(asked.append, puzzle)
    assert asked[0] != puzzle
    assert set(asked[1:]) == {puzzle}
