"""One-hot letters of cells: each model stands for exactly one block of each cell, and can be blocked."""

from __future__ import annotations

from itertools import product

import pytest

from satcross.cnf.variables import VariableMap, parts, single_bits
from tests.formulas import ListSink, models

BLOCKS = [[(1, 2)], [(1, 2, 4)], [(3, 4), (1,)], [(1,), (1, 2), (1, 6, 8)], [(7,)]]


@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("blocks", BLOCKS)
def test_models_are_the_choices_of_a_block_for_each_cell(blocks: list[tuple[int, ...]], is_compact: bool) -> None:
    variables, sink = VariableMap(blocks, is_compact=is_compact), ListSink()
    variables.one_block_each(sink)
    decoded = [
        variables.decode(lambda lit, model=model: model[abs(lit) - 1] == (lit > 0))
        for model in models(sink.clauses, variables.count)
    ]
    assert sorted(set(decoded)) == sorted(product(*blocks))
    assert list(variables.domains) == list(map(sum, blocks))


def test_a_compact_map_spends_nothing_on_one_block_and_one_variable_on_two() -> None:
    variables = VariableMap([(7,), (1, 2), (1, 2, 4)], is_compact=True)
    assert [len({abs(lit) for lit in lits.values()}) for lits in variables.lits] == [0, 1, 3]


def test_a_full_map_has_a_variable_for_each_letter() -> None:
    variables = VariableMap([(1,), (1, 2)], is_compact=False)
    assert variables.lits == [{1: 1}, {1: 2, 2: 3}]


@pytest.mark.parametrize("blocks", BLOCKS)
def test_a_blocking_clause_rules_out_its_model_and_no_other(blocks: list[tuple[int, ...]]) -> None:
    variables, sink = VariableMap(blocks, is_compact=True), ListSink()
    variables.one_block_each(sink)
    for chosen in product(*blocks):
        clauses = [*sink.clauses, variables.blocking(chosen)]
        left = {
            variables.decode(lambda lit, model=model: model[abs(lit) - 1] == (lit > 0))
            for model in models(clauses, variables.count)
        }
        assert left == set(product(*blocks)) - {chosen}


@pytest.mark.parametrize(
    ("domain", "masks", "expected"),
    [(7, [], {7}), (7, [1], {1, 6}), (7, [3, 6], {1, 2, 4}), (6, [1], {6}), (6, [8, 2], {2, 4}), (7, [7, 0], {7})],
)
def test_parts_are_the_coarsest_that_no_mask_cuts(domain: int, masks: list[int], expected: set[int]) -> None:
    assert set(parts(domain, masks)) == expected


def test_single_bits() -> None:
    assert [single_bits(0), single_bits(1), single_bits(0b1101)] == [(), (1,), (1, 4, 8)]
