"""Circuits built by hand: constants fold, equal nodes are one, and promises are kept."""

from itertools import product

import pytest

from satcross.base.budget import Budget
from satcross.errors import LimitError, TimeUp
from satcross.solver.constraints.circuit import FALSE, TRUE, Builder
from tests.formulas import is_true

A, B, C = 1, 2, 4
EVERY = A | B | C


def test_constants_are_folded_away() -> None:
    builder = Builder()
    x = builder.letter(0, A, EVERY)
    assert builder.conj(x, TRUE) == builder.disj(x, FALSE) == builder.conj(x, x) == x
    assert builder.conj(x, FALSE) == builder.disj() == FALSE
    assert builder.disj(x, TRUE) == builder.conj() == TRUE
    assert builder.letter(0, EVERY, EVERY) == builder.same(1, 1) == TRUE
    assert builder.letter(0, 0, EVERY) == FALSE
    assert builder.letter(0, A | B, A) == TRUE
    assert builder.letter(0, A | B, C) == FALSE
    assert builder.letter(0, A | B, A | C) == x
    assert builder.negation(TRUE) == FALSE
    assert builder.negation(FALSE) == TRUE
    assert builder.negation(builder.negation(x)) == x


def test_equal_nodes_are_made_once() -> None:
    builder = Builder()
    x, y = builder.letter(0, A, EVERY), builder.letter(1, B, EVERY)
    assert builder.letter(0, A, EVERY) == x
    assert builder.conj(x, y) == builder.conj(x, y)
    assert builder.same(0, 1) == builder.same(1, 0) != builder.same(0, 1, 1)


def test_what_the_root_does_not_need_is_left_out() -> None:
    builder = Builder()
    x, y = builder.letter(0, A, EVERY), builder.letter(1, B, EVERY)
    builder.conj(x, y)
    assert len(builder.finish(x, 2).nodes) == 1
    assert builder.finish(TRUE, 2).nodes == ((TRUE,),)


def test_a_promised_node_is_what_it_was_defined_as() -> None:
    builder = Builder()
    promised = builder.later()
    root = builder.disj(builder.letter(0, A, EVERY), promised)
    builder.define(promised, builder.conj(builder.letter(0, B, EVERY), builder.letter(1, C, EVERY)))
    circuit = builder.finish(root, 2)
    expected = {(x, y) for x, y in product(range(3), repeat=2) if x == 0 or (x, y) == (1, 2)}
    assert {line for line in product(range(3), repeat=2) if is_true(circuit, line)} == expected


def test_a_promise_may_turn_out_constant() -> None:
    builder = Builder()
    promised = builder.later()
    x = builder.letter(0, A, EVERY)
    both = builder.conj(x, promised)
    builder.define(promised, FALSE)
    assert builder.finish(both, 1).nodes == ((FALSE,),)


def test_a_builder_makes_as_many_comparisons_as_allowed() -> None:
    builder = Builder(comparisons=2)
    first = builder.same(0, 1)
    builder.same(0, 2)
    assert builder.same(1, 0) == first
    assert builder.same(2, 2) == TRUE
    with pytest.raises(LimitError, match="compares too many pairs"):
        builder.same(1, 2)


def test_a_builder_is_stopped_by_the_clock_and_by_the_number_of_nodes() -> None:
    with pytest.raises(TimeUp):
        Builder(Budget(0)).check()
    Builder(Budget(nodes=7)).check(states=7)
    with pytest.raises(LimitError):
        Builder(Budget(nodes=7)).check(states=8)
