"""The limits of a command: a budget from its options, and a backstop behind it.

Every stage asks its `Budget` as it goes.  Behind that, in its own process, the system refuses memory beyond
the limit, and an alarm ends whatever has not looked at the clock in time: both come up as exceptions, wherever the
work is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from satcross.base.budget import CLAUSES, MEMORY, NODES, UNLIMITED, Budget, Report, size_text
from satcross.base.platform import (
    cancel_alarm_clock,
    limit_memory,
    memory_granted,
    set_alarm_clock,
    when_dropped,
)
from satcross.base.records import NamedTuple
from satcross.cli.options import LEAST_MEMORY
from satcross.cli.parser import Options
from satcross.cli.terminal import reporter
from satcross.errors import LimitError, TimeUp

GRACE: Final = 0.3  # seconds after the deadline in which the budget has to be checked
AGAIN: Final = 0.5  # seconds until the alarm rings again, in case its exception was lost

_is_limited = False


class WorkLimits(NamedTuple):
    """The limits of one piece of work, whenever and wherever it begins.

    Attributes:
        seconds: How long it may take; None: no limit.
        memory: Bytes that the process may hold.
        nodes: Circuit nodes, all clues of a puzzle together.
        clauses: Clauses of one formula.
        processes: How many may search one hard puzzle.
    """

    seconds: float | None = None
    memory: int = MEMORY
    nodes: int = NODES
    clauses: int = CLAUSES
    processes: int = 1

    def budget(self, started: float | None = None, report: Report | None = None) -> Budget:
        """Return a budget whose time starts now, or has started at `started` (`now`)."""
        budget = UNLIMITED._replace(nodes=self.nodes, clauses=self.clauses, ceiling=self.memory, report=report)
        budget = budget.tuned(processes=self.processes)
        return budget if self.seconds is None else budget.until(self.seconds, started)


def limits_of(options: Options) -> WorkLimits:
    """Return the limits that the options set for each piece of work."""
    return WorkLimits(
        options.timeout,
        min(filter(None, (memory_granted(), options.memory))),
        options.max_nodes,
        options.max_clauses,
    )


def budget_of(options: Options) -> Budget:
    """Return the budget that the options describe, as much of it as is left."""
    return limits_of(options).budget(options.started, reporter())


def limit_process_memory(memory: int) -> None:
    """Let the system refuse this process more than `memory` bytes, and let alarms ring in it.

    Raises:
        LimitError: If there is too little memory to begin with.
    """
    if memory < LEAST_MEMORY:
        raise LimitError(
            f"the system lets this process have only {size_text(max(0, memory))} of memory;"
            f" satcross needs at least {size_text(LEAST_MEMORY)}",
            hint="raise the limit of the system: ulimit -d, or ulimit -v",
        )
    global _is_limited
    _is_limited = True
    when_dropped(TimeUp, lambda alarm: None)  # it rings again
    limit_memory(memory)


@contextmanager
def limited(limits: WorkLimits, started: float | None = None, report: Report | None = None) -> Iterator[Budget]:
    """Give the block the budget of a piece of work, and let an alarm ring soon after its time is up.

    Args:
        started: When the time began (`now`); None: now.

    Raises:
        TimeUp: If the alarm rings in the block.
        LimitError: If the system refuses memory in the block.
    """
    budget = limits.budget(started, report)
    left = budget.seconds_left
    if left is not None and _is_limited:
        set_alarm_clock(left + GRACE, AGAIN, _ring)
    try:
        yield budget
    except MemoryError:
        raise LimitError(
            f"this needs more memory than the limit, {size_text(limits.memory)}", hint="raise the limit with --memory"
        ) from None
    finally:
        cancel_alarm()


def cancel_alarm() -> None:
    """Cancel the alarm, for work that checks its budget or has no end."""
    if _is_limited:
        cancel_alarm_clock()


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeUp
