"""Several processes decide what one decides, and nothing that they have not searched to the end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.base.workers import GRACE
from satcross.errors import OptionError
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.solver.residual import Masks, Residual
from satcross.solver.solutions import Search
from satcross.solver.strategies import splitting
from satcross.solver.strategies.splitting import TRIES, _by_subproblems, _Frontier, _searching
from satcross.solver.subproblems import Splitter
from tests.clues import referring_pattern, regular_pattern
from tests.hard import pigeons
from tests.processes import children, dying, let_others_search, wait_until
from tests.residuals import propagated

AT_ONCE = DEFAULT_TUNING._replace(solo_seconds=0.0, worker_conflicts=100, small_subproblems=16)
"""Ask other processes at once, and split subproblems early."""


@pytest.fixture
def _others_first(monkeypatch: pytest.MonkeyPatch) -> None:
    let_others_search(monkeypatch)


def story(puzzle: Puzzle, limit: int | None, jobs: int, tuning: Tuning = AT_ONCE) -> tuple[object, ...]:
    asked = Search(puzzle, limit=limit, jobs=jobs, tuning=tuning)
    grids = [solution.letters for solution in islice(asked, 50)]
    return asked.status, asked.count, asked.is_complete, asked.stopped, asked.was_searched, grids


@pytest.mark.usefixtures("_others_first")
@pytest.mark.parametrize("limit", [1, 2, None])
@pytest.mark.parametrize("way_out", ["", "|Y+", "|Y+|Z+", "|[YZ]+"])
def test_hard_puzzles_have_the_same_answers_side_by_side(way_out: str, limit: int | None) -> None:
    puzzle = pigeons(7, way_out=way_out)
    assert story(puzzle, limit, 2) == story(puzzle, limit, 1)


def outcome(residual: Residual, tuning: Tuning) -> tuple[Masks, ...] | None:
    """Return what other processes find out about `residual`."""
    others = _by_subproblems(residual, (), tuning, UNLIMITED)
    while True:
        try:
            next(others)
        except StopIteration as end:
            return end.value


HARDLY = AT_ONCE._replace(worker_conflicts=1)
"""Put off small subproblems at once, unless propagation refutes them."""


@pytest.mark.usefixtures("_others_first")
@pytest.mark.parametrize("subproblems", [6, 64])
@pytest.mark.parametrize("way_out", ["", "|Y+", "|[YZ]+"])
def test_small_subproblems_that_take_long_change_no_answer(way_out: str, subproblems: int) -> None:
    """They are put off until large ones are searched instead, or until all small ones have been tried."""
    puzzle = pigeons(6, way_out=way_out)
    assert story(puzzle, 2, 2, HARDLY._replace(small_subproblems=subproblems)) == story(puzzle, 2, 1)


@pytest.mark.usefixtures("_others_first")
@pytest.mark.parametrize("subproblems", [6, 64])
def test_what_is_put_off_is_searched_later(subproblems: int) -> None:
    residual = open_residual(pigeons(6, way_out="|Y+"))
    solutions = outcome(residual, HARDLY._replace(small_subproblems=subproblems, jobs=2))
    assert solutions is not None
    assert len(solutions) == 1


def test_small_subproblems_are_in_vain_when_more_are_put_off_than_settled() -> None:
    frontier = _Frontier(open_residual(pigeons(5, way_out="|Y+")), (), AT_ONCE, UNLIMITED)
    frontier.split_into(16)
    for number in range(1, 7):
        frontier.put_off.append(frontier.next(widest=True))
        assert frontier.is_in_vain == (number > TRIES)  # there is one process
    for _ in range(6):
        frontier.refute(tuple(enumerate(frontier.next().masks)))
    assert not frontier.is_in_vain


@pytest.mark.long
@pytest.mark.usefixtures("_others_first")
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


def open_residual(puzzle: Puzzle) -> Residual:
    residual = propagated(puzzle).residual
    assert residual is not None
    return residual


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_subproblems_are_disjoint_and_hold_every_solution_once(rounds: int) -> None:
    random = Random(5)
    most = 0
    for _ in range(25):
        patterns = [regular_pattern(random) for _ in range(6)]
        puzzle = rectangle(rows=patterns[:3], columns=patterns[3:], alphabet="ABC")
        compiled, residual = propagated(puzzle)
        if residual is None:
            continue
        splitter = Splitter(residual, DEFAULT_TUNING, UNLIMITED)
        subproblems = [residual]
        for _ in range(rounds):
            subproblems = [half for subproblem in subproblems for half in splitter.halves(subproblem)]
        most = max(most, len(subproblems))
        check_split(residual, subproblems, [solution.letters for solution in Search(puzzle)], compiled.letters)
    assert most >= max(2, rounds)


def test_splitting_that_takes_too_long_leaves_fewer_subproblems() -> None:
    residual = open_residual(pigeons(5, way_out="|Y+|Z+"))
    assert len(Splitter(residual, DEFAULT_TUNING, UNLIMITED).first(100, seconds=0.0)) == 2


@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_the_first_subproblems_are_as_many_as_asked_for(number: int) -> None:
    puzzle = pigeons(5, way_out="|Y+|Z+")
    compiled, residual = propagated(puzzle)
    assert residual is not None
    subproblems = Splitter(residual, DEFAULT_TUNING, UNLIMITED).first(number)
    assert len(subproblems) == number
    check_split(residual, subproblems, [solution.letters for solution in Search(puzzle)], compiled.letters)


def check_split(
    residual: Residual, subproblems: list[Residual], solutions: list[tuple[str, ...]], letters_of: Callable[[int], str]
) -> None:
    for each in subproblems:
        assert all(mask & ~domain == 0 for mask, domain in zip(each.masks, residual.masks, strict=True))
    letters = [[set(letters_of(mask)) for mask in each.masks] for each in subproblems]
    for solution in solutions:
        held = [all(map(set.__contains__, here, solution)) for here in letters]
        assert held.count(True) == 1
    for one, two in product(letters, repeat=2):
        assert one is two or any(not left & right for left, right in zip(one, two, strict=True))


def test_a_worker_reports_what_it_found_and_whether_it_came_to_the_end() -> None:
    compiled, residual = propagated(pigeons(9, way_out="|Y+"))
    assert residual is not None
    found: list[Masks] = []
    no_time, enough = (
        _searching(residual, (), DEFAULT_TUNING._replace(solver="cadical153", worker_conflicts=conflicts), UNLIMITED)
        for conflicts in (0, 10**9)
    )
    task = (residual.masks, ())
    assert no_time(task, found.append) is None
    assert found == []
    assert enough(task, found.append) == ()
    (masks,) = found
    assert {compiled.letters(mask) for mask in masks} == {"Y"}
    assert enough(task, found.append) == ()
    assert len(found) == 1  # it is not found again
    again = _searching(residual, (masks,), DEFAULT_TUNING._replace(worker_conflicts=10**9), UNLIMITED)
    assert again(task, found.append) == ()
    assert len(found) == 1  # nor is what was known before


def test_a_worker_goes_on_where_it_stopped() -> None:
    residual = open_residual(pigeons(9, way_out="|Y+"))
    answered = _searching(residual, (), DEFAULT_TUNING._replace(worker_conflicts=500), UNLIMITED)
    found: list[Masks] = []
    while answered((residual.masks, ()), found.append) is None:
        pass
    assert len(found) == 1


def test_what_a_worker_refutes_holds_no_new_solution_and_other_workers_may_know_it() -> None:
    residual = open_residual(pigeons(6, way_out="|Y+"))
    frontier = _Frontier(residual, (), AT_ONCE, UNLIMITED)
    frontier.split_into(9)
    one, other = (_searching(residual, (), AT_ONCE._replace(worker_conflicts=10**9), UNLIMITED) for _ in range(2))
    found: list[Masks] = []
    refuted = [one((each.masks, ()), found.append) for each in frontier.waiting]
    assert len(found) == 1
    assert any(each for each in refuted)
    for each in filter(None, refuted):
        cells = dict(each)
        assert all(not letters & ~residual.masks[cell] for cell, letters in each)
        masks = tuple(mask & cells.get(cell, mask) for cell, mask in enumerate(residual.masks))
        again: list[Masks] = []
        assert other((masks, ()), again.append) is not None
        assert set(again) <= set(found)
    told = tuple(each for each in refuted if each)
    assert other((residual.masks, told), found.append) is not None


@pytest.mark.usefixtures("_others_first")
def test_a_killed_worker_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both workers die over their first subproblems; the search goes on alone and comes to the same end."""
    monkeypatch.setattr(splitting, "_searching", dying)
    puzzle = pigeons(7, way_out="|Y+")
    assert story(puzzle, 2, 2) == story(puzzle, 2, 1)
    assert outcome(open_residual(puzzle), AT_ONCE._replace(jobs=2)) is None


@pytest.mark.usefixtures("_others_first")
def test_a_worker_that_fails_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "_searching", failing)
    puzzle = pigeons(7, way_out="|Y+")
    assert story(puzzle, 2, 2) == story(puzzle, 2, 1)


def failing(residual: Residual, known: tuple[Masks, ...], tuning: Tuning, budget: Budget):
    raise MemoryError


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 3])
def test_out_of_time_is_unknown(jobs: int) -> None:
    tuning = DEFAULT_TUNING._replace(solo_seconds=0.2)
    asked = Search(pigeons(16, way_out="|Y+"), limit=2, timeout=1, jobs=jobs, tuning=tuning).run()
    assert (asked.status, asked.stopped, asked.is_complete) == ("unknown", "timeout", False)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are watched in /proc")
def test_ctrl_c_leaves_no_process() -> None:
    before = children()
    asked = Search(pigeons(16, way_out="|Y+"), limit=2, timeout=120, jobs=2, tuning=AT_ONCE)
    has_ended = Event()

    def interrupt() -> None:
        """Press Ctrl-C when both workers are there, and again if Python has dropped that in a finalizer."""
        wait_until(lambda: len(children() - before) == 2)
        os.kill(os.getpid(), signal.SIGINT)
        while not has_ended.wait(2 * GRACE):
            os.kill(os.getpid(), signal.SIGINT)

    presser = Thread(target=interrupt)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        asked.run()
    has_ended.set()
    presser.join()
    assert asked.status == "unknown"
    assert children() <= before


def test_easy_puzzles_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "_by_subproblems", None)
    assert Search(pigeons(5, way_out="|Y+"), jobs=8).run().status == "unique"


def test_no_jobs_at_all_are_refused() -> None:
    with pytest.raises(OptionError) as caught:
        Search(pigeons(2), jobs=0)
    assert caught.value.code == "option-jobs"
