"""What to write into the cells of a picture: a solution, several solutions laid over each other, or candidates.

In: a puzzle, or solutions of it.  Out: the content of each cell: a text of the letters it may hold, or their number
where they are too many to list.  A text without letters is an empty cell; one letter is that letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.base.budget import UNLIMITED, Budget
from satcross.pictures.figures import Content
from satcross.puzzle.model import Puzzle, Solution
from satcross.regex.letters.sets import size, to_text, union
from satcross.solver.compile import compile_puzzle
from satcross.solver.residual import Residual

LISTED: Final = 25  # letters of one cell; more are only counted


def candidates(puzzle: Puzzle, budget: Budget = UNLIMITED) -> tuple[Content, ...] | None:
    """Return the letters that propagation leaves in each cell, or None if it finds that there is no solution.

    Every letter of every solution is among them; not every one of them needs to be in a solution.

    Raises:
        SatcrossError: What `compile_puzzle` raises.

    >>> from satcross.puzzle.shapes import rectangle
    >>> candidates(rectangle(rows=["AB|BA", "[AC]."], columns=["A|BC", ""]))
    ('B', 'A', 'C', 'ABC')
    """
    compiled = compile_puzzle(puzzle, budget)
    residual, _ = Residual.of_open(compiled.constraints, compiled.domains).propagated(budget)
    if residual is None:
        return None
    members = compiled.classes.members
    content_of: dict[int, Content] = {}
    for domain in residual.masks:
        if domain not in content_of:
            letters = union(*[letters for number, letters in enumerate(members) if domain >> number & 1])
            content_of[domain] = to_text(letters) if size(letters) <= LISTED else size(letters)
    return tuple(content_of[domain] for domain in residual.masks)


def overlaid(solutions: Sequence[Solution]) -> tuple[tuple[Content, ...], tuple[int, ...]]:
    """Return for each cell its letters in all of `solutions` (one or more), and the numbers of cells with several."""
    columns = zip(*[solution.letters for solution in solutions], strict=True)
    letters = tuple("".join(dict.fromkeys(column)) for column in columns)
    return letters, tuple(cell for cell, text in enumerate(letters) if len(text) > 1)
