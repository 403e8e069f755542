"""Constructors of puzzles: a rectangle, a hexagon, a triangle, lines of named cells, a single line.

The input is the clues of each line, the output is a checked `Puzzle`.  A PuzzleError says what does not fit, and its
`place` names the argument.  The clues of a line are one clue or a list of them, where the string `""` means "no clue"
and a `Clue` object is used as it is.  Instead of its clues, all lines of one direction may be given by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypedDict, Unpack

from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import (
    ClueName,
    Field,
    LimitError,
    OptionError,
    PuzzleError,
    did_you_mean,
    naming,
    wrong_type,
)
from satcross.puzzle import (
    KEYWORDS,
    MENTIONED,
    AnyClue,
    Cell,
    Clue,
    Dialect,
    Line,
    Puzzle,
    WordClue,
    address_text,
    fault_of_rows,
)
from satcross.puzzle.kinds import Hexagon, Kind, Lines, Place, Rectangle, Shape, Triangle
from satcross.puzzle.settings import with_settings

LineClues: TypeAlias = str | Clue | WordClue | Sequence[str | Clue | WordClue]
"""The clues of one line: none (`""` or an empty list), one, or several."""

DirectionClues: TypeAlias = Sequence[LineClues] | int
"""The clues of parallel lines, one entry for each line; or the number of these lines, which then have no clues."""

CELLS: Final = 200_000  # the formula of a larger puzzle can take tens of gigabytes (see `_check_size`)
CELLS_BY_FORCE: Final = 20_000_000  # a puzzle of this size takes several gigabytes even without a formula
BYTES_PER_CELL: Final = 60_000  # of memory, measured on 100 x 100 cells with two clues on each line and 26 letters


class Details(TypedDict, total=False):
    """The optional arguments for puzzles of any shape.

    Attributes:
        given: Letters by the address of their cells.
        colors: Colours by letter: #rrggbb, a name of CSS, or "none".
        expected: The solutions that the author states, each as the drawn rows or as letters by the address of their
            cells.
        force: Build the puzzle even if it has more than `CELLS` cells.

    The others are the same as in `Puzzle`, but `alphabet` is a text for `expand_alphabet`.
    """

    given: Mapping[Cell, str]
    alphabet: str
    dialect: Dialect
    flags: str
    title: str
    source: str
    author: str
    notes: str
    licence: str
    answer: str
    colors: Mapping[str, str]
    expected: Sequence[Sequence[str] | Mapping[Cell, str]]
    expects_all: bool
    force: bool


class NamedLine(NamedTuple):
    """A line of a `lines` puzzle: the names of its cells in reading order; `name` may be empty."""

    cells: Sequence[str]
    clues: LineClues = ()
    name: str = ""


def rectangle(
    *,
    rows: DirectionClues,
    columns: DirectionClues,
    falling: DirectionClues = (),
    rising: DirectionClues = (),
    holes: Iterable[tuple[int, int]] = (),
    **details: Unpack[Details],
) -> Puzzle:
    """Return the rectangle with these clues.  Rows are read from left to right, columns downwards.

    Args:
        falling: Diagonals read down to the right: all of them (rows + columns - 1), the lower left corner first; or, in
            a square, only the main diagonal.
        rising: Diagonals read up to the right, in the same way, the upper left corner first.
        holes: (row, column) of each place without a cell; the lines skip these places.

    >>> rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", ["EP|IP|EF", "..?"]]).lines[3].cells
    (1, 3)
    """
    _check_details("rectangle", details)
    if isinstance(rows, int) and isinstance(columns, int):
        _check_size(max(0, rows) * max(0, columns), details)
    row_clues, column_clues = (
        _clues_of_direction("rows", rows, details),
        _clues_of_direction("columns", columns, details),
    )
    shape = Rectangle.of(len(row_clues), len(column_clues))
    _check_size(shape.place_count, details)
    lines, clues = shape.lines(), {"row": row_clues, "column": column_clues}
    for name, direction in (("falling", falling), ("rising", rising)):
        if listed := _clues_of_direction(name, direction, details):
            clues[f"{name} diagonal"] = listed
            lines[f"{name} diagonal"] = _diagonals(shape, f"{name} diagonal", len(listed))
    return _grid(shape, lines, clues, holes, details)


def hexagon(
    *,
    horizontal: DirectionClues | None = None,
    rising: DirectionClues | None = None,
    falling: DirectionClues | None = None,
    side: int | None = None,
    sides: Sequence[int] | None = None,
    holes: Iterable[tuple[int, int]] = (),
    **details: Unpack[Details],
) -> Puzzle:
    """Return the hexagon with these clues; `satcross.puzzle.kinds` says how they are listed and read.

    Args:
        side: The number of cells on each edge, if all six are equal.
        sides: The numbers of cells on three neighbouring edges: top, upper right, lower right; opposite edges are
            equal.

    Without `side` and `sides`, the edges follow from the numbers of clues in the three directions.

    >>> hexagon(horizontal=["A", "B.", ""], rising=["", "", ""], falling=["..", "...", "A."], side=2).lines[8].cells
    (0, 2)
    """
    _check_details("hexagon", details)
    if not isinstance(side, int | None):
        raise wrong_type("side", side, "a whole number or None")
    if sides is not None and not (_is_sequence(sides) and all(isinstance(each, int) for each in sides)):
        raise wrong_type("sides", sides, "a sequence of whole numbers or None")
    listed = _listed({"horizontal": horizontal, "rising": rising, "falling": falling}, details)
    sizes = _edges({name: len(clues) for name, clues in listed.items()}, side, sides)
    return _sized(Hexagon.of(*sizes), listed, holes, details)


def triangle(
    *,
    horizontal: DirectionClues | None = None,
    rising: DirectionClues | None = None,
    falling: DirectionClues | None = None,
    side: int | None = None,
    holes: Iterable[tuple[int, int]] = (),
    **details: Unpack[Details],
) -> Puzzle:
    """Return the triangle with these clues, whose rows have one cell, two cells, and so on.

    The clues are listed and read as in a hexagon (`satcross.puzzle.kinds`), so the lines of each direction have
    one cell, two cells, and so on.

    Args:
        side: The number of rows.  Without it, the numbers of clues tell.

    >>> triangle(horizontal=["A", "B.", "C.."], rising=3, falling=["", "", "ABC"]).lines[8].cells
    (0, 1, 3)
    """
    _check_details("triangle", details)
    if not isinstance(side, int | None):
        raise wrong_type("side", side, "a whole number or None")
    listed = _listed({"horizontal": horizontal, "rising": rising, "falling": falling}, details)
    if side is None and not listed:
        hint = "give side, or the clues of a direction"
        raise PuzzleError("the size of the triangle is unknown, because there are no clues", hint=hint, code="size")
    size = max(map(len, listed.values())) if side is None else side
    if size < 1:
        raise PuzzleError(f"a side must have at least one cell, not {size}", place=["side"], code="size")
    return _sized(Triangle.of(size), listed, holes, details)


def lines(lines: Iterable[NamedLine], *, cells: Iterable[str] = (), **details: Unpack[Details]) -> Puzzle:
    """Return the puzzle with these lines of named cells.

    Args:
        cells: Names of cells, needed only for cells that are on no line, or to fix the order of the cells.

    A line may visit a cell more than once.

    >>> lines([NamedLine(["a", "b"], "X."), NamedLine(["b", "a"], "[XY]Y")]).lines[1]
    Line(name='line 2', cells=(1, 0), clues=(Clue(pattern='[XY]Y', is_reversed=False),))
    """
    _check_details("lines", details)
    for name, value in (("lines", lines), ("cells", cells)):
        if not isinstance(value, Iterable):
            raise wrong_type(name, value, "an iterable")
    number_of: dict[Cell, int] = {}
    for cell in cells:
        if cell in number_of:
            raise PuzzleError(f"the cell {cell!r} is listed twice", place=["cells"], code="duplicate-cell")
        number_of[_cell_name(cell, "cells")] = len(number_of)
    built: list[Line] = []
    names: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not isinstance(line, NamedLine):
            raise wrong_type(f"lines[{number - 1}]", line, "NamedLine")
        for field, has_its_type in (("cells", _is_sequence(line.cells)), ("name", isinstance(line.name, str))):
            if not has_its_type:
                raise wrong_type(f"lines[{number - 1}].{field}", getattr(line, field), "a sequence of strings")
        name = line.name or f"line {number}"
        if name in names:
            raise PuzzleError(f"two lines have the name {name!r}", place=[f"line {number}"], code="duplicate-line")
        names.add(name)
        if not line.cells:
            raise PuzzleError("the line has no cells", place=[name], code="no-cells")
        visited = tuple(number_of.setdefault(_cell_name(cell, name), len(number_of)) for cell in line.cells)
        built.append(Line(name, visited, _clues(name, line.clues)))
    _check_size(len(number_of), details)
    return _finish(tuple(number_of), tuple(built), Lines.of(), details)


CONSTRUCTORS: Final[Mapping[Kind, Callable[..., Puzzle]]] = {
    "rectangle": rectangle,
    "hexagon": hexagon,
    "triangle": triangle,
}
"""The constructor of each grid.  It takes clues by the keys of the directions, and the `arguments` of the shape."""


def line(pattern: str, length: int, alphabet: str = MENTIONED, dialect: Dialect = "python", flags: str = "") -> Puzzle:
    """Return the puzzle of one row of `length` cells with one clue.  Here `""` is a clue that matches the empty string.

    >>> line("A|BC", 2).lines
    (Line(name='row 1', cells=(0, 1), clues=(Clue(pattern='A|BC', is_reversed=False),)),)
    """
    if not isinstance(pattern, str):
        raise wrong_type("pattern", pattern, "a string")
    if not isinstance(length, int):
        raise wrong_type("length", length, "a whole number")
    _check_details("line", {"alphabet": alphabet, "dialect": dialect, "flags": flags})
    if length < 0:
        raise OptionError(f"the length of a line must be 0 or more, not {length}", code="size")
    _check_size(length, {})
    row = Line("row 1", tuple(range(length)), (Clue(pattern),))
    details: Details = {"alphabet": alphabet, "dialect": dialect, "flags": flags}
    cells = tuple((1, column) for column in range(1, length + 1))
    return _finish(cells, (row,), Rectangle.of(1, length), details, allow_empty=True)


def direction_of(line: Line) -> str:
    """Return the direction of a line of a grid: row, column, falling diagonal, horizontal, and so on.

    The name of such a line consists of its direction and its number.
    """
    return line.name.rpartition(" ")[0]


def number_in_direction(line: Line) -> int:
    """Return the number of a line of a grid among the lines of its direction, from 1."""
    return int(line.name.rpartition(" ")[2])


def _edges(counts: Mapping[str, int], side: int | None, sides: Sequence[int] | None) -> tuple[int, int, int]:
    """Return the three edges: as given, or of the only hexagon that has these numbers of lines."""
    if side is not None and sides is not None:
        raise PuzzleError("give side or sides, not both", place=["side"], code="size")
    if side is not None or sides is not None:
        key = "side" if sides is None else "sides"
        edges = tuple(sides) if sides is not None else (side or 0,) * 3
        if len(edges) != 3:
            raise PuzzleError(
                f"this must be three neighbouring edges (top, upper right, lower right), not {len(edges)}",
                place=[key],
                code="size",
            )
        if min(edges) < 1:
            raise PuzzleError(f"an edge must have at least one cell, not {min(edges)}", place=[key], code="size")
        return edges[0], edges[1], edges[2]
    if len(counts) < 3:
        missing = ", ".join(name for name in ("horizontal", "rising", "falling") if name not in counts)
        raise PuzzleError(
            f"the size of the hexagon is unknown, because there are no clues for {missing}",
            hint="give side or sides, or the clues of all three directions",
            code="size",
        )
    h, r, f = counts["horizontal"], counts["rising"], counts["falling"]
    doubled = (r + f - h + 1, h + f - r + 1, h + r - f + 1)
    if min(doubled) >= 2 and not any(edge % 2 for edge in doubled):
        return doubled[0] // 2, doubled[1] // 2, doubled[2] // 2
    raise _no_hexagon(counts, doubled)


def _no_hexagon(counts: Mapping[str, int], doubled: tuple[int, int, int]) -> PuzzleError:
    """Return the error for numbers of lines that no hexagon has, with the nearest hexagon.

    Args:
        doubled: Twice the lengths that the edges would have to have.
    """
    # changing an edge by one changes two of the counts by one, so the best fit is among the nearest whole numbers
    candidates = [[max(1, edge // 2), max(1, -(-edge // 2))] for edge in doubled]
    fitting = [(a, b, c) for a in candidates[0] for b in candidates[1] for c in candidates[2]]

    def misfit(edges: tuple[int, int, int]) -> tuple[int, int]:
        difference = sum(abs(count - counts[name]) for name, count in Hexagon.of(*edges).line_counts.items())
        return difference, max(edges) - min(edges)

    nearest = min(fitting, key=misfit)
    wanted = Hexagon.of(*nearest).line_counts
    return PuzzleError(
        f"no hexagon has {counts['horizontal']} horizontal, {counts['rising']} rising"
        f" and {counts['falling']} falling lines",
        hint=(
            f"the nearest hexagon has {wanted['horizontal']}, {wanted['rising']} and {wanted['falling']}:"
            f" sides = [{', '.join(map(str, nearest))}]"
        ),
        code="clue-count",
    )


def _diagonals(shape: Rectangle, name: str, count: int) -> list[list[Place]]:
    """Return the places of so many diagonals of this direction."""
    diagonals = shape.diagonals(name)
    height, width = shape.sizes
    if count == len(diagonals):
        return diagonals
    if count == 1 and height == width:
        return [diagonals[height - 1]]
    all_of_them = f"all {len(diagonals)} diagonals"
    wanted = f"one entry (the main diagonal) or {all_of_them}" if height == width else all_of_them
    raise PuzzleError(
        f"a rectangle of {height} x {width} needs {wanted}, but the list has {counted(count, 'entry', 'entries')}",
        place=[shape.directions[name].key],
        code="clue-count",
    )


def _sized(
    shape: Shape, clues: Mapping[str, Sequence[LineClues]], holes: Iterable[tuple[int, int]], details: Details
) -> Puzzle:
    """Return the puzzle of this shape after a comparison of its size with the limit and with the numbers of clues."""
    _check_size(shape.place_count, details)
    for name, count in shape.line_counts.items():
        if name in clues and len(clues[name]) != count:
            raise PuzzleError(
                f"a {shape.text} has {counted(count, 'such line')},"
                f" but the list has {counted(len(clues[name]), 'entry', 'entries')}",
                place=[shape.directions[name].key],
                code="clue-count",
            )
    return _grid(shape, shape.lines(), clues, holes, details)


def _grid(
    shape: Shape,
    lines: Mapping[str, Sequence[Sequence[Place]]],
    clues: Mapping[str, Sequence[LineClues]],
    holes: Iterable[tuple[int, int]],
    details: Details,
) -> Puzzle:
    """Return the puzzle with these lines by direction; its cells are the places of the first direction except `holes`.

    Args:
        clues: The clues of the lines; a direction that is missing has none.
    """
    left_out: set[Place] = set()
    if not isinstance(holes, Iterable):
        raise wrong_type("holes", holes, "an iterable of pairs of whole numbers")
    drawn = next(iter(lines.values()))
    for hole in holes:
        if not (_is_sequence(hole) and len(hole) == 2 and all(isinstance(each, int) for each in hole)):
            raise wrong_type("holes", hole, "a pair of whole numbers")
        row, column = hole
        if not (1 <= row <= len(drawn) and 1 <= column <= len(drawn[row - 1])):
            raise PuzzleError(
                f"the hole {address_text(hole)} is not a place of the grid",
                place=["holes"],
                code="no-such-cell",
            )
        left_out.add((row, column))
    cells = [place for row_places in drawn for place in row_places if place not in left_out]
    number_of = {place: number for number, place in enumerate(cells)}
    built = []
    no_clues: LineClues = ()
    for name, listed in lines.items():
        for number, (line_clues, places) in enumerate(
            zip(clues.get(name, [no_clues] * len(listed)), listed, strict=True), 1
        ):
            numbers = tuple([cell for cell in map(number_of.get, places) if cell is not None])
            built.append(Line(f"{name} {number}", numbers, _clues(f"{name} {number}", line_clues)))
    return _finish(tuple(cells), tuple(built), shape._replace(holes=tuple(sorted(left_out))), details)


def _finish(
    cells: tuple[Cell, ...], built: tuple[Line, ...], shape: Shape, details: Details, allow_empty: bool = False
) -> Puzzle:
    """Return the puzzle after checking its details."""
    if not cells and not allow_empty:
        raise PuzzleError("the puzzle has no cells", code="no-cells")
    number_of = {cell: number for number, cell in enumerate(cells)}
    given: dict[int, str] = {}
    for cell, letter in details.get("given", {}).items():
        place = ["given", address_text(cell)]
        if cell not in number_of:
            raise PuzzleError("there is no such cell", place=place, code="no-such-cell")
        _check_letter(letter, place)
        given[number_of[cell]] = letter
    puzzle = Puzzle(
        cells=cells,
        lines=built,
        shape=shape,
        given=tuple(sorted(given.items())),
        title=details.get("title", ""),
        source=details.get("source", ""),
        author=details.get("author", ""),
        notes=details.get("notes", ""),
        licence=details.get("licence", ""),
        answer=details.get("answer", ""),
    )
    puzzle = with_settings(
        puzzle, details.get("alphabet", MENTIONED), details.get("dialect", "python"), details.get("flags", "")
    )
    if colors := details.get("colors"):
        puzzle = puzzle._replace(colors=_colors(colors, puzzle.alphabet))
    expected = tuple(
        _expected(puzzle, number_of, solution, ["solutions", str(number)])
        for number, solution in enumerate(details.get("expected", ()), 1)
    )
    return puzzle._replace(expected=expected, expects_all=details.get("expects_all", False))


def _colors(colors: Mapping[str, str], alphabet: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of a letter and its colour."""
    from satcross.puzzle.colors import checked_colors

    for letter in colors:
        place = ["colors", letter]
        _check_letter(letter, place)
        if alphabet not in KEYWORDS and letter not in alphabet:
            raise PuzzleError(
                f"the letter {letter!r} is not in the alphabet", place=place, code="letter-not-in-alphabet"
            )
    return checked_colors(colors)


def _expected(
    puzzle: Puzzle, number_of: Mapping[Cell, int], solution: Sequence[str] | Mapping[Cell, str], place: list[str]
) -> tuple[str, ...]:
    """Return the letters of `solution` in the order of the cells."""
    if isinstance(solution, Mapping):
        letters = [""] * len(number_of)
        for cell, letter in solution.items():
            if cell not in number_of:
                raise PuzzleError(f"there is no cell {address_text(cell)}", place=place, code="no-such-cell")
            _check_letter(letter, place)
            letters[number_of[cell]] = letter
        missing = [address_text(cell) for cell, number in number_of.items() if not letters[number]]
        if missing:
            raise PuzzleError(
                f"the solution has no letter for the cell {missing[0]}", place=place, code="solution-shape"
            )
        return tuple(letters)
    if not puzzle.shape.is_grid:
        raise PuzzleError(
            "the solution of a `lines` puzzle must give a letter for each cell by name",
            place=place,
            code="solution-shape",
        )
    if fault := fault_of_rows(puzzle, solution, "solution"):
        raise PuzzleError(fault, place=place, code="solution-shape")
    return tuple("".join(solution))


def _listed(directions: Mapping[str, DirectionClues | None], details: Details) -> dict[str, Sequence[LineClues]]:
    """Return the clues of the directions that are given."""
    return {
        name: _clues_of_direction(name, direction, details)
        for name, direction in directions.items()
        if direction is not None
    }


def _clues_of_direction(name: str, direction: DirectionClues, details: Details) -> Sequence[LineClues]:
    if isinstance(direction, bool):
        raise wrong_type(name, direction, "a sequence or a whole number")
    if isinstance(direction, int):
        if direction < 0:
            raise PuzzleError(f"the number of lines must be 0 or more, not {direction}", place=[name], code="size")
        _check_size(direction, details, "lines")
        return [()] * direction
    if isinstance(direction, str):
        raise PuzzleError(
            "this must be a list of clues, not a single string",
            place=[name],
            hint="give a list with an entry for each line, even if there is only one line",
            code="type",
        )
    if not _is_sequence(direction):
        raise wrong_type(name, direction, "a sequence or a whole number")
    return direction


def _is_sequence(value: object) -> bool:
    """Return whether `value` has a length and places, as sequences and the arrays of numpy have."""
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, Mapping)


def _check_details(function: str, details: Mapping[str, Any]) -> None:
    """Raise OptionError for a detail that a function does not have, or that has a wrong type."""
    for name, value in details.items():
        if name not in Details.__annotations__:
            raise OptionError(
                f"{function} has no such argument", place=[name], hint=did_you_mean(name, Details.__annotations__)
            )
        if name in ("given", "colors"):
            _check_letters(name, value)
            if name == "colors" and not all(isinstance(letter, str) for letter in value):
                raise wrong_type(name, value, "a mapping from strings")
        elif name == "expected":
            if not _is_sequence(value):
                raise wrong_type(name, value, "a sequence")
            for number, each in enumerate(value):
                if isinstance(each, Mapping):
                    _check_letters(f"expected[{number}]", each)
                elif isinstance(each, str) or not (_is_sequence(each) and all(isinstance(row, str) for row in each)):
                    hint = "expected is a list of solutions; each is a list of rows, or maps cells to letters"
                    raise wrong_type(f"expected[{number}]", each, "a sequence of strings or a mapping", hint)
        elif name in ("expects_all", "force"):
            if not isinstance(value, int):
                raise wrong_type(name, value, "True or False")
        elif not isinstance(value, str):
            raise wrong_type(name, value, "a string")


def _check_letters(place: str, letters: object) -> None:
    """Raise OptionError unless `letters` map something to texts."""
    if not isinstance(letters, Mapping):
        raise wrong_type(place, letters, "a mapping")
    for cell, letter in letters.items():
        if not isinstance(letter, str):
            raise wrong_type(f"{place}[{cell!r}]", letter, "a string")


def _clues(line: str, clues: LineClues) -> tuple[AnyClue, ...]:
    """Return the clues of the line with this name.  Raises PuzzleError for something else."""
    if isinstance(clues, str):
        return (Clue(clues),) if clues else ()
    is_single = isinstance(clues, (Clue, WordClue, Mapping, bytes)) or not isinstance(clues, Iterable)
    listed: Iterable[Any] = [clues] if is_single else clues
    return tuple([_clue(line, number, each) for number, each in enumerate(listed, 1) if each != ""])


def _clue(line: str, number: int, clue: Any) -> AnyClue:
    if isinstance(clue, str):
        return Clue(clue)
    if isinstance(clue, WordClue) or (isinstance(clue, Clue) and isinstance(clue.pattern, str)):
        return clue
    raise PuzzleError(
        f"{str(clue)[:40]} is not a clue",
        place=[line, ClueName(number)],
        hint='a clue is a text; "" means that there is none',
        code="type",
    )


def _check_letter(letter: str, place: list[str]) -> None:
    if len(letter) != 1 or 0xD800 <= ord(letter) <= 0xDFFF:
        raise PuzzleError(f"{letter!r} is not a single letter", place=place, code="letter")


def _cell_name(cell: str, place: str) -> str:
    if not isinstance(cell, str):
        raise wrong_type(place, cell, "a string")
    if not cell:
        raise PuzzleError("the name of a cell is empty", place=[place], code="cell-name")
    return cell


def _check_size(cells: int, details: Details, noun: str = "cells") -> None:
    if cells > (CELLS_BY_FORCE if details.get("force", False) else CELLS):
        known = min(cells, 10**12)  # Python cannot write numbers of thousands of digits
        more = "more than " if known < cells else ""
        gigabytes = known * BYTES_PER_CELL / 1e9
        memory = f"{more or 'about '}{gigabytes:,.0f} GB of memory"
        raise LimitError(
            f"the puzzle has {more}{known:,} {noun}; solving it may take {memory}",
            hint=naming(f"the limit is {CELLS:,} cells, or {CELLS_BY_FORCE:,} with {{}}", Field("force")),
            code="size",
        )
