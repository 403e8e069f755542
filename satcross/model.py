"""What a puzzle is: cells, lines of cells, and the clues that constrain the lines.  And what a solution is.

All of it is plain immutable data that can be compared, pickled and sent to another process.  Shapes, files and
pictures build on this model; nothing below it knows what a rectangle is.

A *cell number* is an index into `Puzzle.cells`; lines, given letters and solutions speak in cell numbers.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int] | str
"""A cell's address: (row, column) from 1 within the drawn rows, or a name."""

Dialect: TypeAlias = Literal["python", "javascript"]
DIALECTS: Final[tuple[Dialect, ...]] = ("python", "javascript")

Kind: TypeAlias = Literal["rectangle", "hexagon", "lines"]

MENTIONED: Final = "mentioned"
POSITIVE: Final = "positive"
ANY: Final = "any"


class Clue(NamedTuple):
    """A regex that a line's whole string must match; `is_reversed`: it reads the line from its end."""

    pattern: str
    is_reversed: bool = False


class WordClue(NamedTuple):
    """The line's whole string must be one of `words` (sorted, distinct); `source` names the list for people."""

    words: tuple[str, ...]
    source: str = ""


AnyClue: TypeAlias = Clue | WordClue


class Line(NamedTuple):
    """`cells` (cell numbers) in reading order, and what their string must satisfy.

    name  for people, such as "row 3" or "rising 12"
    """

    name: str
    cells: tuple[int, ...]
    clues: tuple[AnyClue, ...]


class Shape(NamedTuple):
    """How the cells lie, for drawing and for files; solving never looks at it.

    rectangle  sizes = (rows, columns)
    hexagon    sizes = three neighbouring edges (top, upper right, lower right), each counted in cells
    lines      sizes = ()
    """

    kind: Kind
    sizes: tuple[int, ...] = ()
    holes: tuple[tuple[int, int], ...] = ()


class Puzzle(NamedTuple):
    """A puzzle.

    cells     address of each cell; for rectangles and hexagons row by row from the top, left to right, holes left out
    given     (cell number, letter) pairs
    alphabet  "mentioned", "positive", "any", or the letters themselves (no ranges any more)
    expected  the solutions its author names, each as the letters in cell order
    expects_all  whether `expected` is all of them
    """

    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    shape: Shape = Shape("lines")
    given: tuple[tuple[int, str], ...] = ()
    alphabet: str = MENTIONED
    dialect: Dialect = "python"
    flags: str = ""
    title: str = ""
    source: str = ""
    author: str = ""
    notes: str = ""
    licence: str = ""
    expected: tuple[tuple[str, ...], ...] = ()
    expects_all: bool = False

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """Addresses of the cells that no clue reads and no given letter fixes: they may hold any letter."""
        settled = {number for line in self.lines if line.clues for number in line.cells}
        settled.update(number for number, _ in self.given)
        return tuple(cell for number, cell in enumerate(self.cells) if number not in settled)


class Solution:
    """One letter for each cell of `puzzle`.

    letters  the letters in the order of `puzzle.cells`
    """

    __slots__ = ("letters", "puzzle")

    def __init__(self, puzzle: Puzzle, letters: tuple[str, ...]) -> None:
        self.puzzle: Final = puzzle
        self.letters: Final = letters

    def __getitem__(self, cell: Cell) -> str:
        """Return the letter at the address `cell`.  Raises KeyError for an address that the puzzle lacks."""
        try:
            return self.letters[self.puzzle.cells.index(cell)]
        except ValueError:
            raise KeyError(cell) from None

    @property
    def rows(self) -> tuple[str, ...]:
        """The drawn rows from top to bottom, each read left to right, without padding; for `lines` one a line."""
        if self.puzzle.shape.kind == "lines":
            return tuple("".join(self.letters[cell] for cell in line.cells) for line in self.puzzle.lines)
        rows: dict[int, str] = {}
        for address, letter in zip(self.puzzle.cells, self.letters, strict=True):
            row = address[0]
            assert isinstance(row, int)
            rows[row] = rows.get(row, "") + letter
        return tuple(rows.values())

    @property
    def text(self) -> str:
        """The rows, one a line."""
        return "\n".join(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.letters == other.letters and self.puzzle == other.puzzle

    def __hash__(self) -> int:
        return hash(self.letters)

    def __repr__(self) -> str:
        return f"<Solution {' '.join(self.rows)}>"
