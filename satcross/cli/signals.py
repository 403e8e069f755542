"""Signals and exit statuses: Ctrl-C, SIGTERM, SIGHUP, and how commands end.

While a command runs, signals raise exceptions, so that it shows what it has and removes its temporary files.  Before
and after that there is nothing to tidy up, and they end the process immediately and silently, as the system does by
default.  A signal that the parent lets this process ignore, as `nohup` does, stays ignored.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from satcross.base.platform import send_again, signals_named, when_dropped

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


_STATUS_OF_NAME: Final = {"SIGHUP": HUNG_UP, "SIGTERM": TERMINATED}
STATUS_OF: Final[dict[int, int]] = {
    number: _STATUS_OF_NAME[name] for name, number in signals_named(_STATUS_OF_NAME).items()
}
"""The exit status of a command that one of these signals has ended."""

_SIGNAL_OF: Final = {status: number for number, status in STATUS_OF.items()}

_is_raising = False


def end_at_signals() -> None:
    """Let these signals end this process, which is at its start or at its end."""
    global _is_raising
    _is_raising = False
    for number in (signal.SIGINT, *STATUS_OF):
        _handle(number, signal.SIG_DFL)


def raise_at_signals() -> None:
    """Let these signals raise KeyboardInterrupt or Termination from now on, again if Python drops the exception."""

    global _is_raising
    _is_raising = True
    _handle(signal.SIGINT, signal.default_int_handler)
    for number in STATUS_OF:
        _handle(number, _leave)
    when_dropped(KeyboardInterrupt, lambda interruption: send_again(signal.SIGINT))
    when_dropped(Termination, lambda end: send_again(_SIGNAL_OF[end.status]))


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Let SIGTERM and SIGHUP interrupt what is in the block as Ctrl-C does; the block then ends with Termination."""
    status: int | None = None

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        nonlocal status
        status = STATUS_OF[number]
        raise KeyboardInterrupt

    if not _is_raising:
        yield
        return
    for number in STATUS_OF:
        _handle(number, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        if status is not None:
            raise Termination(status) from None
        raise
    finally:
        for number in STATUS_OF:
            _handle(number, _leave)


@contextmanager
def calling(leave: Callable[[], None]) -> Iterator[None]:
    """Let SIGINT, SIGTERM and SIGHUP call `leave` while an event loop runs in the block, and end the block afterwards.

    An exception would end only the task that happens to run: the loop would keep it, and go on.  So `leave` tells the
    loop to end, and the block then raises what the first of the signals would have raised.

    Args:
        leave: Called by the signal handler, between any two steps of the main thread.
    """
    came: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        came.append(number)
        leave()

    before = {}
    for number in (signal.SIGINT, *STATUS_OF) if _is_raising else ():
        before[number] = signal.getsignal(number)
        _handle(number, remember)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        raise KeyboardInterrupt if came[0] == signal.SIGINT else Termination(STATUS_OF[came[0]])


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    raise Termination(STATUS_OF[number])


def _handle(number: int, handler: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    if signal.getsignal(number) is not signal.SIG_IGN:
        signal.signal(number, handler)
