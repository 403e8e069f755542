"""Automata of regular patterns accept what those of greenery and interegular (PyPI) accept, where these read them."""

from random import Random

import pytest

import satcross
from tests.clues import regular_pattern

ANYTHING = "[ABC]*"


def pairs(number: int) -> list[tuple[str, str]]:
    random = Random(64)
    return [(regular_pattern(random, 1), regular_pattern(random, 1)) for _ in range(number)]


@pytest.mark.long
def test_greenery_finds_the_same_strings_in_common() -> None:
    greenery = pytest.importorskip("greenery")
    compared = 0
    alphabet = greenery.parse(ANYTHING).to_fsm()
    for one, other in pairs(60):
        try:
            left, right = (greenery.parse(each).to_fsm() & alphabet for each in (one, other))
        except Exception:  # it does not read all that `re` reads: lazy quantifiers, for instance
            continue
        compared += 1
        found = satcross.common([one, other], alphabet="ABC", limit=1)
        assert (found.status == "none") == (left & right).empty(), (one, other)
        if found.total is not None:
            assert found.total == len(left & right), (one, other)
        assert satcross.same(one, other, alphabet="ABC").answer == (left ^ right).empty(), (one, other)
    assert compared > 15


def test_interegular_finds_the_same_overlaps() -> None:
    interegular = pytest.importorskip("interegular")
    compared = 0
    for one, other in pairs(60):
        try:
            is_disjoint = interegular.Comparator.from_regexes({"one": one, "other": other}).isdisjoint("one", "other")
        except Exception:  # it does not read all that `re` reads
            continue
        compared += 1
        assert satcross.disjoint([one, other]).answer == is_disjoint, (one, other)
    assert compared > 15
