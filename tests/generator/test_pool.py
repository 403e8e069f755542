"""Candidates: each matches its line, and each rules some other text out, as `re` says."""

import re
from itertools import product
from random import Random

import pytest

from satcross.base.budget import Budget
from satcross.errors import LimitError, TimeUp
from satcross.generator.board import FOREIGN, Board, ClueSlot
from satcross.generator.families import FAMILIES
from satcross.generator.grid import FREQUENCY, make_grid
from satcross.generator.maker import generate
from satcross.generator.pool import Pool, Rules
from satcross.generator.request import Request
from satcross.puzzle.shapes import rectangle
from tests.generator.samples import chooser, small_board


def texts(letters: str, n: int) -> list[str]:
    return ["".join(each) for each in product(letters, repeat=n)]


@pytest.mark.parametrize("seed", range(4))
def test_a_candidate_matches_its_line_but_not_every_text(seed: int) -> None:
    board = small_board()
    pool = chooser(board, seed).pool
    for slot, candidates in pool.candidates.items():
        line = board.text(slot)
        assert candidates
        for candidate in candidates:
            regex = re.compile(candidate.pattern)
            assert regex.fullmatch(line)
            assert not all(map(regex.fullmatch, texts(board.inner + FOREIGN, len(line)))), candidate.pattern


def test_families_draw_clues_that_match_every_text() -> None:
    """Otherwise the test above would hold whatever the pool does."""
    drawn = [each for number in range(20) for each in FAMILIES["chains"]("CAT", "CAT", Random(number))]
    assert any(all(map(re.compile(each).fullmatch, texts("CAT", 3))) for each in drawn)


def test_a_pool_looks_at_the_clock() -> None:
    line = ClueSlot(0, tuple(range(300)))
    board = Board([line], "ABCDEF" * 50, budget=Budget(0))
    with pytest.raises(TimeUp):
        Pool(board, (0,), Rules(), Random(0))


def test_families_draw_from_long_lines_and_many_letters() -> None:
    """Of 600 letters there are five thousand million fours; not all of them can be looked at."""
    text = "".join(Random(1).choices("ABCDEFGHIJ", k=600))
    drawing = {name for name, family in FAMILIES.items() if list(family(text, "ABCDEFGHIJKL", Random(2)))}
    assert drawing >= {"mirrors", "repeats", "loops", "echoes", "frames"}


def test_a_grid_is_drawn_from_a_million_letters_as_from_few() -> None:
    shape = rectangle(rows=3, columns=3)
    every = "".join(map(chr, range(0x21, 0xD800)))
    few = "".join(sorted(set(FREQUENCY)))
    assert make_grid(Request(shape, letters=every), Random(3)) == make_grid(Request(shape, letters=few), Random(3))


def test_an_alphabet_that_memory_cannot_hold_is_refused_before_the_search() -> None:
    request = Request(rectangle(rows=3, columns=3), letters="AB", alphabet="".join(map(chr, range(0x21, 0xD800))))
    with pytest.raises(LimitError, match="telling 55,263 letters apart"):
        next(generate(request, budget=Budget(memory=100 << 20)))


def test_a_line_without_cells_gets_no_candidate() -> None:
    board = Board([ClueSlot(0, (0, 1)), ClueSlot(1, ())], "AB")
    assert Pool(board, (0, 1), Rules(), Random(0)).candidates[1] == ()


@pytest.mark.parametrize(
    ("pattern", "is_settled"), [("[CB]?[AI]T", True), ("C?[AI]?T?", True), ("C[AI]?T[OS]?", False)]
)
def test_an_option_that_the_length_of_the_line_settles_is_no_candidate(pattern: str, is_settled: bool) -> None:
    """On three cells, only the last of these has texts with and without an option."""
    plain = re.compile(pattern.replace("?", ""))
    matching = set(filter(re.compile(pattern).fullmatch, texts("ABCIOST", 3)))
    assert (matching == set(filter(plain.fullmatch, texts("ABCIOST", 3)))) == is_settled
    assert (chooser(small_board()).pool.candidate(0, pattern, "words") is None) == is_settled
