"""No tokenizer of pasted texts drops anything: each word is in a piece, in a name, or in the remainder."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from satcross.puzzle.files.pasted.lines import from_lines
from satcross.puzzle.files.pasted.literals import from_source
from satcross.puzzle.files.pasted.pieces import Pieces
from satcross.puzzle.files.pasted.tables import from_bars, from_separated
from satcross.puzzle.files.pasted.yaml_lists import from_yaml
from tests.puzzle.files.test_pasted import TEXTS

ESCAPES = re.compile(r"\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.S)
NAME = re.compile(r"\s*[A-Z]+ ?\d")  # of a line, such as R1
CLUE = st.text(st.sampled_from("ABC012[]()|*+?.^$ "), min_size=1, max_size=5).filter(lambda x: not NAME.match(x))


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text.lower() if letter.isalnum())


def missing(text: str, pieces: Pieces, *others: str) -> str:
    """Return the letters and digits of `text` that are neither in `pieces` nor in the words `others`."""
    kept = letters("".join(pieces.words()))
    return "".join((letters(text) - kept - letters("".join(others))).elements())


@pytest.mark.parametrize("name", TEXTS)
def test_the_tokenizers_of_source_code_and_tables_account_for_each_word(name: str) -> None:
    text = TEXTS[name][0]
    plain = ESCAPES.sub("", text).replace("null", "")
    assert text[0] == "<" or set(missing(plain, from_source(plain))) <= set("rbfiquw")  # prefixes of strings, and flags
    for found in (*from_bars(text), *from_separated(text)):
        assert missing(text, found, "vert code" * text.count("vert") * 9) == "", found
    for found in from_yaml(plain):
        assert missing(plain, found) == ""


@given(st.lists(CLUE, min_size=2, max_size=5), st.lists(CLUE, min_size=1, max_size=5))
@settings(max_examples=200)
def test_lines_are_clues_or_remain(rows: list[str], columns: list[str]) -> None:
    text = "\n".join([*rows, "", *columns])
    for found in from_lines(text):
        assert missing(text, found) == "", found
    text = "\n".join(["Rows:", *rows, "Columns:", *columns])
    for found in from_lines(text):
        assert missing(text, found) == "", found
