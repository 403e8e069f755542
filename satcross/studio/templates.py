"""Word crosswords as files: a grid written as text, `.ipuz`, `.puz`.

In: the content of a file.  Out: its document, whose rows and columns are words.  And back: the file of such a document.
"""

from __future__ import annotations

import re
from typing import Final

from satcross.base.reading import NOWHERE
from satcross.errors import ErrorCode, OptionError, PuzzleError
from satcross.puzzle.files.decoding import decode
from satcross.puzzle.shapes import rectangle
from satcross.studio.documents import Draft, check_size, document_of
from satcross.studio.messages import Document
from satcross.words.crossword import write_as
from satcross.words.files import template_in
from satcross.words.puz import is_puz, read_puz
from satcross.words.rows import write_rows
from satcross.words.slots import BLOCK, OPEN
from satcross.words.template import Template
from satcross.words.text import is_text

FORMATS: Final = {"grid": "txt", "ipuz": "ipuz", "puz": "puz"}
"""The formats of word crosswords, with the ending of each."""

_GRID: Final = re.compile(r"\s*(?:[^\W\d]|[#._ \t\r\n])*")
_IPUZ: Final = re.compile(r"\s*(?:ipuz\(|\{[^{]*ipuz\.org/)")
_TOML: Final = re.compile(r"^\s*template\s*=", re.M)


def template_document(data: bytes, name: str) -> tuple[str, Document] | None:
    """Return the format and the document of a word crossword; None if the content is no such thing.

    Raises:
        SatcrossError: For a word crossword that cannot be read, or that the studio has no place for.
    """
    if is_puz(data):
        return "puz", _document(read_puz(data))
    text = decode(data, name, fallback="latin-1")
    is_grid = _GRID.fullmatch(text) is not None and any(mark in text for mark in "._#")
    if not (is_grid or is_text(text) or _IPUZ.match(text) or _TOML.search(text)):
        return None
    template = template_in(text, NOWHERE)
    if template.clues:
        hint = "fill it by satcross fill"
        raise PuzzleError("the studio has no place for regexes on slots", hint=hint, code=ErrorCode.TEMPLATE)
    return "ipuz" if template.ipuz is not None else "grid", _document(template)


def _document(template: Template) -> Document:
    rows = template.rows
    places = {(row, column): letter for row, text in enumerate(rows, 1) for column, letter in enumerate(text, 1)}
    holes = [place for place, letter in places.items() if letter == BLOCK]
    puzzle = rectangle(
        rows=len(rows), columns=len(rows[0]), holes=holes, alphabet="A-Z", title=template.title, author=template.author
    )
    check_size(puzzle)
    letters = {f"{row},{column}": letter for (row, column), letter in places.items() if letter not in (BLOCK, OPEN)}
    return document_of(puzzle, letters, "words")


def template_file(draft: Draft, format: str, *, with_letters: bool = True) -> bytes:
    """Return the file of a document whose rows and columns are words.

    Args:
        format: One of `FORMATS`, or a picture.

    Raises:
        OptionError: For another document.
        SatcrossError: What `write_as` raises.
    """
    if not draft.is_words or draft.puzzle.shape.kind != "rectangle":
        hint = 'choose "Words" as the shape, or export it as TOML'
        raise OptionError("this format is for word crosswords", hint=hint, code=ErrorCode.FORMAT)
    rows = _rows(draft, with_letters=with_letters)
    if format == "grid":
        return write_rows(rows, "dense").encode()
    return write_as(Template(tuple(rows), title=draft.puzzle.title, author=draft.puzzle.author), format)


def _rows(draft: Draft, *, with_letters: bool) -> list[str]:
    """Return the rows of the grid; without the author's letters only those that players see are in them."""
    height, width = draft.puzzle.shape.sizes
    rows = [[BLOCK] * width for _ in range(height)]
    letters = dict(draft.puzzle.given) | (draft.letters if with_letters else {})
    for cell, address in enumerate(draft.puzzle.cells):
        assert not isinstance(address, str), "cells of a rectangle have a row and a column"
        rows[address[0] - 1][address[1] - 1] = letters.get(cell, OPEN)
    return ["".join(row) for row in rows]
