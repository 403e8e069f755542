"""What commands have in common that read clues: the options of those about one, the warnings of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.cli.parser import Parser
from satcross.cli.terminal import Written, message_line, write_to_stream
from satcross.errors import ClueName, RegexError, Span, describe
from satcross.puzzle.model import DIALECTS, Clue, Puzzle
from satcross.regex.analysis.defects import engine_defects, may_have_defects
from satcross.regex.syntax.parse import parse
from satcross.regex.syntax.tree import Tree

if TYPE_CHECKING:
    from satcross.cli.outcome import Appearance
    from satcross.cli.puzzles import FiledPuzzle
    from satcross.regex.analysis.defect import EngineDefect


ENGINE_HINT: Final = "satcross follows the engine's documentation here, not the engine"

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
    """A warning about a clue: where its own engine would contradict itself, or what looks like a slip.

    Attributes:
        place: The line's name and the clue's; empty for a regex alone.
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
        yield _line(self._replace(place=asked.located(self.place)))


def _line(warning: ClueWarning) -> Written:
    """Return what standard error gets about a clue."""
    message, hint, place, pattern, span = warning
    return message_line(f"satcross: warning: {describe(message, place=place, text=pattern, span=span, hint=hint)}")


def warn_of_defects(tree: Tree) -> None:
    """Say on standard error where the regex's own engine would contradict itself."""
    for defect in engine_defects(tree):
        write_to_stream(_line(ClueWarning(defect.message, ENGINE_HINT, (), tree.pattern, defect.span)))


def warnings_about(puzzle: Puzzle) -> Iterator[ClueWarning]:
    """Yield for each clue where its own engine would contradict itself first, and what looks like a slip.

    Clues that cannot be read are passed over.
    """
    for line in puzzle.lines:
        for number, clue in enumerate(line.clues, 1):
            if not isinstance(clue, Clue):
                continue
            pattern, place = clue.pattern, (line.name, ClueName(number))
            if BACKSPACE in pattern:
                start = pattern.index(BACKSPACE)
                message = "the clue asks for the letter backspace"
                yield ClueWarning(message, SLIP_HINT, place, pattern, Span(start, start + 1))
            if may_have_defects(pattern, puzzle.dialect):
                for defect in _engine_defects_of(clue, puzzle)[:1]:
                    yield ClueWarning(defect.message, ENGINE_HINT, place, pattern, defect.span)


def _engine_defects_of(clue: Clue, puzzle: Puzzle) -> tuple[EngineDefect, ...]:
    try:
        return engine_defects(parse(clue.pattern, puzzle.dialect, puzzle.flags))
    except RegexError:
        return ()
