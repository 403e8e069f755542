"""The half-filled grid of `--grid`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Self

from satcross.author.filled import filled_from_text, with_filled
from satcross.base.reading import decode, read_bytes, shown_name
from satcross.cli.limits import budget_of
from satcross.cli.parser import Options
from satcross.cli.terminal import note_reading
from satcross.errors import ErrorCode, LimitError, MissingError, OptionError, PuzzleError, SatcrossError
from satcross.puzzle.model import Puzzle

MOST_BYTES: Final = 10_000_000
HOW_TO_GIVE_ROWS: Final = (
    "--grid names a file; to give the rows themselves, pipe them: printf 'AB\\n.C\\n' | satcross ... --grid -"
)


class ReadGrid(str):
    """The name of the file of a grid, and the text that was read there: standard input can be read only once."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, name: str, text: str) -> Self:
        grid = super().__new__(cls, name)
        grid.text = text
        return grid

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override] # not those of str
        return str(self), self.text


def read_grid(options: Options) -> str:
    """Return the text of the grid.  It is read once; from then on, `options.grid` is a `ReadGrid`."""
    if not isinstance(options.grid, ReadGrid):
        puzzles = [*getattr(options, "files", ()), *(getattr(options, name, None) for name in ("file", "complete"))]
        if options.grid == "-" and "-" in puzzles:
            raise OptionError(
                "the puzzle and the grid cannot both be standard input", hint="name a file for one of them"
            )
        note_reading(options, options.grid)
        try:
            text = decode(read_bytes(options.grid, MOST_BYTES, "grid"), shown_name(options.grid))
        except MissingError as error:
            raise MissingError(error.message, place=error.place, hint=error.hint or HOW_TO_GIVE_ROWS) from None
        except (PuzzleError, LimitError) as error:  # not about the puzzle, whose file would be named
            raise error.convert(SatcrossError) from None
        options.grid = ReadGrid(options.grid, text)
    grid: ReadGrid = options.grid
    return grid.text


def filled_of(puzzle: Puzzle, options: Options) -> tuple[str, ...]:
    """Return the letters of the grid, "" for open cells; () if there is no grid."""
    if options.grid is None:
        return ()
    text = read_grid(options)
    with about_the_grid(options):
        return filled_from_text(puzzle, text)


def with_given(puzzle: Puzzle, options: Options) -> Puzzle:
    """Return `puzzle` with the letters of the grid as given letters."""
    filled = filled_of(puzzle, options)
    with about_the_grid(options):
        return with_filled(puzzle, filled, budget_of(options))


@contextmanager
def about_the_grid(options: Options) -> Iterator[None]:
    """Let errors about the grid name its file, and not the puzzle's."""
    try:
        yield
    except PuzzleError as error:
        if error.code not in (ErrorCode.FILLED, ErrorCode.FILLED_WRONG) or options.grid is None:
            raise
        raise error.replace(place=[shown_name(options.grid)]).convert(SatcrossError) from None
