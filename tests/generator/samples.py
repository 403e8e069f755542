"""Small boards with small pools, for tests that try everything."""

from __future__ import annotations

from random import Random

import satcross
from satcross.generator.board import Board, ClueSlot
from satcross.generator.cheapest import Column
from satcross.generator.pool import Candidate, Pool, Rules
from satcross.generator.search import Chooser
from satcross.puzzle.model import Puzzle


def board(shape: Puzzle, letters: str) -> Board:
    """Return the board of `shape` with one slot for each line."""
    return Board([ClueSlot(number, line.cells) for number, line in enumerate(shape.lines)], letters)


def small_board() -> Board:
    """Return two rows of three letters."""
    return board(satcross.rectangle(rows=2, columns=3), "CATTIN")


def chooser(board: Board, seed: int = 1, most: int | None = None) -> Chooser:
    """Return a chooser of the board's pool, of which each slot keeps `most` random candidates (None: all)."""
    random = Random(seed)
    pool = Pool(board, tuple(range(len(board.slots))), Rules(), random)
    if most is not None:
        for slot, candidates in pool.candidates.items():
            pool.candidates[slot] = tuple(
                sorted(random.sample(candidates, most), key=lambda each: (each.cost, each.pattern))
            )
    return Chooser(pool)


def columns_of(chosen_from: Chooser) -> dict[Column, Candidate]:
    """Return all candidates as columns."""
    return {(slot, each.pattern): each for slot, found in chosen_from.pool.candidates.items() for each in found}


def keep_plain(chosen_from: Chooser) -> None:
    """Drop the candidates that have a part that does no work, since they are never columns."""
    for slot, found in chosen_from.pool.candidates.items():
        chosen_from.pool.candidates[slot] = tuple(each for each in found if chosen_from.is_plain(slot, each))
