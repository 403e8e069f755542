"""The keyboard of a terminal, which may also send bytes that are no UTF-8: pasted text, another terminal's letters."""

from __future__ import annotations

from textual.drivers.linux_driver import LinuxDriver


class KeyboardDriver(LinuxDriver):
    """Textual's driver, which keeps reading keys after such bytes; they and what came with them are left out."""

    def run_input_thread(self) -> None:
        while True:
            try:
                return super().run_input_thread()
            except UnicodeDecodeError:
                continue
