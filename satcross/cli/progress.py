"""A sign of life on standard error while something takes long: on a terminal only, and only if rich is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock, Timer
from typing import Any, Final

PATIENCE: Final = 1.0  # seconds without a sign


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show that `what` is being done, for as long as the block takes, if that is longer than a moment."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield
        return
    lock = Lock()
    shown: list[Any] = []
    is_over = False

    def show() -> None:
        from rich.console import Console

        with lock:
            if not is_over:
                status = Console(stderr=True).status(f"{what} ...")
                status.start()
                shown.append(status)

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            is_over = True
        for status in shown:
            status.stop()
