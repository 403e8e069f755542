"""The verdict on a puzzle, again and again as more is known.

In: a draft.  Out: messages of the kind `Verdict`, each of which says at least as much as the one before.

1. Whether there are no solutions, one or several, and the letters that they have: the solver is asked for solutions
   with letters that have not been seen (`PossibleLetters`).
2. For a moment, solutions are listed as cubes.  If that lists all of them, everything is known.
3. Otherwise the solutions are counted letter by letter (`marginals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from satcross.author.ambiguity import PossibleLetters
from satcross.author.marginals import marginals
from satcross.base.budget import Budget
from satcross.base.tuning import DEFAULT_TUNING
from satcross.base.wording import decimal_text
from satcross.errors import LimitError, TimeUp
from satcross.puzzle.model import ANY
from satcross.regex.letters.sets import contains, to_text
from satcross.solver.presolve import PresolvedPuzzle
from satcross.solver.residual import Masks
from satcross.solver.strategies.listing import listing
from satcross.solver.verified import Verifier
from satcross.studio.answers import CandidatePart, VerdictMessage
from satcross.studio.documents import Draft

DECIDING: Final = 5.0
"""Seconds for the first of the three steps; together with the others it stays below what a page may ask for."""

LISTING: Final = 0.08
"""Seconds for which cubes are listed: most puzzles that have few solutions need less."""

COUNTING: Final = 6.0
"""Seconds for counting."""

Tally = dict[str, int]


def verdicts(draft: Draft, revision: int, presolved: PresolvedPuzzle, budget: Budget) -> Iterator[VerdictMessage]:
    """Yield what is known of the solutions of `draft`, whose puzzle is `presolved`.

    If time or memory are too short, the last verdict says so.
    """
    teller = _Teller(draft, revision, presolved)
    possible = PossibleLetters(presolved, budget=budget.until(DECIDING))
    if possible.first is None:
        yield teller.verdict("none" if possible.is_exact else "unknown", 0, is_exact=possible.is_exact)
        return
    verifier = Verifier(presolved.compiled, budget)
    witnesses = [next(verifier.solutions(masks, 1)) for masks in (possible.first, possible.second) if masks is not None]
    stands_for_more = presolved.stands_for_more(possible.seen)
    is_settled = possible.is_exact and not possible.has_several
    teller.see(possible.seen, is_exact=possible.is_exact)
    if is_settled:
        yield teller.verdict("several" if stands_for_more else "unique", 1, is_exact=not stands_for_more)
        return
    status = "several" if possible.has_several or stands_for_more else "unknown"
    yield teller.verdict(status, len(set(witnesses)), is_last=False)
    tallies, is_complete = _listed(presolved, verifier, budget.until(LISTING))
    total = sum(tallies[0].values())
    if tallies and (is_complete or total > 1):
        teller.count(tallies)
        is_exact = is_complete and not stands_for_more
        yield teller.verdict("several" if total > 1 else status, total, is_exact=is_exact, is_last=is_complete)
        if is_complete:
            return
    try:
        counted = marginals(presolved, budget.until(COUNTING))
    except TimeUp:
        yield teller.verdict(status, max(total, len(set(witnesses))), stopped="time")
        return
    if counted is None:
        yield teller.verdict(status, max(total, len(set(witnesses))), stopped="limit")
        return
    teller.count(counted.cells)
    status = "several" if counted.total > 1 or stands_for_more else "unique"
    yield teller.verdict(status, counted.total, is_exact=not stands_for_more)


def _listed(presolved: PresolvedPuzzle, verifier: Verifier, budget: Budget) -> tuple[list[Tally], bool]:
    """Return how many of the solutions that can be listed in time have each letter, and whether these are all."""
    assert presolved.residual is not None
    tallies: list[Tally] = [{} for _ in presolved.residual.masks]
    letters = presolved.compiled.letters
    is_complete = False
    try:
        for cubes in listing(presolved.residual, DEFAULT_TUNING, budget):
            if cubes.cube is not None:
                verifier.check_cube(cubes.cube)
                held = [letters(mask) for mask in cubes.cube]
                size = 1
                for each in held:
                    size *= len(each)
                for tally, each in zip(tallies, held, strict=True):
                    for letter in each:
                        tally[letter] = tally.get(letter, 0) + size // len(each)
            is_complete |= cubes.is_last
            budget.check()
    except (TimeUp, LimitError):
        pass
    return tallies, is_complete


class _Teller:
    """Puts what is known into messages."""

    def __init__(self, draft: Draft, revision: int, presolved: PresolvedPuzzle) -> None:
        self._draft: Final = draft
        self._revision: Final = revision
        self._compiled: Final = presolved.compiled
        self._cells: list[list[CandidatePart]] = [[] for _ in draft.puzzle.cells]
        self._are_letters_exact = presolved.residual is None
        self._seen: Masks = ()

    def see(self, seen: Masks, *, is_exact: bool) -> None:
        """Take note of the letters that solutions have."""
        self._seen = seen
        self._are_letters_exact = is_exact
        self._cells = []
        for mask in seen:
            letters = self._compiled.letters(mask)
            share = round(1 / len(letters), 4) if letters else 0.0
            self._cells.append([{"letter": letter, "count": "", "share": share} for letter in letters])

    def count(self, tallies: Sequence[Tally]) -> None:
        """Take note of how many solutions have each letter; letters that none of them has keep no number."""
        cells: list[list[CandidatePart]] = []
        for before, tally in zip(self._cells, tallies, strict=True):
            total = sum(tally.values())
            known: list[CandidatePart] = [
                {"letter": letter, "count": decimal_text(number), "share": _share(number, total)}
                for letter, number in sorted(tally.items(), key=lambda each: (-each[1], each[0]))
            ]
            known += [{**each, "share": 0.0} for each in before if each["letter"] not in tally]
            cells.append(known)
        self._cells = cells

    def verdict(
        self, status: str, count: int, *, is_exact: bool = False, is_last: bool = True, stopped: str = ""
    ) -> VerdictMessage:
        """Return what is known as a message."""
        compiled = self._compiled
        is_certain = self._are_letters_exact and not any([mask & compiled.representatives for mask in self._seen])
        certain = [cell[0]["letter"] if len(cell) == 1 and is_certain else "" for cell in self._cells]
        is_unknown = is_last and status == "unknown" and not stopped
        made: VerdictMessage = {
            "type": "verdict",
            "revision": self._revision,
            "status": status,  # type: ignore[typeddict-item] # one of `Status`
            "count": decimal_text(count),
            "kind": "exact" if is_exact else "at least",
            "cells": self._cells,
            "are_letters_exact": self._are_letters_exact,
            "certain": certain,
            "wrong": self._wrong() if self._are_letters_exact else [],
            "alphabet": ANY if compiled.is_alphabet_open else to_text(compiled.alphabet),
            "is_last": is_last,
            "stopped": "time" if is_unknown else stopped,  # type: ignore[typeddict-item] # "" or a reason
            "milliseconds": 0,
        }
        return made

    def _wrong(self) -> list[int]:
        """Return the cells in which no solution has the author's letter."""
        members = self._compiled.classes.members
        wrong = []
        for cell, letter in sorted(self._draft.letters.items()):
            mask = self._seen[cell] if self._seen else 0
            if not any(mask >> place & 1 and contains(each, ord(letter)) for place, each in enumerate(members)):
                wrong.append(cell)
        return wrong


def _share(number: int, total: int) -> float:
    """Return number / total, for numbers of any size."""
    return (number * 10_000 // total) / 10_000 if total else 0.0
