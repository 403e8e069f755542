"""What `satcross solve` finds of very many solutions: cubes of them, or some drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final, NamedTuple

from satcross.author.sampling import Sample, sample
from satcross.base.budget import Budget
from satcross.base.tuning import AUTO
from satcross.base.wording import capital, counted
from satcross.cli.answers import (
    SearchReport,
    json_head,
    json_mismatches,
    json_object,
    json_out_of_time,
    json_solution,
    mismatch_lines,
    report_of,
    search_verdict,
    summary,
    verdict_of,
    with_mismatches,
)
from satcross.cli.outcome import Appearance, Inquiry, Send, WorkedOut, json_line, size_of
from satcross.cli.parser import Options
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.statuses import NO, UNKNOWN, YES
from satcross.cli.terminal import Written, message_line
from satcross.errors import OptionError, TimeUp
from satcross.pictures.text import TextStyle, draw, shown_letters, text_of
from satcross.puzzle.model import Puzzle
from satcross.solver.backends.python_sat import check_solver
from satcross.solver.expected import Mismatch, mismatches
from satcross.solver.solutions import Cube, Search

NO_SOLUTION: Final = "No solution; satcross check says why."


def inquiry(options: Options) -> Inquiry:
    """Return what `--cubes` or `--sample` asks about each puzzle.  Raises OptionError for options beside them."""
    if options.cubes and (options.sample is not None or options.trace):
        message = "--cubes cannot be combined with --sample or --trace"
        raise OptionError(message, hint="leave out --cubes, or --sample and --trace")
    if options.sample is not None and options.trace:
        message = "--sample and --trace cannot be combined: drawing at random has no steps to show"
        raise OptionError(message, hint="leave out --sample or --trace")
    return CUBES if options.cubes else SAMPLE


class CubesQuestion(NamedTuple):
    """Everything that the answer depends on, besides the budget.

    Attributes:
        limit: How many cubes are looked for; None: all.
    """

    puzzle: Puzzle
    limit: int | None
    solver: str
    encoding: str


def cubes_question(puzzle: Puzzle, options: Options) -> CubesQuestion:
    """Return what the options ask about a puzzle."""
    limit = None if options.all else options.limit
    return CubesQuestion(puzzle, limit, options.solver, options.encoding)


def cubes_answer(question: CubesQuestion, budget: Budget, send: Send) -> WorkedOut:
    """Send disjoint cubes that hold exactly the solutions, as they are found, and return what is known at the end."""
    start = perf_counter()
    puzzle, limit, solver, encoding = question
    search = Search(puzzle, limit=limit, solver=solver, budget=budget, encoding=encoding)
    number = 0
    for number, cube in enumerate(search.cubes(), 1):
        send(CubeFound(number, cube.letters))
    return WorkedOut(CubesOutcome(report_of(search), number, search.mismatches(), perf_counter() - start))


class CubeFound(NamedTuple):
    """A cube: its number from 1, and the letters of each cell."""

    number: int
    letters: tuple[str, ...]

    @property
    def size(self) -> int:
        return size_of(self.letters)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        size = Cube(asked.puzzle, self.letters).size
        if look.is_json:
            yield json_line({"cells": list(self.letters), "size": size})
            return
        picture = text_of(draw(asked.puzzle, [_symbol(each, look.style) for each in self.letters], style=look.style))
        yield "out", f"Cube {self.number} ({counted(size, 'solution')}):\n\n{picture}\n\n"


class CubesOutcome(NamedTuple):
    """What is known after the cubes: how many there are, and how their solutions disagree with the expected ones."""

    search: SearchReport
    cubes: int
    mismatches: tuple[Mismatch, ...]
    elapsed: float

    @property
    def exit_status(self) -> int:
        status = UNKNOWN if self.search.stopped == "timeout" else YES if self.search.number else NO
        return with_mismatches(status, self.mismatches)

    @property
    def verdict(self) -> str:
        return search_verdict(self.search, self.mismatches)

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        more = json_mismatches(self.search.puzzle, self.mismatches)
        return json_object(asked, self.search, None, cubes=self.cubes, **more)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if look.is_json:
            yield json_line(self.as_json(asked))
            return
        search = self.search
        end = {"": ", and no others", "limit": "; --all lists them all", "timeout": " so far (out of time)"}
        stands_for_more = search.status == "several" and search.number == 1  # over the open alphabet
        solutions = "several solutions" if stands_for_more else counted(search.number, "solution")
        number = f"{solutions} in {counted(self.cubes, 'cube')}{end[search.stopped]}"
        yield "out", (f"{capital(number)}." if search.number or search.stopped else NO_SOLUTION) + "\n"
        yield "out", mismatch_lines(self.mismatches, indent="")
        if not look.is_quiet:
            yield message_line(summary(search, self.elapsed))


def _symbol(letters: str, style: TextStyle) -> str:
    return letters if len(letters) == 1 else f"[{shown_letters(letters, style)}]"


class SampleQuestion(NamedTuple):
    """Everything that the answer depends on, besides the budget; the solver only has to be one that exists."""

    puzzle: Puzzle
    number: int
    seed: int
    solver: str


def sample_question(puzzle: Puzzle, options: Options) -> SampleQuestion:
    """Return what the options ask about a puzzle."""
    return SampleQuestion(puzzle, options.sample, options.seed or 1, options.solver)


def sample_answer(question: SampleQuestion, budget: Budget, send: Send) -> WorkedOut:
    """Return solutions drawn at random."""
    puzzle, number, seed, solver = question
    check_solver(solver)
    try:
        drawn = sample(puzzle, number, seed=seed, budget=budget)
    except TimeUp:
        return WorkedOut(SampleOutcome(puzzle, solver, None, ()))
    return WorkedOut(SampleOutcome(puzzle, solver, drawn, mismatches(puzzle, drawn.solutions, budget)))


class SampleOutcome(NamedTuple):
    """Solutions drawn at random, and how they disagree with those that the puzzle's author expects.

    Attributes:
        sample: None: the time was too short.
    """

    puzzle: Puzzle
    solver: str
    sample: Sample | None
    mismatches: tuple[Mismatch, ...]

    @property
    def exit_status(self) -> int:
        if self.sample is None:
            return UNKNOWN
        return with_mismatches(YES if self.sample.solutions else NO, self.mismatches)

    @property
    def verdict(self) -> str:
        if self.sample is None:
            return verdict_of("unknown")
        return verdict_of("unknown" if self.sample.solutions else "none", has_solution=True, mismatches=self.mismatches)

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        if self.sample is None:
            return json_out_of_time(asked)
        drawn = len(self.sample.solutions)
        return {**json_head(asked), "drawn": drawn, **json_mismatches(self.puzzle, self.mismatches)}

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        solutions = () if self.sample is None else self.sample.solutions
        if look.is_json:
            yield from [json_line(json_solution(solution)) for solution in solutions]
            yield json_line(self.as_json(asked))
            return
        if self.sample is None:
            yield "out", f"{asked.label}: unknown (out of time)\n"
            return
        for number, solution in enumerate(solutions, 1):
            yield "out", f"Solution {number}:\n\n{text_of(draw(asked.puzzle, solution.letters, style=look.style))}\n\n"
        yield "out", ("Drawn uniformly, by counting." if solutions else NO_SOLUTION) + "\n"
        yield "out", mismatch_lines(self.mismatches, indent="")
        if self.solver != AUTO:
            yield message_line(f"the solver {self.solver} was not needed: solutions are drawn by counting")


CUBES: Final = Inquiry(cubes_question, cubes_answer)
SAMPLE: Final = Inquiry(sample_question, sample_answer)
