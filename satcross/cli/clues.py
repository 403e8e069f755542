"""What commands that read clues have in common: the options of one regex, and warnings about clues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satcross.cli.options import option
from satcross.cli.terminal import Written, message_line
from satcross.errors import ClueName, SatcrossError, Span, render
from satcross.puzzle import Clue, Puzzle

BACKSPACE: Final = "\b"
SLIP_HINT: Final = (
    r"between double quotes \b is this letter; write \\b there, or in TOML the regex between single quotes"
)


CLUE_OPTIONS: Final = (
    option("--dialect", default="python", help="the dialect of the regex; default python"),
    option("--flags", default="", help="its flags, such as i"),
)
"""The options that say how a regex is read."""


def warning_line(warning: SatcrossError) -> Written:
    """Return what standard error gets about a clue."""
    return message_line(f"satcross: warning: {render(warning, with_code=True)}")


def warnings_about(puzzle: Puzzle) -> Iterator[SatcrossError]:
    """Yield a warning for each clue that looks like a slip; it is an error that is not raised."""
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if isinstance(clue, Clue) and BACKSPACE in clue.pattern:
                start = clue.pattern.index(BACKSPACE)
                yield SatcrossError(
                    "the clue asks for the letter backspace",
                    place=[line.name, ClueName(number)],
                    text=clue.pattern,
                    span=Span(start, start + 1),
                    hint=SLIP_HINT,
                    code="regex-escape",
                )
