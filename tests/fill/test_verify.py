"""The verifier finds every kind of wrong fill."""

import pytest

from satcross.words.files import template_in
from satcross.words.problem import DEFAULT_CHOICE, WordChoice, build_problem
from satcross.words.verify import WrongFillError, first_fault, verify_fill
from tests.word_lists import make_list

WORDS = make_list([("AB", 50), ("CD", 50), ("AC", 50), ("BD", 20), ("AA", 50)])


def fault(rows: tuple[str, ...], text: str = "A.\n..", choice: WordChoice = DEFAULT_CHOICE) -> str | None:
    return first_fault(build_problem(template_in(text), WORDS, choice), choice, WORDS, rows)


def test_a_right_fill_has_no_fault() -> None:
    assert fault(("AB", "CD")) is None


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        (("AB",), "the size of the template"),
        (("CD", "AB"), "the template has"),
        (("AB", "C#"), "the template has"),
        (("AB", "C."), "is not in"),
        (("AB", "DD"), "is not in"),
        (("AA", "AA"), "appears twice"),
    ],
)
def test_each_kind_of_fault_is_found(rows: tuple[str, ...], what: str) -> None:
    assert what in (fault(rows) or "")


def test_words_that_were_barred_are_found() -> None:
    for choice in (WordChoice(min_score=30), WordChoice(excluded=("bd",)), WordChoice(min_length=3)):
        assert "must not be used" in (fault(("AB", "CD"), choice=choice) or "")


def test_a_missing_required_word_and_a_broken_clue_are_found() -> None:
    assert "required" in (fault(("AB", "CD"), choice=WordChoice(required=("aa",))) or "")
    text = "template = '''\nA_\n__\n'''\n[slots]\n'1 across' = 'A[^B]'"
    assert "does not match" in (fault(("AB", "CD"), text) or "")


def test_a_wrong_fill_is_an_error() -> None:
    problem = build_problem(template_in("A.\n.."), WORDS)
    with pytest.raises(WrongFillError):
        verify_fill(problem, WordChoice(), WORDS, ("AB", "DD"))
