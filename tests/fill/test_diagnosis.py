"""When a fill is impossible or hard, the remarks name what is in the way."""

import pytest

from satcross.puzzle.wordlists import assemble
from satcross.words.files import template_in
from satcross.words.filling import remarks
from satcross.words.problem import WordChoice, build_problem
from tests.word_lists import make_list

WORDS = make_list(["CAT", "COT", "TOP", "TAP", "CUP", "POT"])


def said(text: str) -> str:
    return "\n".join(remarks(build_problem(template_in(text), WORDS)))


def test_slots_that_no_word_fits_are_named_with_their_givens() -> None:
    assert "no word fits 1 across: none like C_B" in said("C _ B\n_ # _\n_ _ _\n")
    assert "no word fits 1 across: none of 2 letters" in said("_ _\n# #\n")


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (WordChoice(min_score=50), "min_score=50 drops ANT, CAT"),
        (WordChoice(min_length=4), "min_length=4 drops ANT, CAT"),
        (WordChoice(excluded=("ant", "cat")), "exclude drops ANT, CAT"),
        (WordChoice(min_score=20, excluded=("ant",)), "exclude drops ANT; min_score=20 drops CAT"),
    ],
)
def test_the_option_that_drops_the_words_of_a_slot_is_named(choice: WordChoice, reason: str) -> None:
    words = assemble({"ANT": 30, "CAT": 10, "HORSE": 90}, ["list.txt"])
    [first, *_] = remarks(build_problem(template_in("___"), words, choice))
    assert first == f"no word that is allowed fits 1 across: {reason}"


def test_a_letter_that_no_word_has_is_named_by_its_slot() -> None:
    assert "none like Z__" in said("Z _ _\n")


def test_givens_that_clash_are_named_and_no_others() -> None:
    # 3 across is POT, so 2 down ends in T: CAT or COT, since POT is used; then 1 across ends in C, as no word does.
    # The U has no part in it.
    assert "these given letters conflict: P in row 3, column 1\n" in said("_ U _\n_ # _\nP _ _\n")


def test_slots_with_few_words_are_named() -> None:
    assert "only 2 words are left for 1 across" in said("C _ _\n_ # _\n_ _ P\n")


def test_a_larger_list_is_suggested() -> None:
    assert "a larger word list is the usual remedy" in said("_ _ _\n")


def test_required_words_that_are_too_many_are_counted() -> None:
    choice = WordChoice(required=("CAT", "COT", "TOP"))
    assert remarks(build_problem(template_in("_ _ _\n# # #\n_ _ _\n"), WORDS, choice)) == [
        "3 words of 3 letters are required, but only 2 slots can have one"
    ]
    conflict = remarks(build_problem(template_in("_ _ _\n_ # _\n_ _ _\n"), WORDS, WordChoice(required=("CUP", "POT"))))
    assert conflict[-1] == "fewer required words may help; the word list has 6 words"


def test_a_list_of_one_letter_is_no_conflict_of_givens() -> None:
    problem = build_problem(template_in("_ _\n_ _\n"), make_list(["aa"]))
    assert remarks(problem) == [
        "no word for 3 across fits together with the slots that cross it",
        "a larger word list is the usual remedy; the word list has one word",
    ]
