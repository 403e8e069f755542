"""Listing many: cubes and solutions are exactly what trying every grid finds, each once, whoever searches."""

from collections.abc import Sequence
from itertools import product
from math import prod
from random import Random

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import TimeUp
from satcross.puzzle import Puzzle
from satcross.puzzle.shapes import line, rectangle
from satcross.solver.compile import CompiledPuzzle, compile_puzzle
from satcross.solver.residual import Residual
from satcross.solver.solutions import Search
from satcross.solver.strategies import Oracle, listing
from satcross.solver.strategy import NO_MORE, without
from satcross.solver.verify import CubeVerifier, WrongAnswerError
from tests.residuals import cubes_of, presolved_for, propagated
from tests.small_puzzles import crossing_puzzles, small_puzzles, word_grids

IN_A_TREE = UNLIMITED.tuned(listed_states=0)
"""A tree is searched, however few states a sweep has."""
ALWAYS_ASKED = IN_A_TREE.tuned(dead_ends=0)
"""The solver is asked at every node."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def grids_of(puzzle: Puzzle, budget: Budget = UNLIMITED) -> list[str]:
    """Return the grids of the cubes that are listed; the last message alone says that there are no more."""
    made = propagated(puzzle, budget)
    if made.residual is None:
        return []
    said = list(listing(made.residual, budget))
    assert said[-1] == NO_MORE
    assert not any(found.is_last for found in said[:-1])
    return made.grids(cubes_of(said))


@pytest.mark.parametrize(
    "budget",
    [
        UNLIMITED,
        IN_A_TREE,
        IN_A_TREE.tuned(remembered=20),  # what is remembered is forgotten
        IN_A_TREE.tuned(dead_ends=1),  # the solver is asked from the first dead end on
        ALWAYS_ASKED,
        ALWAYS_ASKED.tuned(oracle_questions=3),  # the solver is made anew
    ],
)
def test_cubes_are_disjoint_and_hold_exactly_the_solutions(budget: Budget) -> None:
    for puzzle, expected in [*small_puzzles(140, seed=1), *word_grids(100, seed=1)]:
        found = grids_of(puzzle, budget)
        assert len(found) == len(set(found)), puzzle
        assert set(found) == expected, puzzle


def test_an_oracle_finds_a_solution_within_masks_and_another_one_if_there_are_any() -> None:
    """What was asked before makes no difference."""
    budget = UNLIMITED.tuned(oracle_questions=20)
    random = Random(8)
    seen = set()
    for puzzle, expected in small_puzzles(50, seed=8):
        compiled, residual = propagated(puzzle, single_letters=True)
        if residual is None or not compiled.constraints:
            continue
        oracle = Oracle(Residual.of(compiled.constraints, residual.masks), budget)
        for _ in range(12):
            masks = [held & random.choice([held, random.randint(1, 7)]) or held for held in residual.masks]
            inside = {grid for grid in expected if is_in(grid, masks, compiled)}
            witness = oracle.witness(masks)
            seen.add((bool(inside), bool(witness)))
            assert (witness is None) == (not inside)
            if witness is None:
                continue
            cube = {grid for grid in inside if is_in(grid, witness, compiled)}
            assert len(cube) == prod(each.bit_count() for each in witness)
            other = oracle.another(masks, witness)
            assert (other is None) == (inside == cube)
            if other is not None:
                second = {grid for grid in inside if is_in(grid, other, compiled)}
                assert len(second) == prod(each.bit_count() for each in other)
                assert second.isdisjoint(cube)
        oracle.close()
    assert seen == {(True, True), (False, False)}


def is_in(grid: str, masks: Sequence[int], compiled: CompiledPuzzle) -> bool:
    return all(letter in compiled.letters.of(held) for letter, held in zip(grid, masks, strict=True))


@pytest.mark.parametrize("budget", [UNLIMITED, IN_A_TREE])
def test_listing_looks_at_the_clock_between_cubes(budget: Budget) -> None:
    residual = propagated(line("(?:AB|BA|CC)*", 8, "ABC")).residual
    assert residual is not None
    with pytest.raises(TimeUp):
        list(listing(residual, budget.until(0)))


@pytest.mark.parametrize("use_propagation", [False, True])
@pytest.mark.parametrize("solver", ["cadical153", "glucose4"])
def test_a_search_lists_every_solution_once(solver: str, use_propagation: bool) -> None:
    numbers = set()
    for puzzle, expected in [*small_puzzles(140, seed=3), *crossing_puzzles(120, seed=3)]:
        search = Search(puzzle, solver=solver, presolved=presolved_for(puzzle, use_propagation))
        found = ["".join(solution.letters) for solution in search]
        assert sorted(found) == sorted(expected), puzzle
        assert (search.count, search.is_complete, search.stopped) == (len(expected), True, "")
        numbers.add(min(len(expected), 2))
        assert search.status == ("none", "unique", "several")[min(len(expected), 2)]
    assert numbers == {0, 1, 2}


def test_cubes_are_few_where_solutions_come_in_cubes() -> None:
    """Cells that no clue restricts, and letters that no clue tells apart, do not multiply cubes."""
    puzzle = rectangle(rows=[".*A.*", "", ".*"], columns=["", "", "[^C]*"])._replace(alphabet="ABCDEF")
    search = Search(puzzle)
    assert len(list(search.cubes())) == 3
    assert search.count == (36 * 5 - 25 * 4) * 36 * 5 * 36 * 5


def test_components_are_combined_not_searched_together() -> None:
    """Ten lines with 2 solutions each: 1,024 cubes, from ten searches of two cubes each."""
    assert Search(rectangle(rows=["AB|BA"] * 10, columns=["", ""])).run().count == 1024


def test_a_limit_stops_the_list_of_cubes() -> None:
    search = Search(rectangle(rows=["AB|BA"] * 3, columns=["", ""]), limit=3)
    assert [search.stopped for _ in search.cubes()] == ["", "", "limit"]
    assert (search.stopped, search.is_complete, search.status) == ("limit", False, "several")


def test_a_cube_over_the_open_alphabet_is_representative() -> None:
    search = Search(line("A|[^AB]", 1, "any"))
    assert [cube.letters for cube in search.cubes()] == [("A",)]  # and all but B
    assert search.status == "several"


def test_what_is_cut_out_of_a_cube_is_gone_and_nothing_else() -> None:
    random = Random(5)
    for _ in range(200):
        cube = tuple(random.randint(1, 7) for _ in range(3))
        holes = [tuple(random.randint(1, 7) for _ in range(3)) for _ in range(random.randint(0, 2))]
        left = list(without(cube, holes))
        assert all(map(all, left))
        kept = [point for each in left for point in points(each)]
        assert sorted(kept) == sorted(set(points(cube)).difference(*map(points, holes)))


def points(cube: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(product(*[[bit for bit in range(3) if held >> bit & 1] for held in cube]))


def test_a_cube_is_verified_iff_every_grid_in_it_is_a_solution() -> None:
    random = Random(7)
    verdicts = set()
    for puzzle, expected in small_puzzles(120, seed=7):
        compiled = compile_puzzle(puzzle, single_letters=True)
        for _ in range(3):
            chosen = random.sample(sorted(expected), 1)[0] if expected else "A" * len(puzzle.cells)
            letters = ["".join({letter, random.choice(puzzle.alphabet)}) for letter in chosen]
            is_cube = {"".join(each) for each in product(*letters)} <= expected
            masks = [sum(1 << puzzle.alphabet.index(letter) for letter in here) for here in letters]
            verdicts.add(is_cube)
            if not is_cube:
                with pytest.raises(WrongAnswerError):
                    CubeVerifier(compiled.letters).check(masks)
            else:
                assert CubeVerifier(compiled.letters).check(masks) == ()
    assert verdicts == {True, False}


def test_a_cube_is_verified_by_its_own_letters_whatever_they_are() -> None:
    compiled = compile_puzzle(line("[^A]{3}", 3, "AB."), single_letters=True)
    with pytest.raises(WrongAnswerError):
        CubeVerifier(compiled.letters).check([compiled.classes.every] * 3)


def test_a_regular_clue_is_settled_for_all_strings_of_a_large_cube() -> None:
    compiled = compile_puzzle(line("[^B]{12}", 12, LETTERS), single_letters=True)
    assert CubeVerifier(compiled.letters).check([compiled.classes.every & ~0b10] * 12) == ()


def test_strings_too_many_to_match_are_verified_solution_by_solution() -> None:
    """A backreference is not settled by letter sets, and 26^4 strings are too many."""
    compiled = compile_puzzle(line(r"(?=(.))\1.{4}", 5, LETTERS))
    verifier = CubeVerifier(compiled.letters)
    unsure = verifier.check([compiled.classes.every] * 5)
    assert len(unsure) == 1
    verifier.check_solution("ABCDE", unsure)


def test_a_solution_that_the_check_of_its_cube_left_open_is_still_rejected() -> None:
    compiled = compile_puzzle(line(r"(?!XA)(.)\1?.{3,4}", 5, LETTERS))
    verifier = CubeVerifier(compiled.letters)
    unsure = verifier.check([compiled.classes.every] * 5)
    with pytest.raises(WrongAnswerError):
        verifier.check_solution("XADEF", unsure)


def test_a_list_over_the_open_alphabet_that_a_limit_cut_short_is_not_complete() -> None:
    search = Search(line("[AB]C|[^C]B", 2, "any"), limit=2).run()
    assert (search.count, search.is_complete, search.stopped) == (2, False, "limit")
    assert Search(line("[^AB]", 1, "any"), limit=2).run().is_complete
