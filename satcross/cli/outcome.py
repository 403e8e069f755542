"""What a command found out about a puzzle, as plain data; how it looks is a pure function of that data.

In: nothing.  Out: the values that a command returns, that worker processes send, and that a sink (`sinks.py`) writes.

A command answers a question about a puzzle with an `Outcome`.  Before it, the command may send partial answers, which
are written as soon as they are there: solutions of a long list, steps of propagation, warnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from satcross.base.budget import Budget
from satcross.cli.parser import Options, Parser
from satcross.cli.puzzles import ABOUT_PUZZLES, FiledPuzzle
from satcross.cli.terminal import Written, message_line
from satcross.errors import ClueName, SatcrossError, Span, describe
from satcross.pictures.text import TextStyle
from satcross.puzzle.model import DIALECTS, Clue, Puzzle

if TYPE_CHECKING:
    from satcross.author.difficulty import Difficulty
    from satcross.solver.compile import PresolvedPuzzle


# What commands have in common that read clues: the options of those about one regex, and warnings about clues.


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


SCHEMA: Final = 1  # of the JSON objects


class Appearance(NamedTuple):
    """How an answer is shown.

    Attributes:
        width: The columns of the screen.
        is_json: Whether standard output gets JSON Lines.
        is_quiet: Whether size, way and time are left out.
        has_statistics: Whether the size of the formula and the time of each stage are told.
        is_one_of_several: Whether there may be puzzles in other files.
    """

    style: TextStyle
    width: int
    is_json: bool
    is_quiet: bool = False
    has_statistics: bool = False
    is_one_of_several: bool = False


class Showable(Protocol):
    """Something that can be shown."""

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        """Yield what the standard streams get."""


class PartialAnswer(Showable, Protocol):
    """Something that is known about a puzzle before the answer is complete.  It can be pickled."""

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""


Send: TypeAlias = Callable[[PartialAnswer], None]


class Outcome(Showable, Protocol):
    """The answer to a command's question about a puzzle.  It can be pickled."""

    @property
    def exit_status(self) -> int:
        """The exit status of the command for this puzzle alone."""

    @property
    def verdict(self) -> str:
        """The answer in a few words, by which the puzzles of a collection are counted."""

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        """Return the object that `--json` prints."""


class Columns(NamedTuple):
    """What the results database says of an outcome in columns of their own.

    Attributes:
        is_final: Whether larger limits would find nothing more.
        number: Solutions known; None: not counted.
        is_complete: Whether there are no others; None: not known.
        witnesses: At most two solutions, as JSON has them.
        made: The puzzle that has been made; None: the one that was asked about.
        difficulty: How hard it is.
    """

    status: str
    is_final: bool
    number: int | None = None
    is_complete: bool | None = None
    witnesses: Sequence[dict[str, Any]] = ()
    made: Puzzle | None = None
    difficulty: Difficulty | None = None


@runtime_checkable
class RecordedOutcome(Outcome, Protocol):
    """An outcome that a results database can keep."""

    def columns(self, asked: FiledPuzzle) -> Columns:
        """Return what the database says of it in columns of their own."""


Level: TypeAlias = Literal["error", "warning"]


class Annotation(NamedTuple):
    """Something that a report for other programs says of a puzzle.

    Attributes:
        rule: What kind of annotation it is, for programs.
        place: Where it is, in a report with the file first; empty: it is about the whole puzzle.
    """

    level: Level
    rule: str
    message: str
    place: tuple[str, ...] = ()

    @property
    def line(self) -> int | None:
        """The line of the file, if it is known."""
        return file_and_line(self.place)[1]


def file_and_line(place: Sequence[str]) -> tuple[str, int | None]:
    """Return the file and the line of a place, such as `puzzle.toml:3, row 1`; None if no line is known.

    >>> file_and_line(["a.toml:3", "row 1"]), file_and_line(["a.toml", "line 2, column 7"]), file_and_line(["a.toml"])
    (('a.toml', 3), ('a.toml', 2), ('a.toml', None))
    """
    first, second = (*place, "", "")[:2]
    if match := re.fullmatch(r"(.+):(\d+)", first, re.DOTALL):
        return match[1], int(match[2])
    match = re.fullmatch(r"line (\d+), column \d+", second)
    return first, None if match is None else int(match[1])


class AnnotatedPuzzle(NamedTuple):
    """A puzzle, and the annotations on it; `name` is its name in the file."""

    file: str
    name: str
    annotations: tuple[Annotation, ...]


UNFINISHED: Final = Annotation("warning", "unknown", "out of time before everything was known")


@runtime_checkable
class AnnotatedOutcome(Outcome, Protocol):
    """An outcome that can go into a report for other programs."""

    def annotations(self) -> Iterator[Annotation]:
        """Yield what such a report says of the puzzle."""


class CommandQuestion(Protocol):
    """Everything that an answer about a puzzle depends on, besides limits.  It can be pickled and hashed.

    It holds contents only, and no names of files.

    A question that a results database can keep consists of plain values and the puzzle (`kept.contents_of`).
    """

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""


class WorkedOut(NamedTuple):
    """An outcome, and what the process that has worked it out can use for further questions about the puzzle.

    Attributes:
        presolved: What `presolve` returns for the puzzle, if that is known.
    """

    outcome: Outcome
    presolved: PresolvedPuzzle | None = None


class Inquiry(NamedTuple):
    """What a command asks about each puzzle.  Both functions belong to modules, so that workers can import them.

    Attributes:
        question: Returns the question about a puzzle, from the options; None: the command has it before the puzzles.
        answer: Answers it within a budget, and may send partial answers before.
        kinds: The classes of the outcome and of partial answers that a results database can keep.
        errors: The errors that concern one puzzle only; others end the command.
    """

    question: Callable[[Puzzle, Options], CommandQuestion] | None
    answer: Callable[[Any, Budget, Send], WorkedOut]
    kinds: tuple[type[Showable], ...] = ()
    errors: tuple[type[SatcrossError], ...] = ABOUT_PUZZLES


class Conclusion(NamedTuple):
    """How a question about a puzzle ended: with an outcome, with an error, or, without both, because time ran out.

    Attributes:
        rated: How hard the puzzle is, and how long, if the results database wants to know.
        is_cut: Whether the time limit has cut something short.
        seconds: How long it took.
    """

    outcome: Outcome | None = None
    error: SatcrossError | None = None
    rated: Difficulty | None = None
    is_cut: bool = False
    seconds: float = 0.0


class KnownAnswer(NamedTuple):
    """How a question ended that nobody has to answer any more, and what was sent before."""

    parts: tuple[Showable, ...]
    conclusion: Conclusion


def size_of(texts: Sequence[str]) -> int:
    """Return about how many bytes a partial answer takes that holds these short texts."""
    return 200 + sum([8 + len(text) for text in texts])


def json_line(value: Mapping[str, Any]) -> Written:
    """Return `value` as a line of standard output."""
    from satcross.base.printable_json import printable_json

    return "out", printable_json(value) + "\n"
