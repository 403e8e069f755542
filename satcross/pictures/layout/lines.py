"""The layout of a puzzle that only says which lines its cells are on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from satcross.errors import printable
from satcross.pictures.embedding import Embedding, embed, enclosed
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
    text_angle,
)
from satcross.pictures.layout.parts import CELL, GAP, LEADING, NAME, TYPE, Caption, Label, Layout, Track
from satcross.puzzle.model import Puzzle

_RADIUS: Final = 0.42 * CELL
_CIRCLE: Final = tuple((_RADIUS * cos(pi * k / 12), _RADIUS * sin(pi * k / 12)) for k in range(24))
_CIRCLE_INSIDE: Final = CELL * 0.62

_ROOM: Final = 0.6  # if a smaller share of the lines has room beside the grid, all clues are easier to find in the list
_BEND: Final = 0.4 * CELL  # the cells of a line with a label may be so far from a straight line
_LONGEST_NAME: Final = 30  # letters of a line's name that are shown beside its clue
_TRACK_PITCH: Final = 6.0  # between the tracks of several lines that join the same two cells


def lay_out_lines(puzzle: Puzzle) -> Layout:
    """Return the layout of a puzzle of the shape `lines`."""
    embedding = embed(puzzle)
    centres = tuple((x * CELL, y * CELL) for x, y in embedding.places)
    gaps = [(x * CELL, y * CELL) for x, y in enclosed(embedding)]
    builder = LayoutBuilder(puzzle, centres, LABEL_REACH, embedding.lattice == "layers")
    labelled = frozenset[int]() if embedding.lattice == "layers" else _add_labels(builder, puzzle, embedding, gaps)
    for number in _in_reading_order(builder, embedding):
        if number not in labelled:
            builder.list_line(number)
    if embedding.lattice == "triangular":
        return builder.finish(copies(HEXAGON, centres), HEXAGON_INSIDE, blocks=copies(HEXAGON, gaps))
    if embedding.lattice == "free":
        return builder.finish(copies(_CIRCLE, centres), _CIRCLE_INSIDE, tracks=_tracks(puzzle, centres))
    return builder.finish(
        copies(SQUARE, centres),
        SQUARE_INSIDE,
        blocks=copies(SQUARE, gaps),
        bars=_bars(puzzle, embedding),
        captions=_captions(puzzle, embedding),
    )


def _in_reading_order(builder: LayoutBuilder, embedding: Embedding) -> list[int]:
    """Return the lines with clues, on a lattice in the order of their first cells, row by row."""
    with_clues = [number for number, line in enumerate(builder.puzzle.lines) if line.clues]
    if embedding.lattice == "free":
        return with_clues

    def start(number: int) -> tuple[float, float]:
        x, y = embedding.places[builder.puzzle.lines[number].cells[0]]
        return y, x

    return sorted(with_clues, key=start)


def _add_labels(builder: LayoutBuilder, puzzle: Puzzle, embedding: Embedding, gaps: Sequence[Point]) -> frozenset[int]:
    """Write the clues of lines beside their first or else their last cells where there is room; return these lines.

    There is no room for a line that is not straight, or whose label would cover a cell or another label.
    """
    band = (PITCH if embedding.lattice == "triangular" else CELL) * BAND
    labels: list[tuple[Label, Point]] = []
    taken = [_RotatedRectangle(centre, (1.0, 0.0), CELL * 0.38, CELL * 0.38) for centre in [*builder.centres, *gaps]]
    for number, line in enumerate(puzzle.lines):
        texts = [(NAME, _short(line.name)), *clue_texts(line)]
        fit = builder.fit(texts, band) if line.clues else None
        reading = _direction([builder.centres[cell] for cell in line.cells])
        if fit is None or reading is None:
            continue
        for end, sign in ((line.cells[0], -1), (line.cells[-1], 1)):
            outward = (sign * reading[0], sign * reading[1])
            reach = (_RADIUS if embedding.lattice == "free" else CELL / 2) + GAP
            at = (builder.centres[end][0] + outward[0] * reach, builder.centres[end][1] + outward[1] * reach)
            label = Label(number, at, outward, text_angle(reading), *fit)
            rectangle = _label_rectangle(label)
            if not any(rectangle.overlaps(other) for other in taken):
                labels.append((label, reading))
                taken.append(rectangle)
                break
    if len(labels) < _ROOM * sum(bool(line.clues) for line in puzzle.lines):
        return frozenset()
    for label, reading in labels:
        builder.add_label(label, reading)
    return frozenset(label.line for label, _ in labels)


def _short(name: str) -> str:
    """Return a line's name for the place beside its clue."""
    shown = printable(name)
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"


def _direction(points: Sequence[Point]) -> Point | None:
    """Return the unit vector from the first to the last point if all lie evenly between them, else None."""
    (x, y), (u, v) = points[0], points[-1]
    if len(points) == 1:
        return 1.0, 0.0
    length = hypot(u - x, v - y)
    if length < 1.0:
        return None
    for index, (px, py) in enumerate(points):
        part = index / (len(points) - 1)
        if hypot(px - x - (u - x) * part, py - y - (v - y) * part) > _BEND:
            return None
    return (u - x) / length, (v - y) / length


def _tracks(puzzle: Puzzle, centres: Sequence[Point]) -> tuple[Track, ...]:
    """Return the steps of all lines, those between the same two cells next to each other."""
    lines_of: dict[tuple[int, int], list[int]] = {}
    for number, line in enumerate(puzzle.lines):
        for here, there in pairwise(line.cells):
            lines = lines_of.setdefault((min(here, there), max(here, there)), [])
            if here != there and number not in lines:
                lines.append(number)
    tracks = []
    for (here, there), lines in lines_of.items():
        (x, y), (u, v) = centres[here], centres[there]
        length = hypot(u - x, v - y) or 1.0
        for place, number in enumerate(lines):
            offset = (place - (len(lines) - 1) / 2) * _TRACK_PITCH
            dx, dy = -(v - y) / length * offset, (u - x) / length * offset
            tracks.append(Track(number, (x + dx, y + dy), (u + dx, v + dy)))
    return tuple(tracks)


def _bars(puzzle: Puzzle, embedding: Embedding) -> tuple[tuple[Point, Point], ...]:
    """Return the edges between cells of a square lattice that touch but never follow each other on a line."""
    cell_at = {(round(x), round(y)): cell for cell, (x, y) in enumerate(embedding.places)}
    joined = {pair for line in puzzle.lines for pair in pairwise(line.cells)}
    bars = []
    for (x, y), cell in cell_at.items():
        for dx, dy in ((1, 0), (0, 1)):
            other = cell_at.get((x + dx, y + dy))
            if other is not None and (cell, other) not in joined and (other, cell) not in joined:
                corner = ((x + 0.5) * CELL, (y + 0.5) * CELL)
                start = (corner[0] - dy * CELL, corner[1] - dx * CELL)
                bars.append((start, corner))
    return tuple(bars)


def _captions(puzzle: Puzzle, embedding: Embedding) -> tuple[Caption, ...]:
    """Return the names of the layers, each below its layer."""
    captions = []
    for name, cells in (
        zip(layer_names(puzzle, embedding), embedding.layers, strict=True) if len(embedding.layers) > 1 else ()
    ):
        xs = [embedding.places[cell][0] for cell in cells]
        bottom = max(embedding.places[cell][1] for cell in cells)
        captions.append(Caption(name, ((min(xs) + max(xs)) / 2 * CELL, (bottom + 0.5) * CELL + GAP + TYPE / 2)))
    return tuple(captions)


def layer_names(puzzle: Puzzle, embedding: Embedding) -> list[str]:
    """Return what each layer is called: "layer 1", "layer 2", or what the lines call them; "" for a single one."""
    count = len(embedding.layers)
    names = [_layer_name(puzzle, frozenset(cells)) for cells in embedding.layers] if count > 1 else [""] * count
    if count > 1 and ("" in names or len(set(names)) < count):
        names = [f"layer {number}" for number in range(1, count + 1)]
    return names


def _layer_name(puzzle: Puzzle, layer: frozenset[int]) -> str:
    """Return what the names of the lines within a layer have in common at their beginning, in whole words."""
    names = [line.name for line in puzzle.lines if len(line.cells) > 1 and layer.issuperset(line.cells)]
    lowest, highest = min(names, default=""), max(names, default="")
    different = (place for place, (a, b) in enumerate(zip(lowest, highest, strict=False)) if a != b)
    prefix = lowest[: next(different, len(lowest))]
    if any(prefix != name and name[len(prefix)].isalnum() and prefix[-1:].isalnum() for name in names):
        prefix = prefix.rpartition(" ")[0]
    return prefix.strip(" ,;:-") if len(names) > 1 else ""


class _RotatedRectangle(NamedTuple):
    """A rectangle: its middle, the direction of its length, and half of its length and height."""

    centre: Point
    along: Point
    half_length: float
    half_height: float

    def overlaps(self, other: _RotatedRectangle) -> bool:
        """Return whether the two meet: whether no axis of either separates them."""
        dx, dy = other.centre[0] - self.centre[0], other.centre[1] - self.centre[1]
        reach = self.half_length + self.half_height + other.half_length + other.half_height
        if hypot(dx, dy) > reach:
            return False
        for ux, uy in (self.along, _perpendicular(self.along), other.along, _perpendicular(other.along)):
            gap = abs(dx * ux + dy * uy)
            if gap > self._half_extent((ux, uy)) + other._half_extent((ux, uy)):
                return False
        return True

    def _half_extent(self, axis: Point) -> float:
        """Return half of the length of the rectangle's projection on `axis`."""
        across = _perpendicular(self.along)
        dot = abs(axis[0] * self.along[0] + axis[1] * self.along[1])
        cross = abs(axis[0] * across[0] + axis[1] * across[1])
        return self.half_length * dot + self.half_height * cross


def _perpendicular(direction: Point) -> Point:
    return -direction[1], direction[0]


def _label_rectangle(label: Label) -> _RotatedRectangle:
    """Return the rectangle that a label covers."""
    half = label.length / 2
    centre = (label.at[0] + label.outward[0] * half, label.at[1] + label.outward[1] * half)
    return _RotatedRectangle(centre, label.outward, half, LEADING * label.size * max(1, len(label.rows)) / 2)
