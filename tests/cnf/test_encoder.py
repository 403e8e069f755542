"""Statements about cells: their literals are true exactly where the statement is."""

from itertools import product

import pytest

from satcross.base.bits import single_bits
from satcross.solver.cnf import Encoder, VariableMap
from tests.formulas import ListSink, models

LETTER_MASKS = range(1, 8)


def encoder(*domains: int, is_compact: bool) -> Encoder:
    variables = VariableMap([single_bits(domain) for domain in domains], is_compact=is_compact)
    sink = ListSink()
    variables.one_block_each(sink)
    return Encoder(variables, sink)


def table(encoder: Encoder, lit: int) -> dict[tuple[int, ...], set[bool]]:
    """Return for each choice of letters the values that `lit` can take."""
    values: dict[tuple[int, ...], set[bool]] = {}
    for model in models(encoder.sink.clauses, encoder.variables.count):  # type: ignore[attr-defined]
        is_true = lambda each, model=model: model[abs(each) - 1] == (each > 0)  # noqa: E731
        values.setdefault(encoder.variables.decode(is_true), set()).add(is_true(lit))
    return values


@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("domain", [*LETTER_MASKS, 31])
def test_member_is_true_iff_the_letter_is_in_the_mask(domain: int, is_compact: bool) -> None:
    for mask in range(8):
        made = encoder(domain, is_compact=is_compact)
        lit = made.member(0, mask)
        assert table(made, lit) == {(bit,): {bool(bit & mask)} for bit in single_bits(domain)}, mask


@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("domain", [1, 3, 7, 31])
def test_only_sets_of_several_letters_need_a_variable_and_those_only_one(domain: int, is_compact: bool) -> None:
    made = encoder(domain, is_compact=is_compact)
    before = made.variables.count
    truth = made.truth()
    for mask in range(domain + 1):
        sides = {mask.bit_count(), (domain ^ mask).bit_count()}
        count = made.variables.count
        lit = made.member(0, mask)
        assert (abs(lit) == truth) == (0 in sides)
        assert (abs(lit) <= before) == (0 not in sides and 1 in sides)
        assert made.variables.count - count == (not sides & {0, 1})
        size = len(made.sink.clauses)  # type: ignore[attr-defined]
        assert made.member(0, mask) == lit
        assert (made.variables.count - count, len(made.sink.clauses)) == (not sides & {0, 1}, size)  # type: ignore[attr-defined]


@pytest.mark.parametrize("is_compact", [False, True])
def test_imply_member_restricts_the_letters_where_its_literal_is_true(is_compact: bool) -> None:
    for mask in range(1, 32):
        made = encoder(31, is_compact=is_compact)
        lit = made.variables.fresh()
        made.imply_member(lit, 0, mask)
        assert table(made, lit) == {(bit,): {False, True} if bit & mask else {False} for bit in single_bits(31)}, mask


@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("blocks", [(), (3, 4), (1, 6), (5, 2), (7,)])
def test_same_is_true_iff_the_letters_share_a_block(blocks: tuple[int, ...], is_compact: bool) -> None:
    for near, far, is_negated in product(LETTER_MASKS, LETTER_MASKS, (False, True)):
        made = encoder(near, far, is_compact=is_compact)
        lit = made.same(0, 1, blocks, is_negated=is_negated)
        for (left, right), values in table(made, lit).items():
            is_same = any(left & block and right & block for block in blocks or (1, 2, 4))
            if is_negated:
                assert values == {is_same}, (near, far)
            else:
                assert is_same or values == {False}, (near, far)
                assert not is_same or True in values, (near, far)


def test_same_is_shared_by_all_clues_and_strengthened_when_a_negation_comes() -> None:
    made = encoder(7, 7, is_compact=True)
    lit = made.same(0, 1, (), is_negated=False)
    before = len(made.sink.clauses)  # type: ignore[attr-defined]
    assert made.same(1, 0, (), is_negated=True) == lit
    assert made.same(0, 1, (), is_negated=True) == lit
    assert len(made.sink.clauses) == before + 3  # type: ignore[attr-defined]
    assert all(values == {left == right} for (left, right), values in table(made, lit).items())


@pytest.mark.parametrize(("near", "far"), [(1, 7), (7, 4), (2, 3), (1, 1), (1, 2), (6, 7)])
def test_a_cell_of_one_block_is_the_same_as_another_iff_that_is_in_the_block(near: int, far: int) -> None:
    """No variable is needed for that."""
    made = encoder(near, far, is_compact=False)
    made.truth()
    before = made.variables.count
    for left, right in ((0, 1), (1, 0)):
        lit = made.same(left, right, (1, 6), is_negated=False)
        assert lit == made.same(left, right, (1, 6), is_negated=True)
    assert made.variables.count == before


@pytest.mark.parametrize("is_negated", [False, True])
@pytest.mark.parametrize(("near", "far"), list(product([3, 6, 7, 14, 15], repeat=2)))
def test_the_same_letter_takes_one_variable_and_the_clauses_that_are_stated(
    near: int, far: int, is_negated: bool
) -> None:
    made = encoder(near, far, is_compact=False)
    count, size = made.variables.count, len(made.sink.clauses)  # type: ignore[attr-defined]
    both = (near & far).bit_count()
    made.same(0, 1, (), is_negated=is_negated)
    assert made.variables.count - count == 1
    assert len(made.sink.clauses) - size == (3 if is_negated else 2) * both + (near ^ far).bit_count()  # type: ignore[attr-defined]


def test_a_cell_is_the_same_as_itself() -> None:
    made = encoder(7, is_compact=True)
    assert made.same(0, 0, (), is_negated=True) == made.truth()
