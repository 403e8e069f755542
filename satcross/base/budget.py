"""Limits on the work of each stage that can grow without bound, checked before anything is used."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final, TypeAlias

from satcross.base import NamedTuple
from satcross.base.platform import MOST_MEMORY, most_memory_held
from satcross.errors import ErrorCode, Field, LimitError, OptionError, TimeUp, naming

NODES: Final = 5_000_000
CLAUSES: Final = 30_000_000
MEMORY: Final = 4 << 30
LONGEST_WAIT: Final = 1_000_000.0  # seconds; systems cannot wait for more than 2^31 milliseconds at once

GLANCE_SECONDS: Final = 0.1  # of work between two looks at what other processes have found

BETWEEN_CHECKS: Final = 4_096  # clauses
EASE: Final = 16 << 20  # bytes kept in reserve, since memory is used between two checks as well

Report: TypeAlias = Callable[[str, int | None, int | None], None]
"""Called with what is being done, how much of it is done, and how much of it there is (None: not known)."""


def now() -> float:
    """Return the time on the clock of deadlines, in seconds."""
    return monotonic()


class Budget(NamedTuple):
    """How much work is allowed.

    Attributes:
        nodes: Circuit nodes, all clues of a puzzle together.
        used: Circuit nodes that earlier clues have already used.
        clauses: Clauses of one formula.
        deadline: When the time is up, on the clock of `now`; None: no limit.
        ceiling: Memory that the process may hold, in bytes; None: no limit, but one request may not exceed `MEMORY`.
        report: Called with what is being done, for people who wait; None: nobody asks.
    """

    nodes: int = NODES
    clauses: int = CLAUSES
    deadline: float | None = None
    used: int = 0
    ceiling: int | None = None
    report: Report | None = None

    @classmethod
    def lasting(
        cls, seconds: float | None, nodes: int = NODES, clauses: int = CLAUSES, memory: int | None = MEMORY
    ) -> Budget:
        """Return a budget whose time starts now.

        Args:
            memory: Bytes that may be used in addition to what the process holds now.

        Raises:
            OptionError: If `seconds` is negative.
        """
        if seconds is not None and not seconds >= 0:
            raise OptionError(f"the timeout must not be negative, but is {seconds}", code=ErrorCode.OPTION_TIMEOUT)
        ceiling = None if memory is None else memory_held() + memory
        if ceiling is not None and MOST_MEMORY is not None:
            ceiling = min(ceiling, MOST_MEMORY)
        budget = cls(nodes, clauses, ceiling=ceiling)
        return budget if seconds is None else budget.until(seconds)

    def after(self, nodes: int) -> Budget:
        """Return this budget with `nodes` circuit nodes already used."""
        return self._replace(used=nodes)

    def until(self, seconds: float, started: float | None = None) -> Budget:
        """Return this budget with its deadline at most `seconds` from now, or from `started` (`now`)."""
        end = (now() if started is None else started) + seconds
        return self._replace(deadline=end if self.deadline is None else min(end, self.deadline))

    def share(self, fraction: float) -> Budget:
        """Return this budget with at most `fraction` of the seconds that are left; itself if there is no limit."""
        left = self.seconds_left
        return self if left is None else self.until(fraction * left)

    def check(self, what: str = "this", *, tidying: float = 0.0) -> None:
        """Raise TimeUp once the deadline has passed, LimitError once `what` has used up the memory.

        Args:
            tidying: How many seconds before the deadline to stop, since freeing memory takes time as well.
        """
        if self.deadline is not None and now() + tidying >= self.deadline:
            raise TimeUp
        if self.ceiling is not None:
            self.check_memory(0, what)

    def note(self, what: str, done: int | None = None, total: int | None = None) -> None:
        """Tell people who wait what is being done from now on, and how much of it is done.

        Args:
            done: What has been done, in the unit that `what` names.
            total: How much of it there is.
        """
        if self.report is not None:
            self.report(what, done, total)

    @property
    def seconds_left(self) -> float | None:
        """The seconds that are left, at least 0; None: no limit, or one that is further away than `LONGEST_WAIT`."""
        left = inf if self.deadline is None else self.deadline - now()
        return None if left > LONGEST_WAIT else max(0.0, left)

    def check_nodes(self, wanted: int, what: str) -> None:
        """Raise LimitError if `what` needs more circuit nodes than are allowed."""
        if self.used + wanted > self.nodes:
            total = f" ({self.used + wanted:,} together with the clues before it)" if self.used else ""
            message = f"{what} needs at least {wanted:,} circuit nodes{total}; the limit is {self.nodes:,}"
            hint = naming("raise the limit with {}, or simplify the clue", Field("max_nodes"))
            raise LimitError(message, hint=hint)

    def check_clauses(self, wanted: int, what: str) -> None:
        """Raise LimitError if `what` needs more clauses than are allowed."""
        if wanted > self.clauses:
            message = f"{what} needs at least {wanted:,} clauses; the limit is {self.clauses:,}"
            hint = naming("raise the limit with {}, or make the puzzle smaller", Field("max_clauses"))
            raise LimitError(message, hint=hint)

    def check_clause(self, number: int, literals: int) -> int:
        """Raise LimitError before clause `number` would exceed the budget, and what `check` raises.

        Args:
            literals: The number of literals of the clause.

        Return the number of the clause before which this must be called again.
        """
        self.check_clauses(number, "the formula")
        self.check_memory(16 * literals, "the formula")
        self.check("the formula")
        return min(number + BETWEEN_CHECKS, self.clauses + 1)

    def check_memory(self, wanted: int, what: str = "this") -> None:
        """Raise LimitError if `what` needs `wanted` more bytes and fewer are left."""
        if self.ceiling is None:
            if wanted > MEMORY:
                raise self.exceeded(what, wanted)
            return
        if not wanted and most_memory_held() + EASE <= self.ceiling:
            return
        held = memory_held()
        if held + wanted + EASE > self.ceiling:
            raise self.exceeded(what, held + wanted + EASE)

    def has_memory(self, wanted: int) -> bool:
        """Return whether `wanted` more bytes are left."""
        return self.ceiling is None or memory_held() + wanted + EASE <= self.ceiling

    def exceeded(self, what: str, wanted: int | None = None) -> LimitError:
        """Return the error for `what` needing more memory than is allowed: `wanted` bytes, if that is known."""
        need = "more memory than is available" if wanted is None else f"at least {size_text(wanted)} of memory"
        limit = f"; the limit is {size_text(MEMORY if self.ceiling is None else self.ceiling)}"
        hint = naming("raise the limit with {}, or make the puzzle smaller", Field("memory"))
        return LimitError(f"{what} needs {need}{limit}", hint=hint)


UNLIMITED: Final = Budget()
"""The default limits on nodes and clauses, and no limit on time or memory."""


def size_text(size: int) -> str:
    """Return `size` bytes in MB or GB, rounded up.

    >>> size_text(2 << 30), size_text(300_000_000)
    ('2.0 GB', '287 MB')
    """
    return f"{-(-size * 10 >> 30) / 10:.1f} GB" if size >= 1 << 30 else f"{-(-size >> 20)} MB"


def memory_held() -> int:
    """Return how many bytes of memory this process holds; where that is not known, the most that it has held.

    What it has asked for and not used yet counts too, because the system counts it when it refuses memory.  After a
    fork, the figure may be that of the parent process: it may be too large, but it is never too small.
    """
    try:
        with open("/proc/self/statm", "rb", 0) as file:
            pages = [int(word) for word in file.read(128).split()]
        resident, data = pages[1], pages[5]
    except (OSError, IndexError, ValueError):
        return most_memory_held()
    return max(resident, data) * 4096
