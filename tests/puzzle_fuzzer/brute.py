"""Brute force with the real engines, line by line: which texts does each clue accept, and which grids consist of those?

The engine is asked about every text that a line can have; the lines' texts are then joined on the cells they share.
A plain SAT formula of the same texts gives the solutions a second time, or where there are too many grids to join.
Nothing of satcross takes part but the model of a puzzle.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, count, product
from math import prod
from typing import Final, NamedTuple, TypeAlias

from pysat.solvers import Solver

from satcross.puzzle import Clue, Line, Puzzle
from tests.judges.engines import Engine

TEXTS: Final = 4_100  # of a line; where there are more, nothing is tried by force
GRIDS: Final = 20_000  # partly filled ones
LISTED: Final = 400  # solutions that are compared one by one; of more only the number is

Grid: TypeAlias = tuple[str, ...]
Constraint: TypeAlias = tuple[tuple[int, ...], list[Grid]]
"""Different cells, and the texts that they may spell together."""


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
    constraints: list[Constraint] = []
    for line in puzzle.lines:
        for clue in line.clues:
            assert isinstance(clue, Clue)
            texts = accepted(puzzle, line, clue, choices, engine)
            if texts is None:
                return None
            constraints.append((tuple(dict.fromkeys(line.cells)), texts))
    joined, listed = join(constraints, choices), by_formula(constraints, choices)
    if joined is None:
        return listed
    assert listed in (None, joined), "brute force and plain SAT differ"
    return joined


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


def join(constraints: list[Constraint], choices: Sequence[str]) -> Solutions | None:
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


def by_formula(constraints: list[Constraint], choices: Sequence[str]) -> Solutions | None:
    """Return all grids by the formula that one would write first; None if they are too many to list.

    There is a variable for each letter of each cell, and one for each beginning of the texts of a line.  A beginning
    and a letter imply the longer beginning, or exclude each other.
    """
    by_cells: dict[tuple[int, ...], set[Grid]] = {}
    for cells, texts in constraints:
        by_cells[cells] = by_cells.get(cells, set(texts)).intersection(texts)
    if not all(by_cells.values()):
        return Solutions(0, frozenset())
    number = count(1)
    letters = [{letter: next(number) for letter in each} for each in choices]
    grids: set[Grid] = set()
    with Solver("cadical195") as solver:
        for cell in letters:
            solver.add_clause(list(cell.values()))
            for one, other in combinations(cell.values(), 2):
                solver.add_clause([-one, -other])
        for cells, texts in by_cells.items():
            if len(texts) < prod(len(letters[cell]) for cell in cells):
                _require(solver, [letters[cell] for cell in cells], texts, number)
        while solver.solve():
            held = {literal for literal in solver.get_model() or () if literal > 0}
            grids.add(tuple(next(each for each in cell if cell[each] in held) for cell in letters))
            if len(grids) > LISTED:
                return None
            solver.add_clause([-literal for cell in letters for literal in cell.values() if literal in held])
    return Solutions(len(grids), frozenset(grids))


def _require(solver: Solver, cells: list[dict[str, int]], texts: set[Grid], number: Iterator[int]) -> None:
    """Add clauses that the cells spell one of `texts`."""
    beginnings = {text[:length] for text in texts for length in range(1, len(cells) + 1)}
    variable = {beginning: next(number) for beginning in sorted(beginnings)}
    for beginning in [(), *variable]:
        if len(beginning) < len(cells):
            so_far = [-variable[beginning]] if beginning else []
            for letter, literal in cells[len(beginning)].items():
                longer = variable.get((*beginning, letter))
                solver.add_clause([*so_far, -literal] + ([longer] if longer else []))
