"""What other processes are doing, so that tests wait for that and not for the clock."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.solver.found import STILL_SEARCHING, Found
from satcross.solver.residual import Masks, Residual
from satcross.solver.strategies import splitting
from satcross.solver.strategies.portfolio import portfolio

try:
    from resource import RLIMIT_CPU, RLIMIT_DATA, prlimit
except ImportError:  # Linux has it
    prlimit = None  # type: ignore[assignment]

MOST_SECONDS = 300
"""Seconds of computing that a process of a test may take; none needs a tenth of them."""

MOST_BYTES = 2 << 30
"""Memory that a process of a test may fill."""


def started(command: Sequence[str], **settings: Any) -> subprocess.Popen[str]:
    """Start a command that a test is going to interrupt; the system ends it if it goes on all the same."""
    process = subprocess.Popen(
        command, encoding="utf-8", preexec_fn=hear_hangups if os.name == "posix" else None, **settings
    )
    bound(process.pid)
    return process


def hear_hangups() -> None:
    """Let SIGHUP end this process, also where `nohup` has started the tests."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def bound(number: int) -> None:
    """Bound the time and the memory of the process `number`, and of each process that it starts."""
    if prlimit is not None:
        prlimit(number, RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        prlimit(number, RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def seconds_used(number: int) -> float:
    """Return the processor time that the process `number` has used itself."""
    fields = Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def most_seconds_used(number: int) -> float:
    """Return the processor time of the busiest one of the process `number` and those that are below it."""
    used = [0.0]
    pending = [number]
    while pending:
        number = pending.pop()
        with suppress(OSError):  # it may have ended meanwhile
            pending += map(int, Path(f"/proc/{number}/task/{number}/children").read_text("utf-8").split())
            used.append(seconds_used(number))
    return max(used)


def wait_until(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait until `holds()`; fail if that takes longer than so many seconds, which only a defect does."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def wait_until_busy(number: int, seconds: float) -> None:
    """Wait until the process has used this much processor time; where that cannot be seen, wait twice as long."""
    if not Path("/proc/self/stat").exists():
        time.sleep(2 * seconds)
        return
    wait_until(lambda: seconds_used(number) >= seconds)


def children() -> frozenset[int]:
    """Return the processes that this one has started and not yet waited for."""
    tasks = Path("/proc/self/task").glob("*/children")
    return frozenset(int(word) for task in tasks for word in task.read_text("utf-8").split())


def let_others_search(patch: pytest.MonkeyPatch) -> list[tuple[Masks, ...] | None]:
    """Let this process do nothing until the other processes have come to an end; return the list of what they return.

    They are only asked for with a tuning whose `solo_seconds` are 0.
    """
    said: list[tuple[Masks, ...] | None] = []
    others = splitting._by_subproblems

    def watched(*settings: Any) -> Generator[Found, None, tuple[Masks, ...] | None]:
        solutions = yield from others(*settings)
        said.append(solutions)
        return solutions

    def waiting(residual: Residual, tuning: Tuning, budget: Budget) -> Iterator[Found]:
        messages = portfolio(residual, tuning, budget)
        yield next(messages)  # the size of the formula
        yield STILL_SEARCHING
        yield from messages

    patch.setattr(splitting, "_by_subproblems", watched)
    patch.setattr(splitting, "portfolio", waiting)
    return said
