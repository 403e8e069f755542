"""Filling a template, by the engine that is asked for.

    template, word list, choice -> problem -> propagation -> search, or a formula for a SAT solver -> verified fills

*search* is quick and finds fills of any size.  It ends only where the template is small.  *sat* learns from every dead
end.  So it decides templates (mostly unfillable ones) for which search would take too long; but its formula has a
clause for every letter of every candidate word.  *auto* searches first.  After some dead ends it turns to the formula,
unless that would be too large.  Several searches can run side by side; the formula has one process.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from satcross.base.arguments import with_checked_arguments
from satcross.base.budget import UNLIMITED, Budget
from satcross.base.tuning import DEFAULT_TUNING, Tuning
from satcross.errors import ErrorCode, LimitError, OptionError, TimeUp
from satcross.puzzle.wordlists.wordlist import DEFAULT_READING, Reading, WordList
from satcross.words.formula import FormulaSearch, formula_size
from satcross.words.problem import DEFAULT_CHOICE, Problem, WordChoice, build_problem
from satcross.words.quality import Quality, improve, quality
from satcross.words.search import FillSearch, Letters
from satcross.words.template import Template
from satcross.words.verify import first_fault, satisfies_clues, scores_in, verify_fill

if TYPE_CHECKING:
    from satcross.words.side_by_side import SideBySide

Engine: TypeAlias = Literal["auto", "search", "sat"]
CLAUSES_PER_DEAD_END: Final = 200
"""Clauses that are written in the time of one dead end.  Searching takes at least as long as writing."""

ENGINES: Final[tuple[Engine, ...]] = ("auto", "search", "sat")

Status: TypeAlias = Literal["filled", "unfillable", "unknown"]


class Fill(NamedTuple):
    """A filled grid: its rows (`#` for blocks), and how good its words are (None: none has a score)."""

    rows: tuple[str, ...]
    quality: Quality | None


def _search(problem: Problem, seed: int, jobs: int, budget: Budget, tuning: Tuning) -> FillSearch | SideBySide:
    if jobs == 1:
        return FillSearch(problem, seed, budget, accepts=satisfies_clues, tuning=tuning)
    from satcross.words.side_by_side import SideBySide

    return SideBySide(problem, seed, budget, jobs=jobs, accepts=satisfies_clues, tuning=tuning)


class Filling:
    """The fills of a template, found as they are asked for.  Iterate it once; its attributes say what is known so far.

    Attributes:
        problem: What is filled, and with what.
        count: The number of fills found.
        is_complete: Whether there are no others.
        engine: The engine that has given the last answer: "propagation", "search" or "sat".
        is_out_of_time: Whether the time has run out.

    Args:
        seed: Decides the order in which the search finds fills.
        jobs: How many searches run side by side; the fills depend on this number, but not on how quick they are.
        improve_seconds: How long to improve each fill; None: not at all.

    Raises:
        SatcrossError: What `build_problem` raises.
        OptionError: For an unknown engine or a number of jobs that it cannot use.
    """

    @with_checked_arguments
    def __init__(
        self,
        template: Template,
        word_list: WordList,
        choice: WordChoice = DEFAULT_CHOICE,
        *,  # as many parameters as a user of the API can choose something by name
        seed: int = 0,
        engine: Engine = "auto",
        jobs: int = 1,
        improve_seconds: float | None = None,
        reading: Reading = DEFAULT_READING,
        budget: Budget = UNLIMITED,
        tuning: Tuning = DEFAULT_TUNING,
    ) -> None:
        if engine not in ENGINES:
            raise OptionError(f"there is no engine {engine!r}", hint="choose one of " + ", ".join(ENGINES))
        if jobs < 1:
            raise OptionError(f"the number of jobs must be at least 1, not {jobs}", code=ErrorCode.OPTION_JOBS)
        if jobs > 1 and engine == "sat":
            message = "the engine sat searches in one process, so several jobs are of no use to it"
            raise OptionError(message, hint="leave one of the two options out")
        self.problem: Final[Problem] = build_problem(template, word_list, choice, reading, budget)
        self.choice: Final = choice
        self._word_list = word_list
        self.count = 0
        self.is_complete = False
        self.is_out_of_time = False
        self.engine = "propagation"
        self._seed = seed
        self._wanted = engine
        self._improve = improve_seconds
        self._budget = budget
        self._tuning = tuning
        self._search = _search(self.problem, seed, jobs, budget, tuning)
        self._partial: tuple[Letters, int] | None = None
        self._fills = self._run()

    def __iter__(self) -> Iterator[Fill]:
        return self._fills

    def close(self) -> None:
        """End the search and its processes: there are no further fills."""
        self._fills.close()

    @property
    def status(self) -> Status:
        return "filled" if self.count else "unfillable" if self.is_complete else "unknown"

    @property
    def best(self) -> tuple[tuple[str, ...], int]:
        """The rows of a partial fill, and how many slots it fills.  Its words fit together; it may lead to no fill."""
        if self._partial is None:
            self._partial = self._search.partial()
        letters, filled = self._partial
        return self.problem.filled_rows(letters), filled

    @property
    def stats(self) -> dict[str, int]:
        """How much work the search has done, in nodes, dead ends and restarts.

        With several searches, they are those of the one that has given the last answer.
        """
        return self._search.work._asdict()

    @cached_property
    def _scores(self) -> dict[str, int]:
        """The words that verification looks up: those of the list as it was given."""
        return scores_in(self._word_list, self.problem.reading)

    def _run(self) -> Generator[Fill, None, None]:
        shown: set[Letters] = set()
        try:
            for fill_letters in self._letters():
                letters = fill_letters
                if self._improve is not None:
                    for better in improve(
                        self.problem, fill_letters, self._seed, self._budget.until(self._improve), self._tuning
                    ):
                        if better not in shown and satisfies_clues(self.problem, better):
                            letters = better
                shown.add(letters)
                rows = self.problem.filled_rows(letters)
                verify_fill(self.problem, self.choice, self._scores, rows)
                self.count += 1
                yield Fill(rows, quality(self.problem, letters))
        except TimeUp:
            self.is_out_of_time = True
            reached = self.reached()
            if reached is not None:
                yield reached

    def reached(self) -> Fill | None:
        """Return the fill that a stopped search had reached before it could yield its first one; None: there is none.

        A search is stopped when the time runs out, or when an exception leaves the iteration.
        """
        rows, filled = self.best
        is_full = filled == len(self.problem.words)
        if self.count or not is_full or first_fault(self.problem, self.choice, self._scores, rows) is not None:
            return None
        self.count = 1
        self.engine = "search"
        letters = tuple([rows[row - 1][column - 1] for row, column in self.problem.grid.places])
        return Fill(rows, quality(self.problem, letters))

    def _letters(self) -> Iterator[Letters]:
        search = self._search
        fills: set[Letters] = set()
        size = formula_size(self.problem, search.root)
        if self._wanted != "sat":
            if self._wanted == "auto" and size <= self._tuning.fill_formula_clauses:
                search.stop_after(self._tuning.descent_dead_ends + size // CLAUSES_PER_DEAD_END)
            for letters in search:
                self.engine = "search" if search.work.nodes > 1 else "propagation"
                fills.add(letters)
                yield letters
            if search.is_complete:
                self.engine = "search" if search.work.nodes > 0 else "propagation"
                self.is_complete = True
                return
        if search.is_failing:
            self.is_complete = True
            return
        formula = FormulaSearch(self.problem, search.root, self._budget, satisfies_clues)
        self.engine = "sat"
        try:
            for letters in formula:
                if letters not in fills:
                    yield letters
        except LimitError:
            if self._wanted == "sat":
                raise
            self.engine = "search"
            search.stop_after(None)
            yield from search
        self.is_complete = formula.is_complete or search.is_complete
