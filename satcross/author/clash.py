"""The smallest set of clues and given letters that contradict each other.

In: a puzzle without a solution.  Out: a `Clash`.  Two clues that allow different letters in a cell are found by
looking at each alone (`satcross.author.alone`).  Else a minimal set is found by deletion (`Theory.mus`), and then the
smallest one by hitting sets: clues that can all be satisfied leave out at least one clue of every set that clashes.  So
a set that clashes hits whatever any consistent set leaves out, and the smallest set that hits all of this is tried next
(A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, Smallest MUS extraction with minimal hitting set
dualization, CP 2015).
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from satcross.author.alone import letters_left
from satcross.author.parts import parts_by_index
from satcross.author.theory import Theory
from satcross.base.budget import Budget
from satcross.base.tuning import Tuning
from satcross.base.wording import listed
from satcross.errors import LimitError, Span, TimeUp
from satcross.puzzle.model import ANY, Clue, Line, Puzzle, WordClue, address_text
from satcross.regex.letters.sets import LetterSet, to_text
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import CompiledPuzzle
from satcross.solver.constraints.protocol import Constraint
from satcross.solver.diagnosis import Cause, reason_of
from satcross.solver.presolve import PresolvedPuzzle, opened, unpropagated

LETTERS: Final = 8  # that a message lists as allowed in a cell; where more are, it lists those that are not


class Clash(NamedTuple):
    """Clues and given letters that contradict each other.

    Attributes:
        clues: The same as (line, clue) from 0; lines beyond those of the puzzle are given letters.
        cell: The address of the cell in which two of them disagree; "" if they do not clash in one cell.
        is_minimal: Whether they can be satisfied as soon as any one of them is left out; False: this is not known.
        is_smallest: Whether no other set that clashes is smaller; False: this is not known.
    """

    causes: tuple[Cause, ...]
    clues: tuple[tuple[int, int], ...]
    cell: str
    is_minimal: bool
    is_smallest: bool


def clash_of(plain: CompiledPuzzle, budget: Budget, tuning: Tuning) -> Clash | None:
    """Return the smallest clash of a puzzle that `compile_plain` has compiled; None if it has a solution.

    Its letters stay the same when a clue is left out.

    Raises:
        LimitError: If a limit of the budget is exceeded.
        TimeUp: If the time is up before any clash is found.
    """
    puzzle = plain.puzzle
    if puzzle.given:
        presolved = unpropagated(with_given_as_clues(puzzle, plain.alphabet), tuning, budget)
    else:
        presolved = opened(plain, tuning, budget)
    pair = _pair(puzzle, presolved.compiled, budget, tuning)
    return pair or _smallest(puzzle, presolved, budget)


def with_given_as_clues(puzzle: Puzzle, alphabet: LetterSet) -> Puzzle:
    """Return `puzzle` with a line of one cell for each given letter instead of the letter."""
    given = tuple(
        Line(f"given {address_text(puzzle.cells[cell])}", (cell,), (WordClue((letter,), "given"),))
        for cell, letter in puzzle.given
    )
    letters = ANY if puzzle.alphabet == ANY else to_text(alphabet)
    return puzzle._replace(lines=puzzle.lines + given, given=(), alphabet=letters, expected=(), expects_all=False)


def cause_of(puzzle: Puzzle, line: int, place: int) -> Cause:
    """Return clue number `place`, from 0, of line number `line`.

    Lines beyond those of `puzzle` are given letters (`with_given_as_clues`).
    """
    if line >= len(puzzle.lines):
        cell, letter = puzzle.given[line - len(puzzle.lines)]
        return Cause(f"the letter {letter} given in cell {address_text(puzzle.cells[cell])}", 0, "", cell=cell)
    return Cause(*reason_of(puzzle, line, place))


def _pair(puzzle: Puzzle, compiled: CompiledPuzzle, budget: Budget, tuning: Tuning) -> Clash | None:
    """Return two clues that allow different letters in a cell, of several pairs one that allows the fewest; or None.

    If searching clues takes longer than a question in passing may take, the others are left out.

    Raises:
        TimeUp: If the time is up.
    """
    allowing, are_all_known = _clues_by_cell(compiled, budget, tuning)
    best = min(
        (
            ((one[1][cell] | two[1][cell]).bit_count(), cell, one, two)
            for cell, each in sorted(allowing.items())
            for one, two in combinations(each, 2)
            if not one[1][cell] & two[1][cell]
        ),
        key=lambda pair: pair[:2],
        default=None,
    )
    if best is None:
        return None
    _, cell, one, two = best
    place = address_text(compiled.puzzle.cells[cell])
    causes = []
    for (constraint, left), (_, other) in ((one, two), (two, one)):
        cause = cause_of(puzzle, constraint.line, constraint.clue)
        if cause.clue:
            message = _allowed_text(compiled, left[cell], other[cell], place)
            cause = cause._replace(message=message, span=_span(compiled, constraint, left, cell))
        causes.append(cause)
    blamed = ((one[0].line, one[0].clue), (two[0].line, two[0].clue))
    return Clash(tuple(causes), blamed, place, is_minimal=are_all_known, is_smallest=are_all_known)


def _clues_by_cell(
    compiled: CompiledPuzzle, budget: Budget, tuning: Tuning
) -> tuple[dict[int, list[tuple[Constraint, dict[int, int]]]], bool]:
    """Return for each cell its clues, each with the letters that it leaves in its cells, and whether these are all.

    There are none if a clue leaves no letters: then it takes no second one to contradict it.
    """
    allowing: dict[int, list[tuple[Constraint, dict[int, int]]]] = {}
    are_all_known = True
    searching = budget.until(tuning.overview_seconds)
    for constraint in compiled.constraints:
        budget.check()
        try:
            within = budget if constraint.is_exact else searching
            left = letters_left(compiled, constraint, compiled.domains, within, tuning)
        except (TimeUp, LimitError):
            are_all_known = False
            continue
        if left is None:
            return {}, are_all_known
        for cell in left:
            allowing.setdefault(cell, []).append((constraint, left))
    return allowing, are_all_known


def _allowed_text(compiled: CompiledPuzzle, mask: int, other: int, place: str) -> str:
    letters = compiled.letters(mask)
    if len(letters) <= LETTERS:
        return f"allows only {listed(list(letters), 'or')} in cell {place}"
    return f"does not allow {listed(list(compiled.letters(other)[:LETTERS]), 'or')} in cell {place}"


def _span(compiled: CompiledPuzzle, constraint: Constraint, left: dict[int, int], cell: int) -> Span | None:
    """Return the part of the clue that may hold the letter of `cell`; None if that is not known.

    Args:
        left: The letters that matches have in each cell of the clue.
    """
    puzzle = compiled.puzzle
    clue = puzzle.lines[constraint.line].clues[constraint.clue]
    if not isinstance(clue, Clue):
        return None
    held = parts_by_index(
        parse(clue.pattern, puzzle.dialect, puzzle.flags), compiled.classes, [left[each] for each in constraint.cells]
    )
    spans = held[constraint.cells.index(cell)] if held is not None else frozenset()
    return Span(min(span.start for span in spans), max(span.end for span in spans)) if spans else None


def _smallest(puzzle: Puzzle, presolved: PresolvedPuzzle, budget: Budget) -> Clash | None:
    with Theory(presolved, budget) as theory:
        best = theory.clashing(theory.clues)
        if best is None:
            return None
        is_minimal = is_smallest = False
        try:
            best, is_minimal = theory.mus(best) or best, True
            best, is_smallest = _hitting(theory, best, budget), True
        except (TimeUp, LimitError):
            pass
    compiled = presolved.compiled
    constraints = [compiled.constraints[clue] for clue in best]
    causes = tuple(cause_of(puzzle, each.line, each.clue) for each in constraints)
    return Clash(causes, tuple((each.line, each.clue) for each in constraints), "", is_minimal, is_smallest)


def _hitting(theory: Theory, known: tuple[int, ...], budget: Budget) -> tuple[int, ...]:
    """Return the smallest set of clues that clashes; `known` is a minimal one.  Raises TimeUp, LimitError."""
    from pysat.examples.hitman import Hitman

    with Hitman(htype="sorted") as hitting_sets:
        while True:
            budget.check()
            chosen = tuple(sorted(hitting_sets.get() or ()))
            if len(chosen) >= len(known):
                return known
            if not theory.is_possible(chosen):
                return chosen
            consistent = list(chosen)
            for clue in theory.clues:
                if clue not in chosen and theory.is_possible([*consistent, clue]):
                    consistent.append(clue)
            hitting_sets.hit(sorted(set(theory.clues) - set(consistent)))
