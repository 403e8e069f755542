"""The cost of a clue: how long it is, how hard it is to read, and how much it gives away.

In: a clue.  Out: a whole number, in tenths of a character.  A clue that is simpler than another (`tidy.simpler`) costs
less.  So the cheapest clues that lead to one solution have nothing that could be loosened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.generator.tidy import alternatives_of_groups, is_loop, tokens

CHARACTER: Final = 10
BRIEF: Final = 11
"""Characters of a clue that can be read at a glance."""

BEYOND: Final = 40
"""Added for each further character."""

LETTER: Final = 4
"""Added for each letter that stands for itself: a dot asks less."""

PLUS: Final = 2
"""Added for `+`: a star asks less."""

COUNT: Final = 5
"""Taken off for each character of a count: `.{4}` is read as quickly as two dots."""

OPTION: Final = 16
"""Taken off for `?`: people use it more often than its cost suggests."""

EXCLUSION: Final = 26
"""Taken off for a negated class: it says so little that hardly any clue would have one otherwise."""

CLASS: Final = 8
"""Taken off for any other class: people like to read words in it."""

ALTERNATIVE: Final = 50
"""Taken off for the third alternative of a group if the clue is read at a glance, and for each further one in any clue.
Few clues would have that many otherwise."""

REFERENCE: Final = 18
"""Taken off for a back-reference: it takes many characters, and says little on a long line."""

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
    parts = tokens(pattern)
    usual = 2 if len(pattern) <= BRIEF else 3
    if pattern.count("|") >= usual:
        total -= ALTERNATIVE * sum([max(0, len(each) - usual) for each in alternatives_of_groups(parts)])
    for token in parts:
        if token in ("(?=", "(?!"):
            total += LOOK
        elif token[0] == "\\" and token[1:].isdigit():
            total -= REFERENCE
        elif token == "+" and not is_loop(parts):
            total += PLUS
        elif token[0] == "{":
            total -= COUNT * len(token)
        elif token == "?":
            total -= OPTION
        elif token.startswith("[^"):
            total -= EXCLUSION
        elif token[0] == "[":
            total -= CLASS
        elif token not in (".", "*", "+", "?", "(", ")", "|", "(?:"):
            total += LETTER
    return total


def pinned(left: Sequence[int]) -> int:
    """Return how many of the masks hold one letter: what is left of the line when its clue alone is known."""
    return sum([not mask & (mask - 1) for mask in left])


def giving_cost(given: int, n: int) -> int:
    """Return what it costs that a clue tells `given` of the `n` letters of its line by itself."""
    return TOLD * given // max(1, n)
