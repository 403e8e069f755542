"""A regex turned round matches exactly the strings turned round; what cannot be is refused, pointing at the part."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satcross.errors import RegexError
from satcross.regex.analysis.reverse import reverse
from satcross.regex.matching.matcher import matches
from satcross.regex.meaning.core import Core
from satcross.regex.meaning.lower import lower
from satcross.regex.syntax.parse import parse

SHORT = ["".join(letters) for length in range(5) for letters in product("AB2", repeat=length)]


@pytest.mark.parametrize(
    ("pattern", "turned"),
    [
        ("", ""),
        ("ABC", "CBA"),
        ("A[BC]*D|E", "D[BC]*A|E"),
        (r"P+(..)\1.*", r".*(..)\1P+"),
        (r".*(.)C\1X\1.*", r".*(.)X\1C\1.*"),
        (r".*(.)(.)(.)(.)\4\3\2\1.*", r".*(.)(.)(.)(.)\4\3\2\1.*"),
        (r"(...?)\1*", r"(.?..)\1*"),
        (r"(A)(.)\2(B)\2", r"(.)(B)\1\1(A)"),
        (r"(?P<x>.)A(?P=x)", r"(?P<x>.)A(?P=x)"),
        (r"2(.)B\1", r"(.)B(?:\1)2"),
        ("(?=.A)B.", ".B(?<=A.)"),
        (r"^\bA\Z", r"\AA\b\Z"),
    ],
)
def test_these_are_turned_round(pattern: str, turned: str) -> None:
    assert reverse(pattern) == turned


@pytest.mark.parametrize(
    ("pattern", "part", "reason"),
    [
        (r"(A|B)*\1", r"\1", "may take part never or more than once"),
        (r"(?:(A)|B)\1", r"\1", "may take part never or more than once"),
        (r"A(.)B\1*", r"A(.)B\1*", "a reference that may not take part"),
        (r"((.)A)\1", r"((.)A)", "groups or references inside"),
        (r"(^)A\1", "(^)", "an assertion inside"),
        ("A(?>B)", "(?>B)", "atomic group"),
        ("AB++", "B++", "possessive"),
        (r"(A)?(?(1)B|C)", "(?(1)B|C)", "conditional"),
        ("AB$C", "$", "before a last line feed"),
        ("(?i)A", "(?i)", "inline flags"),
        (r"(?i:(A)B\1)", r"\1", "ignores case"),
        (r"(A)B(?=\1)", r"(?=\1)", "look-around with a back-reference"),
        ("(?=.*A)B", "(?=.*A)B", "look-behind"),
        ("(A", None, None),
    ],
)
def test_these_are_refused(pattern: str, part: str | None, reason: str | None) -> None:
    with pytest.raises(RegexError) as caught:
        reverse(pattern)
    if part is not None and reason is not None:
        assert caught.value.code == "regex-irreversible"
        assert reason in caught.value.message
        assert caught.value.span is not None
        assert pattern[slice(*caught.value.span)] == part


def test_javascript_turns_anchors_and_look_aheads_round() -> None:
    assert reverse("^A(?=.*B$).", "javascript") == ".(?<=^B.*)A$"


pieces = st.sampled_from(["A", "B", "2", ".", "[AB]", "[^A]", r"\1", r"\2", r"\b", "^", "(?=A)", "(?<!B)", "|"])
patterns = st.recursive(
    pieces,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4).map("".join)
        | inner.map("({})".format)
        | inner.map("(?:{})".format)
        | st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "*?"])).map(lambda pair: f"(?:{pair[0]}){pair[1]}")
    ),
    max_leaves=8,
)


@given(patterns)
@settings(max_examples=400, deadline=None)
def test_python_agrees_on_every_short_string(pattern: str) -> None:
    try:
        expected = re.compile(pattern)
        turned = re.compile(reverse(pattern))
    except (re.error, RegexError):
        assume(False)
    for text in SHORT:
        assert bool(expected.fullmatch(text)) == bool(turned.fullmatch(text[::-1])), (turned.pattern, text)


def meaning(pattern: str) -> Core:
    return lower(parse(pattern, "javascript"), ((50, 50), (65, 66)))


@given(patterns)
@settings(max_examples=150, deadline=None)
def test_the_reference_matcher_agrees_in_javascript(pattern: str) -> None:
    try:
        turned = reverse(pattern, "javascript")
    except RegexError:
        assume(False)
    before, after = meaning(pattern), meaning(turned)
    for text in SHORT:
        assert matches(before, text) == matches(after, text[::-1]), (turned, text)
