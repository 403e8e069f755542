"""A crossword as a file: for other programs, on paper, or as a page to play on.

In: a crossword.  Out: the content of a file.  Pictures show the letters.  A PDF of a crossword with clues has the empty
grid with them first, and the letters on a last page of their own.
"""

from __future__ import annotations

from typing import Any, Final

from satcross.errors import OptionError, did_you_mean
from satcross.pictures.rendering import check_extra
from satcross.words.ipuz import write_ipuz
from satcross.words.puz import check_puz_extra, write_puz
from satcross.words.slots import OPEN
from satcross.words.template import Template
from satcross.words.text import write_text

FORMATS: Final = ("ipuz", "puz", "xd", "txt", "html", "svg", "pdf", "png")

WITH_CLUES: Final = ("ipuz", "puz", "xd", "txt", "html", "pdf")
"""The formats that hold clues."""


def check_format(format: str) -> None:
    """Return if a crossword can be written in `format`, one of `FORMATS`.

    Raises:
        OptionError: For another format.
        MissingError: Where an extra is not installed.
    """
    if format not in FORMATS:
        raise OptionError(
            f"there is no format {format!r}", hint=did_you_mean(format, FORMATS) or "one of " + ", ".join(FORMATS)
        )
    if format == "puz":
        check_puz_extra()
    if format in ("pdf", "png"):
        check_extra(format)


def write_as(crossword: Template, format: str) -> bytes:
    """Return `crossword` as the content of a file of `format`, one of `FORMATS`.

    Raises:
        OptionError: For another format, and for a crossword that the format cannot hold.
        MissingError: Where an extra is not installed.
    """
    check_format(format)
    if format == "ipuz":
        return write_ipuz(crossword).encode()
    if format == "puz":
        return write_puz(crossword)
    if format in ("xd", "txt"):
        return write_text(crossword).encode()
    if format == "html":
        from satcross.words.playing import page

        return page(crossword).encode()
    return _drawn(crossword, format)


def _drawn(crossword: Template, format: str) -> bytes:
    from satcross.words.playing import playable

    letters = ["" if letter == OPEN else letter for letter in crossword.letters]
    solution = _picture(crossword._replace(texts={}), letters)
    if format == "svg":
        from satcross.pictures.svg import to_svg

        return to_svg(solution).encode()
    if format == "png":
        from satcross.pictures.png import to_png

        return to_png(solution)
    from satcross.pictures.pdf import room, to_pdf
    from satcross.pictures.picture import pages

    if not crossword.texts:
        return to_pdf([solution])
    return to_pdf([*pages(playable(crossword), (), (), room("a4")), solution])


def _picture(crossword: Template, letters: list[str]) -> Any:
    """Return the picture of the grid with `letters`, and with numbers in the corners."""
    from satcross.pictures.layout.lay_out import lay_out
    from satcross.pictures.picture import draw
    from satcross.words.playing import playable

    puzzle = playable(crossword)
    return draw(puzzle, letters, layout=lay_out(puzzle)._replace(listed=()))
