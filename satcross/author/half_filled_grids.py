"""Half-filled grids: the letters that a player has written into a puzzle so far.

A grid is a tuple with an entry for each cell, in the puzzle's order: its letter, or "" where the cell is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.wording import counted
from satcross.errors import PuzzleError, wrong_type
from satcross.puzzle import Puzzle, Solution, address_text, drawn_rows, fault_of_rows
from satcross.regex.letters import LetterSet, contains
from satcross.solver.compile import alphabet_of, parse_clues

HINT: Final = "write . for an open cell"


def filled_from_text(puzzle: Puzzle, text: str) -> tuple[str, ...]:
    """Return the grid that `text` writes.

    Args:
        text: The rows, one per line, as `Solution.rows` has them; `.` and `_` are open cells (unless they are letters
            of an alphabet that the puzzle lists).  If the rows have other lengths, blanks and empty lines do not count.

    Raises:
        PuzzleError: For a grid of another shape (code `grid-shape`).
    """
    blank = _blanks(puzzle)
    rows = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if fault_of_rows(puzzle, rows, "grid"):
        rows = ["".join(row.split()) for row in rows if row.strip()]
    if fault := fault_of_rows(puzzle, rows, "grid"):
        raise PuzzleError(fault, code="grid-shape", hint=HINT)
    if puzzle.shape.is_grid:
        return tuple("" if letter in blank else letter for row in rows for letter in row)
    letters = [""] * len(puzzle.cells)
    for line, row in zip(puzzle.lines, rows, strict=True):
        for cell, letter in zip(line.cells, row, strict=True):
            if letter not in blank:
                if letters[cell] not in ("", letter):
                    raise PuzzleError(
                        f"cell {address_text(puzzle.cells[cell])} holds {letters[cell]} and {letter}", code="grid-shape"
                    )
                letters[cell] = letter
    return tuple(letters)


def _blanks(puzzle: Puzzle) -> str:
    """Return the signs that stand for an open cell."""
    is_listed = puzzle.alphabet not in ("mentioned", "positive", "any")
    return "".join(each for each in "._" if not (is_listed and each in puzzle.alphabet))


def filled_from(puzzle: Puzzle, filled: str | Sequence[str]) -> tuple[str, ...]:
    """Return the grid that a caller of Python gives: its rows, as a text or a list, or a letter or "" for each cell.

    Return () if there is none.

    Raises:
        OptionError: For something else.
        PuzzleError: For a grid of another shape (code `grid-shape`).

    >>> from satcross.puzzle.shapes import rectangle
    >>> puzzle = rectangle(rows=2, columns=2)
    >>> filled_from(puzzle, ["A.", ".B"]) == filled_from(puzzle, ["A", "", "", "B"]) == filled_from(puzzle, "A. .B")
    True
    """
    rows = filled.split() if isinstance(filled, str) else filled
    if not isinstance(rows, list | tuple) or not all([isinstance(row, str) for row in rows]):
        raise wrong_type("filled", filled, 'a list of rows, or of letters and "" for the cells')
    if all([len(row) <= 1 for row in rows]) and ("" in rows or len(rows) in (0, len(puzzle.cells))):
        return tuple(["" if row in _blanks(puzzle) else row for row in rows])
    return filled_from_text(puzzle, "\n".join(rows))


def check_filled(puzzle: Puzzle, filled: Sequence[str], alphabet: LetterSet) -> None:
    """Raise PuzzleError if the grid does not fit `puzzle`.

    It fits if it has the puzzle's size (else: code `grid-shape`), and no letter that is not in `alphabet` or is not the
    given one of its cell (else: code `grid-letter`).
    """
    if len(filled) != len(puzzle.cells):
        raise PuzzleError(
            f"the grid has {counted(len(filled), 'cell')}; the puzzle has {len(puzzle.cells)}",
            code="grid-shape",
            hint=HINT,
        )
    given = dict(puzzle.given)
    for cell, letter in enumerate(filled):
        if not letter:
            continue
        where = address_text(puzzle.cells[cell])
        if len(letter) != 1 or not contains(alphabet, ord(letter)):
            raise PuzzleError(
                f"{letter!r} in cell {where} is not in the puzzle's alphabet",
                code="grid-letter",
                hint=_in_other_case(letter, alphabet) or HINT,
            )
        if given.get(cell, letter) != letter:
            raise PuzzleError(
                f"the grid has {letter} in cell {where}, but {given[cell]} is given there",
                code="grid-letter",
            )


def _in_other_case(letter: str, alphabet: LetterSet) -> str:
    """Return a hint to write `letter` as a capital, or as a small letter, if it is in `alphabet` then; "" if not."""
    other = letter.swapcase()
    if len(other) != 1 or other == letter or not contains(alphabet, ord(other)):
        return ""
    return f"write {other}; capital and small letters are different letters here"


def with_filled(puzzle: Puzzle, filled: Sequence[str], budget: Budget = UNLIMITED) -> Puzzle:
    """Return `puzzle` with the letters of the grid as given letters.  Its alphabet does not change.

    Of the expected solutions those are left that have the letters of the grid.

    Raises:
        PuzzleError: For a grid of another size (code `grid-shape`), a letter outside the alphabet or another letter
            than the given one (code `grid-letter`).
        SatcrossError: What `parse_clues` raises.

    >>> from satcross.puzzle.shapes import line
    >>> with_filled(line("A.", 2, "ABC"), ["", "C"]).given
    ((1, 'C'),)
    """
    check_filled(puzzle, filled, alphabet_of(puzzle, parse_clues(puzzle, budget).values()))
    given = {**{cell: letter for cell, letter in enumerate(filled) if letter}, **dict(puzzle.given)}
    expected = [
        each for each in puzzle.expected if all(letter in ("", own) for letter, own in zip(filled, each, strict=False))
    ]
    return puzzle._replace(given=tuple(sorted(given.items())), expected=tuple(expected))


def missing_words(solution: Solution) -> list[str]:
    """Return the words of the puzzle's answer that `solution` does not have; [] if the puzzle states no answer.

    If letters have colours, the answer may be a picture, so no word is missing.

    In: a solution, whose puzzle may state an answer.  Out: the words of the answer that cannot be read there.

    A word can be read along a line, a diagonal or the border, and where all cells are read row by row or column by
    column, forwards or backwards.  So can the answer as a whole, without its spaces.  Capital and small letters do not
    differ.

    >>> from satcross import rectangle
    >>> puzzle = rectangle(rows=["CAT", "ORE"], columns=3)._replace(answer="Cat + row")
    >>> missing_words(Solution(puzzle, tuple("CATORE")))
    ['row']
    """
    words = re.findall(r"[^\W_]+", solution.puzzle.answer)
    if not words or solution.puzzle.colors:
        return []
    texts = [
        "".join([solution.letters[cell] for cell in cells]).casefold() for cells in _reading_orders(solution.puzzle)
    ]
    texts += [text[::-1] for text in texts]

    def is_there(word: str) -> bool:
        return any(word.casefold() in text for text in texts)

    return [] if is_there("".join(words)) else [word for word in words if not is_there(word)]


def missing_text(solution: Solution) -> str:
    """Return a sentence saying that the answer of the puzzle cannot be read in `solution`, or ""."""
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
    if puzzle.shape.is_grid and rows:
        border = [*rows[0], *[row[-1] for row in rows], *rows[-1][::-1], *[row[0] for row in reversed(rows)]]
        yield [*dict.fromkeys(border)] * 2
    if puzzle.shape.lattice == "square":
        place_of = {cell: (int(address[0]), int(address[1])) for cell, address in enumerate(puzzle.cells)}
        yield sorted(place_of, key=lambda cell: place_of[cell][::-1])
        for step in (-1, 1):
            diagonals: dict[int, list[int]] = {}
            for cell, (row, column) in place_of.items():
                diagonals.setdefault(row + step * column, []).append(cell)
            yield from diagonals.values()
