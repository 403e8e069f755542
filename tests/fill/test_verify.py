"""The verifier finds every kind of wrong fill."""

from itertools import product
from pathlib import Path

import pytest

from satcross.puzzle.wordlists import Reading, read_words
from satcross.words.files import template_in
from satcross.words.filling import Filling
from satcross.words.problem import DEFAULT_CHOICE, WordChoice, build_problem
from satcross.words.verify import WrongFillError, first_fault, scores_in, verify_fill
from tests.word_lists import make_list

SCORES = {"AB": 50, "CD": 50, "AC": 50, "BD": 20, "AA": 50}
WORDS = make_list(SCORES.items())


def fault(rows: tuple[str, ...], text: str = "A.\n..", choice: WordChoice = DEFAULT_CHOICE) -> str | None:
    return first_fault(build_problem(template_in(text), WORDS, choice), choice, SCORES, rows)


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
        verify_fill(problem, WordChoice(), SCORES, ("AB", "DD"))


@pytest.mark.parametrize("reading", [Reading(*each) for each in product((False, True), repeat=2)])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_the_verifier_reads_the_words_and_scores_of_a_file_by_code_of_its_own(
    reading: Reading, encoding: str, tmp_path: Path
) -> None:
    lines = [
        "cat",
        "Rome;40",
        "rome;20",
        "o'clock;7;x",
        "Tom's",
        "señor;90",
        "straße",
        "Ærø;1",
        "re-run",
        " dot ;3",
        "cat;9",
    ]
    path = tmp_path / "list.txt"
    path.write_bytes("\r\n".join(lines).encode(encoding))
    words = read_words([path, path], reading, use_cache=False)
    read = {word: found.score(number) for n in words.lengths if (found := words.of_length(n))
            for number, word in enumerate(found)}  # fmt: skip
    assert scores_in(words, reading) == read
    assert {"CAT": 50, "DOT": 3}.items() <= read.items()


def test_words_of_a_list_that_cannot_be_read_again_are_those_in_memory() -> None:
    assert scores_in(WORDS, Reading()) == SCORES


def test_a_wrong_score_in_memory_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("AB;90\nCD;10\n")
    words = read_words([path], use_cache=False)
    two = words.of_length(2)
    assert two is not None
    assert two.scores is not None
    two.scores.reverse()
    with pytest.raises(WrongFillError, match="'CD' must not be used"):
        [*Filling(template_in(".."), words, WordChoice(min_score=50))]
