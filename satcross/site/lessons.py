"""The lessons, which are played in the page: each shows one new sign, or one new way to use signs.

Out: the lessons as JSON for `page/lesson.js`, with the parts of the player for each puzzle.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from satcross.author.player_steps import player_steps
from satcross.pictures.page import player_parts
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import hexagon, line, rectangle
from satcross.site.frame import json_in_page


class Lesson(NamedTuple):
    """A puzzle of one to six cells, and what is said before and after it.

    Attributes:
        sentence: What the player has to know.  A clue in it is between backquotes.
        praise: What is said when the puzzle is solved.
    """

    title: str
    sentence: str
    praise: str
    puzzle: Puzzle


def _row(clue: str, cells: int) -> Puzzle:
    return line(clue, cells, alphabet="A-Z")


LESSONS: Final = (
    Lesson(
        "Letters and the full stop",
        "A clue is a pattern for its line. A letter in it stands for itself, and `.` for any letter you like.",
        "CAT, COT and CUT all fit, and so do 23 others.",
        _row("C.T", 3),
    ),
    Lesson(
        "One of these",
        "Letters in brackets: one of them goes here. `[BC]` is B or C.",
        "A bracket is one cell, however many letters are in it.",
        _row("[BC]A[RT]", 3),
    ),
    Lesson(
        "None of these",
        "With `^` first, it is any letter but these. `[^X]` is everything except X.",
        "BOX is the only word that does not fit.",
        _row("BO[^X]", 3),
    ),
    Lesson(
        "One or the other",
        "The bar means or: the part before it, or the part after it.",
        "Parentheses limit it: `(C|R)AT` is CAT or RAT.",
        _row("CAT|DOG", 3),
    ),
    Lesson(
        "As often as you like",
        "`*` repeats the letter before it any number of times, even none. `+` does so at least once.",
        "`.*` is the most common clue of all: any letters, as many as fit.",
        _row("A*H+", 5),
    ),
    Lesson(
        "Each time another letter",
        "`[AB]*` repeats the choice, not the letter: each cell is A or B, whichever you like.",
        "BANANA fits, and so do 728 others.",
        _row("[ABN]*", 6),
    ),
    Lesson(
        "Whole blocks",
        "`(AB|C)*` repeats whole blocks: each time AB or C, but never A alone.",
        "TOMATO is TO, MA and TO. `(AB|C)+` asks for at least one block.",
        _row("(TO|MA)*", 6),
    ),
    Lesson(
        "Perhaps, and exactly",
        "`?` says that the letter before it may be missing. `{2}` says that it comes exactly twice.",
        "Count the cells: they decided whether the S was there.",
        _row("BO{2}KS?", 5),
    ),
    Lesson(
        "The same again",
        "Parentheses remember what they held, and `\\1` asks for the same once more.",
        "PAPA, MAMA or DODO: whatever you wrote first came again.",
        _row(r"(..)\1", 4),
    ),
    Lesson(
        "Two clues that cross",
        "Now each cell has two clues, one along its row and one down its column. Both have to be right.",
        "That is the whole game: what one clue leaves open, the other one settles.",
        rectangle(rows=["[FY]O[UR]", r"(.)I\1"], columns=["Y[BD]", "O[^E]", "UD|RA"], alphabet="A-Z", answer="YOU DID"),
    ),
    Lesson(
        "Three directions",
        "In a hexagon, three lines cross in most cells. Each clue is read along its arrow.",
        "Start with the clues that leave the fewest letters, here as in larger hexagons.",
        hexagon(
            sides=(1, 2, 2),
            horizontal=["[CL]", "A[MT]", "[PS]"],
            rising=["[^S]A", "[^T][^C]"],
            falling=[".P", "LA|CA"],
            alphabet="A-Z",
            answer="LAMP",
        ),
    ),
)


def lessons_json() -> str:
    """Return the lessons as JSON that a page can hold."""
    made = [_playable(number, each) for number, each in enumerate(LESSONS, 1)]
    return json_in_page(made)


def _playable(number: int, lesson: Lesson) -> dict[str, Any]:
    parts = player_parts(lesson.puzzle, player_steps(lesson.puzzle))._asdict()
    parts["data"]["key"] = f"satcross:lesson:{number}"
    told = {name: getattr(lesson, name) for name in ("title", "sentence", "praise")}
    return {**parts, **told}
