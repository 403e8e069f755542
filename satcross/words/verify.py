"""Verification of fills, from the template's rows, the word lists, the choice of words and the clues alone.

In: a problem, the choice of words, the lists as they were given, and filled rows.  Out: what is wrong
with them, if anything.  Every fill passes through here before anyone sees it, so nothing here relies on what has found
the fill: the slots are found again, by splitting rows and columns at the blocks, and the words are compared as text.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.errors import InternalError
from satcross.puzzle import Clue
from satcross.puzzle.wordlists import WordList, fold
from satcross.regex.matcher import matches
from satcross.words.problem import Problem, WordChoice
from satcross.words.template import BLOCK, OPEN


class WrongFillError(InternalError):
    """A fill that the verifier rejects: a defect in satcross."""

    code = "wrong-answer"


def first_fault(problem: Problem, choice: WordChoice, words: WordList, rows: Sequence[str]) -> str | None:
    """Return what is wrong with the filled `rows`, in words; None if they are a fill.

    Args:
        words: The lists as they were given, without the words that only `choice` names.
    """
    template = problem.rows
    if [len(row) for row in rows] != [len(row) for row in template]:
        return "the grid does not have the size of the template"
    for number, (wanted, row) in enumerate(zip(template, rows, strict=True), 1):
        for place, letter in zip(wanted, row, strict=True):
            if place not in (OPEN, letter) or (place == OPEN and letter == BLOCK):
                return f"row {number} reads {row!r}; the template has {wanted!r}"
    excluded, preferred, required = (
        {fold(word, problem.reading) for word in words}
        for words in (choice.excluded, choice.preferred, choice.required)
    )
    seen: set[str] = set()
    for wanted, word in zip(_runs(template), _runs(rows), strict=True):
        score = words.score_of(word)
        if score is None and word in preferred | required:
            score = choice.min_score
        if len(word) < 2 or (OPEN not in wanted and score is None):
            continue  # no slot, or its letters are all given and stay as they are
        if score is None:
            return f"{word!r} is not in {problem.word_list.name}"
        is_good = len(word) >= choice.min_length and score >= choice.min_score
        if word not in required and (word in excluded or not is_good):
            return f"{word!r} must not be used"
        if word in seen and not choice.allow_repeats:
            return f"{word!r} appears twice"
        seen.add(word)
    if not required <= seen:
        return "a required word is missing"
    return clue_fault(problem, rows)


def _runs(rows: Sequence[str]) -> list[str]:
    """Return the text of each run of places between blocks or edges, across and down."""
    return [run for line in (*rows, *map("".join, zip(*rows, strict=True))) for run in line.split(BLOCK)]


def clue_fault(problem: Problem, rows: Sequence[str]) -> str | None:
    """Return which clue of the template the filled `rows` violate, in words; None if they satisfy all clues."""
    letters = [letter for row in rows for letter in row if letter != BLOCK]
    for clue in problem.line_clues:
        text = "".join([letters[cell] for cell in clue.cells])
        if OPEN in text:
            return f"{clue.name} has an open cell"
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


def verify_fill(problem: Problem, choice: WordChoice, words: WordList, rows: Sequence[str]) -> None:
    """Raise WrongFillError unless `rows` are a fill."""
    fault = first_fault(problem, choice, words, rows)
    if fault is not None:
        raise WrongFillError(
            f"the fill found is wrong: {fault}",
            hint="this is a defect in satcross; please report the template and the word list",
        )
