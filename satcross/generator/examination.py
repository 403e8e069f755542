"""The examination of a chosen puzzle by `check`, `lint` and `explain`.

In: a puzzle.  Out: its faults (which go back to the search), and what remains of them in the end, as `Unmet`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from satcross.author.difficulty import Difficulty, difficulty_of
from satcross.author.explanation import explain_without_words
from satcross.author.lint import Finding, lint
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.generator.path import Path, path_of
from satcross.generator.pool import constructs_of
from satcross.generator.request import BEGUN, Request, lines_with_cells
from satcross.puzzle import ANY, MENTIONED, Clue, Puzzle
from satcross.solver.solutions import check

UnmetCode: TypeAlias = Literal[
    "difficulty", "redundant-clue", "no-effect", "looser-clue", "equal-clues", "construct",
    "beginnings", "not-unique", "time",
]  # fmt: skip


class Unmet(NamedTuple):
    """Something that was asked for and has not been reached.

    Attributes:
        code: What it is, for programs.
        message: A sentence without a full stop.
    """

    code: UnmetCode
    message: str


FAULTS: Final[Mapping[str, UnmetCode]] = {
    "redundant-clue": "redundant-clue",
    "looser-clue": "looser-clue",
    "no-effect-alternative": "no-effect",
    "no-effect-letter": "no-effect",
    "no-effect-loop": "no-effect",
    "no-effect-group": "no-effect",
    "no-effect-lookaround": "no-effect",
    "dead-decoy": "no-effect",
}
"""The findings of lint that no generated puzzle should have, and what is then unmet."""


class Examination(NamedTuple):
    """What is known of a puzzle.

    Attributes:
        is_unique: Whether its solution is the only one, over its alphabet and over the alphabet that was asked for.
        findings: What lint says, but only of the kinds in FAULTS.
        path: How its explanation begins and goes on.
    """

    puzzle: Puzzle
    is_unique: bool
    findings: tuple[Finding, ...]
    difficulty: Difficulty
    path: Path

    @property
    def has_only_dead_decoys(self) -> bool:
        """Whether all its faults are parts of clues that mislead at no step, so that it is enough to leave them out."""
        return all(each.code == "dead-decoy" for each in self.findings)


def examine(request: Request, puzzle: Puzzle, budget: Budget = UNLIMITED) -> Examination:
    """Return what `check`, `lint` and `explain` say of `puzzle`.  Raises TimeUp."""
    verdict = check(puzzle, budget=budget)
    is_unique = verdict.status == "unique" and not verdict.mismatches
    if is_unique and request.alphabet == ANY and puzzle.alphabet == MENTIONED:
        is_unique = check(puzzle._replace(alphabet=ANY), budget=budget).status == "unique"
    findings = tuple(each for each in lint(puzzle, budget=budget).findings if each.code in FAULTS)
    # the puzzle is not to claim more than is known
    stated = puzzle._replace(expects_all=puzzle.expects_all and is_unique)
    return Examination(stated, is_unique, findings, *_difficulty_and_path(puzzle, budget))


def is_as_hard_as_asked(request: Request, puzzle: Puzzle, budget: Budget) -> bool:
    """Return whether `puzzle`, which has one solution, is as hard as was asked for, and has enough beginnings."""
    difficulty, path = _difficulty_and_path(puzzle, budget)
    return not _too_hard_or_easy(request, puzzle, difficulty, path.doors)


def _difficulty_and_path(puzzle: Puzzle, budget: Budget) -> tuple[Difficulty, Path]:
    """Return how hard `puzzle` is, and the figures of its path."""
    explanation = explain_without_words(puzzle, budget=budget)
    return difficulty_of(explanation), path_of(explanation)


def unmet_by(request: Request, examined: Examination, *, is_stopped: bool = False) -> tuple[Unmet, ...]:
    """Return what `examined` lacks of what was asked for.

    Args:
        is_stopped: Whether the search was ended by the clock or by an interrupt.
    """
    unmet = []
    puzzle = examined.puzzle
    if not examined.is_unique:
        unmet.append(Unmet("not-unique", "the solution is not known to be the only one"))
    unmet += [
        Unmet(FAULTS[each.code], f"{each.line}, clue {each.clue} ({each.pattern}): {each.message}")
        for each in examined.findings
    ]
    patterns = Counter(clue.pattern for line in puzzle.lines for clue in line.clues if isinstance(clue, Clue))
    unmet += [Unmet("equal-clues", f"{count} clues read {pattern}") for pattern, count in patterns.items() if count > 1]
    unmet += _too_hard_or_easy(request, puzzle, examined.difficulty, examined.path.doors)
    used = frozenset().union(*map(constructs_of, patterns))
    unmet += [Unmet("construct", f"no clue uses {name}") for name in request.constructs if name not in used]
    if is_stopped:
        unmet.append(Unmet("time", "the search was ended before its time"))
    return tuple(unmet)


def _too_hard_or_easy(request: Request, puzzle: Puzzle, difficulty: Difficulty, begun: int) -> list[Unmet]:
    """Return what the difficulty of `puzzle` lacks of what was asked for."""
    unmet = []
    low, high = request.band
    if not low <= difficulty.value <= high:
        wanted = request.difficulty or "another difficulty"
        message = f"the difficulty is {difficulty.value} ({difficulty.label}), but {wanted} was asked for"
        unmet.append(Unmet("difficulty", message))
    lines = len(lines_with_cells(puzzle))
    if request.is_gentle and begun * BEGUN < lines:
        message = f"only {begun} of {counted(lines, 'line')} can be begun immediately"
        unmet.append(Unmet("beginnings", message))
    return unmet
