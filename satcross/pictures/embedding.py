"""The places of the cells of a puzzle that only says which lines they are on.

In: a puzzle of the shape `lines`.  Out: a place for each cell, in units of the distance between neighbours, x to the
right and y downwards.  The same puzzle always gets the same places.

If all lines can be drawn straight, one cell after the other, the cells lie on the square lattice (crosswords), on the
triangular lattice (triangles), or in layers of square lattices (boxes); see `lattice`.  If not, distances in the
picture follow the distances along the lines as nearly as possible; see `stress`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from satcross.pictures.lattice import STEPS, Lattice, LatticePlace, Point, place_straight
from satcross.pictures.stress import LEAST_DISTANCE, place_by_stress
from satcross.puzzle.model import Puzzle

_MOST_FREE_CELLS: Final = 600  # more would take seconds, and the picture would show nothing but a tangle


class Embedding(NamedTuple):
    """Where cells are drawn.

    Attributes:
        lattice: What the places lie on.
        places: Place of each cell.
        layers: The cells of each layer, from left to right; empty if there are no layers.
    """

    lattice: Lattice
    places: tuple[Point, ...]
    layers: tuple[tuple[int, ...], ...] = ()


def embed(puzzle: Puzzle) -> Embedding:
    """Return places for the cells of `puzzle`; only its lines matter."""
    lines = [line.cells for line in puzzle.lines if line.cells]
    if all(len(set(cells)) == len(cells) for cells in lines):
        groups = _connected(len(puzzle.cells), lines)
        for lattice in ("square", "triangular", "layers"):
            parts = []
            for group in groups:
                part = place_straight([cells for cells in lines if cells[0] in group], STEPS[lattice])
                if part is None:
                    break
                parts.append(part or dict.fromkeys(group, (0, 0, 0)))
            else:
                return _side_by_side(len(puzzle.cells), parts, lattice)
    count = len(puzzle.cells)
    return Embedding("free", place_by_stress(count, lines) if count <= _MOST_FREE_CELLS else _in_rows(count, lines))


def enclosed(embedding: Embedding) -> tuple[Point, ...]:
    """Return the empty places of the lattice that cells enclose.

    In a picture they would be taken for cells.
    """
    if embedding.lattice == "free":
        return ()
    steps: tuple[Point, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
    if embedding.lattice == "triangular":
        steps = tuple((x, y * sqrt(3) / 2) for x, y in ((1, 0), (-1, 0), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1)))

    def around(place: Point) -> list[Point]:
        return [(round(place[0] + dx, 3), round(place[1] + dy, 3)) for dx, dy in steps]

    cells = {(round(x, 3), round(y, 3)) for x, y in embedding.places}
    right, bottom = max((x for x, _ in cells), default=0), max((y for _, y in cells), default=0)
    points: list[Point] = []
    seen: set[Point] = set()
    for start in sorted({place for cell in cells for place in around(cell)} - cells):
        if start in seen:
            continue
        seen.add(start)
        region, is_open = [start], False
        for place in region:
            if not (0 <= place[0] <= right and 0 <= place[1] <= bottom):
                is_open = True
                continue
            new = [each for each in around(place) if each not in cells and each not in seen]
            seen.update(new)
            region += new
        if not is_open:
            points += region
    return tuple(points)


def _connected(count: int, lines: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return the sets of cells that lines connect, in the order of their first cells."""
    group_of = [{cell} for cell in range(count)]
    for cells in lines:
        joined = group_of[cells[0]]
        for cell in cells:
            other = group_of[cell]
            if other is not joined:
                if len(other) > len(joined):
                    joined, other = other, joined
                joined |= other
                for member in other:
                    group_of[member] = joined
    groups: dict[int, set[int]] = {}
    for cell in range(count):
        groups.setdefault(id(group_of[cell]), group_of[cell])
    return list(groups.values())


def _side_by_side(count: int, parts: Sequence[dict[int, LatticePlace]], lattice: Lattice) -> Embedding:
    """Return the connected parts next to each other, each with its layers next to each other."""
    places: list[Point] = [(0.0, 0.0)] * count
    layers: list[tuple[int, ...]] = []
    left = 0.0
    for part in parts:
        points = {}
        across = max(x for x, _, _ in part.values()) - min(x for x, _, _ in part.values()) + 2
        for cell, (x, y, z) in part.items():
            points[cell] = (
                (x + y / 2, y * sqrt(3) / 2) if lattice == "triangular" else (float(x + z * across), float(y))
            )
        low = min(x for x, _ in points.values())
        top = min(y for _, y in points.values())
        for cell, (px, py) in points.items():
            places[cell] = (px - low + left, py - top)
        left += max(x for x, _ in points.values()) - low + 2
        depths = sorted({z for _, _, z in part.values()})
        layers += [tuple(cell for cell, place in sorted(part.items()) if place[2] == depth) for depth in depths]
    return Embedding(lattice, tuple(places), tuple(layers) if lattice == "layers" else ())


def _in_rows(count: int, lines: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    """Return places in rows: each row has the cells of a line that no earlier line has."""
    places: dict[int, Point] = {}
    row = 0
    for cells in [*lines, range(count)]:
        new = [cell for cell in dict.fromkeys(cells) if cell not in places]
        places.update({cell: (column * LEAST_DISTANCE, row * 1.5) for column, cell in enumerate(new)})
        row += bool(new)
    return tuple(places[cell] for cell in range(count))
