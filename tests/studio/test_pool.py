"""Editors do not wait for each other's work.  The workers here are threads that do what the test says."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from threading import Event
from typing import Any, cast

import pytest

pytest.importorskip("starlette", reason="starlette is not installed")

from satcross.base.tasks import Death, Message, Part, Result
from satcross.base.workers import Worker
from satcross.studio.engine import WorkItem
from satcross.studio.pool import MOST_EDITORS, MOST_EXTRA, WorkerPool


class Hand:
    """A worker that answers easy tasks at once, and hard ones when it is told that they are done."""

    def __init__(self) -> None:
        self.has_stepped_back = False
        self._messages: list[Message] = []
        self._is_done = Event()

    @property
    def is_busy(self) -> bool:
        return bool(self._messages) and not isinstance(self._messages[0], Death)

    def give(self, task: WorkItem) -> None:
        self._is_done.clear()
        if task.document is None:
            self._is_done.set()
        self._messages = [Part(task.revision), Result(None)]

    def message(self) -> Message:
        self._is_done.wait()
        return self._messages.pop(0)

    def kill(self) -> None:
        self._messages = [Death("was killed")]
        self._is_done.set()

    def finish(self) -> None:
        """Let the hard task be done."""
        self._is_done.set()

    def step_back(self) -> None:
        self.has_stepped_back = True

    def join(self, until: float) -> None:
        """There is no process."""

    def close(self) -> None:
        """There is no pipe."""


EASY = WorkItem({"type": "early"}, 7, None)
HARD = WorkItem({"type": "early"}, 8, {"puzzle": {}})


def starting(hands: list[Hand]) -> Callable[[], Worker]:
    def start() -> Worker:
        hands.append(Hand())
        return cast(Worker, hands[-1])

    return start


async def answers(pool: WorkerPool, task: WorkItem, *, is_extra: bool = False) -> list[Any]:
    async with aclosing(pool.answer(task, is_extra=is_extra)) as messages:
        return [each async for each in messages]


def test_an_easy_edit_does_not_wait_for_hard_puzzles_of_others() -> None:
    """Each of the other editors has a revision and a question that never end."""

    async def edit() -> list[Any]:
        async with WorkerPool(starting([])) as pool:
            others = [asyncio.create_task(answers(pool, HARD)) for _ in range(2 * (MOST_EDITORS - 1))]
            await asyncio.sleep(0)
            try:
                async with asyncio.timeout(60):  # it would otherwise wait for ever
                    return await answers(pool, EASY)
            finally:
                for each in others:
                    each.cancel()
                await asyncio.gather(*others, return_exceptions=True)

    assert asyncio.run(edit()) == [7]


def test_further_questions_share_a_few_processes() -> None:
    async def ask() -> None:
        hands: list[Hand] = []
        async with WorkerPool(starting(hands)) as pool:
            asked = [asyncio.create_task(answers(pool, HARD, is_extra=True)) for _ in range(3 * MOST_EXTRA)]
            while not all(each.done() for each in asked):
                await asyncio.sleep(0)
                assert sum(hand.is_busy for hand in hands) <= MOST_EXTRA
                for hand in hands:
                    hand.finish()
            assert [await each for each in asked] == [[8]] * len(asked)

    asyncio.run(ask())


def test_a_long_task_gets_a_low_priority_and_its_worker_is_not_used_again() -> None:
    async def ask() -> None:
        hands: list[Hand] = []
        async with WorkerPool(starting(hands), long=0.0) as pool:
            asked = asyncio.create_task(answers(pool, HARD))
            while not (busy := [hand for hand in hands if hand.has_stepped_back and hand.is_busy]):
                await asyncio.sleep(0)
            busy[0].finish()
            await asked
            asked = asyncio.create_task(answers(pool, HARD))
            while not any(hand.is_busy for hand in hands):
                await asyncio.sleep(0)
            assert not busy[0].is_busy
            for hand in hands:
                hand.finish()
            await asked

    asyncio.run(ask())
