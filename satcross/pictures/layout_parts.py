"""The parts of a layout, and the measures that they share.

The unit of length is a fortieth of a cell's width.  x grows to the right, y grows downwards, and angles are in degrees
clockwise.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from satcross.base.records import NamedTuple
from satcross.pictures.embedding import Point
from satcross.pictures.lettering import width

CELL: Final = 40.0
TYPE: Final = 13.0  # the type size of a clue that has enough room
LEAST_TYPE: Final = 8.5  # the smallest type that is legible in print when the grid fills a page
LEADING: Final = 1.2  # the distance between rows of text, in type sizes

GAP: Final = 5.0  # between the grid and what is written beside it
ARROW: Final = 0.9  # the length of an arrow, in type sizes
TAG_TYPE: Final = 0.68  # the type size of a line's name beside the grid, as a share of that of its clues
CAPTION_TYPE: Final = 0.85  # the type size of a caption, as a share of that of a clue
_SPACE: Final = 0.3  # between an arrow, the line's name and the clue, in type sizes


NAME: Final = -1  # as the number of a clue: a row of a label that has the line's name instead


class LabelRoom(NamedTuple):
    """How much room the clues beside a grid have.

    Attributes:
        largest: The type size of a clue that has enough room.
        least: The smallest type size; a clue that needs a smaller one goes to the list.
        reach: How far clues may reach from the grid, as a share of the usual distance.
    """

    largest: float = TYPE
    least: float = LEAST_TYPE
    reach: float = 1.0


USUAL_ROOM: Final = LabelRoom()


class LabelRow(NamedTuple):
    """One row of text of a label: clue number `clue` of the line or a part of it, or the line's name (`NAME`).

    Attributes:
        is_first: Whether the clue begins with this row.
    """

    text: str
    clue: int
    is_first: bool


class Label(NamedTuple):
    """The clues of one line, written beside the grid.

    Attributes:
        line: Index into `Puzzle.lines`.
        at: The middle of that end of the label which touches the grid.
        outward: Unit vector from there away from the grid.
        angle: The rotation of the text, in degrees, from -90 to 90.
        size: Type size of the clues.
        rows: The clues; empty if they are in the list below the grid.
        tag: The line's number, which is between the arrow and the clues, or "".
        tag_room: The width that is kept for the tag, in type sizes of the clues.
    """

    line: int
    at: Point
    outward: Point
    angle: float
    size: float
    rows: tuple[LabelRow, ...]
    tag: str = ""
    tag_room: float = 0.0

    @property
    def is_outward(self) -> bool:
        """Whether the text begins at the grid."""
        return cos(radians(self.angle)) * self.outward[0] + sin(radians(self.angle)) * self.outward[1] > 0

    def point(self, row: int, along: float) -> Point:
        """Return the point in the middle of a row's height, `along` units away from the grid."""
        across = (row - (len(self.rows) - 1) / 2) * LEADING * self.size if self.rows else 0.0
        angle = radians(self.angle)
        return (
            self.at[0] + along * self.outward[0] - across * sin(angle),
            self.at[1] + along * self.outward[1] + across * cos(angle),
        )

    @property
    def tag_start(self) -> float:
        """The distance from the grid to the tag, which follows the arrow."""
        return (ARROW + _SPACE) * self.size

    @property
    def text_start(self) -> float:
        """The distance from the grid to the clues."""
        return text_start(self.tag_room) * self.size

    @property
    def length(self) -> float:
        """The distance from the grid to the far end of the label."""
        longest = max((width(row.text) * self.type_size(row) for row in self.rows), default=0.0)
        return self.text_start + longest

    def type_size(self, row: LabelRow) -> float:
        """Return the type size of one of the rows."""
        return self.size * TAG_TYPE if row.clue == NAME else self.size


def text_start(tag_room: float) -> float:
    """Return the distance from the grid to the clues behind a tag, in type sizes."""
    return ARROW + _SPACE + (tag_room + _SPACE if tag_room else 0.0)


class Arrow(NamedTuple):
    """A small arrow that shows in which direction a line is read; `line` is an index into `Puzzle.lines`."""

    line: int
    centre: Point
    towards: Point
    length: float


class Tag(NamedTuple):
    """A number in the corner of the first cell of lines whose clues are in the list; its text begins at `at`."""

    cell: int
    number: int
    at: Point
    size: float


class ListedLine(NamedTuple):
    """A line in the list below the grid: its number, direction (None: into the picture), name, and clues.

    Attributes:
        name: "": the clues are beside the number.
        is_in_prose: Whether the clues are sentences, not regexes.
    """

    number: int
    line: int
    towards: Point | None
    name: str
    clues: tuple[str, ...]
    is_in_prose: bool


class Track(NamedTuple):
    """One step of a line from cell to cell; the tracks of several lines between the same cells lie side by side."""

    line: int
    start: Point
    end: Point


class Caption(NamedTuple):
    """A text beside a part of the grid; its middle is at `at`."""

    text: str
    at: Point


class Layout(NamedTuple):
    """The place of everything.

    Attributes:
        centres: Middle of each cell.
        outlines: Corners of each cell.
        inside: Side of the square for letters in a cell.
        blocks: Corners of each place without a cell that would otherwise be taken for a cell.
        tracks: The tracks of lines between cells that do not touch.
        bars: Edges between neighbouring cells that no line visits one after the other.
        captions: Names of the layers, or of the directions of a grid with three.
        listed: The lines in the list below the grid.
        circled: Cells with a circle in them.
    """

    centres: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    inside: float
    blocks: tuple[tuple[Point, ...], ...]
    labels: tuple[Label, ...]
    arrows: tuple[Arrow, ...]
    tags: tuple[Tag, ...]
    tracks: tuple[Track, ...]
    bars: tuple[tuple[Point, Point], ...]
    captions: tuple[Caption, ...]
    listed: tuple[ListedLine, ...]
    circled: tuple[int, ...] = ()
