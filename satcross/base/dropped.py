"""Exceptions that Python drops because they are raised where nothing can catch them.

That is so in `__del__`, in the callback of a weak reference (each import ends with one), and while a generator that
nobody needs any more is closed.  Python then prints the exception and goes on (`sys.unraisablehook`).  If a signal
handler has raised it, the signal has had no effect, and has to be sent again.
"""

from __future__ import annotations

import sys
from _thread import get_ident, start_new_thread
from collections.abc import Callable
from time import sleep
from typing import Final, TypeVar

from satcross.base.platform import send_to_main_thread

Kind = TypeVar("Kind", bound=BaseException)

AGAIN: Final = 0.01  # seconds until a signal is sent again


def when_dropped(kind: type[Kind], act: Callable[[Kind], object]) -> None:
    """From now on call `act` with each exception of this kind that Python drops, instead of printing the exception."""
    before = sys.unraisablehook

    def look(dropped: sys.UnraisableHookArgs) -> None:
        if isinstance(dropped.exc_value, kind):
            act(dropped.exc_value)
        else:
            before(dropped)

    sys.unraisablehook = look


def send_again(number: int) -> None:
    """Send this signal to the main thread, on which this is called, when that has had time to leave the finalizer.

    If it is still in the finalizer then, Python drops the exception again, and the signal is sent again.
    """
    start_new_thread(_send, (get_ident(), number))  # not Thread.start, which takes locks that this thread may hold


def _send(main_thread: int, number: int) -> None:
    sleep(AGAIN)
    send_to_main_thread(main_thread, number)
