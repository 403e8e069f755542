"""The layout of a hexagon: the clues of each direction along the two edges at which its lines begin."""

from __future__ import annotations

from math import sqrt
from typing import Final

from satcross.pictures.lattice import Point
from satcross.pictures.layout.builder import (
    BAND,
    HEXAGON,
    HEXAGON_INSIDE,
    LABEL_REACH,
    LayoutBuilder,
    clue_texts,
    copies,
    tag_room,
    text_angle,
)
from satcross.pictures.layout.parts import CAPTION_TYPE, CELL, GAP, TYPE, Caption, Label, Layout
from satcross.pictures.lettering import width
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import direction_of

PITCH: Final = CELL * sqrt(3) / 2  # between neighbouring lines

_READING: Final = {
    "horizontal": (1.0, 0.0),
    "rising": (-0.5, -sqrt(3) / 2),
    "falling": (-0.5, sqrt(3) / 2),
}


def lay_out_hexagon(puzzle: Puzzle) -> Layout:
    """Return the layout of a hexagon."""
    a, b, c = (size - 1 for size in puzzle.shape.sizes)
    # where each line of each direction begins, as (q, r) of its first place, holes included
    starts = {
        "horizontal": [(max(0, c - r), r) for r in range(b + c + 1)],
        "rising": [(q, min(b + c, a + b + c - q)) for q in range(a + c + 1)],
        "falling": [(min(a + c, s), s - min(a + c, s)) for s in range(a + b + c, c - 1, -1)],
    }
    centres = tuple(_centre(*_axial(cell, c)) for cell in puzzle.cells)
    builder = LayoutBuilder(puzzle, centres, max(LABEL_REACH, CELL * (a + b + c) / 3))
    for number, line in enumerate(puzzle.lines):
        direction, _, place = line.name.rpartition(" ")
        texts = clue_texts(line)
        if not texts:
            continue
        if direction not in starts or not place.isdecimal():
            builder.list_line(number)
            continue
        x, y = _centre(*starts[direction][int(place) - 1])
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
    captions = _captions(puzzle, _centre(*starts["horizontal"][0]), _centre(*starts["rising"][-1]))
    return builder.finish(copies(HEXAGON, centres), HEXAGON_INSIDE, captions=captions)


def _captions(puzzle: Puzzle, top_left: Point, right: Point) -> tuple[Caption, ...]:
    """Return the names of the directions with clues, where nothing else stands: messages call a line "rising 6".

    Args:
        top_left: The middle of the place above whose label the name of the horizontal lines stands.
        right: The middle of the place in the right corner, between the labels of the other two directions.
    """
    with_clues = {direction_of(line) for line in puzzle.lines if line.clues}
    edge = CELL / 2 + GAP
    places = {
        "horizontal": (top_left[0] - edge - _wide("horizontal") / 2, top_left[1] - 0.75 * PITCH),
        "falling": (right[0] + edge + _wide("falling") / 2, right[1] - 0.55 * TYPE),
        "rising": (right[0] + edge + _wide("rising") / 2, right[1] + 0.55 * TYPE),
    }
    return tuple(Caption(name, at) for name, at in places.items() if name in with_clues)


def _wide(name: str) -> float:
    return width(name) * CAPTION_TYPE * TYPE


def _centre(q: float, r: float) -> Point:
    return (q + r / 2) * CELL, r * PITCH


def _axial(cell: object, c: int) -> tuple[int, int]:
    """Return the axial coordinates (q, r) of the address (row, column)."""
    assert isinstance(cell, tuple)
    row, column = cell
    return column - 1 + max(0, c - row + 1), row - 1
