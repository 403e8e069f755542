"""Exit statuses, and which of several counts."""

from __future__ import annotations

from typing import Final

YES: Final = 0
NO: Final = 1
MISUSE: Final = 2
UNKNOWN: Final = 3
HUNG_UP: Final = 129  # 128 + SIGHUP, as shells have it: the terminal is gone
INTERRUPTED: Final = 130  # 128 + SIGINT
BROKEN_PIPE: Final = 141  # 128 + SIGPIPE
TERMINATED: Final = 143  # 128 + SIGTERM

SEVERITY: Final = (YES, NO, UNKNOWN, MISUSE)
"""The statuses that a puzzle can have, from the best to the worst."""


class Termination(BaseException):
    """SIGTERM or SIGHUP has arrived: the process ends after tidying up, with `status`."""

    def __init__(self, status: int = TERMINATED) -> None:
        super().__init__(status)
        self.status: Final = status


def worse(one: int, two: int) -> int:
    """Return the worse of two exit statuses."""
    return max(one, two, key=SEVERITY.index)
