"""The puzzles that a command is asked about: the options that name them, folders of them, and half-filled grids.

In: options.  Out: puzzles, each with its file and its place there; and for `satcross generate`, files with puzzles.

A file may hold several puzzles, and one bad file or clue does not keep the others from their answers.

The files in a folder that may hold puzzles stand for the folder, in the order of their names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from satcross.base.budget import Budget, now
from satcross.base.reading import decode, read_bytes, shown_name
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, listed
from satcross.cli.limits import limited, limits_of
from satcross.cli.parser import Options
from satcross.cli.terminal import note_reading, say
from satcross.errors import (
    InternalError,
    LimitError,
    ManyErrors,
    MissingError,
    OptionError,
    PuzzleError,
    RegexError,
    SatcrossError,
    TimeUp,
    printable,
    tidy,
    unexpected,
)
from satcross.puzzle import Puzzle
from satcross.puzzle.files import (
    FORMAT_OF_ENDING,
    choose,
    explain,
    left_out,
    open_source,
    place_in,
)
from satcross.puzzle.files.source import Source

if TYPE_CHECKING:
    from satcross.cli.made_puzzles import PuzzleFiles

ABOUT_PUZZLES: Final = (RegexError, PuzzleError, LimitError, ManyErrors, InternalError)
"""The errors that concern one puzzle; others would recur with every puzzle."""


def say_what_is_left_out(puzzle: Puzzle, text: str, format: str) -> None:
    """Say on standard error what `puzzle` has, but not `text`, which is the puzzle in this format."""
    if parts := left_out(puzzle, text, format):
        say(f"satcross: the format {format} has no place for {listed(parts)}")


class FiledPuzzle(NamedTuple):
    """A puzzle that a command is asked about: the file it is in (None: the command line), its name there.

    Attributes:
        source: The content of that file; None where only its puzzle is known, as in a worker process.
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
    def reading(self) -> str:
        """How the puzzle was read from a text in no known format; "" for files in a known format."""
        return "" if self.source is None else self.source.entries[self.number].reading

    @property
    def label(self) -> str:
        """What to call it where several are talked about."""
        if self.files is not None:
            return f"seed {self.name}"
        parts = [tidy(part) for part in (self.file, self.name or self.puzzle.title) if part]
        return ": ".join(parts) or "the puzzle"

    def located(self, place: tuple[str, ...]) -> tuple[str, ...]:
        """Return a place in the puzzle with file and line before it, if they are known."""
        if self.source is None:
            return place

        return place_in(self.source, self.number, place)

    def explained(self, error: SatcrossError) -> SatcrossError:
        """Return an error about the puzzle with file and line added to its place, if they are known."""
        if self.source is None:
            return error

        return explain(self.source, self.number, error)


class UnreadableFile(NamedTuple):
    """A file in which no puzzle could be read, and why; `file` is None if what was not read is not a file."""

    file: str | None
    error: SatcrossError

    @property
    def label(self) -> str:
        """What to call it where several are talked about."""
        return tidy(self.file or "the puzzle")


def puzzles_asked_about(options: Options, grid: GivenGrid | None = None) -> Iterator[FiledPuzzle | UnreadableFile]:
    """Yield the puzzles of `options.files`, and what is wrong with a file that cannot be read, in their order."""

    for file in options.files:
        started = now()
        note_reading(file)
        try:
            with limited(limits_of(options), started):
                source = open_source(file, options.input_format, options.charset, force=options.force)
                chosen = None if options.puzzle is None else choose(source, options.puzzle)
        except SatcrossError as error:
            yield UnreadableFile(file, error)
            continue
        except TimeUp:
            yield UnreadableFile(file, LimitError("there was not enough time to read it", place=[file]))
            continue
        except Exception as error:
            yield UnreadableFile(file, unexpected(error).at(file))
            continue
        first: float | None = started
        say_how_read(source)
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

    grid = read_given_grid(options)
    note_reading(options.file)
    source = open_source(options.file, options.input_format, options.charset, force=options.force)
    say_how_read(source)
    entry = choose(source, options.puzzle)
    asked = FiledPuzzle(entry.puzzle, source.name, entry.name, source, source.entries.index(entry), grid=grid)
    with revised_puzzle(asked, options) as revision:
        yield revision


@contextmanager
def revised_puzzle(asked: FiledPuzzle, options: Options) -> Iterator[FiledPuzzle]:
    """Give the block a puzzle with the settings of the options, and add its file and line to errors about it."""
    try:
        yield asked._replace(puzzle=revised(asked.puzzle, options))
    except ABOUT_PUZZLES as error:
        raise asked.explained(error) from None


def say_how_read(source: Source) -> None:
    """Say on standard error, in one line, how a text in no known format was read."""
    readings = [entry.reading for entry in source.entries if entry.reading]
    if readings:
        more = f", and {counted(len(readings) - 1, 'more puzzle')}" if len(readings) > 1 else ""
        say(printable(f"{source.name}: {readings[0]}{more}"))


def read_given_grid(options: Options) -> GivenGrid | None:
    """Return the half-filled grid, if the command takes one and it was given.

    It is read once, before any puzzle: it may be standard input.
    """
    if options.grid is None:
        return None

    return read_grid(options)


def with_grid(puzzle: Puzzle, grid: GivenGrid | None, budget: Budget) -> Puzzle:
    """Return the puzzle with the letters of the half-filled grid, if there is one, as given letters."""
    if grid is None:
        return puzzle

    return with_given(puzzle, grid, budget)


def revised(puzzle: Puzzle, options: Options) -> Puzzle:
    """Return `puzzle` with the alphabet, dialect and flags that the options set."""
    if options.dialect is None and options.flags is None and options.alphabet is None:
        return puzzle
    from satcross.puzzle.settings import with_settings

    return with_settings(puzzle, options.alphabet, options.dialect, options.flags)


ENDINGS: Final = (".toml", ".json", ".input.txt")
"""The extensions of files that hold puzzles."""

MOST_NAMED: Final = 5  # files that are left out


def files_named(names: Sequence[str], *, is_recursive: bool) -> list[str]:
    """Return the files that `names` stand for, and say which files in folders are left out.

    Args:
        is_recursive: Whether the folders in a folder are searched, too; links to folders are not followed.

    Raises:
        OptionError: If a folder cannot be listed, or holds no file that may hold a puzzle.
    """
    return [file for name in names for file in (_inside(name, is_recursive) if os.path.isdir(name) else [name])]


def _inside(folder: str, is_recursive: bool) -> list[str]:
    try:
        found = list(_walk(folder, is_recursive))
    except OSError as error:
        raise OptionError(
            f"the folder cannot be read: {error.strerror or error}", place=[error.filename or folder], code="unreadable"
        ) from None
    files = [path for path in found if path.lower().endswith(ENDINGS) or not os.path.exists(path)]
    if not files:
        hint = f"puzzles are in files that end in {', '.join(ENDINGS)}"
        more = "" if is_recursive else "; -r also searches its subfolders"
        raise OptionError("no puzzles are in this folder", place=[folder], hint=hint + more)
    others = [os.path.relpath(path, folder) for path in found if path not in files]
    if others:
        named = ", ".join(map(tidy, others[:MOST_NAMED])) + (", ..." if len(others) > MOST_NAMED else "")
        left_out = (
            "a file is left out, since it does"
            if len(others) == 1
            else f"{len(others)} files are left out, since they do"
        )
        say(f"{tidy(folder)}: {left_out} not end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}: {named}")
    return files


def _walk(folder: str, is_recursive: bool) -> Iterator[str]:
    """Yield the files in `folder` that are not hidden, and links that point to nothing.  Raises OSError."""
    with os.scandir(folder) as entries:
        visible = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in visible:
        if entry.is_dir(follow_symlinks=False):
            if is_recursive:
                yield from _walk(entry.path, is_recursive)
        elif entry.is_file() or not os.path.exists(entry.path):
            yield entry.path


def check_is_folder_name(path: str) -> None:
    """Raise OptionError if `path`, where a folder of puzzles is to be made, is a file or clearly meant to be one.

    A folder that exists may have any name.
    """
    stem, ending = os.path.splitext(path)
    if ending.lower() in (*FORMAT_OF_ENDING, ".cnf") and not os.path.isdir(path):
        raise OptionError(
            "this is the name of a file, and a folder is needed", place=[path], hint=f"name a folder, such as -o {stem}"
        )
    if os.path.lexists(path.rstrip(os.sep)) and not os.path.isdir(path):
        raise OptionError(
            "this is a file, and a folder is needed", place=[path], hint="name a folder with -o", code="write"
        )


def stem_of(file: str) -> str:
    """Return the name of a file without its folder, and without the extension of a file of puzzles."""
    name = os.path.basename(file)
    extension = next((each for each in ENDINGS if name.lower().endswith(each)), "")
    return name[: len(name) - len(extension)]


MOST_BYTES: Final = 10_000_000
HOW_TO_GIVE_ROWS: Final = (
    "{0} names a file; to give the rows themselves, pipe them: printf 'AB\\n.C\\n' | satcross ... {0} -"
)


class GivenGrid(NamedTuple):
    """The name of the file of a grid, and its text: standard input can be read only once."""

    name: str
    text: str


def read_grid(options: Options) -> GivenGrid | None:
    """Return the grid of the options, None if they name none."""
    if options.grid is None:
        return None
    flag = "--solution" if options.command in ("generate", "repair") else "--grid"
    puzzles = [*options.files, options.file, options.complete]
    if options.grid == "-" and "-" in puzzles:
        raise OptionError("the puzzle and the grid cannot both be standard input", hint="name a file for one of them")
    note_reading(options.grid)
    try:
        text = decode(read_bytes(options.grid, MOST_BYTES, "grid"), shown_name(options.grid))
    except MissingError as error:
        raise MissingError(error.message, place=error.place, hint=error.hint or HOW_TO_GIVE_ROWS.format(flag)) from None
    except (PuzzleError, LimitError) as error:  # not about the puzzle, whose file would be named
        raise error.convert(SatcrossError) from None
    return GivenGrid(options.grid, text)


def filled_of(puzzle: Puzzle, grid: GivenGrid | None) -> tuple[str, ...]:
    """Return the letters of the grid, "" for open cells; () if there is no grid."""
    from satcross.author.half_filled_grids import filled_from_text

    if grid is None:
        return ()
    with about_the_grid(grid):
        return filled_from_text(puzzle, grid.text)


def with_given(puzzle: Puzzle, grid: GivenGrid, budget: Budget) -> Puzzle:
    """Return `puzzle` with the letters of the grid as given letters."""
    from satcross.author.half_filled_grids import with_filled

    filled = filled_of(puzzle, grid)
    with about_the_grid(grid):
        return with_filled(puzzle, filled, budget)


@contextmanager
def about_the_grid(grid: GivenGrid | None) -> Iterator[None]:
    """Let errors about the grid name its file, and not the puzzle's."""
    try:
        yield
    except PuzzleError as error:
        if error.code not in ("grid-letter", "grid-shape", "grid-contradiction") or grid is None:
            raise
        raise error.replace(place=[shown_name(grid.name)]).convert(SatcrossError) from None
