"""Brute force with the real engines, line by line: which texts does each clue accept, and which grids consist of those?

The engine is asked about every text that a line can have; the lines' texts are then joined on the cells they share.
Nothing of satcross takes part but the model of a puzzle.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from satcross.puzzle import Clue, Puzzle
from tests.judges.engines import Asked, Engine

TEXTS: Final = 1_100  # of a line; where there are more, nothing is tried by force
GRIDS: Final = 20_000  # partly filled ones
LISTED: Final = 400  # solutions that are compared one by one; of more only the number is

Grid = tuple[str, ...]


class Solutions(NamedTuple):
    """How many solutions there are, and which; `grids` is None if they are too many to list."""

    count: int
    grids: frozenset[Grid] | None


def questions(puzzle: Puzzle, alphabet: str) -> list[Asked] | None:
    """Return what the engine has to be asked, clue by clue; None if that is too much."""
    asked: list[Asked] = []
    choices = _choices(puzzle, alphabet)
    for line in puzzle.lines:
        if not line.clues:
            continue
        texts = texts_of(line.cells, choices)
        if texts is None:
            return None
        for clue in line.clues:
            if not isinstance(clue, Clue):
                return None
            asked.append((clue.pattern, puzzle.flags, [text[::-1] for text in texts] if clue.is_reversed else texts))
    return asked


def solve(puzzle: Puzzle, alphabet: str, engine: Engine) -> Solutions | None:
    """Return all solutions by `engine` over `alphabet`, None if they are too many to try.

    Raises Rejected and Undecided, as the engine does.
    """
    asked = questions(puzzle, alphabet)
    if asked is None:
        return None
    answers = iter([[way is not None for way in engine.ways(*each)] for each in asked])
    choices = _choices(puzzle, alphabet)
    constraints: list[tuple[tuple[int, ...], list[Grid]]] = []
    for line in puzzle.lines:
        if line.clues:
            cells = tuple(dict.fromkeys(line.cells))
            accepted = [all(each) for each in zip(*[next(answers) for _ in line.clues], strict=True)]
            texts = product(*[choices[cell] for cell in cells])
            constraints.append(
                (cells, [text for text, is_accepted in zip(texts, accepted, strict=True) if is_accepted])
            )
    return join(constraints, choices)


def _choices(puzzle: Puzzle, alphabet: str) -> list[str]:
    given = dict(puzzle.given)
    return [given.get(cell, alphabet) for cell in range(len(puzzle.cells))]


def texts_of(cells: Sequence[int], choices: Sequence[str]) -> list[str] | None:
    """Return the texts that a line can have, a repeated cell having one letter; None if they are too many."""
    distinct = list(dict.fromkeys(cells))
    if prod(len(choices[cell]) for cell in distinct) > TEXTS:
        return None
    place = [distinct.index(cell) for cell in cells]
    return ["".join([letters[k] for k in place]) for letters in product(*[choices[cell] for cell in distinct])]


def join(constraints: list[tuple[tuple[int, ...], list[Grid]]], choices: Sequence[str]) -> Solutions | None:
    """Return all grids whose cells are as one text of each constraint says; None if too many have to be looked at."""
    known: list[int] = []
    grids: list[Grid] = [()]
    waiting = list(constraints)
    while waiting:
        nearest = min(waiting, key=lambda each: len(each[1]) / 4 ** len(set(each[0]) & set(known)))
        waiting.remove(nearest)
        cells, texts = nearest
        shared = [(cells.index(cell), known.index(cell)) for cell in cells if cell in known]
        fresh = [index for index, cell in enumerate(cells) if cell not in known]
        by_shared: dict[Grid, list[Grid]] = {}
        for text in texts:
            by_shared.setdefault(tuple([text[index] for index, _ in shared]), []).append(
                tuple([text[index] for index in fresh])
            )
        joined: list[Grid] = []
        for grid in grids:
            joined += [grid + more for more in by_shared.get(tuple([grid[index] for _, index in shared]), ())]
            if len(joined) > GRIDS:
                return None
        known += [cells[index] for index in fresh]
        grids = joined
    free = [cell for cell in range(len(choices)) if cell not in known]
    count = len(grids) * prod(len(choices[cell]) for cell in free)
    if count > LISTED:
        return Solutions(count, None)
    order = {cell: index for index, cell in enumerate([*known, *free])}
    places = [order[cell] for cell in range(len(choices))]
    whole = (grid + rest for grid in grids for rest in product(*[choices[cell] for cell in free]))
    return Solutions(count, frozenset(tuple([grid[index] for index in places]) for grid in whole))
