"""Clues that mean something else are told apart by a line, and equal ones are not."""

from itertools import product

import pytest

from satcross.regex.analysis.equivalence import distinguishing_line
from satcross.regex.letters import from_text
from satcross.regex.matcher import matches
from tests.clues import core

ALPHABET = from_text("ABC")


PATTERNS = [
    "A*B", "A*B+", "(?:A|B)*B", "A[AB]*B|B", r"(.)\1", r"(.).*\1", "(?=.*A)B.*", r"(?:(A)|B)*\1", "(?!A).*",
    "(?>A*)A?", ".*",
]  # fmt: skip


@pytest.mark.parametrize("is_reversed", [False, True])
def test_a_line_is_found_iff_there_is_one(is_reversed: bool) -> None:
    """Brute force is the oracle."""
    for left, right in product(PATTERNS, repeat=2):
        one, other = core(left), core(right)
        for length in (1, 4):
            texts = map("".join, product("ABC", repeat=length))
            step = -1 if is_reversed else 1
            differ = {text for text in texts if matches(one, text) != matches(other, text[::step])}
            found = distinguishing_line(one, other, length, ALPHABET, is_reversed=is_reversed)
            assert (found in differ) if differ else found is None, (left, right, length)


def test_dialects_are_told_apart() -> None:
    assert distinguishing_line(core(r"(A)?\1B"), core(r"(A)?\1B", dialect="javascript"), 1, ALPHABET) == "B"
    assert distinguishing_line(core(r"(A)?\1B"), core(r"(A)?\1B", dialect="javascript"), 3, ALPHABET) is None


def test_of_too_many_strings_shorter_ones_are_compared() -> None:
    assert distinguishing_line(core("A*B"), core("A*B|CB"), 14, ALPHABET) == "CB"
    assert distinguishing_line(core(r"(.).*\1"), core(r"(.)(?:.*)\1"), 14, ALPHABET) is None
