"""The limits of a command: a budget from its options, and a backstop behind it.

Every stage asks its `Budget` as it goes.  Behind that, in a process of its own, the system refuses memory beyond the
limit, and an alarm ends whatever has not looked at the clock in time: both come up as exceptions, wherever the work is.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import Final, NamedTuple, NoReturn, TypeVar

from satcross.base.budget import CLAUSES, MEMORY, NODES, Budget, Report, size_text
from satcross.base.platform import limit_memory, ring_after, ring_no_more, when_dropped
from satcross.cli.parser import Options
from satcross.cli.terminal import reporter
from satcross.errors import LimitError, TimeUp

GRACE: Final = 0.3  # seconds after the deadline, until then the budget has to be asked
AGAIN: Final = 0.5  # seconds until the alarm rings once more, should somebody have taken it for their own

Value = TypeVar("Value")

_is_backed = False


class WorkLimits(NamedTuple):
    """The limits of one piece of work, whenever and wherever it begins.

    Attributes:
        seconds: How long it may take; None: no limit.
        memory: Bytes that the process may hold.
        nodes: Circuit nodes, all clues of a puzzle together.
        clauses: Clauses of one formula.
    """

    seconds: float | None = None
    memory: int = MEMORY
    nodes: int = NODES
    clauses: int = CLAUSES

    def budget(self, started: float | None = None, report: Report | None = None) -> Budget:
        """Return a budget whose time starts now, or has started at `started` (`now`)."""
        budget = Budget(self.nodes, self.clauses, ceiling=self.memory, report=report)
        return budget if self.seconds is None else budget.until(self.seconds, started)


def limits_of(options: Options) -> WorkLimits:
    """Return the limits that the options set for each piece of work."""
    return WorkLimits(
        getattr(options, "timeout", None),
        getattr(options, "memory", MEMORY),
        getattr(options, "max_nodes", NODES),
        getattr(options, "max_clauses", CLAUSES),
    )


def budget_of(options: Options) -> Budget:
    """Return the budget that the options describe, as much of it as is left."""
    return limits_of(options).budget(options.started, reporter())


def back(memory: int) -> None:
    """Put the backstop behind the limits of this process, which may hold `memory` bytes."""
    global _is_backed
    _is_backed = True
    when_dropped(TimeUp, lambda alarm: None)  # it rings again
    limit_memory(memory)


def set_alarm(budget: Budget) -> None:
    """Let the alarm ring soon after the time of `budget` is up, if that is limited."""
    left = budget.seconds_left
    if left is not None and _is_backed:
        ring_after(left + GRACE, AGAIN, _ring)


def stop_clock() -> None:
    """Ring no alarm any more."""
    if _is_backed:
        ring_no_more()


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeUp


def within_memory(work: Callable[[], Value], memory: int) -> Value:
    """Return what `work` returns.  Raises LimitError where the system has refused it memory."""
    try:
        return work()
    except MemoryError:
        message = f"this needs more memory than the limit, {size_text(memory)}"
        raise LimitError(message, hint="raise the limit with --memory") from None
