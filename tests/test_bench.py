"""The puzzles of the benchmark are what they claim: solvable by construction, the same every time."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from bench.chart import chart
from bench.families import rungs
from bench.ladders import MIXED, REFERRING, REGULAR, Styles, clue, random_hexagon, random_rectangle, tight_rectangle
from bench.peers import PEERS, automaton, guess
from satcross.circuit.regular import RegularClue
from satcross.puzzle.model import Puzzle
from satcross.puzzle.shapes import line
from satcross.solve.compile import compile_puzzle
from satcross.solve.recheck import first_fault
from satcross.solve.search import Search, check
from tests.clues import accepted


def hidden_grid_fault(puzzle: Puzzle) -> str | None:
    return first_fault(compile_puzzle(puzzle), puzzle.expected[0])


@pytest.mark.parametrize("styles", [MIXED, REGULAR, REFERRING])
@pytest.mark.parametrize("letters", [4, 26, 60])
def test_the_hidden_grid_is_a_solution(letters: int, styles: Styles) -> None:
    for seed in range(3):
        assert hidden_grid_fault(random_rectangle(5, letters=letters, styles=styles, seed=seed)) is None
        assert hidden_grid_fault(random_hexagon(3, letters=letters, styles=styles, seed=seed)) is None


def test_one_cell_is_enough() -> None:
    assert hidden_grid_fault(random_rectangle(1)) is None


@pytest.mark.parametrize("style", Styles._fields)
def test_clues_of_every_style_match_their_string(style: str) -> None:
    only = Styles(*[float(field == style) for field in Styles._fields])
    for seed in range(40):
        text = "".join(Random(seed).choices("ABCDEF", k=7))
        assert accepted(clue(text, "ABCDEF", only, Random(seed)), text) == [text]


def test_the_same_seed_gives_the_same_puzzle() -> None:
    assert random_rectangle(6) == random_rectangle(6) != random_rectangle(6, seed=2)


@pytest.mark.parametrize("n", [1, 3, 5])
def test_tight_puzzles_have_one_solution(n: int) -> None:
    puzzle = tight_rectangle(n)
    verdict = check(puzzle)
    assert verdict.status == "unique"
    assert verdict.witnesses[0].letters == puzzle.expected[0]


def test_rungs_have_names_of_their_own() -> None:
    names = [(rung.family, rung.name) for rung in rungs()]
    assert len(set(names)) == len(names)


def test_the_plain_solver_finds_the_same_number_of_solutions() -> None:
    for seed in range(6):
        puzzle = random_rectangle(4, letters=5, styles=REGULAR, seed=seed)
        assert len(guess(compile_puzzle(puzzle), 20)) == Search(puzzle, limit=2).run().count
    assert set(PEERS) == {"guess", "cp-sat", "z3", "minizinc"}


@pytest.mark.parametrize("pattern", ["(A|BC)*", ".*A.*B.*", "[^A]{2}C|(AB)+", "A?B?C?A?"])
def test_determinised_positions_accept_the_same_strings(pattern: str) -> None:
    compiled = compile_puzzle(line(pattern, 4, alphabet="ABC"), single_letters=True)
    made = compiled.placed[0].constraint
    assert isinstance(made, RegularClue)
    triples, finals = automaton(made.table, 4, 3)
    step = {(tail, letter): head for tail, letter, head in triples}
    assert len(step) == len(triples)
    for text in accepted(".{4}", ["ABC"] * 4):
        state: int | None = 0
        for letter in text:
            state = None if state is None else step.get((state, "ABC".index(letter)))
        assert (state in finals) == (text in accepted(pattern, text))


def test_the_chart_is_a_picture_with_a_point_for_each_measurement() -> None:
    root = ElementTree.fromstring(chart({"a <b>": [(10, 1.5), (1000, 70)], "c": [(20, 3)]}, "cells", "ms"))
    marks = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(marks) == 3
