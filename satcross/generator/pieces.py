"""Pieces of clues: single letters, classes of letters, loops."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from satcross.generator.spelling import spelled

SPECIAL: Final = frozenset("\\.^$*+?{}[]|()")
SPECIAL_IN_CLASS: Final = frozenset("\\]^-[&~")


LONGEST_FORM: Final = 9
"""Letters of the longest text of which each letter is shown by its own sign."""

PART: Final = 100
"""Letters of a long text among which four that belong together are looked for: there are many millions of fours."""


def letters_but(text: str, letters: str) -> list[str]:
    """Return the letters of `letters` that do not occur in `text`."""
    return [letter for letter in letters if letter not in text]


def literal(text: str) -> str:
    """Return the clue that only `text` matches."""
    return "".join(f"\\{letter}" if letter in SPECIAL else letter for letter in text)


def one_of(letters: Sequence[str], *, is_negative: bool = False) -> str:
    """Return the class of `letters`, as a word if they spell one; a single letter stands for itself."""
    members = spelled(letters)
    if len(members) == 1 and not is_negative:
        return literal(members[0])
    listed = "".join(f"\\{letter}" if letter in SPECIAL_IN_CLASS else letter for letter in members)
    return f"[{'^' if is_negative else ''}{listed}]"


def none_of(letters: Sequence[str]) -> str:
    """Return the class of all letters but `letters`."""
    return one_of(letters, is_negative=True)


def some_letters(random: Random, items: Sequence[str], most: int) -> list[str]:
    """Return up to `most` of `items`, at least one if there are any, in random order."""
    if not items:
        return []
    return random.sample(list(items), random.randint(1, min(most, len(items))))


def random_spans(text: str, random: Random, shortest: int, longest: int) -> tuple[int, int]:
    """Return the start and the end of a random part of the text."""
    length = random.randint(shortest, min(longest, len(text)))
    start = random.randint(0, len(text) - length)
    return start, start + length


def loop_of(text: str, random: Random, part: str) -> str:
    """Return the clue that repeats `part`; on a line of one letter, `part` alone."""
    return f"{part}{random.choice('*+')}" if len(text) > 1 else part
