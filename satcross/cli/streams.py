"""The standard streams as the place where answers go: text or JSON Lines, at once.

In: partial answers, outcomes and errors.  Out: text on standard output and standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, TypeAlias

from satcross.cli.outcome import Appearance, Outcome, Showable, Written
from satcross.cli.puzzles import Asked
from satcross.cli.terminal import error_text
from satcross.errors import SatcrossError
from satcross.pictures.text import TextStyle

Write: TypeAlias = Callable[[Written], object]


def write_to_stream(written: Written) -> None:
    """Write to a standard stream of this process, at once."""
    name, text = written
    if name == "out":
        sys.stdout.write(text)
        sys.stdout.flush()
    elif text:
        sys.stdout.flush()
        sys.stderr.write(text)


class StreamSink:
    """Shows everything at once, as text or JSON Lines.

    Args:
        write: Gets the text of the standard streams.
        error_style: How errors look; None: as suits standard error.
    """

    def __init__(self, look: Appearance, write: Write, error_style: TextStyle | None = None) -> None:
        self._look: Final = look
        self._write: Final = write
        self._error_style: Final = error_style

    def show_part(self, asked: Asked, part: Showable) -> None:
        for written in part.shown(asked, self._look):
            self._write(written)

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        self.show_part(asked, outcome)

    def show_error(self, error: SatcrossError) -> int:
        self._write(("error", error_text(error, self._error_style) + "\n"))
        return error.code.exit_status

    def show_out_of_time(self, asked: Asked) -> None:
        place = "" if asked.file is None else f"{asked.label}: "
        self._write(("error", f"satcross: {place}out of time\n"))
