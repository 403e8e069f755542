"""`satcross solve`: the solutions of puzzles, and whether there are others.

Of very many solutions it shows cubes, or some that are drawn at random.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from satcross.base.budget import AUTO, Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import capital, counted
from satcross.cli.answers import (
    NOT_COMPUTED,
    free_cells,
    grid_lines,
    json_head,
    json_mismatches,
    json_object,
    json_out_of_time,
    mismatch_lines,
    search_verdict,
    statistics,
    summary,
    verdict,
    verdict_of,
    with_mismatches,
)
from satcross.cli.driver import answer_agenda, answer_all, puzzle_agenda
from satcross.cli.options import DRAWING, FILE_OPTIONS, SEARCH, count, many_puzzles, option
from satcross.cli.outcome import Appearance, Inquiry, Send, with_exit_status
from satcross.cli.parser import OptionGroup, Options, Parser, changed, command_parser
from satcross.cli.puzzles import FiledPuzzle, read_given_grid
from satcross.cli.signals import NO, UNKNOWN, YES, Termination
from satcross.cli.sinks import sink_of
from satcross.cli.terminal import Written, message_line, say
from satcross.errors import LimitError, OptionError, TimeUp, printable, tidy
from satcross.pictures.text import STRONG, TextStyle, draw, shown_letters, text_of
from satcross.puzzle import Puzzle, Solution

if TYPE_CHECKING:
    from satcross.author.counting import Sample
    from satcross.author.likely_mistakes import LikelyMistake
    from satcross.solver.diagnosis import Diagnosis
    from satcross.solver.expected import GridGrade, Mismatch
    from satcross.solver.solutions import Cube, Search, SearchReport

EFFECT_SECONDS: Final = 3.0
"""How long to look for what corrected clues would change; without a likely mistake no time is needed."""

MISTAKES: Final = 6  # likely mistakes that are shown; with more the solutions would scroll away

NO_SOLUTION: Final = "No solution; satcross check says why."

LIMIT: Final = 2  # enough to know whether the first solution is the only one


def make_solve_parser() -> Parser:
    return command_parser(
        "solve",
        """
A puzzle is a file (- is standard input), or the clues of its rows and columns. If a clue begins with a hyphen, write
it as [-]; otherwise it is read as an option. Every solution is matched once more against all clues, without the solver,
before it is shown. Likely mistakes in clues are named where they may explain the answer: if there are no or several
solutions, or if the solution has characters other than ASCII letters and digits.
""",
        """
        satcross solve puzzles/mit-2013.toml
        satcross solve --rows 'HE|LL|O+' '[PLEASE]+' --columns '[^SPEAK]+' 'EP|IP|EF'
        satcross solve --all --json puzzle.toml > solutions.jsonl
        satcross solve --trace puzzle.toml | less
        """,
        (
            *PUZZLES,
            *SOLUTIONS,
            *ANSWERS,
            option("--grid"),
            FILE_OPTIONS,
            option("--encoding"),
            *SEARCH,
            many_puzzles(),
            *DRAWING,
        ),
        hyphen_hint="write the first hyphen of a clue as [-], so that it is not taken for an option",
    )


CLUES: Final[dict[str, Any]] = {"nargs": "+", "action": "extend", "metavar": "CLUE"}

PUZZLES: Final = (
    option("files", nargs="*", help="puzzles, in any format that satcross reads, or folders"),
    option("--recursive"),
    option("--rows", **CLUES, help="the clue of each row, from the top ('': none)"),
    option("--columns", **CLUES, help="the clue of each column, from the left ('': none)"),
)
"""What names the puzzles: files, or the clues of one puzzle."""


SOLUTIONS: Final = (
    OptionGroup(
        None,
        (
            # the default is a text: argparse overlooks an option beside another one if it has the very default value
            option("--limit", default=str(LIMIT), help=f"at most N solutions; default {LIMIT}"),
            option("--all", help="print all solutions, each as soon as it is found"),
            option("--sample", type=count, metavar="N", help="print N solutions drawn at random, all equally likely"),
        ),
    ),
    option("--seed", type=count, help="the seed of --sample; default 1"),
    option(
        "--cubes",
        action="store_true",
        help="print sets of solutions instead: letters for each cell, of which every combination is one",
    ),
)
"""The options that say which of the solutions are wanted, and how many."""


ANSWERS: Final = (
    OptionGroup(
        None,
        (
            option(
                "--json", help="print JSON Lines, one object for each puzzle; with --all also one for each solution"
            ),
            option(
                "--trace",
                action="store_true",
                help="show each step of propagation: the clue, what it rules out, the grid",
            ),
        ),
    ),
    option("--stats", help="print the size of the formula and the seconds of each stage"),
)
"""The options that say in which form the answer is, and what is printed beside it."""


def run_solve(options: Options) -> int:
    inquiry = _inquiry(options)
    if not options.quiet:
        for remark in _without_effect(options):
            say(f"satcross: {remark}")
    with sink_of(options, inquiry) as sink:
        if options.rows is None and options.columns is None:
            if not options.files:
                raise OptionError(
                    "no puzzle is given", hint="name a file (- is standard input), or give --rows and --columns"
                )
            return answer_all(options, inquiry, sink)
        if options.files:
            raise OptionError(
                "a file cannot be combined with --rows and --columns: each is its own puzzle",
                hint="leave out the file, or --rows and --columns",
            )
        if options.rows is None or options.columns is None:
            missing = "--rows" if options.rows is None else "--columns"
            raise OptionError(
                f"{missing} is missing", hint="every row and every column needs an entry; '' means no clue"
            )
        from satcross.puzzle.shapes import rectangle

        puzzle = rectangle(rows=options.rows, columns=options.columns)
        options = changed(options, results=None)  # the database is for puzzles in files
        agenda = puzzle_agenda(
            iter([FiledPuzzle(puzzle, started=options.started, grid=read_given_grid(options))]), options, inquiry
        )
        return answer_agenda(agenda, inquiry, options, sink)


QUANTIFIER_OR_CLASS: Final = r"\{[^{}]*\}|\[[^\[\]]*\]"
"""Where a comma or a space belongs to a clue."""


def _without_effect(options: Options) -> Iterator[str]:
    """Yield which options change nothing beside the others, and why."""
    if options.rows is not None:
        for name, value in (
            ("results", options.results),
            ("puzzle", options.puzzle),
            ("from", options.input_format),
            ("charset", options.charset),
        ):
            if value is not None:
                yield f"--{name} changes nothing, because no file is named"
    for name, clues in (("rows", options.rows), ("columns", options.columns)):
        only = clues[0] if len(clues or ()) == 1 else ""
        for sign, signs in ((" ", "spaces"), (",", "commas")):
            if sign in re.sub(QUANTIFIER_OR_CLASS, "", only).strip():
                yield f"--{name} has one clue, with {signs} in it; if these are several clues, quote each of them"


def _inquiry(options: Options) -> Inquiry:
    """Return what the options ask about each puzzle.

    Raises:
        OptionError: For an option on which only another kind of answer depends.
    """
    inquiry, mode = (CUBES, "cubes") if options.cubes else (SAMPLE, "sample") if options.sample is not None else (
        (ALL if options.all else INQUIRY), ""
    )  # fmt: skip
    for each, other in ((INQUIRY, ""), (CUBES, "cubes"), (SAMPLE, "sample")):
        for name in each.options:
            if name not in inquiry.options and _is_given(options, name):
                reason = f"with --{mode}" if mode else f"without --{other}"
                raise OptionError(
                    f"--{name} has no effect {reason}", hint=f"leave out --{name}", code="option-together"
                )
    return inquiry


def _is_given(options: Options, name: str) -> bool:
    """Return whether an option has another value than its default."""
    value = vars(options)[name]
    if value is None or value is False:
        return False
    return str(value) not in [str(each.default) for each in make_solve_parser().options if each.dest == name]


class SolveQuestion(NamedTuple):
    """What `solve` is asked about a puzzle, unless it draws solutions."""

    puzzle: Puzzle
    limit: int
    all: bool
    solver: str
    encoding: str
    trace: bool


def _search(question: SolveQuestion | CubesQuestion, budget: Budget) -> Search:
    """Return the search for what is asked."""
    from satcross.solver.solutions import Search

    limit = None if question.all else question.limit
    return Search(question.puzzle, limit=limit, solver=question.solver, budget=budget, encoding=question.encoding)


def answer(question: SolveQuestion, budget: Budget, send: Send) -> SolveOutcome:
    """Send each solution as soon as it is found, and return what is known at the end.

    What is known when the search is interrupted, or reaches a limit, is sent.

    Raises:
        SatcrossError: What `compile_puzzle` raises.
    """
    start = perf_counter()
    puzzle = question.puzzle
    search = _search(question, budget)
    listed: list[Solution] = []
    diagnosis = None
    try:
        if question.trace:
            from satcross.cli.trace_steps import traced

            for step in traced(puzzle, budget):
                send(step)
        for number, solution in enumerate(search, 1):
            if not question.all:
                listed.append(solution)
            send(FoundGrid(number, solution.letters))
        if search.status == "none" and not search.was_hard:
            from satcross.cli.reasons import diagnosed

            diagnosis = diagnosed(search, budget)
    except (KeyboardInterrupt, Termination, LimitError) as error:
        if search.count or not isinstance(error, LimitError):
            send(_outcome(question, search, listed))
        raise
    outcome = _outcome(question, search, listed)
    return outcome._replace(
        diagnosis=diagnosis,
        mismatches=search.mismatches(),
        graded=_graded(search, budget),
        likely_mistakes=_likely_mistakes(search, outcome, budget),
        elapsed=perf_counter() - start,
    )


def _graded(search: Search, budget: Budget) -> GridGrade | None:
    """Return which clues the given letters satisfy; None unless every cell is given one."""
    if search.read is None or len(search.puzzle.given) < len(search.puzzle.cells):
        return None
    from satcross.solver.expected import graded

    return graded(search.read, budget)


def _likely_mistakes(search: Search, outcome: SolveOutcome, budget: Budget) -> tuple[LikelyMistake, ...]:
    """Return the likely mistakes in the clues, where they may explain the answer.

    They may if there is not exactly one solution, or if it has characters besides ASCII letters and digits.
    """
    shown = outcome.solutions or ()
    if search.status == "unique" and all(
        letter.isascii() and letter.isalnum() for each in shown for letter in each.letters
    ):
        return ()
    from satcross.author.likely_mistakes import explained_mistakes

    return explained_mistakes(search.read, search.status, budget.until(EFFECT_SECONDS)) if search.read else ()


def _outcome(question: SolveQuestion, search: Search, listed: list[Solution]) -> SolveOutcome:
    """Return what is known now, without what takes further work."""
    solutions = None if question.all else tuple(listed)
    return SolveOutcome(search.report(), solutions, question.trace)


class FoundGrid(NamedTuple):
    """A solution or a cube: its number from 1, and the letters that each cell has."""

    number: int
    letters: tuple[str, ...]


class SolveOutcome(NamedTuple):
    """What is known about the solutions of a puzzle, even when the search was interrupted.

    Attributes:
        solutions: None: all, or cubes, were asked for, and each has been sent as soon as it was found.
        is_traced: Whether the steps of propagation have been sent.
        diagnosis: Why there are none.
        mismatches: How they disagree with the solutions that the puzzle's author expects; None: that was not asked.
        elapsed: Seconds.
        graded: Which clues the letters satisfy, if every cell is given one.
        cubes: How many cubes were found, if these were asked for.
        likely_mistakes: Likely mistakes in the clues; mistakes that explain the answer come first.
    """

    search: SearchReport
    solutions: tuple[Solution, ...] | None
    is_traced: bool = False
    diagnosis: Diagnosis | None = None
    mismatches: tuple[Mismatch, ...] | None = None
    elapsed: float = 0.0
    graded: GridGrade | None = None
    cubes: int | None = None
    likely_mistakes: tuple[LikelyMistake, ...] = ()

    @property
    def exit_status(self) -> int:
        status = UNKNOWN if self.search.stopped == "timeout" else YES if self.search.number else NO
        return with_mismatches(status, self.mismatches or ())

    @property
    def verdict(self) -> str:
        return search_verdict(self.search, self.mismatches or ())

    @property
    def is_final(self) -> bool:
        return self.search.stopped != "timeout" and (self.diagnosis is None or self.diagnosis.is_complete)

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        more = {} if self.mismatches is None else json_mismatches(self.search.puzzle, self.mismatches)
        if self.cubes is not None:
            more["cubes"] = self.cubes
        if self.diagnosis is not None:
            more["diagnosis"] = self.diagnosis.as_json()
        elif self.search.status == "none":
            more["more"] = NOT_COMPUTED
        if self.graded is not None:
            more["grid"] = self.graded.as_json()
        if self.likely_mistakes:
            more["likely_mistakes"] = [mistake.as_json() for mistake in self.likely_mistakes]
        return json_object(asked, self.search, self.solutions, **more)


def heading(asked: FiledPuzzle, _: object, look: Appearance) -> Iterator[Written]:
    """Yield the title of the puzzle, before it the file where there are several, and where it is from."""
    if asked.file is None:
        return
    title = tidy(asked.name or asked.puzzle.title)
    source = f" ({tidy(asked.puzzle.source)})" if asked.puzzle.source else ""
    text = f"{asked.label}{source}" if look.is_one_of_several or not title else f"{title}{source}"
    yield "out", look.style.paint(text, STRONG) + "\n\n"


def part_text(asked: FiledPuzzle, part: object, look: Appearance) -> Iterator[Written]:
    """Yield the text of a step of propagation, a solution, or a search that was interrupted."""
    if isinstance(part, FoundGrid):
        number = f"Solution {part.number}:\n\n" if part.number > 1 else ""
        yield "out", f"{number}{text_of(draw(asked.puzzle, part.letters, style=look.style))}\n\n"
    elif isinstance(part, SolveOutcome):
        if part.search.is_complete:
            yield "out", verdict(part.search) + "\n"
    else:
        from satcross.cli.trace_steps import TracedStep, step_text

        assert isinstance(part, TracedStep)
        yield from step_text(asked, part, look)


def part_json(asked: FiledPuzzle, part: object) -> dict[str, Any] | None:
    """Return what programs get of a search that was interrupted."""
    return with_exit_status(part.as_json(asked), part.exit_status) if isinstance(part, SolveOutcome) else None


def solution_json(asked: FiledPuzzle, part: object) -> dict[str, Any] | None:
    """Return what programs get of a solution, where each is printed as soon as it is found, or of an interruption."""
    if isinstance(part, FoundGrid):
        return Solution(asked.puzzle, part.letters).as_json()
    return part_json(asked, part)


def text(asked: FiledPuzzle, outcome: SolveOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the text at the end."""
    search = outcome.search
    is_why_missing = search.status == "none" and outcome.diagnosis is None
    yield "out", (NO_SOLUTION if is_why_missing else verdict(search)) + "\n"
    yield "out", grid_lines(outcome.graded)
    if free := free_cells(search):
        yield "out", printable(capital(f"{free}.")) + "\n"
    if outcome.is_traced:
        yield "out", "Search was needed.\n" if search.was_searched else "Propagation alone was enough.\n"
    yield from _mistake_texts([mistake for mistake in outcome.likely_mistakes if mistake.effect])
    if outcome.diagnosis is not None:
        from satcross.cli.reasons import diagnosis_text

        yield "out", diagnosis_text(outcome.diagnosis, look.style) + "\n"
    yield from _mistake_texts([mistake for mistake in outcome.likely_mistakes if not mistake.effect])
    yield "out", mismatch_lines(outcome.mismatches or (), indent="")
    if not look.is_quiet:
        yield message_line(summary(search, outcome.elapsed))


def _mistake_texts(likely: Sequence[LikelyMistake]) -> Iterator[Written]:
    """Yield the first likely mistakes in the clues as people read them, and how many more there are."""
    if likely:
        from satcross.cli.check import mistake_text

        for mistake in likely[:MISTAKES]:
            yield "out", mistake_text(mistake)
    if len(likely) > MISTAKES:
        yield "out", f"  satcross check shows {counted(len(likely) - MISTAKES, 'more likely mistake')}\n"


def footer(asked: FiledPuzzle, outcome: SolveOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the size of the formula and the seconds of each stage, if they are wanted."""
    if look.has_statistics:
        yield message_line(statistics(outcome.search))


INQUIRY: Final = Inquiry(SolveQuestion, answer, text, part_text, heading, footer, part_json)
ALL: Final = INQUIRY._replace(part_json=solution_json)
"""Where all solutions are asked for, programs get each as soon as it is found."""


class CubesQuestion(NamedTuple):
    """What `solve --cubes` is asked about a puzzle."""

    puzzle: Puzzle
    limit: int
    all: bool
    solver: str
    encoding: str


def cubes_answer(question: CubesQuestion, budget: Budget, send: Send) -> SolveOutcome:
    """Send disjoint cubes that hold exactly the solutions, as they are found, and return what is known at the end."""
    start = perf_counter()
    search = _search(question, budget)
    number = 0
    for number, cube in enumerate(search.cubes(), 1):
        send(FoundGrid(number, cube.letters))
    return SolveOutcome(
        search.report(), None, mismatches=search.mismatches(), elapsed=perf_counter() - start, cubes=number
    )


def cube_text(asked: FiledPuzzle, part: FoundGrid, look: Appearance) -> Iterator[Written]:
    """Yield the text of a cube."""
    size = _cube(asked, part).size
    symbols = [_symbol(each, look.style) for each in part.letters]
    picture = text_of(draw(asked.puzzle, symbols, style=look.style))
    yield "out", f"Cube {part.number} ({counted(size, 'solution')}):\n\n{picture}\n\n"


def cube_json(asked: FiledPuzzle, part: FoundGrid) -> dict[str, Any]:
    """Return what programs get of a cube."""
    return _cube(asked, part).as_json()


def _cube(asked: FiledPuzzle, part: FoundGrid) -> Cube:
    from satcross.solver.solutions import Cube

    return Cube(asked.puzzle, part.letters)


def cubes_text(asked: FiledPuzzle, outcome: SolveOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the text after the cubes."""
    search = outcome.search
    end = {"": ", and no others", "limit": "; --all lists all cubes", "timeout": " so far (out of time)"}
    is_representative = search.status == "several" and search.number == 1  # over the open alphabet
    solutions = "several solutions" if is_representative else counted(search.number, "solution")
    cubes = counted(outcome.cubes or 0, "cube")
    if search.stopped == "limit":
        cubes = "the first cube" if outcome.cubes == 1 else f"the first {cubes}"
    number = f"{solutions} in {cubes}{end[search.stopped]}"
    yield "out", (f"{capital(number)}." if search.number or search.stopped else NO_SOLUTION) + "\n"
    yield "out", mismatch_lines(outcome.mismatches or (), indent="")
    if not look.is_quiet:
        yield message_line(summary(search, outcome.elapsed))


def _symbol(letters: str, style: TextStyle) -> str:
    return letters if len(letters) == 1 else f"[{shown_letters(letters, style)}]"


class SampleQuestion(NamedTuple):
    """What `solve --sample` is asked about a puzzle."""

    puzzle: Puzzle
    sample: int
    seed: int | None
    solver: str


def sample_answer(question: SampleQuestion, budget: Budget, send: Send) -> SampleOutcome:
    """Send solutions drawn at random, and return what is known of them."""
    from satcross.author.counting import sample
    from satcross.solver.expected import mismatches
    from satcross.solver.python_sat import check_solver

    puzzle, number, seed, solver = question
    check_solver(solver)
    try:
        drawn = sample(puzzle, number, seed=seed or 1, budget=budget)
    except TimeUp:
        return SampleOutcome(puzzle, solver, None, ())
    for place, solution in enumerate(drawn.solutions, 1):
        send(FoundGrid(place, solution.letters))
    return SampleOutcome(puzzle, solver, drawn, mismatches(puzzle, drawn.solutions, budget))


class SampleOutcome(NamedTuple):
    """Solutions drawn at random, and how they disagree with the solutions that the puzzle's author expects.

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

    @property
    def is_final(self) -> bool:
        return self.sample is not None


def drawn_text(asked: FiledPuzzle, part: FoundGrid, look: Appearance) -> Iterator[Written]:
    """Yield the text of a solution drawn at random."""
    yield "out", f"Solution {part.number}:\n\n{text_of(draw(asked.puzzle, part.letters, style=look.style))}\n\n"


def sample_text(asked: FiledPuzzle, outcome: SampleOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the text after the solutions."""
    if outcome.sample is None:
        yield "out", f"{asked.label}: unknown (out of time)\n"
        return
    yield "out", ("Drawn uniformly, by counting." if outcome.sample.solutions else NO_SOLUTION) + "\n"
    yield "out", mismatch_lines(outcome.mismatches, indent="")
    if outcome.solver != AUTO:
        yield message_line(f"the solver {outcome.solver} was not needed: solutions are drawn by counting")


CUBES: Final = Inquiry(CubesQuestion, cubes_answer, cubes_text, cube_text, part_json=cube_json)
SAMPLE: Final = Inquiry(SampleQuestion, sample_answer, sample_text, drawn_text, part_json=solution_json)
