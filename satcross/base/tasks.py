"""Tasks and the replies to them, which are the same wherever the tasks are done.

In: tasks.  Out: messages about each of them, of which the last one ends it.  This process does one task after another;
`satcross.many.queue` lets worker processes (`satcross.base.workers`) and clusters do many at the same time.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from satcross.base.records import NamedTuple
from satcross.errors import SatcrossError


class Part(NamedTuple):
    """What the function sent before its result."""

    value: Any


class Result(NamedTuple):
    """What the function returned; the worker is idle again."""

    value: Any


class Failure(NamedTuple):
    """What the function raised; the worker is idle again."""

    error: Exception


class Death(NamedTuple):
    """The worker has died, and `reason` says how; what it had found out is lost."""

    reason: str

    def error(
        self,
        worker: str = "the process that worked on this puzzle",
        place: tuple[str, ...] = (),
        hint: str = "if memory is short, fewer processes need less",
    ) -> SatcrossError:
        """Return the error that says so of `worker`."""
        return SatcrossError(f"{worker} {self.reason}", place=place, hint=hint, code="worker")


Message: TypeAlias = Part | Result | Failure | Death


class Task(NamedTuple):
    """A task.

    Attributes:
        key: Whatever the caller wants back with each message; it stays in this process.
        value: What the worker gets.
        answer: The answer, if it is known already; then no worker is asked.
    """

    key: Any
    value: Any = None
    answer: Message | None = None


Reply: TypeAlias = tuple[Task, Message]
"""A message about a task.  Parts come before the message that ends the task."""
