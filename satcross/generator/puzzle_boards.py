"""Boards of puzzles that have clues already: these stay, or can be compared with others.

In: a puzzle, and the letters that its solution should have.  Out: a board with slots for clues to come and, behind
them, one for each clue that stays, and the constraints of the latter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from satcross.author.possible_letters import possible_masks
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import PuzzleError
from satcross.generator.board import Board, BoardTerms, ClueSlot
from satcross.generator.grid import Wanted
from satcross.generator.themes import Theme
from satcross.puzzle import ANY, MENTIONED, POSITIVE, AnyClue, Puzzle, WordClue, address_text
from satcross.regex.letters import to_text
from satcross.regex.lower import lower, mentioned
from satcross.solver.compile import parse_clues, presolve, read_letters
from satcross.solver.constraints import LineConstraint
from satcross.solver.expected import expected_solution, mismatches
from satcross.solver.posting import occurrences_of, post
from satcross.solver.solutions import solutions

RANDOM_CELLS: Final = 40
"""Cells that get random letters, if the clues allow it; each costs a search for a solution."""


class Existing(NamedTuple):
    """A board, the constraint in each slot whose clue stays, and the theme that the generator has brought."""

    board: Board
    fixed: dict[int, LineConstraint]
    theme: Theme | None = None


def board_of(
    puzzle: Puzzle,
    letters: Sequence[str],
    slots: Sequence[ClueSlot],
    *,
    stays: Callable[[AnyClue], bool] = lambda clue: True,
    is_open: bool,
    budget: Budget,
) -> Existing:
    """Return the board of `puzzle`.

    Args:
        slots: The slots for further clues.
        stays: Which of the puzzle's clues stay.
        is_open: Whether cells may hold letters that neither the grid nor a clue has, if the alphabet is not fixed.

    Raises:
        RegexError: For a clue that cannot be read.
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up.
    """
    trees = parse_clues(puzzle, budget)
    named = "".join(to_text(mentioned(tree).all) for tree in trees.values())
    words = [word for line in puzzle.lines for clue in line.clues if isinstance(clue, WordClue) for word in clue.words]
    known = "".join(sorted({*letters, *named, *"".join(words)}))
    is_fixed = puzzle.alphabet not in (ANY, MENTIONED, POSITIVE)
    occurrences = [each for each in occurrences_of(puzzle) if stays(each.clue)]
    terms = BoardTerms(
        dialect=puzzle.dialect,
        flags=puzzle.flags,
        alphabet=puzzle.alphabet if is_fixed else "" if is_open else known,
        mentioned=known,
        given=frozenset(cell for cell, _ in puzzle.given),
    )
    board = Board([*slots, *(ClueSlot(each.line, each.cells) for each in occurrences)], letters, terms, budget)
    cores = {pattern: lower(tree, board.classes.alphabet) for pattern, tree in trees.items()}
    posted = post(occurrences, cores, board.classes, budget)
    return Existing(board, {number: each.line_constraint for number, each in enumerate(posted, len(slots))})


def target_of(puzzle: Puzzle, wanted: Wanted, letters: str, random: Random, budget: Budget) -> Wanted:
    """Return the letters that a solution of `puzzle` should have; None for cells that no clue reads.

    It is the (first) solution that the author expects, or else a solution of the clues with some random letters.

    Args:
        wanted: Letters that are asked for; () if none are.
        letters: What the random letters are drawn from.

    Raises:
        PuzzleError: If the clues have no solution with the wanted letters, or do not match what the author expects.
    """
    if not wanted and puzzle.expected:
        return _expected_letters(puzzle, budget)
    given = _given_and_wanted(puzzle, wanted)
    read = sorted({cell for line in puzzle.lines if line.clues for cell in line.cells} - given.keys())
    solution = _solution_with(puzzle, given, budget)
    if solution is None:
        raise PuzzleError(
            "the clues have no solution" + (" with the wanted letters" if wanted else ""),
            code="grid-contradiction",
            hint="change the wanted letters, or the clues that read them"
            if wanted
            else "change one of the clues that contradict each other",
        )
    for cell in random.sample(read, min(len(read), RANDOM_CELLS)):
        other = _solution_with(puzzle, {**given, cell: random.choice(letters)}, budget)
        if other is not None:
            solution = other
            given[cell] = other[cell]
    return tuple([solution[cell] if cell in read or cell in given else None for cell in range(len(puzzle.cells))])


def undecided_cells(puzzle: Puzzle, letters: Sequence[str], budget: Budget = UNLIMITED) -> tuple[int, ...]:
    """Return the cells that can hold several letters whatever clues the lines without a clue get.

    Args:
        letters: The wanted letter of each cell.  Cells on lines without a clue hold theirs.

    >>> from satcross import rectangle
    >>> undecided_cells(rectangle(rows=["[AB]C", "D."], columns=["[AB]D", ""]), "ACDE")
    (0,)
    """
    to_come = {cell for line in puzzle.lines if not line.clues for cell in line.cells}
    given = {**{cell: letters[cell] for cell in to_come}, **dict(puzzle.given)}
    if len(given) == len(puzzle.cells) or not any(line.clues for line in puzzle.lines):
        return ()
    asked = puzzle._replace(given=tuple(sorted(given.items())), expected=(), expects_all=False)
    presolved = presolve(asked, budget=budget)
    possible = possible_masks(presolved, budget=budget)
    assert possible is not None, "the wanted letters are a solution"
    compiled = presolved.compiled
    return tuple([cell for cell, mask in enumerate(possible) if mask & (mask - 1) or mask & compiled.letters.plural])


def _expected_letters(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    """Return the (first) solution that the author expects.  Raises PuzzleError if it is none."""
    has_all_letters = puzzle.alphabet not in (MENTIONED, POSITIVE)  # clues to come may mention others
    asked = puzzle if has_all_letters else puzzle._replace(alphabet=ANY)
    expected = expected_solution(read_letters(asked, budget), budget)
    if expected is None:
        raise PuzzleError(
            mismatches(asked, budget=budget)[0].message,
            code="grid-contradiction",
            hint="change the clue or the solution",
        )
    return expected.letters


def _given_and_wanted(puzzle: Puzzle, wanted: Wanted) -> dict[int, str]:
    """Return the letters that are given or wanted, by their cells.  Raises PuzzleError where these differ."""
    letter_by_cell = {cell: letter for cell, letter in enumerate(wanted) if letter is not None}
    for cell, letter in puzzle.given:
        asked = letter_by_cell.setdefault(cell, letter)
        if asked != letter:
            raise PuzzleError(
                f"the grid wants {asked} in cell {address_text(puzzle.cells[cell])}, where {letter} is given",
                code="given-twice",
                hint="change the grid, or the given letter",
            )
    return letter_by_cell


def _solution_with(puzzle: Puzzle, given: Mapping[int, str], budget: Budget) -> tuple[str, ...] | None:
    """Return a solution with the letters `given`, None if there is none; cells that no clue reads have any letters."""
    asked = puzzle._replace(given=tuple(sorted(given.items())), expected=(), expects_all=False)
    if puzzle.alphabet in (MENTIONED, POSITIVE) and not any(line.clues and line.cells for line in puzzle.lines):
        asked = asked._replace(alphabet=ANY)  # the clues need not mention a letter
    solution = next(solutions(asked, limit=1, budget=budget), None)
    return None if solution is None else solution.letters
