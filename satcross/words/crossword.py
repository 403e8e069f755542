"""A crossword as a puzzle to be played, and as a file: for other programs, on paper, or as a page to play on.

In: a crossword.  Out: a puzzle whose lines are its slots, each with one word that players do not see, and the clue that
they read instead; the guide with which letters can be checked and revealed; or the content of a file.  Pictures show
the letters.  A PDF of a crossword with clues has the empty grid with them first, and the letters on a last page of
their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from satcross.errors import OptionError, did_you_mean
from satcross.pictures.rendering import check_extra
from satcross.puzzle.model import Line, Puzzle, Shape, WordClue
from satcross.words.formats import check_puz_extra, write_ipuz, write_puz
from satcross.words.template import BLOCK, OPEN, Template, word_of, write_text

if TYPE_CHECKING:
    from satcross.pictures.page import Guide

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
        from satcross.pictures.page import to_html

        return to_html(playable(to_be_played(crossword)), guide_of(crossword)).encode()
    return _drawn(crossword, format)


def _drawn(crossword: Template, format: str) -> bytes:
    letters = ["" if letter == OPEN else letter for letter in crossword.letters]
    solution = _picture(crossword._replace(texts={}), letters)
    if format == "svg":
        from satcross.pictures.picture import to_svg

        return to_svg(solution).encode()
    if format == "png":
        from satcross.pictures.pdf import to_png

        return to_png(solution)
    from satcross.pictures.pdf import to_pdf
    from satcross.words.printed import printed

    return to_pdf(printed(crossword) if crossword.texts else [solution])


def _picture(crossword: Template, letters: list[str]) -> Any:
    """Return the picture of the grid with `letters`, and with numbers in the corners."""
    from satcross.pictures.layout import lay_out
    from satcross.pictures.picture import draw

    puzzle = playable(crossword)
    return draw(puzzle, letters, layout=lay_out(puzzle)._replace(listed=()))


def playable(crossword: Template) -> Puzzle:
    """Return the puzzle of a crossword; its letters are capitals."""
    grid = crossword.grid
    letters = [letter.upper() for letter in crossword.letters]
    lines = tuple(
        Line(slot.name, slot.cells, (WordClue((word_of(slot, letters),), text=crossword.texts.get(slot.name, "")),))
        for slot in grid.slots
    )
    rows = crossword.rows
    holes = tuple(
        (row, column) for row, text in enumerate(rows, 1) for column, place in enumerate(text, 1) if place == BLOCK
    )
    alphabet = sorted({*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *letters} - {OPEN})
    return Puzzle(
        grid.places,
        lines,
        Shape("rectangle", (len(rows), len(rows[0])), holes),
        alphabet="".join(alphabet),
        title=crossword.title,
        author=crossword.author,
        source=crossword.copyright,
        notes=crossword.notes,
    )


def guide_of(crossword: Template) -> Guide:
    """Return the guide that holds the letters of a full crossword, and no hints."""
    from satcross.pictures.page import Guide

    letters = tuple([letter.upper() for letter in crossword.letters])
    return Guide("unique", (), letters, letters)


def to_be_played(crossword: Template) -> Template:
    """Return `crossword`.  Raises OptionError if it has open cells, or no slot."""
    if not crossword.is_full:
        hint = "fill the open cells first"
        raise OptionError("a crossword with open cells cannot be played", hint=hint)
    if not crossword.grid.slots:
        raise OptionError("a crossword without slots cannot be played", hint="a slot is two or more places in a row")
    return crossword
