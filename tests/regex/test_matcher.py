"""The reference matcher: what core nodes mean, and that size and length do not hurt it.

Its agreement with the engines is in tests/differential and tests/cases; here is what those do not show.
"""

import re
from functools import partial
from itertools import product

import pytest

from satcross.regex.core import EMPTY, FAIL, Core, Group, Letters, Look, Ref, alt, atomic, repeat, seq
from satcross.regex.letters import from_text
from satcross.regex.matcher import Matcher, matches
from tests import clues


def letters(text: str) -> Core:
    return Letters(from_text(text))


meaning = partial(clues.core, alphabet="abcx")


def test_the_empty_string_and_failure() -> None:
    assert matches(EMPTY, "")
    assert not matches(EMPTY, "a")
    assert not matches(FAIL, "")
    assert not matches(seq([FAIL, letters("a")]), "a")


def test_a_letter_outside_the_alphabet_matches_nothing() -> None:
    assert not matches(meaning("."), "?")
    assert not matches(meaning("[^a]"), "?")


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        (r"(a*)(a*)\1?\2?", "aa", {1: (0, 2), 2: (2, 2)}),
        (r"(a*?)(a*)\1?\2?", "aa", {1: (0, 0), 2: (0, 2)}),
        (r"(a|ab)(c|bcx)?\1?\2?", "abc", {1: (0, 2), 2: (2, 3)}),
        (r"(?:(a)|(b))*\1\2", "abab", {1: (0, 1), 2: (1, 2)}),
        (r"(?=(a+))a\1?.*", "aab", {1: (0, 2)}),
        (r"(a)?\1?", "", {}),
    ],
)
def test_captures_are_those_of_the_first_way(pattern: str, text: str, spans: dict[int, tuple[int, int]]) -> None:
    found = Matcher(meaning(pattern)).first_match(text)
    assert found == spans


def test_rounds_in_javascript_begin_by_forgetting() -> None:
    assert matches(meaning(r"(?:(a)|b)*\1", dialect="python"), "aba")
    assert not matches(meaning(r"(?:(a)|b)*\1", dialect="javascript"), "aba")
    assert matches(meaning(r"(?:(a)|b)*\1", dialect="javascript"), "ab")


def test_lookbehinds_in_javascript_match_from_right_to_left() -> None:
    core = meaning(r".*(?<=(a+?)(b*|ab)c)\1?\2?", dialect="javascript")
    found = Matcher(core).first_match("aabc")
    assert found == {1: (1, 2), 2: (2, 3)}


def test_what_an_atomic_item_leaves_out() -> None:
    assert not matches(atomic(seq([alt([letters("a"), seq([letters("a"), letters("b")])])])), "ab")
    assert not matches(meaning("(?>a|ab)c"), "abc")
    assert not matches(meaning("a*+a"), "aa")
    assert not matches(meaning(r"(?=(a*))\1a"), "aa")


def test_a_group_in_a_negative_lookaround_is_never_set() -> None:
    core = seq([Look(Group(1, letters("a")), False, True, None), letters("ab"), Ref((1,), True)])
    assert Matcher(core).first_match("b") is not None
    assert not matches(core, "a")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("((a|b)*c?)*", "ab" * 1000 + "c"),
        (r"(?:(.)\1)*", "aabb" * 500),
        (r"(?:(?>a*)b?)*", "aab" * 500),
        (r"(?:a(?=.*x)|[bx])*", "ab" * 500 + "x"),
        (r"(?:(?:a*)*b?(?:a*)*c?)*", "a" * 2000),
        (r"(?=(.*))(?:ab)*\1?", "ab" * 1000),
    ],
)
@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_long_lines_do_not_recurse(pattern: str, text: str, dialect: str) -> None:
    if dialect == "javascript" and "(?>" in pattern:
        pattern = pattern.replace("(?>", "(?:")
    assert matches(meaning(pattern, dialect=dialect), text)


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("(?:a{1000}){1000}", "a" * 500, False),
        ("(?:(?:x?){1000}){1000}", "x" * 100, True),
        ("(?:(?:x?){1000}){1000}", "x" * 99 + "a", False),
        ("(?>(?:(?:x?){1000}){1000})", "x" * 50, True),
        ("((((x?)*)*)*)*", "x" * 500, True),
        ("(?:" * 25 + "x" + "*a)" * 25 + "*", "xxaa" * 25, False),
    ],
)
def test_huge_counts_and_deep_nests_cost_what_the_text_warrants(pattern: str, text: str, expected: bool) -> None:
    assert matches(meaning(pattern), text) == expected


@pytest.mark.parametrize("low", [0, 1, 2, 5, 9])
@pytest.mark.parametrize("high", [2, 5, 9, None])
@pytest.mark.parametrize("item", ["a", "a?", "ab|a", "(?:|a)b?", "(?=(a?))b?"])
def test_counted_rounds_are_those_of_re(low: int, high: int | None, item: str) -> None:
    if high is not None and low > high:
        pytest.skip("no such count")
    pattern = f"(?:{item}){{{low},{'' if high is None else high}}}"
    matcher = Matcher(meaning(pattern))
    for n in range(4):
        for text in map("".join, product("ab", repeat=n)):
            assert matcher.matches(text) == bool(re.fullmatch(pattern, text)), text


def test_an_item_that_writes_no_group_is_counted_to_n_only() -> None:
    core = atomic(repeat(repeat(letters("x"), 0, 1), 10**9, None))
    assert matches(core, "xxx")
