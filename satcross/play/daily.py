"""The puzzle of a day: generated, the same on every machine.

In: a date and a difficulty.  Out: a puzzle with one solution.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from satcross.generator.generate import generate
from satcross.generator.maker import Watch
from satcross.generator.request import Request
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import hexagon, rectangle

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHAPES: Final = {
    "gentle": (rectangle(rows=4, columns=4), hexagon(horizontal=3, rising=3, falling=3)),
    "moderate": (rectangle(rows=5, columns=5), hexagon(horizontal=5, rising=5, falling=5)),
    "hard": (rectangle(rows=5, columns=5), hexagon(horizontal=5, rising=5, falling=5)),
    "fiendish": (rectangle(rows=6, columns=6), hexagon(horizontal=5, rising=5, falling=5)),
}
"""The shapes of each difficulty, which take turns from day to day."""


def daily(day: date, difficulty: str, watch: Watch = lambda progress: None) -> Puzzle:
    """Return the puzzle of a day.

    Args:
        watch: Called with how far the search has come.

    Raises:
        KeyboardInterrupt: If the search was interrupted: there is no puzzle then that others get as well.

    >>> daily(date(2026, 1, 1), "gentle").title
    'Gentle puzzle of 2026-01-01'
    """
    shapes = SHAPES[difficulty]
    request = Request(
        shapes[day.toordinal() % len(shapes)],
        difficulty=difficulty,
        seed=day.toordinal(),
        alphabet=LETTERS,
    )
    made = next(generate(request, watch=watch), None)
    if made is None or any(shortfall.code == "time" for shortfall in made.shortfalls):
        raise KeyboardInterrupt
    return made.puzzle._replace(title=f"{difficulty.capitalize()} puzzle of {day.isoformat()}")
