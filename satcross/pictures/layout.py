"""Where everything of a picture lies: cells, clues along their lines, arrows for the reading direction, bars.

In: a puzzle.  Out: a `Layout`, in units of which a cell is `CELL` wide; x to the right, y downwards, angles in degrees
clockwise.  All pictures, and the page to play on, are drawn from it.

A clue is written along its line, outside the grid where the line begins (rectangles: the second clue where it ends).
Text is turned by a quarter at most, so that it never stands on its head; the arrow before it says which way its line is
read.  A clue too long for that is wrapped and set smaller; when even that does not fit, or would cover something, the
line gets a number there, and its clues go to the list below the grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import Final, NamedTuple

from satcross.model import Clue, Line, Puzzle
from satcross.pictures.embedding import Embedding, Point, embed, enclosed
from satcross.pictures.lettering import constraint_text, reversed_mark, visible, width, wrap

CELL: Final = 40.0
TYPE: Final = 13.0  # of a clue that has room
LEAST_TYPE: Final = 8.5  # what print can still show when the grid fills a page
LEADING: Final = 1.2  # distance of rows of text, in type sizes

_GAP: Final = 5.0  # between the grid and what is written beside it
_ARROW: Final = 0.62  # length of an arrow, in type sizes
_BAND: Final = 0.94  # how much of the distance between two lines their clues may take up
_LABEL: Final = 6.5 * CELL  # how far clues may reach from the grid, or a third of the grid if that is more
_TAG: Final = 9.0  # type size of the number in a cell


class Row(NamedTuple):
    """One row of text of a label: (a part of) clue number `clue` of the line; `is_first`: the part it begins with."""

    text: str
    clue: int
    is_first: bool


class Label(NamedTuple):
    """Clues of one line, or its number, written beside the grid.

    line    index into `Puzzle.lines`
    at      the middle of that end of the label which touches the grid
    outward unit vector from there away from the grid
    angle   of the text, in degrees, at least -90 and less than 90
    size    of the type
    rows    empty: a number that points to the list
    number  in the list, or 0
    """

    line: int
    at: Point
    outward: Point
    angle: float
    size: float
    rows: tuple[Row, ...]
    number: int = 0

    @property
    def is_outward(self) -> bool:
        """Whether the text begins at the grid."""
        return cos(radians(self.angle)) * self.outward[0] + sin(radians(self.angle)) * self.outward[1] > 0

    def spot(self, row: int, along: float) -> Point:
        """Return the point in the middle of a row's height, `along` units away from the grid."""
        across = (row - (len(self.rows) - 1) / 2) * LEADING * self.size if self.rows else 0.0
        turn = radians(self.angle)
        return (
            self.at[0] + along * self.outward[0] - across * sin(turn),
            self.at[1] + along * self.outward[1] + across * cos(turn),
        )

    @property
    def text_start(self) -> float:
        """How far from the grid the text is, behind the arrow."""
        return (_ARROW + 0.45) * self.size

    @property
    def length(self) -> float:
        """How far it reaches from the grid."""
        longest = max((width(row.text) for row in self.rows), default=1.6)
        return self.text_start + longest * self.size


class Arrow(NamedTuple):
    """A small triangle that says which way a line is read."""

    centre: Point
    towards: Point
    length: float


class Tag(NamedTuple):
    """A number in the corner of the first cell of lines whose clues are in the list; `at`: where its text begins."""

    cell: int
    number: int
    at: Point
    size: float


class Entry(NamedTuple):
    """A line in the list below the grid: its number, direction (None: into the picture), name, and clues."""

    number: int
    line: int
    towards: Point | None
    name: str
    clues: tuple[str, ...]


class Track(NamedTuple):
    """One step of a line from cell to cell; where several lines take it, their tracks lie side by side."""

    line: int
    start: Point
    end: Point


class Layout(NamedTuple):
    """Where everything lies.

    centres   middle of each cell
    outlines  corners of each cell
    inside    side of the square for letters in a cell
    blocks    corners of each place without a cell that would else pass for one
    labels, arrows, tags  as their classes say
    tracks    of lines between cells that do not touch
    bars      between neighbours that no line takes one after the other
    entries   the list below the grid
    """

    centres: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    inside: float
    blocks: tuple[tuple[Point, ...], ...] = ()
    labels: tuple[Label, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    tags: tuple[Tag, ...] = ()
    tracks: tuple[Track, ...] = ()
    bars: tuple[tuple[Point, Point], ...] = ()
    entries: tuple[Entry, ...] = ()


def lay_out(puzzle: Puzzle) -> Layout:
    """Return the layout of `puzzle`."""
    if puzzle.shape.kind == "rectangle":
        return _rectangle(puzzle)
    if puzzle.shape.kind == "hexagon":
        return _hexagon(puzzle)
    return _lines(puzzle)


# -- rectangles


def _rectangle(puzzle: Puzzle) -> Layout:
    height, wide = puzzle.shape.sizes
    centres = tuple(_square_centre(address) for address in puzzle.cells)
    frame = _Frame(puzzle, centres, _LABEL if max(height, wide) < 20 else CELL * max(height, wide) / 3)
    right, bottom = wide * CELL + _GAP, height * CELL + _GAP
    for number, line in enumerate(puzzle.lines):
        family, _, place = line.name.rpartition(" ")
        texts = _texts(line)
        if not texts:
            continue
        if family not in ("row", "column") or not place.isdecimal():
            frame.list_line(number)
            continue
        middle = (int(place) - 0.5) * CELL
        if family == "row":
            ends = [((-_GAP, middle), (-1.0, 0.0)), ((right, middle), (1.0, 0.0))]
            reading, angle = (1.0, 0.0), 0.0
        else:
            ends = [((middle, -_GAP), (0.0, -1.0)), ((middle, bottom), (0.0, 1.0))]
            reading, angle = (0.0, 1.0), -90.0
        sides = [(ends[side], texts[side::2]) for side in (0, 1) if texts[side::2]]
        fitted = [(end, frame.fit(clues, CELL * _BAND)) for end, clues in sides]
        if all(fit is not None for _, fit in fitted):
            for (at, outward), fit in fitted:
                assert fit is not None
                frame.label(Label(number, at, outward, angle, *fit), reading)
        else:
            frame.number(number, *ends[0], angle, reading)
    outlines = tuple(_square(centre) for centre in centres)
    blocks = tuple(_square(_square_centre(hole)) for hole in puzzle.shape.holes)
    return frame.finish(outlines, CELL * 0.9, blocks=blocks)


def _square_centre(address: object) -> Point:
    assert isinstance(address, tuple)
    return (address[1] - 0.5) * CELL, (address[0] - 0.5) * CELL


def _square(centre: Point) -> tuple[Point, ...]:
    x, y = centre
    half = CELL / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


# -- hexagons

_PITCH: Final = CELL * sqrt(3) / 2  # between neighbouring lines

_READING: Final = {
    "horizontal": (1.0, 0.0),
    "rising": (-0.5, -sqrt(3) / 2),
    "falling": (-0.5, sqrt(3) / 2),
}


def _hexagon(puzzle: Puzzle) -> Layout:
    a, b, c = (size - 1 for size in puzzle.shape.sizes)

    def centre(q: float, r: float) -> Point:
        return (q + r / 2) * CELL, r * _PITCH

    def address(cell: object) -> Point:
        assert isinstance(cell, tuple)
        row, column = cell
        return column - 1 + max(0, c - row + 1), row - 1

    # where each line of each family begins, as (q, r) of its first place, holes included
    starts = {
        "horizontal": [(max(0, c - r), r) for r in range(b + c + 1)],
        "rising": [(q, min(b + c, a + b + c - q)) for q in range(a + c + 1)],
        "falling": [(min(a + c, s), s - min(a + c, s)) for s in range(a + b + c, c - 1, -1)],
    }
    centres = tuple(centre(*address(cell)) for cell in puzzle.cells)
    frame = _Frame(puzzle, centres, max(_LABEL, CELL * (a + b + c) / 3))
    for number, line in enumerate(puzzle.lines):
        family, _, place = line.name.rpartition(" ")
        texts = _texts(line)
        if not texts:
            continue
        if family not in starts or not place.isdecimal():
            frame.list_line(number)
            continue
        x, y = centre(*starts[family][int(place) - 1])
        reading = _READING[family]
        outward = (-reading[0], -reading[1])
        at = (x + outward[0] * (CELL / 2 + _GAP), y + outward[1] * (CELL / 2 + _GAP))
        fit = frame.fit(texts, _PITCH * _BAND)
        angle = _upright(reading)
        if fit is None:
            frame.number(number, at, outward, angle, reading)
        else:
            frame.label(Label(number, at, outward, angle, *fit), reading)
    corners = [(CELL / sqrt(3) * sin(pi * k / 3), CELL / sqrt(3) * cos(pi * k / 3)) for k in range(6)]
    return frame.finish(_copies(corners, centres), CELL * 0.76)


def _upright(way: Point) -> float:
    """Return the angle of text along `way` or against it, at least -90 and less than 90 degrees."""
    angle = round(degrees(atan2(way[1], way[0])), 3)
    return angle - 180 if angle >= 90 else angle + 180 if angle < -90 else angle


def _copies(corners: Sequence[Point], centres: Iterable[Point]) -> tuple[tuple[Point, ...], ...]:
    return tuple(tuple((x + dx, y + dy) for dx, dy in corners) for x, y in centres)


# -- lines of named cells


def _lines(puzzle: Puzzle) -> Layout:
    embedding = embed(puzzle)
    centres = tuple((x * CELL, y * CELL) for x, y in embedding.places)
    gaps = [(x * CELL, y * CELL) for x, y in enclosed(embedding)]
    frame = _Frame(puzzle, centres, _LABEL, embedding.lattice == "layers")
    beside = () if embedding.lattice == "layers" else _beside(frame, puzzle, embedding, gaps)
    for number in _in_reading_order(frame, embedding):
        if number not in beside:
            frame.list_line(number)
    tracks: tuple[Track, ...] = ()
    bars: tuple[tuple[Point, Point], ...] = ()
    if embedding.lattice == "triangular":
        corners = [(CELL / sqrt(3) * sin(pi * k / 3), CELL / sqrt(3) * cos(pi * k / 3)) for k in range(6)]
        inside = CELL * 0.76
    elif embedding.lattice == "free":
        corners = [(0.42 * CELL * cos(pi * k / 12), 0.42 * CELL * sin(pi * k / 12)) for k in range(24)]
        inside = CELL * 0.62
        tracks = _tracks(puzzle, centres)
    else:
        corners = list(_square((0.0, 0.0)))
        inside = CELL * 0.9
        bars = _bars(puzzle, embedding)
    return frame.finish(_copies(corners, centres), inside, _copies(corners, gaps), tracks, bars)


def _in_reading_order(frame: _Frame, embedding: Embedding) -> list[int]:
    """Return the lines with clues in the order of their first cells: on a lattice row by row, else as they come."""
    listed = [number for number, line in enumerate(frame.puzzle.lines) if line.clues]
    if embedding.lattice == "free":
        return listed

    def start(number: int) -> tuple[float, float]:
        x, y = embedding.places[frame.puzzle.lines[number].cells[0]]
        return y, x

    return sorted(listed, key=start)


_ROOM: Final = 0.6  # share of the lines that must have room beside the grid; else all are better off in the list


def _beside(frame: _Frame, puzzle: Puzzle, embedding: Embedding, gaps: Sequence[Point]) -> frozenset[int]:
    """Write lines' clues beside their first or else their last cells, where there is room; return which lines.

    There is none if the line is not straight, or the label would cover a cell or another label.
    """
    band = (_PITCH if embedding.lattice == "triangular" else CELL) * _BAND
    labels: list[tuple[Label, Point]] = []
    boxes: list[_Box] = [_Box(centre, (1.0, 0.0), CELL * 0.38, CELL * 0.38) for centre in [*frame.centres, *gaps]]
    for number, line in enumerate(puzzle.lines):
        texts = _texts(line)
        if not texts:
            continue
        fit = frame.fit(texts, band)
        reading = _direction([frame.centres[cell] for cell in line.cells])
        if fit is None or reading is None:
            continue
        for end, sign in ((line.cells[0], -1), (line.cells[-1], 1)):
            outward = (sign * reading[0], sign * reading[1])
            reach = (CELL / 2 if embedding.lattice != "free" else 0.42 * CELL) + _GAP
            at = (frame.centres[end][0] + outward[0] * reach, frame.centres[end][1] + outward[1] * reach)
            label = Label(number, at, outward, _upright(outward), *fit)
            box = _box(label)
            if not any(box.overlaps(other) for other in boxes):
                labels.append((label, reading))
                boxes.append(box)
                break
    if len(labels) < _ROOM * sum(bool(line.clues) for line in puzzle.lines):
        return frozenset()
    for label, reading in labels:
        frame.label(label, reading)
    return frozenset(label.line for label, _ in labels)


def _tracks(puzzle: Puzzle, centres: Sequence[Point]) -> tuple[Track, ...]:
    """Return the steps of all lines, those between the same two cells next to each other."""
    users: dict[tuple[int, int], list[int]] = {}
    for number, line in enumerate(puzzle.lines):
        for here, there in pairwise(line.cells):
            lines = users.setdefault((min(here, there), max(here, there)), [])
            if here != there and number not in lines:
                lines.append(number)
    tracks = []
    for (here, there), lines in users.items():
        (x, y), (u, v) = centres[here], centres[there]
        length = hypot(u - x, v - y) or 1.0
        for place, number in enumerate(lines):
            aside = (place - (len(lines) - 1) / 2) * 6.0
            dx, dy = -(v - y) / length * aside, (u - x) / length * aside
            tracks.append(Track(number, (x + dx, y + dy), (u + dx, v + dy)))
    return tuple(tracks)


class _Box(NamedTuple):
    """A turned rectangle: its middle, the direction of its length, and half of its length and height."""

    centre: Point
    along: Point
    half_length: float
    half_height: float

    def overlaps(self, other: _Box) -> bool:
        """Return whether the two meet: no axis of either separates them."""
        dx, dy = other.centre[0] - self.centre[0], other.centre[1] - self.centre[1]
        reach = self.half_length + self.half_height + other.half_length + other.half_height
        if hypot(dx, dy) > reach:
            return False
        for ux, uy in (self.along, _turned(self.along), other.along, _turned(other.along)):
            gap = abs(dx * ux + dy * uy)
            if gap > self._shadow((ux, uy)) + other._shadow((ux, uy)):
                return False
        return True

    def _shadow(self, axis: Point) -> float:
        dot = abs(axis[0] * self.along[0] + axis[1] * self.along[1])
        turned = _turned(self.along)
        cross = abs(axis[0] * turned[0] + axis[1] * turned[1])
        return self.half_length * dot + self.half_height * cross


def _turned(way: Point) -> Point:
    return -way[1], way[0]


def _box(label: Label) -> _Box:
    half = label.length / 2
    centre = (label.at[0] + label.outward[0] * half, label.at[1] + label.outward[1] * half)
    return _Box(centre, label.outward, half, LEADING * label.size * max(1, len(label.rows)) / 2)


_BEND: Final = 0.4 * CELL  # how far the cells of a line may stray from it


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


# -- what all shapes share


def _texts(line: Line) -> list[tuple[int, str]]:
    """Return the clues of a line with their numbers."""
    return [(number, constraint_text(clue)) for number, clue in enumerate(line.clues)]


class _Frame:
    """Collects labels, arrows and the list while lines are gone through."""

    __slots__ = ("arrows", "centres", "entries", "has_layers", "labels", "puzzle", "reach", "starting")

    def __init__(self, puzzle: Puzzle, centres: Sequence[Point], reach: float, has_layers: bool = False) -> None:
        self.puzzle = puzzle
        self.has_layers = has_layers
        self.centres = centres
        self.reach = reach
        self.labels: list[Label] = []
        self.arrows: list[Arrow] = []
        self.entries: list[Entry] = []
        self.starting: dict[int, Tag] = {}

    def fit(self, texts: Sequence[tuple[int, str]], band: float) -> tuple[float, tuple[Row, ...]] | None:
        """Return the largest type size, and the rows, for `texts` within `band` and the frame's reach; or None."""
        size = TYPE
        while size >= LEAST_TYPE:
            ems = self.reach / size - _ARROW - 0.45
            rows = tuple(
                Row(part, clue, place == 0) for clue, text in texts for place, part in enumerate(wrap(text, ems))
            )
            if len(rows) * LEADING * size <= band:
                return size, rows
            size -= 0.5
        return None

    def label(self, label: Label, reading: Point) -> None:
        self.labels.append(label)
        clues = self.puzzle.lines[label.line].clues
        for index, row in enumerate(label.rows):
            if row.is_first:
                clue = clues[row.clue]
                is_reversed = isinstance(clue, Clue) and clue.is_reversed
                towards = (-reading[0], -reading[1]) if is_reversed else reading
                centre = label.spot(index, _ARROW * label.size / 2)
                self.arrows.append(Arrow(centre, towards, _ARROW * label.size))

    def number(self, line: int, at: Point, outward: Point, angle: float, reading: Point) -> None:
        """Put a line's clues into the list, and its number beside the grid."""
        entry = self._entry(line, reading)
        label = Label(line, at, outward, angle, TYPE, (), entry.number)
        self.labels.append(label)
        self.arrows.append(Arrow(label.spot(0, _ARROW * TYPE / 2), reading, _ARROW * TYPE))

    def list_line(self, line: int) -> None:
        """Put a line's clues into the list, and its number into its first cell."""
        cells = self.puzzle.lines[line].cells
        towards: Point | None = (1.0, 0.0)
        if len(cells) > 1:
            (x, y), (u, v) = self.centres[cells[0]], self.centres[cells[1]]
            length = hypot(u - x, v - y)
            is_apart = self.has_layers and length > 1.5 * CELL
            towards = None if is_apart or not length else ((u - x) / length, (v - y) / length)
        tag = self.starting.get(cells[0]) if cells else None
        entry = self._entry(line, towards, 0 if tag is None else tag.number)
        if cells and tag is None:
            self.starting[cells[0]] = Tag(cells[0], entry.number, self.centres[cells[0]], _TAG)

    def _entry(self, line: int, towards: Point | None, number: int = 0) -> Entry:
        number = number or 1 + max((entry.number for entry in self.entries), default=0)
        named = self.puzzle.lines[line]
        texts = tuple(constraint_text(clue) + reversed_mark(clue) for clue in named.clues)
        entry = Entry(number, line, towards, visible(named.name), texts)
        self.entries.append(entry)
        return entry

    def finish(
        self,
        outlines: tuple[tuple[Point, ...], ...],
        inside: float,
        blocks: tuple[tuple[Point, ...], ...] = (),
        tracks: tuple[Track, ...] = (),
        bars: tuple[tuple[Point, Point], ...] = (),
    ) -> Layout:
        tags = []
        for tag in self.starting.values():
            x, y = tag.at
            if len(outlines[tag.cell]) == 4:
                at = (x - 0.46 * CELL, y - 0.33 * CELL)
            else:
                at = (x - width(str(tag.number)) * tag.size / 2, y - inside / 2 + 0.1 * tag.size)
            tags.append(tag._replace(at=at))
        return Layout(
            tuple(self.centres),
            outlines,
            inside,
            blocks,
            tuple(self.labels),
            tuple(self.arrows),
            tuple(tags),
            tracks,
            bars,
            self._sorted_entries(),
        )

    def _sorted_entries(self) -> tuple[Entry, ...]:
        """Return the list by direction (in the order in which directions turn up), then by number.

        Where lines run every way, directions would only scatter the numbers.
        """
        first: dict[Point | None, int] = {}
        for entry in self.entries:
            first.setdefault(entry.towards, len(first))
        if len(first) > 6:
            return tuple(sorted(self.entries, key=lambda entry: (entry.number, entry.line)))
        return tuple(sorted(self.entries, key=lambda entry: (first[entry.towards], entry.number, entry.line)))
