"""Forked processes: work that cannot be interrupted is done in a copy of this process, which can be killed.

In: a function that returns bytes, and a time limit.  Out: the bytes.  The copy is made by `fork`, so it starts with
everything that this process has in memory.  What the function changes is lost with the copy.  The copy has only the
thread that made it, so the function must not need anything that another thread may hold; a solver does not.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from time import monotonic
from typing import Final, NoReturn

from satcross.base.budget import Budget
from satcross.base.platform import blocked
from satcross.errors import TimeUp

_PIECE: Final = 1 << 20  # bytes that are written or read at once
_LATER: Final = 0.5  # seconds after the deadline when a copy that nobody has killed ends by itself
_END: Final = b"."  # the last byte of a complete answer


def run_forked(work: Callable[[], bytes], seconds: float, budget: Budget, what: str) -> bytes:
    """Return what `work` returns in a copy of this process.

    No process is left behind, whatever happens.

    Args:
        what: What needs too much memory, if the copy ends without an answer.

    Raises:
        TimeUp: If that takes longer than `seconds`.
        LimitError: If the copy ends without an answer, usually because it ran out of memory.
    """
    reading, writing = os.pipe()
    child = 0
    try:
        with blocked("SIGINT", "SIGTERM", "SIGHUP"):  # an interruption here would leave the copy behind
            child = os.fork()
            if not child:
                _answer(work, seconds, reading, writing)
        os.close(writing)
        answer = _received(reading, monotonic() + seconds)
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(reading)
    if not answer.endswith(_END):
        raise budget.exceeded(what)
    return answer[: -len(_END)]


def _answer(work: Callable[[], bytes], seconds: float, reading: int, writing: int) -> NoReturn:
    """Write what `work` returns, and end this process, which is the copy, in time even if the other end is closed."""
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + _LATER)
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # C++ writes there what it dies of
        rest = memoryview(work() + _END)
        while rest:
            rest = rest[os.write(writing, rest[:_PIECE]) :]
    finally:
        os._exit(0)


def _received(reading: int, until: float) -> bytes:
    """Return all that the copy writes.  Raises TimeUp."""
    import select

    waiting = select.poll()
    waiting.register(reading, select.POLLIN)
    pieces = [b""]
    while (left := until - monotonic()) > 0:
        if waiting.poll(left * 1000):
            piece = os.read(reading, _PIECE)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
    raise TimeUp
