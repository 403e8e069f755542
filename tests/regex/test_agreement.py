"""A pattern is said to mean the same in both dialects only if it does."""

from itertools import product

import pytest
from hypothesis import assume, given, settings, strategies as st

from satcross.errors import RegexError
from satcross.regex.analysis.equivalence import other_meaning
from satcross.regex.lower import lower
from satcross.regex.matcher import matches
from satcross.regex.syntax.parse import parse

LETTERS = ((65, 66),)


def agrees(pattern: str) -> bool:
    return other_meaning(pattern, "python", "javascript", LETTERS) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "A(B|C)*",
        r"(A)B\1",
        r"(...?)\1*",
        r"(.)(.)\2\1",
        r"(?:(A)|B)+C",
        "(?=A).",
        "[^A]B{2,}?",
        r"(A|B)\1|C",
        "^A$",
    ],
)
def test_these_mean_the_same(pattern: str) -> None:
    assert agrees(pattern)


@pytest.mark.parametrize(
    "pattern", [r"(A)?\1B", r"(?:(A)|B)\1", r"(?:(A)|B)*\1", "(?P<n>A)", r"(?>A)", r"\Z", "A{,2}", r"(?:(A)B\1)*"]
)
def test_these_may_not(pattern: str) -> None:
    assert not agrees(pattern)


def test_a_letter_class_depends_on_the_alphabet() -> None:
    assert agrees(r"\w")
    assert other_meaning(r"\w", "python", "javascript", ((65, 65), (233, 233))) is not None


pieces = st.sampled_from(["A", "B", ".", "[^A]", r"\1", r"\2", "|", "(?=A)", "(A)?", "(?:(A)|B)", "$", "^"])
patterns = st.recursive(
    pieces,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4).map("".join) | inner.map("({})".format) | inner.map("(?:{})*".format)
    ),
    max_leaves=6,
)


@given(patterns)
@settings(max_examples=300)
def test_agreement_is_never_said_where_a_string_tells_them_apart(pattern: str) -> None:
    try:
        parse(pattern)
        assume(agrees(pattern))
    except RegexError:
        assume(False)
    python, javascript = (lower(parse(pattern, dialect), LETTERS) for dialect in ("python", "javascript"))
    for length in range(5):
        for text in map("".join, product("AB", repeat=length)):
            assert matches(python, text) == matches(javascript, text), text
