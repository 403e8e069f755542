"""What hits all sets costs the least that any choice of items costs."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from random import Random

import pytest

from satcross.author import hitting_sets
from satcross.author.hitting_sets import HittingSets


def least_cost(choices: Iterable[Sequence[int]], costs: Sequence[int], sets: Sequence[Sequence[int]]) -> int | None:
    """Return what the cheapest of `choices` costs that hits all `sets`; None if none does."""
    able = [choice for choice in choices if all(set(choice).intersection(each) for each in sets)]
    return min((sum(costs[item] for item in choice) for choice in able), default=None)


@pytest.mark.parametrize("seed", range(20))
def test_one_item_of_each_group_and_signs(seed: int) -> None:
    """A sign is true where none of its items is taken."""
    random = Random(seed)
    problem = HittingSets()
    costs = [item and random.randint(1, 40) for _ in range(5) for item in range(4)]
    items = [problem.add(cost) for cost in costs]
    groups = [items[start : start + 4] for start in range(0, 20, 4)]
    for group in groups:
        problem.take_one(group)
    against = [random.sample(items, 6) for _ in range(2)]
    signs = [problem.add_sign(each) for each in against]
    sets = [random.sample([*items, *signs], random.randint(3, 8)) for _ in range(random.randint(3, 12))]
    for each in sets:
        problem.hit(each)

    choices = [
        (*choice, *[sign for sign, items in zip(signs, against, strict=True) if not {*choice} & {*items}])
        for choice in product(*groups)
    ]
    found, least = problem.cheapest(), least_cost(choices, [*costs, 0, 0], sets)
    if least is None:
        assert found.items is None
    else:
        assert found.items is not None
        assert (found.bound, found.is_optimal) == (least, True)
        assert least_cost([found.items], [*costs, 0, 0], sets) == least


@pytest.mark.parametrize("seed", range(20))
def test_items_in_no_group_and_sets_that_are_added_later(seed: int) -> None:
    random = Random(seed)
    problem, sets = HittingSets(), []
    costs = [random.randint(1, 3) for _ in range(9)]
    items = [problem.add(cost) for cost in costs]
    choices = list(chain.from_iterable(combinations(items, number) for number in range(10)))
    for _ in range(8):
        sets.append(random.sample(items, random.randint(2, 5)))
        problem.hit(sets[-1])
        found = problem.cheapest()
        assert found.items is not None
        assert found.bound == least_cost([found.items], costs, sets) == least_cost(choices, costs, sets)


def test_an_item_that_costs_nothing_can_be_taken() -> None:
    problem = HittingSets()
    problem.take_one([problem.add(0), problem.add(5)])
    assert problem.cheapest() == ((0,), 0, True)


def test_an_empty_set_cannot_be_hit() -> None:
    problem = HittingSets()
    problem.add(1)
    problem.hit([])
    assert problem.cheapest().items is None


def test_a_problem_that_is_too_hard_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hitting_sets, "CONFLICTS", 0)
    problem = HittingSets()
    problem.hit([problem.add(3), problem.add(4)])
    assert problem.cheapest() == (None, 0, False)
