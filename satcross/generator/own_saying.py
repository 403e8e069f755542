"""The saying of an author as the solution of a puzzle.

In: the text of the saying; the author's shape, if there is one.  Out: the letters that count, the shape that they fill,
and the letter of each cell.  A saying is never cut or padded: an error names sizes that fit.
"""

from __future__ import annotations

from typing import Final

from satcross.base.wording import counted
from satcross.errors import OptionError
from satcross.generator.solution_kinds import Wanted, cells_in_order, filled, rows_for
from satcross.generator.theme import not_in_alphabet
from satcross.puzzle import ANY, Puzzle
from satcross.puzzle.shapes import hexagon, rectangle
from satcross.regex.letters import capital_letter

SHORTEST: Final = 4
LONGEST: Final = 64
"""Letters of a saying of the author; longer ones would make puzzles that hardly any player could finish."""


def letters_of_saying(text: str, alphabet: str = ANY) -> str:
    """Return the letters and digits of `text` as capitals: spaces and punctuation do not count.

    Raises:
        OptionError: For a text that is too short or too long, or has a letter that is not in `alphabet`.

    >>> letters_of_saying("Don't panic!")
    'DONTPANIC'
    """
    placed = [(place, capital_letter(letter)) for place, letter in enumerate(text) if letter.isalnum()]
    letters = "".join([letter for _, letter in placed])
    if not SHORTEST <= len(letters) <= LONGEST:
        raise OptionError(
            f"the saying has {counted(len(letters), 'letter')}; sayings of {SHORTEST} to {LONGEST} letters fit,"
            " such as 12 in 3 x 4 cells or 25 in 5 x 5",
            code="outside",
        )
    for place, letter in placed:
        if alphabet != ANY and letter not in alphabet:
            raise not_in_alphabet(letter, text, place, "saying", "choose a saying without it")
    return letters


def shape_for(letters: int) -> Puzzle:
    """Return the shape that this many letters fill: the rectangle that is most like a square, or a hexagon.

    Raises:
        OptionError: If there is none; it says which numbers of letters have one.

    >>> shape_for(12).shape.sizes, shape_for(19).shape.kind
    ((3, 4), 'hexagon')
    """
    rows = rows_for(letters)
    if rows:
        return rectangle(rows=rows, columns=letters // rows)
    if letters in _SIDES:
        return hexagon(side=_SIDES[letters])
    raise OptionError(
        f"{counted(letters, 'letter')} fill no rectangle of several rows, and no hexagon",
        hint=f"choose a saying of {_sizes_near(letters)}",
        code="outside",
    )


_SIDES: Final = {3 * side * (side - 1) + 1: side for side in (2, 3, 4, 5)}
"""The sides of hexagons, by the number of their cells."""


def _sizes_near(letters: int) -> str:
    """Return the next smaller and the next larger numbers of letters that fill a shape, each with the shape."""
    below = next(n for n in range(letters - 1, 0, -1) if rows_for(n))
    above = next(n for n in range(letters + 1, 2 * letters) if rows_for(n))
    return " or ".join([f"{n} letters ({rows_for(n)} x {n // rows_for(n)})" for n in (below, above)])


def filled_by(shape: Puzzle, letters: str) -> Wanted:
    """Return the letters of a saying in the cells of `shape`.

    Raises:
        OptionError: If it does not fill the shape; it says which shape it fills.
    """
    cells = cells_in_order(shape)
    if len(cells) == len(letters):
        return filled(shape, letters)
    rows = rows_for(len(letters))
    fits = f"{rows} x {len(letters) // rows} cells" if rows else f"a hexagon of side {_SIDES.get(len(letters), 0)}"
    is_known = rows or len(letters) in _SIDES
    has = f"the shape has {counted(len(cells), 'cell')}" if cells else "the shape has no rows for it"
    raise OptionError(
        f"the saying has {counted(len(letters), 'letter')}, but {has}",
        hint=f"it fills {fits}" if is_known else f"choose a saying of {_sizes_near(len(letters))}",
        code="outside",
    )
