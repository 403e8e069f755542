"""Small boards with small pools, for tests that try everything."""

from random import Random

import satcross
from satcross.generator.board import Board, ClueSlot
from satcross.generator.pool import Pool, Rules
from satcross.generator.search import Chooser
from satcross.puzzle import Clue, Puzzle


def board(shape: Puzzle, letters: str) -> Board:
    """Return the board of `shape` with one slot for each line."""
    return Board([ClueSlot(number, line.cells) for number, line in enumerate(shape.lines)], letters)


def small_board() -> Board:
    """Return two rows of three letters."""
    return board(satcross.rectangle(rows=2, columns=3), "CATTIN")


def patterns_of(puzzle: Puzzle) -> list[str]:
    return [clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]


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
