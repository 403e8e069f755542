"""A reversed regex matches exactly the reversed strings; one that has no reverse is refused, with the part at fault."""

import re
from itertools import product

import pytest
from hypothesis import assume, given, settings, strategies as st

from satcross.errors import RegexError
from satcross.regex.analysis import reverse as reversing
from satcross.regex.analysis.reverse import reverse, verified_reverse
from satcross.regex.letters import from_text
from satcross.regex.matcher import matches
from tests.clues import core
from tests.judges.engines import Way, engine

SHORT = ["".join(letters) for length in range(5) for letters in product("AB2", repeat=length)]


@pytest.mark.parametrize(
    ("pattern", "reversed_pattern"),
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
def test_these_are_reversed(pattern: str, reversed_pattern: str) -> None:
    assert reverse(pattern) == reversed_pattern


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
        (r"(A)B(?=\1)", r"(?=\1)", "lookaround with a backreference"),
        ("(?=.*A)B", "(?=.*A)B", "lookbehind"),
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


def test_javascript_reverses_anchors_and_lookaheads() -> None:
    assert reverse("^A(?=.*B$).", "javascript") == ".(?<=^B.*)A$"


@pytest.mark.parametrize("pattern", [r"aa\Z", r"\Aa", r"[\A]\Z*"])
def test_escapes_that_are_anchors_only_in_python_stay_letters_in_javascript(pattern: str) -> None:
    texts = ["".join(letters) for length in range(4) for letters in product("aAZ", repeat=length)]
    expected = [text[::-1] for text, way in zip(texts, ways(pattern, texts), strict=True) if way is not None]
    found = [
        text for text, way in zip(texts, ways(reverse(pattern, "javascript"), texts), strict=True) if way is not None
    ]
    assert sorted(found) == sorted(expected) != []


def ways(pattern: str, texts: list[str]) -> list[Way | None]:
    return engine("javascript").ways(pattern, "", texts)


def test_strings_in_a_class_are_refused() -> None:
    assert reverse(r"[\q{A|}]B", "javascript", "v") == r"B[\q{A|}]"
    with pytest.raises(RegexError, match="strings in a class"):
        reverse(r"[\q{AB}C]B", "javascript", "v")


def test_a_wrong_reverse_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = from_text("AB2")
    assert verified_reverse("AB2*", "python", "", 3, letters) == "2*BA"
    monkeypatch.setitem(reversing.MIRRORED, r"\A", r"\A")
    with pytest.raises(RegexError, match="does not mean the same for the line") as caught:
        verified_reverse("^AB2*", "python", "", 3, letters)
    assert caught.value.code == "regex-irreversible"


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


@pytest.mark.long
@given(patterns)
@settings(max_examples=400)
def test_python_agrees_on_every_short_string(pattern: str) -> None:
    try:
        expected = re.compile(pattern)
        backward = re.compile(reverse(pattern))
    except (re.error, RegexError):
        assume(False)
    for text in SHORT:
        assert bool(expected.fullmatch(text)) == bool(backward.fullmatch(text[::-1])), (backward.pattern, text)


@given(patterns)
@settings(max_examples=150)
def test_the_reference_matcher_agrees_in_javascript(pattern: str) -> None:
    try:
        backward = reverse(pattern, "javascript")
    except RegexError:
        assume(False)
    before, after = (core(each, "2AB", "javascript") for each in (pattern, backward))
    for text in SHORT:
        assert matches(before, text) == matches(after, text[::-1]), (backward, text)
