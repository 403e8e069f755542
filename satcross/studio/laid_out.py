"""The picture of a shape, as the message `Layout` has it.

In: a puzzle.  Out: where its cells and the labels of its lines are.  Every line is laid out with one short clue, so
that nothing moves while the author types.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from satcross.pictures.lattice import Point
from satcross.pictures.layout.lay_out import lay_out
from satcross.pictures.layout.parts import Label
from satcross.pictures.page.html import cell_name
from satcross.puzzle.addresses import address_text
from satcross.puzzle.model import Clue, Puzzle
from satcross.studio.answers import LabelPlace, LaidOutCell, LaidOutLine, LayoutMessage, PointXY, TrackPart
from satcross.studio.documents import key_and_index
from satcross.studio.shape import shape_of

STUB: Final = Clue("A")
"""The clue that every line has in this picture."""


def layout_of(puzzle: Puzzle, revision: int) -> LayoutMessage:
    """Return the picture of the shape of `puzzle`."""
    lines = tuple(line._replace(clues=(STUB,) if line.cells else ()) for line in puzzle.lines)
    bare = Puzzle(puzzle.cells, lines, puzzle.shape)
    return {**_layout(bare), "revision": revision}


@lru_cache(maxsize=64)
def _layout(puzzle: Puzzle) -> LayoutMessage:
    layout = lay_out(puzzle)
    points = [point for outline in layout.outlines for point in outline]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    cells: list[LaidOutCell] = [
        {
            "address": address_text(cell),
            "name": cell_name(puzzle, number),
            "at": _rounded(layout.centres[number]),
            "outline": [_rounded(point) for point in layout.outlines[number]],
        }
        for number, cell in enumerate(puzzle.cells)
    ]
    tracks: list[TrackPart] = [
        {"line": each.line, "start": _rounded(each.start), "end": _rounded(each.end)} for each in layout.tracks
    ]
    return {
        "type": "layout",
        "revision": 0,
        "box": (round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2)),
        "inside": round(layout.inside, 2),
        "cells": cells,
        "lines": _lines(puzzle, {label.line: label for label in reversed(layout.labels) if label.rows}),
        "blocks": [[_rounded(point) for point in block] for block in layout.blocks],
        "bars": [(_rounded(start), _rounded(end)) for start, end in layout.bars],
        "tracks": tracks,
        "shape": shape_of(puzzle),
    }


def _lines(puzzle: Puzzle, labels: dict[int, Label]) -> list[LaidOutLine]:
    places = key_and_index(puzzle)
    return [
        {
            "name": line.name,
            "family": places[number][0],
            "index": places[number][1],
            "cells": list(line.cells),
            "label": _label(labels[number], line.name) if number in labels else None,
        }
        for number, line in enumerate(puzzle.lines)
    ]


def _label(label: Label, name: str) -> LabelPlace:
    return {
        "at": _rounded(label.at),
        "outward": (round(label.outward[0], 4), round(label.outward[1], 4)),
        "angle": label.angle,
        "tag": label.tag or name,
    }


def _rounded(point: Point) -> PointXY:
    return round(point[0], 2), round(point[1], 2)
