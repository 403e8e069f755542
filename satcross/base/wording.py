"""Numbers and nouns in sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.long_numbers import grouped_text

LONG: Final = 10**15  # from here on the power of ten is added, because nobody counts that many digits


def grouped(number: int) -> str:
    """Return `number` with a comma for each thousand, and its power of ten where it is long.

    >>> grouped(161280), grouped(10**30)
    ('161,280', '1,000,000,000,000,000,000,000,000,000,000 (about 10^30)')
    """
    text = grouped_text(number)
    return text if number < LONG else f"{text} (about 10^{len(text) - text.count(',') - 1})"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun.

    Args:
        noun: One of them; `nouns` are several, by default the same with an s.

    >>> [counted(number, "cell") for number in (0, 1, 2, 1234)]
    ['no cells', 'one cell', '2 cells', '1,234 cells']
    >>> counted(2, "entry", "entries"), counted(1, "string that matches", "strings that match")
    ('2 entries', 'one string that matches')
    """
    several = nouns or noun + "s"
    return f"one {noun}" if number == 1 else f"{grouped(number) if number else 'no'} {several}"


def capital(text: str) -> str:
    """Return `text` with its first letter as a capital, as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], link: str = "and") -> str:
    """Return `words` as a list within a sentence.

    >>> listed(["A"]), listed(["A", "B", "C"], "or")
    ('A', 'A, B or C')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {link} {words[-1]}"


def letter_in_words(letter: str) -> str:
    """Return `letter` as a sentence names it: a space is invisible there."""
    return "a space" if letter == " " else letter
