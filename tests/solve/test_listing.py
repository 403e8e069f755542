"""Listing many: boxes and solutions are exactly what trying every grid finds, each once, whoever searches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from random import Random

import pytest

from satcross.budget import Budget
from satcross.constraints.propagate import propagate
from satcross.errors import TimeUp
from satcross.model import Puzzle
from satcross.puzzle.shapes import line, rectangle
from satcross.solve.compile import Compiled, compile_puzzle
from satcross.solve.residual import Narrowing
from satcross.solve.solutions import Search
from satcross.solve.solvers.python_sat import Solver
from satcross.solve.strategies import listing as boxes_module
from satcross.solve.strategies.listing import Component, Masks, Oracle, boxes, without
from satcross.solve.verify import WrongAnswerError
from satcross.solve.verify_cubes import CubeVerifier
from tests.clues import accepted, clue, mask, regular_pattern, some_domains
from tests.small_puzzles import small_puzzles, word_grids


def listed_boxes(puzzle: Puzzle) -> list[list[str]]:
    """Return the boxes, each as the letters of the cells."""
    compiled = compile_puzzle(puzzle)
    domains = propagate(compiled.constraints, compiled.domains).domains
    if domains is None:
        return []
    found = boxes(Narrowing(compiled.constraints, len(puzzle.cells)), domains)
    return [[compiled.letters(held) for held in box] for box in found]


@pytest.mark.parametrize("patience", [boxes_module.PATIENCE, 0, 1])
def test_boxes_are_disjoint_and_hold_exactly_the_solutions(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By propagation alone, and (no patience) by asking the solver at every node, or from the first dead end on."""
    monkeypatch.setattr(boxes_module, "PATIENCE", patience)
    for puzzle, expected in [*small_puzzles(140, seed=1), *word_grids(100, seed=1)]:
        found = ["".join(letters) for box in listed_boxes(puzzle) for letters in product(*box)]
        assert len(found) == len(set(found)), puzzle
        assert set(found) == expected, puzzle


def test_the_solver_is_made_anew_without_losing_or_repeating_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes_module, "PATIENCE", 0)
    monkeypatch.setattr(boxes_module, "QUESTIONS", 3)
    for puzzle, expected in small_puzzles(60, seed=2):
        found = ["".join(letters) for box in listed_boxes(puzzle) for letters in product(*box)]
        assert sorted(found) == sorted(expected)


class Made:
    """The solvers that were made, by the questions each was asked, and how many are closed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self.closed = 0
        make, ask, close = Oracle._make, Oracle.another, Solver.close

        def made(oracle: Oracle) -> None:
            self.asked.append(0)
            make(oracle)

        def asked(oracle: Oracle, masks: Sequence[int], witness: Sequence[int]) -> Masks | None:
            found = ask(oracle, masks, witness)
            self.asked[-1] += 1
            return found

        def closed(solver: Solver) -> None:
            self.closed += 1
            close(solver)

        monkeypatch.setattr(Oracle, "_make", made)
        monkeypatch.setattr(Oracle, "another", asked)
        monkeypatch.setattr(Solver, "close", closed)


def test_a_solver_answers_so_many_questions_and_every_solver_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes_module, "PATIENCE", 0)
    monkeypatch.setattr(boxes_module, "QUESTIONS", 3)
    made = Made(monkeypatch)
    assert len(listed_boxes(line("(?:AB|BA|CC)*", 6, "ABC"))) == 27
    assert max(made.asked) <= 4
    assert made.asked[0] in (3, 4)
    assert made.closed == len(made.asked) > 1


def test_the_solver_is_asked_where_propagation_walks_into_dead_ends_and_not_because_of_many_boxes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Made(monkeypatch)
    assert len(listed_boxes(line("(?:AB|BA|CC)*", 8, "ABC"))) == 81
    assert not made.asked
    assert listed_boxes(rectangle(rows=["O*XO*"] * 6, columns=["O*X?O*"] * 5)) == []
    assert made.closed == len(made.asked) == 1


def test_where_the_solver_finds_nothing_the_search_goes_on_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle is the search by propagation alone, which others hold against brute force."""
    nowhere = []
    witness = Oracle.witness

    def asked(oracle: Oracle, masks: Sequence[int]) -> Masks | None:
        found = witness(oracle, masks)
        nowhere[-1] |= found is None
        return found

    monkeypatch.setattr(Oracle, "witness", asked)
    random = Random(4)
    for _ in range(60):
        words = ["|".join("".join(random.choices("ABC", k=4)) for _ in range(random.randint(6, 12))) for _ in range(8)]
        puzzle = rectangle(rows=words[:4], columns=words[4:], alphabet="ABC")
        solutions = []
        for patience in (1_000_000, 1):
            nowhere.append(False)
            monkeypatch.setattr(boxes_module, "PATIENCE", patience)
            solutions.append(sorted("".join(each) for box in listed_boxes(puzzle) for each in product(*box)))
        assert solutions[0] == solutions[1], puzzle
        nowhere[-1] &= bool(solutions[0])
    assert any(nowhere)


def test_an_oracle_finds_a_solution_within_masks_and_another_one_if_there_are_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was asked before makes no difference."""
    monkeypatch.setattr(boxes_module, "QUESTIONS", 20)
    random = Random(8)
    seen = set()
    for puzzle, expected in small_puzzles(50, seed=8):
        compiled = compile_puzzle(puzzle, single_letters=True)
        domains = propagate(compiled.constraints, compiled.domains).domains
        if domains is None or not compiled.constraints:
            continue
        narrowing = Narrowing(compiled.constraints, len(puzzle.cells))
        oracle = Oracle(narrowing, domains, range(len(compiled.constraints)))
        for _ in range(12):
            masks = [held & random.choice([held, random.randint(1, 7)]) or held for held in domains]
            inside = {grid for grid in expected if is_in(grid, masks, compiled)}
            witness = oracle.witness(masks)
            seen.add((bool(inside), bool(witness)))
            assert (witness is None) == (not inside)
            if witness is None:
                continue
            box = {grid for grid in inside if is_in(grid, witness, compiled)}
            assert len(box) == prod(each.bit_count() for each in witness)
            other = oracle.another(masks, witness)
            assert (other is None) == (inside == box)
            if other is not None:
                second = {grid for grid in inside if is_in(grid, other, compiled)}
                assert len(second) == prod(each.bit_count() for each in other)
                assert second.isdisjoint(box)
        oracle.close()
    assert seen == {(True, True), (False, False)}


def is_in(grid: str, masks: Sequence[int], compiled: Compiled) -> bool:
    return all(letter in compiled.letters(held) for letter, held in zip(grid, masks, strict=True))


@pytest.mark.parametrize(("kept", "is_searched_again"), [(8, True), (9, False), (10, False)])
def test_the_boxes_of_a_component_are_kept_unless_they_are_many(
    kept: int, is_searched_again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boxes_module, "KEPT", kept)
    compiled = compile_puzzle(line("(?:AB|BA|CC)*", 4, "ABC"))
    domains = propagate(compiled.constraints, compiled.domains).domains
    assert domains is not None
    component = Component(Narrowing(compiled.constraints, 4), domains, (0, 1, 2, 3), (0,))
    next(iter(component))  # a search that is given up leaves nothing behind
    first = list(component)
    assert len(set(first)) == 9
    searches = []
    search = Component._search
    monkeypatch.setattr(Component, "_search", lambda self: searches.append(1) or search(self))
    assert list(component) == first
    assert bool(searches) == is_searched_again


def test_listing_looks_at_the_clock_between_boxes() -> None:
    compiled = compile_puzzle(line("(?:AB|BA|CC)*", 8, "ABC"))
    with pytest.raises(TimeUp):
        list(boxes(Narrowing(compiled.constraints, 8), compiled.domains, budget=Budget.lasting(0)))


def test_what_is_remembered_stays_within_bounds_and_can_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.solve.residual.REMEMBERED", 20)
    for puzzle, expected in small_puzzles(60, seed=6):
        compiled = compile_puzzle(puzzle)
        narrowing = Narrowing(compiled.constraints, len(puzzle.cells))
        fixpoint = propagate(compiled.constraints, compiled.domains).domains
        found = list(boxes(narrowing, fixpoint)) if fixpoint is not None else []
        assert sum(prod(len(compiled.letters(mask)) for mask in box) for box in found) == len(expected)
        memories = {id(each): each for each in (*narrowing._pruned, *narrowing._entailed)}
        memories |= {1: narrowing._sets, 2: narrowing._signatures}  # type: ignore[dict-item]
        assert sum(map(len, memories.values())) <= 21


def test_a_search_lists_every_solution_once() -> None:
    for puzzle, expected in small_puzzles(140, seed=3):
        for use_propagation in (True, False):
            search = Search(puzzle, use_propagation=use_propagation)
            found = ["".join(solution.letters) for solution in search]
            assert sorted(found) == sorted(expected)
            assert (search.count, search.is_complete, search.stopped) == (len(expected), True, "")
            assert search.status == ("none", "unique", "several")[min(len(expected), 2)]


def test_cubes_are_disjoint_and_hold_exactly_the_solutions() -> None:
    for puzzle, expected in small_puzzles(140, seed=4):
        search = Search(puzzle)
        cubes = list(search.cubes())
        found = ["".join(letters) for cube in cubes for letters in product(*cube.letters)]
        assert sorted(found) == sorted(expected)
        assert search.count == sum(cube.size for cube in cubes) == len(expected)
        assert search.is_complete


def test_cubes_are_few_where_solutions_come_in_cubes() -> None:
    """Cells that no clue restricts, and letters that no clue tells apart, do not multiply cubes."""
    puzzle = rectangle(rows=[".*A.*", "", ".*"], columns=["", "", "[^C]*"])._replace(alphabet="ABCDEF")
    search = Search(puzzle)
    assert len(list(search.cubes())) == 3
    assert search.count == (36 * 5 - 25 * 4) * 36 * 5 * 36 * 5


def test_independent_parts_are_combined_not_searched_together() -> None:
    """Ten lines with 2 solutions each: 1,024 boxes, from ten searches of two boxes each."""
    assert Search(rectangle(rows=["AB|BA"] * 10, columns=["", ""])).run().count == 1024


def test_a_limit_stops_the_list_of_cubes() -> None:
    search = Search(rectangle(rows=["AB|BA"] * 3, columns=["", ""]), limit=3)
    assert [search.stopped for _ in search.cubes()] == ["", "", "limit"]
    assert (search.stopped, search.is_complete, search.status) == ("limit", False, "several")


def test_a_unique_puzzle_is_one_cube_of_one_solution() -> None:
    search = Search(rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"]))
    assert [cube.letters for cube in search.cubes()] == [("H", "E", "L", "P")]
    assert search.status == "unique"


def test_a_cube_over_the_open_alphabet_stands_for_more() -> None:
    search = Search(line("A|[^AB]", 1, "any"))
    assert [cube.letters for cube in search.cubes()] == [("A",)]  # and all but B
    assert search.status == "several"


def test_a_hard_list_does_not_slow_down() -> None:
    """No clause is added for what has been found: the last thousand solutions come as quickly as the first."""
    search = Search(rectangle(rows=["(AB|BA|C)*"] * 6, columns=["(AB|BA|C)*"] * 6), limit=4000)
    assert search.run().count == 4000


def test_what_is_cut_out_of_a_box_is_gone_and_nothing_else() -> None:
    random = Random(5)
    for _ in range(200):
        box = tuple(random.randint(1, 7) for _ in range(3))
        holes = [tuple(random.randint(1, 7) for _ in range(3)) for _ in range(random.randint(0, 2))]
        parts = list(without(box, holes))
        assert all(map(all, parts))
        kept = [point for each in parts for point in points(each)]
        assert sorted(kept) == sorted(set(points(box)).difference(*map(points, holes)))


def points(box: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(product(*[[bit for bit in range(3) if held >> bit & 1] for held in box]))


def test_a_regular_clue_holds_for_all_strings_iff_every_string_matches() -> None:
    random = Random(6)
    for _ in range(600):
        pattern = regular_pattern(random)
        domains = some_domains(random.randint(1, 4), random)
        masks = [mask(letters) for letters in domains]
        held = clue(pattern, len(domains)).holds_for_all(masks)
        assert held == (len(accepted(pattern, domains)) == prod(map(len, domains))), (pattern, domains)


def test_the_recheck_of_a_box_accepts_iff_every_grid_in_it_is_a_solution() -> None:
    random = Random(7)
    verdicts = set()
    for puzzle, expected in small_puzzles(120, seed=7):
        compiled = compile_puzzle(puzzle, single_letters=True)
        for _ in range(3):
            chosen = random.sample(sorted(expected), 1)[0] if expected else "A" * len(puzzle.cells)
            letters = ["".join({letter, random.choice(puzzle.alphabet)}) for letter in chosen]
            is_box = {"".join(each) for each in product(*letters)} <= expected
            masks = [sum(1 << puzzle.alphabet.index(letter) for letter in here) for here in letters]
            verdicts.add(is_box)
            if not is_box:
                with pytest.raises(WrongAnswerError):
                    CubeVerifier(compiled).check(masks)
            elif all(len(set(each.cells)) == len(each.cells) for each in puzzle.lines):
                assert CubeVerifier(compiled).check(masks) == ()
    assert verdicts == {True, False}


def test_strings_too_many_to_match_are_checked_solution_by_solution() -> None:
    """A back-reference is not settled by letter sets, and 26^4 strings are too many."""
    compiled = compile_puzzle(line(r"(?=(.))\1.{4}", 5)._replace(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    check = CubeVerifier(compiled)
    is_open = check.check([compiled.classes.every] * 5)
    assert len(is_open) == 1
    check.check_solution("ABCDE", is_open)


def test_a_solution_that_the_check_of_its_box_left_open_is_still_rejected() -> None:
    compiled = compile_puzzle(line(r"(?!XA)(.)\1?.{3,4}", 5)._replace(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    check = CubeVerifier(compiled)
    is_open = check.check([compiled.classes.every] * 5)
    with pytest.raises(WrongAnswerError):
        check.check_solution("XADEF", is_open)


def test_a_list_over_the_open_alphabet_that_a_limit_cut_short_is_not_complete() -> None:
    search = Search(line("[AB]C|[^C]B", 2, "any"), limit=2).run()
    assert (search.count, search.is_complete, search.stopped) == (2, False, "limit")
    assert Search(line("[^AB]", 1, "any"), limit=2).run().is_complete
