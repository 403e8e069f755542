"""A dictionary on a line: pruning, entailment and clauses say exactly "one of these words"."""

from itertools import product

import pytest

from satcross.puzzle import Clue, Line, Puzzle, WordClue
from satcross.regex.letters import from_text
from satcross.regex.letters.classes import split
from satcross.solver.compile import compile_puzzle
from satcross.solver.constraints.word_constraint import word_constraint
from satcross.solver.solutions import Search
from tests.clues import mask
from tests.residuals import presolved_for, propagate

WORDS = ("ABC", "ACE", "BAD", "BCC", "CAB", "DAB", "DEED", "EBB")
LETTERS = "ABCDE"


def constraint(*words: str):
    singles = [from_text(letter) for letter in LETTERS]
    return word_constraint(WordClue(words), 3, split(from_text(LETTERS), singles))


DOMAINS = [list(each) for each in product(["A", "AB", "BCD", "ABCDE"], ["A", "BC", "ABCDE"], ["B", "CD", "ABCDE"])]


@pytest.mark.parametrize("domains", DOMAINS, ids=" ".join)
def test_pruning_keeps_exactly_the_letters_of_words_within_the_domains(domains: list[str]) -> None:
    left = [word for word in map("".join, product(*domains)) if word in WORDS]
    pruned = constraint(*WORDS).prune([mask(each, LETTERS) for each in domains])
    assert pruned == ([mask("".join(set(column)), LETTERS) for column in zip(*left, strict=True)] if left else None)


@pytest.mark.parametrize("domains", DOMAINS, ids=" ".join)
def test_a_line_is_entailed_when_every_choice_of_letters_is_a_word(domains: list[str]) -> None:
    every = all(word in WORDS for word in map("".join, product(*domains)))
    assert constraint(*WORDS).is_entailed([mask(each, LETTERS) for each in domains]) == every


def line_puzzle(*clues: Clue | WordClue, n: int = 3) -> Puzzle:
    return Puzzle(tuple((1, c + 1) for c in range(n)), (Line("row 1", tuple(range(n)), clues),))


@pytest.mark.parametrize("use_propagation", [True, False])
def test_the_solutions_of_one_line_are_the_words_of_its_length(use_propagation: bool) -> None:
    puzzle = line_puzzle(WordClue(WORDS))
    search = Search(puzzle, presolved=presolved_for(puzzle, use_propagation))
    assert sorted(solution.text for solution in search) == [word for word in WORDS if len(word) == 3]


@pytest.mark.parametrize("use_propagation", [True, False])
def test_a_regex_and_a_dictionary_on_one_line_must_both_hold(use_propagation: bool) -> None:
    puzzle = line_puzzle(WordClue(WORDS), Clue(r".*B"), Clue("[^E]*"))
    search = Search(puzzle, presolved=presolved_for(puzzle, use_propagation))
    assert sorted(solution.text for solution in search) == ["CAB", "DAB"]


def test_no_word_of_the_length_is_no_solution() -> None:
    search = Search(line_puzzle(WordClue(WORDS), n=5)).run()
    assert search.status == "none"


def test_words_with_letters_outside_the_alphabet_drop_out() -> None:
    puzzle = line_puzzle(WordClue(WORDS))._replace(alphabet="ABD")
    assert sorted(solution.text for solution in Search(puzzle)) == ["BAD", "DAB"]


def test_a_line_that_visits_a_cell_twice_reads_it_twice() -> None:
    puzzle = Puzzle(("a", "b", "c"), (Line("loop", (0, 1, 2, 0), (WordClue(("DEED", "DEAR", "AREA", "ABBA")),)),))
    assert sorted(solution.text for solution in Search(puzzle)) == ["ABBA", "AREA", "DEED"]


def test_regex_and_words_prune_each_other_without_search() -> None:
    puzzle = line_puzzle(WordClue(("ABC", "BAD", "CAB")), Clue("(AB|B).*"), Clue(".*[CB]"))
    compiled = compile_puzzle(puzzle)
    domains = propagate(compiled.constraints, compiled.domains).domains
    assert domains is not None
    assert [compiled.classes.letters(domain) for domain in domains] == ["A", "B", "C"]
