"""What surrounds the cells: labels, arrows, and the list, collected line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Final

from satcross.errors import printable
from satcross.pictures.lattice import Point
from satcross.pictures.layout.parts import (
    ARROW,
    CELL,
    LEADING,
    LEAST_TYPE,
    NAME,
    TAG_TYPE,
    TYPE,
    Arrow,
    Caption,
    Label,
    LabelRow,
    Layout,
    ListedLine,
    Tag,
    Track,
    text_start,
)
from satcross.pictures.lettering import constraint_text, reversed_mark, width, wrap
from satcross.puzzle.model import Clue, Line, Puzzle

BAND: Final = 0.94  # the share of the distance between two lines that their clues may take up
LABEL_REACH: Final = 6.5 * CELL  # clues may always reach so far from the grid

_CORNER_TYPE: Final = 9.0  # type size of the number in a cell
_MANY_DIRECTIONS: Final = 6  # a list of lines that run in more directions is sorted by number alone

HEXAGON: Final = tuple((CELL / sqrt(3) * sin(pi * k / 3), CELL / sqrt(3) * cos(pi * k / 3)) for k in range(6))
HEXAGON_INSIDE: Final = CELL * 0.76
PITCH: Final = CELL * sqrt(3) / 2  # between neighbouring lines of hexagons
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
        reach: Distance from the grid that labels may have.
        has_layers: Whether a line may run from one layer to the next, into the picture.
    """

    __slots__ = ("arrows", "centres", "has_layers", "labels", "listed", "puzzle", "reach", "starting")

    def __init__(self, puzzle: Puzzle, centres: Sequence[Point], reach: float, has_layers: bool = False) -> None:
        self.puzzle = puzzle
        self.has_layers = has_layers
        self.centres = centres
        self.reach = reach
        self.labels: list[Label] = []
        self.arrows: list[Arrow] = []
        self.listed: list[ListedLine] = []
        self.starting: dict[int, Tag] = {}

    def fit(
        self, texts: Sequence[tuple[int, str]], band: float, tag_room: float = 0.0
    ) -> tuple[float, tuple[LabelRow, ...]] | None:
        """Return the largest type size, and the rows, for `texts` within `band` and the builder's reach; or None."""
        size = TYPE
        while size >= LEAST_TYPE:
            ems = self.reach / size - text_start(tag_room)
            rows = tuple(
                LabelRow(part, clue, place == 0) for clue, text in texts for place, part in enumerate(wrap(text, ems))
            )
            if len(rows) * LEADING * size <= band:
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
