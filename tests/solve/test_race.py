"""Several processes search one residual: the same solutions as in one process, and no process is left behind."""

import os
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import monotonic

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.platform import CAN_FORK
from satcross.errors import LimitError, TimeUp
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle
from satcross.solver import race as race_module
from satcross.solver.encode import are_lists
from satcross.solver.race import race
from satcross.solver.residual import Masks, Residual
from satcross.solver.solutions import Search
from satcross.solver.strategies import portfolio
from tests.hard import pigeons
from tests.residuals import unpropagated

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="processes cannot be forked")

TWO = UNLIMITED.tuned(processes=2)
HARD = pigeons(12)


def lists(random: Random) -> Puzzle:
    """Return a grid of 4 x 4 with a list of random words on each line."""
    words = random.randint(3, 8)
    clues = ["|".join({"".join(random.choices("AB", k=4)) for _ in range(words)}) for _ in range(8)]
    return rectangle(rows=clues[:4], columns=clues[4:], alphabet="AB")


def loops(random: Random) -> Puzzle:
    """Return a grid of 4 x 4 with loops over random tokens as rows, and letters that each column must hold."""
    rows = ["({}|{})*".format(*["".join(random.choices("AB", k=random.randint(1, 2))) for _ in range(2)])
            for _ in range(4)]  # fmt: skip
    columns = ["[AB]*" + "".join(random.choices("AB", k=3)) + "[AB]*" for _ in range(4)]
    return rectangle(rows=rows, columns=columns, alphabet="AB")


def open_residual(puzzle: Puzzle) -> Residual | None:
    return unpropagated(puzzle).residual


def cubes(messages: Iterator[object]) -> set[Masks]:
    return {found.cube for found in messages if found.cube is not None}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("make", "is_list"), [(lists, True), (loops, False)])
@pytest.mark.parametrize("processes", [2, 7])
def test_several_processes_find_the_solutions_of_one(make: object, is_list: bool, processes: int) -> None:
    random = Random(5)
    counts = set()
    for _ in range(12):
        residual = open_residual(make(random))  # type: ignore[operator]
        assert residual is not None
        assert are_lists(residual.constraints, residual.masks) == is_list
        expected = cubes(portfolio(residual, UNLIMITED))
        messages = list(race(residual, [], UNLIMITED.tuned(processes=processes)))
        assert cubes(iter(messages)) == expected
        assert [message.is_last for message in messages].index(True) == len(messages) - 1
        counts.add(min(len(expected), 2))
        known = list(expected)[:1]
        assert cubes(race(residual, known, TWO)) == expected - set(known)
    assert len(counts) > 1


def test_a_hard_puzzle_has_the_same_verdict_with_helpers() -> None:
    budget = UNLIMITED.tuned(processes=2, hard_conflicts=100, quick_conflicts=0.0)
    search = Search(pigeons(8), limit=2, budget=budget).run()
    assert (search.status, search.was_hard) == ("none", True)


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the processes that are forked from now on."""
    processes: list[int] = []
    fork = os.fork

    def recorded() -> int:
        process = fork()
        processes.append(process)
        return process

    monkeypatch.setattr(os, "fork", recorded)
    return processes


def is_child(process: int) -> bool:
    try:
        os.waitpid(process, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def test_no_process_is_left_after_an_answer_that_nobody_waits_for(forked: list[int]) -> None:
    residual = open_residual(rectangle(rows=["A*B*A*"] * 6, columns=["B*A*B*"] * 6))
    assert residual is not None
    messages = race(residual, [], TWO)
    assert any(message.cube for message in islice(messages, 50))
    messages.close()  # type: ignore[attr-defined]
    assert forked
    assert not any(map(is_child, forked))


def test_no_process_is_left_when_the_time_is_up(forked: list[int]) -> None:
    residual = open_residual(HARD)
    assert residual is not None
    start = monotonic()
    with pytest.raises(TimeUp):
        list(race(residual, [], Budget(0.3).tuned(processes=2)))
    assert forked
    assert not any(map(is_child, forked))
    assert monotonic() - start < 30


def test_a_process_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch, forked: list[int]) -> None:
    monkeypatch.setattr(race_module._Racer, "solutions", lambda *_: os._exit(1))
    residual = open_residual(HARD)
    assert residual is not None
    with pytest.raises(LimitError, match="the search for solutions"):
        list(race(residual, [], TWO))
    assert forked
    assert not any(map(is_child, forked))
