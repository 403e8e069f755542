"""Texts at places of a screen: rows and columns of a terminal, in which a wide letter takes two columns.

In: texts with their row and column.  Out: a `TextPicture`.
"""

from __future__ import annotations

from typing import Final

from satcross.errors import width_of
from satcross.pictures.text import TextPicture, TextRow, TextStyle


class Canvas:
    """Collects texts; rows and columns may be negative, and no text may be put on another one."""

    def __init__(self, style: TextStyle) -> None:
        self._style: Final = style
        self._texts: Final[dict[int, dict[int, TextRow]]] = {}

    def put(self, row: int, column: int, text: str, colour: str = "") -> None:
        """Put `text` into a row, from `column` on."""
        if text:
            self._texts.setdefault(row, {})[column] = TextRow(self._style.paint(text, colour), width_of(text))

    def put_down(self, row: int, column: int, text: str, colour: str = "") -> None:
        """Put `text` into a column, one letter below the other, the first one into `row`."""
        for place, letter in enumerate(text):
            self.put(row + place, column, letter, colour)

    def put_row(self, row: int, drawn: TextRow) -> None:
        """Put what has been drawn already into a row, from column 0 on; the spaces at its ends stay free."""
        text = drawn.text.lstrip(" ")
        indent = len(drawn.text) - len(text)
        text = text.rstrip(" ")
        width = drawn.width - (len(drawn.text) - len(text))
        self._texts.setdefault(row, {})[indent] = TextRow(text, width)

    def picture(self) -> TextPicture:
        """Return the rows from the first one to the last one with a text; the first column is the leftmost one used."""
        if not self._texts:
            return []
        first = min(min(texts) for texts in self._texts.values())
        rows = []
        for number in range(min(self._texts), max(self._texts) + 1):
            written, column = "", first
            for start, (text, width) in sorted(self._texts.get(number, {}).items()):
                written += " " * (start - column) + text
                column = start + width
            rows.append(TextRow(written, column - first))
        return rows
