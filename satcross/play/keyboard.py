"""The keyboard and the screen of a terminal that may send bytes that are not UTF-8, or be closed at any moment."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver


class KeyboardDriver(LinuxDriver):
    """Textual's driver, which goes on after bytes that are not UTF-8, and leaves when the terminal is closed.

    Such bytes, and what came with them, are left out.
    """

    def __init__(self, app: Any, **settings: Any) -> None:
        super().__init__(app, **settings)
        self._leave: Final[Callable[[], None]] = app.leave
        self._file: Any = _Screen(self._file.fileno())

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        Thread(target=self._wait_for_end, daemon=True).start()

    def run_input_thread(self) -> None:
        while True:
            try:
                return super().run_input_thread()
            except UnicodeDecodeError:
                continue
            except OSError:  # there is no terminal any more
                return self._leave()

    def _wait_for_end(self) -> None:
        """Leave when the terminal is closed.  Textual would try to read from it again and again."""
        waiting = select.poll()
        waiting.register(self.fileno, 0)
        if any(event & select.POLLHUP for _, event in waiting.poll()):
            self._leave()


class _Screen:
    """A file that loses what is written to a terminal that has been closed.

    An exception would end Textual's thread that writes, for which the event loop would then wait without end.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: Final = descriptor

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        with suppress(OSError):
            while data:
                data = data[os.write(self._descriptor, data) :]

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def fileno(self) -> int:
        return self._descriptor
