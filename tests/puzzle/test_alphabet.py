"""Texts for alphabets list letters and ranges; contracting an alphabet gives such a text again."""

import pytest
from hypothesis import given, strategies as st

from satcross.errors import PuzzleError
from satcross.puzzle import contract_alphabet, expand_alphabet


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("A-Z", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("A-C0-2", "012ABC"),
        ("CAB", "ABC"),
        ("AABB", "AB"),
        ("-+*/", "*+-/"),
        ("+-", "+-"),
        ("-", "-"),
        ("A-C-", "-ABC"),
        ("--/", "-./"),
        (r"\-A", None),
        ("А-Я", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
        ("mentioned", "mentioned"),
        ("positive", "positive"),
        ("any", "any"),
        ("yna", "yna"),
    ],
)
def test_an_alphabet_text_expands_to_its_letters(text: str, letters: str | None) -> None:
    if letters is None:
        with pytest.raises(PuzzleError, match="out of order"):
            expand_alphabet(text)
    else:
        assert expand_alphabet(text) == letters


def test_surrogates_are_not_letters() -> None:
    with pytest.raises(PuzzleError, match="half of a surrogate pair"):
        expand_alphabet("\ud800")
    assert len(expand_alphabet("\ud7fe-\ue001")) == 4


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_contracted_alphabets_expand_to_the_same_letters(letters: str) -> None:
    alphabet = expand_alphabet("-" + letters.replace("-", "") if "-" in letters else letters)
    assert expand_alphabet(contract_alphabet(alphabet)) == alphabet
    if alphabet not in ("any", "mentioned", "positive"):
        assert set(alphabet) == set(letters)
