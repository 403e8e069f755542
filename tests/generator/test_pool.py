"""Candidates: each matches its line, and each rules some other text out, as `re` says."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

from satcross.generator.board import FOREIGN
from satcross.generator.families import FAMILIES, LineText
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
    drawn = [each for number in range(20) for each in FAMILIES["chains"](LineText("CAT", "CAT", Random(number)))]
    assert any(all(map(re.compile(each).fullmatch, texts("CAT", 3))) for each in drawn)
