"""Themes: the text that the solution should show at some place.

In: a shape, a text and a place.  Out: the wanted letter of each cell, None where it may be any.  The places are

    rows      all cells, row by row (in puzzles of free lines: line by line)
    columns   all cells of a rectangle, column by column
    diagonal  from the upper left corner downwards to the right; in a hexagon, through its middle
    border    the outermost cells, clockwise from the upper left corner
    CELLS     addresses with spaces between them, such as `1,1 2,2 3,3`

No word is cut at the end of a row or column if there is room for all: each word has its own line, or else follows
the one before.  Without that room, the letters of a rectangle follow each other from line to line; grids with rows of
different lengths refuse the text.  The letters are capitals, and spaces in the text do not count.  The other cells may
hold anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from satcross.base.wording import counted, listed
from satcross.errors import ErrorCode, Field, OptionError, Span, did_you_mean, naming
from satcross.puzzle import ANY, Puzzle, address_of, drawn_rows
from satcross.puzzle.kinds import Shape
from satcross.puzzle.shapes import direction_of
from satcross.regex.letters import capital_letter

PLACES: Final = ("rows", "columns", "diagonal", "border")


def themed(shape: Puzzle, text: str, at: str = "rows", alphabet: str = ANY) -> tuple[str | None, ...]:
    """Return the wanted letter of each cell of `shape`, so that `text` can be read at the place `at`.

    Raises:
        OptionError: For a text that does not fit, for a place that the shape does not have, and for letters that are
            not in `alphabet` or cannot be printed.

    >>> from satcross.puzzle.shapes import rectangle
    >>> themed(rectangle(rows=2, columns=3), "a b", at="diagonal")
    ('A', None, None, None, 'B', None)
    >>> themed(rectangle(rows=2, columns=3), "to do")
    ('T', 'O', None, 'D', 'O', None)
    """
    letters = _placed_capitals(text, alphabet)
    cells = _uncut(lines_at(shape, at), text)
    if cells is None and not _may_be_cut(shape, at):
        raise _cut(shape, text)
    cells = cells or cells_at(shape, at)
    if len(letters) > len(cells):
        raise _too_long(shape, text, at, letters, len(cells))
    wanted: list[str | None] = [None] * len(shape.cells)
    for cell, (_, letter) in zip(cells, letters, strict=False):
        wanted[cell] = letter
    return tuple(wanted)


def _placed_capitals(text: str, alphabet: str) -> list[tuple[int, str]]:
    """Return the letters of `text` as capitals, each with its place in `text`."""
    letters = [(place, capital_letter(letter)) for place, letter in enumerate(text) if not letter.isspace()]
    if not letters:
        raise OptionError(
            "the theme has no letters", hint=naming("write some, for instance {}", Field("theme", "'HELLO WORLD'"))
        )
    for place, letter in letters:
        if not letter.isprintable():
            raise OptionError(
                f"the theme has {letter!r}, which cannot be printed",
                text=text,
                span=Span(place, place + 1),
                code="letter",
            )
        if alphabet != ANY and letter not in alphabet:
            raise not_in_alphabet(letter, text, place, "theme", "change the theme")
    return letters


def not_in_alphabet(letter: str, text: str, place: int, noun: str, other: str) -> OptionError:
    """Return the error for a letter at `place` of `text` that the alphabet lacks; `other` is another way out of it."""
    return OptionError(
        f"the letter {letter!r} of the {noun} is not in the alphabet",
        text=text,
        span=Span(place, place + 1),
        hint=naming(f"add it to {{}}, or {other}", Field("alphabet")),
        code="letter-not-in-alphabet",
    )


def cells_at(shape: Puzzle, at: str) -> tuple[int, ...]:
    """Return the cells at the place `at`, in the order in which a theme is read there.  Raises OptionError."""
    if at not in PLACES:
        return _cells_named(shape, at)
    if at not in shape.shape.theme_places:
        others = listed(list(shape.shape.theme_places), "or")
        name = f"a {shape.shape.noun}" if shape.shape.is_grid else "a puzzle of free lines"
        raise OptionError(f"{name} has no {at}", hint=naming("choose {}, or name the cells", Field("at", others)))
    if not shape.shape.is_grid:
        return tuple(dict.fromkeys(cell for line in shape.lines for cell in line.cells))
    match at:
        case "rows":
            return tuple(range(len(shape.cells)))
        case "columns":
            return tuple(sorted(range(len(shape.cells)), key=lambda cell: shape.cells[cell][::-1]))
        case "diagonal":
            return _diagonal(shape)
    return _border(shape)


def lines_at(shape: Puzzle, at: str) -> list[tuple[int, ...]]:
    """Return the cells of each line at whose end a word at the place `at` would be cut; [] where lines have no ends."""
    if not shape.shape.is_grid or at not in shape.shape.theme_places or at not in ("rows", "columns"):
        return []
    lines: dict[str | int, list[int]] = {}
    for cell in cells_at(shape, at):
        lines.setdefault(shape.cells[cell][0 if at == "rows" else 1], []).append(cell)
    return [tuple(cells) for cells in lines.values()]


def _may_be_cut(shape: Puzzle, at: str) -> bool:
    """Return whether a word that has no room in its line may go on in the next one, as in rows of equal lengths."""
    return at != "rows" or shape.shape.lattice != "triangular"


def words_cut(shape: Puzzle, text: str, at: str) -> list[list[str]]:
    """Return the parts of each word of `text` that is cut where `themed` puts it.

    >>> from satcross.puzzle.shapes import rectangle
    >>> shape = rectangle(rows=2, columns=4)
    >>> words_cut(shape, "I spell", "rows"), words_cut(shape, "I am", "rows")
    ([['SPE', 'LL']], [])
    """
    lines = lines_at(shape, at)
    if not lines or _uncut(lines, text) is not None:
        return []
    line_of = [number for number, line in enumerate(lines) for _ in line]
    cut: list[list[str]] = []
    first = 0
    for word in text.split():
        numbers = line_of[first : first + len(word)]
        first += len(word)
        parts = [
            "".join([capital_letter(letter) for letter, own in zip(word, numbers, strict=False) if own == number])
            for number in dict.fromkeys(numbers)
        ]
        if len(parts) > 1:
            cut.append(parts)
    return cut


def uncut_size(shape: Puzzle, text: str, at: str) -> tuple[Field, ...]:
    """Return the fields for a rectangle like `shape` in which no word of `text` is cut at the place `at`."""
    words = [len(word) for word in text.split()]
    rows, columns = shape.shape.sizes
    lines, length = (rows, columns) if at == "rows" else (columns, rows)
    length = max(length, *words)
    lines = next(number for number in count(lines) if _starts([length] * number, words))
    rows, columns = (lines, length) if at == "rows" else (length, lines)
    return Field("rows", str(rows)), Field("columns", str(columns))


def _uncut(lines: Sequence[Sequence[int]], text: str) -> tuple[int, ...] | None:
    """Return the cells that hold `text`, each word on one of `lines`; None if there is no room for one."""
    words = [len(word) for word in text.split()]
    starts = _starts([len(line) for line in lines], words)
    if starts is None:
        return None
    return tuple(
        [cell for (line, first), word in zip(starts, words, strict=True) for cell in lines[line][first : first + word]]
    )


def _starts(rooms: Sequence[int], words: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the line and the place in it where each word starts, each as early as possible; None if one has no room.

    Each word has its own line if there are enough; otherwise words follow each other on a line.

    >>> _starts([3, 4, 5, 4, 3], [2, 1, 5])
    [(0, 0), (1, 0), (2, 0)]
    >>> _starts([3, 4, 5, 4, 3], [2, 1, 5, 2, 1, 1])
    [(0, 0), (0, 2), (2, 0), (3, 0), (3, 2), (3, 3)]
    """
    for is_alone in (True, False):
        starts: list[tuple[int, int]] = []
        row = used = 0
        for word in words:
            while row < len(rooms) and used + word > rooms[row]:
                row, used = row + 1, 0
            if row == len(rooms):
                break
            starts.append((row, used))
            used = rooms[row] if is_alone else used + word
        if len(starts) == len(words):
            return starts
    return None


def _cut(shape: Puzzle, text: str) -> OptionError:
    """Return the error for a theme whose words would be cut at the end of a row, which says what would hold it."""
    words = [len(word) for word in text.split()]
    larger = shape.shape
    while not _starts([width for _, width in larger.spans()], words):
        larger = larger.enlarged("rows", larger.place_count + 1)
    fields = list(_size_fields(larger))
    template = "{} would be large enough"
    if _has_room(shape, "border", text):
        fields.insert(0, Field("at", f"border ({_room(shape, 'border')} cells)"))
        template = f"{{}} would hold it; {template}"
    return OptionError(
        "the words of the theme do not fit into the rows without being cut at the end of one",
        text=text,
        hint=naming(template, *fields),
        code="outside",
    )


def _diagonal(shape: Puzzle) -> tuple[int, ...]:
    if shape.shape.lattice == "triangular":
        rising = [line.cells for line in shape.lines if direction_of(line) == "rising"]
        return rising[len(rising) // 2][::-1]
    return tuple(cell for cell, address in enumerate(shape.cells) if address[0] == address[1])


def _border(shape: Puzzle) -> tuple[int, ...]:
    rows = drawn_rows(shape)
    first, *_, last = [*rows, *rows]
    right = [row[-1] for row in rows]
    left = [row[0] for row in reversed(rows)]
    return tuple(dict.fromkeys([*first, *right, *reversed(last), *left]))


def _cells_named(shape: Puzzle, at: str) -> tuple[int, ...]:
    """Return the cells whose addresses `at` lists."""
    number_of = {address: number for number, address in enumerate(shape.cells)}
    named: list[int] = []
    end = 0
    for word in at.split():
        start = at.index(word, end)
        end = start + len(word)
        cell = number_of.get(address_of(word))
        if cell is None and "," not in at and shape.shape.is_grid:
            raise OptionError(
                f"there is no place {at!r}",
                hint=did_you_mean(at, PLACES) or f"choose {', '.join(PLACES)}, or cells such as '1,1 2,2 3,3'",
            )
        if cell is None or cell in named:
            message = f"the shape has no cell {word}" if cell is None else f"the cell {word} is named twice"
            code: ErrorCode = "no-such-cell" if cell is None else "duplicate-cell"
            raise OptionError(
                message,
                text=at,
                span=Span(start, end),
                hint="write row,column for each cell, from 1, with spaces between the cells",
                code=code,
            )
        named.append(cell)
    return tuple(named)


def _too_long(shape: Puzzle, text: str, at: str, letters: list[tuple[int, str]], room: int) -> OptionError:
    """Return the error for a theme that does not fit, which says what would."""
    where = {"diagonal": " on the diagonal", "border": " on the border"}.get(at, "" if at in PLACES else " in {}")
    cells = f"{'is' if room == 1 else 'are'} {counted(room, 'cell')}"
    template = f"the theme has {counted(len(letters), 'letter')}, but there {cells}{where}"
    message = naming(template, *([] if at in PLACES else [Field("at")]))
    hints: list[str] = []
    fields: list[Field] = []
    elsewhere = [place for place in PLACES if place != at and _has_room(shape, place, text)]
    fitting = [f"{place} ({_room(shape, place)} cells)" for place in elsewhere]
    if fitting:
        hints.append("{} would hold it")
        fields.append(Field("at", listed(fitting, "or")))
    larger = larger_shape(shape, at, len(letters))
    if larger:
        hints.append(" ".join(["{}"] * len(larger)) + " would be large enough")
        fields += larger
    if not hints:
        hints.append("choose a shorter theme")
    span = Span(letters[room][0], letters[-1][0] + 1)
    return OptionError(message, text=text, span=span, hint=naming("; ".join(hints), *fields), code="outside")


def _has_room(shape: Puzzle, at: str, text: str) -> bool:
    """Return whether `text` fits at the place `at`."""
    if not _may_be_cut(shape, at):
        return _uncut(lines_at(shape, at), text) is not None
    return _room(shape, at) >= len("".join(text.split()))


def _room(shape: Puzzle, at: str) -> int:
    """Return how many cells there are at the place `at`; 0 if the shape has no such place."""
    try:
        return len(cells_at(shape, at))
    except OptionError:
        return 0


def larger_shape(shape: Puzzle, at: str, letters: int) -> tuple[Field, ...]:
    """Return the fields for a shape like `shape` that has room for this many letters at the place `at`.

    () if nothing like it is known: for cells that are named, free lines and shapes with holes.

    >>> from satcross.puzzle.shapes import hexagon, rectangle
    >>> larger_shape(rectangle(rows=3, columns=3), "border", 10)
    (Field(name='rows', value='3'), Field(name='columns', value='4'))
    >>> larger_shape(hexagon(side=2), "border", 10)
    (Field(name='side', value='3'),)
    """
    if at not in PLACES or shape.shape.holes or not shape.shape.is_grid:
        return ()
    return _size_fields(shape.shape.enlarged(at, letters))


def _size_fields(shape: Shape) -> tuple[Field, ...]:
    """Return the fields that make the size of `shape`."""
    return tuple([Field(name, str(size)) for name, size in zip(shape.options, shape.sizes, strict=False)])
