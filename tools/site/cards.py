"""What other hosts show when somebody sends a link to a page of the site: a title, a sentence and a picture.

In: a puzzle, or a page.  Out: PNG of 1200 x 630 pixels with the empty puzzle, the page of a puzzle, and the tags of the
Open Graph protocol (https://ogp.me), which chats and social networks read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from html import escape, unescape
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Final

from satcross.errors import printable
from satcross.pictures.embedding import Point
from satcross.pictures.figures import Figure, Picture, Polygon, Text
from satcross.pictures.layout import lay_out
from satcross.pictures.lettering import wrap_words
from satcross.pictures.pdf import to_png
from satcross.pictures.picture import draw
from satcross.puzzle import Puzzle
from satcross.puzzle.files import to_text
from tools.site.downloads import ROOT

if TYPE_CHECKING:
    from tools.site.content import PublishedPuzzle

CARDS: Final = ROOT / "build" / "cards"
WIDE, HIGH = 1200, 630
"""Pixels of a picture, as hosts want them."""

OF_SITE: Final = "satcross"
"""The name of the picture of all pages that are not about one puzzle."""

MARGIN: Final = 48
"""Pixels beside the title and the puzzle."""

PICTURE: Final = 620
"""Pixels that the puzzle may be wide."""

_RELATIVE: Final = re.compile(r'\b(href|src)="(?![a-z]+:|[#/.])')
_EARLY: Final = re.compile(r"<script data-early=[^>]*></script>")
_TITLE: Final = re.compile(r"<title>([^<]*)</title>")
_DESCRIPTION: Final = re.compile(r'<meta name="description" content="([^"]*)">')


def card(puzzle: Puzzle, facts: Sequence[str] = ()) -> bytes:
    """Return the picture of an empty puzzle, as PNG; it is drawn only if it is not in `CARDS` yet.

    Args:
        facts: Short rows of text below the title.

    Raises:
        MissingError: Without the extra png, or if no font has a letter.
    """
    title = printable(puzzle.title) or "Regular-expression crossword"
    known = sha256("\0".join((to_text(puzzle, "json"), title, *facts)).encode() + Path(__file__).read_bytes())
    path = CARDS / f"{known.hexdigest()[:16]}.png"
    if not path.exists():
        CARDS.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_png(_composed(puzzle, title, facts), WIDE))
    return path.read_bytes()


def _composed(puzzle: Puzzle, title: str, facts: Sequence[str]) -> Picture:
    """Return the puzzle on the right, and its title and facts on the left; the unit is that of the puzzle's picture."""
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
    figures += [Polygon("brand", [at(x, y) for x, y in _hexagon(MARGIN + 30, 96, 34)])]
    figures += [Text("paper", at(MARGIN + 30, 112), ".*", 40 / unit, "middle")]
    figures += [Text("brand", at(MARGIN + 84, 110), "satcross", 44 / unit)]
    room = WIDE - 3 * MARGIN - PICTURE
    size = next(each for each in (64, 52, 44, 36, 28) if len(wrap_words(title, room / each)) <= 3 or each == 28)
    rows = wrap_words(title, room / size)[:4]
    for number, row in enumerate(rows):
        figures.append(Text("title", at(MARGIN, 250 + number * size * 1.2), row.strip(), size / unit))
    for number, fact in enumerate(facts):
        figures.append(Text("note", at(MARGIN, 290 + len(rows) * size * 1.2 + number * 42), fact, 28 / unit))
    return Picture((*corner, WIDE / unit, HIGH / unit), (*figures, *drawn.figures), title)


def _hexagon(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * sin(pi * k / 3), y - radius * cos(pi * k / 3)) for k in range(6)]


def page_of_puzzle(template: str, each: PublishedPuzzle, kind: str) -> str:
    """Return the page on which one puzzle is played.

    Args:
        template: The text of index.html.
        kind: "puzzle", or "day" if it is that of the day after which it is called.
    """
    head = (
        f'<meta name="satcross-{kind}" content="{each.name}">\n'
        f'<link rel="preload" as="fetch" crossorigin="anonymous" href="../puzzles/{each.name}.json">'
    )
    title, sentence = escape(each.title), escape(_sentence(each, kind))
    page = _RELATIVE.sub(r'\1="../', template)
    page = _EARLY.sub(head, page, count=1)
    page = _TITLE.sub(f"<title>{title} · satcross</title>", page, count=1)
    page = _DESCRIPTION.sub(f'<meta name="description" content="{sentence}">', page, count=1)
    return page.replace("Loading the puzzle …", title, 1)


def _sentence(each: PublishedPuzzle, kind: str) -> str:
    """Return what is said of a puzzle where a link to it is shown."""
    when = f" for {each.name}" if kind == "day" else ""
    by = f", by {printable(each.puzzle.author)}" if each.puzzle.author else ""
    return f"A {each.rated.label} regular-expression crossword{when}{by}: {each.size}. Play it in the browser."


def with_card(page: str, path: str, address: str) -> str:
    """Return a page with the tags of its card, in place of `<!-- card -->`.

    Args:
        path: That of the page on the site.
        address: That of the site; without it, other hosts have to find out where the picture is.
    """
    title, sentence = _TITLE.search(page), _DESCRIPTION.search(page)
    if title is None or sentence is None:
        return page
    folder, _, file = path.rpartition("/")
    name = file.removesuffix(".html") if folder in ("p", "day") else OF_SITE
    root = address or "../" * path.count("/")
    tags = {
        "og:type": "website",
        "og:site_name": "satcross",
        "og:title": unescape(title[1].removesuffix(" · satcross")),
        "og:description": unescape(sentence[1]),
        "og:image": f"{root}cards/{name}.png",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
        "og:image:alt": "The empty puzzle" if name != OF_SITE else "A regular-expression crossword",
        **({"og:url": f"{address}{path.removesuffix('index.html')}"} if address else {}),
    }
    written = [f'<meta property="{key}" content="{escape(value)}">' for key, value in tags.items()]
    written.append('<meta name="twitter:card" content="summary_large_image">')
    for key in ("title", "description", "image"):
        written.append(f'<meta name="twitter:{key}" content="{escape(tags[f"og:{key}"])}">')
    return page.replace("</title>", "</title>\n" + "\n".join(written), 1)
