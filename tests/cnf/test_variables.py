"""One-hot letters of cells: each model stands for exactly one block of each cell, and can be blocked."""

from itertools import combinations, product

import pytest

from satcross.base.bits import parts
from satcross.solver.cnf import VariableMap
from tests.formulas import ListSink, models

BLOCKS = [[(1, 2)], [(1, 2, 4)], [(3, 4), (1,)], [(1,), (1, 2), (1, 6, 8)], [(7,)]]


def decoded(variables: VariableMap, clauses: list[list[int]]) -> set[tuple[int, ...]]:
    """Return the blocks of the cells in each model."""
    return {
        variables.decode(lambda lit, model=model: model[abs(lit) - 1] == (lit > 0))
        for model in models(clauses, variables.count)
    }


@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("blocks", BLOCKS)
def test_models_are_the_choices_of_a_block_for_each_cell(blocks: list[tuple[int, ...]], is_compact: bool) -> None:
    variables, sink = VariableMap(blocks, is_compact=is_compact), ListSink()
    variables.one_block_each(sink)
    assert decoded(variables, sink.clauses) == set(product(*blocks))
    assert list(variables.domains) == list(map(sum, blocks))


def test_a_compact_map_spends_nothing_on_one_block_and_one_variable_on_two() -> None:
    variables = VariableMap([(7,), (1, 2), (1, 2, 4)], is_compact=True)
    assert [len({abs(lit) for lit in lits.values()}) for lits in variables.lits] == [0, 1, 3]
    sink = ListSink()
    VariableMap([(7,), (1, 2)], is_compact=True).one_block_each(sink)
    assert not sink.clauses


def test_a_full_map_has_a_variable_for_each_letter() -> None:
    variables = VariableMap([(1,), (1, 2)], is_compact=False)
    assert variables.lits == [{1: 1}, {1: 2, 2: 3}]


@pytest.mark.parametrize("blocks", BLOCKS)
def test_a_blocking_clause_rules_out_its_model_and_no_other(blocks: list[tuple[int, ...]]) -> None:
    variables, sink = VariableMap(blocks, is_compact=True), ListSink()
    variables.one_block_each(sink)
    for chosen in product(*blocks):
        clauses = [*sink.clauses, variables.blocking(chosen)]
        assert decoded(variables, clauses) == set(product(*blocks)) - {chosen}


@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("blocks", BLOCKS)
def test_literals_within_masks_hold_iff_each_cell_has_a_letter_of_its_mask(
    blocks: list[tuple[int, ...]], is_compact: bool
) -> None:
    variables, sink = VariableMap(blocks, is_compact=is_compact), ListSink()
    variables.one_block_each(sink)
    for masks in product(*[[sum(some) for some in subsets(each)] for each in blocks]):
        clauses = [*sink.clauses, *[[lit] for lit in variables.within(masks)]]
        expected = {each for each in product(*blocks) if all(map(int.__and__, each, masks))}
        assert decoded(variables, clauses) == expected


def subsets(blocks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the choices of one block or several."""
    return [some for size in range(1, len(blocks) + 1) for some in combinations(blocks, size)]


def test_auxiliary_cells_are_no_part_of_a_solution() -> None:
    variables, sink = VariableMap([(1, 2)], is_compact=False), ListSink()
    assert variables.add_cell((1, 2, 4)) == 1
    assert (variables.cells, variables.domains) == (1, [3, 7])
    variables.one_block_each(sink, 1)
    held = [
        [value for value, lit in zip(model, range(1, 6), strict=True) if lit > 2]
        for model in models(sink.clauses, variables.count)
    ]
    assert sorted(map(sum, held)) == [1] * 3 * 4  # three blocks, and nothing is said of the first cell
    assert variables.decode(lambda lit: lit in (2, 4)) == (2,)
    assert variables.blocking((1,)) == [-1]
    assert variables.within((2,)) == [2]


def test_fresh_variables_are_new_and_several_are_consecutive() -> None:
    variables = VariableMap([(1, 2)], is_compact=False)
    assert [variables.fresh(), variables.fresh(3), variables.fresh()] == [3, 4, 7]
    assert variables.count == 7


@pytest.mark.parametrize(
    ("domain", "masks", "expected"),
    [(7, [], {7}), (7, [1], {1, 6}), (7, [3, 6], {1, 2, 4}), (6, [1], {6}), (6, [8, 2], {2, 4}), (7, [7, 0], {7})],
)
def test_parts_are_the_coarsest_that_no_mask_cuts(domain: int, masks: list[int], expected: set[int]) -> None:
    assert set(parts(domain, masks)) == expected
