"""Clues that mean something else are told apart by a line, and equal ones are not."""

from itertools import product
from random import Random

import pytest

from satcross.base.budget import UNLIMITED
from satcross.regex.analysis.equivalence import Difference, difference_on_line, distinguishing_line
from satcross.regex.letters import from_text
from satcross.regex.matcher import matches
from tests.clues import accepted, core, regular_pattern, single_letters

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
    one, other = core(r"(.).*\1"), core(r"(.).*\1|CB")
    assert distinguishing_line(one, other, 14, ALPHABET) == "CB"
    assert distinguishing_line(one, core(r"(.)(?:.*)\1"), 14, ALPHABET) is None


def test_automata_compare_long_lines() -> None:
    assert distinguishing_line(core("A*B"), core("A*B|CB"), 14, ALPHABET) is None
    assert distinguishing_line(core("A*B"), core("A*B|.{13}CB*"), 14, ALPHABET) == "A" * 13 + "C"


def test_clues_without_captures_differ_as_pythons_engine_says() -> None:
    random = Random(8)
    seen = set()
    for _ in range(200):
        one, other, n = regular_pattern(random), regular_pattern(random), random.randint(0, 3)
        if random.random() < 0.5:
            one = rf"(?=.*A)(?!\B){one}"
        found = difference_on_line(core(one), core(other), n, single_letters())
        first, second = (set(accepted(each, ["ABC"] * n)) for each in (one, other))
        assert found == Difference(bool(first - second), bool(second - first)), (one, other, n)
        seen.add((found, n == 0))
    assert len(seen) == 7, "no two clues differ in both ways on a line without cells"
    few = UNLIMITED.tuned(compared_states=1)
    assert difference_on_line(core("(A|B)*A..."), core("(A|B)*A..[AB]"), 9, single_letters(), few) is None
