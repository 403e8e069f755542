"""Questions about several regexes get the answers of the real engines, for strings of any length."""

import re
from itertools import product
from random import Random

import pytest

import satcross
from satcross.errors import LimitError, ManyErrors, OptionError, RegexError
from tests.clocks import hurry
from tests.regex_groups import check, groups

A_FROM_THE_END, A_FROM_THE_START = "(?:a|b)*a(?:a|b){20}", "(?:a|b){20}a(?:a|b)*"


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_random_groups_have_in_common_what_the_engine_says(dialect: str) -> None:
    source = groups(dialect, Random(64))
    ends = {check(next(source)) for _ in range(40)}
    assert ends == {"some", "bounded"}


@pytest.mark.parametrize(
    ("patterns", "excluded", "strings", "total"),
    [
        (["a*b", ".{3}"], [], ["aab"], 1),
        (["[ab]{2}"], [".*bb"], ["aa", "ab", "ba"], 3),
        ([r"(?=.*a)(?=.*b)[abc]{3}", r"c.*"], [], ["cab", "cba"], 2),
        ([r"(a|bb)\1"], [], ["aa", "bbbb"], 2),
        ([r"(['\"])[xy]\1"], [".*x.*"], ['"y"', "'y'"], 2),
        (["a++a", "a*"], [], [], 0),
        ([r"(..)\1", "a.*b"], [], ["abab"], None),
        ([""], [], [""], 1),
    ],
)
def test_finitely_many_strings_are_listed_and_counted(
    patterns: list[str], excluded: list[str], strings: list[str], total: int | None
) -> None:
    answer = satcross.common(patterns, excluded)
    assert list(answer.strings)[: len(strings)] == strings
    assert total is None or (answer.total, answer.bound, answer.is_infinite) == (total, None, False)


def test_infinitely_many_strings_are_said_to_be_so() -> None:
    answer = satcross.common(["[ab]*", ".*b"], limit=4)
    assert (answer.strings, answer.is_infinite, answer.total) == (("b", "ab", "bb", "aab"), True, None)
    assert answer.counts == {0: 0, 1: 1, 2: 2, 3: 4}


def test_no_string_of_any_length_is_proved_where_a_regex_compares_letters() -> None:
    assert satcross.common([r"(.+)x\1", "[ab]*"]).status == "none"
    assert satcross.common([r"(.)\1", "..."]).status == "none"
    answer = satcross.common([r"(.+)\1", "a*b"], up_to=6)
    assert (answer.status, answer.bound) == ("unknown", 6)
    assert "pattern 1" in answer.reason


def test_too_many_states_leave_bounded_lengths_to_the_solver() -> None:
    answer = satcross.common([A_FROM_THE_END, A_FROM_THE_START], limit=1)
    assert (answer.strings, answer.bound) == (("a" * 21,), 21)
    assert answer.reason == "more than 20,000 states"
    compared = satcross.same(A_FROM_THE_END, A_FROM_THE_START)
    assert compared.answer is False
    assert compared.witness is not None
    assert len(compared.witness) == 21


def test_letters_that_no_pattern_mentions_are_told_apart_where_a_pattern_does() -> None:
    """The default alphabet is as exact as all of Unicode."""
    patterns = [r"\w", "[A-Za-z0-9_]", ".", r"\s", "[^a]", r"(.)\1", "(.)(.)", "(?i)k", "[kK]"]
    for one, other in product(patterns, repeat=2):
        assert satcross.same(one, other).answer == satcross.same(one, other, alphabet="any").answer, (one, other)
    assert satcross.same(r"\w", "[A-Za-z0-9_]").others == "ª"
    assert satcross.same("(?i)k", "[kK]").witness == "\u212a"
    assert satcross.common([r"(.)(?!\1).", "[^a]*"]).strings[:2] == ("AB", "BA")


def test_a_place_is_where_a_pattern_has_to_match() -> None:
    assert satcross.within("foo", "o", place="search").answer is True
    assert satcross.within("foo", "fo", place="prefix").answer is True
    assert satcross.within("foo", "oo", place="prefix").witness == "foo"
    assert satcross.common(["foo"], ["^foo"], place="search", alphabet="fox", limit=2).strings == ("ffoo", "ofoo")


@pytest.mark.parametrize("patterns", [[r"[ab]*c?"], [r"([ab])(?:c|\1)*"], [A_FROM_THE_END, r"b*(.+)\1"]])
def test_positions_and_draws_are_those_of_all_strings(patterns: list[str]) -> None:
    length = 22 if len(patterns) > 1 else 4
    answer = satcross.common(patterns, length=length, limit=10**5 if length == 4 else 1, draw=200, alphabet="abc")
    assert answer.drawn is not None
    assert all(re.fullmatch(each, text) for each in patterns for text in answer.drawn)
    assert answer.positions is not None
    if length == 4:
        columns = zip(*answer.strings, strict=True)
        assert list(map(set, answer.positions)) == list(map(set, columns))
        assert set(answer.drawn) == set(answer.strings)
    assert answer.drawn == satcross.common(patterns, length=length, draw=200, alphabet="abc").drawn


def test_draws_of_several_lengths_are_as_likely_as_each_other() -> None:
    drawn = satcross.common(["a?b?c?d?"], draw=4_000, limit=1).drawn
    assert drawn is not None
    assert {drawn.count(text) > 150 for text in set(drawn)} == {True}
    assert len(set(drawn)) == 16


def test_pairs_that_overlap_have_their_first_string() -> None:
    overlaps = satcross.disjoint(["if", "[a-z]+", r"\d+", r"(\w)\1"])
    assert [tuple(each) for each in overlaps.overlaps] == [(1, 2, "if"), (2, 4, "aa"), (3, 4, "00")]
    assert overlaps.answer is False
    assert satcross.disjoint([r"(.+)\1", "a*b"], up_to=5).answer is None
    assert satcross.disjoint(["a", "b"]).answer is True


def test_what_is_known_when_the_time_is_up_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    patterns = [f"{number}.*" for number in range(60)]
    overlaps = satcross.disjoint(patterns, timeout=20)
    assert 0 < overlaps.compared < overlaps.pairs
    compared = satcross.same(r"(.+)(.+)\2\1x", r"(.+)(.+)\2\1x|y.{25}", timeout=2)
    assert compared.answer is None
    assert compared.bound is not None
    assert compared.bound < 40
    assert compared.reason == "the time is up"


def test_what_is_wrong_with_a_pattern_names_it() -> None:
    with pytest.raises(RegexError) as caught:
        satcross.common(["a", "(b"])
    assert caught.value.place == ("pattern 2",)
    with pytest.raises(ManyErrors):
        satcross.disjoint(["(", "a", "["], names=["r:1", "r:2", "r:3"])
    for wrong in (lambda: satcross.common([]), lambda: satcross.common("ab"), lambda: satcross.same("a", 1)):
        with pytest.raises(OptionError):
            wrong()
    with pytest.raises(LimitError, match="5,000 patterns make 12,497,500 pairs"):
        satcross.disjoint(["a"] * 5_000)
