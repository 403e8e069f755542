"""Widths of texts, long clues in rows, and sets of letters, which are read back as the same set."""

import re
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from satcross.errors import printable
from satcross.pictures.lettering import ADVANCE, class_text, width, wrap, wrap_words

TEXTS = st.text(st.sampled_from("AB|()*\\é中"), max_size=60)


@given(TEXTS, st.floats(2.0, 20.0))
def test_rows_together_are_the_text_and_none_is_too_wide(text: str, ems: float) -> None:
    rows = wrap(text, ems)
    assert "".join(rows) == text
    assert rows
    assert all(width(row) <= ems for row in rows)


@given(st.text(st.sampled_from("ab c"), max_size=40), st.floats(2.0, 12.0))
def test_rows_of_words_are_the_text_and_end_between_words(text: str, ems: float) -> None:
    rows = wrap_words(text, ems)
    assert "".join(rows) == text
    assert all(width(row) <= ems for row in rows)
    assert all(row.endswith(" ") or " " not in row for row in rows[:-1])


@given(st.lists(st.sampled_from(["A", "\\d", "(", ")", "\\\\", "|"]), max_size=40).map("".join))
def test_no_row_ends_between_a_backslash_and_what_it_escapes(text: str) -> None:
    for row in wrap(text, 6.0)[:-1]:
        assert (len(row) - len(row.rstrip("\\"))) % 2 == 0


def test_rows_end_behind_a_bar_where_one_is_near() -> None:
    assert wrap("ABCDEFG|HIJKLM", 10 * ADVANCE) == ("ABCDEFG|", "HIJKLM")


def test_a_group_keeps_its_quantifier() -> None:
    assert wrap("(AB)*(CD)*", 9 * ADVANCE) == ("(AB)*", "(CD)*")


def test_wide_letters_count_as_wide_and_combining_ones_as_nothing() -> None:
    assert width("中") == 1.0
    assert width("e\u0301") == ADVANCE


def test_control_characters_become_escapes() -> None:
    assert printable("a\0b\n") == "a\\x00b\\x0a"


@pytest.mark.parametrize("alphabet", ["ABCD", r"]\^-", "A-]Z", ".[]"])
def test_a_class_says_its_letters(alphabet: str) -> None:
    for size in range(len(alphabet) + 1):
        for letters in map("".join, combinations(alphabet, size)):
            text = class_text(letters, alphabet)
            if size < 2 and not text.startswith("[^"):
                assert text in (letters or "[]", "\\" + letters)
            else:
                assert [each for each in alphabet if re.fullmatch(text, each)] == list(letters), text


def test_what_cannot_be_printed_is_escaped() -> None:
    assert class_text("\n\x00", "\n\x00ACEGIKMOQ") == r"[\x00\x0a]"
