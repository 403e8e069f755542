"""Which letters a clue names."""

import pytest

from satcross.regex.letters import EVERY_LETTER, from_text, to_text
from satcross.regex.lower import mentioned
from satcross.regex.syntax.parse import parse


@pytest.mark.parametrize(
    ("pattern", "every", "positive"),
    [
        ("", "", ""),
        ("AB|C*", "ABC", "ABC"),
        ("[A-D]x", "ABCDx", "ABCDx"),
        ("[^A-C]D", "ABCD", "D"),
        (r"\x41\u0042\t", "\tAB", "\tAB"),
        (r"\s", " ", " "),
        (r"\S\d", " 0123456789", "0123456789"),
        (r"\D", "0123456789", ""),
        (r"\w\W.", "", ""),
        (r"[^\dA]", "0123456789A", ""),
        ("(?=A)(?!B)(?<=C)(?<!D)", "ABCD", "AC"),
        ("(?!(?!A))", "A", ""),
        ("(?i)k", "Kk", "Kk"),
        ("(?i:[a-c])d", "ABCabcd", "ABCabcd"),
        ("(?i)[^\xe9]", "\xc9\xe9", ""),
        ("(?i)\u03c3", "\u03a3\u03c3", "\u03a3\u03c3"),
        ("(?ia)\xe9x", "Xx\xe9", "Xx\xe9"),
        ("(A)?(?(1)B|C)(?#D)(?x: E # F\n)", "ABCE", "ABCE"),
    ],
)
def test_python(pattern: str, every: str, positive: str) -> None:
    found = mentioned(parse(pattern))
    assert (to_text(found.all), to_text(found.positive)) == (every, positive)


@pytest.mark.parametrize(
    ("pattern", "flags", "every", "positive"),
    [
        (r"\k\cA\101", "", "\x01Ak", "\x01Ak"),
        (r"[^\q{a|c}--[b]]", "v", "abc", ""),
        (r"[\q{ab}x]", "iv", "ABXabx", "ABXabx"),
        (r"\p{Lu}[\u{1f600}]", "u", "\U0001f600", "\U0001f600"),
        ("(?-i:k)s", "i", "Sks", "Sks"),
        (r"(?i:[\q{k}])[\q{s}]", "v", "Kks", "Kks"),
    ],
)
def test_javascript(pattern: str, flags: str, every: str, positive: str) -> None:
    found = mentioned(parse(pattern, "javascript", flags))
    assert (to_text(found.all), to_text(found.positive)) == (every, positive)


def test_wide_ranges_stay_ranges() -> None:
    """A range over all of Unicode names every letter, without listing any."""
    assert mentioned(parse("[\\x00-\U0010ffff]")).all == EVERY_LETTER
    assert mentioned(parse("(?i)[\\x00-\U0010ffff]A")).all == EVERY_LETTER


def test_order_does_not_matter() -> None:
    assert mentioned(parse("BAD")).all == from_text("ABD")
