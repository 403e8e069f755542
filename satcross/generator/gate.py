"""The gate: what the project itself says of a chosen puzzle, by `check`, `lint` and `explain`.

In: a choice of clues.  Out: the puzzle, its faults (which go back to the search), and what remains of them in the end,
as shortfalls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from satcross.author.difficulty import Difficulty, difficulty_of
from satcross.author.explanation import explain_without_words
from satcross.author.lint import Finding, lint
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.wording import counted
from satcross.generator.board import ClueSlot
from satcross.generator.pool import constructs_of
from satcross.generator.request import BEGUN, Request, lines_with_cells
from satcross.generator.result import Shortfall, ShortfallCode
from satcross.generator.search import Choice
from satcross.puzzle.model import ANY, MENTIONED, AnyClue, Clue, Puzzle
from satcross.solver.solutions import check

FAULTS: Final[Mapping[str, ShortfallCode]] = {
    "redundant-clue": "redundant-clue",
    "looser-clue": "looser-clue",
    "idle-alternative": "idle-part",
    "idle-letter": "idle-part",
    "idle-loop": "idle-part",
    "idle-group": "idle-part",
}
"""The findings of lint that no generated puzzle should have, and the shortfalls that they are."""


class Examination(NamedTuple):
    """What is known of a puzzle.

    Attributes:
        is_unique: Whether its solution is the only one, over its alphabet and over the one that was asked for.
        findings: What lint says, but only of the kinds in FAULTS.
        begun: How many clues lead on at the beginning.
    """

    puzzle: Puzzle
    is_unique: bool
    findings: tuple[Finding, ...]
    difficulty: Difficulty
    begun: int


def puzzle_of(
    request: Request, slots: Sequence[ClueSlot], choice: Choice, letters: Sequence[str], *, keeps_clues: bool = False
) -> Puzzle:
    """Return the puzzle with the clues of `choice`; the clues of a line are in the order of their slots.

    Args:
        keeps_clues: Whether the shape's own clues, given letters and settings stay.
    """
    clues: list[list[AnyClue]] = [list(line.clues) if keeps_clues else [] for line in request.shape.lines]
    for number, slot in enumerate(slots):
        if number in choice:
            clues[slot.line].append(Clue(choice[number].pattern))
    lines = tuple(
        line._replace(clues=tuple(clues_of_line))
        for line, clues_of_line in zip(request.shape.lines, clues, strict=True)
    )
    expected = (tuple(letters),)
    if keeps_clues:
        return request.shape._replace(lines=lines, expected=expected, expects_all=True)
    alphabet = MENTIONED if request.alphabet == ANY else request.alphabet
    return request.shape._replace(
        lines=lines,
        alphabet=alphabet,
        dialect=request.dialect,
        flags="",
        given=(),
        expected=expected,
        expects_all=True,
    )


def examine(request: Request, puzzle: Puzzle, budget: Budget = UNLIMITED) -> Examination:
    """Return what `check`, `lint` and `explain` say of `puzzle`.  Raises TimeUp."""
    verdict = check(puzzle, budget=budget)
    is_unique = verdict.status == "unique" and not verdict.mismatches
    if is_unique and request.alphabet == ANY and puzzle.alphabet == MENTIONED:
        is_unique = check(puzzle._replace(alphabet=ANY), budget=budget).status == "unique"
    findings = tuple(each for each in lint(puzzle, budget=budget).findings if each.code in FAULTS)
    return Examination(puzzle, is_unique, findings, *_difficulty_and_beginnings(puzzle, budget))


def is_as_hard_as_asked(request: Request, puzzle: Puzzle, budget: Budget) -> bool:
    """Return whether `puzzle`, which has one solution, is as hard as was asked for, and has enough beginnings."""
    return not _too_hard_or_easy(request, puzzle, *_difficulty_and_beginnings(puzzle, budget))


def _difficulty_and_beginnings(puzzle: Puzzle, budget: Budget) -> tuple[Difficulty, int]:
    """Return how hard `puzzle` is, and how many of its clues lead on at the beginning."""
    explanation = explain_without_words(puzzle, budget=budget)
    return difficulty_of(explanation), explanation.steps[0].open_clues if explanation.steps else 0


def shortfalls_of(request: Request, examined: Examination, *, is_stopped: bool = False) -> tuple[Shortfall, ...]:
    """Return what `examined` lacks of what was asked for.

    Args:
        is_stopped: Whether the search was ended by the clock or by an interrupt.
    """
    shortfalls = []
    puzzle = examined.puzzle
    if not examined.is_unique:
        shortfalls.append(Shortfall("not-unique", "the solution is not known to be the only one"))
    shortfalls += [
        Shortfall(FAULTS[each.code], f"{each.line}, clue {each.clue} ({each.pattern}): {each.message}")
        for each in examined.findings
    ]
    patterns = Counter(clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue))
    shortfalls += [
        Shortfall("equal-clues", f"{count} clues read {pattern}") for pattern, count in patterns.items() if count > 1
    ]
    shortfalls += _too_hard_or_easy(request, puzzle, examined.difficulty, examined.begun)
    used = frozenset().union(*map(constructs_of, patterns))
    shortfalls += [Shortfall("construct", f"no clue uses {name}") for name in request.constructs if name not in used]
    if is_stopped:
        shortfalls.append(Shortfall("time", "the search was ended before its time"))
    return tuple(shortfalls)


def _too_hard_or_easy(request: Request, puzzle: Puzzle, difficulty: Difficulty, begun: int) -> list[Shortfall]:
    """Return what the difficulty of `puzzle` lacks of what was asked for."""
    shortfalls = []
    low, high = request.band
    if not low <= difficulty.hardness <= high:
        wanted = request.difficulty or f"{request.rating}"
        message = f"the hardness is {difficulty.hardness} ({difficulty.label}), but {wanted} was asked for"
        shortfalls.append(Shortfall("rating", message))
    lines = len(lines_with_cells(puzzle))
    if request.is_gentle and begun * BEGUN < lines:
        message = f"only {begun} of {counted(lines, 'line')} can be begun at once"
        shortfalls.append(Shortfall("beginnings", message))
    return shortfalls
