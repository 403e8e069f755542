"""The lengths of a clue's matches, compared with all short strings."""

import re
from itertools import product
from random import Random

import pytest

from satcross.regex.analysis.lengths import lengths
from satcross.regex.letters import from_text
from satcross.regex.lower import lower
from satcross.regex.syntax.parse import parse
from tests.clues import regular_pattern

MOST = 6
CLUES = [
    "",
    "A{3}",
    "(AB){2,}",
    "(A|BB){1,2}",
    "(A?){3}",
    "(A*)*",
    "(?:){9}A",
    "A{9}",
    "(?=B)A*",
    "(?>AB|A)B",
    "[^AB]",
    "A{2,4}B?",
]


def found_by_trying(clue: str) -> set[int]:
    matches = re.compile(clue).fullmatch
    return {n for n in range(MOST + 1) if any(matches("".join(text)) for text in product("AB", repeat=n))}


def found(clue: str) -> set[int]:
    bits = lengths(lower(parse(clue), from_text("AB")), MOST)
    return {n for n in range(MOST + 2) if bits >> n & 1}


@pytest.mark.parametrize("clue", [clue for clue in CLUES if "?=" not in clue and "?>" not in clue])
def test_these_clues_match_strings_of_these_lengths(clue: str) -> None:
    assert found(clue) == found_by_trying(clue)


@pytest.mark.parametrize("clue", ["(?=B)A*", "(?>AB|A)B"])
def test_what_only_assertions_rule_out_is_kept(clue: str) -> None:
    assert found(clue) >= found_by_trying(clue)


def test_random_regular_clues_match_strings_of_these_lengths() -> None:
    random = Random(61)
    for _ in range(150):
        clue = regular_pattern(random, depth=2)
        if "C" not in clue:
            assert found(clue) == found_by_trying(clue), clue


@pytest.mark.parametrize("clue", [r"(A*)\1", r"(..?)\1", r"(A|BB)B\1", r"(?:(A)|B)(?(1)A|BB)", r"(A?)(?:\1B)*"])
def test_a_backreference_has_a_length_of_its_group(clue: str) -> None:
    assert found(clue) >= found_by_trying(clue)


def test_lengths_that_no_group_allows_are_left_out() -> None:
    assert found(r"(..?)\1") == {2, 3, 4}
    assert found(r"(AA)\1") == {4}
