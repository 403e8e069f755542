"""Where to draw the cells of a puzzle that says nothing but which lines they are on.

In: a puzzle of the shape `lines`.  Out: a place for each cell, in units of the distance between neighbours, x to the
right and y downwards.  The same puzzle always gets the same places.

First it is tried whether all lines can be drawn straight, one cell after the other: on the square lattice
(crosswords), on the triangular lattice (triangles, stars), or in layers of square lattices (boxes).  The search
takes up lines in the order in which the lines before them fix them, and goes back when two cells meet in a place.
What cannot be drawn straight is drawn so that distances in the picture are distances along the lines as nearly as
possible (stress majorization, from a start by classical scaling), with cells that come too close pushed apart.

Reference: E. R. Gansner, Y. Koren and S. North, Graph drawing by stress majorization, Graph Drawing 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.model import Puzzle

Point: TypeAlias = tuple[float, float]
Place: TypeAlias = tuple[int, int, int]

Lattice: TypeAlias = Literal["square", "triangular", "layers", "free"]

_STEPS: Final[dict[Lattice, tuple[Place, ...]]] = {
    "square": ((1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)),
    # x is q, y is r of axial coordinates
    "triangular": ((1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)),
    "layers": ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)),
}
_PATIENCE: Final = 60  # steps of the search for each line before a lattice is given up
_PAIRS: Final = 1_000_000  # pairs of cells that the stress layout may look at: about a second
_STRAIGHTNESS: Final = 4.0  # weight of two cells on one line against two others
_APART: Final = 1.12  # least distance of two cells in a free layout
_MANY: Final = 600  # cells beyond which a free layout would take seconds, and show nothing but a tangle


class Embedding(NamedTuple):
    """Where cells are drawn.

    lattice  what the places lie on
    places   place of each cell
    """

    lattice: Lattice
    places: tuple[Point, ...]


def embed(puzzle: Puzzle) -> Embedding:
    """Return places for the cells of `puzzle`, going by its lines alone."""
    lines = [line.cells for line in puzzle.lines if line.cells]
    if all(len(set(cells)) == len(cells) for cells in lines):
        groups = _connected(len(puzzle.cells), lines)
        for lattice in ("square", "triangular", "layers"):
            parts = []
            for group in groups:
                part = _straight([cells for cells in lines if cells[0] in group], _STEPS[lattice])
                if part is None:
                    break
                parts.append(part or dict.fromkeys(group, (0, 0, 0)))
            else:
                return _side_by_side(len(puzzle.cells), parts, lattice)
    count = len(puzzle.cells)
    return Embedding("free", _by_stress(count, lines) if count <= _MANY else _in_rows(count, lines))


def enclosed(embedding: Embedding) -> tuple[Point, ...]:
    """Return the empty places of the lattice that cells enclose, and which would pass for cells in a picture."""
    if embedding.lattice == "free":
        return ()
    steps: tuple[Point, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
    if embedding.lattice == "triangular":
        steps = tuple((x, y * sqrt(3) / 2) for x, y in ((1, 0), (-1, 0), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1)))

    def around(place: Point) -> list[Point]:
        return [(round(place[0] + dx, 3), round(place[1] + dy, 3)) for dx, dy in steps]

    cells = {(round(x, 3), round(y, 3)) for x, y in embedding.places}
    right, bottom = max((x for x, _ in cells), default=0), max((y for _, y in cells), default=0)
    found: list[Point] = []
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
            found += region
    return tuple(found)


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


def _straight(lines: Sequence[Sequence[int]], steps: Sequence[Place]) -> dict[int, Place] | None:
    """Return a place for each cell such that every line takes one of `steps` again and again; None: not found.

    Cells without a line get none.
    """
    place_of: dict[int, Place] = {}
    cell_at: dict[Place, int] = {}
    patience = _PATIENCE * len(lines) + 500
    # each choice: the line, the steps not yet tried, the cells it has placed, the lines done before it
    trail: list[tuple[int, list[Place], list[int]]] = []
    done: set[int] = set()
    fixed = [0] * len(lines)  # how many cells of each line have a place
    through: dict[int, list[int]] = {}
    for each, cells in enumerate(lines):
        for cell in cells:
            through.setdefault(cell, []).append(each)

    def next_line() -> int | None:
        best, best_key = None, (-1, 0)
        for number, cells in enumerate(lines):
            if number not in done:
                key = (min(2, fixed[number]), len(cells))
                if key > best_key:
                    best, best_key = number, key
        return best

    def options(number: int) -> list[Place]:
        cells = lines[number]
        placed = [index for index, cell in enumerate(cells) if cell in place_of]
        if not placed:
            return [steps[0]]
        if len(placed) == 1:
            crossing = {
                step
                for other in through[cells[placed[0]]]
                if other in done and len(lines[other]) > 1
                for step in [_difference(place_of[lines[other][1]], place_of[lines[other][0]])]
            }
            taken = crossing | {(-x, -y, -z) for x, y, z in crossing}
            return sorted(steps, key=lambda step: (step in taken, steps.index(step)))
        first, last = placed[0], placed[-1]
        across = _difference(place_of[cells[last]], place_of[cells[first]])
        span = last - first
        return [step for step in steps if (step[0] * span, step[1] * span, step[2] * span) == across]

    def place(number: int, step: Place) -> list[int] | None:
        cells = lines[number]
        index, cell = next(((i, cell) for i, cell in enumerate(cells) if cell in place_of), (0, -1))
        x, y, z = place_of.get(cell, (0, 0, 0))
        new: list[int] = []
        for i, each in enumerate(cells):
            at = (x + (i - index) * step[0], y + (i - index) * step[1], z + (i - index) * step[2])
            if place_of.get(each, at) != at or cell_at.get(at, each) != each:
                unplace(new)
                return None
            if each not in place_of:
                place_of[each] = at
                cell_at[at] = each
                new.append(each)
                for other in through[each]:
                    fixed[other] += 1
        return new

    def unplace(cells: Sequence[int]) -> None:
        for cell in cells:
            del cell_at[place_of.pop(cell)]
            for other in through[cell]:
                fixed[other] -= 1

    number = next_line()
    while number is not None:
        trail.append((number, options(number)[::-1], []))
        while True:
            if not trail:
                return None
            current, untried, placed = trail.pop()
            unplace(placed)
            done.discard(current)
            fresh = None
            while untried and fresh is None:
                patience -= 1
                if patience < 0:
                    return None
                fresh = place(current, untried.pop())
            if fresh is not None:
                trail.append((current, untried, fresh))
                done.add(current)
                break
        number = next_line()
    return place_of


def _difference(left: Place, right: Place) -> Place:
    return left[0] - right[0], left[1] - right[1], left[2] - right[2]


def _side_by_side(count: int, parts: Sequence[dict[int, Place]], lattice: Lattice) -> Embedding:
    """Return the connected parts next to each other, each with its layers next to each other."""
    places: list[Point] = [(0.0, 0.0)] * count
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
    return Embedding(lattice, tuple(places))


def _in_rows(count: int, lines: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    """Return places in rows: each line lists the cells that no line before it has."""
    places: dict[int, Point] = {}
    row = 0
    for cells in [*lines, range(count)]:
        new = [cell for cell in dict.fromkeys(cells) if cell not in places]
        places.update({cell: (column * _APART, row * 1.5) for column, cell in enumerate(new)})
        row += bool(new)
    return tuple(places[cell] for cell in range(count))


def _by_stress(count: int, lines: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    """Return places whose distances are the distances along lines as nearly as possible."""
    if count < 2:
        return ((0.0, 0.0),) * count
    distance = _distances(count, lines)
    weight = [[1 / (wanted * wanted) if wanted else 0.0 for wanted in row] for row in distance]
    for cells in lines:
        for i, here in enumerate(cells):
            for j, there in enumerate(cells[:i]):
                # a line that takes the shortest way between its cells should be straight
                if distance[here][there] == i - j:
                    weight[here][there] = weight[there][here] = _STRAIGHTNESS / (i - j) ** 2
    rounds = max(10, min(300, _PAIRS // (count * count)))
    points = _scaled(distance, rounds)
    for _ in range(rounds):
        moved = []
        for i in range(count):
            x = y = total = 0.0
            xi, yi = points[i]
            for (xj, yj), wanted, pull in zip(points, distance[i], weight[i], strict=True):
                if pull:
                    scale = wanted / (hypot(xi - xj, yi - yj) or 1e-9)
                    x += pull * (xj + (xi - xj) * scale)
                    y += pull * (yj + (yi - yj) * scale)
                    total += pull
            moved.append((x / total, y / total))
        points = moved
    return _pushed_apart(_levelled(points, lines))


def _scaled(distance: Sequence[Sequence[float]], rounds: int) -> list[Point]:
    """Return the two main axes of the distances: classical scaling (Torgerson 1952), by power iteration."""
    count = len(distance)
    squares = [[each * each for each in row] for row in distance]
    means = [sum(row) / count for row in squares]
    mean = sum(means) / count
    centred = [
        [-(each - means[i] - means[j] + mean) / 2 for j, each in enumerate(row)] for i, row in enumerate(squares)
    ]
    axes: list[list[float]] = []
    for axis in range(2):
        # any start will do that is no eigenvector; cells in order around a circle give symmetric puzzles a chance
        vector = [cos(2 * pi * i / count + axis * pi / 2) + i * 1e-3 for i in range(count)]
        size = 1.0
        for _ in range(min(rounds, 100)):
            for other in axes:
                dot = sum(a * b for a, b in zip(vector, other, strict=True)) / sum(a * a for a in other)
                vector = [a - dot * b for a, b in zip(vector, other, strict=True)]
            vector = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in centred]
            size = sqrt(sum(each * each for each in vector)) or 1.0
            vector = [each / size for each in vector]
        axes.append([each * sqrt(size) for each in vector])
    return [(x + 1e-3 * cos(i), y + 1e-3 * sin(i)) for i, (x, y) in enumerate(zip(*axes, strict=True))]


def _distances(count: int, lines: Sequence[Sequence[int]]) -> list[list[float]]:
    """Return the least number of steps along lines between each two cells; what is not connected is far apart."""
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for cells in lines:
        for here, there in pairwise(cells):
            if here != there:
                neighbours[here].add(there)
                neighbours[there].add(here)
    table = []
    for start in range(count):
        steps = {start: 0}
        front = [start]
        while front:
            ahead = []
            for cell in front:
                for each in sorted(neighbours[cell]):
                    if each not in steps:
                        steps[each] = steps[cell] + 1
                        ahead.append(each)
            front = ahead
        far = sqrt(count) + 2
        table.append([steps.get(cell, far) for cell in range(count)])
    return table


def _levelled(points: list[Point], lines: Sequence[Sequence[int]]) -> list[Point]:
    """Return the points turned so that the longest line runs from left to right."""
    longest: Sequence[int] = max(lines, key=len, default=(0, 0))
    (x, y), (u, v) = points[longest[0]], points[longest[-1]]
    length = hypot(u - x, v - y)
    if length < 1e-6:
        return points
    c, s = (u - x) / length, (v - y) / length
    return [(px * c + py * s, py * c - px * s) for px, py in points]


def _pushed_apart(points: list[Point]) -> tuple[Point, ...]:
    """Return the points with those closer than `_APART` moved away from each other."""
    for _ in range(200):
        # only points in neighbouring squares can be too close
        squares: dict[tuple[int, int], list[int]] = {}
        for i, (x, y) in enumerate(points):
            squares.setdefault((int(x // _APART), int(y // _APART)), []).append(i)
        moved = False
        for (column, row), members in squares.items():
            around = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            near = [each for square in around for each in squares.get(square, ())]
            for i in members:
                for j in near:
                    if j < i and _push(points, i, j):
                        moved = True
        if not moved:
            break
    return tuple((round(x, 4), round(y, 4)) for x, y in points)


def _push(points: list[Point], i: int, j: int) -> bool:
    """Move two points `_APART` from each other if they are closer, and return whether they were."""
    (x, y), (u, v) = points[i], points[j]
    gap = hypot(x - u, y - v)
    if gap >= _APART - 1e-6:
        return False
    way = ((x - u) / gap, (y - v) / gap) if gap > 1e-6 else (cos(i), sin(i))
    half = (_APART - gap) / 2
    points[i] = (x + way[0] * half, y + way[1] * half)
    points[j] = (u - way[0] * half, v - way[1] * half)
    return True
