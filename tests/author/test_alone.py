"""What one clue leaves of its cells, by itself: the letters of all strings that the real engine matches."""

import re
from itertools import product
from random import Random
from typing import Any

import pytest

from satcross.author import alone, possible_letters
from satcross.author.alone import CluesAlone, letters_left
from satcross.author.possible_letters import SoughtLetters
from satcross.base.bits import single_bits
from satcross.base.budget import CIRCUITS, UNLIMITED
from satcross.puzzle.shapes import line
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.python_sat import Solver

CLUES = (r"(.)(.)\2\1", r"(?=.*A)..B.", r"(A|B)(?!\1).+", "A?B*C?.", r"(?<!A)B.*(.)\1", r"(..)+\1")


def matching(clue: str, compiled: CompiledPuzzle, masks: tuple[int, ...]) -> list[str]:
    """Return the strings of letters within `masks` that the engine matches."""
    return ["".join(each) for each in product(*map(compiled.letters.of, masks)) if re.fullmatch(clue, "".join(each))]


@pytest.mark.parametrize("clue", CLUES)
def test_exactly_the_letters_of_matches_are_left(clue: str) -> None:
    compiled = compile_puzzle(line(clue, 4, alphabet="ABCD"), UNLIMITED._replace(tuning=CIRCUITS))
    random = Random(clue)
    with CluesAlone(compiled) as clues:
        for _ in range(30):
            masks = tuple([random.randint(1, compiled.classes.every) for _ in range(4)])
            matches = matching(clue, compiled, masks)
            left = letters_left(compiled, compiled.constraints[0], masks)
            assert clues.letters_left(compiled.constraints[0], masks, SoughtLetters(masks)) == left
            if left is None:
                assert not matches
            else:
                assert [set(compiled.letters.of(left[cell])) for cell in range(4)] == list(
                    map(set, zip(*matches, strict=True))
                )


@pytest.mark.parametrize("clue", CLUES)
def test_any_letter_is_enough_and_a_known_match_changes_nothing(clue: str) -> None:
    compiled = compile_puzzle(line(clue, 4, alphabet="ABCD"), UNLIMITED._replace(tuning=CIRCUITS))
    constraint = compiled.constraints[0]
    random = Random(clue)
    for match in matching(clue, compiled, (compiled.classes.every,) * 4)[:3]:
        known = tuple([compiled.classes.mask_of(letter) for letter in match])
        with CluesAlone(compiled, known=known) as clues:
            for _ in range(10):
                masks = tuple([random.randint(1, compiled.classes.every) | mask for mask in known])
                sought = tuple([random.randint(0, compiled.classes.every) for _ in range(4)])
                exact = letters_left(compiled, constraint, masks)
                left = clues.letters_left(constraint, masks, SoughtLetters(sought, is_any=True))
                assert exact is not None
                assert left is not None
                assert any(left[cell] & sought[cell] for cell in left) == any(
                    exact[cell] & sought[cell] for cell in exact
                )


@pytest.mark.parametrize("clue", CLUES)
def test_two_letters_are_enough_to_know_that_a_cell_is_not_settled(clue: str) -> None:
    compiled = compile_puzzle(line(clue, 4, alphabet="ABCD"), UNLIMITED._replace(tuning=CIRCUITS))
    random = Random(clue)
    clues = CluesAlone(compiled)
    for _ in range(30):
        masks = tuple([random.randint(1, compiled.classes.every) for _ in range(4)])
        exact = letters_left(compiled, compiled.constraints[0], masks)
        left = clues.letters_left(compiled.constraints[0], masks, SoughtLetters(masks, 2))
        assert (left is None) == (exact is None)
        for cell, mask in (left or {}).items():
            assert exact is not None
            assert not mask & ~exact[cell]
            assert len(single_bits(mask)) >= min(2, len(single_bits(exact[cell])))


@pytest.mark.parametrize(("enough", "most"), [(None, 100), (2, 4)])
def test_fewer_letters_take_fewer_questions(enough: int | None, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = []

    class CountingSolver(Solver):
        def solve_within(self, *arguments: Any, **options: Any) -> bool | None:
            questions.append(arguments)
            return super().solve_within(*arguments, **options)

    for module in (alone, possible_letters):
        monkeypatch.setattr(module, "Solver", CountingSolver)
    compiled = compile_puzzle(line(r"(.)(.).*\2\1", 8, alphabet="A-Z"))
    with CluesAlone(compiled) as clues:
        left = clues.letters_left(compiled.constraints[0], compiled.domains, SoughtLetters(compiled.domains, enough))
    assert left is not None
    assert all(len(single_bits(mask)) > 1 for mask in left.values())
    assert len(questions) <= most
    assert enough is not None or len(questions) > 25, "each model has one letter in a cell, so that all take many"
