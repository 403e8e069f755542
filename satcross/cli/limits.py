"""The limits of a command: a budget from its options, and a backstop behind it.

Every stage asks its `Budget` as it goes.  Behind that, in a process of its own, the system refuses memory beyond the
limit, and an alarm ends whatever has not looked at the clock in time: both come up as exceptions, wherever the work is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from satcross.base.budget import MEMORY, Budget, size_text
from satcross.base.platform import limit_memory, ring_after, ring_no_more
from satcross.cli.parser import Options
from satcross.errors import LimitError, TimeUp

GRACE: Final = 0.3  # seconds after the deadline, until then the budget has to be asked
LATEST: Final = 1e9  # seconds, 31 years; the alarm of the system cannot be set to a later time everywhere
AGAIN: Final = 0.5  # seconds until the alarm rings once more, should somebody have taken it for their own

Value = TypeVar("Value")

_is_backed = False


def back(options: Options) -> None:
    """Put the backstop behind the limits of this process, whose command line has these options."""
    global _is_backed
    _is_backed = True
    limit_memory(getattr(options, "memory", MEMORY))


def start_clock(options: Options, started: float | None = None) -> float:
    """Let the time of `--timeout`, if that is given, start now, or at `started` (`monotonic`); return when."""
    options.started = monotonic() if started is None else started
    left = seconds_left(options)
    if left is not None and _is_backed:
        sys.unraisablehook = _forget_the_alarm
        ring_after(min(left + GRACE, LATEST), AGAIN, _ring)
    moment: float = options.started
    return moment


def stop_clock() -> None:
    """Ring no alarm any more."""
    if _is_backed:
        ring_no_more()


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeUp


def _forget_the_alarm(lost: sys.UnraisableHookArgs) -> None:
    """Say nothing of an alarm that rang in a finalizer, where no exception can be raised: it rings again."""
    if lost.exc_type is not TimeUp:
        sys.__unraisablehook__(lost)


def seconds_left(options: Options) -> float | None:
    """Return what is left of the time of `--timeout`, at least 0; None: no limit."""
    timeout: float | None = getattr(options, "timeout", None)
    if timeout is None:
        return None
    started: float = getattr(options, "started", monotonic())
    return max(0.0, started + timeout - monotonic())


def budget_of(options: Options) -> Budget:
    """Return the budget that the options describe, as much of it as is left."""
    known: dict[str, Any] = {name: getattr(options, f"max_{name}") for name in ("nodes", "clauses")
                             if hasattr(options, f"max_{name}")}  # fmt: skip
    progress = getattr(options, "progress", None)
    budget = Budget.lasting(seconds_left(options), **known, memory=None)
    return budget._replace(ceiling=options.memory, report=None if progress is None else progress.note)


class ProcessLimits(NamedTuple):
    """The limits of one piece of work, whenever it begins.

    Attributes:
        seconds: How long it may take; None: no limit.
        memory: Bytes that the process may hold.
    """

    seconds: float | None
    memory: int | None

    def budget(self) -> Budget:
        """Return a budget whose time starts now."""
        return Budget.lasting(self.seconds, memory=None)._replace(ceiling=self.memory)


def limits_of(options: Options) -> ProcessLimits:
    """Return the limits that the options set for each piece of work."""
    return ProcessLimits(options.timeout, options.memory)


def within_memory(work: Callable[[], Value], options: Options) -> Value:
    """Return what `work` returns.  Raises LimitError where the system has refused it memory."""
    try:
        return work()
    except MemoryError:
        limit = size_text(getattr(options, "memory", MEMORY))
        message = f"this needs more memory than the limit, {limit}"
        raise LimitError(message, hint="raise the limit with --memory") from None
