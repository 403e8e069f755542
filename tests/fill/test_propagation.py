"""Propagation, against a naive computation of the same fixpoint on words as text."""

from random import Random

from satcross.puzzle.word_index import numbers
from satcross.words.files import template_in
from satcross.words.problem import Problem, WordChoice, build_problem
from satcross.words.propagation import Network
from tests.word_lists import make_list


def test_the_fixpoint_is_the_one_of_a_naive_computation() -> None:
    verdicts = set()
    for seed in range(60):
        random = Random(seed)
        words = ["".join(random.choices("ABCDE", k=n)) for n in (2, 3, 4) for _ in range(14)]
        rows = "\n".join("".join(random.choice("....#A") for _ in range(4)) for _ in range(3))
        problem = build_problem(template_in("....\n" + rows), make_list(words), WordChoice(allow_repeats=True))
        state, failing = Network(problem).start()
        expected = naive(problem)
        verdicts.add(bool(failing))
        assert bool(failing) == (expected is None)
        if expected is not None:
            found = [{problem.words[slot][number] for number in numbers(left)} for slot, left in enumerate(state.words)]
            assert found == expected
            assert state.sizes == [len(each) for each in expected]
    assert verdicts == {False, True}


def naive(problem: Problem) -> list[set[str]] | None:
    """Return the words of each slot whose letters all occur in a word of the crossing slot; None if a slot has none."""
    grid = problem.grid
    left = [
        {
            word
            for word in problem.words[slot]
            if all(
                problem.domains[cell] >> problem.word_list.letters.index(letter) & 1
                for cell, letter in zip(each.cells, word, strict=True)
            )
        }
        for slot, each in enumerate(grid.slots)
    ]
    while True:
        before = [set(words) for words in left]
        for slot, each in enumerate(grid.slots):
            for i, cell in enumerate(each.cells):
                for other, j in grid.crossings[cell]:
                    letters = {word[j] for word in left[other]}
                    left[slot] = {word for word in left[slot] if word[i] in letters}
        if not all(left):
            return None
        if left == before:
            return left
