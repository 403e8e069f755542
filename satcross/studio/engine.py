"""What answers the questions of sessions: worker processes (`satcross.studio.pool`), or this process.

In: work items.  Out: the messages that answer them, as they come.  A session does not know which engine it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, Final, Protocol

from satcross.studio.crossword import Dictionary, WordFiles
from satcross.studio.work import WorkItem, answers

TURN: Final = 0.2
"""Seconds in which a message that came with an interrupt is read, and a session cancels what it ends."""


PATIENT: Final = "late"
"""The kind of task that gives way to questions."""


class EngineDiedError(Exception):
    """What was at work has ended before its answer was complete; the message says how."""


class Engine(Protocol):
    """Answers questions; questions of several editors at the same time, if it can."""

    def answer(self, task: WorkItem, *, is_extra: bool = False) -> AsyncGenerator[Any, None]:
        """Yield the messages that answer `task`, and at the end the puzzle as `Sealed`, if it has been presolved.

        The work ends when the iteration is given up or cancelled.

        Args:
            is_extra: Whether the editor has other questions open; only then the task may have to wait for other tasks.

        Raises:
            EngineDiedError: If what was at work has ended before its answer was complete.
        """
        ...


class ThisProcess:
    """Answers in this process, which can do nothing else until the next message is there.

    It needs no processes, no threads and no sockets, so that it runs in a Web Worker, too.  What takes longer about a
    revision waits while there are questions.
    """

    def __init__(self, report: Callable[[Any], None], rest: Callable[[], None] = lambda: None) -> None:
        """Let `report` get messages about progress at once, while nothing can be yielded.

        Args:
            rest: Called whenever all that was asked has been answered.
        """
        self._report: Final = report
        self._rest: Final = rest
        self._tasks = 0
        self._dictionary: Final = Dictionary(WordFiles())
        self._at_work = ""  # the kind of task that a KeyboardInterrupt would end
        self._urgent = 0  # tasks that others wait for
        self._is_calm: Final = asyncio.Event()
        self._is_calm.set()

    def interrupt(self, *, is_question: bool) -> None:
        """Let a newer message be read: a signal handler calls this.

        Args:
            is_question: Whether the message is a question, to which only what can wait gives way.

        Raises:
            KeyboardInterrupt: If something is at work that gives way.  `answer` handles it.
        """
        if self._at_work and (self._at_work == PATIENT or not is_question):
            raise KeyboardInterrupt

    async def answer(self, task: WorkItem, *, is_extra: bool = False) -> AsyncGenerator[Any, None]:
        """Do what `Engine.answer` does.

        After an interrupt, those who wait for other things get a turn, one of whom may cancel this answer.  If nobody
        does, the work begins again; equal questions get equal answers, so that what has been said stays true.
        """
        with self._turn(task):
            said = 0
            while True:
                if task.kind == PATIENT:
                    await self._is_calm.wait()
                try:
                    with closing(answers(task, self._report, self._dictionary)) as messages:
                        for number, message in enumerate(self._watched(messages, task.kind)):
                            if number >= said:
                                said += 1
                                yield message
                            await asyncio.sleep(0)  # a newer edit, which has come meanwhile, is seen
                    return
                except KeyboardInterrupt:
                    await asyncio.sleep(TURN)

    @contextmanager
    def _turn(self, task: WorkItem) -> Iterator[None]:
        """Let what can wait do so within the block."""
        count = int(task.kind != PATIENT)
        self._tasks += 1
        self._urgent += count
        if self._urgent:
            self._is_calm.clear()
        try:
            yield
        finally:
            self._urgent -= count
            if not self._urgent:
                self._is_calm.set()
            self._tasks -= 1
            if not self._tasks:
                self._rest()

    def _watched(self, messages: Iterator[Any], kind: str) -> Iterator[Any]:
        """Yield `messages`; only while the next one is made, an interrupt is allowed."""
        while True:
            self._at_work = kind
            try:
                message = next(messages, None)
            finally:
                self._at_work = ""
            if message is None:
                return
            yield message
