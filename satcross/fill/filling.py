"""Filling a template: the engines behind one door.

    template, word list, choice -> problem -> propagation -> search, or a formula for a SAT solver -> rechecked fills

*search* is quick and finds fills of any size, and ends with certainty where the template is small.  *sat* learns from
every dead end, so it decides templates, mostly unfillable ones, on which search goes on for ever; but its formula has a
clause for every letter of every candidate word.  *auto* searches first and, where the formula is of a size worth
trying, turns to it after as many dead ends as take the time of writing it down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.budget import UNLIMITED, Budget
from satcross.errors import LimitError, OptionError, TimeUp
from satcross.fill.formula import FormulaSearch, formula_size
from satcross.fill.problem import DEFAULT_CHOICE, Choice, Problem, build_problem
from satcross.fill.quality import Quality, improve, quality
from satcross.fill.search import FillSearch, Letters
from satcross.fill.template import Template
from satcross.fill.verify import clue_fault, first_fault, recheck
from satcross.words.wordlist import DEFAULT_READING, Reading, WordList

Engine: TypeAlias = Literal["auto", "search", "sat"]
ENGINES: Final[tuple[Engine, ...]] = ("auto", "search", "sat")

Status: TypeAlias = Literal["filled", "unfillable", "unknown"]

FORMULA_CLAUSES: Final = 500_000
"""Size of a formula up to which `auto` turns to it."""

CLAUSES_PER_DEAD_END: Final = 200
"""How many clauses take as long to write down as a dead end takes to meet."""

LEAST_DEAD_ENDS: Final = 300


class Fill(NamedTuple):
    """A filled grid: its rows (`#` for blocks), and how good its words are."""

    rows: tuple[str, ...]
    quality: Quality


class Filling:
    """The fills of a template, found as they are asked for.  Iterate it once; its attributes tell what is known so far.

    problem    what is filled, and with what
    count      fills so far
    is_complete  whether there are no others
    status     "filled", "unfillable", "unknown"
    engine     the engine that gave the last answer: "propagation", "search" or "sat"
    is_out_of_time  whether the time was up
    """

    def __init__(
        self,
        template: Template,
        word_list: WordList,
        choice: Choice = DEFAULT_CHOICE,
        *,
        seed: int = 0,
        engine: Engine = "auto",
        improve_seconds: float | None = None,
        reading: Reading = DEFAULT_READING,
        budget: Budget = UNLIMITED,
    ) -> None:
        """Raises SatcrossError for what `build_problem` rejects, and for an unknown engine."""
        if engine not in ENGINES:
            raise OptionError(f"there is no engine {engine!r}", hint="choose one of " + ", ".join(ENGINES))
        self.problem: Final[Problem] = build_problem(template, word_list, choice, reading, budget)
        self.choice: Final = choice
        self.count = 0
        self.is_complete = False
        self.is_out_of_time = False
        self.engine = "propagation"
        self._seed = seed
        self._wanted = engine
        self._improve = improve_seconds
        self._budget = budget
        self._search = FillSearch(self.problem, seed, budget, accepts=self._accepts)
        self._partial: tuple[Letters, int] | None = None
        self._fills = self._run()

    def __iter__(self) -> Iterator[Fill]:
        return self._fills

    @property
    def status(self) -> Status:
        return "filled" if self.count else "unfillable" if self.is_complete else "unknown"

    @property
    def best(self) -> tuple[tuple[str, ...], int]:
        """The rows of a partial fill, and how many slots it fills; its words cross, but perhaps lead nowhere."""
        if self._partial is None:
            self._partial = self._search.partial()
        letters, filled = self._partial
        return self.problem.filled_rows(letters), filled

    @property
    def stats(self) -> dict[str, int]:
        """How much work it was."""
        search = self._search
        return {"nodes": search.nodes, "dead_ends": search.dead_ends, "restarts": search.restarts}

    def _accepts(self, letters: Letters) -> bool:
        return not self.problem.extra or clue_fault(self.problem, self.problem.filled_rows(letters)) is None

    def _run(self) -> Iterator[Fill]:
        shown: set[Letters] = set()
        try:
            for found in self._letters():
                letters = found
                if self._improve is not None:
                    for better in improve(self.problem, found, self._seed, self._budget.until(self._improve)):
                        if better not in shown and self._accepts(better):
                            letters = better
                shown.add(letters)
                rows = self.problem.filled_rows(letters)
                recheck(self.problem, self.choice, rows)
                self.count += 1
                yield Fill(rows, quality(self.problem, letters))
        except TimeUp:
            self.is_out_of_time = True
            rows, filled = self.best
            is_full = filled == len(self.problem.words)
            if not self.count and is_full and first_fault(self.problem, self.choice, rows) is None:
                self.count = 1
                self.engine = "search"
                letters = tuple([rows[row - 1][column - 1] for row, column in self.problem.grid.places])
                yield Fill(rows, quality(self.problem, letters))

    def _letters(self) -> Iterator[Letters]:
        search = self._search
        found: set[Letters] = set()
        size = formula_size(self.problem, search.root)
        if self._wanted != "sat":
            if self._wanted == "auto" and size <= FORMULA_CLAUSES:
                search.stop_after(LEAST_DEAD_ENDS + size // CLAUSES_PER_DEAD_END)
            for letters in search:
                self.engine = "search" if search.nodes > 1 else "propagation"
                found.add(letters)
                yield letters
            if search.is_complete:
                self.engine = "search" if search.nodes > 0 else "propagation"
                self.is_complete = True
                return
        if search.is_failing:
            self.is_complete = True
            return
        formula = FormulaSearch(self.problem, search.root, self._budget, self._accepts)
        self.engine = "sat"
        try:
            for letters in formula:
                if letters not in found:
                    yield letters
        except LimitError:
            if self._wanted == "sat":
                raise
            self.engine = "search"
            search.stop_after(None)
            yield from search
        self.is_complete = formula.is_complete or search.is_complete
