"""One clue alone on its line: which strings of the line's length match it, by the letters that they have.

Pruning answers that for a clue that is regular, on a line of cells that are all different.  It keeps too much for any
other clue, and for a line that visits a cell twice; then a search answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satcross.author.clue_parts import ClueParts
from satcross.author.possible_letters import DIVERSE, Formula, SoughtLetters, possible_masks
from satcross.base.budget import UNLIMITED, Budget
from satcross.errors import LimitError, TimeUp
from satcross.puzzle import ANY, Puzzle, Solution
from satcross.regex.letters import to_text
from satcross.regex.syntax import Tree
from satcross.solver.compile import CompiledPuzzle, PresolvedPuzzle, PuzzleLetters
from satcross.solver.constraints import Constraint
from satcross.solver.encode import encode_residual
from satcross.solver.python_sat import Solver
from satcross.solver.residual import Masks, Residual
from satcross.solver.solutions import Search, Status


def alone(read: PuzzleLetters, line: int, place: int) -> Puzzle:
    """Return the puzzle that consists of line number `line` with its clue number `place` alone, over its alphabet."""
    puzzle = read.puzzle
    only = puzzle.lines[line]._replace(clues=puzzle.lines[line].clues[place : place + 1])
    alphabet = ANY if puzzle.alphabet == ANY else to_text(read.alphabet)
    return puzzle._replace(lines=(only,), given=(), expected=(), expects_all=False, alphabet=alphabet)


def is_matchable(
    compiled: CompiledPuzzle, line: int, place: int, constraint: Constraint | None, budget: Budget
) -> bool | None:
    """Return whether some string matches this clue of a line; None if finding out takes too long.

    Args:
        constraint: The clue unrolled; None: this takes a circuit, which is not made yet.
    """
    if constraint is not None:
        if constraint.line_constraint.prune([compiled.classes.every] * len(constraint.cells)) is None:
            return False
        if constraint.is_exact:
            return True
    status, match = searched(alone(compiled.letters, line, place), 1, budget, compiled.letters)
    return None if status == "unknown" and match is None else match is not None


def searched(
    puzzle: Puzzle, limit: int, budget: Budget, known: PuzzleLetters | None = None
) -> tuple[Status, Solution | None]:
    """Return the status of `puzzle` and its first solution.

    Args:
        known: A puzzle whose clues need not be parsed again.

    The status is "unknown" if the search takes longer than a question in passing may take.
    """
    search = Search(puzzle, limit=limit, budget=budget.until(budget.tuning.overview_seconds), known=known)
    try:
        first = next(search, None)
        return search.run().status, first
    except (LimitError, TimeUp):
        return "unknown", None


def letters_left(
    compiled: CompiledPuzzle, constraint: Constraint, masks: Sequence[int], budget: Budget = UNLIMITED
) -> dict[int, int] | None:
    """Return what `CluesAlone.letters_left` returns."""
    with CluesAlone(compiled, budget) as clues:
        return clues.letters_left(constraint, masks)


class CluesAlone:
    """The clues of a puzzle, each asked alone which letters its matches have.

    The formula of a clue is kept for later questions about few letters.

    Args:
        compiled: The puzzle; its domains hold all letters that questions are about.
        known: A solution of the puzzle, of which all questions leave all letters; None: none is known.
    """

    def __init__(self, compiled: CompiledPuzzle, budget: Budget = UNLIMITED, known: Masks | None = None) -> None:
        self.compiled: Final = compiled
        self.budget: Final = budget
        self._known: Final = known
        self._formulas: Final[dict[Constraint, Formula]] = {}
        self._parts: Final[dict[str, ClueParts]] = {}

    def __enter__(self) -> CluesAlone:
        return self

    def __exit__(self, *_: object) -> None:
        for engine, _variables in self._formulas.values():
            engine.close()

    def parts_of(self, tree: Tree) -> ClueParts:
        """Return the parts of the clue with this tree."""
        if tree.pattern not in self._parts:
            self._parts[tree.pattern] = ClueParts(tree, self.compiled.classes)
        return self._parts[tree.pattern]

    def letters_left(
        self, constraint: Constraint, masks: Sequence[int], sought: SoughtLetters | None = None
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
        residual = self._propagated(constraint, masks)
        if residual is None:
            return None
        pruned = residual.masks
        compiled = self.compiled._replace(constraints=residual.constraints, domains=pruned)
        asked = SoughtLetters(pruned)
        if sought is not None:
            masks_here = [sought.masks[cell] for cell in cells]
            asked = sought._replace(masks=masks_here, formula=lambda: self._formula(constraint))
        possible = possible_masks(
            PresolvedPuzzle(compiled, residual, 0),
            budget=self.budget,
            sought=asked,
            known=[] if self._known is None else [tuple([self._known[cell] for cell in cells])],
        )
        if possible is None:
            return None
        return {
            cell: mask & (seen | ~asked_here)
            for cell, mask, seen, asked_here in zip(cells, pruned, possible, asked.masks, strict=True)
        }

    def _propagated(self, constraint: Constraint, masks: Sequence[int]) -> Residual | None:
        """Return the residual of `constraint` alone on its cells, each of which comes once; None if nothing matches."""
        cells = tuple(dict.fromkeys(constraint.cells))
        own = constraint._replace(cells=tuple(map(cells.index, constraint.cells)))
        budget = self.budget
        return Residual.of([own], [masks[cell] for cell in cells], budget.tuning).propagated(budget)[0]

    def _formula(self, constraint: Constraint) -> Formula:
        if constraint not in self._formulas:
            residual = self._propagated(constraint, self.compiled.domains)
            assert residual is not None  # some match has been found, or is looked for
            engine = Solver(DIVERSE, self.budget)
            self._formulas[constraint] = engine, encode_residual(residual, engine)
        return self._formulas[constraint]
