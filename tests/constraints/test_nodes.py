"""Circuits built by hand: constants fold, equal nodes are one, and the meaning is that of the formula."""

from itertools import product

import pytest

from satcross.base.budget import Budget
from satcross.errors import LimitError, TimeUp
from satcross.solver.constraints.circuit import FALSE, TRUE, Builder, Circuit
from tests.formulas import is_true, lines_of_clauses

A, B, C = 1, 2, 4
EVERY = A | B | C


def true_lines(circuit: Circuit, width: int = 3) -> set[tuple[int, ...]]:
    """Return the lines (as masks of single letters) that satisfy the circuit, by its own definition."""
    return {
        tuple(1 << letter for letter in letters)
        for letters in product(range(width), repeat=circuit.n)
        if is_true(circuit, letters)
    }


def assert_means(circuit: Circuit, expected: set[tuple[int, ...]]) -> None:
    assert true_lines(circuit) == expected
    assert lines_of_clauses(circuit, [EVERY] * circuit.n, is_compact=True) == expected


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
    assert_means(circuit, {(x, y) for x, y in product((A, B, C), repeat=2) if x == A or (x, y) == (B, C)})


def test_a_promise_may_turn_out_constant() -> None:
    builder = Builder()
    promised = builder.later()
    x = builder.letter(0, A, EVERY)
    both = builder.conj(x, promised)
    builder.define(promised, FALSE)
    assert builder.finish(both, 1).nodes == ((FALSE,),)


def test_more_nodes_than_allowed_are_refused() -> None:
    builder = Builder(Budget(nodes=100))
    with pytest.raises(LimitError):
        builder.disj(*[builder.letter(i, A, EVERY) for i in range(5000)])


def test_negation() -> None:
    """not (AB or C.): the complement."""
    builder = Builder()
    ab = builder.conj(builder.letter(0, A, EVERY), builder.letter(1, B, EVERY))
    circuit = builder.finish(builder.negation(builder.disj(ab, builder.letter(0, C, EVERY))), 2)
    assert circuit.has_negation
    assert_means(circuit, {(x, y) for x, y in product((A, B, C), repeat=2) if (x, y) != (A, B) and x != C})


def test_equality() -> None:
    """The letters at 0 and 2 are the same, those at 0 and 1 are not."""
    builder = Builder()
    circuit = builder.finish(builder.conj(builder.same(0, 2), builder.negation(builder.same(1, 0))), 3)
    assert_means(circuit, {(x, y, x) for x, y in product((A, B, C), repeat=2) if x != y})


def test_equality_under_a_relation() -> None:
    """A and B count as the same letter."""
    builder = Builder()
    circuit = builder.finish(builder.same(0, 1, 1), 2, relations=((A | B, C),))
    assert_means(circuit, {(A, A), (A, B), (B, A), (B, B), (C, C)})
    opposite = builder.finish(builder.negation(builder.same(0, 1, 1)), 2, relations=((A | B, C),))
    assert_means(opposite, {(A, C), (B, C), (C, A), (C, B)})


def test_a_choice_is_free_but_has_one_value() -> None:
    """Some value of the choice: 0 with A first, or 1 with A second; not both values at once."""
    builder = Builder()
    first = builder.conj(builder.letter(2, 1, 3), builder.letter(0, A, EVERY))
    second = builder.conj(builder.letter(2, 2, 3), builder.letter(1, A, EVERY))
    circuit = builder.finish(builder.disj(first, second), 2, choices=(2,))
    assert_means(circuit, {(x, y) for x, y in product((A, B, C), repeat=2) if A in (x, y)})
    both = builder.finish(builder.conj(builder.letter(2, 1, 3), builder.letter(2, 2, 3)), 2, choices=(2,))
    assert_means(both, set())


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
        Builder(Budget.lasting(0)).check()
    Builder(Budget(nodes=7)).check(states=7)
    with pytest.raises(LimitError):
        Builder(Budget(nodes=7)).check(states=8)
