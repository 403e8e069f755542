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
from satcross.studio.pool import WorkerPool


class Hand:
    """A worker that answers easy tasks at once, and hard ones when it is told that they are done."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._is_done = Event()

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

    def join(self, until: float) -> None:
        """There is no process."""

    def close(self) -> None:
        """There is no pipe."""


OTHERS = 15
EASY = WorkItem({"type": "early"}, 7, None)
HARD = WorkItem({"type": "early"}, 8, {"puzzle": {}})


def starting(hands: list[Hand]) -> Callable[[], Worker]:
    def start() -> Worker:
        hands.append(Hand())
        return cast(Worker, hands[-1])

    return start


async def answers(pool: WorkerPool, task: WorkItem) -> list[Any]:
    async with aclosing(pool.answer(task)) as messages:
        return [each async for each in messages]


def test_an_easy_edit_does_not_wait_for_hard_puzzles_of_others() -> None:
    """Each of the other editors has a revision and a question that never end."""

    async def edit() -> list[Any]:
        async with WorkerPool(starting([])) as pool:
            others = [asyncio.create_task(answers(pool, HARD)) for _ in range(2 * OTHERS)]
            await asyncio.sleep(0)
            try:
                async with asyncio.timeout(60):  # it would otherwise wait for ever
                    return await answers(pool, EASY)
            finally:
                for each in others:
                    each.cancel()
                await asyncio.gather(*others, return_exceptions=True)

    assert asyncio.run(edit()) == [7]
