"""The layout of a puzzle: the places of cells, of clues along their lines, of arrows, and of bars.

In: a puzzle.  Out: a `Layout`.  All pictures, and the page to play on, are drawn from it.

A clue is written along its line, outside the grid where the line begins.  (In a rectangle the second clue stands
where the line ends.)  Text is read in the direction of its line where it is not upside down then, so columns are read
downwards (decision 62).  The arrow before a clue shows in which direction the line is read, and the small number or
name beside the arrow is the one that messages use for the line.  A clue that is too long is wrapped and set in smaller
type.  If it still does not fit, or if it would cover something, only the line's number stands there, and its clues are
in the list below the grid.

A rectangle has its rows and columns beside the grid, and its diagonals in the list.  A hexagon has the clues of each
direction along the two edges at which its lines begin.  All others are puzzles of lines (`layout.lines`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

from satcross.pictures.lattice import Point
from satcross.pictures.layout.builder import (
    BAND,
    HEXAGON,
    HEXAGON_INSIDE,
    LABEL_REACH,
    PITCH,
    SQUARE,
    SQUARE_INSIDE,
    LayoutBuilder,
    clue_texts,
    copies,
    tag_room,
    text_angle,
)
from satcross.pictures.layout.lines import lay_out_lines
from satcross.pictures.layout.parts import CAPTION_TYPE, CELL, GAP, TYPE, Caption, Label, Layout
from satcross.pictures.lettering import width
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import direction_of, hexagon_starts

_WIDE: Final = 20  # cells; the clues of a longer side may reach further than `LABEL_REACH`

_READING: Final = {
    "horizontal": (1.0, 0.0),
    "rising": (-0.5, -sqrt(3) / 2),
    "falling": (-0.5, sqrt(3) / 2),
}
"""In which direction the lines of a hexagon are read."""


def lay_out(puzzle: Puzzle) -> Layout:
    """Return the layout of `puzzle`."""
    if puzzle.shape.kind == "rectangle":
        return _lay_out_rectangle(puzzle)
    if puzzle.shape.kind == "hexagon":
        return _lay_out_hexagon(puzzle)
    return lay_out_lines(puzzle)


def _lay_out_rectangle(puzzle: Puzzle) -> Layout:
    """Return the layout of a rectangle.

    The first clue of a line, and every second one after it, stands where the line begins; the others where it ends.
    """
    height, wide = puzzle.shape.sizes
    centres = tuple(_square_centre(address) for address in puzzle.cells)
    longest = max(height, wide)
    builder = LayoutBuilder(puzzle, centres, LABEL_REACH if longest < _WIDE else CELL * longest / 3)
    room_of = {"row": tag_room(height), "column": tag_room(wide)}
    lines = list(enumerate(puzzle.lines))
    if puzzle.is_in_prose:  # the numbers are those of a word crossword: cells in which a line begins, in reading order
        lines.sort(key=lambda each: each[1].cells[0])
    for number, line in lines:
        direction, _, place = line.name.rpartition(" ")
        texts = clue_texts(line)
        if not texts:
            continue
        if direction not in room_of or not place.isdecimal():
            builder.list_line(number)
            continue
        ends, reading, angle = _ends_in_rectangle(direction, (int(place) - 0.5) * CELL, height, wide)
        room = room_of[direction]
        sides = [(ends[side], texts[side::2]) for side in (0, 1) if texts[side::2]]
        fitted = [(end, builder.fit(clues, CELL * BAND, room)) for end, clues in sides]
        if all(fit is not None for _, fit in fitted):
            for (at, outward), fit in fitted:
                assert fit is not None
                builder.add_label(Label(number, at, outward, angle, *fit, place, room), reading)
        else:
            builder.add_numbered(Label(number, *ends[0], angle, TYPE, (), place), reading)
    blocks = copies(SQUARE, map(_square_centre, puzzle.shape.holes))
    return builder.finish(copies(SQUARE, centres), SQUARE_INSIDE, blocks=blocks)


def _square_centre(address: object) -> Point:
    assert isinstance(address, tuple)
    return (address[1] - 0.5) * CELL, (address[0] - 0.5) * CELL


def _ends_in_rectangle(
    direction: str, middle: float, height: int, wide: int
) -> tuple[list[tuple[Point, Point]], Point, float]:
    """Return the two places for labels of a line, each with its outward vector; its direction; the angle of text."""
    if direction == "row":
        ends = [((-GAP, middle), (-1.0, 0.0)), ((wide * CELL + GAP, middle), (1.0, 0.0))]
        return ends, (1.0, 0.0), 0.0
    ends = [((middle, -GAP), (0.0, -1.0)), ((middle, height * CELL + GAP), (0.0, 1.0))]
    return ends, (0.0, 1.0), 90.0


def _lay_out_hexagon(puzzle: Puzzle) -> Layout:
    """Return the layout of a hexagon."""
    a, b, c = (size - 1 for size in puzzle.shape.sizes)
    starts = {
        direction: [_hexagon_centre(*_axial(place, c)) for place in places]
        for direction, places in hexagon_starts(puzzle.shape.sizes).items()
    }
    centres = tuple(_hexagon_centre(*_axial(cell, c)) for cell in puzzle.cells)
    builder = LayoutBuilder(puzzle, centres, max(LABEL_REACH, CELL * (a + b + c) / 3))
    for number, line in enumerate(puzzle.lines):
        direction, _, place = line.name.rpartition(" ")
        texts = clue_texts(line)
        if not texts:
            continue
        if direction not in starts or not place.isdecimal():
            builder.list_line(number)
            continue
        x, y = starts[direction][int(place) - 1]
        reading = _READING[direction]
        outward = (-reading[0], -reading[1])
        at = (x + outward[0] * (CELL / 2 + GAP), y + outward[1] * (CELL / 2 + GAP))
        room = tag_room(len(starts[direction]))
        fit = builder.fit(texts, PITCH * BAND, room)
        angle = text_angle(reading)
        if fit is None:
            builder.add_numbered(Label(number, at, outward, angle, TYPE, (), place), reading)
        else:
            builder.add_label(Label(number, at, outward, angle, *fit, place, room), reading)
    captions = _captions(puzzle, {direction: places[0] for direction, places in starts.items()})
    return builder.finish(copies(HEXAGON, centres), HEXAGON_INSIDE, captions=captions)


def _captions(puzzle: Puzzle, first: Mapping[str, Point]) -> tuple[Caption, ...]:
    """Return the names of the directions with clues, each where its lines begin: messages call a line "rising 6".

    Args:
        first: For each direction, the middle of the first place of its first line.
    """
    with_clues = {direction_of(line) for line in puzzle.lines if line.clues}
    edge = CELL / 2 + GAP
    (x, y), (u, v), (s, t) = (first[name] for name in ("horizontal", "falling", "rising"))
    places = {
        "horizontal": (x - edge - _wide("horizontal") / 2, y - 0.75 * PITCH),
        "falling": (u + edge + _wide("falling") / 2, v - 0.1 * PITCH),
        "rising": (s - edge - _wide("rising") / 2, t + 0.75 * PITCH),
    }
    return tuple(Caption(name, at) for name, at in places.items() if name in with_clues)


def _wide(name: str) -> float:
    return width(name) * CAPTION_TYPE * TYPE


def _hexagon_centre(q: float, r: float) -> Point:
    return (q + r / 2) * CELL, r * PITCH


def _axial(cell: object, c: int) -> tuple[int, int]:
    """Return the axial coordinates (q, r) of the address (row, column)."""
    assert isinstance(cell, tuple)
    row, column = cell
    return column - 1 + max(0, c - row + 1), row - 1
