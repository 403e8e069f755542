"""Addresses of cells as text: `2,3` is row 2, column 3 (from 1); any other text is the name of a cell."""

from __future__ import annotations

from satcross.errors import printable
from satcross.puzzle.model import Cell


def address_text(cell: Cell) -> str:
    """Return `cell` as files and messages write it.

    >>> address_text((2, 3))
    '2,3'
    """
    return cell if isinstance(cell, str) else f"{cell[0]},{cell[1]}"


def shown_address(cell: Cell) -> str:
    """Return `cell` as people see it, with unprintable letters escaped so that they cannot control a terminal."""
    return printable(address_text(cell))


def address_of(text: str) -> Cell:
    """Return the address that `text` stands for: (row, column) for two numbers with a comma, otherwise a name.

    >>> address_of("2, 3"), address_of("top")
    ((2, 3), 'top')
    """
    row, comma, column = text.partition(",")
    row, column = row.strip(" "), column.strip(" ")
    if comma and text.isascii() and row.isdecimal() and column.isdecimal() and len(row) < 10 and len(column) < 10:
        return int(row), int(column)
    return text
