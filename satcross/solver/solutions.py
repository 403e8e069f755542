"""The solutions of a puzzle, found as they are asked for: what the command line and the API start from.

    puzzle -> presolve -> search -> verify -> solutions

What is known is always three-valued: a search that was stopped, by a limit or by the clock, is not complete, and says
so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

from satcross.base.budget import AUTO, UNLIMITED, Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line, paragraph, picture
from satcross.base.wording import counted
from satcross.errors import OptionError, TimeUp, wrong_type
from satcross.puzzle import ANY, Cell, Puzzle, Solution, differing_cells, json_cell
from satcross.regex.letters import to_text
from satcross.solver.compile import PresolvedPuzzle, PuzzleLetters, propagate, read_letters
from satcross.solver.residual import Masks, are_single
from satcross.solver.search import KnownSolutions, Stopwatch, plan, plan_without_propagation, search, wide
from satcross.solver.strategy import Found
from satcross.solver.verify import Verifier

if TYPE_CHECKING:
    from satcross.solver.diagnosis import Diagnosis
    from satcross.solver.expected import Expectation, Mismatch


Status: TypeAlias = Literal["unique", "several", "none", "unknown"]
Stopped: TypeAlias = Literal["", "limit", "timeout"]

_Answer = TypeVar("_Answer")

_Answers: TypeAlias = Callable[[Verifier, Masks, int | None], Iterator[tuple[int, _Answer]]]
"""Yields the answers that a cube stands for, verified, each with its number of solutions; at most the wanted number."""


class Cube(NamedTuple):
    """Solutions of `puzzle`: every combination of the letters of each cell.

    Attributes:
        letters: The letters of each cell, in the order of `puzzle.cells`; over the open alphabet one shown letter
            stands for all that no clue can tell from it.
    """

    puzzle: Puzzle
    letters: tuple[str, ...]

    def __repr__(self) -> str:
        return in_one_line("Cube", counted(self.size, "solution"), " ".join(self.letters))

    @property
    def size(self) -> int:
        """The number of solutions in the cube."""
        return prod(map(len, self.letters))

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross solve --cubes` prints as JSON of a cube."""
        return {"cells": list(self.letters), "size": self.size}


class SearchReport(NamedTuple):
    """What is known of a search, as plain data: its attributes of the same names.

    Attributes:
        number: Of solutions found: its `count`.
        solver: The solver that was asked for.
        seconds: By stage.
    """

    puzzle: Puzzle
    status: Status
    number: int
    is_complete: bool
    was_searched: bool
    stopped: Stopped
    alphabet: str | None
    solver: str
    stats: Mapping[str, int]
    seconds: Mapping[str, float]


class Search:
    """The solutions of a puzzle, found as they are asked for.  Iterate it once; its attributes say what is known.

    Attributes:
        count: Solutions found.
        is_complete: Whether there are no others.
        was_searched: Whether guesses or a solver were needed; False: propagation alone decided.
        was_hard: Whether a solver needed many conflicts to find that there are no other solutions.
        stopped: What ended the search early: "limit", "timeout", or "" if nothing did.
        alphabet: Its letters, or "any"; None until the search has begun.
        stats: Cells, letters, clues, letter classes, revisions (prunings of a constraint), variables, clauses.
        seconds: The seconds that each stage has taken: "compile", "propagate", the strategies of the search by their
            names, "encode" for the formulas that they write, and "verify".
        presolved: The puzzle compiled and propagated, for further questions; None: the search has not come so far.

    Args:
        limit: Stop after this many solutions (None: find all).
        encoding: How regular clues become clauses: "auto", or one of `satcross.solver.encodings`.
        budget: Its limits; None: a new `Budget()` when the first solution is asked for.  The `solver`
            and the `encoding` of its tuning are replaced by those given here.
        presolved: What `presolve` returns for the puzzle, if that is known already.  If nothing of it has been
            propagated, the solver gets the whole puzzle; the answers are the same.
        known: A puzzle whose clues need not be parsed again.

    When iterated, it raises what `compile_puzzle` raises.

    Raises:
        OptionError: If the solver or the encoding is unknown, or a number is out of range.
    """

    # what is known before the search has begun
    count: int = 0
    is_complete: bool = False
    was_searched: bool = False
    was_hard: bool = False
    stopped: Stopped = ""
    alphabet: str | None = None
    _is_exhausted: bool = False
    _is_representative: bool = False

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        limit: int | None = None,
        solver: str = AUTO,
        encoding: str = AUTO,
        budget: Budget | None = None,
        presolved: PresolvedPuzzle | None = None,
        known: PuzzleLetters | None = None,
    ) -> None:
        _check_names(solver, encoding)
        if not isinstance(puzzle, Puzzle):
            raise wrong_type("puzzle", puzzle, "a Puzzle")
        if limit is not None and limit < 1:
            raise OptionError(f"the limit must be at least 1, not {limit}", code="option-number")
        self.puzzle: Final = puzzle
        self.limit: Final = limit
        self.solver: Final = solver
        self.stats: dict[str, int] = {}
        self.presolved = presolved
        self.read = presolved.letters if presolved else known
        self._encoding: Final = encoding
        self._budget = budget
        self._stopwatch = Stopwatch()
        self._solutions = self._listed(self._solutions_in)
        self._expectation: Final = _expectation_of(puzzle)

    def __iter__(self) -> Iterator[Solution]:
        return self._solutions

    def __repr__(self) -> str:
        return in_one_line("Search", self.status, f"{counted(self.count, 'solution')} so far", self.stopped)

    def __next__(self) -> Solution:
        return next(self._solutions)

    def run(self) -> Search:
        """Search to the end (or the limit, or the timeout) and return this search."""
        for _ in self._solutions:
            pass
        return self

    @property
    def seconds(self) -> dict[str, float]:
        """The seconds that each stage has taken."""
        return self._stopwatch.seconds

    @property
    def status(self) -> Status:
        """What is known of the puzzle: "unique", "several", "none", or "unknown"."""
        if self.count > 1 or (self.count and self._is_representative):
            return "several"
        if not self.is_complete:
            return "unknown"
        return "unique" if self.count else "none"

    def report(self) -> SearchReport:
        """Return what is known now."""
        return SearchReport(
            self.puzzle,
            self.status,
            self.count,
            self.is_complete,
            self.was_searched,
            self.stopped,
            self.alphabet,
            self.solver,
            dict(self.stats),
            dict(self.seconds),
        )

    def mismatches(self, nearest: Iterable[Solution] = ()) -> tuple[Mismatch, ...]:
        """Return how the solutions found so far disagree with the solutions that the puzzle's author expects.

        Args:
            nearest: Solutions that are known to be nearer to each other than those found; they are reported first.

        Raises:
            SatcrossError: What `compile_puzzle` raises.
        """
        if self._expectation is None:
            return ()
        for solution in nearest:
            self._expectation.see_nearest(solution.letters)
        return self._expectation.mismatches(self._budget or UNLIMITED, self.read)

    def cubes(self) -> Iterator[Cube]:
        """Yield disjoint cubes that hold exactly the solutions; use it instead of iterating the search.

        The search's limit is one on cubes here; `count` still counts solutions.
        """
        return self._listed(self._cube_of, is_wide=True)

    def _listed(self, answers: _Answers[_Answer], *, is_wide: bool = False) -> Iterator[_Answer]:
        """Yield the verified `answers` that each cube stands for, at most `limit`, and note what is known."""
        self._stopwatch.start()
        budget, number = (self._budget or Budget()).tuned(solver=self.solver, encoding=self._encoding), 0
        try:
            presolved = self._presolved(budget)
            verifier = Verifier(presolved.letters, budget)
            for masks, is_last in self._cubes(presolved, budget, is_wide):
                self._is_representative |= presolved.is_representative(masks)
                self.is_complete = is_last and presolved.letters.is_one_solution(masks)
                wanted = None if self.limit is None else self.limit - number
                for size, answer in answers(verifier, masks, wanted):
                    self._stopwatch.book("verify")
                    number += 1
                    self.count += size
                    if number == self.limit and not self.is_complete:
                        self.stopped = "limit"
                    yield answer
                    if number == self.limit:
                        return
                    if not number & 255:
                        budget.note("listing solutions", self.count)
                        budget.check()
                    self._stopwatch.start()
                if not self.is_complete:
                    budget.check()
            self.is_complete = self._is_exhausted
        except TimeUp:
            self.stopped = "timeout"

    def _solutions_in(self, verifier: Verifier, masks: Masks, wanted: int | None) -> Iterator[tuple[int, Solution]]:
        """Yield the solutions in a cube, at most `wanted`, each as one."""
        for letters in verifier.solutions(masks, wanted):
            if self._expectation is not None:
                self._expectation.see(letters)
            yield 1, Solution(self.puzzle, letters)

    def _cube_of(self, verifier: Verifier, masks: Masks, wanted: int | None) -> Iterator[tuple[int, Cube]]:
        """Yield the cube itself, and how many solutions it holds."""
        verifier.check_cube(masks)
        cube = Cube(self.puzzle, verifier.read.of_each(masks))
        if self._expectation is not None:
            self._expectation.see_cube(cube.letters)
        yield cube.size, cube

    def _presolved(self, budget: Budget) -> PresolvedPuzzle:
        """Return the puzzle compiled and propagated, unless it is known already."""
        presolved = self.presolved
        if presolved is None:
            self.read = read_letters(self.puzzle, budget, known=self.read)
            presolved = self.presolved = propagate(self.read, budget, self._stopwatch.book)
        compiled = presolved.compiled
        self.alphabet = ANY if compiled.letters.is_alphabet_open else to_text(compiled.alphabet)
        self.stats = {
            "cells": len(self.puzzle.cells),
            "clues": sum([len(line.clues) for line in self.puzzle.lines]),
            "classes": len(compiled.classes.members),
        }
        if presolved.revisions is not None:
            self.stats["revisions"] = presolved.revisions
        residual = presolved.residual
        self.was_searched = residual is not None and not (residual.is_settled and are_single(residual.masks))
        if "propagate" in self.seconds:  # finding out which clues are still open is part of it
            self._stopwatch.book("propagate")
        if self.was_searched:
            self.stats.update(variables=0, clauses=0)
        return presolved

    def _cubes(self, presolved: PresolvedPuzzle, budget: Budget, is_wide: bool) -> Iterator[tuple[Masks, bool]]:
        """Yield disjoint cubes that hold the solutions, each with whether it is certain that there are no more.

        The first ones come as soon as they are found, at the price of more cubes, unless wide ones are wanted.
        """
        if presolved.residual is None:
            self._is_exhausted = True
            return
        for message in self._messages(presolved, budget, is_wide):
            if message.cube is not None:
                yield message.cube, message.is_last
            self._is_exhausted |= message.is_last

    def _messages(self, presolved: PresolvedPuzzle, budget: Budget, is_wide: bool) -> Iterator[Found]:
        assert presolved.residual is not None
        stages = plan if presolved.is_propagated else plan_without_propagation
        for message in search(
            presolved.residual,
            budget,
            plan=wide(stages) if is_wide else stages,
            known=KnownSolutions(presolved.letters.is_one_solution),
            stopwatch=self._stopwatch,
        ):
            if message.formula is not None:
                self.stats["variables"] += message.formula.variables
                self.stats["clauses"] += message.formula.clauses
            self.was_hard |= message.is_hard
            yield message


def _expectation_of(puzzle: Puzzle) -> Expectation | None:
    """Return what compares the solutions of `puzzle` with the solutions that its author expects, if there are any."""
    if not (puzzle.expected or puzzle.expects_all):
        return None
    from satcross.solver.expected import Expectation

    return Expectation(puzzle)


def _check_names(solver: str, encoding: str) -> None:
    """Raise OptionError if there is no such solver or encoding."""
    if solver != AUTO:
        from satcross.solver.python_sat import check_solver

        check_solver(solver)
    if encoding != AUTO:
        from satcross.solver.encodings import check_encoding

        check_encoding(encoding)


class Check(NamedTuple):
    """The verdict on a puzzle.

    Attributes:
        witnesses: No solution, one (the only solution, or the only one known) or two solutions; if there are several,
            the first is one that the author expects, where such a solution is known.
        was_searched: Whether guesses or a solver were needed; False: propagation alone decided.
        stopped: Why the verdict is "unknown", if it is.
        mismatches: How the puzzle and the solutions that its author expects disagree.
        diagnosis: Why there is no solution, if that was asked.
    """

    status: Status
    witnesses: tuple[Solution, ...]
    was_searched: bool
    stopped: Stopped
    mismatches: tuple[Mismatch, ...] = ()
    diagnosis: Diagnosis | None = None

    def as_json(self) -> dict[str, Any]:
        """Return what `satcross check` prints as JSON of a puzzle, with what the verdict includes."""
        diagnosis = {} if self.diagnosis is None else {"diagnosis": self.diagnosis.as_json()}
        return {
            "status": self.status,
            "complete": self.status in ("unique", "none"),
            "count": len(self.witnesses),
            "searched": self.was_searched,
            "solutions": [witness.as_json() for witness in self.witnesses],
            "differing_cells": [json_cell(cell) for cell in self.differing_cells],
            **diagnosis,
            "mismatches": [mismatch.as_json() for mismatch in self.mismatches],
        }

    def __repr__(self) -> str:
        differ = f"they differ in {counted(len(self.differing_cells), 'cell')}" if len(self.witnesses) > 1 else ""
        letters = " ".join(self.witnesses[0].rows) if self.status == "unique" else differ
        return in_one_line("Check", self.status, letters or self.stopped, self._reason().split("\n")[0])

    def _repr_html_(self) -> str:
        verdict = f"{self.status} ({self.stopped})" if self.stopped == "timeout" else self.status
        text = "\n".join([verdict, *map(str, self.mismatches), *filter(None, [self._reason()])])
        marked = [place for place, cell in enumerate(self._cells()) if cell in set(self.differing_cells)]
        pictures = [picture(witness.puzzle, witness.letters, marked) for witness in self.witnesses]
        return paragraph(text) + "".join(pictures)

    def _reason(self) -> str:
        return "" if self.diagnosis is None else str(self.diagnosis)

    def _cells(self) -> tuple[Cell, ...]:
        return self.witnesses[0].puzzle.cells if self.witnesses else ()

    @property
    def differing_cells(self) -> tuple[tuple[int, int] | str, ...]:
        """The addresses of the cells in which two witnesses differ, in the puzzle's order."""
        return differing_cells(*self.witnesses) if len(self.witnesses) == 2 else ()


def check(puzzle: Puzzle, *, solver: str = AUTO, timeout: float | None = None, budget: Budget | None = None) -> Check:
    """Return whether `puzzle` has one solution, several, or none; "unknown" only if the time runs out.

    If the puzzle names the solutions that its author expects, these are compared with what is found.

    Args:
        timeout, budget: The time limit in seconds, and further limits.
    """
    from satcross.solver.expected import enough_solutions

    budget = limits(timeout, budget)
    return checked(Search(puzzle, limit=enough_solutions(puzzle), solver=solver, budget=budget))


def checked(search: Search) -> Check:
    """Return the verdict of `search`, which is run to its end."""
    solutions = list(search)
    mismatches = search.mismatches()
    if len(solutions) > 1 and search.presolved and search.puzzle.expected:
        from satcross.solver.expected import expected_solution

        target = expected_solution(search.presolved.letters)
        if target is not None:
            solutions = [target, next(solution for solution in solutions if solution != target)]
    return Check(search.status, tuple(solutions[:2]), search.was_searched, search.stopped, mismatches)


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    solver: str = AUTO,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of `puzzle`, as they are found.

    Args:
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        TimeUp: If the time runs out before the search is complete: a stopped list must not pass for a whole one.
    """
    budget = limits(timeout, budget)
    search = Search(puzzle, limit=limit, solver=solver, budget=budget)
    yield from islice(search, limit)
    if search.stopped == "timeout":
        raise TimeUp
