"""The half-filled grid of `--grid`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from satcross.author.filled import filled_from_text, with_filled
from satcross.base.budget import Budget
from satcross.base.reading import decode, read_bytes, shown_name
from satcross.cli.parser import Options
from satcross.cli.terminal import note_reading
from satcross.errors import ErrorCode, LimitError, MissingError, OptionError, PuzzleError, SatcrossError
from satcross.puzzle.model import Puzzle

MOST_BYTES: Final = 10_000_000
HOW_TO_GIVE_ROWS: Final = (
    "--grid names a file; to give the rows themselves, pipe them: printf 'AB\\n.C\\n' | satcross ... --grid -"
)


class GivenGrid(NamedTuple):
    """The name of the file of a grid, and its text: standard input can be read only once."""

    name: str
    text: str


def read_grid(options: Options) -> GivenGrid | None:
    """Return the grid of the options, None if they name none."""
    if options.grid is None:
        return None
    puzzles = [*getattr(options, "files", ()), *(getattr(options, name, None) for name in ("file", "complete"))]
    if options.grid == "-" and "-" in puzzles:
        raise OptionError("the puzzle and the grid cannot both be standard input", hint="name a file for one of them")
    note_reading(options.grid)
    try:
        text = decode(read_bytes(options.grid, MOST_BYTES, "grid"), shown_name(options.grid))
    except MissingError as error:
        raise MissingError(error.message, place=error.place, hint=error.hint or HOW_TO_GIVE_ROWS) from None
    except (PuzzleError, LimitError) as error:  # not about the puzzle, whose file would be named
        raise error.convert(SatcrossError) from None
    return GivenGrid(options.grid, text)


def filled_of(puzzle: Puzzle, grid: GivenGrid | None) -> tuple[str, ...]:
    """Return the letters of the grid, "" for open cells; () if there is no grid."""
    if grid is None:
        return ()
    with about_the_grid(grid):
        return filled_from_text(puzzle, grid.text)


def with_given(puzzle: Puzzle, grid: GivenGrid, budget: Budget) -> Puzzle:
    """Return `puzzle` with the letters of the grid as given letters."""
    filled = filled_of(puzzle, grid)
    with about_the_grid(grid):
        return with_filled(puzzle, filled, budget)


@contextmanager
def about_the_grid(grid: GivenGrid | None) -> Iterator[None]:
    """Let errors about the grid name its file, and not the puzzle's."""
    try:
        yield
    except PuzzleError as error:
        if error.code not in (ErrorCode.FILLED, ErrorCode.FILLED_WRONG) or grid is None:
            raise
        raise error.replace(place=[shown_name(grid.name)]).convert(SatcrossError) from None
