"""What commands have in common that read clues: the options of those about one regex, and warnings about clues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.cli.parser import Parser
from satcross.cli.terminal import Written, message_line
from satcross.errors import ClueName, Span, describe
from satcross.puzzle.model import DIALECTS, Clue, Puzzle

if TYPE_CHECKING:
    from satcross.cli.outcome import Appearance
    from satcross.cli.puzzles import FiledPuzzle


BACKSPACE: Final = "\b"
SLIP_HINT: Final = (
    r"between double quotes \b is this letter; write \\b there, or in TOML the regex between single quotes"
)


def add_clue_options(parser: Parser) -> None:
    """Add the options that say how a regex is read."""
    parser.add_argument(
        "--dialect", choices=DIALECTS, default="python", help="the dialect of the regex; default python"
    )
    parser.add_argument("--flags", default="", metavar="LETTERS", help="its flags, such as i")


class ClueWarning(NamedTuple):
    """A warning about a clue that looks like a slip.

    Attributes:
        place: The line's name and the clue's.
    """

    message: str
    hint: str
    place: tuple[str, ...]
    pattern: str
    span: Span

    @property
    def size(self) -> int:
        return len(self.pattern)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        said = describe(
            self.message, place=asked.located(self.place), text=self.pattern, span=self.span, hint=self.hint
        )
        yield message_line(f"satcross: warning: {said}")


def warnings_about(puzzle: Puzzle) -> Iterator[ClueWarning]:
    """Yield a warning for each clue that looks like a slip."""
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if not isinstance(clue, Clue):
                continue
            if BACKSPACE in clue.pattern:
                start = clue.pattern.index(BACKSPACE)
                place, span = (line.name, ClueName(number)), Span(start, start + 1)
                yield ClueWarning("the clue asks for the letter backspace", SLIP_HINT, place, clue.pattern, span)
