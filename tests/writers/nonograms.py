"""Nonograms: the runs of filled cells in each line, as numbers.

The letters that the reader takes are its own choice.  So its clues are compared by what Python's `re` accepts.
"""

import json
from collections.abc import Sequence
from itertools import groupby, product
from random import Random
from re import fullmatch

from satcross.puzzle import Clue, Puzzle
from tests.writers.drawn import Drawn, texts_of_lines
from tests.writers.layouts import layout


def draw(random: Random) -> Drawn:
    """Return a picture of `#` and `.`; the clues of its lines are their runs."""
    height, width = random.choice((2, 3, 4, 5)), random.choice((2, 3, 4, 5))
    solution: tuple[str, ...] = ()
    while "#" not in "".join(solution):
        solution = tuple("".join(random.choices("#.", weights=(3, 2), k=width)) for _ in range(height))
    families = tuple(
        tuple(" ".join(map(str, runs(text))) for text in texts) for texts in texts_of_lines(solution, False)
    )
    return Drawn(families, solution)


def runs(text: str) -> list[int]:
    """Return the lengths of the runs of `#`.

    >>> runs("##.#")
    [2, 1]
    """
    return [len(list(run)) for letter, run in groupby(text) if letter == "#"]


def is_same(drawn: Drawn, puzzle: Puzzle) -> bool:
    """Return whether the clues of `puzzle` accept exactly the lines with the runs of `drawn`, for some two letters."""
    if [line.cells for line in puzzle.lines] != [line.cells for line in drawn.puzzle().lines]:
        return False
    expected = [clue for family in drawn.families for clue in family]
    letters = puzzle.alphabet if len(puzzle.alphabet) == 2 else "".join(sorted(set("".join(_patterns(puzzle)))))
    pairs = [(filled, blank) for filled in letters for blank in letters if filled != blank]
    return any(all(_accepts(puzzle, n, clue, pair) for n, clue in enumerate(expected)) for pair in pairs)


def _patterns(puzzle: Puzzle) -> list[str]:
    return [clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue)]


def _accepts(puzzle: Puzzle, number: int, clue: str, pair: tuple[str, str]) -> bool:
    line = puzzle.lines[number]
    for cells in product("#.", repeat=len(line.cells)):
        text = "".join(pair[cell == "."] for cell in cells)
        accepted = all(isinstance(each, Clue) and fullmatch(each.pattern, text) for each in line.clues)
        if accepted != (runs("".join(cells)) == [int(run) for run in clue.split()]):
            return False
    return True


def _numbers(clues: Sequence[str], zero: bool) -> list[list[int]]:
    return [[int(run) for run in clue.split()] or ([0] if zero else []) for clue in clues]


@layout("nonogram: JSON", draw=draw, is_same=is_same)
def in_json(drawn: Drawn, random: Random) -> str:
    rows, columns = random.choice(
        [("hor", "ver"), ("rows", "columns"), ("rows", "cols"), ("horizontal", "vertical"), ("left", "top")]
    )
    zero = random.random() < 0.5
    found = [(rows, _numbers(drawn.rows, zero)), (columns, _numbers(drawn.columns, zero))]
    random.shuffle(found)
    return json.dumps(dict(found))


@layout("nonogram: Python", draw=draw, is_same=is_same)
def in_python(drawn: Drawn, random: Random) -> str:
    zero = random.random() < 0.5
    return f"rows = {_numbers(drawn.rows, zero)}\ncols = {_numbers(drawn.columns, zero)}\n"


@layout("nonogram: .non", draw=draw, is_same=is_same)
def in_non(drawn: Drawn, random: Random) -> str:
    rows, columns = ("\n".join(",".join(clue.split()) or "0" for clue in clues) for clues in drawn.families)
    above = random.choice(["", 'catalogue "webpbn.com #1"\ntitle "Demo"\nby "Kim"\n'])
    return f"{above}width {len(drawn.columns)}\nheight {len(drawn.rows)}\n\nrows\n{rows}\n\ncolumns\n{columns}\n"
