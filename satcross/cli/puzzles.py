"""The puzzles that a command is asked about: the options that name them, and what is done to them before any question.

A file may hold several puzzles, and one bad file or clue does not keep the others from their answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from satcross.base.budget import Budget, now
from satcross.cli.limits import limits_of, set_alarm, stop_clock
from satcross.cli.parser import Options
from satcross.cli.terminal import note_reading
from satcross.errors import LimitError, ManyErrors, PuzzleError, RegexError, SatcrossError, TimeUp, tidy
from satcross.puzzle.model import Puzzle

if TYPE_CHECKING:
    from satcross.cli.grids import GivenGrid
    from satcross.cli.puzzle_files import PuzzleFiles
    from satcross.puzzle.files.source import Source

ABOUT_PUZZLES: Final = (RegexError, PuzzleError, LimitError, ManyErrors)  # others would recur with every puzzle


class FiledPuzzle(NamedTuple):
    """A puzzle that a command is asked about: the file it is in (None: the command line), its name there.

    Attributes:
        source: What that file says; None where only its puzzle is known, as in a worker process.
        number: Which of that file's puzzles it is, from 0.
        started: When its time began (`now`), if not now: reading the file counts.
        grid: The half-filled grid to continue from, if there is one.
        files: How the puzzle will be written, if it has yet to be made; then its name is its seed.
    """

    puzzle: Puzzle
    file: str | None = None
    name: str = ""
    source: Source | None = None
    number: int = 0
    started: float | None = None
    grid: GivenGrid | None = None
    files: PuzzleFiles | None = None

    @property
    def label(self) -> str:
        """What to call it where several are talked about."""
        if self.files is not None:
            return f"seed {self.name}"
        parts = [tidy(part) for part in (self.file, self.name or self.puzzle.title) if part]
        return ": ".join(parts) or "the puzzle"

    def located(self, place: tuple[str, ...]) -> tuple[str, ...]:
        """Return a place in the puzzle with file and line before it, as far as they are known."""
        if self.source is None:
            return place
        from satcross.puzzle.files import place_in

        return place_in(self.source, self.number, place)

    def explained(self, error: SatcrossError) -> SatcrossError:
        """Return an error about the puzzle with file and line added to its place, as far as they are known."""
        if self.source is None:
            return error
        from satcross.puzzle.files import explain

        return explain(self.source, self.number, error)


class UnreadableFile(NamedTuple):
    """A file in which no puzzle could be read, and why; `file` is None if what was not read is no file."""

    file: str | None
    error: SatcrossError


def puzzles_asked_about(options: Options, grid: GivenGrid | None = None) -> Iterator[FiledPuzzle | UnreadableFile]:
    """Yield the puzzles of `options.files`, and what is wrong with a file that cannot be read, in their order."""
    from satcross.puzzle.files import choose, open_source

    for file in options.files:
        started = now()
        set_alarm(limits_of(options).budget(started))
        note_reading(file)
        try:
            source = open_source(file, options.format, options.charset, force=options.force)
            chosen = None if options.puzzle is None else choose(source, options.puzzle)
        except SatcrossError as error:
            yield UnreadableFile(file, error)
            continue
        except TimeUp:
            yield UnreadableFile(file, LimitError("there was not enough time to read it", place=[file]))
            continue
        finally:
            stop_clock()
        first: float | None = started
        for number, entry in enumerate(source.entries):
            if chosen is None or entry is chosen:
                yield FiledPuzzle(entry.puzzle, source.name, entry.name, source, number, first, grid)
                first = None


@contextmanager
def one_puzzle(options: Options) -> Iterator[FiledPuzzle]:
    """Give the block the puzzle of `options.file`, and add its file and line to errors about it.

    Raises:
        SatcrossError: If the file cannot be read, or holds several puzzles and none was chosen.
    """
    from satcross.puzzle.files import choose, open_source

    grid = read_given_grid(options)
    note_reading(options.file)
    source = open_source(options.file, options.format, options.charset, force=options.force)
    entry = choose(source, options.puzzle)
    asked = FiledPuzzle(entry.puzzle, source.name, entry.name, source, source.entries.index(entry), grid=grid)
    try:
        yield asked._replace(puzzle=revised(entry.puzzle, options))
    except ABOUT_PUZZLES as error:
        raise asked.explained(error) from None


def read_given_grid(options: Options) -> GivenGrid | None:
    """Return the half-filled grid, if the command takes one and it was given.

    It is read once, before any puzzle: it may be standard input.
    """
    if getattr(options, "grid", None) is None:
        return None
    from satcross.cli.grids import read_grid

    return read_grid(options)


def with_grid(puzzle: Puzzle, grid: GivenGrid | None, budget: Budget) -> Puzzle:
    """Return the puzzle with the letters of the half-filled grid, if there is one, as given letters."""
    if grid is None:
        return puzzle
    from satcross.cli.grids import with_given

    return with_given(puzzle, grid, budget)


def revised(puzzle: Puzzle, options: Options) -> Puzzle:
    """Return `puzzle` with the alphabet, dialect and flags that the options set."""
    if options.dialect is None and options.flags is None and options.alphabet is None:
        return puzzle
    from satcross.puzzle.shapes import with_settings

    return with_settings(puzzle, options.alphabet, options.dialect, options.flags)
