"""Numbers and nouns in sentences for people.

Python converts no more than 4,300 digits between `int` and text, because that can take long for numbers from outside.
A number of solutions comes from our own counting and may be longer.  `decimal` has no such limit and is as quick, so
`decimal_text` works in any thread.  The module `json` has no such choice: `any_digits` lifts the limit for it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

LONG: Final = 10**15  # from here on the power of ten is added, because nobody counts that many digits
SHORT: Final = 600  # digits, or bits, that Python always converts itself


def decimal_text(number: int, comma: Literal["", ","] = "") -> str:
    """Return `number` in decimal, with `comma` for each thousand.

    >>> decimal_text(-12), len(decimal_text(10**5000))
    ('-12', 5001)
    >>> decimal_text(161280, ","), decimal_text(10**5000, ",")[:9]
    ('161,280', '100,000,0')
    """
    if number.bit_length() <= SHORT:
        return f"{number:{comma}}"
    from decimal import Decimal

    return f"{Decimal(number):{comma}f}"


@contextmanager
def any_digits() -> Iterator[None]:
    """Let Python convert whole numbers of any length to text and back within the block.

    The limit holds for the whole process, so two threads should not do this at the same time.

    >>> with any_digits():
    ...     len(str(10**5000))
    5001
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def grouped(number: int) -> str:
    """Return `number` with a comma for each thousand, and its power of ten where it is long.

    >>> grouped(161280), grouped(10**30)
    ('161,280', '1,000,000,000,000,000,000,000,000,000,000 (about 10^30)')
    """
    text = decimal_text(number, ",")
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
