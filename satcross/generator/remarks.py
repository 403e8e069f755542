"""Remarks of taste about a puzzle: parts of clues that people rarely write, and a dull way to the solution.

In: any puzzle.  Out: `Finding`s.  They are apart from the findings of `lint`, because a puzzle is
correct with all of them:

    dot-in-branch ...   the blemishes of single clues that `satcross.generator.taste` lists
    bare                a second clue such as .*X.* or [^X]*X.*
    same-skeleton       a clue that has the form of another one, with other letters
    whole-line          a clue that alone gives all letters of its line
    doors               no clue, or more than two, with which one can begin
    readable            half of the letters are known too early, or too late
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from satcross.author.explanation import explain_without_words
from satcross.author.lint import Finding
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.wording import counted
from satcross.errors import Span
from satcross.generator.path import FEW_DOORS, READABLE, path_of
from satcross.generator.taste import blemishes, is_bare, letters_of_class
from satcross.generator.variety import SINGLE, skeleton
from satcross.puzzle import ANY, Clue, Line, Puzzle
from satcross.puzzle.shapes import line as puzzle_of_line
from satcross.regex.letters import to_text
from satcross.solver.compile import read_letters
from satcross.solver.solutions import check

MESSAGES: Final = {
    "dot-in-branch": "a dot in a branch; people use a dot as one plain unknown",
    "dot-beside-option": "a dot beside an optional part; people use a dot as one plain unknown",
    "slice": "three or more letters in a row that are not an English word",
    "settled-option": "the length of the line decides immediately whether the optional parts are there",
    "bag": "the letters of this class do not spell an English word",
}
"""What there is to say of a clue with one of the blemishes."""

VOWELS: Final = frozenset("AEIOU")
"""Letters that people know as a class, although they do not spell a word."""

Place: TypeAlias = tuple[Line, int, Clue]
"""A clue, with its line and its number from 1."""


def remarks_on(puzzle: Puzzle, budget: Budget = UNLIMITED) -> tuple[Finding, ...]:
    """Return the remarks about `puzzle`, clue by clue, and then those about the path.  Raises TimeUp.

    >>> from satcross import rectangle
    >>> puzzle = rectangle(rows=["(AB|C.)", "[EKL]M"], columns=["[AC]L", "BM"])
    >>> [(each.code, each.line, each.pattern[slice(*each.span)]) for each in remarks_on(puzzle)[:2]]
    [('dot-in-branch', 'row 1', 'C.'), ('bag', 'row 2', '[EKL]')]
    """
    places = [
        (line, number, clue)
        for line in puzzle.lines
        for number, clue in enumerate(line.clues, 1)
        if isinstance(clue, Clue) and line.cells
    ]
    alphabet = ANY if puzzle.alphabet == ANY else to_text(read_letters(puzzle, budget).alphabet)
    remarks = (
        *[each for place in places for each in _on_clue(puzzle._replace(alphabet=alphabet), place, budget)],
        *_on_kinds(places),
        *_on_path(puzzle, budget),
    )
    budget.check()  # an explanation that has been cut is no error
    return remarks


def _remark(code: str, message: str, place: Place, part: str = "") -> Finding:
    line, number, clue = place
    start = clue.pattern.find(part) if part else -1
    span = None if start < 0 else Span(start, start + len(part))
    return Finding(code, message, line.name, number, clue.pattern, span)


def _on_clue(puzzle: Puzzle, place: Place, budget: Budget) -> Iterator[Finding]:
    line, _, clue = place
    n = len(line.cells)
    for each in blemishes(clue.pattern, n):
        if each.code == "bag" and set(letters_of_class(each.part)) == VOWELS:
            continue
        yield _remark(each.code, MESSAGES[each.code], place, each.part)
    alone = puzzle_of_line(clue.pattern, n, puzzle.alphabet, puzzle.dialect, puzzle.flags)
    if n > 1 and check(alone, budget=budget).status == "unique":
        yield _remark("whole-line", "this clue alone gives all letters of its line", place)


def _on_kinds(places: list[Place]) -> Iterator[Finding]:
    """Yield the remarks about clues that are like an earlier one."""
    bare = [place for place in places if is_bare(place[2].pattern)]
    for place in bare[1:]:
        yield _remark("bare", "another clue also says only which letters occur, or that one does not", place)
    first: dict[str, Place] = {}
    for place in places:
        form = skeleton(place[2].pattern)
        line, _, clue = first.setdefault(form, place)
        if place[0] is not line and form not in SINGLE:
            message = f"it has the form of the clue {clue.pattern} of {line.name}, with other letters"
            yield _remark("same-skeleton", message, place)


def _on_path(puzzle: Puzzle, budget: Budget) -> Iterator[Finding]:
    explanation = explain_without_words(puzzle, budget=budget)
    if explanation.status != "unique":
        return
    path = path_of(explanation)
    if not path.doors:
        yield Finding("doors", "no single clue leads on at the beginning; one or two should")
    elif path.doors > FEW_DOORS:
        yield Finding("doors", f"{counted(path.doors, 'clue')} lead on at the beginning; one or two leave more to find")
    low, high = READABLE
    if not low <= path.readable_at <= high:
        share = f"{path.readable_at:.0%} of the steps"
        yield Finding("readable", f"half of the letters are known after {share}; {low:.0%} to {high:.0%} is best")
