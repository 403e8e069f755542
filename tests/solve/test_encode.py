"""Whole puzzles as formulas: with all selectors on, without selectors, residual or exported, the models are the grids.

The oracle tries every grid with Python's `re`.
"""

from itertools import pairwise, product
from random import Random

import pytest
from pysat.solvers import Solver

from satcross.base.bits import single_bits
from satcross.base.budget import EASE, Budget
from satcross.errors import LimitError, TimeUp
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.cnf import FlatSink
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.encode import encode_residual, encode_whole
from satcross.solver.formula import export
from satcross.solver.residual import Residual
from tests.formulas import grids
from tests.residuals import propagate
from tests.small_puzzles import brute_force, crossing_puzzles

CELLS = 4


def test_the_whole_formula_has_the_solutions_as_models_and_each_selector_switches_its_clue() -> None:
    random = Random(0)
    for puzzle, _ in crossing_puzzles(40, seed=10):
        encoding = encode_whole(compile_puzzle(puzzle, single_letters=True), with_selectors=True)
        clauses = list(encoding.clauses)
        assert len(encoding.selectors) == 4
        for off in ([], random.sample(range(4), random.randint(1, 2))):
            selected = [-lit if number in off else lit for number, lit in enumerate(encoding.selectors)]
            models = blocked_models([*clauses, *[[lit] for lit in selected]], encoding.variables.lits)
            left = tuple(line for number, line in enumerate(puzzle.lines) if number not in off)
            assert models == brute_force(puzzle._replace(lines=left)), puzzle


@pytest.mark.long
def test_the_residual_formula_has_the_same_solutions() -> None:
    for puzzle, expected in crossing_puzzles(30, seed=11):
        compiled = compile_puzzle(puzzle)
        domains = propagate(compiled.constraints, compiled.domains).domains
        if domains is None:
            assert not expected
            continue
        for start in (domains, compiled.domains):
            sink = FlatSink()
            variables = encode_residual(Residual.of(compiled.constraints, start), sink)
            del variables.lits[CELLS:]
            masks = grids(sink, variables)
            found = {"".join(letters) for grid in masks for letters in product(*map(compiled.letters.of, grid))}
            assert found == expected, puzzle


def blocked_models(clauses: list[list[int]], lits: list[dict[int, int]]) -> set[str]:
    """Return all models, projected on cells, found by pysat's own interface; each cell must hold one letter exactly."""
    found: set[str] = set()
    with Solver("cadical153", bootstrap_with=clauses) as engine:
        while engine.solve():
            model = set(engine.get_model())
            held = [[bit for bit, lit in of_cell.items() if lit in model] for of_cell in lits]
            assert all(len(bits) == 1 for bits in held[:CELLS])
            grid = "".join("ABC"[bits[0].bit_length() - 1] for bits in held[:CELLS])
            assert grid not in found
            found.add(grid)
            engine.add_clause([-of_cell[bits[0]] for of_cell, bits in zip(lits[:CELLS], held, strict=False)])
    return found


def test_equal_puzzles_give_equal_files() -> None:
    for (one, _), (other, _) in zip(crossing_puzzles(20, seed=13), crossing_puzzles(20, seed=13), strict=True):
        assert list(export(one)) == list(export(other))
        assert list(export(one, is_simplified=True)) == list(export(other, is_simplified=True))


def all_open(compiled: CompiledPuzzle) -> Residual:
    return Residual.of(compiled.constraints, compiled.domains)


def test_the_memory_for_variables_is_asked_for() -> None:
    """Whether letters are compared, so that each of them gets a variable, or told apart by letter sets."""
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 100)))
    pairs = "|".join(letters[place : place + 2] for place in range(0, 100, 2))
    whole = compile_puzzle(line(".*", 100, alphabet=letters), single_letters=True)
    divided = compile_puzzle(line(f"(?:{pairs})*", 200, alphabet=letters))
    compared = compile_puzzle(line(r"(.*)\1", 200, alphabet=letters), single_letters=True)
    residuals = [all_open(each) for each in (whole, divided, compared)]
    for encode in (
        lambda budget: encode_whole(whole, with_selectors=False, budget=budget),
        lambda budget: encode_residual(residuals[0], FlatSink(budget), single_letters=True),
        lambda budget: encode_residual(residuals[1], FlatSink(budget)),
        lambda budget: encode_residual(residuals[2], FlatSink(budget)),
    ):
        with pytest.raises(LimitError, match="the formula needs at least"):
            encode(Budget(memory=EASE + (1 << 20)))


def test_the_residual_looks_at_the_clock() -> None:
    compiled = compile_puzzle(line("A|B", 1, alphabet="AB"))
    with pytest.raises(TimeUp):
        encode_residual(all_open(compiled), FlatSink(Budget(0)))


def test_the_residual_has_variables_for_letters_that_open_clues_tell_apart_or_compare() -> None:
    compiled = compile_puzzle(line("[AB]D|[CD]A", 2, alphabet="ABCDE"), single_letters=True)
    a, b, c, d, e = single_bits(compiled.classes.every)
    variables = encode_residual(Residual.of(compiled.constraints, (a | b | c | d, a | d | e)), FlatSink())
    assert [set(lits) for lits in variables.lits] == [{a | b, c | d}, {a, d, e}]
    assert len(set(map(abs, variables.lits[0].values()))) == 1
    compared = compile_puzzle(line(r"(.)\1C?", 3, alphabet="ABCDE"), single_letters=True)
    variables = encode_residual(Residual.of(compared.constraints, (a | b, a | b | c, b | c | d)), FlatSink())
    assert [set(lits) for lits in variables.lits[:3]] == [{a, b}, {a, b, c}, {c, b | d}]


@pytest.mark.parametrize("with_selectors", [False, True])
def test_too_many_clauses_are_blamed_on_the_clue_with_the_most(with_selectors: bool) -> None:
    """Of those encoded so far, up to the clause too many; what all would need is told as if the others were alike."""
    compiled = compile_puzzle(
        rectangle(rows=["ABC|CBA|BBB", "(A|BC)*", "(.*)A(.*)"], columns=["", "", ".*[AB]"], alphabet="ABC"),
        single_letters=True,
    )
    clues = len(compiled.constraints)
    totals = [
        encode_whole(
            compiled._replace(constraints=compiled.constraints[:number]), with_selectors=with_selectors
        ).clauses.clauses
        for number in range(clues + 1)
    ]
    for limit in range(totals[0] + 1, totals[-1]):
        begun = sum(total <= limit for total in totals)
        sizes = [min(after, limit + 1) - before for before, after in pairwise(totals[: begun + 1])]
        worst = max(range(begun), key=sizes.__getitem__)
        with pytest.raises(LimitError) as caught:
            encode_whole(compiled, with_selectors=with_selectors, budget=Budget(clauses=limit))
        assert caught.value.place == compiled.constraints[worst].place
        message = f"; this clue alone has {sizes[worst]:,} clauses"
        if begun < clues:
            total = totals[0] + (limit + 1 - totals[0]) * clues // begun
            message += f", and all {clues} clues would need about {total:,}"
        assert caught.value.message.endswith(message)
        assert caught.value.hint
