"""One clue on a line of its own: which strings of the line's length match it, and which letters do they have?

Pruning answers that for a clue that is regular, on a line of cells that are all different.  It keeps too much for any
other clue, and for a line that visits a cell twice; then a search answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.author.ambiguity import SoughtLetters, possible_masks
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import LimitError, TimeUp
from satcross.puzzle.model import AnyClue, Puzzle, Solution
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.presolve import PresolvedPuzzle
from satcross.solver.residual import Residual
from satcross.solver.solutions import Search, Status


def alone(puzzle: Puzzle, line: int, clue: AnyClue, alphabet: str) -> Puzzle:
    """Return the puzzle that consists of line number `line` of `puzzle` with this one clue, over `alphabet`."""
    only = puzzle.lines[line]._replace(clues=(clue,))
    return puzzle._replace(lines=(only,), given=(), expected=(), expects_all=False, alphabet=alphabet)


def searched(puzzle: Puzzle, limit: int, budget: Budget, tuning: Tuning) -> tuple[Status, Solution | None]:
    """Return the status of `puzzle` and its first solution.

    The status is "unknown" if the search takes longer than a question in passing may take.
    """
    search = Search(puzzle, limit=limit, budget=budget.until(tuning.overview_seconds), tuning=tuning)
    try:
        first = next(search, None)
        return search.run().status, first
    except (LimitError, TimeUp):
        return "unknown", None


def letters_left(
    compiled: CompiledPuzzle,
    constraint: Constraint,
    masks: Sequence[int],
    budget: Budget = UNLIMITED,
    tuning: Tuning = DEFAULT_TUNING,
    *,
    sought: SoughtLetters | None = None,
) -> dict[int, int] | None:
    """Return for each cell of `constraint` the letters that some match has there; None if nothing matches.

    Args:
        masks: Letter mask of each cell of the puzzle; the matches have no other letters.
        sought: Letters of each cell of the puzzle: of other letters it need not be found out whether some match has
            them, and they may be left although none has; None: the answer is exact.

    Raises:
        TimeUp: If the time is up.
        LimitError: If a limit of the budget is exceeded.
    """
    if constraint.is_exact:
        exact = constraint.line_constraint.prune(constraint.domains(masks))
        return None if exact is None else dict(zip(constraint.cells, exact, strict=True))
    cells = tuple(dict.fromkeys(constraint.cells))
    own = constraint._replace(cells=tuple(map(cells.index, constraint.cells)))
    residual, _ = Residual.of_open([own], [masks[cell] for cell in cells], tuning).propagated(budget)
    if residual is None:
        return None
    pruned = residual.masks
    only = PresolvedPuzzle(compiled._replace(constraints=(own,), domains=pruned), residual, 0)
    asked = SoughtLetters(pruned) if sought is None else sought._replace(masks=[sought.masks[cell] for cell in cells])
    possible = possible_masks(only, budget=budget, sought=asked)
    if possible is None:
        return None
    return {
        cell: mask & (seen | ~asked_here)
        for cell, mask, seen, asked_here in zip(cells, pruned, possible, asked.masks, strict=True)
    }
