"""What other hosts show when a link to a page of the site is sent (`satcross.site.previews`).

In: a puzzle, or a page.  Out: its picture, which is drawn only once; pages of puzzles; and pages with their tags.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from html import escape, unescape
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from satcross.pictures.figures import Picture, Polygon
from satcross.pictures.pdf import to_png
from satcross.puzzle import Puzzle
from satcross.puzzle.files import to_text
from satcross.site import previews
from satcross.site.frame import play_part
from satcross.site.published import PublishedPuzzle
from tools.site.downloads import CARD_FONT, ROOT

CARDS: Final = ROOT / "build" / "cards"

NAME: Final = "satcross"
"""The name of the site."""

MINI: Final = "mini-"
"""Begins the names of minis."""

KINDS: Final = ('<nav id="kinds" aria-label="Puzzles of this day"></nav>\n', "")
"""What the pages of puzzles have beside the puzzle: the choice between the mini and the long puzzle of a day."""

OF_SITE: Final = "satcross"
"""The name of the picture of all pages that are not about one puzzle."""

_RELATIVE: Final = re.compile(r'\b(href|src)="(?![a-z]+:|[#/.])')
_EARLY: Final = re.compile(r"<script data-early=[^>]*></script>")
_TITLE: Final = re.compile(r"<title>([^<]*)</title>")
_DESCRIPTION: Final = re.compile(r'<meta name="description" content="([^"]*)">')


def preview(puzzle: Puzzle, facts: Sequence[str] = ()) -> bytes:
    """Return the picture of an empty puzzle, as PNG; it is drawn only if it is not in `CARDS` yet.

    Args:
        facts: Short rows of text below the title.

    Raises:
        MissingError: Without the extra png, or if no font has a letter.
    """
    code = Path(previews.__file__).read_bytes()
    font = str(CARD_FONT) if CARD_FONT.exists() else None
    known = sha256("\0".join((to_text(puzzle, "json"), puzzle.title, str(font), *facts)).encode() + code)
    path = CARDS / f"{known.hexdigest()[:16]}.png"
    if not path.exists():
        CARDS.mkdir(parents=True, exist_ok=True)
        path.write_bytes(previews.preview(puzzle, facts, NAME, has_mark=True, font=font))
    return path.read_bytes()


def icon(pixels: int) -> bytes:
    """Return the mark of the site on its colour, as PNG, for systems that take no SVG.

    Raises:
        MissingError: Without the extra png.
    """
    corners = ((0.0, 0.0), (32.0, 0.0), (32.0, 32.0), (0.0, 32.0))
    dot = [(10.3 + 2.3 * cos(k * pi / 12), 20.8 + 2.3 * sin(k * pi / 12)) for k in range(24)]
    arms = [_arm(k * pi / 3) for k in range(3)]
    figures = [
        Polygon("brand", corners, colour="#5b37b7"),
        Polygon("brand", dot, colour="#ffffff"),
        *(Polygon("brand", arm, colour="#ffcf5c") for arm in arms),
    ]
    return to_png(Picture((0.0, 0.0, 32.0, 32.0), tuple(figures), NAME), pixels)


def _arm(angle: float) -> list[tuple[float, float]]:
    """Return the outline of two opposite arms of the star of the mark."""
    x, y = 19.5, 14.0
    along, across = (5.6 * sin(angle), 5.6 * cos(angle)), (1.35 * cos(angle), -1.35 * sin(angle))
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return [(x + a * along[0] + b * across[0], y + a * along[1] + b * across[1]) for a, b in signs]


def page_of_puzzle(template: str, each: PublishedPuzzle, kind: str, is_of_pair: bool = False) -> str:
    """Return the page on which one puzzle is played.

    Args:
        template: The text of index.html.
        kind: "puzzle", or "day" or "mini" if it is that of the day after which it is called.
        is_of_pair: Whether its day has a long puzzle and a mini, between which players choose.
    """
    name = each.name.removeprefix(MINI)
    head = (
        f'<meta name="satcross-{kind}" content="{name}">\n'
        f'<link rel="preload" as="fetch" crossorigin="anonymous" href="../puzzles/{each.name}.json">'
    )
    title, sentence = escape(each.title), escape(each.sentence("" if kind == "puzzle" else f" for {name}"))
    page = _RELATIVE.sub(r'\1="../', template)
    page = page.replace("<html ", '<html class="of-day" ' if is_of_pair else "<html ", 1)
    page = _EARLY.sub(head, page, count=1)
    page = _TITLE.sub(f"<title>{title} · satcross</title>", page, count=1)
    page = _DESCRIPTION.sub(f'<meta name="description" content="{sentence}">', page, count=1)
    return page.replace("<!-- play -->", play_part(each.title, more=KINDS), 1)


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
    start = {"p": "", "day": "", "mini": MINI}.get(folder)
    name = OF_SITE if start is None else start + file.removesuffix(".html")
    root = address or "../" * path.count("/")
    tags = previews.preview_tags(
        NAME,
        unescape(title[1].removesuffix(" · satcross")),
        unescape(sentence[1]),
        f"{root}cards/{name}.png",
        "The empty puzzle" if name != OF_SITE else "A regular-expression crossword",
        f"{address}{path.removesuffix('index.html')}" if address else "",
    )
    return page.replace("</title>", f"</title>\n{tags}", 1)
