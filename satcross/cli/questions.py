"""What the author's commands have in common: a budget from the options, numbers and letters as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from satcross.cli.answers import SCHEMA, print_json
from satcross.cli.puzzles import Asked
from satcross.cli.statuses import UNKNOWN
from satcross.errors import LimitError, PuzzleError, SatcrossError
from satcross.model import Cell, Puzzle
from satcross.pictures.text import TextPicture, TextStyle, candidates_symbol, draw
from satcross.puzzle.files.decoding import decode
from satcross.reading import read_bytes, shown_name

PLENTY: Final = 10_000  # bytes that a half-filled grid may have besides its letters
BYTES_PER_CELL: Final = 16


def json_head(asked: Asked) -> dict[str, Any]:
    """Return how the JSON object of an answer begins: which puzzle it is about."""
    return {"schema": SCHEMA, "file": asked.file, "name": asked.name or asked.puzzle.title}


def say_unknown(asked: Asked, *, is_json: bool) -> int:
    """Say that the time ran out before there was anything to tell, and return the exit status."""
    if is_json:
        print_json({**json_head(asked), "status": "unknown", "complete": False, "stopped": "timeout"})
    else:
        print(f"{asked.label}: unknown (out of time)")
    return UNKNOWN


def grouped(number: int) -> str:
    """Return `number` with a comma for each thousand, and its power of ten where it is long.

    >>> grouped(161280), grouped(10**30)
    ('161,280', '1,000,000,000,000,000,000,000,000,000,000 (about 10^30)')
    """
    text = f"{number:,}"
    return text if number < 10**15 else f"{text} (about 10^{len(str(number)) - 1})"


def draw_candidates(
    puzzle: Puzzle, candidates: Sequence[str], letters: int, changed: Sequence[Cell], style: TextStyle
) -> TextPicture:
    """Return the grid with what each cell can still hold, the cells `changed` marked.

    letters  how many letters the alphabet has
    """
    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    shown = [candidates_symbol(each, letters) for each in candidates]
    marked = {number_of[cell] for cell in changed}
    return draw(puzzle, [symbol for symbol, _ in shown], marked, style, [colour for _, colour in shown])


@contextmanager
def filled_in(puzzle: Puzzle, path: str | None) -> Iterator[tuple[str, ...]]:
    """Give the letters of the half-filled grid in the file `path` (-: standard input); none: an empty grid.

    Errors about the grid, also those that the block raises, name its file.
    """
    from satcross.author.explanation import filled_from_text

    try:
        yield () if path is None else filled_from_text(puzzle, _text(path, PLENTY + BYTES_PER_CELL * len(puzzle.cells)))
    except PuzzleError as error:
        if path is None or not error.code.startswith("filled"):
            raise
        raise error.replace(place=[shown_name(path)]).convert(SatcrossError) from None


def _text(path: str, most: int) -> str:
    try:
        return decode(read_bytes(path, most, "grid"), shown_name(path))
    except (PuzzleError, LimitError) as error:  # its place is the grid's file, not the puzzle's
        raise error.convert(SatcrossError) from None
