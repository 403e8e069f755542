"""Brute force with the real engines, line by line: which texts does each clue accept, and which grids consist of those?

The engine is asked about every text that a line can have; the lines' texts are then joined on the cells they share.
Nothing of satcross takes part but the model of a puzzle.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from satcross.puzzle import Clue, Line, Puzzle
from tests.judges.engines import Engine

TEXTS: Final = 1_100  # of a line; where there are more, nothing is tried by force
GRIDS: Final = 20_000  # partly filled ones
LISTED: Final = 400  # solutions that are compared one by one; of more only the number is

Grid = tuple[str, ...]


class Solutions(NamedTuple):
    """How many solutions there are, and which; `grids` is None if they are too many to list."""

    count: int
    grids: frozenset[Grid] | None


def solve(puzzle: Puzzle, alphabet: str, engine: Engine) -> Solutions | None:
    """Return all solutions by `engine` over `alphabet`, None if they are too many to try.

    Raises Rejected and Undecided, as the engine does.
    """
    given = dict(puzzle.given)
    choices = [given.get(cell, alphabet) for cell in range(len(puzzle.cells))]
    constraints = []
    for line in puzzle.lines:
        for clue in line.clues:
            assert isinstance(clue, Clue)
            texts = accepted(puzzle, line, clue, choices, engine)
            if texts is None:
                return None
            constraints.append((tuple(dict.fromkeys(line.cells)), texts))
    return join(constraints, choices)


def accepted(puzzle: Puzzle, line: Line, clue: Clue, choices: Sequence[str], engine: Engine) -> list[Grid] | None:
    """Return the letters of the line's different cells in each text within `choices` that the clue matches.

    Return None if there are too many texts.
    """
    texts = texts_of(line.cells, choices)
    if texts is None:
        return None
    ways = engine.ways(clue.pattern, puzzle.flags, [text[:: -1 if clue.is_reversed else 1] for text in texts])
    letters = product(*[choices[cell] for cell in dict.fromkeys(line.cells)])
    return [each for each, way in zip(letters, ways, strict=True) if way is not None]


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
