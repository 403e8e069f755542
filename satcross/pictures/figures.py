"""What pictures are made of: shapes and texts, each with a style.

`STYLES` is the only place that knows the colours and strokes of pictures in files.  Units are the same as in
`layout.parts`.  A figure with a `colour`, #rrggbb, has it instead of the colour of its style.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, radians, sin
from typing import Final, Literal, TypeAlias
from unicodedata import bidirectional

from satcross.base.records import NamedTuple
from satcross.pictures.embedding import Point
from satcross.pictures.lettering import width
from satcross.puzzle.colors import Paint

TextAnchor: TypeAlias = Literal["start", "middle", "end"]

Content: TypeAlias = str | int | Paint
"""What is in a cell: the letters that it may hold, their number where they are too many to list, or only a colour."""

DROP: Final = 0.34  # from the middle of a capital letter down to its baseline, in type sizes
ASCENT: Final = 0.8  # from the baseline up to the highest letters, in type sizes
DESCENT: Final = 0.25  # from the baseline down to the lowest letters, in type sizes


class FigureStyle(NamedTuple):
    """How a figure looks: colours as #rrggbb or "" for none; `line` is the width of its stroke."""

    fill: str
    stroke: str = ""
    line: float = 0.0
    is_bold: bool = False


TRACK_COLOURS: Final = ("#7aa6dc", "#e0a458", "#7fbf8e", "#d98aa8", "#a592d6", "#8fb8b8", "#b9a06b", "#a3a3a3")

STYLES: Final = {
    "cell": FigureStyle("#ffffff", "#404040", 1.0),
    "given": FigureStyle("#e8e8e8", "#404040", 1.0),
    "free": FigureStyle("#f4f0e4", "#404040", 1.0),
    "differs": FigureStyle("#ffd9a0", "#b35900", 2.0),
    "block": FigureStyle("#8c8c8c", "#404040", 1.0),
    "bar": FigureStyle("", "#000000", 3.5),
    "arrow": FigureStyle("#6b6b6b"),
    "stroke": FigureStyle("", "#404040", 1.0),
    "disc": FigureStyle("#ffffff", "#404040", 1.0),
    "clue": FigureStyle("#000000"),
    "letter": FigureStyle("#000000", is_bold=True),
    "pencil": FigureStyle("#33518a"),
    "number": FigureStyle("#404040"),
    "tag": FigureStyle("#6b6b6b"),
    "title": FigureStyle("#000000", is_bold=True),
    "note": FigureStyle("#555555"),
    "brand": FigureStyle("#5b37b7", is_bold=True),
    "paper": FigureStyle("#f7f4ee", is_bold=True),
    **{f"track{number}": FigureStyle("", colour, 4.5) for number, colour in enumerate(TRACK_COLOURS)},
}

PAPER_STYLES: Final = {**STYLES, "black": FigureStyle("#000000", "#404040", 1.0)}
"""The styles of pictures on paper: the styles of all pictures, and the black blocks of word crosswords."""

LANGUAGE_STYLES: Final = frozenset(("title", "note", "tag"))
"""The styles of texts that run in the direction of their language; all others always run from left to right."""


def has_right_to_left(text: str) -> bool:
    """Return whether `text` has letters that run from right to left."""
    return not text.isascii() and any(bidirectional(letter) in ("R", "AL", "AN") for letter in text)


def is_right_to_left(text: str) -> bool:
    """Return whether `text` as a whole runs from right to left: whether its first strong letter does."""
    if text.isascii():
        return False
    strong = (kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL"))
    return next(strong, "L") != "L"


class Polygon(NamedTuple):
    """A closed figure; `mark` says what it shows, such as ("cell", "5"), `colour` what it is filled with."""

    style: str
    points: Sequence[Point]
    mark: tuple[str, str] | None = None
    colour: str = ""


class Polyline(NamedTuple):
    """An open line; `colour` is the colour of its stroke."""

    style: str
    points: Sequence[Point]
    colour: str = ""


class Text(NamedTuple):
    """One row of text.  `at` is on its baseline, where `anchor` says; `angle` in degrees clockwise."""

    style: str
    at: Point
    text: str
    size: float
    anchor: TextAnchor = "start"
    angle: float = 0.0
    mark: tuple[str, str] | None = None
    colour: str = ""


Figure: TypeAlias = Polygon | Polyline | Text


class Picture(NamedTuple):
    """What to draw, from back to front.

    Attributes:
        box: Left, top, width, height of everything, with a margin.
        figures: The grid and what is beside it.
        title: For programs that read a picture out.
    """

    box: tuple[float, float, float, float]
    figures: tuple[Figure, ...]
    title: str


def track_style(line: int) -> str:
    """Return the style of the tracks of line number `line`."""
    return f"track{line % len(TRACK_COLOURS)}"


def arrow(centre: Point, towards: Point, length: float, mark: tuple[str, str] | None = None) -> Polygon:
    """Return an arrow with a shaft."""
    (x, y), (u, v) = centre, towards
    outline = ((0.5, 0.0), (0.0, 0.38), (0.0, 0.11), (-0.5, 0.11), (-0.5, -0.11), (0.0, -0.11), (0.0, -0.38))
    return Polygon(
        "arrow",
        [(x + length * (along * u - across * v), y + length * (along * v + across * u)) for along, across in outline],
        mark,
    )


def ring(centre: Point, radius: float) -> Polygon:
    """Return a circle, as a polygon."""
    x, y = centre
    return Polygon("disc", [(x + radius * sin(pi * k / 12), y + radius * cos(pi * k / 12)) for k in range(24)])


def circle(centre: Point, side: float) -> Polygon:
    """Return the circle that fills a cell, whose square for letters has this side."""
    return ring(centre, 0.5 * side)._replace(style="stroke")


def crossed_ring(centre: Point, radius: float) -> list[Figure]:
    """Return the sign for a line that runs into the picture: a ring with a cross, the tail of an arrow."""
    x, y = centre
    part = radius * 0.7
    return [
        ring(centre, radius),
        Polyline("stroke", ((x - part, y - part), (x + part, y + part))),
        Polyline("stroke", ((x - part, y + part), (x + part, y - part))),
    ]


def text_corners(text: Text) -> list[Point]:
    """Return the corners of the space that a text takes."""
    length = width(text.text) * text.size
    start = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
    c, s = cos(radians(text.angle)), sin(radians(text.angle))
    x, y = text.at
    return [
        (x + along * c - across * s, y + along * s + across * c)
        for along in (start, start + length)
        for across in (-ASCENT * text.size, DESCENT * text.size)
    ]
