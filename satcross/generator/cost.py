"""The cost of a clue: how long it is, how hard it is to read, and how much it gives away.

In: a clue.  Out: a whole number, in tenths of a character.  A clue that is simpler than another (`tidy.simpler`) costs
less.  So the cheapest clues that lead to one solution have nothing that could be loosened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.generator.tidy import tokens

CHARACTER: Final = 10
BRIEF: Final = 11
"""Characters of a clue that can be read at a glance."""

BEYOND: Final = 40
"""Added for each further character."""

LETTER: Final = 4
"""Added for each letter that stands for itself: a dot asks less."""

PLUS: Final = 2
"""Added for `+`: a star asks less."""

COUNT: Final = 4
"""Taken off for each character of a count: `.{4}` is read as quickly as two dots."""

OPTION: Final = 8
"""Taken off for `?`: people use it more often than its cost suggests."""

EXCLUSION: Final = 20
"""Taken off for a negated class: it says so little that hardly any clue would have one otherwise."""

REFERENCE: Final = 12
"""Added for a back-reference: one has to remember a letter."""

LOOK: Final = 25
"""Added for a look-around: one reads the line twice."""

TOLD: Final = 120
"""Added if the clue tells all letters of its line by itself; if it tells some of them, this share of it."""


def reading_cost(pattern: str) -> int:
    """Return the cost of the text of a clue.

    >>> reading_cost("A.*"), reading_cost("..*"), reading_cost(".*")
    (34, 30, 20)
    """
    total = CHARACTER * len(pattern) + BEYOND * max(0, len(pattern) - BRIEF)
    for token in tokens(pattern):
        if token in ("(?=", "(?!"):
            total += LOOK
        elif token[0] == "\\" and token[1:].isdigit():
            total += REFERENCE
        elif token == "+":
            total += PLUS
        elif token[0] == "{":
            total -= COUNT * len(token)
        elif token == "?":
            total -= OPTION
        elif token.startswith("[^"):
            total -= EXCLUSION
        elif token[0] == "[" or token not in (".", "*", "?", "(", ")", "|", "(?:"):
            total += LETTER
    return total


def pinned(left: Sequence[int]) -> int:
    """Return how many of the masks hold one letter: what is left of the line when its clue alone is known."""
    return sum([not mask & (mask - 1) for mask in left])


def giving_cost(given: int, n: int) -> int:
    """Return what it costs that a clue tells `given` of the `n` letters of its line by itself."""
    return TOLD * given // max(1, n)
