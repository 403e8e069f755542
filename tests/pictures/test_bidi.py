"""Text from right to left: which texts run so, the order of their letters on paper, and Arabic letters that join.

`tests/browser/test_bidi.py` compares the order with that of a browser.
"""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.pictures.bidi import has_right_to_left, is_right_to_left, joined, visual_order

ALPHABET = "אבاب12.,-+% aB"


@pytest.mark.parametrize(
    ("text", "has", "runs"),
    [("ABC", False, False), ("אב", True, True), ("A אב", True, False), ("12 אב", True, True), ("Жé", False, False)],
)
def test_the_first_strong_letter_says_where_a_text_runs(text: str, has: bool, runs: bool) -> None:
    assert (has_right_to_left(text), is_right_to_left(text)) == (has, runs)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("אבג", "גבא"),
        ("אב 12", "12 בא"),
        ("אב (AB)", "(AB) בא"),
        ("AB אב CD", "AB בא CD"),
        ("אב 1,2", "1,2 בא"),
        ("A אב 12 ג B", "A ג 12 בא B"),
        ("ש\u05c1ב", "בש\u05c1"),
        ("plain", "plain"),
    ],
)
def test_letters_stand_in_the_order_of_the_unicode_rules(text: str, shown: str) -> None:
    assert visual_order(text) == shown


@given(st.text(ALPHABET))
def test_no_letter_is_lost(text: str) -> None:
    assert sorted(visual_order(text)) == sorted(text)


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("بب", "\ufe91\ufe90"),
        ("ببب", "\ufe91\ufe92\ufe90"),
        ("لا", "\ufefb"),
        ("بلا", "\ufe91\ufefc"),
        ("دب", "\ufea9\ufe8f"),
    ],
)
def test_arabic_letters_take_the_form_that_their_neighbours_require(word: str, forms: str) -> None:
    assert joined(word) == forms


@given(st.text("ابتثدرسلم ا12A"))
def test_joined_letters_are_the_same_letters(text: str) -> None:
    assert normalize("NFKC", joined(text)) == text
