"""`satcross solve`: the solutions of puzzles, and whether there are others."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from satcross.base.budget import Budget
from satcross.base.wording import capital
from satcross.cli.answers import (
    SearchReport,
    free_cells,
    json_mismatches,
    json_object,
    json_solution,
    mismatch_lines,
    report_of,
    search_verdict,
    statistics,
    summary,
    verdict,
    with_mismatches,
)
from satcross.cli.driver import answer_agenda, answer_all, puzzle_agenda
from satcross.cli.options import (
    add_drawing_options,
    add_encoding_option,
    add_file_options,
    add_grid_option,
    add_jobs_option,
    add_recursive_option,
    add_search_options,
    count,
)
from satcross.cli.outcome import (
    Appearance,
    Columns,
    Inquiry,
    PartialAnswer,
    Send,
    WorkedOut,
    json_line,
    size_of,
)
from satcross.cli.parser import Options, Parser, changed, command_parser
from satcross.cli.puzzles import FiledPuzzle, read_given_grid
from satcross.cli.sinks import sink_of
from satcross.cli.statuses import NO, UNKNOWN, YES, Termination
from satcross.cli.terminal import Written, message_line, say
from satcross.errors import LimitError, OptionError, printable, tidy
from satcross.pictures.text import STRONG, draw, text_of
from satcross.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from satcross.solver.diagnosis import Diagnosis
    from satcross.solver.expected import Mismatch
    from satcross.solver.solutions import Search

LIMIT: Final = 2  # enough to know whether the first solution is the only one


def make_parser() -> Parser:
    parser = command_parser(
        "solve",
        """
A puzzle is a file (- is standard input), or the clues of its rows and columns. If a clue begins with a hyphen, write
[-] for it, or it looks like an option. Every solution is matched once more against all clues, without the solver,
before it is shown.
""",
        """
        satcross solve puzzles/mit-2013.toml
        satcross solve --rows 'HE|LL|O+' '[PLEASE]+' --columns '[^SPEAK]+' 'EP|IP|EF'
        satcross solve --all --json puzzle.toml > solutions.jsonl
        satcross solve --trace puzzle.toml | less
        """,
    )
    parser.hyphen_hint = "write the first hyphen of a clue as [-], so that it is not taken for an option"
    _add_puzzle_options(parser)
    _add_solution_options(parser)
    _add_answer_options(parser)
    add_grid_option(parser)
    add_file_options(parser)
    add_encoding_option(parser)
    add_search_options(parser)
    add_jobs_option(parser)
    add_drawing_options(parser)
    return parser


def _add_puzzle_options(parser: Parser) -> None:
    """Add what names the puzzles: files, or the clues of one puzzle."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="puzzles, in any format that satcross reads, or folders"
    )
    add_recursive_option(parser)
    parser.add_argument("--rows", nargs="+", metavar="CLUE", help="the clue of each row, from the top ('': none)")
    parser.add_argument(
        "--columns", nargs="+", metavar="CLUE", help="the clue of each column, from the left ('': none)"
    )


def _add_solution_options(parser: Parser) -> None:
    """Add the options that say which of the solutions are wanted, and how many."""
    number = parser.add_mutually_exclusive_group()
    limit = str(LIMIT)  # a text: argparse overlooks an option beside another one if it has the very default value
    number.add_argument("--limit", type=count, default=limit, metavar="N", help=f"at most N solutions; default {LIMIT}")
    number.add_argument("--all", action="store_true", help="print all solutions, each as soon as it is found")
    number.add_argument(
        "--sample", type=count, metavar="N", help="print N solutions drawn at random, all equally likely"
    )
    parser.add_argument("--seed", type=count, metavar="N", help="the seed of --sample; default 1")
    parser.add_argument(
        "--cubes",
        action="store_true",
        help="print sets of solutions instead: letters for each cell, of which every combination is one",
    )


def _add_answer_options(parser: Parser) -> None:
    """Add the options that say in which form the answer is, and what is printed beside it."""
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--json",
        action="store_true",
        help="print JSON Lines, one object for each puzzle; with --all also one for each solution",
    )
    kind.add_argument(
        "--trace", action="store_true", help="show each step of propagation: the clue, what it rules out, the grid"
    )
    parser.add_argument(
        "--stats", action="store_true", help="print the size of the formula and the seconds of each stage"
    )


def run(options: Options) -> int:
    inquiry = _inquiry(options)
    if not options.quiet:
        for remark in _without_effect(options):
            say(f"satcross: {remark}")
    with sink_of(options) as sink:
        if options.rows is None and options.columns is None:
            if not options.files:
                hint = "name a file (- is standard input), or give --rows and --columns"
                raise OptionError("no puzzle is given", hint=hint)
            return answer_all(options, inquiry, sink)
        if options.files:
            message = "a file cannot be combined with --rows and --columns: each is a puzzle of its own"
            raise OptionError(message, hint="leave out the file, or --rows and --columns")
        if options.rows is None or options.columns is None:
            missing = "--rows" if options.rows is None else "--columns"
            raise OptionError(f"{missing} is missing", hint="every row and every column needs an entry; '' is no clue")
        from satcross.puzzle.shapes import rectangle

        puzzle = rectangle(rows=options.rows, columns=options.columns)
        options = changed(options, results=None)  # the database is for puzzles in files
        agenda = puzzle_agenda(
            iter([FiledPuzzle(puzzle, started=options.started, grid=read_given_grid(options))]), options, inquiry
        )
        return answer_agenda(agenda, inquiry, options, sink)


def _without_effect(options: Options) -> Iterator[str]:
    """Yield which options change nothing beside the others, and why."""
    if options.seed is not None and options.sample is None:
        yield "--seed changes nothing without --sample"
    if options.rows is not None:
        for name, value in (
            ("results", options.results),
            ("puzzle", options.puzzle),
            ("from", options.format),
            ("charset", options.charset),
        ):
            if value is not None:
                yield f"--{name} changes nothing, because no file is named"


def _inquiry(options: Options) -> Inquiry:
    """Return what the options ask about each puzzle.  Raises OptionError."""
    if options.cubes or options.sample is not None:
        from satcross.cli import lists

        return lists.inquiry(options)
    return INQUIRY


class SolveQuestion(NamedTuple):
    """Everything that the answer depends on, besides the budget.

    Attributes:
        limit: How many solutions are looked for; None: all.
        is_listed: Whether the outcome holds the solutions.
        is_sent: Whether each solution is sent as soon as it is found.
        is_traced: Whether the steps of propagation are sent.
    """

    puzzle: Puzzle
    limit: int | None
    solver: str
    encoding: str
    is_listed: bool
    is_sent: bool
    is_traced: bool


def question(puzzle: Puzzle, options: Options) -> SolveQuestion:
    """Return what the options ask about a puzzle."""
    return SolveQuestion(
        puzzle,
        None if options.all else options.limit,
        options.solver,
        options.encoding,
        is_listed=not options.all and (options.json or options.results is not None),
        is_sent=options.all or not options.json,
        is_traced=options.trace,
    )


def answer(question: SolveQuestion, budget: Budget, send: Send) -> WorkedOut:
    """Return what is known about the solutions; parts are sent before.  Raises what `compile_puzzle` raises."""
    from satcross.solver.solutions import Search

    start = perf_counter()
    puzzle = question.puzzle
    search = Search(
        puzzle,
        limit=question.limit,
        solver=question.solver,
        budget=budget,
        encoding=question.encoding,
    )
    listed: list[Solution] = []
    try:
        heading: Heading | None = Heading(puzzle.source)
        for part in _parts(question, search, budget, listed):
            if heading is not None:  # it comes when the clues have been read without an error
                send(heading)
                heading = None
            send(part)
    except (KeyboardInterrupt, Termination, LimitError) as error:
        if search.count or not isinstance(error, LimitError):
            send(InterruptedSearch(_outcome(question, search, listed)))
        raise
    diagnosis = None
    if search.status == "none":
        from satcross.cli.diagnosed import diagnosed

        diagnosis = diagnosed(search, budget)
    outcome = _outcome(question, search, listed)
    outcome = outcome._replace(diagnosis=diagnosis, mismatches=search.mismatches(), elapsed=perf_counter() - start)
    return WorkedOut(outcome, search.presolved)


def _outcome(question: SolveQuestion, search: Search, listed: list[Solution]) -> SolveOutcome:
    """Return what is known now, without what takes further work."""
    solutions = tuple(listed) if question.is_listed else None
    return SolveOutcome(report_of(search), solutions)


def _parts(question: SolveQuestion, search: Search, budget: Budget, listed: list[Solution]) -> Iterator[PartialAnswer]:
    """Yield what people are shown as soon as it is known; the solutions that the outcome holds go to `listed`."""
    if question.is_traced:
        from satcross.cli.traced import traced

        yield from traced(question.puzzle, budget)
    for number, solution in enumerate(search, 1):
        if question.is_listed:
            listed.append(solution)
        if question.is_sent:
            yield SolutionFound(number, solution.letters)
    yield SearchVerdict(report_of(search), question.is_traced)


class SolveOutcome(NamedTuple):
    """What is known about the solutions of a puzzle.

    Attributes:
        solutions: None: they have been sent as they were found.
        diagnosis: Why there are none.
        mismatches: How they disagree with those that the puzzle's author expects; None: that was not asked.
        elapsed: Seconds.
    """

    search: SearchReport
    solutions: tuple[Solution, ...] | None
    diagnosis: Diagnosis | None = None
    mismatches: tuple[Mismatch, ...] | None = None
    elapsed: float = 0.0

    @property
    def exit_status(self) -> int:
        status = UNKNOWN if self.search.stopped == "timeout" else YES if self.search.number else NO
        return with_mismatches(status, self.mismatches or ())

    @property
    def verdict(self) -> str:
        return search_verdict(self.search, self.mismatches or ())

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        more = {} if self.mismatches is None else json_mismatches(self.search.puzzle, self.mismatches)
        if self.diagnosis is not None:
            from satcross.cli.diagnosed import json_diagnosis

            more["diagnosis"] = json_diagnosis(self.diagnosis)
        return json_object(asked, self.search, self.solutions, **more)

    def columns(self, asked: FiledPuzzle) -> Columns:
        is_final = self.search.stopped != "timeout" and (self.diagnosis is None or self.diagnosis.is_complete)
        witnesses = [json_solution(solution) for solution in (self.solutions or ())[:2]]
        return Columns(self.search.status, is_final, self.search.number, self.search.is_complete, witnesses)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if look.is_json:
            yield json_line(self.as_json(asked))
        else:
            if self.diagnosis is not None:
                from satcross.cli.diagnosed import diagnosis_text

                yield "out", diagnosis_text(self.diagnosis, look.style) + "\n"
            yield "out", mismatch_lines(self.mismatches or (), indent="")
            if not look.is_quiet:
                yield message_line(summary(self.search, self.elapsed))
        if look.has_statistics:
            yield message_line(statistics(self.search))


class InterruptedSearch(NamedTuple):
    """What was known when the search was interrupted, or reached a limit; only programs get it."""

    outcome: SolveOutcome

    @property
    def size(self) -> int:
        return sum([size_of(solution.letters) for solution in self.outcome.solutions or ()])

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if look.is_json:
            yield json_line(self.outcome.as_json(asked))


class Heading(NamedTuple):
    """The title of the puzzle, before it the file where there are several, and where it is from; only people get it."""

    source: str

    @property
    def size(self) -> int:
        return size_of(())

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if look.is_json or asked.file is None:
            return
        title = tidy(asked.name or asked.puzzle.title)
        source = f" ({tidy(self.source)})" if self.source else ""
        heading = f"{asked.label}{source}" if look.is_one_of_several or not title else f"{title}{source}"
        yield "out", look.style.paint(heading, STRONG) + "\n\n"


class SolutionFound(NamedTuple):
    """A solution: its number from 1, and the letters of the cells."""

    number: int
    letters: tuple[str, ...]

    @property
    def size(self) -> int:
        return size_of(self.letters)

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if look.is_json:
            yield json_line(json_solution(Solution(asked.puzzle, self.letters)))
            return
        heading = f"Solution {self.number}:\n\n" if self.number > 1 else ""
        yield "out", f"{heading}{text_of(draw(asked.puzzle, self.letters, style=look.style))}\n\n"


class SearchVerdict(NamedTuple):
    """What people are told at the end of the search; only they get it."""

    search: SearchReport
    is_traced: bool

    @property
    def size(self) -> int:
        return size_of(())

    def shown(self, asked: FiledPuzzle, look: Appearance) -> Iterator[Written]:
        if look.is_json:
            return
        yield "out", verdict(self.search) + "\n"
        if free := free_cells(self.search):
            yield "out", printable(capital(f"{free}.")) + "\n"
        if self.is_traced:
            was_searched = self.search.was_searched
            yield "out", "Search was needed.\n" if was_searched else "Propagation alone was enough.\n"


INQUIRY: Final = Inquiry(question, answer, (SolveOutcome, SearchVerdict, SolutionFound, Heading, InterruptedSearch))
