"""Word crosswords as files: a grid written as text, `.ipuz`, `.puz`.

In: the content of a file.  Out: its document, whose rows and columns are words.  And back: the file of such a document.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import Final

from satcross.base.reading import NOWHERE, decode
from satcross.errors import OptionError, PuzzleError
from satcross.puzzle.shapes import rectangle
from satcross.studio.documents import Draft, check_size, document_of
from satcross.studio.messages import Crossword, Document
from satcross.words.files import template_in, template_of, write_as
from satcross.words.formats import read_ipuz
from satcross.words.puz import is_puz, read_puz
from satcross.words.template import BLOCK, OPEN, Grid, Slot, Template, grid_of, unlocked, write_rows
from satcross.words.text_format import is_text

FORMATS: Final = {"grid": "txt", "xd": "xd", "ipuz": "ipuz", "puz": "puz"}
"""The formats of word crosswords, with the extension of each."""

_GRID: Final = re.compile(r"\s*+(?:[^\W\d]|[#. \t\r\n])*")
_IPUZ: Final = re.compile(r"\s*(?:ipuz\(|\{[^{]*ipuz\.org/)")
_TOML: Final = re.compile(r"^[ \t]*template[ \t]*=", re.M)


def template_document(data: bytes, name: str) -> tuple[str, Document] | None:
    """Return the format and the document of a word crossword; None if the content is none.

    Raises:
        SatcrossError: For a word crossword that cannot be read, or that the studio has no place for.
    """
    if is_puz(data):
        return "puz", _document(unlocked(read_puz(data)))
    text = decode(data, name, fallback="latin-1")
    is_grid = _GRID.fullmatch(text) is not None and any(mark in text for mark in "._#") and "\n\n" not in text.strip()
    if not (is_grid or is_text(text) or _IPUZ.match(text) or _TOML.search(text)):
        return None
    template = template_in(text, NOWHERE)
    if template.clues:
        raise PuzzleError(
            "the studio has no place for regexes on slots", hint="take out the regexes of the slots", code="template"
        )
    if template.marks and template.ipuz is None:
        raise PuzzleError(
            "the studio has no place for the marked cells of a text",
            hint="write it as .ipuz first: satcross fill FILE -o FILE.ipuz",
            code="template",
        )
    format = "ipuz" if template.ipuz is not None else "xd" if template.is_text else "grid"
    return format, _document(template, text if format == "ipuz" else "")


def _document(template: Template, ipuz: str = "") -> Document:
    """Return the document of a crossword; `ipuz` is the text of the file that it comes from, if that is `.ipuz`."""
    rows = template.rows
    places = {(row, column): letter for row, text in enumerate(rows, 1) for column, letter in enumerate(text, 1)}
    holes = [place for place, letter in places.items() if letter == BLOCK]
    puzzle = rectangle(
        rows=len(rows),
        columns=len(rows[0]),
        holes=holes,
        alphabet="A-Z",
        title=template.title,
        author=template.author,
        notes=template.notes,
    )
    check_size(puzzle)
    letters = {f"{row},{column}": letter for (row, column), letter in places.items() if letter not in (BLOCK, OPEN)}
    grid = template.grid
    crossword: Crossword = {}
    if template.texts:
        crossword["clues"] = {
            slot_key(grid, slot): template.texts[slot.name] for slot in grid.slots if slot.name in template.texts
        }
    if template.copyright:
        crossword["copyright"] = template.copyright
    if ipuz:
        crossword["ipuz"] = ipuz
    if template.puz is not None:
        crossword["puz"] = b64encode(template.puz).decode()
    return document_of(puzzle, letters, "words", crossword)


def slot_key(grid: Grid, slot: Slot) -> str:
    """Return the name of a slot in documents, which stays if blocks elsewhere change the numbers: "2,3 down"."""
    return "{},{} {}".format(*grid.places[slot.cells[0]], slot.direction)


def template_file(draft: Draft, format: str, *, with_letters: bool = True) -> bytes:
    """Return the file of a document whose rows and columns are words.

    Args:
        format: One of `FORMATS`, or a picture.

    Raises:
        OptionError: For another document.
        SatcrossError: What `write_as` raises.
    """
    if not draft.is_words or draft.puzzle.shape.lattice != "square":
        raise OptionError(
            "this format is for word crosswords",
            hint='choose "Words" as the shape, or export it as TOML',
            code="format",
        )
    rows = template_of_draft(draft, with_letters=with_letters).rows
    if format == "grid":
        return write_rows(rows, "dense").encode()
    return write_as(_crossword(draft, rows, format), format)


def _crossword(draft: Draft, rows: tuple[str, ...], format: str) -> Template:
    """Return the crossword of a document; if it comes from a file of `format`, with what else that file holds.

    Raises:
        PuzzleError: If that file cannot be read.
    """
    more: Crossword = draft.crossword or {}
    grid, clues = grid_of(rows), more.get("clues", {})
    texts = {slot.name: text for slot in grid.slots if (text := clues.get(slot_key(grid, slot), ""))}
    puzzle = draft.puzzle
    crossword = Template(
        rows,
        "dense",
        title=puzzle.title,
        author=puzzle.author,
        copyright=more.get("copyright", ""),
        notes=puzzle.notes,
        texts=texts,
    )
    if "ipuz" in more:
        opened = read_ipuz(more["ipuz"])
    elif "puz" in more:
        opened = read_puz(_decoded(more["puz"]))
    else:
        return crossword
    marks = tuple([each for each in opened.marks if each[0] in grid.places])
    return crossword._replace(
        marks=marks, ipuz=opened.ipuz if format == "ipuz" else None, puz=opened.puz if format == "puz" else None
    )


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise PuzzleError("the .puz file in the document is no base64", code="format") from None


def template_of_draft(draft: Draft, *, with_letters: bool = True) -> Template:
    """Return the grid as a template; without the author's letters it has only the letters that players see.

    Raises:
        PuzzleError: If the document is not a rectangle.
    """
    given = dict(draft.puzzle.given) | (draft.letters if with_letters else {})
    return template_of(draft.puzzle._replace(given=tuple(sorted(given.items()))))
