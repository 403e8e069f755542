"""Letter sets in words of regexes: what is written is read back as the same set."""

import re
from itertools import combinations

import pytest

from satcross.pictures.lettering import class_text


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
