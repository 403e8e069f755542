"""Signs of life on standard error while something takes long: on a terminal only, and only if rich is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock, Timer
from time import monotonic
from typing import Any, Final

PATIENCE: Final = 1.0  # seconds without a sign
TICK: Final = 0.1  # seconds between two pictures of a bar

_is_muted = False


def mute() -> None:
    """Show nothing from now on: another process shows what this one writes."""
    global _is_muted
    _is_muted = True


def _is_wanted() -> bool:
    return not _is_muted and sys.stderr.isatty() and find_spec("rich") is not None


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show that `what` is being done, for as long as the block takes, if that is longer than a moment."""
    if not _is_wanted():
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


class Bar:
    """How many of how many are done; gone while anything else is written, and at its end.

    seconds  after which `show` should be called again; None: it shows nothing
    """

    def __init__(self, what: str) -> None:
        self.seconds: Final = TICK if _is_wanted() else None
        self._what: Final = what
        self._progress: Any = None
        self._next = monotonic() + PATIENCE

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def show(self, done: int, total: int) -> None:
        """Show it, unless that was done a moment ago."""
        if self.seconds is None or monotonic() < self._next:
            return
        self._next = monotonic() + TICK
        if self._progress is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
            console = Console(stderr=True)
            # without rich's thread (processes may be forked) and its redirection of standard output to standard error
            self._progress = Progress(
                *columns, console=console, auto_refresh=False, transient=True,
                redirect_stdout=False, redirect_stderr=False,
            )  # fmt: skip
            self._progress.add_task(self._what)
        self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=done, total=total)
        self._progress.refresh()

    def hide(self) -> None:
        """Take it off the screen, if it is there."""
        if self._progress is not None:
            self._progress.stop()
