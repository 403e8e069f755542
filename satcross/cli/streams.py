"""The standard streams as the place where answers go: text or JSON Lines, at once.

In: partial answers, outcomes and errors.  Out: text on standard output and standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from satcross.cli.outcome import Appearance, Outcome, Showable, Written
from satcross.cli.puzzles import Asked
from satcross.cli.terminal import error_text
from satcross.errors import SatcrossError
from satcross.pictures.text import TextStyle

if TYPE_CHECKING:
    from satcross.many.results.store import Kept

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


def show_harmlessly(output: Iterable[Written], write: Write = write_to_stream) -> None:
    """Write what was shown at another time, according to a database.

    Anybody may have written that: what could steer a terminal is escaped, in the way that JSON has too.
    """
    for name, text in output:
        write((name, _harmless(text)))


def _harmless(text: str) -> str:
    r"""Return `text` with all letters but line feeds escaped that are not printable.

    >>> print(_harmless('{"name": "\x9b2J"}'))
    {"name": "\u009b2J"}
    """
    if text.replace("\n", "").isprintable():
        return text
    from satcross.base.printable_json import escaped

    return escaped(text)


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

    def is_showable(self, asked: Asked, kept: Kept) -> bool:
        return True

    def show_kept(self, asked: Asked, kept: Kept) -> None:
        show_harmlessly(kept.output, self._write)
