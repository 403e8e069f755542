"""What is found out about every revision, in the order in which an author wants to know it.

In: a draft.  Out: messages.  `at_once` yields those that have to follow each keystroke; `later` those that take longer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from satcross.author.diagnose import diagnose
from satcross.author.difficulty import difficulty_of
from satcross.author.explanation import ExplanationStep, explain
from satcross.author.lint import lint
from satcross.errors import TimeUp
from satcross.puzzle.model import Clue
from satcross.solver.diagnosis import Cause
from satcross.solver.presolve import PresolvedPuzzle, presolve
from satcross.studio.answers import (
    CausePart,
    ClashMessage,
    LintMessage,
    ParsedClue,
    ParseMessage,
    StepPart,
    StepsMessage,
)
from satcross.studio.clues import read_clue
from satcross.studio.crossword import Dictionary, words_of
from satcross.studio.documents import Draft, budget_for, place_keys, span_keys
from satcross.studio.shape import layout_of
from satcross.studio.verdicts import verdicts

VERDICT: Final = 12.0
DIAGNOSIS: Final = 4.0
LINT: Final = 10.0
STEPS: Final = 20.0
"""Seconds that each answer may take at most."""

WANTED: Final = ("layout", "parse", "verdict", "lint")
"""What is found out about a revision whose `Edit` does not say what it wants."""

LATE: Final = ("clash", "lint", "steps")
"""What takes longer.  The clash belongs to the verdict that there is no solution."""


def at_once(draft: Draft, revision: int, want: Collection[str], dictionary: Dictionary) -> Iterator[Any]:
    """Yield the messages that follow each keystroke, and at the end the puzzle presolved (if a verdict is wanted).

    Raises:
        SatcrossError: For a puzzle that cannot be compiled, and where words are wanted and there is no word list.
    """
    if "layout" in want:
        yield layout_of(draft.puzzle, revision)
    parse = parse_of(draft, revision)
    if "parse" in want:
        yield parse
    if has_error(parse):
        return
    if "words" in want:
        yield words_of(draft, revision, dictionary)
    if "verdict" in want and not draft.is_words:
        budget = budget_for(VERDICT)
        presolved = presolve(draft.puzzle, budget=budget)
        yield from verdicts(draft, revision, presolved, budget)
        yield presolved


def later(
    draft: Draft, revision: int, want: Collection[str], presolved: PresolvedPuzzle | None = None
) -> Iterator[Any]:
    """Yield the messages that may come later.

    Args:
        presolved: The puzzle, if `at_once` has presolved it; otherwise it is done here, once.
    """
    if draft.is_words or has_error(parse_of(draft, revision)):
        return
    if presolved is None and not {"clash", "lint", "steps"}.isdisjoint(want):
        presolved = presolve(draft.puzzle, budget=budget_for(LINT))
    if "clash" in want:
        yield clash_of(draft, revision, presolved)
    if "lint" in want:
        yield lint_of(draft, revision, presolved)
    if "steps" in want:
        yield steps_of(draft, revision, presolved)


def parse_of(draft: Draft, revision: int) -> ParseMessage:
    """Return what is written in the clues."""
    puzzle = draft.puzzle
    clues: list[ParsedClue] = []
    for number, line in enumerate(puzzle.lines):
        for place, clue in enumerate(line.clues):
            if isinstance(clue, Clue):
                read = read_clue(clue.pattern, puzzle.dialect, puzzle.flags)
                clues.append(
                    {
                        "line": number,
                        "clue": draft.clue_index(number, place),
                        "tokens": list(read.tokens),
                        "groups": list(read.groups),
                        "error": read.error,
                        "lengths": read.lengths,
                        "words": read.words,
                    }
                )
    return {"type": "parse", "revision": revision, "clues": clues}


def has_error(parse: ParseMessage) -> bool:
    """Return whether some clue cannot be read."""
    return any(clue["error"] is not None for clue in parse["clues"])


def clash_of(draft: Draft, revision: int, presolved: PresolvedPuzzle | None = None) -> ClashMessage:
    """Return why the puzzle, which has no solution, has none."""
    diagnosis = diagnose(draft.puzzle, budget=budget_for(DIAGNOSIS), presolved=presolved)
    return {
        "type": "clash",
        "revision": revision,
        "kind": diagnosis.kind,
        "message": diagnosis.message,
        "causes": [_cause(draft, cause) for cause in diagnosis.causes],
        "remedies": list(map(str, diagnosis.remedies)),
    }


def _cause(draft: Draft, cause: Cause) -> CausePart:
    text = f"{cause}: {cause.message}" if cause.message else str(cause)
    keys = place_keys(draft, cause.line, cause.clue) | span_keys(cause.span)
    if cause.cell is not None:
        keys = {"cell": cause.cell}
    made: Any = {"text": text, **keys}
    return made  # type: ignore[no-any-return] # its keys come from `place_keys`


def lint_of(draft: Draft, revision: int, presolved: PresolvedPuzzle | None) -> LintMessage:
    """Return what could be better."""
    findings: list[Any] = []
    try:
        report = lint(draft.with_expected, budget=budget_for(LINT), presolved=presolved)
    except TimeUp:
        return {"type": "lint", "revision": revision, "findings": [], "is_complete": False}
    for each in report.findings:
        keys = place_keys(draft, each.line, each.clue) if each.line else {}
        finding = {"code": each.code, "message": each.message, "rewrite": each.rewrite}
        findings.append({**finding, **keys, **(span_keys(each.span) if keys else {})})
    return {"type": "lint", "revision": revision, "findings": findings, "is_complete": report.is_complete}


def steps_of(draft: Draft, revision: int, presolved: PresolvedPuzzle | None = None) -> StepsMessage:
    """Return how a person finds the solution, and how hard that is."""
    chain = explain(draft.puzzle, budget=budget_for(STEPS), presolved=presolved)
    rated = difficulty_of(chain)
    number_of = {cell: number for number, cell in enumerate(draft.puzzle.cells)}

    def step(each: ExplanationStep) -> StepPart:
        reasons: list[Any] = []
        for reason in each.reasons:
            span = span_keys(each.span) if len(each.reasons) == 1 else {}
            reasons.append(place_keys(draft, reason.line, reason.clue) | span)
        return {
            "sentence": each.sentence,
            "reasons": reasons,
            "ruled_out": [(number_of[cell], letters) for cell, letters in each.ruled_out],
            "placed": [(number_of[cell], letter) for cell, letter in each.placed],
            "is_contradiction": each.is_contradiction,
            "technique": each.technique,
        }

    return {
        "type": "steps",
        "revision": revision,
        "start": list(chain.start),
        "steps": [step(each) for each in chain.steps],
        "rating": rated.rating,
        "label": rated.label if rated.is_complete else "",
        "hardness": rated.hardness,
        "length": rated.length,
        "is_complete": chain.is_complete,
    }
