"""A string matches the product of clues iff it matches each of them."""

import re
from itertools import product
from random import Random

import pytest

from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError
from satcross.solver.constraints.regular import positions_of_all
from tests.clues import core, regular_pattern
from tests.constraints.test_positions import matches, preceding


def test_strings_of_a_product_match_every_clue_as_the_engine_says() -> None:
    random = Random(4)
    sizes, seen = set(), set()
    for _ in range(300):
        patterns = [regular_pattern(random, 1) for _ in range(random.choice((1, 2, 2, 3)))]
        n = random.randint(0, 4)
        table = positions_of_all([core(each) for each in patterns], n)
        if table is None:
            continue
        engines = list(map(re.compile, patterns))
        for text in map("".join, product("ABC", repeat=n)):
            expected = all(each.fullmatch(text) for each in engines)
            assert matches(table, text) == expected, (patterns, text)
            seen.add(expected)
        assert table.precede == preceding(table), patterns
        sizes.add(len(table.letters))
    assert seen == {True, False}
    assert max(sizes) > 10


def test_only_pairs_that_share_letters_and_can_come_up_are_positions() -> None:
    table = positions_of_all([core("AB*C"), core("A.C")], 3)
    assert table is not None
    assert sorted(table.letters) == [((65, 65),), ((66, 66),), ((67, 67),), ((67, 67),)]
    assert positions_of_all([core("A"), core("B")], 1) == ((), 0, 0, (), (), False)


def test_a_product_too_large_is_not_made() -> None:
    few = UNLIMITED.tuned(product_pairs=20)
    assert positions_of_all([core("." * 5), core("." * 4)], 5, budget=few) is not None
    assert positions_of_all([core("." * 7), core("." * 3)], 7, budget=few) is None
    assert positions_of_all([core("." * 21)], 21, budget=few) is not None


def test_a_clue_too_large_by_itself_is_refused() -> None:
    with pytest.raises(LimitError):
        positions_of_all([core("A*B*C*"), core(".*")], 4, Budget(nodes=11))
