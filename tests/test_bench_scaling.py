"""The simulation of larger clusters: it cannot beat the work there is, nor the process that sends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.scaling import StartMeasurement, simulate, simulate_hard, small_puzzles
from bench.subproblems import Split, load, measured, residual_of, save
from satcross.solver.families import member
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


@pytest.mark.parametrize("workers", [1, 3, 16, 1_000])
@pytest.mark.parametrize("scale", [1.0, 50.0])
def test_one_hard_puzzle_takes_at_least_its_longest_subproblem_and_its_share(workers: int, scale: float) -> None:
    split = Split(0.5, 0.1, [3.0, 1.0, 2.0, 2.0])
    found = simulate_hard(split, workers, scale)
    assert found.seconds >= 0.6 + max(3 * scale, 8 * scale / workers)
    assert found.seconds <= 0.6 + 3 * scale + 8 * scale / workers
    assert found.parts == 4


def test_what_limits_one_hard_puzzle() -> None:
    assert simulate_hard(Split(5.0, 0.1, [1.0, 1.0]), 2).limit == "the splitting"
    assert simulate_hard(Split(0.1, 0.1, [9.0, 1.0]), 2).limit == "the longest"
    assert simulate_hard(Split(0.1, 0.1, [1.0] * 10), 2).limit == "all the work"


@pytest.mark.parametrize("parts", [1, 4])
def test_each_subproblem_of_a_puzzle_is_measured(parts: int, tmp_path: Path) -> None:
    split = measured(residual_of(member("parities", 4, 1)), parts)
    assert len(split.solving) == parts
    assert min(split.solving) > 0
    assert min(split[:2]) >= 0
    save("parities", [split], tmp_path / "file.json")
    title, (read,) = load(tmp_path / "file.json")
    assert title == "parities"
    assert read.solving == pytest.approx(split.solving, abs=1e-3)


def test_what_has_been_measured_starts_with_the_whole() -> None:
    _, splits = load()
    assert [len(each.solving) for each in splits] == sorted({len(each.solving) for each in splits})
    assert len(splits[0].solving) == 1


def test_the_small_puzzles_are_the_same_each_time_and_can_be_checked() -> None:
    puzzles = list(small_puzzles(20))
    assert puzzles == list(small_puzzles(20))
    assert {check(each).status for each in puzzles} <= {"unique", "several", "none"}
