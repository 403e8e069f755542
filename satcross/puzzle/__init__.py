"""The model of a puzzle: cells, lines of cells, the clues that constrain the lines; and the model of a solution.

Everything here is immutable data that can be compared, pickled and sent to another process.  Shapes, files and pictures
build on this model; the solver, which is above this model, does not know what a rectangle is.

A cell has an address, which is `2,3` as text for row 2 and column 3 (from 1); any other text is the name of a cell.
A *cell number* is an index into `Puzzle.cells`.  Lines, given letters and solutions refer to cells by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, TypeVar

from satcross.base.records import NamedTuple
from satcross.base.showing import document, grid_text, in_one_line, picture, svg
from satcross.base.wording import counted
from satcross.errors import OptionError, PuzzleError, Span, printable, wrong_type
from satcross.puzzle.kinds import Lines, Shape

Cell: TypeAlias = tuple[int, int] | str
"""The address of a cell: (row, column), both from 1, within the drawn rows; or a name."""

Dialect: TypeAlias = Literal["python", "javascript"]
DIALECTS: Final[tuple[Dialect, ...]] = ("python", "javascript")

MENTIONED: Final = "mentioned"
POSITIVE: Final = "positive"
ANY: Final = "any"


Oriented = TypeVar("Oriented", str, tuple[int, ...])
"""What can be read in two directions: the text of a line, or its cells."""


class Clue(NamedTuple):
    """A regex that must match the whole string of a line; `is_reversed` says that it reads the line from its end."""

    pattern: str
    is_reversed: bool = False

    def read(self, line: Oriented) -> Oriented:
        """Return the text or the cells of a line in the direction in which the clue reads it."""
        return line[::-1] if self.is_reversed else line


class WordClue(NamedTuple):
    """A list of words (sorted, distinct) one of which must be the whole string of a line.

    Attributes:
        source: The file of the list.
        text: What players read instead, as in a word crossword ("" where its author has written no clue yet); None:
            they read the list's name.
    """

    words: tuple[str, ...]
    source: str = ""
    text: str | None = None

    def read(self, line: Oriented) -> Oriented:
        """Return `line`: a word list reads a line as it is."""
        return line


AnyClue: TypeAlias = Clue | WordClue


class Line(NamedTuple):
    """The cells of a line (cell numbers in reading order) and the clues that their string must satisfy.

    Attributes:
        name: What messages call the line, such as "row 3" or "rising 12".
    """

    name: str
    cells: tuple[int, ...]
    clues: tuple[AnyClue, ...]


class Puzzle(NamedTuple):
    """A puzzle.

    Attributes:
        cells: The address of each cell; in grids row by row from the top, left to right, no holes.
        given: Pairs of a cell number and its letter.
        alphabet: "mentioned", "positive", "any", or the letters themselves, with ranges expanded.
        expected: The solutions that its author states, each as letters in the order of the cells.
        expects_all: Whether `expected` contains all solutions.
        answer: What the solution says, such as a word that runs through the grid; players see it at the end.
        colors: Pairs of a letter and its colour, as its author wrote it (`satcross.puzzle.colors`).
    """

    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    shape: Shape = Lines.of()
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
    answer: str = ""
    colors: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle as a JSON object: the content of a puzzle file in JSON (`satcross.loads` reads it)."""
        return document(self)

    def __repr__(self) -> str:
        size = " x ".join(map(str, self.shape.sizes))
        clues = counted(sum(len(line.clues) for line in self.lines), "clue")
        shape = f"{self.shape.noun} {size}".rstrip()
        return in_one_line("Puzzle", self.title, shape, counted(len(self.cells), "cell"), clues)

    def _repr_svg_(self) -> str | None:
        return svg(self)

    def _repr_html_(self) -> str:
        return picture(self)

    @property
    def is_in_prose(self) -> bool:
        """Whether players read texts instead of its clues: then the letters only show at the end if they are right."""
        return any(
            isinstance(clue, WordClue) and clue.text is not None for line in self.lines[:1] for clue in line.clues
        )

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The addresses of the cells that no clue reads and no given letter fixes; they may hold any letter."""
        settled = {number for line in self.lines if line.clues for number in line.cells}
        settled.update(number for number, _ in self.given)
        return tuple(cell for number, cell in enumerate(self.cells) if number not in settled)


def drawn_rows(puzzle: Puzzle) -> list[Sequence[int]]:
    """Return the cells of each drawn row from top to bottom; in `lines` puzzles, of each line."""
    if not puzzle.shape.is_grid:
        return [line.cells for line in puzzle.lines]
    rows: dict[str | int, list[int]] = {}
    for cell, address in enumerate(puzzle.cells):
        rows.setdefault(address[0], []).append(cell)
    return list(rows.values())


def lines_of_cells(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return for each cell the numbers of the lines that run through it."""
    numbers: list[list[int]] = [[] for _ in puzzle.cells]
    for number, line in enumerate(puzzle.lines):
        for cell in dict.fromkeys(line.cells):
            numbers[cell].append(number)
    return list(map(tuple, numbers))


def fault_of_rows(puzzle: Puzzle, rows: Sequence[str], name: str) -> str:
    """Return in words how the number or the lengths of `rows` differ from the rows of `puzzle`; "" if they do not.

    Args:
        name: What the rows belong to, such as "grid".
    """
    lengths = [len(row) for row in drawn_rows(puzzle)]
    if len(rows) != len(lengths):
        return f"the {name} has {counted(len(rows), 'row')}, but the puzzle has {len(lengths):,}"
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            return f"row {number} of the {name} has {counted(len(row), 'letter')}, but in the puzzle it has {length:,}"
    return ""


def check_are_letters(name: str, letters: object) -> None:
    """Raise OptionError unless the argument `name`, which is `letters`, is a sequence."""
    if not isinstance(letters, Sequence):
        hint = "the attribute `letters` of a Solution has them" if isinstance(letters, Solution) else None
        raise wrong_type(name, letters, "a sequence with an entry for each cell", hint)


def check_number_of_letters(name: str, letters: Sequence[object], puzzle: Puzzle) -> None:
    """Raise OptionError unless the argument `name`, which is `letters`, has an entry for each cell of `puzzle`."""
    check_are_letters(name, letters)
    if len(letters) != len(puzzle.cells):
        raise OptionError(
            f"this must have as many entries as the puzzle has cells, {len(puzzle.cells)}, not {len(letters)}",
            place=[name],
            code="solution-shape",
        )


class Solution:
    """One letter for each cell of `puzzle`.

    Args:
        letters: The letters in the order of `puzzle.cells`.
    """

    __slots__ = ("letters", "puzzle")

    def __init__(self, puzzle: Puzzle, letters: tuple[str, ...]) -> None:
        self.puzzle: Final = puzzle
        self.letters: Final = letters

    def __getitem__(self, cell: Cell) -> str:
        """Return the letter at the address `cell`.  Raises KeyError if the puzzle has no such cell."""
        try:
            return self.letters[self.puzzle.cells.index(cell)]
        except ValueError:
            raise KeyError(cell) from None

    @property
    def rows(self) -> tuple[str, ...]:
        """The drawn rows from top to bottom, each read left to right, without padding; in `lines` puzzles the lines."""
        return tuple("".join([self.letters[cell] for cell in row]) for row in drawn_rows(self.puzzle))

    def as_json(self) -> dict[str, Any]:
        """Return the solution as a JSON value: the drawn rows, or the letter of each cell by name."""
        if not self.puzzle.shape.is_grid:
            return {"cells": dict(zip(map(str, self.puzzle.cells), self.letters, strict=True))}
        return {"rows": list(self.rows)}

    @property
    def text(self) -> str:
        """The rows, each on its own line."""
        return "\n".join(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.letters == other.letters and self.puzzle == other.puzzle

    def __hash__(self) -> int:
        return hash(self.letters)

    def __str__(self) -> str:
        """Return the grid, so that `print(solution)` shows it."""
        return grid_text(self.puzzle, self.letters)

    def __repr__(self) -> str:
        return in_one_line("Solution", " ".join(self.rows))

    def _repr_svg_(self) -> str | None:
        return svg(self.puzzle, self.letters)

    def _repr_html_(self) -> str:
        return picture(self.puzzle, self.letters)


def json_cell(cell: Cell) -> str | list[int]:
    """Return an address as JSON has it: the name, or [row, column]."""
    return cell if isinstance(cell, str) else list(cell)


def differing_cells(one: Solution, two: Solution) -> tuple[Cell, ...]:
    """Return the addresses of the cells in which two solutions of a puzzle differ, in the puzzle's order."""
    both = zip(one.puzzle.cells, one.letters, two.letters, strict=True)
    return tuple(cell for cell, left, right in both if left != right)


def address_text(cell: Cell) -> str:
    """Return `cell` as files and messages write it.

    >>> address_text((2, 3))
    '2,3'
    """
    return cell if isinstance(cell, str) else f"{cell[0]},{cell[1]}"


def shown_address(cell: Cell) -> str:
    """Return `cell` as people see it, with unprintable letters escaped so that they cannot control a terminal."""
    return printable(address_text(cell))


def address_of(text: str) -> Cell:
    """Return the address that `text` stands for: (row, column) for two numbers with a comma, otherwise a name.

    >>> address_of("2, 3"), address_of("top")
    ((2, 3), 'top')
    """
    row, comma, column = text.partition(",")
    row, column = row.strip(" "), column.strip(" ")
    if comma and text.isascii() and row.isdecimal() and column.isdecimal() and len(row) < 10 and len(column) < 10:
        return int(row), int(column)
    return text


CELLS_LISTED: Final = 12  # of the cells that no clue covers; more would fill the screen


def free_cells_text(puzzle: Puzzle, letters: int | None) -> str:
    """Return a sentence about the cells that no clue covers; "" if there are none.

    Args:
        letters: The number of letters in the alphabet; None: any letter.

    >>> from satcross.puzzle.shapes import rectangle
    >>> free_cells_text(rectangle(rows=["AB", ""], columns=["A.", ""]), 2)
    'no clue covers cell 2,2: it may hold any of the 2 letters'
    """
    free = puzzle.free_cells
    if not free:
        return ""
    which = {None: "any letter", 1: "the alphabet's one letter"}.get(letters, f"any of the {letters} letters")
    listed = ", ".join(map(address_text, free[:CELLS_LISTED]))
    if len(free) == 1:
        return f"no clue covers cell {listed}: it may hold {which}"
    more = f" and {len(free) - CELLS_LISTED} more" if len(free) > CELLS_LISTED else ""
    return f"no clue covers the cells {listed}{more}: each may hold {which}"


KEYWORDS = (MENTIONED, POSITIVE, ANY)


def expand_alphabet(text: str) -> str:
    """Return `text` if it is a keyword, otherwise its letters, each once, in the order of their code points.

    `mentioned`, `positive` and `any` are keywords (see the model).  Any other text lists letters and is read from left
    to right: a letter, a `-` and a letter are a range that includes both ends; every other letter stands for itself.
    Nothing is ever escaped; the letter `-` is written first or last.  `A-Z0-9` has 36 letters, `-+*/` has four.

    Raises:
        PuzzleError: For an empty text, a range that is out of order, and surrogates (code `alphabet`).

    >>> expand_alphabet("0-9-")
    '-0123456789'
    """
    if text in KEYWORDS:
        return text
    if not text:
        raise _refusal("the alphabet is empty", hint="list its letters, such as A-Z, or leave the alphabet out")
    codes: set[int] = set()
    start = 0
    while start < len(text):
        low = ord(text[start])
        if text[start + 1 : start + 2] == "-" and start + 2 < len(text):
            high, end = ord(text[start + 2]), start + 3
            if high < low:
                hint = f"write {text[end - 1]}-{text[start]}; if '-' is a letter of the alphabet, put it first or last"
                raise _refusal(f"the range {text[start:end]} is out of order", text, Span(start, end), hint)
            codes.update(code for code in range(low, high + 1) if not 0xD800 <= code <= 0xDFFF)
        else:
            end = start + 1
            codes.add(low)
        if 0xD800 <= low <= 0xDFFF:
            raise _refusal(f"U+{low:04X} is half of a surrogate pair, not a letter", text, Span(start, end))
        start = end
    letters = "".join(map(chr, sorted(codes)))
    return letters[::-1] if letters in KEYWORDS else letters


def contract_alphabet(alphabet: str) -> str:
    """Return a short text from which `expand_alphabet` makes `alphabet`: a keyword, or letters in code-point order.

    >>> contract_alphabet("-0123456789A")
    '-0-9A'
    """
    if alphabet in KEYWORDS or alphabet[::-1] in KEYWORDS:
        return alphabet
    codes = sorted(ord(letter) for letter in alphabet if letter != "-")
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    parts = ["-"] if "-" in alphabet else []
    for low, high in runs:
        parts.append(f"{chr(low)}-{chr(high)}" if high - low > 2 else "".join(map(chr, range(low, high + 1))))
    return "".join(parts)


def _refusal(message: str, text: str | None = None, span: Span | None = None, hint: str | None = None) -> PuzzleError:
    return PuzzleError(message, place=["alphabet"], text=text, span=span, hint=hint, code="alphabet")
