"""Shapes of documents: which one a puzzle has, its picture, and the same document in another one.

The picture is the message `Layout`: where the cells and the labels of the lines are.  Every line is laid out with one
short clue, so that nothing moves while the author types.

A rectangle with bars is a puzzle of the shape `lines`, whose cells are called `2,3` after their row and column, and
whose lines are what the bars leave of rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, cast

from satcross.errors import PuzzleError
from satcross.pictures.embedding import Point
from satcross.pictures.layout import lay_out
from satcross.pictures.layout_parts import Label
from satcross.pictures.page import cell_name
from satcross.puzzle import AnyClue, Clue, Line, Puzzle, address_of, address_text
from satcross.puzzle.kinds import SHAPES
from satcross.puzzle.shapes import CONSTRUCTORS, Details, NamedLine, lines
from satcross.studio.answers import LabelPlace, LaidOutCell, LaidOutLine, LayoutMessage, PointXY, TrackPart
from satcross.studio.documents import Draft, check_size, document_of, key_and_index
from satcross.studio.messages import Document, GridOf

Place = tuple[int, int]

STUB: Final = Clue("A")
"""The clue that every line has in the picture of a shape."""


def shape_of(puzzle: Puzzle) -> GridOf:
    """Return the shape of `puzzle`; rectangles with bars are recognised."""
    holes = [address_text(hole) for hole in puzzle.shape.holes]
    if puzzle.shape.is_grid:
        grid: dict[str, Any] = {"kind": puzzle.shape.kind, **puzzle.shape.arguments, "holes": holes}
        return cast("GridOf", grid | {"bars": []} if puzzle.shape.lattice == "square" else grid)
    barred = _barred(puzzle)
    if barred is not None:
        return barred
    named: list[Any] = [
        {"name": line.name, "cells": [address_text(puzzle.cells[cell]) for cell in line.cells]} for line in puzzle.lines
    ]
    return {"kind": "lines", "lines": named}


def _barred(puzzle: Puzzle) -> GridOf | None:
    """Return the rectangle with bars that `puzzle` is; None if it is none."""
    places = [address_of(cell) if isinstance(cell, str) else cell for cell in puzzle.cells]
    known = [place for place in places if not isinstance(place, str)]
    if len(known) < len(places) or not known or min(min(place) for place in known) < 1:
        return None
    height, width = max(row for row, _ in known), max(column for _, column in known)
    if height * width > 4 * len(known):
        return None
    steps = set()
    for line in puzzle.lines:
        on = [known[cell] for cell in line.cells]
        for (row, column), after in pairwise(on):
            if after not in ((row, column + 1), (row + 1, column)):
                return None
            steps.add(((row, column), after))
    bars: list[tuple[str, str]] = []
    there = set(known)
    for row, column in sorted(there):
        for after in ((row, column + 1), (row + 1, column)):
            if after in there and ((row, column), after) not in steps:
                bars.append((address_text((row, column)), address_text(after)))
    holes = [
        address_text((row, column))
        for row in range(1, height + 1)
        for column in range(1, width + 1)
        if (row, column) not in there
    ]
    return {"kind": "rectangle", "rows": height, "columns": width, "holes": holes, "bars": bars}


def reshaped(draft: Draft, shape: GridOf) -> Document:
    """Return the document of `draft` in another shape.

    A line keeps its clues if it has the same cells as before. Otherwise it gets the clues of the line of the same name,
    or of a line that begins in the same cell and runs in the same direction, if no other line has taken them.

    Raises:
        PuzzleError: For a shape that does not exist.
    """
    bare = _bare(shape)
    check_size(bare)
    old = draft.puzzle
    there = {address_text(cell): number for number, cell in enumerate(bare.cells)}
    given = {there[place]: letter for cell, letter in old.given if (place := address_text(old.cells[cell])) in there}
    made = old._replace(
        cells=bare.cells,
        lines=tuple(_with_clues(old, bare)),
        shape=bare.shape,
        given=tuple(sorted(given.items())),
        alphabet=draft.alphabet,
    )
    letters = {
        place: letter for cell, letter in draft.letters.items() if (place := address_text(old.cells[cell])) in there
    }
    return document_of(made, letters, "words" if draft.is_words else "", draft.crossword)


def _bare(shape: GridOf) -> Puzzle:
    """Return the puzzle of this shape without clues."""
    details: Details = {}
    if shape["kind"] not in CONSTRUCTORS:
        named = [NamedLine(each["cells"], (), each["name"]) for each in shape.get("lines", [])]
        return lines(named, **details)
    holes = [_place(hole, "holes") for hole in shape.get("holes", [])]
    sizes = {name: shape.get(name, [] if name == "sides" else 0) for name in SHAPES[shape["kind"]].parameters}
    bare = CONSTRUCTORS[shape["kind"]](**sizes, holes=holes, **details)
    bars = {frozenset((_place(one, "bars"), _place(other, "bars"))) for one, other in shape.get("bars", [])}
    if not bars:
        return bare
    height, width = bare.shape.sizes
    runs = _runs(height, width, set(holes), bars)
    named = [NamedLine([*map(address_text, on)], (), name) for name, on in runs]
    return lines(named, cells=[address_text(cell) for cell in bare.cells])


def _place(text: str, key: str) -> Place:
    place = address_of(text)
    if isinstance(place, str):
        raise PuzzleError(
            f"{text[:40]!r} is not the address of a cell",
            place=[key],
            hint='give row and column, such as "2,3"',
            code="address",
        )
    return place


def _runs(
    height: int, width: int, holes: set[Place], bars: set[frozenset[Place]]
) -> Iterator[tuple[str, Sequence[Place]]]:
    """Yield the lines of two or more cells that holes and bars leave, each with its name."""
    for direction, count, length in (("row", height, width), ("column", width, height)):
        for number in range(1, count + 1):
            parts = 0
            run: list[Place] = []
            for other in range(1, length + 2):
                place = (number, other) if direction == "row" else (other, number)
                is_end = other > length or place in holes
                if run and (is_end or frozenset((run[-1], place)) in bars):
                    if len(run) > 1:
                        parts += 1
                        yield f"{direction} {number}" + (f" part {parts}" if parts > 1 else ""), tuple(run)
                    run = []
                if not is_end:
                    run.append(place)


def _with_clues(old: Puzzle, bare: Puzzle) -> list[Line]:
    """Return the lines of `bare` with the clues of those lines of `old` that they come from."""
    left = dict(enumerate(old.lines))
    clues: dict[int, tuple[AnyClue, ...]] = {}
    for same in (_cells, _name, _start):
        for number, line in enumerate(bare.lines):
            if number in clues:
                continue
            key = same(bare, line)
            former = next((each for each, other in left.items() if same(old, other) == key), None)
            if former is not None and key:
                clues[number] = left.pop(former).clues
    return [line._replace(clues=clues.get(number, ())) for number, line in enumerate(bare.lines)]


def _cells(puzzle: Puzzle, line: Line) -> tuple[str, ...]:
    return tuple(address_text(puzzle.cells[cell]) for cell in line.cells)


def _name(puzzle: Puzzle, line: Line) -> tuple[str, ...]:
    return (line.name,)


def _start(puzzle: Puzzle, line: Line) -> tuple[str, ...]:
    return (*_cells(puzzle, line)[:1], line.name.split(" ")[0])


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
        "lines": _laid_out_lines(puzzle, {label.line: label for label in reversed(layout.labels) if label.rows}),
        "blocks": [[_rounded(point) for point in block] for block in layout.blocks],
        "bars": [(_rounded(start), _rounded(end)) for start, end in layout.bars],
        "tracks": tracks,
        "shape": shape_of(puzzle),
    }


def _laid_out_lines(puzzle: Puzzle, labels: dict[int, Label]) -> list[LaidOutLine]:
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
