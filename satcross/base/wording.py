"""Numbers and nouns in sentences for people.

Python converts no more than 4,300 digits between `int` and text, because that can take long for numbers from outside.
A number of solutions comes from our own counting and may be longer.  `decimal` has no such limit and is as quick, so
`decimal_text` works in any thread.  The module `json` has no such choice: `any_digits` lifts the limit for it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, Protocol

from satcross.errors import printable

LONG: Final = 10**15  # from here on the power of ten is added, because nobody counts that many digits
SHORT: Final = 600  # digits, or bits, that Python always converts itself


def decimal_text(number: int, comma: Literal["", ","] = "") -> str:
    """Return `number` in decimal, with `comma` for each thousand.

    >>> decimal_text(-12), len(decimal_text(10**5000))
    ('-12', 5001)
    >>> decimal_text(161280, ","), decimal_text(10**5000, ",")[:9]
    ('161,280', '100,000,0')
    """
    if number.bit_length() <= SHORT:
        return f"{number:{comma}}"
    from decimal import Decimal

    return f"{Decimal(number):{comma}f}"


@contextmanager
def any_digits() -> Iterator[None]:
    """Let Python convert whole numbers of any length to text and back within the block.

    The limit is that of the whole process, so two threads should not do this at the same time.

    >>> with any_digits():
    ...     len(str(10**5000))
    5001
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def grouped(number: int) -> str:
    """Return `number` with a comma for each thousand, and its power of ten where it is long.

    >>> grouped(161280), grouped(10**30)
    ('161,280', '1,000,000,000,000,000,000,000,000,000,000 (about 10^30)')
    """
    text = decimal_text(number, ",")
    return text if number < LONG else f"{text} (about 10^{len(text) - text.count(',') - 1})"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun.

    Args:
        noun: One of them; `nouns` are several, by default the same with an s.

    >>> [counted(number, "cell") for number in (0, 1, 2, 1234)]
    ['no cells', 'one cell', '2 cells', '1,234 cells']
    >>> counted(2, "entry", "entries"), counted(1, "string that matches", "strings that match")
    ('2 entries', 'one string that matches')
    """
    several = nouns or noun + "s"
    return f"one {noun}" if number == 1 else f"{grouped(number) if number else 'no'} {several}"


def capital(text: str) -> str:
    """Return `text` with its first letter as a capital, as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], link: str = "and") -> str:
    """Return `words` as a list within a sentence.

    >>> listed(["A"]), listed(["A", "B", "C"], "or")
    ('A', 'A, B or C')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {link} {words[-1]}"


def letter_in_words(letter: str) -> str:
    """Return `letter` as a sentence names it: a space is invisible there."""
    return "a space" if letter == " " else letter


# How values show themselves: in one line to `repr`, as a grid to `print`, and as a picture in a notebook.
#
# In: a value's facts, or a puzzle and what is in its cells.  Out: text, SVG or HTML.
#
# What draws puzzles lies above the values that are drawn, so it is passed in: `satcross.api` calls `draw_with`.
# Without that, values show themselves as plain text.


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
