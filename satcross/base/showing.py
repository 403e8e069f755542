"""How values show themselves: in one line to `repr`, as a grid to `print`, and as a picture in a notebook.

In: a value's facts, or a puzzle and what is in its cells.  Out: text, SVG or HTML.

What draws puzzles is above the values that are drawn, so it is passed in: `satcross.api` calls `draw_with`.
Without that, values show themselves as plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from satcross.errors import printable

LONGEST: Final = 100  # columns of what `repr` says of a value; it is one line of a terminal then
DRAWN: Final = 2_500  # cells: larger puzzles are named in a notebook, not drawn


class Drawer(Protocol):
    """What draws puzzles."""

    def grid(self, puzzle: Any, letters: Sequence[str]) -> str:
        """Return the grid of `puzzle` with a letter in each cell, as text."""

    def svg(self, puzzle: Any, letters: Sequence[str | int], differing: Iterable[int]) -> str:
        """Return the picture of `puzzle` as an SVG document."""

    def document(self, puzzle: Any) -> dict[str, Any]:
        """Return the content of a puzzle file in JSON."""


_drawers: Final[list[Drawer]] = []


def draw_with(drawer: Drawer) -> None:
    """Let `drawer` draw all puzzles from now on."""
    _drawers[:] = [drawer]


def in_one_line(kind: str, *facts: str) -> str:
    """Return the `repr` of a value of the class `kind`: the facts, printable and cut to one line.

    >>> in_one_line("Check", "unique", "HE LP")
    '<Check unique, HE LP>'
    """
    text = printable(", ".join(filter(None, facts)))
    return f"<{kind} {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}>"


def grid_text(puzzle: Any, letters: Sequence[str]) -> str:
    """Return the grid of `puzzle` with a letter in each cell, as text; only the letters if there is no drawer."""
    return _drawers[0].grid(puzzle, letters) if _drawers else "".join(letters)


def document(puzzle: Any) -> dict[str, Any]:
    """Return `puzzle` as the content of a puzzle file in JSON.  It needs the drawer of `satcross.api`."""
    return _drawers[0].document(puzzle)


def svg(puzzle: Any, letters: Sequence[str | int] = (), differing: Iterable[int] = ()) -> str | None:
    """Return the picture of `puzzle` as an SVG element; None if it is too large, or if there is no drawer.

    Args:
        letters: For each cell the letters that it may hold, or their number; empty: the given letters.
        differing: Numbers of the cells to mark.
    """
    if len(puzzle.cells) > DRAWN or not _drawers:
        return None
    text = _drawers[0].svg(puzzle, letters, differing)
    return text[text.index("<svg") :]


def picture(puzzle: Any, letters: Sequence[str | int] = (), differing: Iterable[int] = ()) -> str:
    """Return the picture of `puzzle` as HTML; it is an image, so that its style does not touch the page around it."""
    from base64 import b64encode

    drawn = svg(puzzle, letters, differing)
    if drawn is None:
        return paragraph(repr(puzzle))
    data = b64encode(drawn.encode()).decode()
    return f'<img alt="{html_escaped(puzzle.title or "the puzzle")}" src="data:image/svg+xml;base64,{data}"/>'


def paragraph(text: str) -> str:
    """Return `text` as HTML; its lines stay lines, and its blanks stay blanks."""
    return f'<p style="white-space: pre-wrap">{html_escaped(text)}</p>'


def numbered(items: Iterable[str]) -> str:
    """Return a numbered list as HTML."""
    return f"<ol>{''.join(f'<li>{html_escaped(item)}</li>' for item in items)}</ol>"


def html_escaped(text: str) -> str:
    """Return `text` so that HTML shows it as it is."""
    from html import escape

    return escape(text)
