"""Clues that mean something else are told apart by a line, and equal ones are not."""

from itertools import product
from random import Random

import pytest

from satcross.regex.analysis.equivalence import distinguishing_line, sample
from satcross.regex.core import leaves_of
from satcross.regex.letters import from_text, split
from satcross.regex.matcher import matches
from tests.clues import core

ALPHABET = from_text("ABC")


PATTERNS = [
    "A*B", "A*B+", "(?:A|B)*B", "A[AB]*B|B", r"(.)\1", r"(.).*\1", "(?=.*A)B.*", r"(?:(A)|B)*\1", "(?!A).*",
    "(?>A*)A?", ".*",
]  # fmt: skip


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("strings", [0, 2_000])
def test_a_line_is_found_iff_there_is_one(is_reversed: bool, strings: int) -> None:
    """Brute force is the oracle.  With `strings` 0, only samples are compared: here they find every difference, too."""
    for left, right in product(PATTERNS, repeat=2):
        one, other = core(left), core(right)
        for length in (1, 4):
            texts = map("".join, product("ABC", repeat=length))
            step = -1 if is_reversed else 1
            differ = {text for text in texts if matches(one, text) != matches(other, text[::step])}
            found = distinguishing_line(one, other, length, ALPHABET, is_reversed=is_reversed, most=strings)
            assert (found in differ) if differ else found is None, (left, right, length)


def test_dialects_are_told_apart() -> None:
    assert distinguishing_line(core(r"(A)?\1B"), core(r"(A)?\1B", dialect="javascript"), 1, ALPHABET) == "B"
    assert distinguishing_line(core(r"(A)?\1B"), core(r"(A)?\1B", dialect="javascript"), 3, ALPHABET) is None


def test_long_lines_are_compared_too() -> None:
    pairs = r"(.)(.)(.)(.)(.)(.)(.)\7\6\5\4\3\2\1"
    assert distinguishing_line(core(pairs), core(pairs + "A?"), 14, ALPHABET) is None
    line = distinguishing_line(core(pairs), core(pairs.replace(r"\2\1", r"\1\2")), 14, ALPHABET)
    assert line is not None


@pytest.mark.parametrize(
    "pattern",
    [r"(.)(.)(.)\3\2\1", "(?:AB|C){3,}", r"(A|BC)+\1(?:A?)*", r"(?:(A)|B)(?(1)C|A).*", "(?>A+)B*", "[^A]{2,}|A{6}"],
)
def test_samples_match(pattern: str) -> None:
    root = core(pattern)
    sets, relations = leaves_of([root])
    classes = split(ALPHABET, sets, 6, sorted(relations))
    random = Random(1)
    made = [sample(root, 6, classes, random) for _ in range(100)]
    texts = [text for text in made if text is not None]
    assert len(texts) > 10
    assert all(matches(root, text) for text in texts)


def test_there_is_no_sample_of_what_cannot_match() -> None:
    classes = split(ALPHABET, [from_text("A")])
    assert all(sample(core("A{3}"), 2, classes, Random(seed)) is None for seed in range(20))
