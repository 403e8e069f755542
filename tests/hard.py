"""Puzzles on which every search despairs: the parities of rows and columns disagree.

An odd number of rows with an odd number of X each have an odd number of X together, and columns with an even number of
X each an even one.  No line knows that, and a proof of it by resolution is very long.
"""

from typing import Final

from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import rectangle

ODD: Final = "(?:O*XO*X)*O*XO*"
EVEN: Final = "(?:O*XO*X)*O*"
SIZE: Final = 11  # so large that nobody finds the end while a test lasts

IMPOSSIBLE: Final = f"[clues]\nrows = {[ODD] * SIZE}\ncolumns = {[EVEN] * SIZE}\n"
"""A puzzle without a solution, which nobody finds out."""

UNIQUE: Final = f"[clues]\nrows = {[ODD + '|Y+'] * SIZE}\ncolumns = {[EVEN + '|Y+'] * SIZE}\n"
"""All Y is found at once; that there is no other grid nobody finds out."""

CLUES: Final = ([f"{ODD}|Y+"] * SIZE, [f"{EVEN}|Y+"] * SIZE)
"""The rows and the columns of `UNIQUE`."""


def pigeons(holes: int, way_out: str = "") -> Puzzle:
    """Return a puzzle of pigeons (rows) and one hole (column) less; no solver here ends that for a dozen of them.

    Args:
        way_out: What a line may be instead, such as "|Y+".
    """
    return rectangle(rows=[f"O*XO*{way_out}"] * (holes + 1), columns=[f"O*X?O*{way_out}"] * holes)
