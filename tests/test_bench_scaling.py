"""The simulation of larger clusters: it cannot beat the work there is, nor the process that sends it."""

import pytest

from bench.scaling import StartMeasurement, simulate, small_puzzles
from satcross.solver.solutions import check


@pytest.mark.parametrize("workers", [1, 16, 1_000])
def test_a_simulated_run_takes_at_least_the_work_divided_and_the_sending(workers: int) -> None:
    found = simulate(StartMeasurement([0.004, 0.006], 0.0002), 40_000, workers)
    assert found.seconds >= 0.999 * max(40_000 * 0.004 / workers, 40_000 * 0.0002)
    assert 0 < found.busy <= 1
    assert found.limit == ("the sender" if workers == 1_000 else "the workers")


def test_more_workers_take_less_time_until_the_sender_is_the_limit() -> None:
    seconds = [simulate(StartMeasurement([0.005], 0.0002), 20_000, workers).seconds for workers in (1, 4, 16, 64, 256)]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] / seconds[1] > 3.9


def test_the_small_puzzles_are_the_same_each_time_and_can_be_checked() -> None:
    puzzles = list(small_puzzles(20))
    assert puzzles == list(small_puzzles(20))
    assert {check(each).status for each in puzzles} <= {"unique", "several", "none"}
