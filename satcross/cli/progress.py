"""Progress on the terminal: what a command that takes long is doing, how far it is, and how long it has been at work.

In: notes of the stages (`Budget.note`) and of the commands (`terminal.note`).  Out: a line of Rich below what is
printed, after one second.  A thread draws it, since a stage that takes long does nothing else.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from satcross.base.platform import blocked
from satcross.cli.terminal import style_of
from satcross.errors import printable

if TYPE_CHECKING:
    from threading import Timer

    from rich.live import Live


PATIENCE: Final = 1.0  # seconds of work after which the line appears
PICTURES: Final = 10  # of the line in a second


class Progress:
    """What is being done, and the line that says so on standard error."""

    def __init__(self, color: str = "auto", is_ascii: bool = False) -> None:
        self._style: Final = style_of(sys.stderr, color, is_ascii)
        self._subject = self._what = ""
        self._started = monotonic()
        self._timer: Timer | None = None
        self._line: Live | None = None

    def note(self, what: str, done: int | None = None, total: int | None = None) -> None:
        """Say what is being done from now on ("": nothing that should be shown), and how much of it is done."""
        from threading import Timer

        self._what = what + ("" if done is None else f": {done:,}" if total is None else f" {done:,} of {total:,}")
        if what and self._timer is None:
            self._timer = Timer(PATIENCE, self._begin)
            self._timer.daemon = True
            with blocked():  # signals are for the main thread, which might not notice those that this one gets
                self._timer.start()
        elif not what and self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            if self._line is not None:
                self._line.stop()
            self._timer = self._line = None

    def turn_to(self, subject: str) -> None:
        """Say which of several puzzles is worked on from now on."""
        self._subject, self._started = f"{subject}: ", monotonic()

    @property
    def text(self) -> str:
        """What the line says."""
        minutes, seconds = divmod(int(monotonic() - self._started), 60)
        return f"{minutes}:{seconds:02} {printable(self._subject + self._what)}"

    def _begin(self) -> None:
        """Begin to draw, in a thread: Rich takes a tenth of a second to import."""
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner
        from rich.text import Text

        spinner: Any = Spinner("line" if self._style.is_ascii else "dots")
        console = Console(stderr=True, no_color=not self._style.is_colour, soft_wrap=True)

        def line() -> Text:
            shown = Text.assemble(spinner.render(monotonic()), " ", self.text)
            shown.truncate(console.width - 1, overflow="crop" if self._style.is_ascii else "ellipsis")
            return shown

        self._line = Live(console=console, get_renderable=line, refresh_per_second=PICTURES, transient=True,
                          redirect_stdout=sys.stdout.isatty())  # fmt: skip
        self._line.start(refresh=True)  # if the first drawing came later, it could fall into what is printed
