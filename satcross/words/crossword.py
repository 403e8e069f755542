"""A filled grid for people and other programs: numbered text with its word lists, pictures, Across Lite's `.puz`."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from satcross.base.extras import missing_extra
from satcross.errors import ErrorCode, OptionError, PuzzleError
from satcross.puzzle.model import Line, Puzzle, Shape
from satcross.words.ipuz import write_ipuz
from satcross.words.slots import ACROSS, BLOCK, DOWN, OPEN, grid_of

FORMATS: Final = ("ipuz", "puz", "svg", "pdf", "png")

PUZ_MARK: Final = b"ACROSS&DOWN\0"
"""What every `.puz` file has after its first two bytes."""

_NUMBER: Final = 9.0  # type size of the numbers in the corners, in units of the layout: legible, and small


def numbered(rows: Sequence[str]) -> str:
    """Return the grid with the numbers of its slots, and the words across and down, as text.

    >>> print(numbered(["AB#", "CDE"]))
     1A  2B ###
     3C   D   E
    <BLANKLINE>
    Across
      1  AB
      3  CDE
    <BLANKLINE>
    Down
      1  AC
      2  BD
    <BLANKLINE>
    """
    grid = grid_of(rows)
    cell_of = {place: cell for cell, place in enumerate(grid.places)}
    size = max(2, len(str(max(grid.numbers.values(), default=0))))
    lines = []
    for row, text in enumerate(rows, 1):
        places = []
        for column, letter in enumerate(text, 1):
            number = grid.numbers.get(cell_of.get((row, column), -1), "")
            places.append(BLOCK * (size + 1) if letter == BLOCK else f"{number:>{size}}{_shown(letter)}")
        lines.append(" ".join(places))
    letters = [letter for text in rows for letter in text if letter != BLOCK]
    for direction in (ACROSS, DOWN):
        lines += ["", direction.capitalize()]
        for slot in grid.slots:
            if slot.direction == direction:
                lines.append(f"{slot.number:>3}  " + "".join([_shown(letters[cell]) for cell in slot.cells]))
    return "\n".join(lines) + "\n"


def _shown(letter: str) -> str:
    return "_" if letter == OPEN else letter


def write_as(rows: Sequence[str], format: str, title: str = "", author: str = "") -> bytes:
    """Return the crossword `rows` as the content of a file of `format`, one of `FORMATS`.

    Raises:
        OptionError: For another format.
        MissingError: Where an extra is not installed.
    """
    if format == "ipuz":
        return write_ipuz(rows, title=title, author=author).encode()
    if format == "puz":
        return _puz(rows, title, author)
    if format not in FORMATS:
        raise OptionError(f"there is no format {format!r}", hint="one of " + ", ".join(FORMATS))
    picture = _picture(rows, title)
    if format == "svg":
        from satcross.pictures.svg import to_svg

        return to_svg(picture).encode()
    if format == "pdf":
        from satcross.pictures.pdf import to_pdf

        return to_pdf([picture])
    from satcross.pictures.png import to_png

    return to_png(picture)


def _picture(rows: Sequence[str], title: str) -> Any:
    """Return the picture of the grid, with letters, and with numbers in the corners."""
    from satcross.pictures.figures import Polygon
    from satcross.pictures.layout.lay_out import lay_out
    from satcross.pictures.layout.parts import CELL, Tag
    from satcross.pictures.picture import draw

    grid = grid_of(rows)
    places = [(row, column) for row, text in enumerate(rows, 1) for column in range(1, len(text) + 1)]
    holes = tuple(place for place in places if rows[place[0] - 1][place[1] - 1] == BLOCK)
    lines = tuple(Line(slot.name, slot.cells, ()) for slot in grid.slots)
    puzzle = Puzzle(grid.places, lines, Shape("rectangle", (len(rows), len(rows[0])), holes), title=title)
    layout = lay_out(puzzle)
    corner = CELL / 2 - 3
    tags = [
        Tag(cell, number, (layout.centres[cell][0] - corner, layout.centres[cell][1] - corner + _NUMBER / 3), _NUMBER)
        for cell, number in grid.numbers.items()
    ]
    letters = ["" if rows[row - 1][column - 1] == OPEN else rows[row - 1][column - 1] for row, column in grid.places]
    picture = draw(puzzle, letters, layout=layout._replace(tags=tuple(tags)))
    figures = [
        each._replace(style="cell") if isinstance(each, Polygon) and each.style == "free" else each
        for each in picture.figures
    ]
    return picture._replace(figures=tuple(figures), title=title or "Crossword")


def _puz(rows: Sequence[str], title: str, author: str) -> bytes:
    puz = _puzpy("writing .puz needs puzpy, which is not installed")
    grid = grid_of(rows)
    text = "".join(rows)
    if OPEN in text:
        raise OptionError("a .puz file cannot hold open cells", hint="write the partial fill as .ipuz")
    if not text.isascii():
        raise OptionError("a .puz file can hold only the letters A to Z", hint="write it as .ipuz")
    crossword: Any = puz.Puzzle()
    crossword.title, crossword.author = title, author
    crossword.height, crossword.width = len(rows), len(rows[0])
    crossword.solution = text.replace(BLOCK, ".")
    crossword.fill = "".join(["." if letter == BLOCK else "-" for letter in text])
    crossword.clues = ["" for _ in grid.slots]
    data: bytes = crossword.tobytes()
    return data


def read_puz(data: bytes) -> tuple[list[str], str, str]:
    """Return the rows, the title and the author of a `.puz` file; the letters of its solution are given letters.

    A solution that is locked stays closed: its cells are open.

    Raises:
        PuzzleError: For a malformed file.
        MissingError: Where the extra is not installed.
    """
    puz = _puzpy("reading .puz needs puzpy, which is not installed")
    try:
        crossword = puz.load(data)
        width, height = int(crossword.width), int(crossword.height)
        solution = str(crossword.solution)
    except (puz.PuzzleFormatError, ValueError, IndexError, UnicodeError, struct.error) as error:
        raise PuzzleError(f"this .puz file cannot be read: {error}", code=ErrorCode.FORMAT) from None
    if not width or len(solution) != width * height:
        raise PuzzleError("this .puz file does not have one letter for each cell", code=ErrorCode.FORMAT)
    is_locked = crossword.is_solution_locked()
    places = [
        BLOCK if letter in ".:" else letter if letter.isalpha() and not is_locked else OPEN for letter in solution
    ]
    rows = ["".join(places[start : start + width]) for start in range(0, len(places), width)]
    return rows, str(crossword.title), str(crossword.author)


def _puzpy(missing: str) -> Any:
    """Return the module puz.  Raises MissingError, whose message is `missing`."""
    try:
        import puz
    except ImportError:
        raise missing_extra("puz", missing) from None
    return puz
