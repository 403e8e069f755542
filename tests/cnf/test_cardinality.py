"""Truth tables: projected on the literals given, each encoding has exactly the models that its name says."""

from itertools import count, product

import pytest

from satcross.solver.cnf import at_least, at_most_one, exactly_one, pairwise, sequential_counter
from tests.formulas import ListSink, projected, satisfiable


def truth_table(encoding, lits: list[int]) -> set[tuple[bool, ...]]:
    sink, numbers = ListSink(), count(max(map(abs, lits), default=0) + 1)
    encoding(lits, lambda: next(numbers), sink)
    return projected(sink.clauses, next(numbers) - 1, lits)


def at_most(n: int, most: int, least: int = 0) -> set[tuple[bool, ...]]:
    return {values for values in product([False, True], repeat=n) if least <= sum(values) <= most}


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("encoding", [at_most_one, sequential_counter, lambda lits, fresh, sink: pairwise(lits, sink)])
def test_at_most_one(encoding, n: int) -> None:
    assert truth_table(encoding, list(range(1, n + 1))) == at_most(n, 1)


@pytest.mark.parametrize("n", range(9))
def test_exactly_one(n: int) -> None:
    assert truth_table(exactly_one, list(range(1, n + 1))) == at_most(n, 1, least=1)


@pytest.mark.parametrize("n", range(6))
def test_at_least(n: int) -> None:
    for least in range(n + 2):
        sink, numbers = ListSink(), count(n + 1)
        at_least(list(range(1, n + 1)), least, lambda: next(numbers), sink)  # noqa: B023 - called at once
        for values in product([False, True], repeat=n):
            inputs = [[lit if value else -lit] for lit, value in enumerate(values, 1)]
            assert satisfiable([*sink.clauses, *inputs]) == (sum(values) >= least)


def test_negated_literals_are_literals_too() -> None:
    assert truth_table(at_most_one, [-1, 2, -3, 4, 5, -6, 7]) == at_most(7, 1)


@pytest.mark.parametrize("n", range(3, 9))
def test_the_ladder_has_the_size_it_states(n: int) -> None:
    sink, numbers = ListSink(), count(n + 1)
    sequential_counter(list(range(1, n + 1)), lambda: next(numbers), sink)
    assert (next(numbers) - n - 1, len(sink.clauses)) == (n - 2, 3 * n - 5)


@pytest.mark.parametrize("n", range(13))
def test_the_smaller_encoding_is_taken_and_of_equal_ones_that_without_variables(n: int) -> None:
    def size(encoding) -> tuple[int, int]:
        sink, numbers = ListSink(), count()
        encoding(list(range(1, n + 1)), lambda: 100 + next(numbers), sink)
        return len(sink.clauses), next(numbers)

    assert size(at_most_one) == min(size(sequential_counter), size(lambda lits, fresh, sink: pairwise(lits, sink)))
