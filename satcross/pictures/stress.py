"""Cells that cannot be drawn on a lattice: distances in the picture follow the distances along the lines.

In: the number of cells, and the lines.  Out: a place for each cell.  Stress majorization starts from classical
scaling, and cells that come too close are then moved apart.

Reference: E. R. Gansner, Y. Koren and S. North, Graph drawing by stress majorization, Graph Drawing 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from satcross.pictures.lattice import Point

LEAST_DISTANCE: Final = 1.12  # of two cells
_PAIRS: Final = 1_000_000  # pairs of cells that may be looked at in all rounds together: about a second
_LEVELLED: Final = 20  # at most this many of the longest lines are tried as the level one
_STRAIGHTNESS: Final = 4.0  # the weight of two cells on one line; that of two other cells is 1


def place_by_stress(count: int, lines: Sequence[Sequence[int]]) -> tuple[Point, ...]:
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
    ends as far to the right as possible.  A star that is listed from its top thus stands on two of its points, as
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
