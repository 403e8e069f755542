"""A word crossword as a puzzle to be played, in the page and in the terminal.

In: a crossword.  Out: a puzzle whose lines are its slots, each with one word that players do not see, and the clue that
they read instead; and the guide with which letters can be checked and revealed.
"""

from __future__ import annotations

from satcross.errors import OptionError
from satcross.pictures.page.guide import Guide
from satcross.pictures.page.html import to_html
from satcross.puzzle.model import Line, Puzzle, Shape, WordClue
from satcross.words.slots import BLOCK, OPEN
from satcross.words.template import Template
from satcross.words.text import word_of


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


def page(crossword: Template) -> str:
    """Return the page to play a crossword on.  Raises OptionError if it has open cells."""
    return to_html(playable(to_be_played(crossword)), guide_of(crossword))
