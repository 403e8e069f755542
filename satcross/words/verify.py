"""Verification of fills, from nothing but the template's rows, the word list and the clues.

In: a problem, the choice of words, and filled rows.  Out: what is wrong with them, if anything.  The slots are found
again, by splitting rows and columns at the blocks, and words are looked up as text.  Bit sets, propagation and search
play no part.  Every fill passes through here before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from satcross.errors import ErrorCode, SatcrossError
from satcross.puzzle.model import Clue
from satcross.puzzle.wordlists.folding import fold
from satcross.regex.matching.matcher import matches
from satcross.words.problem import Problem, WordChoice
from satcross.words.template import BLOCK, OPEN


class WrongFillError(SatcrossError):
    """A fill that the verifier rejects: a defect in satcross."""

    code = ErrorCode.WRONG_ANSWER


def first_fault(problem: Problem, choice: WordChoice, rows: Sequence[str]) -> str | None:
    """Return what is wrong with the filled `rows`, in words; None if they are a fill."""
    template = problem.rows
    if [len(row) for row in rows] != [len(row) for row in template]:
        return "the grid does not have the size of the template"
    for number, (wanted, row) in enumerate(zip(template, rows, strict=True), 1):
        for place, letter in zip(wanted, row, strict=True):
            if place not in (OPEN, letter) or (place == OPEN and letter == BLOCK):
                return f"row {number} reads {row!r}; the template has {wanted!r}"
    excluded = {fold(word, problem.reading) for word in choice.excluded}
    seen: set[str] = set()
    for wanted, word in zip(_runs(template), _runs(rows), strict=True):
        if len(word) > 1 and OPEN not in wanted and word not in problem.word_list:
            continue  # its letters are all given, and stay as they are
        if len(word) > 1:
            fault = _word_fault(problem, choice, excluded, word)
            if fault is not None:
                return fault
            if word in seen and not choice.allow_repeats:
                return f"{word!r} appears twice"
            seen.add(word)
    for n, number in problem.required:
        words = problem.word_list.of_length(n)
        if words is None or words[number] not in seen:
            return "a required word is missing"
    return clue_fault(problem, rows)


def _runs(rows: Sequence[str]) -> list[str]:
    """Return the text of each run of places between blocks or edges, across and down."""
    return [run for line in (*rows, *map("".join, zip(*rows, strict=True))) for run in line.split(BLOCK)]


def _word_fault(problem: Problem, choice: WordChoice, excluded: Collection[str], word: str) -> str | None:
    words = problem.word_list.of_length(len(word))
    number = None if words is None else words.find(word)
    if words is None or number is None:
        return f"{word!r} is not in {problem.word_list.name}"
    if len(word) < choice.min_length or words.score(number) < choice.min_score or word in excluded:
        return f"{word!r} must not be used"
    return None


def clue_fault(problem: Problem, rows: Sequence[str]) -> str | None:
    """Return which clue of the template the filled `rows` violate, in words; None if they satisfy all clues."""
    letters = [letter for row in rows for letter in row if letter != BLOCK]
    for clue in problem.line_clues:
        text = "".join([letters[cell] for cell in clue.cells])
        if isinstance(clue.constraint, Clue):
            read = clue.constraint.read(text)
            if not matches(problem.cores[clue.constraint.pattern], read):
                return f"{clue.name} reads {read!r}, which {clue.constraint.pattern} does not match"
        elif text not in clue.constraint.words:
            return f"{clue.name} reads {text!r}, which is not in {clue.constraint.source}"
    return None


def satisfies_clues(problem: Problem, letters: Sequence[str]) -> bool:
    """Return whether the fill with `letters` in its cells satisfies the clues on lines that are not slots."""
    return not problem.extra or clue_fault(problem, problem.filled_rows(letters)) is None


def verify_fill(problem: Problem, choice: WordChoice, rows: Sequence[str]) -> None:
    """Raise WrongFillError unless `rows` are a fill."""
    fault = first_fault(problem, choice, rows)
    if fault is not None:
        hint = "this is a defect in satcross; please report the template and the word list"
        raise WrongFillError(f"the fill found is wrong: {fault}", hint=hint)
