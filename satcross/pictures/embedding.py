"""The places of the cells of a puzzle that only says which lines they are on.

In: a puzzle of the shape `lines`.  Out: a place for each cell, in units of the distance between neighbours, x to the
right and y downwards.  The same puzzle always gets the same places.

If all lines can be drawn straight, one cell after the other, the cells are on the square lattice (crosswords), on the
triangular lattice (triangles), or in layers of square lattices (boxes); see `lattice`.  If not, distances in the
picture follow the distances along the lines as nearly as possible; see `stress`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import Final, Literal, TypeAlias

from satcross.base.records import NamedTuple
from satcross.puzzle import Puzzle

Point: TypeAlias = tuple[float, float]
LatticePlace: TypeAlias = tuple[int, int, int]
Lattice: TypeAlias = Literal["square", "triangular", "layers", "free"]

STEPS: Final[dict[Lattice, tuple[LatticePlace, ...]]] = {
    "square": ((1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)),
    # x is q, y is r of axial coordinates
    "triangular": ((1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)),
    "layers": ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)),
}
_TRIALS_PER_LINE: Final = 60  # a lattice is given up after this many trials for each line, and `_TRIALS` more
_TRIALS: Final = 500


def place_straight(lines: Sequence[Sequence[int]], steps: Sequence[LatticePlace]) -> dict[int, LatticePlace] | None:
    """Return a place for each cell such that every line repeats one of `steps`; None if none was found.

    Cells without a line get no place.

    In: the lines, and the steps that a line may take on the lattice.  Out: a place for each cell, or None.  The search
    takes up the lines in the order in which earlier lines fix them, and goes back when two cells would share a place.
    """
    board = _Board(lines, steps)
    trials = _TRIALS_PER_LINE * len(lines) + _TRIALS
    choices: list[_Choice] = []
    while (line := board.next_line()) is not None:
        choices.append(_Choice(line, board.possible_steps(line)[::-1], []))
        while True:
            if not choices:
                return None
            choice = choices.pop()
            board.take_back(choice.line, choice.cells)
            cells: list[int] | None = None
            while choice.untried and cells is None:
                trials -= 1
                if trials < 0:
                    return None
                cells = board.place(choice.line, choice.untried.pop())
            if cells is not None:
                choices.append(choice._replace(cells=cells))
                break
    return board.place_of


class _Choice(NamedTuple):
    """A line, the steps that have not been tried for it, and the cells that got their place with it."""

    line: int
    untried: list[LatticePlace]
    cells: list[int]


class _Board:
    """The cells that have a place, and the lines that have been drawn."""

    __slots__ = ("cell_at", "drawn", "lines", "lines_through", "place_of", "placed_count", "steps")

    def __init__(self, lines: Sequence[Sequence[int]], steps: Sequence[LatticePlace]) -> None:
        self.lines = lines
        self.steps = steps
        self.place_of: dict[int, LatticePlace] = {}
        self.cell_at: dict[LatticePlace, int] = {}
        self.drawn: set[int] = set()
        self.placed_count = [0] * len(lines)  # the number of cells of each line that have a place
        self.lines_through: dict[int, list[int]] = {}
        for number, cells in enumerate(lines):
            for cell in cells:
                self.lines_through.setdefault(cell, []).append(number)

    def next_line(self) -> int | None:
        """Return the longest line among the lines that are fixed best, or None if all are drawn."""
        waiting = [number for number in range(len(self.lines)) if number not in self.drawn]
        return max(
            waiting, key=lambda number: (min(2, self.placed_count[number]), len(self.lines[number])), default=None
        )

    def possible_steps(self, line: int) -> list[LatticePlace]:
        """Return the steps that a line can take, the most promising first."""
        cells = self.lines[line]
        placed = [index for index, cell in enumerate(cells) if cell in self.place_of]
        if not placed:
            return [self.steps[0]]
        if len(placed) == 1:
            taken = self._steps_through(cells[placed[0]])
            return sorted(self.steps, key=lambda step: (step in taken, self.steps.index(step)))
        first, last = placed[0], placed[-1]
        across = _difference(self.place_of[cells[last]], self.place_of[cells[first]])
        span = last - first
        return [step for step in self.steps if (step[0] * span, step[1] * span, step[2] * span) == across]

    def _steps_through(self, cell: int) -> set[LatticePlace]:
        """Return the steps of the drawn lines through `cell`, in both directions."""
        steps = set()
        for other in self.lines_through[cell]:
            cells = self.lines[other]
            if other in self.drawn and len(cells) > 1:
                x, y, z = _difference(self.place_of[cells[1]], self.place_of[cells[0]])
                steps |= {(x, y, z), (-x, -y, -z)}
        return steps

    def place(self, line: int, step: LatticePlace) -> list[int] | None:
        """Draw a line; return the cells that got their place, or None (and change nothing) if two cells would meet."""
        cells = self.lines[line]
        index, cell = next(((i, cell) for i, cell in enumerate(cells) if cell in self.place_of), (0, -1))
        x, y, z = self.place_of.get(cell, (0, 0, 0))
        new: list[int] = []
        for i, each in enumerate(cells):
            at = (x + (i - index) * step[0], y + (i - index) * step[1], z + (i - index) * step[2])
            if self.place_of.get(each, at) != at or self.cell_at.get(at, each) != each:
                self.take_back(line, new)
                return None
            if each not in self.place_of:
                self.place_of[each] = at
                self.cell_at[at] = each
                new.append(each)
                for other in self.lines_through[each]:
                    self.placed_count[other] += 1
        self.drawn.add(line)
        return new

    def take_back(self, line: int, cells: Sequence[int]) -> None:
        """Remove a line, and the places of `cells`."""
        self.drawn.discard(line)
        for cell in cells:
            del self.cell_at[self.place_of.pop(cell)]
            for other in self.lines_through[cell]:
                self.placed_count[other] -= 1


def _difference(left: LatticePlace, right: LatticePlace) -> LatticePlace:
    return left[0] - right[0], left[1] - right[1], left[2] - right[2]


LEAST_DISTANCE: Final = 1.12  # of two cells
_PAIRS: Final = 1_000_000  # pairs of cells that may be looked at in all rounds together: about a second
_LEVELLED: Final = 20  # at most this many of the longest lines are tried as the level one
_STRAIGHTNESS: Final = 4.0  # the weight of two cells on one line; that of two other cells is 1


def place_by_stress(count: int, lines: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    """Return places whose distances are the distances along lines as nearly as possible.

    In: the number of cells, and the lines.  Out: a place for each cell.  Stress majorization starts from classical
    scaling, and cells that come too close are then moved apart.

    Reference: E. R. Gansner, Y. Koren and S. North, Graph drawing by stress majorization, Graph Drawing 2004.
    """
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
    return _moved_apart(_upright(points, lines))


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


def _upright(points: list[Point], lines: Sequence[Sequence[int]]) -> list[Point]:
    """Return the points rotated, and mirrored if necessary, so that the picture reads as its author lists the lines.

    One of the longest lines is level, the first cell is as far above the middle as possible, and then the first line
    ends as far to the right as possible.  A star that is listed from its top thus is on two of its points, as
    people draw it.
    """
    if not lines:
        return points
    most = max(map(len, lines))
    first, last = lines[0][0], lines[0][-1]
    best, best_key = points, (float("inf"), 0.0)
    for cells in [cells for cells in lines if len(cells) == most][:_LEVELLED]:
        for ends in ((cells[0], cells[-1]), (cells[-1], cells[0])):
            rotated = _levelled(points, *ends)
            for turned in (rotated, [(x, -y) for x, y in rotated]):
                depth = turned[first][1] - sum(y for _, y in turned) / len(turned)
                key = (round(depth, 2), round(turned[first][0] - turned[last][0], 2))
                if key < best_key:
                    best, best_key = turned, key
    return best


def _levelled(points: Sequence[Point], start: int, end: int) -> list[Point]:
    """Return the points rotated so that `end` is to the right of `start`."""
    (x, y), (u, v) = points[start], points[end]
    length = hypot(u - x, v - y)
    if length < 1e-6:
        return list(points)
    c, s = (u - x) / length, (v - y) / length
    return [(px * c + py * s, py * c - px * s) for px, py in points]


def _moved_apart(points: list[Point]) -> tuple[Point, ...]:
    """Return the points after those closer than `LEAST_DISTANCE` have been moved away from each other."""
    for _ in range(200):
        # only points in neighbouring squares can be too close
        squares: dict[tuple[int, int], list[int]] = {}
        for i, (x, y) in enumerate(points):
            squares.setdefault((int(x // LEAST_DISTANCE), int(y // LEAST_DISTANCE)), []).append(i)
        moved = False
        for (column, row), members in squares.items():
            around = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            near = [each for square in around for each in squares.get(square, ())]
            for i in members:
                for j in near:
                    if j < i and _separate(points, i, j):
                        moved = True
        if not moved:
            break
    return tuple((round(x, 4), round(y, 4)) for x, y in points)


def _separate(points: list[Point], i: int, j: int) -> bool:
    """Move two points `LEAST_DISTANCE` from each other if they are closer, and return whether they were."""
    (x, y), (u, v) = points[i], points[j]
    gap = hypot(x - u, y - v)
    if gap >= LEAST_DISTANCE - 1e-6:
        return False
    way = ((x - u) / gap, (y - v) / gap) if gap > 1e-6 else (cos(i), sin(i))
    half = (LEAST_DISTANCE - gap) / 2
    points[i] = (x + way[0] * half, y + way[1] * half)
    points[j] = (u - way[0] * half, v - way[1] * half)
    return True


_MOST_FREE_CELLS: Final = 600  # more would take seconds, and the picture would show nothing but a tangle


class Embedding(NamedTuple):
    """Where cells are drawn.

    Attributes:
        lattice: What the places are on.
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
