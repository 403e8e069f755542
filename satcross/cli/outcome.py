"""What a command asks about a puzzle and finds out, as plain data; how it looks is a function beside the command.

In: nothing.  Out: the values that a command returns, that worker processes send, and that a sink (`answers.py`) writes.

A command answers a question about a puzzle with an `Outcome`.  Before it, the command may send partial answers, which
are written as soon as they are there: solutions, steps of propagation, warnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.cli.puzzles import ABOUT_PUZZLES, FiledPuzzle
from satcross.cli.terminal import Written
from satcross.errors import SatcrossError
from satcross.pictures.text import TextStyle
from satcross.puzzle import Puzzle

SCHEMA: Final = 1  # of the JSON objects


class Appearance(NamedTuple):
    """How an answer is shown.

    Attributes:
        width: The columns of the screen.
        is_json: Whether standard output gets JSON Lines.
        is_quiet: Whether size, way and time are left out.
        has_statistics: Whether the size of the formula and the time of each stage are shown.
        is_one_of_several: Whether there may be puzzles in other files.
    """

    style: TextStyle
    width: int
    is_json: bool
    is_quiet: bool = False
    has_statistics: bool = False
    is_one_of_several: bool = False


Send: TypeAlias = Callable[[object], None]
"""Sends something that is known about a puzzle before the answer is complete: plain data that can be pickled."""


class Outcome(Protocol):
    """The answer to a command's question about a puzzle, as plain data.  It can be pickled."""

    @property
    def exit_status(self) -> int:
        """The exit status of the command for this puzzle alone."""

    @property
    def verdict(self) -> str:
        """The answer in a few words, by which the puzzles of a collection are counted."""

    @property
    def is_final(self) -> bool:
        """Whether larger limits would find nothing more."""

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        """Return the object that `--json` prints."""


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
    """A puzzle, and the annotations on it.

    Attributes:
        name: Its name in the file.
        is_unanswered: Whether there is an error in place of an answer.
    """

    file: str
    name: str
    annotations: tuple[Annotation, ...]
    is_unanswered: bool = False


UNFINISHED: Final = Annotation("warning", "unknown", "out of time before everything was known")


class Question(Protocol):
    """Everything that an answer about a puzzle depends on, besides limits.  It can be pickled.

    Each command has its own NamedTuple.  It consists of contents (`satcross.many.results.key_of`): it has no names of
    files, and does not say how the answer is shown.  Its fields besides the puzzle are options, by their names.
    """

    @property
    def puzzle(self) -> Puzzle: ...

    def _asdict(self) -> dict[str, Any]: ...


Text: TypeAlias = Callable[[FiledPuzzle, Any, Appearance], Iterator[Written]]
"""Yields the text of an outcome, or of a part, about a puzzle."""


def no_text(asked: FiledPuzzle, part: object, look: Appearance) -> Iterator[Written]:
    """Yield nothing."""
    yield from ()


def no_json(asked: FiledPuzzle, part: object) -> None:
    """Return None."""


def no_annotations(outcome: object) -> Iterable[Annotation]:
    """Return nothing."""
    return ()


class Inquiry(NamedTuple):
    """What a command asks about each puzzle, and how people read the answer.  All functions belong to modules.

    Attributes:
        question: The type of the question: its fields are the puzzle, and the options on which the answer depends.
        answer: Answers it within a budget, and may send partial answers before.
        text: The outcome for people, at the end.
        part_text: The text of a partial answer, immediately.
        heading: The text before either, for a puzzle without errors.
        footer: What standard error gets in any case, at the end.
        part_json: Returns the object that programs get of a partial answer, immediately; None: they get none.
        annotations: What a report for other programs says of the outcome.
        wrong_letter: Returns the outcome for a grid with a letter that no solution has; None: that is an error.
        errors: The errors that concern one puzzle only; others end the command.
    """

    question: type[Any]
    answer: Callable[[Any, Budget, Send], Outcome]
    text: Text
    part_text: Text = no_text
    heading: Text = no_text
    footer: Text = no_text
    part_json: Callable[[FiledPuzzle, Any], Mapping[str, Any] | None] = no_json
    annotations: Callable[[Any], Iterable[Annotation]] = no_annotations
    wrong_letter: Callable[[SatcrossError], Outcome] | None = None
    errors: tuple[type[SatcrossError], ...] = ABOUT_PUZZLES

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options on which the answer depends."""
        fields: tuple[str, ...] = self.question._fields
        return fields[1:]


class Conclusion(NamedTuple):
    """How a question about a puzzle ended: with an outcome, with an error, or, without both, because time ran out.

    Attributes:
        is_cut: Whether the time limit has cut something short.
        seconds: How long it took.
    """

    outcome: Outcome | None = None
    error: SatcrossError | None = None
    is_cut: bool = False
    seconds: float = 0.0


class KnownAnswer(NamedTuple):
    """An answer from an earlier run.

    Attributes:
        verdict: The answer in a few words.
        answer: The object that `--json` printed.
    """

    verdict: str
    answer: Mapping[str, Any]


def with_exit_status(value: Mapping[str, Any], status: int) -> dict[str, Any]:
    """Return the object of an answer with the exit status of the command for this puzzle alone."""
    return {**value, "exit_status": status}


def json_line(value: Mapping[str, Any]) -> Written:
    """Return `value` as a line of standard output."""
    from satcross.base.printable_json import printable_json

    return "out", printable_json(value) + "\n"
