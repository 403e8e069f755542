"""Solutions in the files of other programs: letters row by row, in nested lists or strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from satcross.puzzle.model import Puzzle


def expected_letters(puzzle: Puzzle, solution: object) -> tuple[str, ...] | None:
    """Return the letters of `solution` in the order of the cells; None unless it has one letter for each cell.

    It may be a string (the rows with blanks, line ends or nothing between them), or lists or objects of strings, nested
    up to three levels deep, in the order of the rows.  Null and the empty string are places without a cell.
    """
    wanted = len(puzzle.cells)
    letters = tuple(islice(_letters(solution, wanted, 3), wanted + 1))
    return letters if len(letters) == len(puzzle.cells) else None


def written_rows(puzzle: Puzzle, letters: Sequence[str]) -> list[str]:
    """Return the drawn rows of a solution of a grid."""
    rows: dict[str | int, str] = {}
    for cell, letter in zip(puzzle.cells, letters, strict=True):
        rows[cell[0]] = rows.get(cell[0], "") + letter
    return list(rows.values())


def _letters(solution: object, wanted: int, depth: int) -> Iterator[str]:
    if isinstance(solution, str):
        yield from solution if len(solution) in (1, wanted) else "".join(solution.split())
    elif isinstance(solution, list | dict) and depth:
        for part in solution.values() if isinstance(solution, dict) else solution:
            yield from _letters(part, wanted, depth - 1)
