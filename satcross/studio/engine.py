"""What answers the questions of sessions: worker processes (`satcross.studio.pool`), or this process.

In: work items.  Out: the messages that answer them, as they come.  A session does not know which engine it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, Final, Protocol

from satcross.studio.crossword import Dictionary, WordFiles
from satcross.studio.work import WorkItem, answers


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

    It needs no processes, no threads and no sockets, so that it runs in a Web Worker, too.
    """

    def __init__(self, report: Callable[[Any], None], word_files: WordFiles = WordFiles()) -> None:  # noqa: B008 - it is immutable
        """Let `report` get messages about progress at once, while nothing can be yielded."""
        self._report: Final = report
        self._dictionary: Final = Dictionary(word_files)

    async def answer(self, task: WorkItem, *, is_extra: bool = False) -> AsyncGenerator[Any, None]:
        """Do what `Engine.answer` does."""
        for message in answers(task, self._report, self._dictionary):
            yield message
            await asyncio.sleep(0)  # a newer edit, which has come meanwhile, is seen
