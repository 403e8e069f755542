"""Where the figures of a page are, in points."""

from math import cos, radians, sin

from satcross.pictures.embedding import Point
from satcross.pictures.figures import ASCENT, DESCENT, Figure, Text
from satcross.pictures.lettering import width
from satcross.pictures.paper import Page, PlacedPicture

Box = tuple[float, float, float, float]


def figures_on(page: Page) -> list[Figure]:
    """Return the figures of a page, at their places on it and in their sizes there."""
    return [_placed(figure, placed) for placed in page.pictures for figure in placed.picture.figures]


def _placed(figure: Figure, placed: PlacedPicture) -> Figure:
    (x, y), scale, (left, top, _, _) = placed.at, placed.scale, placed.picture.box

    def moved(point: Point) -> Point:
        return x + (point[0] - left) * scale, y + (point[1] - top) * scale

    if isinstance(figure, Text):
        return figure._replace(at=moved(figure.at), size=figure.size * scale)
    return figure._replace(points=[moved(point) for point in figure.points])


def text_box(text: Text) -> Box:
    """Return left, top, right and bottom of the room that a text takes, whatever its angle."""
    length = width(text.text) * text.size
    start = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
    c, s = cos(radians(text.angle)), sin(radians(text.angle))
    corners = [
        (text.at[0] + along * c - across * s, text.at[1] + along * s + across * c)
        for along in (start, start + length)
        for across in (-ASCENT * text.size, DESCENT * text.size)
    ]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def picture_box(placed: PlacedPicture) -> Box:
    """Return left, top, right and bottom of a picture on its page."""
    return (*placed.at, placed.at[0] + placed.size[0], placed.at[1] + placed.size[1])


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have more in common than an edge."""
    edge = 1e-6
    return (
        one[0] < other[2] - edge and other[0] < one[2] - edge and one[1] < other[3] - edge and other[1] < one[3] - edge
    )
