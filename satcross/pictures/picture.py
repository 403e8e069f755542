"""The picture of a puzzle, before it becomes SVG or PDF.

In: a puzzle, and what to write in its cells.  Out: a `Picture`, a list of shapes and texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, cos, radians, sin, sqrt
from typing import Final

from satcross.errors import printable
from satcross.pictures.clue_list import LIST_TYPE, list_figures, list_width
from satcross.pictures.figures import (
    DROP,
    Content,
    Figure,
    Picture,
    Polygon,
    Polyline,
    Text,
    TextAnchor,
    arrow,
    ring,
    text_corners,
    track_style,
)
from satcross.pictures.lattice import Point
from satcross.pictures.layout.lay_out import lay_out
from satcross.pictures.layout.parts import CAPTION_TYPE, CELL, LEADING, NAME, TAG_TYPE, TYPE, Label, Layout
from satcross.pictures.lettering import wrap_words
from satcross.puzzle.model import Puzzle

_MARGIN: Final = 12.0
_LEAST_PRINT: Final = 8.5  # layout units of type that are still legible on paper: 6 points


def draw(
    puzzle: Puzzle,
    letters: Sequence[Content] = (),
    differing: Iterable[int] = (),
    layout: Layout | None = None,
) -> Picture:
    """Return the picture of `puzzle`.

    Args:
        letters: For each cell what is in it: nothing, a letter, several possible ones (pencil marks), or how many;
            empty: the given letters only.
        differing: Cells to mark.
        layout: If the caller has it already.
    """
    layout = layout or lay_out(puzzle)
    figures = _grid(puzzle, layout, letters, frozenset(differing))
    left, top, right, bottom = _extent(figures)
    wide = max(right - left, list_width(layout.listed), 12 * CELL if puzzle.title else 0.0)
    listed = list_figures(layout.listed, left, bottom + 1.5 * TYPE, wide, bool(layout.tracks))
    return _framed([*figures, *listed, *_heading(puzzle, left, top - TYPE, wide)], puzzle)


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
    if not layout.listed or scale * max(TYPE, whole.box[2] * LIST_TYPE) > _LEAST_PRINT:
        return [whole]
    drawings = [draw(puzzle, letters, differing, layout._replace(listed=()))]
    rest = list(layout.listed)
    while rest:
        count = len(rest)
        while True:
            figures = list_figures(rest[:count], 0.0, 0.0, page[0], bool(layout.tracks))
            high = _extent(figures)[3]
            if high <= page[1] or count == 1:
                break
            count = max(1, min(count - 1, int(count * page[1] / high)))
        drawings.append(_framed(figures, puzzle))
        rest = rest[count:]
    return drawings


def _framed(figures: Sequence[Figure], puzzle: Puzzle) -> Picture:
    left, top, right, bottom = _extent(figures)
    box = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    return Picture(box, tuple(figures), printable(puzzle.title) or usual_title(puzzle))


def usual_title(puzzle: Puzzle) -> str:
    """Return what a puzzle without a title is called."""
    return "Crossword" if puzzle.is_in_prose else "Regular-expression crossword"


def _grid(puzzle: Puzzle, layout: Layout, letters: Sequence[Content], marked: frozenset[int]) -> list[Figure]:
    """Return the cells, what is in them, and what stands beside them."""
    given = dict(puzzle.given)
    if not letters:
        letters = [given.get(cell, "") for cell in range(len(puzzle.cells))]
    figures: list[Figure] = [Polyline(track_style(track.line), (track.start, track.end)) for track in layout.tracks]
    figures += [Polygon("block", corners) for corners in layout.blocks]
    on_line = {cell for line in puzzle.lines if line.clues for cell in line.cells}
    last: list[Figure] = []  # thick outlines are drawn over those of their neighbours
    for cell, corners in enumerate(layout.outlines):
        style = "differs" if cell in marked else "given" if cell in given else "cell" if cell in on_line else "free"
        (last if cell in marked else figures).append(Polygon(style, corners, ("cell", str(cell))))
    figures += last
    figures += [Polyline("bar", bar) for bar in layout.bars]
    for centre, text in zip(layout.centres, letters, strict=True):
        figures += _in_cell(centre, layout.inside, text)
    for tag in layout.tags:
        figures.append(Text("number", (tag.at[0], tag.at[1] + DROP * tag.size), str(tag.number), tag.size))
    for caption in layout.captions:
        size = TYPE * CAPTION_TYPE
        figures.append(Text("note", (caption.at[0], caption.at[1] + DROP * size), caption.text, size, "middle"))
    return figures + _beside(layout)


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
        low = y + DROP * size
        return Polyline("stroke", ((x - wide, low - high), (x - wide, low), (x + wide, low), (x + wide, low - high)))
    shown = printable(letter)
    if len(shown) > 1:
        size /= len(shown) * 0.7
    return Text(style, (x, y + DROP * size), shown, size, "middle")


def _beside(layout: Layout) -> list[Figure]:
    """Return the labels around the grid and their arrows."""
    figures = [figure for label in layout.labels for figure in _label_figures(label)]
    return figures + [arrow(each.centre, each.towards, each.length, ("line", str(each.line))) for each in layout.arrows]


def _label_figures(label: Label) -> list[Figure]:
    """Return the clues of one line and its number or name; only the number if the clues are in the list."""
    if not label.rows:
        return _disc(label.point(0, label.text_start + 0.8 * TYPE), label)
    anchor: TextAnchor = "start" if label.is_outward else "end"
    figures: list[Figure] = []
    if label.tag:
        size = label.size * TAG_TYPE
        at = _baseline(label.point(0, label.tag_start), label.angle, size)
        figures.append(Text("tag", at, label.tag, size, anchor, label.angle, ("line", str(label.line))))
    for index, row in enumerate(label.rows):
        size = label.type_size(row)
        at = _baseline(label.point(index, label.text_start), label.angle, size)
        if row.clue == NAME:
            figures.append(Text("tag", at, row.text, size, anchor, label.angle, ("line", str(label.line))))
        else:
            figures.append(Text("clue", at, row.text, size, anchor, label.angle, ("clue", f"{label.line}.{row.clue}")))
    return figures


def _baseline(middle: Point, angle: float, size: float) -> Point:
    """Return the point of the baseline below the middle of a row of text."""
    turn = radians(angle)
    return middle[0] - sin(turn) * DROP * size, middle[1] + cos(turn) * DROP * size


def _disc(centre: Point, label: Label) -> list[Figure]:
    """Return the number of a line in a circle."""
    size = 0.9 * TYPE if len(label.tag) < 3 else 0.65 * TYPE
    at = (centre[0], centre[1] + DROP * size)
    number = Text("number", at, label.tag, size, "middle", mark=("line", str(label.line)))
    return [ring(centre, 0.8 * TYPE), number]


def _heading(puzzle: Puzzle, left: float, bottom: float, wide: float) -> list[Figure]:
    """Return title, author and source above the grid, wrapped to its width."""
    rows: list[tuple[str, str, float]] = []
    if puzzle.title:
        size = TYPE * 1.5
        rows += [("title", row, size) for row in wrap_words(printable(puzzle.title), wide / size)]
    credit = " · ".join(part for part in (puzzle.author, puzzle.source) if part)
    if credit:
        rows += [("note", row, TYPE * 0.9) for row in wrap_words(printable(credit), wide / (TYPE * 0.9))]
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
