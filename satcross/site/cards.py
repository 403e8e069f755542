"""The cards of puzzles on a page from which one is chosen, their silhouettes, and the filters of that page.

Only text that has been escaped is put into the page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Final
from urllib.parse import quote

from satcross.author.difficulty import LABELS
from satcross.base.wording import capital
from satcross.errors import printable
from satcross.pictures.layout import lay_out
from satcross.pictures.picture import path_data
from satcross.puzzle import Puzzle
from satcross.puzzle.kinds import SHAPES
from satcross.site.frame import page_part
from satcross.site.published import PublishedPuzzle

STYLE: Final = "path{fill:#ece6fb;stroke:#5b37b7;stroke-width:2;stroke-linejoin:round}.block{fill:#5b37b7}"
"""The colours of silhouettes."""

BORDER: Final = 4.0  # around the cells of a silhouette, in units of the layout


def silhouette(puzzle: Puzzle) -> str:
    """Return the cells of a puzzle as SVG, without clues and letters."""
    layout = lay_out(puzzle)
    shown = {"cell": layout.outlines, "block": layout.blocks}
    xs, ys = zip(*(point for outlines in shown.values() for outline in outlines for point in outline), strict=True)
    left, top = min(xs) - BORDER, min(ys) - BORDER
    paths = [f'<path class="{style}" d="{path_data(outlines)}"/>' for style, outlines in shown.items() if outlines]
    box = f"{left:.1f} {top:.1f} {max(xs) + BORDER - left:.1f} {max(ys) + BORDER - top:.1f}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>{STYLE}</style>{"".join(paths)}</svg>\n'


def card(each: PublishedPuzzle, picture: str, facts: Sequence[str], known_as: str) -> str:
    """Return the card of a puzzle, whose page is in the folder p.

    Args:
        picture: The address of its picture.
        facts: What the card says below the title.
        known_as: The name of the puzzle in the player's record.
    """
    return (
        f'<li data-puzzle="{known_as}" data-label="{each.label}" data-shape="{each.kind}">'
        f'<a href="p/{quote(each.name)}.html"><img src="{picture}" alt="" loading="lazy">'
        f'<span class="title" dir="auto">{escape(printable(each.title))}</span>'
        f'<span class="facts" dir="auto">{"<br>".join(escape(printable(fact)) for fact in facts)}</span></a></li>'
    )


def filters(labels: Collection[str], kinds: Collection[str]) -> str:
    """Return the form that chooses among the cards of puzzles with these labels and kinds of shapes."""
    labels = [label for _, label in LABELS if label in labels]
    shapes = [kind for kind in (*SHAPES, "other") if kind in kinds]
    form = page_part("filters.html").replace("<!-- labels -->", _choices(labels))
    return form.replace("<!-- shapes -->", _choices(shapes)).rstrip("\n")


def _choices(values: Sequence[str]) -> str:
    return "".join(f'<option value="{value}">{capital(value)}</option>' for value in values)
