"""The puzzles that a command is asked about: options that name them, and a loop that answers for each.

A file may hold several puzzles, and one bad file or clue does not keep the others from their answers; the exit status
is the worst of all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from satcross.cli.clues import warn_of_defects_in
from satcross.cli.limits import start_clock, stop_clock, within_memory
from satcross.cli.options import is_for_programs
from satcross.cli.parser import Options
from satcross.cli.statuses import UNKNOWN, YES, worse
from satcross.cli.terminal import note_reading, report, turn_to
from satcross.errors import LimitError, ManyErrors, PuzzleError, RegexError, SatcrossError, TimeUp, tidy
from satcross.puzzle.model import Puzzle

if TYPE_CHECKING:
    from satcross.puzzle.files.source import Source

ABOUT_PUZZLES: Final = (RegexError, PuzzleError, LimitError, ManyErrors)  # others would recur with every puzzle


class Asked(NamedTuple):
    """A puzzle that a command is asked about: the file it is in (None: the command line), its name there.

    Attributes:
        source: What that file says, for commands that are asked about one puzzle.
    """

    puzzle: Puzzle
    file: str | None = None
    name: str = ""
    source: Source | None = None

    @property
    def label(self) -> str:
        """What to call it where several are talked about."""
        parts = [tidy(part) for part in (self.file, self.name or self.puzzle.title) if part]
        return ": ".join(parts) or "the puzzle"


Answer: TypeAlias = Callable[[Asked, Options], int]
"""Answers for a puzzle on standard output, and returns the exit status."""


class Question(NamedTuple):
    """Puzzle `number` (from 0) of a file.

    Attributes:
        started: When its time began (`monotonic`), if not now: reading the file counts.
    """

    source: Source
    number: int
    started: float | None = None


def answer_each(options: Options, answer: Answer) -> int:
    """Answer for every puzzle of `options.files`, show warnings and errors, and return the worst exit status."""
    worst = YES
    for question in questions(options):
        worst = worse(worst, answer_question(question, options, answer))
    return worst


def questions(options: Options) -> Iterator[Question | SatcrossError]:
    """Yield the puzzles of `options.files`, and an error for a file that cannot be read, in their order."""
    from satcross.puzzle.files import choose, open_source

    read_given_grid(options)
    for file in options.files:
        started = start_clock(options)
        note_reading(options, file)
        try:
            source = open_source(file, options.format, options.charset, force=options.force)
            chosen = None if options.puzzle is None else choose(source, options.puzzle)
        except SatcrossError as error:
            yield error
            continue
        except TimeUp:
            yield LimitError("there was not enough time to read it", place=[file])
            continue
        finally:
            stop_clock()
        first: float | None = started
        for number, entry in enumerate(source.entries):
            if chosen is None or entry is chosen:
                yield Question(source, number, first)
                first = None


def answer_question(question: Question | SatcrossError, options: Options, answer: Answer) -> int:
    """Answer, or show an error, and return the exit status."""
    from satcross.puzzle.files import explain, place_in

    if isinstance(question, SatcrossError):
        return report_to(question, options)
    source, number, started = question
    entry = source.entries[number]
    asked = Asked(entry.puzzle, source.name, entry.name)
    start_clock(options, started)
    if len(options.files) > 1 or len(source.entries) > 1:
        turn_to(options, asked.label)
    try:
        asked = asked._replace(puzzle=revised(entry.puzzle, options))
        warn_of_defects_in(asked.puzzle, partial(place_in, source, number))
        return within_memory(partial(answer, asked, options), options)
    except ABOUT_PUZZLES as error:
        return report_to(explain(source, number, error), options)
    except TimeUp:
        if is_for_programs(options):
            from satcross.cli.reports import tell_error

            tell_error(LimitError("out of time", place=[asked.file or ""]))
        print(f"satcross: {asked.label}: out of time", file=sys.stderr)
        return UNKNOWN
    finally:
        stop_clock()


def report_to(error: SatcrossError, options: Options) -> int:
    """Show `error` on standard error and in the report for other programs, if one is made; return the exit status."""
    if is_for_programs(options):
        from satcross.cli.reports import tell_error

        tell_error(error)
    return report(error)


def answer_one(options: Options, answer: Callable[[Asked], int]) -> int:
    """Return what `answer` returns for the puzzle of `options.file`.

    Raises:
        SatcrossError: If the file cannot be read, or holds several puzzles and none was chosen.
    """
    from satcross.puzzle.files import choose, explain, open_source

    read_given_grid(options)
    note_reading(options, options.file)
    source = open_source(options.file, options.format, options.charset, force=options.force)
    entry = choose(source, options.puzzle)
    try:
        return answer(Asked(revised(entry.puzzle, options), source.name, entry.name, source))
    except ABOUT_PUZZLES as error:
        raise explain(source, source.entries.index(entry), error) from None


def read_given_grid(options: Options) -> None:
    """Read the half-filled grid, if the command takes one and it was given, before any puzzle.

    It is read once: it may be standard input, and it is part of every question, wherever that is answered.
    """
    if getattr(options, "grid", None) is not None:
        from satcross.cli.grids import read_grid

        read_grid(options)


def with_grid(asked: Asked, options: Options) -> Asked:
    """Return the question with the letters of the half-filled grid, if there is one, as given letters."""
    if options.grid is None:
        return asked
    from satcross.cli.grids import with_given

    return asked._replace(puzzle=with_given(asked.puzzle, options))


def revised(puzzle: Puzzle, options: Options) -> Puzzle:
    """Return `puzzle` with the alphabet, dialect and flags that the options set."""
    if options.dialect is None and options.flags is None and options.alphabet is None:
        return puzzle
    from satcross.puzzle.shapes import with_settings

    return with_settings(puzzle, options.alphabet, options.dialect, options.flags)
