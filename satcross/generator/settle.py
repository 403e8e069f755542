"""Settling one cell: the cheapest change of one clue after which every solution has the wanted letter there.

In: a puzzle, a solution that has the wanted letter, and the cell.  Out: puzzles that differ by one clue on a line
through the cell, the cheapest first.  They may still have several solutions, which differ elsewhere.

A changed clue must match the solution.  It is tried only if it rejects the line of every solution with another letter
that has been met so far; then the solver looks for another such solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.errors import PuzzleError
from satcross.generator.pool import (
    AUTHORS,
    Rules,
)
from satcross.generator.repair import Change, ClueDraft, chooser_for, drafts_of, unchanged_choice, with_changes
from satcross.puzzle import (
    Line,
    Puzzle,
    WordClue,
)
from satcross.regex.letters import EVERY_LETTER, difference, from_text, to_text
from satcross.regex.lower import lower
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import read_letters
from satcross.solver.solutions import solutions


class SettledPuzzle(NamedTuple):
    """A puzzle in which one cell is certain, the clue that differs, and what that costs, in tenths of a character."""

    puzzle: Puzzle
    change: Change
    cost: int


def settle(
    puzzle: Puzzle, cell: int, letters: tuple[str, ...], *, budget: Budget = UNLIMITED
) -> Iterator[SettledPuzzle]:
    """Yield `puzzle` with one clue changed so that all solutions have `letters[cell]` in the cell; the cheapest first.

    Args:
        letters: A solution of the puzzle.

    Raises:
        SatcrossError: What `repair` raises.

    >>> from satcross import rectangle
    >>> puzzle = rectangle(rows=["A.", ".B"], columns=["..", ".*"], alphabet="AB")
    >>> next(settle(puzzle, 2, ("A", "A", "A", "B"))).change
    Change(line='column 1', clue=1, before='..', after='.A')
    """
    drafts = [draft for draft in drafts_of(puzzle) if cell in draft.cells]
    chooser = chooser_for(puzzle, drafts, letters, Rules().max_length, Random(0), budget)
    unchanged = unchanged_choice(chooser)
    offers = [(each.cost, each.pattern, slot, each) for slot, all_ in chooser.pool.candidates.items() for each in all_]
    candidates = sorted(offers, key=lambda each: each[:3])
    others: list[tuple[str, ...]] = []
    for cost, pattern, slot, candidate in candidates:
        if candidate.family in AUTHORS:
            continue
        budget.check()
        if _accepts_any(puzzle, pattern, drafts[slot], others):
            continue
        made, changes = with_changes(puzzle, drafts, {**unchanged, slot: candidate}, letters)
        bare = made._replace(expected=puzzle.expected, expects_all=puzzle.expects_all)
        contested = _with_another(bare, cell, letters, budget)
        if contested is None:
            continue
        other = next(solutions(contested, limit=1, budget=budget), None)
        if other is None:
            yield SettledPuzzle(bare, changes[0], cost)
        else:
            others.append(other.letters)


def _accepts_any(puzzle: Puzzle, pattern: str, draft: ClueDraft, others: list[tuple[str, ...]]) -> bool:
    """Return whether the clue `pattern` matches the line of `draft` in one of the solutions `others`."""
    matcher = Matcher(lower(parse(pattern, puzzle.dialect, puzzle.flags), EVERY_LETTER))
    return any(matcher.matches("".join([letters[cell] for cell in draft.cells])) for letters in others)


def _with_another(puzzle: Puzzle, cell: int, letters: tuple[str, ...], budget: Budget) -> Puzzle | None:
    """Return `puzzle` without the solutions whose letter in the cell is the same as in `letters`.

    Of letters that no clue tells apart one is enough.  Return None if the alphabet lacks one of `letters`, because the
    clue was the only one to mention it.
    """
    try:
        compiled = read_letters(puzzle, budget)
    except PuzzleError:  # the alphabet lacks all of them
        return None
    if not all(compiled.classes.mask_of(letter) for letter in letters):
        return None
    wanted = from_text(letters[cell])
    others = [to_text(difference(members, wanted)[:1])[:1] for members in compiled.classes.members]
    line = Line("another letter", (cell,), (WordClue(tuple(sorted(filter(None, others)))),))
    return puzzle._replace(lines=(*puzzle.lines, line), expected=(), expects_all=False)
