"""How good a fill is, and better ones: the mean and the worst of its words' scores.

Words that nobody has scored are not judged: without any score, and without preferred words, a fill has no quality.

`improve` frees a few neighbouring slots of a fill at a time, preferably those with low scores, fills them again, and
keeps what is better (large neighbourhood search: P. Shaw, Using constraint programming and local search methods to
solve vehicle routing problems, CP 1998).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from satcross.base.budget import Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import TimeUp
from satcross.puzzle.wordlists.wordlist import DEFAULT_SCORE
from satcross.words.problem import Problem
from satcross.words.search import FillSearch, Letters
from satcross.words.text import word_of

PREFERRED_SCORE: Final = 100  # the score of a preferred word is at least this, the highest of most word lists


class Quality(NamedTuple):
    """The mean and the worst score of the words of a fill; `worst_word` has the worst score."""

    mean: float
    worst: int
    worst_word: str

    def __str__(self) -> str:
        return f"mean {self.mean:.1f}, worst {self.worst} ({self.worst_word})"


def quality(problem: Problem, letters: Sequence[str]) -> Quality | None:
    """Return the quality of the fill with `letters` in its cells; None: no word has a score, and none is preferred."""
    if not has_quality(problem):
        return None
    scored = [
        (_score(problem, number, letters), word_of(slot, letters)) for number, slot in enumerate(problem.grid.slots)
    ]
    worst, word = min(scored)
    return Quality(sum(score for score, _ in scored) / len(scored), worst, word)


def has_quality(problem: Problem) -> bool:
    """Return whether some word has a score, or is preferred."""
    return problem.word_list.has_scores or any(problem.preferred)


def improve(
    problem: Problem, letters: Letters, seed: int | str, budget: Budget, tuning: Tuning = DEFAULT_TUNING
) -> Iterator[Letters]:
    """Yield better and better fills, starting from `letters`, until the budget's time is up.

    Without scores no fill is better than another.
    """
    random = Random(f"improve {seed}")
    best = quality(problem, letters)
    if best is None:
        return
    attempt = 0
    silent = budget._replace(report=None)
    try:
        while True:
            budget.note("improving the fill, attempts", attempt)
            budget.check()
            attempt += 1
            freed = _neighbourhood(problem, letters, random, tuning.freed_slots)
            reopened = _reopened(problem, letters, freed)
            search = FillSearch(
                reopened, f"{seed} {attempt}", silent, most_dead_ends=tuning.improving_dead_ends, tuning=tuning
            )
            improved = next(iter(search), None)
            if improved is not None:
                better = quality(problem, improved)
                if better is not None and (better.mean, better.worst) > (best.mean, best.worst):
                    best, letters = better, improved
                    yield letters
    except TimeUp:
        return


def _score(problem: Problem, slot: int, letters: Sequence[str]) -> int:
    words = problem.words[slot]
    number = words.find(word_of(problem.grid.slots[slot], letters))
    if number is None:
        return DEFAULT_SCORE
    score = words.score(number)
    return max(score, PREFERRED_SCORE) if problem.preferred[slot] >> number & 1 else score


def _neighbourhood(problem: Problem, letters: Letters, random: Random, others: int) -> set[int]:
    """Return slots to free: one with a low score, those that cross it, and about `others` more near them."""
    slots = range(len(problem.words))
    first = min(random.sample(slots, min(3, len(slots))), key=lambda slot: _score(problem, slot, letters))
    freed = {first}
    edge = [first]
    while edge and len(freed) < others + len(problem.grid.slots[first].cells):
        slot = edge.pop(0)
        crossing = [
            other for cell in problem.grid.slots[slot].cells for other, _ in problem.grid.crossings[cell]
            if other not in freed
        ]  # fmt: skip
        random.shuffle(crossing)
        freed.update(crossing)
        edge += crossing
    return freed


def _reopened(problem: Problem, letters: Letters, freed: set[int]) -> Problem:
    """Return the problem in which the cells of slots other than `freed` keep their letters."""
    alphabet = problem.word_list.letters
    kept = {cell for number, slot in enumerate(problem.grid.slots) if number not in freed for cell in slot.cells}
    domains = [
        1 << alphabet.index(letters[cell]) if cell in kept else domain for cell, domain in enumerate(problem.domains)
    ]
    return problem._replace(domains=tuple(domains))
