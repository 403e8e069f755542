"""Pages on paper: each has a size and pictures at their places, from which a PDF or a page of HTML is written.

Lengths are in points, from the top left corner of a page, with y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.records import NamedTuple
from satcross.errors import OptionError, did_you_mean
from satcross.pictures.embedding import Point
from satcross.pictures.figures import DROP, Figure, Picture, Text
from satcross.pictures.layout_parts import LEADING
from satcross.pictures.lettering import wrap_words
from satcross.pictures.paper_sizes import PAPERS

MARGIN: Final = 36.0  # half an inch


class PlacedPicture(NamedTuple):
    """A picture on a page.

    Attributes:
        at: The top left corner of the picture's box.
        scale: Points per unit of the picture.
        target: The index of the page to which a click leads; None: it is not a link.
    """

    picture: Picture
    at: Point
    scale: float = 1.0
    target: int | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height on the page."""
        return self.picture.box[2] * self.scale, self.picture.box[3] * self.scale

    def moved(self, x: float, y: float) -> PlacedPicture:
        """Return the picture so much farther to the right and farther down."""
        return self._replace(at=(self.at[0] + x, self.at[1] + y))


class Page(NamedTuple):
    """A page: its width and height, and what is on it."""

    size: tuple[float, float]
    pictures: tuple[PlacedPicture, ...]


class Bookmark(NamedTuple):
    """An entry of the outline: a title, the index of its page, and its level, from 0."""

    title: str
    page: int
    level: int = 0


class PrintedDocument(NamedTuple):
    """A document of pages, with its outline."""

    title: str
    pages: tuple[Page, ...]
    author: str = ""
    bookmarks: tuple[Bookmark, ...] = ()


def paper_size(name: str) -> tuple[float, float]:
    """Return width and height of a paper.  Raises OptionError for an unknown name."""
    if name.lower() not in PAPERS:
        hint = did_you_mean(name.lower(), PAPERS) or "one of " + ", ".join(PAPERS)
        raise OptionError(f"there is no page size {name!r}", hint=hint, code="page")
    return PAPERS[name.lower()]


def text_block(rows: Sequence[tuple[str, str, float]], wide: float, indent: float = 0.0) -> Picture:
    """Return texts below each other, each wrapped to the width `wide`, as a picture in points.

    Args:
        rows: The style, the text and the type size of each.
        indent: From the left to each row.
    """
    figures: list[Figure] = []
    y = 0.0
    for style, text, size in rows:
        for row in wrap_words(text, (wide - indent) / size) if text else ():
            y += LEADING * size
            figures.append(Text(style, (indent, y - LEADING * size / 2 + DROP * size), row, size))
    return Picture((0.0, 0.0, wide, y), tuple(figures), "")
