"""The layout of a puzzle: the places of cells, of clues along their lines, of arrows, and of bars.

In: a puzzle.  Out: a `Layout`.  All pictures, and the page to play on, are drawn from it.

A clue is written along its line, outside the grid where the line begins.  (In a rectangle the second clue is
where the line ends.)  Text is read in the direction of its line where it is not upside down then, so columns are read
downwards.  The arrow before a clue shows in which direction the line is read, and messages use the small number or name
beside the arrow for the line.  A clue that is too long is wrapped and set in smaller type.  If it still does not fit,
or if it would cover something, only the line's number is there, and its clues are in the list below the grid.

A rectangle has its rows and columns beside the grid, and its diagonals in the list.  Grids on the triangular lattice
have the clues of each direction along the edges at which its lines begin.  All others are puzzles of lines.

What surrounds the cells (labels, arrows, and the list) is collected line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import printable
from satcross.pictures.embedding import Embedding, Point, embed, enclosed
from satcross.pictures.layout_parts import (
    ARROW,
    CAPTION_TYPE,
    CELL,
    GAP,
    LEADING,
    NAME,
    TAG_TYPE,
    TYPE,
    USUAL_ROOM,
    Arrow,
    Caption,
    Label,
    LabelRoom,
    LabelRow,
    Layout,
    ListedLine,
    Tag,
    Track,
    text_start,
)
from satcross.pictures.lettering import constraint_text, reversed_mark, shortened, width, wrap
from satcross.puzzle import Clue, Line, Puzzle
from satcross.puzzle.kinds import ROW_HEIGHT
from satcross.puzzle.shapes import direction_of

BAND: Final = 0.94  # the share of the distance between two lines that their clues may take up
LABEL_REACH: Final = 6.5 * CELL  # clues may always reach so far from the grid

_LEAST_ROW: Final = 2.0  # ems that a row of a clue has at least
_CORNER_TYPE: Final = 9.0  # type size of the number in a cell
_MANY_DIRECTIONS: Final = 6  # a list of lines that run in more directions is sorted by number alone

HEXAGON: Final = tuple((CELL / sqrt(3) * sin(pi * k / 3), CELL / sqrt(3) * cos(pi * k / 3)) for k in range(6))
HEXAGON_INSIDE: Final = CELL * 0.76
PITCH: Final = CELL * ROW_HEIGHT  # between neighbouring lines of hexagonal cells
SQUARE: Final = tuple((x * CELL / 2, y * CELL / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
SQUARE_INSIDE: Final = CELL * 0.9


def clue_texts(line: Line) -> list[tuple[int, str]]:
    """Return the clues of a line with their numbers."""
    return [(number, constraint_text(clue)) for number, clue in enumerate(line.clues)]


def text_angle(direction: Point) -> float:
    """Return the angle of text along `direction`, or against it if it would be upside down: from -90 to 90 degrees."""
    angle = round(degrees(atan2(direction[1], direction[0])), 3)
    return angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle


def copies(corners: Sequence[Point], centres: Iterable[Point]) -> tuple[tuple[Point, ...], ...]:
    """Return the figure with these corners around each of `centres`."""
    return tuple(tuple((x + dx, y + dy) for dx, dy in corners) for x, y in centres)


class LayoutBuilder:
    """Collects labels, arrows and the list of lines.

    Args:
        reach: Distance from the grid that labels may usually have.
        room: The sizes of their type, and the share of `reach` that they have.
        has_layers: Whether a line may run from one layer to the next, into the picture.
    """

    __slots__ = ("arrows", "centres", "has_layers", "labels", "listed", "puzzle", "reach", "room", "starting")

    def __init__(
        self, puzzle: Puzzle, centres: Sequence[Point], reach: float, room: LabelRoom, has_layers: bool = False
    ) -> None:
        self.puzzle = puzzle
        self.has_layers = has_layers
        self.centres = centres
        self.reach = reach * room.reach
        self.room = room
        self.labels: list[Label] = []
        self.arrows: list[Arrow] = []
        self.listed: list[ListedLine] = []
        self.starting: dict[int, Tag] = {}

    def fit(
        self, texts: Sequence[tuple[int, str]], band: float, tag_room: float = 0.0
    ) -> tuple[float, tuple[LabelRow, ...]] | None:
        """Return the largest type size, and the rows, for `texts` within `band` and the builder's reach; or None."""
        size = self.room.largest
        while size >= self.room.least:
            ems = self.reach / size - text_start(tag_room)
            most = int(band / (LEADING * size))
            if ems >= _LEAST_ROW and sum([width(text) for _, text in texts]) <= most * ems:
                rows = tuple(
                    LabelRow(part, clue, place == 0)
                    for clue, text in texts
                    for place, part in enumerate(wrap(text, ems))
                )
                if len(rows) <= most:
                    return size, rows
            size -= 0.5
        return None

    def add_label(self, label: Label, reading: Point) -> None:
        """Add a label, and an arrow for each of its clues."""
        self.labels.append(label)
        clues = self.puzzle.lines[label.line].clues
        for index, row in enumerate(label.rows):
            if row.is_first and row.clue != NAME:
                clue = clues[row.clue]
                is_reversed = isinstance(clue, Clue) and clue.is_reversed
                towards = (-reading[0], -reading[1]) if is_reversed else reading
                centre = label.point(index, ARROW * label.size / 2)
                self.arrows.append(Arrow(label.line, centre, towards, ARROW * label.size))

    def add_numbered(self, label: Label, reading: Point) -> None:
        """Add the clues of a label's line to the list, and only the line's number beside the grid."""
        self._list(label.line, reading, int(label.tag))
        self.labels.append(label._replace(rows=(), size=TYPE))
        self.arrows.append(Arrow(label.line, label.point(0, ARROW * TYPE / 2), reading, ARROW * TYPE))

    def list_line(self, line: int) -> None:
        """Add a line's clues to the list, and a number in the line's first cell."""
        cells = self.puzzle.lines[line].cells
        towards: Point | None = (1.0, 0.0)
        if len(cells) > 1:
            (x, y), (u, v) = self.centres[cells[0]], self.centres[cells[1]]
            length = hypot(u - x, v - y)
            is_apart = self.has_layers and length > 1.5 * CELL
            towards = None if is_apart or not length else ((u - x) / length, (v - y) / length)
        tag = self.starting.get(cells[0]) if cells else None
        number = 1 + max((each.number for each in self.starting.values()), default=0) if tag is None else tag.number
        self._list(line, towards, number)
        if cells and tag is None:
            self.starting[cells[0]] = Tag(cells[0], number, self.centres[cells[0]], _CORNER_TYPE)

    def _list(self, line: int, towards: Point | None, number: int) -> None:
        named = self.puzzle.lines[line]
        texts = tuple(constraint_text(clue) + reversed_mark(clue) for clue in named.clues)
        is_in_prose = self.puzzle.is_in_prose
        name = "" if is_in_prose else printable(named.name)
        self.listed.append(ListedLine(number, line, towards, name, texts, is_in_prose))

    def finish(
        self,
        outlines: tuple[tuple[Point, ...], ...],
        inside: float,
        *,
        blocks: tuple[tuple[Point, ...], ...] = (),
        tracks: tuple[Track, ...] = (),
        bars: tuple[tuple[Point, Point], ...] = (),
        captions: tuple[Caption, ...] = (),
    ) -> Layout:
        """Return the layout of these cells and of everything that has been collected."""
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
            captions,
            self._sorted_list(),
        )

    def _sorted_list(self) -> tuple[ListedLine, ...]:
        """Return the list by direction (in the order in which directions turn up), then by number.

        If there are many directions, the list is sorted by number only, because numbers would be hard to find in it.
        """
        first: dict[Point | None, int] = {}
        for each in self.listed:
            first.setdefault(each.towards, len(first))
        if len(first) > _MANY_DIRECTIONS:
            return tuple(sorted(self.listed, key=lambda each: (each.number, each.line)))
        return tuple(sorted(self.listed, key=lambda each: (first[each.towards], each.number, each.line)))


def tag_room(count: int) -> float:
    """Return the room for numbers up to `count`, in type sizes of the clues."""
    return width(str(count)) * TAG_TYPE


_RADIUS: Final = 0.42 * CELL
_CIRCLE: Final = tuple((_RADIUS * cos(pi * k / 12), _RADIUS * sin(pi * k / 12)) for k in range(24))
_CIRCLE_INSIDE: Final = CELL * 0.62

_ROOM: Final = 0.6  # if a smaller share of the lines has room beside the grid, all clues are easier to find in the list
_BEND: Final = 0.4 * CELL  # the cells of a line with a label may be so far from a straight line
_LONGEST_NAME: Final = 30  # letters of a line's name that are shown beside its clue
_TRACK_PITCH: Final = 6.0  # between the tracks of several lines that join the same two cells


def lay_out_lines(puzzle: Puzzle, label_room: LabelRoom) -> Layout:
    """Return the layout of a puzzle of the shape `lines`."""
    embedding = embed(puzzle)
    centres = tuple((x * CELL, y * CELL) for x, y in embedding.places)
    gaps = [(x * CELL, y * CELL) for x, y in enclosed(embedding)]
    builder = LayoutBuilder(puzzle, centres, LABEL_REACH, label_room, embedding.lattice == "layers")
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
        captions=_layer_captions(puzzle, embedding),
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
        texts = [(NAME, shortened(printable(line.name), _LONGEST_NAME)), *clue_texts(line)]
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


def _layer_captions(puzzle: Puzzle, embedding: Embedding) -> tuple[Caption, ...]:
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


_WIDE: Final = 20  # cells; the clues of a longer side may reach further than `LABEL_REACH`


def lay_out(puzzle: Puzzle, label_room: LabelRoom = USUAL_ROOM) -> Layout:
    """Return the layout of `puzzle`, whose clues beside the grid have `label_room`."""
    makers = {"square": _lay_out_square, "triangular": _lay_out_triangular, "free": lay_out_lines}
    return makers[puzzle.shape.lattice](puzzle, label_room)


def _lay_out_square(puzzle: Puzzle, label_room: LabelRoom) -> Layout:
    """Return the layout of a rectangle.

    The first clue of a line, and every second one after it, is where the line begins; the others where it ends.
    """
    height, wide = puzzle.shape.sizes
    middle = {place: ((x + 0.5) * CELL, (y + 0.5) * CELL) for place, (x, y) in puzzle.shape.centres().items()}
    holes = [middle.pop(hole) for hole in puzzle.shape.holes]
    centres = tuple(middle.values())
    longest = max(height, wide)
    reach = LABEL_REACH if longest < _WIDE else CELL * longest / 3
    builder = LayoutBuilder(puzzle, centres, reach, label_room)
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
        ends, reading, angle = _ends_in_rectangle(direction, (int(place) - 0.5) * CELL, height, wide)
        room = room_of[direction]
        sides = [(ends[side], texts[side::2]) for side in (0, 1) if texts[side::2]]
        fitted = [(end, builder.fit(clues, CELL * BAND, room)) for end, clues in sides]
        if all(fit is not None for _, fit in fitted):
            for (at, outward), fit in fitted:
                assert fit is not None
                builder.add_label(Label(number, at, outward, angle, *fit, place, room), reading)
        else:
            builder.add_numbered(Label(number, *ends[0], angle, TYPE, (), place), reading)
    return builder.finish(copies(SQUARE, centres), SQUARE_INSIDE, blocks=copies(SQUARE, holes))


def _ends_in_rectangle(
    direction: str, middle: float, height: int, wide: int
) -> tuple[list[tuple[Point, Point]], Point, float]:
    """Return the two places for labels of a line, each with its outward vector; its direction; the angle of text."""
    if direction == "row":
        ends = [((-GAP, middle), (-1.0, 0.0)), ((wide * CELL + GAP, middle), (1.0, 0.0))]
        return ends, (1.0, 0.0), 0.0
    ends = [((middle, -GAP), (0.0, -1.0)), ((middle, height * CELL + GAP), (0.0, 1.0))]
    return ends, (0.0, 1.0), 90.0


def _lay_out_triangular(puzzle: Puzzle, label_room: LabelRoom) -> Layout:
    """Return the layout of a grid of hexagonal cells: each clue is where its line begins."""
    middle = {place: (x * CELL, y * CELL) for place, (x, y) in puzzle.shape.centres().items()}
    lines = puzzle.shape.lines()
    starts = {direction: [middle[places[0]] for places in listed] for direction, listed in lines.items()}
    longest = max(len(places) for listed in lines.values() for places in listed)
    centres = tuple([centre for place, centre in middle.items() if place not in puzzle.shape.holes])
    builder = LayoutBuilder(puzzle, centres, max(LABEL_REACH, CELL * longest / 2), label_room)
    for number, line in enumerate(puzzle.lines):
        direction, _, place = line.name.rpartition(" ")
        texts = clue_texts(line)
        if not texts:
            continue
        if direction not in starts or not place.isdecimal():
            builder.list_line(number)
            continue
        x, y = starts[direction][int(place) - 1]
        reading = puzzle.shape.point(puzzle.shape.directions[direction].reading)
        outward = (-reading[0], -reading[1])
        at = (x + outward[0] * (CELL / 2 + GAP), y + outward[1] * (CELL / 2 + GAP))
        room = tag_room(len(starts[direction]))
        fit = builder.fit(texts, PITCH * BAND, room)
        angle = text_angle(reading)
        if fit is None:
            builder.add_numbered(Label(number, at, outward, angle, TYPE, (), place), reading)
        else:
            builder.add_label(Label(number, at, outward, angle, *fit, place, room), reading)
    captions = _captions(puzzle, {direction: places[0] for direction, places in starts.items()})
    return builder.finish(copies(HEXAGON, centres), HEXAGON_INSIDE, captions=captions)


def _captions(puzzle: Puzzle, first: Mapping[str, Point]) -> tuple[Caption, ...]:
    """Return the names of the directions with clues, each where its lines begin: messages call a line "rising 6".

    Args:
        first: For each direction, the middle of the first place of its first line.
    """
    with_clues = {direction_of(line) for line in puzzle.lines if line.clues}
    edge = CELL / 2 + GAP
    (x, y), (u, v), (s, t) = (first[name] for name in ("horizontal", "falling", "rising"))
    places = {
        "horizontal": (x - edge - _wide("horizontal") / 2, y - 0.75 * PITCH),
        "falling": (u + edge + _wide("falling") / 2, v - 0.1 * PITCH),
        "rising": (s - edge - _wide("rising") / 2, t + 0.75 * PITCH),
    }
    return tuple(Caption(name, at) for name, at in places.items() if name in with_clues)


def _wide(name: str) -> float:
    return width(name) * CAPTION_TYPE * TYPE
