"""Positions (Glushkov's): which come first, last and after each other; never more of them than the line warrants."""

import re
from itertools import product
from random import Random

import pytest

from satcross.base.bits import members
from satcross.base.budget import Budget
from satcross.errors import LimitError
from satcross.regex.letters import contains
from satcross.solver.constraints.layers import BETWEEN_CHECKS, Positions, positions
from tests.clues import core, regular_pattern


def matches(table: Positions, text: str) -> bool:
    """Return whether there are positions p(1)..p(n) as the module says."""
    if not text:
        return table.is_nullable
    active = {p for p in members(table.first) if contains(table.letters[p], ord(text[0]))}
    for letter in text[1:]:
        active = {q for p in active for q in members(table.follow[p]) if contains(table.letters[q], ord(letter))}
    return any(table.last >> p & 1 for p in active)


def preceding(table: Positions) -> tuple[int, ...]:
    """Return for each position the positions that it follows."""
    numbers = range(len(table.letters))
    return tuple(sum(1 << p for p in numbers if table.follow[p] >> q & 1) for q in numbers)


def test_a_position_precedes_those_that_follow_it() -> None:
    random = Random(5)
    for _ in range(300):
        table = positions(core(regular_pattern(random)), 6)
        assert table.precede == preceding(table)


def test_what_does_not_fit_the_line_has_no_positions() -> None:
    assert positions(core("ABCABC|A"), 3).letters == (((65, 65),),)


@pytest.mark.parametrize(
    ("pattern", "n", "most"),
    [
        ("(?:A{1000}){1000}", 5, 5),
        ("(?:A{0,1000}){0,1000}", 5, 5),
        ("A{4}", 4, 4),
        ("(?:AB){2,1000}", 9, 4),
        ("A{3,}", 9, 3),
    ],
)
def test_counted_loops_cost_what_the_line_warrants(pattern: str, n: int, most: int) -> None:
    assert len(positions(core(pattern), n).letters) <= most


PATTERNS = ["", "A", "A|", "(?:A|B)*C", "(?:A?B?)*", "(?:AB|A){2,3}", "(?:|A){3}", "(?:A*)*", "(?:A{2,3}){2}", "[^A]+",
            "(?:(?:A|BC){1,2}|){2,}", "(?:A?){3}B", "(?:(?:))*A", "A{0}B"]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_positions_accept_what_the_engine_accepts(pattern: str) -> None:
    for n in range(6):
        table = positions(core(pattern), n)
        for text in map("".join, product("ABC", repeat=n)):
            assert matches(table, text) == bool(re.fullmatch(pattern, text)), text


def test_positions_of_random_clues_accept_what_the_engine_accepts() -> None:
    random = Random(1)
    for _ in range(400):
        pattern, n = regular_pattern(random), random.randint(0, 4)
        table = positions(core(pattern), n)
        engine = re.compile(pattern)
        for text in map("".join, product("ABC", repeat=n)):
            assert matches(table, text) == bool(engine.fullmatch(text)), (pattern, text)


def test_a_clue_too_large_is_refused_before_all_its_positions_are_made() -> None:
    size = 2 * BETWEEN_CHECKS * 200
    with pytest.raises(LimitError, match=f"needs at least [0-9,]+ circuit nodes; the limit is {size:,}"):
        positions(core("(((A?B?){0,99}){0,99}){0,99}"), 200, Budget(nodes=size))
