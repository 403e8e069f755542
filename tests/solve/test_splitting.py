"""Several processes decide what one decides, and nothing that they have not searched to the end."""

from __future__ import annotations

import os
import signal
from itertools import islice, product
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from satcross.budget import UNLIMITED
from satcross.cnf.sink import FlatSink
from satcross.constraints.propagate import propagate
from satcross.errors import OptionError
from satcross.model import Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.solve.compile import compile_puzzle
from satcross.solve.encode import encode_residual
from satcross.solve.solutions import Search
from satcross.solve.strategies import portfolio as models
from satcross.solve.strategies import splitting as parallel
from satcross.solve.strategies.splitting import Parting, Residual, others, searching
from tests.clues import referring_pattern, regular_pattern
from tests.processes import children


def pigeons(holes: int, *, way_out: str) -> Puzzle:
    """Return a puzzle on which solvers need long: one more row than columns, `way_out` what a line may be instead."""
    rows = [f"O*XO*{way_out}"] * (holes + 1)
    return rectangle(rows=rows, columns=[f"O*X?O*{way_out}"] * holes)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask other processes at once, do nothing here until they have come to an end, and part cubes early."""
    monkeypatch.setattr(models, "PATIENCE", 0.0)
    monkeypatch.setattr(models, "GLANCE", 0.0)
    monkeypatch.setattr(parallel, "SECONDS", 0.02)


def story(puzzle: Puzzle, limit: int | None, jobs: int) -> tuple[object, ...]:
    asked = Search(puzzle, limit=limit, jobs=jobs)
    grids = [solution.letters for solution in islice(asked, 50)]
    return asked.status, asked.count, asked.is_complete, asked.stopped, asked.was_searched, grids


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("limit", [1, 2, None])
@pytest.mark.parametrize("way_out", ["", "|Y+", "|Y+|Z+", "|[YZ]+"])
def test_hard_puzzles_have_the_same_answers_side_by_side(way_out: str, limit: int | None) -> None:
    puzzle = pigeons(7, way_out=way_out)
    assert story(puzzle, limit, 2) == story(puzzle, limit, 1)


@pytest.mark.usefixtures("impatient")
def test_random_puzzles_have_the_same_answers_side_by_side() -> None:
    random = Random(31)
    statuses: list[object] = []
    while not (len(statuses) > 12 and {"unique", "several", "none"} <= set(statuses)):
        if random.random() < 0.2:
            clues = [regular_pattern(random) if random.random() < 0.5 else referring_pattern(random) for _ in range(9)]
            puzzle = hexagon(horizontal=clues[:3], rising=clues[3:6], falling=clues[6:], alphabet="AB")
        else:
            clues = ["|".join({"".join(random.choices("AB", k=4)) for _ in range(7)}) for _ in range(8)]
            puzzle = rectangle(rows=clues[:4], columns=clues[4:])
        alone = story(puzzle, 2, 1)
        if alone[4]:
            statuses.append(alone[0])
            assert story(puzzle, 2, 2) == alone


def parted(puzzle: Puzzle, rounds: int) -> tuple[list[parallel.Cube], tuple[int, ...], list[tuple[str, ...]]]:
    """Return cubes of `puzzle`, the masks that they part, and its solutions."""
    compiled = compile_puzzle(puzzle)
    domains = propagate(compiled.constraints, compiled.domains).domains
    assert domains is not None
    parting = Parting(compiled.constraints, domains, encode_residual(compiled.constraints, domains, FlatSink()))
    cubes = parting.root()
    for _ in range(rounds):
        cubes = [part for cube in cubes for part in parting.parts(cube, UNLIMITED)]
    return cubes, domains, [solution.letters for solution in Search(puzzle)]


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_cubes_are_disjoint_and_hold_every_solution_once(rounds: int) -> None:
    random = Random(5)
    most = 0
    for _ in range(25):
        patterns = [regular_pattern(random) for _ in range(6)]
        puzzle = rectangle(rows=patterns[:3], columns=patterns[3:], alphabet="ABC")
        compiled = compile_puzzle(puzzle)
        if propagate(compiled.constraints, compiled.domains).domains is None:
            continue
        cubes, domains, solutions = parted(puzzle, rounds)
        most = max(most, len(cubes))
        for cube in cubes:
            assert all(mask & ~domain == 0 for mask, domain in zip(cube.masks, domains, strict=True))
        letters = [[set(compiled.letters(mask)) for mask in cube.masks] for cube in cubes]
        for solution in solutions:
            held = [all(map(set.__contains__, cube, solution)) for cube in letters]
            assert held.count(True) == 1
        for one, two in product(letters, repeat=2):
            assert one is two or any(not left & right for left, right in zip(one, two, strict=True))
    assert most > rounds


def test_a_worker_tells_what_it_found_and_whether_it_came_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = pigeons(9, way_out="|Y+")
    compiled = compile_puzzle(puzzle)
    clues = frozenset((each.line, each.clue) for each in compiled.constraints)
    answered = searching(Residual(puzzle, clues, compiled.domains, ()), "cadical153", UNLIMITED)
    found: list[tuple[int, ...]] = []
    monkeypatch.setattr(parallel, "SECONDS", 0.0)
    assert answered(compiled.domains, found.append) is False
    assert found == []
    monkeypatch.setattr(parallel, "SECONDS", 60.0)
    assert answered(compiled.domains, found.append) is True
    (masks,) = found
    assert {compiled.letters(mask) for mask in masks} == {"Y"}
    assert answered(compiled.domains, found.append) is True
    assert len(found) == 1  # it is not found again


@pytest.mark.usefixtures("impatient")
def test_a_killed_worker_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both workers die over their first cubes; the search goes on alone and comes to the same end."""
    monkeypatch.setattr(parallel, "searching", dying)
    puzzle = pigeons(7, way_out="|Y+")
    assert story(puzzle, 2, 2) == story(puzzle, 2, 1)
    compiled = compile_puzzle(puzzle)
    residual = Residual(
        puzzle, frozenset((each.line, each.clue) for each in compiled.constraints), compiled.domains, ()
    )
    variables = encode_residual(compiled.constraints, compiled.domains, FlatSink())
    assert set(others(residual, compiled.constraints, variables, 2, 2, "cadical153", UNLIMITED)) == {None}


def dying(residual: Residual, solver: str, budget: object):
    def answered(task: object, send: object) -> bool:
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        return True

    return answered


@pytest.mark.usefixtures("impatient")
def test_a_worker_that_fails_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "searching", failing)
    puzzle = pigeons(7, way_out="|Y+")
    assert story(puzzle, 2, 2) == story(puzzle, 2, 1)


def failing(residual: Residual, solver: str, budget: object):
    raise MemoryError


@pytest.mark.parametrize("jobs", [2, 3])
def test_out_of_time_is_unknown(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "PATIENCE", 0.2)
    asked = Search(pigeons(16, way_out="|Y+"), limit=2, timeout=3, jobs=jobs).run()
    assert (asked.status, asked.stopped, asked.is_complete) == ("unknown", "timeout", False)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are watched in /proc")
@pytest.mark.usefixtures("impatient")
def test_ctrl_c_leaves_no_process() -> None:
    before = children()
    asked = Search(pigeons(16, way_out="|Y+"), limit=2, jobs=2)
    timer = Timer(1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        asked.run()
    timer.join()
    assert asked.status == "unknown"
    assert children() <= before


def test_easy_puzzles_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "others", None)
    assert Search(pigeons(5, way_out="|Y+"), jobs=8).run().status == "unique"


def test_no_jobs_at_all_are_refused() -> None:
    with pytest.raises(OptionError) as caught:
        Search(pigeons(2, way_out=""), jobs=0)
    assert caught.value.code == "option-jobs"
