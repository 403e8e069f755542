"""One question about many puzzles: the same answers wherever they are found, and a lost worker costs nothing else."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross.base.tasks import Message, Task
from satcross.errors import OptionError, SatcrossError
from satcross.many.executor import LocalBackend
from satcross.many.queue import Queue, Where, answered

pytestmark = pytest.mark.long

PUZZLES = [satcross.line(clue, 3) for clue in ("A|BCD", "AB.", "[AB]+", "A", "(.)B\\1")]
KILL = signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM


def pool(processes: int = 2) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, mp_context=get_context("fork" if hasattr(os, "fork") else "spawn"))


def wheres() -> dict[str, Where]:
    return {"one": 1, "two": 2, "threads": partial(ThreadPoolExecutor, 2), "processes": pool}


@pytest.fixture(params=wheres())
def where(request: pytest.FixtureRequest) -> Where:
    return wheres()[request.param]


def test_every_question_has_the_same_answers_everywhere(where: Where) -> None:
    puzzles = PUZZLES * 3
    assert [each.answer for each in satcross.check_many(puzzles, where)] == list(map(satcross.check, puzzles))
    assert [each.answer for each in satcross.count_many(puzzles, where)] == list(map(satcross.count, puzzles))
    assert [each.answer for each in satcross.lint_many(puzzles, where)] == list(map(satcross.lint, puzzles))
    solved = list(satcross.solve_many(puzzles, where, limit=None))
    assert [each.answer and each.answer.solutions for each in solved] == [
        tuple(satcross.solutions(each)) for each in puzzles
    ]
    assert [(each.number, each.puzzle, each.error) for each in solved] == [(n, p, None) for n, p in enumerate(puzzles)]


def test_generated_puzzles_are_those_of_their_seeds(where: Where) -> None:
    request = satcross.Request(satcross.rectangle(rows=1, columns=2))
    requests = [request._replace(seed=seed) for seed in (3, 4, 5)]
    made = [each.answer for each in satcross.generate_many(requests, where)]
    assert made == [next(satcross.generate(each)) for each in requests]


def test_answers_come_as_they_are_found_if_asked_for(where: Where) -> None:
    found = list(satcross.check_many(PUZZLES, where, in_order=False))
    assert sorted(each.number for each in found) == list(range(len(PUZZLES)))


def test_an_error_is_the_answer_for_its_puzzle_only(where: Where) -> None:
    found = list(answered(refusing, [1, 2, 3], where))
    assert [each.answer for each in found] == [10, None, 30]
    assert isinstance(found[1].error, SatcrossError)
    assert found[1].error.message == "not 2"


def refusing(number: int) -> int:
    if number == 2:
        raise SatcrossError("not 2")
    return 10 * number


def test_only_a_bounded_window_of_puzzles_is_read(where: Where) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield 1

    answers = answered(refusing, endless(), where)
    assert [next(answers).answer for _ in range(100)] == [10] * 100
    answers.close()  # type: ignore[attr-defined]
    assert taken <= 5_000


def test_a_file_that_cannot_be_read_is_one_answer_among_others(where: Where, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text("[clues]\nrows = ['A']\ncolumns = 1\n")
    (tmp_path / "bad.toml").write_text("[clues]\nrows = ['(']\ncolumns = 1\n")
    files = [str(tmp_path / name) for name in ("bad.toml", "good.toml", "missing.toml", "good.toml")]
    for ask in (satcross.check_many, satcross.solve_many, satcross.count_many, satcross.lint_many):
        found = list(ask(files, where))
        assert [(each.puzzle, each.answer is None) for each in found] == list(
            zip(files, (True, False) * 2, strict=True)
        )
        codes = [each.error.code for each in found if isinstance(each.error, SatcrossError)]
        assert codes == ["regex-parenthesis", "missing"]
        assert all(each.puzzle in str(each.error) for each in found if each.error is not None)


@pytest.mark.parametrize("wrong", [PUZZLES[0], "puzzle.toml"])
def test_one_puzzle_alone_is_no_list_of_puzzles(wrong: Any) -> None:
    with pytest.raises(OptionError, match="puzzles: this must be an iterable"):
        satcross.check_many(wrong)


def test_no_processes_at_all_are_refused() -> None:
    with pytest.raises(OptionError) as caught:
        satcross.check_many(PUZZLES, 0)
    assert caught.value.code == "option-number"


def dying(folder: str, times: int, number: int) -> int:
    """Kill this process over the number 7, the first `times` times."""
    if number == 7:
        for attempt in range(times):
            try:
                Path(folder, str(attempt)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), KILL)
    return number


@pytest.mark.parametrize("place", ["two", "processes"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_lost_puzzle_is_tried_once_more_and_costs_no_other(tmp_path: Path, place: str, times: int) -> None:
    found = list(answered(partial(dying, str(tmp_path), times), range(30), wheres()[place]))
    assert [each.number for each in found] == list(range(30))
    failed = [each for each in found if each.error is not None]
    assert [each.number for each in failed] == ([] if times == 1 else [7])
    for each in failed:
        assert isinstance(each.error, SatcrossError)
        assert each.error.code == "worker"
    assert len(list(tmp_path.iterdir())) == times


class Broken(Executor):
    """A pool that has lost a worker."""

    def submit(self, *arguments: Any, **more: Any) -> Future[Any]:
        from concurrent.futures import BrokenExecutor

        raise BrokenExecutor("gone")


def test_an_executor_that_cannot_be_replaced_is_one_clear_error() -> None:
    with pytest.raises(SatcrossError, match="takes no more tasks") as caught:
        list(answered(refusing, [1], Broken()))
    assert "a function that makes an executor" in str(caught.value.hint)


def test_an_interruption_while_the_first_task_is_given_out_waits_for_no_answer() -> None:
    class Interrupted(LocalBackend):
        def give(self, number: int, task: Any, *, again: bool) -> None:
            raise KeyboardInterrupt

        def messages(self, *_: Any) -> Iterator[tuple[int, Message]]:
            raise AssertionError("nobody works on the task")

    queue = Queue(Interrupted(1, lambda: print), iter([Task("key", "value")]))
    with pytest.raises(KeyboardInterrupt):
        next(iter(queue))
    assert not list(queue.cancelled())
