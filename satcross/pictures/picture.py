"""A picture as a list of shapes and texts, before it becomes SVG or PDF.

In: a puzzle, and what to write in its cells.  Out: a `Picture`, whose figures each have a *style*; `STYLES` is the
only place that knows colours and strokes.  Units as in `layout`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, cos, radians, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.model import Puzzle
from satcross.pictures.embedding import Point
from satcross.pictures.layout import CELL, LEADING, TYPE, Entry, Layout, lay_out
from satcross.pictures.lettering import visible, width, wrap

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Style(NamedTuple):
    """How a figure looks: colours as #rrggbb or "" for none; `line` is the width of its stroke."""

    fill: str
    stroke: str = ""
    line: float = 0.0
    is_bold: bool = False


TRACK_COLOURS: Final = ("#7aa6dc", "#e0a458", "#7fbf8e", "#d98aa8", "#a592d6", "#8fb8b8", "#b9a06b", "#a3a3a3")

STYLES: Final = {
    "cell": Style("#ffffff", "#404040", 1.0),
    "given": Style("#e8e8e8", "#404040", 1.0),
    "free": Style("#f4f0e4", "#404040", 1.0),
    "differs": Style("#ffd9a0", "#b35900", 2.0),
    "block": Style("#8c8c8c", "#8c8c8c", 1.0),
    "bar": Style("", "#000000", 3.5),
    "arrow": Style("#7a7a7a"),
    "stroke": Style("", "#404040", 1.0),
    "disc": Style("#ffffff", "#404040", 1.0),
    "clue": Style("#000000"),
    "letter": Style("#000000", is_bold=True),
    "pencil": Style("#33518a"),
    "number": Style("#404040"),
    "title": Style("#000000", is_bold=True),
    "note": Style("#555555"),
    **{f"track{number}": Style("", colour, 4.5) for number, colour in enumerate(TRACK_COLOURS)},
}


class Polygon(NamedTuple):
    """A closed figure; `mark` says what it shows, such as ("cell", "5")."""

    style: str
    points: Sequence[Point]
    mark: tuple[str, str] | None = None


class Path(NamedTuple):
    """An open line."""

    style: str
    points: Sequence[Point]


class Text(NamedTuple):
    """One row of text.  `at` is on its baseline, where `anchor` says; `angle` in degrees clockwise."""

    style: str
    at: Point
    text: str
    size: float
    anchor: Anchor = "start"
    angle: float = 0.0
    mark: tuple[str, str] | None = None


Content: TypeAlias = str | int
Figure: TypeAlias = Polygon | Path | Text


class Picture(NamedTuple):
    """What to draw, from back to front.

    box      left, top, width, height of everything, with a margin
    figures  the grid and what stands beside it
    title    for programs that read a picture out
    board    box of the grid alone, without title and list
    """

    box: tuple[float, float, float, float]
    figures: tuple[Figure, ...]
    title: str
    board: tuple[float, float, float, float]


_MARGIN: Final = 12.0
_DROP: Final = 0.34  # of the type size, from the middle of a capital letter down to its baseline
_LIST_TYPE: Final = 0.0135  # type size of the list, as part of the picture's width: 7 points on A4
_LEAST_PRINT: Final = 8.5  # layout units of type that are still legible on paper: 6 points
_INDENT: Final = 4.2  # type sizes from a line's number to its clues


def draw(
    puzzle: Puzzle,
    letters: Sequence[Content] = (),
    differing: Iterable[int] = (),
    layout: Layout | None = None,
) -> Picture:
    """Return the picture of `puzzle`.

    letters    for each cell what is in it: nothing, a letter, several possible ones (pencil marks), or how many;
               empty: the given letters only
    differing  cells to mark
    layout     if the caller has it already
    """
    layout = layout or lay_out(puzzle)
    figures = _grid(puzzle, layout, letters, frozenset(differing))
    left, top, right, bottom = _extent(figures)
    board = (left, top, right - left, bottom - top)
    wide = max(right - left, _list_width(layout.entries), 12 * CELL if puzzle.title else 0.0)
    listed = list_figures(layout.entries, left, bottom + 1.5 * TYPE, wide, bool(layout.tracks))
    return _framed([*figures, *listed, *_heading(puzzle, left, top - TYPE, wide)], puzzle, board)


def pages(
    puzzle: Puzzle, letters: Sequence[Content], differing: Iterable[int], page: tuple[float, float]
) -> list[Picture]:
    """Return the pictures for pages of `page` (width, height in layout units; a cell is at most `CELL` on paper).

    One picture holds everything if its list is legible then, else the list has pages of its own.  A picture larger than
    the page is to be scaled down to it.
    """
    layout = lay_out(puzzle)
    whole = draw(puzzle, letters, differing, layout)
    scale = min(page[0] / whole.box[2], page[1] / whole.box[3])
    if not layout.entries or scale * max(TYPE, whole.box[2] * _LIST_TYPE) > _LEAST_PRINT:
        return [whole]
    found = [draw(puzzle, letters, differing, layout._replace(entries=()))]
    rest = list(layout.entries)
    while rest:
        count = len(rest)
        while True:
            figures = list_figures(rest[:count], 0.0, 0.0, page[0], bool(layout.tracks))
            high = _extent(figures)[3]
            if high <= page[1] or count == 1:
                break
            count = max(1, min(count - 1, int(count * page[1] / high)))
        found.append(_framed(figures, puzzle, (0.0, 0.0, page[0], high)))
        rest = rest[count:]
    return found


def _framed(figures: Sequence[Figure], puzzle: Puzzle, board: tuple[float, float, float, float]) -> Picture:
    left, top, right, bottom = _extent(figures)
    box = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    return Picture(box, tuple(figures), visible(puzzle.title) or "Regular-expression crossword", board)


def _grid(puzzle: Puzzle, layout: Layout, letters: Sequence[Content], marked: frozenset[int]) -> list[Figure]:
    """Return the cells, what is in them, and what stands beside them."""
    given = dict(puzzle.given)
    if not letters:
        letters = [given.get(cell, "") for cell in range(len(puzzle.cells))]
    figures: list[Figure] = [Path(_track_style(track.line), (track.start, track.end)) for track in layout.tracks]
    figures += [Polygon("block", corners) for corners in layout.blocks]
    on_line = {cell for line in puzzle.lines if line.clues for cell in line.cells}
    last: list[Figure] = []  # thick outlines are drawn over those of their neighbours
    for cell, corners in enumerate(layout.outlines):
        style = "differs" if cell in marked else "given" if cell in given else "cell" if cell in on_line else "free"
        (last if cell in marked else figures).append(Polygon(style, corners, ("cell", str(cell))))
    figures += last
    figures += [Path("bar", bar) for bar in layout.bars]
    for centre, text in zip(layout.centres, letters, strict=True):
        figures += _in_cell(centre, layout.inside, text)
    for tag in layout.tags:
        figures.append(Text("number", (tag.at[0], tag.at[1] + _DROP * tag.size), str(tag.number), tag.size))
    return figures + _beside(layout)


def _track_style(line: int) -> str:
    return f"track{line % len(TRACK_COLOURS)}"


def _in_cell(centre: Point, inside: float, text: Content) -> list[Figure]:
    """Return the letter of a cell, or its possible letters in small type, or how many there are."""
    x, y = centre
    if isinstance(text, int):
        size = inside * 0.27 if text < 100_000 else inside * 0.19
        count = Text("pencil", (x, y), f"{text:,}", size, "middle")
        return [count, Text("pencil", (x, y + LEADING * inside * 0.27), "letters", inside * 0.2, "middle")]
    if len(text) == 1:
        return [_letter("letter", x, y, text, inside * 0.62)]
    columns = ceil(sqrt(len(text)))
    rows = ceil(len(text) / columns) if columns else 0
    pitch = inside * 0.92 / max(2.3, columns)
    size = pitch * 1.05
    return [
        _letter(
            "pencil",
            x + (number % columns - (columns - 1) / 2) * pitch,
            y + (number // columns - (rows - 1) / 2) * pitch,
            letter,
            size,
        )
        for number, letter in enumerate(text)
    ]


def _letter(style: str, x: float, y: float, letter: str, size: float) -> Figure:
    """Return one letter with its middle at (x, y); a space is drawn as an open box."""
    if letter == " ":
        wide, high = 0.24 * size, 0.12 * size
        low = y + _DROP * size
        return Path("stroke", ((x - wide, low - high), (x - wide, low), (x + wide, low), (x + wide, low - high)))
    shown = visible(letter)
    if len(shown) > 1:
        size /= len(shown) * 0.7
    return Text(style, (x, y + _DROP * size), shown, size, "middle")


def _beside(layout: Layout) -> list[Figure]:
    """Return the labels around the grid and their arrows."""
    figures: list[Figure] = []
    for label in layout.labels:
        anchor: Anchor = "start" if label.is_outward else "end"
        turn = radians(label.angle)
        down = (-sin(turn) * _DROP * label.size, cos(turn) * _DROP * label.size)
        for index, row in enumerate(label.rows):
            x, y = label.spot(index, label.text_start)
            mark = ("clue", f"{label.line}.{row.clue}")
            at = (x + down[0], y + down[1])
            figures.append(Text("clue", at, row.text, label.size, anchor, label.angle, mark))
        if label.number:
            figures += _disc(label.spot(0, label.text_start + 0.8 * TYPE), label.number)
    figures += [_arrow(arrow.centre, arrow.towards, arrow.length) for arrow in layout.arrows]
    return figures


def _disc(centre: Point, number: int) -> list[Figure]:
    x, y = centre
    radius = 0.8 * TYPE
    ring = [(x + radius * sin(radians(15 * k)), y + radius * cos(radians(15 * k))) for k in range(24)]
    shown = str(number)
    size = 0.9 * TYPE if len(shown) < 3 else 0.65 * TYPE
    return [Polygon("disc", ring), Text("number", (x, y + _DROP * size), shown, size, "middle")]


def _arrow(centre: Point, towards: Point, length: float) -> Figure:
    (x, y), (u, v) = centre, towards
    half, wide = length / 2, length * 0.45
    tip = (x + u * half, y + v * half)
    return Polygon("arrow", (tip, (x - u * half - v * wide, y - v * half + u * wide),
                             (x - u * half + v * wide, y - v * half - u * wide)))  # fmt: skip


def _list_width(entries: Sequence[Entry]) -> float:
    """Return how wide the list is at least: as many columns as make it no taller than a page."""
    return 12 * CELL * min(3, ceil(sqrt(len(entries) / 12))) if entries else 0.0


def list_figures(
    entries: Sequence[Entry], left: float, top: float, wide: float, has_tracks: bool = False
) -> list[Figure]:
    """Return the list of lines below the grid, in as many columns as have room.

    has_tracks  whether each line has a colour, which the list then shows
    """
    if not entries:
        return []
    size = max(TYPE, wide * _LIST_TYPE)
    longest = max(width(text) for entry in entries for text in (entry.name, *entry.clues))
    columns = max(1, min(int(wide / ((_INDENT + 1 + min(28.0, max(9.0, longest))) * size)), ceil(len(entries) / 3)))
    pitch = wide / columns
    indent = _INDENT * size
    ems = (pitch - indent - size) / size
    blocks = []
    for entry in entries:
        rows = [
            (row, ("clue", f"{entry.line}.{clue}")) for clue, text in enumerate(entry.clues) for row in wrap(text, ems)
        ]
        blocks.append((entry, wrap(entry.name, ems), rows))
    heights = [(len(names) * 0.9 + len(rows) + 0.5) * LEADING * size for _, names, rows in blocks]
    fill = _column_height(heights, columns)
    figures: list[Figure] = []
    column, y = 0, top
    for (entry, names, rows), height in zip(blocks, heights, strict=True):
        if y > top and y + height > top + fill + 1e-6:
            column, y = column + 1, top
        x = left + column * pitch
        line = y + LEADING * size * 0.8
        if has_tracks:
            colour = ((x + 0.1 * size, line + 0.25 * size), (x + 2.4 * size, line + 0.25 * size))
            figures.append(Path(_track_style(entry.line), colour))
        figures.append(Text("title", (x + 2.4 * size, line), str(entry.number), size, "end"))
        middle = (x + 3.2 * size, line - _DROP * size)
        figures += [_arrow(middle, entry.towards, 0.7 * size)] if entry.towards else _into(middle, 0.35 * size)
        for name in names:
            figures.append(Text("note", (x + indent, line), name, size * 0.85))
            line += LEADING * size * 0.9
        for text, mark in rows:
            figures.append(Text("clue", (x + indent, line), text, size, mark=mark))
            line += LEADING * size
        y += height
    return figures


def _column_height(heights: Sequence[float], columns: int) -> float:
    """Return the least height at which the blocks, in order, fill no more than `columns` columns."""
    low = max(heights)
    while True:
        used, y = 1, 0.0
        for height in heights:
            if y and y + height > low + 1e-6:
                used, y = used + 1, 0.0
            y += height
        if used <= columns:
            return low
        low *= 1.02


def _into(centre: Point, radius: float) -> list[Figure]:
    """Return the sign for "into the picture": a ring with a cross."""
    x, y = centre
    ring = [(x + radius * sin(radians(15 * k)), y + radius * cos(radians(15 * k))) for k in range(24)]
    part = radius * 0.7
    return [
        Polygon("disc", ring),
        Path("stroke", ((x - part, y - part), (x + part, y + part))),
        Path("stroke", ((x - part, y + part), (x + part, y - part))),
    ]


def _heading(puzzle: Puzzle, left: float, bottom: float, wide: float) -> list[Figure]:
    """Return title, author and source above the grid, wrapped to its width."""
    rows: list[tuple[str, str, float]] = []
    if puzzle.title:
        size = TYPE * 1.5
        rows += [("title", row, size) for row in wrap(visible(puzzle.title), wide / size)]
    credit = " · ".join(part for part in (puzzle.author, puzzle.source) if part)
    if credit:
        rows += [("note", row, TYPE * 0.9) for row in wrap(visible(credit), wide / (TYPE * 0.9))]
    figures: list[Figure] = []
    y = bottom
    for style, row, size in reversed(rows):
        figures.append(Text(style, (left, y), row, size))
        y -= size * 1.35
    return figures


def _extent(figures: Iterable[Figure]) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of all that is drawn."""
    xs: list[float] = [0.0]
    ys: list[float] = [0.0]
    for figure in figures:
        if isinstance(figure, Text):
            for x, y in text_corners(figure):
                xs.append(x)
                ys.append(y)
        else:
            for x, y in figure.points:
                xs.append(x)
                ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def text_corners(text: Text) -> list[Point]:
    """Return the corners of the space that a text takes: its width, from 0.8 above to 0.25 below the baseline."""
    length = width(text.text) * text.size
    start = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
    c, s = cos(radians(text.angle)), sin(radians(text.angle))
    x, y = text.at
    return [
        (x + along * c - across * s, y + along * s + across * c)
        for along in (start, start + length)
        for across in (-0.8 * text.size, 0.25 * text.size)
    ]
