"""The cards of puzzles on a page from which one is chosen, and what the filters of that page offer.

Only text that has been escaped is put into the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from satcross.author.difficulty import LABELS
from satcross.base.wording import capital
from satcross.errors import printable
from satcross.puzzle.kinds import SHAPES
from satcross.site.published import PublishedPuzzle


def card(each: PublishedPuzzle, picture: str, facts: Sequence[str], known_as: str) -> str:
    """Return the card of a puzzle, whose page is in the folder p.

    Args:
        picture: The address of its picture.
        facts: What the card says below the title.
        known_as: The name of the puzzle in the player's record.
    """
    return (
        f'<li data-puzzle="{known_as}" data-label="{each.label}" data-shape="{each.kind}">'
        f'<a href="p/{each.name}.html"><img src="{picture}" alt="" loading="lazy">'
        f'<span class="title" dir="auto">{escape(printable(each.title))}</span>'
        f'<span class="facts" dir="auto">{"<br>".join(escape(printable(fact)) for fact in facts)}</span></a></li>'
    )


def shape_choices(puzzles: Sequence[PublishedPuzzle]) -> str:
    """Return the choices of the filter for shapes."""
    return _choices([kind for kind in (*SHAPES, "other") if any(each.kind == kind for each in puzzles)])


def label_choices(puzzles: Sequence[PublishedPuzzle]) -> str:
    """Return the choices of the filter for difficulties."""
    return _choices([label for _, label in LABELS if any(each.label == label for each in puzzles)])


def _choices(values: Sequence[str]) -> str:
    return "".join(f'<option value="{value}">{capital(value)}</option>' for value in values)
