"""Whether the answer that a puzzle states can be read in its solution.

In: a solution, whose puzzle may state an answer.  Out: the words of the answer that cannot be read there.

A word can be read along a line, a diagonal or the border, and where all cells are read row by row or column by column,
forwards or backwards.  So can the answer as a whole, without its spaces.  Capital and small letters do not differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satcross.puzzle.model import Puzzle, Solution, drawn_rows


def missing_words(solution: Solution) -> list[str]:
    """Return the words of the puzzle's answer that `solution` does not have; [] if the puzzle states no answer.

    >>> from satcross import rectangle
    >>> puzzle = rectangle(rows=["CAT", "ORE"], columns=3)._replace(answer="Cat + row")
    >>> missing_words(Solution(puzzle, tuple("CATORE")))
    ['row']
    """
    words = re.findall(r"[^\W_]+", solution.puzzle.answer)
    if not words:
        return []
    texts = [
        "".join([solution.letters[cell] for cell in cells]).casefold() for cells in _reading_orders(solution.puzzle)
    ]
    texts += [text[::-1] for text in texts]

    def is_there(word: str) -> bool:
        return any(word.casefold() in text for text in texts)

    return [] if is_there("".join(words)) else [word for word in words if not is_there(word)]


def missing_text(solution: Solution) -> str:
    """Return that the answer of the puzzle cannot be read in `solution`, in words; "" if it can."""
    missing = missing_words(solution)
    if not missing:
        return ""
    answer = f"the answer {solution.puzzle.answer!r} cannot be read in the solution"
    return answer if " ".join(missing) == solution.puzzle.answer else f"{answer}: it does not have {', '.join(missing)}"


def _reading_orders(puzzle: Puzzle) -> Iterator[Sequence[int]]:
    """Yield cells in the orders in which people read a grid."""
    for line in puzzle.lines:
        yield line.cells
    rows = drawn_rows(puzzle)
    yield [cell for row in rows for cell in row]
    if puzzle.shape.kind != "lines" and rows:
        border = [*rows[0], *[row[-1] for row in rows], *rows[-1][::-1], *[row[0] for row in reversed(rows)]]
        yield [*dict.fromkeys(border)] * 2
    if puzzle.shape.kind == "rectangle":
        place_of = {cell: (int(address[0]), int(address[1])) for cell, address in enumerate(puzzle.cells)}
        yield sorted(place_of, key=lambda cell: place_of[cell][::-1])
        for step in (-1, 1):
            diagonals: dict[int, list[int]] = {}
            for cell, (row, column) in place_of.items():
                diagonals.setdefault(row + step * column, []).append(cell)
            yield from diagonals.values()
