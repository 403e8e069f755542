"""The layout of a rectangle: rows and columns beside the grid, diagonals in the list."""

from __future__ import annotations

from typing import Final

from satcross.pictures.lattice import Point
from satcross.pictures.layout.builder import (
    BAND,
    LABEL_REACH,
    SQUARE,
    SQUARE_INSIDE,
    LayoutBuilder,
    clue_texts,
    copies,
    tag_room,
)
from satcross.pictures.layout.parts import CELL, GAP, TYPE, Label, Layout
from satcross.puzzle.model import Puzzle

_WIDE: Final = 20  # cells; the clues of a longer side may reach further than `LABEL_REACH`


def lay_out_rectangle(puzzle: Puzzle) -> Layout:
    """Return the layout of a rectangle.

    The first clue of a line, and every second one after it, stands where the line begins; the others where it ends.
    """
    height, wide = puzzle.shape.sizes
    centres = tuple(_centre(address) for address in puzzle.cells)
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
        ends, reading, angle = _ends(direction, (int(place) - 0.5) * CELL, height, wide)
        room = room_of[direction]
        sides = [(ends[side], texts[side::2]) for side in (0, 1) if texts[side::2]]
        fitted = [(end, builder.fit(clues, CELL * BAND, room)) for end, clues in sides]
        if all(fit is not None for _, fit in fitted):
            for (at, outward), fit in fitted:
                assert fit is not None
                builder.add_label(Label(number, at, outward, angle, *fit, place, room), reading)
        else:
            builder.add_numbered(Label(number, *ends[0], angle, TYPE, (), place), reading)
    blocks = copies(SQUARE, map(_centre, puzzle.shape.holes))
    return builder.finish(copies(SQUARE, centres), SQUARE_INSIDE, blocks=blocks)


def _centre(address: object) -> Point:
    assert isinstance(address, tuple)
    return (address[1] - 0.5) * CELL, (address[0] - 0.5) * CELL


def _ends(direction: str, middle: float, height: int, wide: int) -> tuple[list[tuple[Point, Point]], Point, float]:
    """Return the two places for labels of a line, each with its outward vector; its direction; the angle of text."""
    if direction == "row":
        ends = [((-GAP, middle), (-1.0, 0.0)), ((wide * CELL + GAP, middle), (1.0, 0.0))]
        return ends, (1.0, 0.0), 0.0
    ends = [((middle, -GAP), (0.0, -1.0)), ((middle, height * CELL + GAP), (0.0, 1.0))]
    return ends, (0.0, 1.0), -90.0
