"""What other hosts show when a link to a page of a site is sent: a title, a sentence and a picture.

Out: PNG of 1200 x 630 pixels with the empty puzzle, and the tags of the Open Graph protocol (https://ogp.me), which
chats and social networks read.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin
from typing import Final

from satcross.errors import printable
from satcross.pictures.embedding import Point
from satcross.pictures.figures import Figure, Picture, Polygon, Text
from satcross.pictures.layout import lay_out
from satcross.pictures.lettering import wrap_words
from satcross.pictures.pdf import to_png
from satcross.pictures.picture import draw
from satcross.puzzle import Puzzle

WIDE, HIGH = 1200, 630
"""Pixels of a picture, as hosts want them."""

MARGIN: Final = 48
"""Pixels beside the title and the puzzle."""

PICTURE: Final = 620
"""Pixels that the puzzle may be wide."""

COLOURS: Final = 16
"""Colours of a picture, which shows flat areas and smooth edges; with more, it is larger and looks the same."""

TITLE_SIZES: Final = (64, 52, 44, 36, 28)
"""Pixels of a letter of the title; the largest with which it has three rows, or four of the smallest."""

BRAND_SIZE: Final = 44
"""Pixels of a letter of the name of the site."""


def preview(
    puzzle: Puzzle, facts: Sequence[str], brand: str, *, has_mark: bool = False, font: str | None = None
) -> bytes:
    """Return the picture of an empty puzzle, as PNG.

    Args:
        facts: Short rows of text below the title.
        brand: The name of the site.
        has_mark: Whether the mark of satcross is before the name.
        font: Path of a TrueType font; None: Courier.

    Raises:
        MissingError: Without the extra png, or if no font has a letter.
    """
    return to_png(_composed(puzzle, facts, brand, has_mark=has_mark), WIDE, font, colours=COLOURS)


def _composed(puzzle: Puzzle, facts: Sequence[str], brand: str, *, has_mark: bool) -> Picture:
    """Return the puzzle on the right, and its title and facts on the left; in the unit of the puzzle's picture."""
    title = printable(puzzle.title) or "Regular-expression crossword"
    layout = lay_out(puzzle)
    untitled = puzzle._replace(title="", author="", source="")
    drawn = draw(untitled, [""] * len(puzzle.cells), (), layout._replace(listed=()))
    left, top, wide, high = drawn.box
    unit = min(PICTURE / wide, (HIGH - 2 * MARGIN) / high)  # pixels

    def at(x: float, y: float) -> Point:
        """Return the point that is x pixels to the right and y pixels down from the corner of the card."""
        return corner[0] + x / unit, corner[1] + y / unit

    middle = (WIDE - MARGIN - PICTURE / 2, HIGH / 2)
    corner = (left + wide / 2 - middle[0] / unit, top + high / 2 - middle[1] / unit)
    figures: list[Figure] = [Polygon("paper", [at(0, 0), at(WIDE, 0), at(WIDE, HIGH), at(0, HIGH)])]
    if has_mark:
        figures += [Polygon("brand", [at(x, y) for x, y in _hexagon(MARGIN + 30, 96, 34)])]
        figures += [Text("paper", at(MARGIN + 30, 112), ".*", 40 / unit, "middle")]
    room = WIDE - 3 * MARGIN - PICTURE
    named = _rows(brand, (room - 84 * has_mark) / BRAND_SIZE, 1)
    figures += [Text("brand", at(MARGIN + 84 * has_mark, 110), name, BRAND_SIZE / unit) for name in named]
    size = next(each for each in TITLE_SIZES if len(wrap_words(title, room / each)) <= 3 or each == TITLE_SIZES[-1])
    rows = _rows(title, room / size, 4)
    for number, row in enumerate(rows):
        figures.append(Text("title", at(MARGIN, 250 + number * size * 1.2), row, size / unit))
    for number, fact in enumerate(facts):
        figures.append(Text("note", at(MARGIN, 290 + len(rows) * size * 1.2 + number * 42), fact, 28 / unit))
    return Picture((*corner, WIDE / unit, HIGH / unit), (*figures, *drawn.figures), title)


def _rows(text: str, room: float, most: int) -> list[str]:
    """Return a text in at most so many rows; if there are more, the last ends in three dots."""
    rows = [row.strip() for row in wrap_words(text, room)]
    return rows if len(rows) <= most else [*rows[: most - 1], f"{rows[most - 1][:-1].rstrip()}…"]


def _hexagon(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * sin(pi * k / 3), y - radius * cos(pi * k / 3)) for k in range(6)]


def preview_tags(site: str, title: str, sentence: str, picture: str, about: str, address: str = "") -> str:
    """Return the tags for other hosts, as lines of HTML.

    Args:
        site: The name of the site.
        sentence: What is said of the page.
        picture: The address of its picture; "" if it has none.
        about: What the picture shows.
        address: The address of the page; "" if it is not known.
    """
    tags = {"og:type": "website", "og:site_name": site, "og:title": title, "og:description": sentence}
    if picture:
        tags |= {
            "og:image": picture,
            "og:image:width": str(WIDE),
            "og:image:height": str(HIGH),
            "og:image:alt": about,
        }
    if address:
        tags["og:url"] = address
    written = [f'<meta property="{key}" content="{escape(value)}">' for key, value in tags.items()]
    written.append(f'<meta name="twitter:card" content="{"summary_large_image" if picture else "summary"}">')
    for key in ("title", "description", "image"):
        if f"og:{key}" in tags:
            written.append(f'<meta name="twitter:{key}" content="{escape(tags[f"og:{key}"])}">')
    return "\n".join(written)
