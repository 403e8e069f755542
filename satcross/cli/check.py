"""`satcross check`: the verdict on each puzzle; where there are several solutions, two of them side by side."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from satcross.author.ambiguity import AlphabetDependence, Ambiguity, ambiguity_of, dependence_of
from satcross.author.half_filled_grids import missing_text, missing_words
from satcross.author.likely_mistakes import LikelyMistake, explained_mistakes
from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, letter_in_words
from satcross.cli.answers import (
    NOT_COMPUTED,
    free_cells,
    grid_lines,
    idle_solver,
    json_head,
    json_mismatches,
    json_object,
    mismatch_lines,
    verdict_of,
    with_mismatches,
)
from satcross.cli.driver import answer_all
from satcross.cli.options import (
    DRAWING,
    FILE_OPTIONS,
    FILES,
    JSON_LINES,
    REPORT_FORMAT,
    SEARCH,
    is_for_programs,
    is_json,
    many_puzzles,
    option,
)
from satcross.cli.outcome import UNFINISHED, Annotation, Appearance, Inquiry, Send
from satcross.cli.parser import Options, Parser, changed, command_parser
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.reasons import diagnosed, diagnosis_text
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.sinks import sink_of
from satcross.cli.terminal import Written, message_line
from satcross.cli.watching import watch
from satcross.errors import ClueName, LimitError, OptionError, SatcrossError, TimeUp, describe, printable
from satcross.pictures.text import TextStyle, beside, draw, shown_letters, text_of, width_of_picture
from satcross.puzzle import ANY, Puzzle, Solution, address_text, json_cell, shown_address
from satcross.solver.compile import PresolvedPuzzle, PuzzleLetters
from satcross.solver.diagnosis import Diagnosis
from satcross.solver.expected import GridGrade, enough_solutions, graded
from satcross.solver.solutions import Check, Search, SearchReport, Status, checked

if TYPE_CHECKING:
    from satcross.author.difficulty import Difficulty


COLOURS: Final = {"unique": "1;32", "several": "1;33", "none": "1;31", "unknown": "1;35"}
EXTRA_SECONDS: Final = 10.0  # seconds for further explanations without --timeout; `diagnose` has a limit of its own
COUNTING_SECONDS: Final = 3.0

TIMED_LETTERS: Final = 1_000
"""Letters of all cells together, after propagation, beyond which counting exactly mostly fails."""

COUNTED_BRIEFLY: Final = {"counted_cubes": 0, "line_states": 40, "sweep_states": 20_000, "sweep_work": 300_000}
"""What the tuning allows for counting the solutions of a puzzle with more letters: a bound is found quickly."""

BRIEF_CELLS: Final = 100
"""Cells of a puzzle without a solution beyond which changes that would help are not looked for."""

BRIEF_LETTERS: Final = 20_000
"""Letters of all cells together, after propagation, beyond which a formula takes much longer than the verdict took."""

BRIEFLY: Final = {
    "letter_work": 500_000,
    "letter_conflicts": 1_000,
    **COUNTED_BRIEFLY,
    "rivals": 20,
}
"""What the tuning allows for details after the verdict if there are many puzzles: work that is counted, not timed, so
that every machine gives the same record.  It takes about as long as the verdict."""
VARYING_LISTED: Final = 40
CELLS_LISTED: Final = 12  # cells; more of them can be seen better in the pictures
STATUS: Final = {"unique": YES, "several": NO, "none": NO, "unknown": UNKNOWN}


def make_check_parser() -> Parser:
    return command_parser(
        "check",
        """
The verdicts are unique, several, none and unknown. For "unique" it also says whether that holds over any alphabet, or
only because no other letters are allowed. For "several" it shows two solutions that differ least, the number of
solutions, and the letters that each cell can have. For "none" it gives the reason: clues that cannot match, or else the
smallest set of clues that conflict (in a large puzzle, a set from which no clue can be left out). It also names changes
that would help. Explanations use the rest of --timeout, or 10 seconds without it; if that is too short, the answer
names what it could not finish. With -q or several files, explanations get about as much work as the verdict; --details
asks for all of them. Solutions that a file expects are compared with what is found. The exit status is 0 only if every
puzzle has exactly one solution, and no other one is expected; or if it has exactly the solutions that its file lists
with complete = true.
""",
        """
        satcross check puzzles/*.toml
        satcross check --json --timeout 10 puzzles/*.toml
        satcross check --format sarif puzzles/*.toml > check.sarif
        satcross check --difficulty --jobs 4 --results found.db collection/*.json
        """,
        (
            *FILES,
            option("--difficulty", action="store_true", help="also say how hard each puzzle with one solution is"),
            option(
                "--details",
                action="store_true",
                help="look for everything there is to say, even with -q or many files",
            ),
            option("--json", help=JSON_LINES),
            option("--stream", action="store_true", help="with --json, first print each verdict as a separate object"),
            option("--watch", action="store_true", help="answer again whenever a file changes, until Ctrl-C"),
            REPORT_FORMAT,
            option("--grid"),
            FILE_OPTIONS,
            option("--encoding"),
            *SEARCH,
            many_puzzles(),
            *DRAWING,
        ),
    )


def run_check(options: Options) -> int:
    if options.watch:
        watch(changed(options, watch=False), run_check)
    is_about_one = len(options.files) == 1 and not options.quiet
    options = changed(options, details=options.details or is_about_one)
    inquiry = INQUIRY
    if options.stream:
        if not is_json(options) or is_for_programs(options):
            raise OptionError("--stream is for --json only: text shows each verdict first", code="option-together")
        inquiry = STREAM
    with sink_of(options, inquiry) as sink:
        return answer_all(options, inquiry, sink)


def answer(question: CheckQuestion, budget: Budget, send: Send) -> CheckOutcome:
    """Return the verdict and what there is to say beyond it.  Raises what `compile_puzzle` raises."""
    puzzle, solver, encoding, is_rated, has_details = question
    search = Search(puzzle, limit=enough_solutions(puzzle), solver=solver, budget=budget, encoding=encoding)
    checked_puzzle = checked(search)
    send(Verdict(checked_puzzle.status, _is_said_first(puzzle, checked_puzzle.status, is_brief=not has_details)))
    if not has_details:
        budget = budget.tuned(**BRIEFLY)
        if len(puzzle.cells) > BRIEF_CELLS:
            budget = budget.tuned(remedies_seconds=0.0)
    if checked_puzzle.status == "none":
        checked_puzzle = checked_puzzle._replace(diagnosis=diagnosed(search, budget))
    if budget.deadline is None:
        budget = budget.until(EXTRA_SECONDS)
    varying = dependence = rated = None
    if checked_puzzle.status == "several" and (has_details or _is_small(search.presolved)) and search.presolved:
        counting = _counting_budget(search.presolved, budget, has_details=has_details)
        varying = ambiguity_of(search.presolved, search.solver, budget, counting, checked_puzzle.witnesses)
        if len(varying.nearest) == 2:
            mismatches = search.mismatches(varying.nearest)
            checked_puzzle = checked_puzzle._replace(witnesses=varying.nearest, mismatches=mismatches)
    elif checked_puzzle.status == "unique":
        if is_rated:
            rated = _difficulty(search, budget)
        if search.read and puzzle.alphabet != ANY:
            dependence = _dependence(search.read, checked_puzzle.witnesses[0], search.solver, budget)
    outcome = CheckOutcome(search.report(), checked_puzzle, varying, dependence, is_rated, rated)
    outcome = outcome._replace(is_brief=not has_details)
    if search.read is None:
        return outcome
    likely = explained_mistakes(search.read, checked_puzzle.status, budget)
    return outcome._replace(likely_mistakes=likely, graded=graded(search.read, budget))


class CheckQuestion(NamedTuple):
    """What `check` is asked about a puzzle."""

    puzzle: Puzzle
    solver: str
    encoding: str
    difficulty: bool
    details: bool


class Verdict(NamedTuple):
    """The verdict on a puzzle, before anything else is looked for.

    Attributes:
        is_said_first: Whether people read it now.
    """

    status: Status
    is_said_first: bool


class CheckOutcome(NamedTuple):
    """The verdict on a puzzle, and what there is to say beyond it.

    Attributes:
        ambiguity: What its solutions have in common, if there are several.
        dependence: Whether it is unique only by its alphabet, if it is unique.
        is_rated: Whether it was asked how hard it is.
        difficulty: How hard it is, if it is unique and there was enough time.
        likely_mistakes: Likely mistakes in its clues; mistakes that explain the verdict come first.
        graded: Which clues the letters satisfy, if every cell is given one.
        is_brief: Whether the work after the verdict was limited, because there are many puzzles.
    """

    search: SearchReport
    check: Check
    ambiguity: Ambiguity | None
    dependence: AlphabetDependence | None
    is_rated: bool = False
    difficulty: Difficulty | None = None
    likely_mistakes: tuple[LikelyMistake, ...] = ()
    graded: GridGrade | None = None
    is_brief: bool = False

    @property
    def exit_status(self) -> int:
        return with_mismatches(YES if self.is_as_expected else STATUS[self.check.status], self.check.mismatches)

    @property
    def is_as_expected(self) -> bool:
        """Whether there are several solutions or none, and the puzzle lists exactly these as all of them."""
        has_all = self.search.puzzle.expects_all and self.search.is_complete
        return self.check.status in ("several", "none") and has_all and not self.check.mismatches

    @property
    def verdict(self) -> str:
        return verdict_of(self.check.status, mismatches=self.check.mismatches)

    @property
    def number(self) -> int:
        """How many solutions are known."""
        known = self.search.number
        return known if self.ambiguity is None else max(self.ambiguity.solutions.value, len(self.check.witnesses))

    @property
    def missing_answer(self) -> str:
        """That the answer which the puzzle states cannot be read in its only solution; "" if it can."""
        return missing_text(self.check.witnesses[0]) if self.check.status == "unique" else ""

    @property
    def is_complete(self) -> bool:
        """Whether there are no others."""
        return self.search.is_complete if self.ambiguity is None else self.ambiguity.solutions.kind == "exact"

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        mismatches = json_mismatches(self.search.puzzle, self.check.mismatches)
        number = {"complete": self.is_complete, "count": self.number}
        more = {**number, **_json_of_check(self), **mismatches}
        if self.check.status == "unique" and self.search.puzzle.answer:
            more["missing_answer"] = missing_words(self.check.witnesses[0])
        if self.is_brief and not self.is_final:
            more["more"] = NOT_COMPUTED
        if self.graded is not None:
            more["grid"] = self.graded.as_json()
        if self.likely_mistakes:
            more["likely_mistakes"] = [mistake.as_json() for mistake in self.likely_mistakes]
        return json_object(asked, self.search, self.check.witnesses, **more)

    @property
    def is_final(self) -> bool:
        check, ambiguity, dependence = self.check, self.ambiguity, self.dependence
        return (
            check.stopped != "timeout"
            and (check.diagnosis is None or check.diagnosis.is_complete)
            and (dependence is None or dependence.is_exact)
            and (check.status != "several" or ambiguity is not None)
            and (not self.is_rated or check.status != "unique" or self.difficulty is not None)
            and (ambiguity is None
                 or (ambiguity.is_exact and ambiguity.is_nearest and ambiguity.solutions.kind == "exact"))
        )  # fmt: skip


class WrongLetter(NamedTuple):
    """No solution has a letter of the grid, because the alphabet does not have it or another letter is given."""

    fault: SatcrossError
    exit_status: int = NO
    verdict: str = "none"
    is_final: bool = True

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        found = {"status": "none", "complete": True, "count": 0, "searched": False, "solutions": []}
        return {**json_head(asked), **found, "wrong_letter": self.fault.message}


def report(outcome: CheckOutcome | WrongLetter) -> Iterator[Annotation]:
    """Yield what a report for other programs says of the puzzle."""
    if isinstance(outcome, WrongLetter):
        yield Annotation("error", "none", outcome.fault.message)
        return
    check = outcome.check
    if outcome.is_as_expected:
        pass
    elif check.status == "several":
        number = ("" if outcome.is_complete else "at least ") + counted(outcome.number, "solution")
        cells = " ".join(map(address_text, check.differing_cells))
        yield Annotation("error", "several", f"{number}; two of them differ in these cells: {cells}")
    elif check.status == "none":
        yield from _reasons(check.diagnosis)
    for mismatch in check.mismatches:
        yield Annotation("error", f"{mismatch.kind}-solution", mismatch.message)
    if missing := outcome.missing_answer:
        yield Annotation("warning", "missing-answer", missing)
    for mistake in outcome.likely_mistakes:
        yield Annotation(
            "warning", mistake.code, f"{mistake.pattern}: {mistake.sentence}", (mistake.line, ClueName(mistake.clue))
        )
    if check.status == "unknown":
        yield UNFINISHED


def text(asked: FiledPuzzle, outcome: CheckOutcome | WrongLetter, look: Appearance) -> Iterator[Written]:
    """Yield the text for people."""
    if isinstance(outcome, WrongLetter):
        yield "out", _verdict_text(asked, "none", look.style)
        hint = f"; {outcome.fault.hint}" if outcome.fault.hint else ""
        yield "out", f"  {printable(outcome.fault.message)}{hint}\n"
        return
    check, style = outcome.check, look.style
    reason = " (out of time)" if check.stopped == "timeout" else _alphabet_text(outcome.dependence)
    reason = ", as the file expects" if outcome.is_as_expected else reason
    if not _is_said_first(outcome.search.puzzle, check.status, is_brief=outcome.is_brief):
        yield "out", _verdict_text(asked, check.status, style, reason)
    elif check.status == "unique" and reason:
        yield "out", f" {reason}\n"
    if idle := idle_solver(outcome.search):
        yield message_line(f"{asked.label}: {idle} for the verdict")
    if outcome.is_rated and check.status == "unique":
        yield "out", f"  {_difficulty_text(outcome.difficulty)}\n"
    if free := free_cells(outcome.search):
        yield "out", f"  {printable(free)}\n"
    yield "out", grid_lines(outcome.graded, "  ")
    yield "out", mismatch_lines(check.mismatches)
    if missing := outcome.missing_answer:
        yield "out", f"  {printable(missing)}\n"
    explaining = [mistake for mistake in outcome.likely_mistakes if mistake.effect]
    for mistake in explaining:
        yield "out", mistake_text(mistake)
    if check.diagnosis is not None:
        yield "out", diagnosis_text(check.diagnosis, style, is_brief=outcome.is_brief) + "\n"
    for mistake in outcome.likely_mistakes:
        if not mistake.effect:
            yield "out", mistake_text(mistake)
    if check.status == "several":
        yield "out", f"{_witnesses(check, look)}\n"
    if outcome.ambiguity is not None:
        yield "out", f"{_candidates(outcome.ambiguity, look.style, is_brief=outcome.is_brief)}\n"
    if outcome.is_brief and not outcome.is_final and check.stopped != "timeout":
        yield "out", "  more is not computed: --details looks for everything\n"


def mistake_text(mistake: LikelyMistake) -> str:
    """Return a likely mistake as people read it, with carets below its place."""
    place = [mistake.line, ClueName(mistake.clue)]
    shown = describe(f"{mistake.sentence} [{mistake.code}]", place=place, text=mistake.pattern, span=mistake.span)
    return "".join(f"  {line}\n" for line in shown.split("\n"))


def part_text(asked: FiledPuzzle, part: Verdict, look: Appearance) -> Iterator[Written]:
    """Yield the verdict, as soon as it is known."""
    if part.is_said_first:
        yield "out", _verdict_text(asked, part.status, look.style)


def part_json(asked: FiledPuzzle, part: Verdict) -> dict[str, Any]:
    """Return the object with the verdict alone, which comes before the complete object."""
    return {**json_head(asked), "verdict": part.status}


def _verdict_text(asked: FiledPuzzle, status: str, style: TextStyle, reason: str = "") -> str:
    return f"{asked.label}: {style.paint(status, COLOURS[status])}{reason}\n"


def _is_said_first(puzzle: Puzzle, status: Status, *, is_brief: bool) -> bool:
    """Return whether the verdict is shown before the details.

    It is not if they change how it reads.  In a list of many puzzles, "unique" is on one line with its remark.
    """
    return (status in ("several", "none") and not puzzle.expects_all) or (status == "unique" and not is_brief)


INQUIRY: Final = Inquiry(CheckQuestion, answer, text, part_text, annotations=report, wrong_letter=WrongLetter)
STREAM: Final = INQUIRY._replace(part_json=part_json)


def _is_small(presolved: PresolvedPuzzle | None) -> bool:
    """Return whether propagation has left few letters."""
    residual = presolved and presolved.residual
    return residual is not None and sum(map(int.bit_count, residual.masks)) <= BRIEF_LETTERS


def _counting_budget(presolved: PresolvedPuzzle, budget: Budget, *, has_details: bool) -> Budget:
    """Return the budget for counting: time for a small puzzle, and work that is counted for one with many letters."""
    if not has_details:
        return budget
    residual = presolved.residual
    if residual is None or sum(map(int.bit_count, residual.masks)) <= TIMED_LETTERS:
        return budget.until(COUNTING_SECONDS)
    return budget.until(COUNTING_SECONDS).tuned(**COUNTED_BRIEFLY)


def _difficulty(search: Search, budget: Budget) -> Difficulty | None:
    """Return how hard the puzzle of `search` is, None if the time is too short for that."""
    from satcross.author.difficulty import difficulty_of
    from satcross.author.explanation import explain_without_words

    budget.note("rating the difficulty")
    with suppress(TimeUp, LimitError):
        rated = difficulty_of(explain_without_words(search.puzzle, budget=budget, presolved=search.presolved))
        return rated if rated.is_complete else None
    return None


def _dependence(read: PuzzleLetters, solution: Solution, solver: str, budget: Budget) -> AlphabetDependence:
    try:
        return dependence_of(read, solution.letters, solver=solver, budget=budget)
    except LimitError:  # the question about all of Unicode is the larger one
        return AlphabetDependence(None, (), is_exact=False)


def _json_of_check(outcome: CheckOutcome) -> dict[str, object]:
    """Return what only `check` says; null where it was not asked or the time was too short."""
    check, ambiguity, dependence, rated = outcome.check, outcome.ambiguity, outcome.dependence, outcome.difficulty
    more: dict[str, object] = {"differing_cells": [json_cell(cell) for cell in check.differing_cells]}
    if check.diagnosis is not None:
        more["diagnosis"] = check.diagnosis.as_json()
    if ambiguity is not None:
        more |= ambiguity.as_json()
    if dependence is not None:
        more |= dependence.as_json()
    if outcome.is_rated:
        names = ("value", "label", "steps", "length")
        more["difficulty"] = None if rated is None else {name: getattr(rated, name) for name in names}
    return more


def _difficulty_text(rated: Difficulty | None) -> str:
    """Return how hard a puzzle is, and how long."""
    if rated is None:
        return "difficulty: unknown, since that takes more time"
    return f"difficulty {rated.value} ({rated.label}), {counted(rated.steps, 'step')} ({rated.length})"


def _reasons(diagnosis: Diagnosis | None) -> Iterator[Annotation]:
    """Yield why there is no solution, and the clues to blame."""
    message = "there is no solution" if diagnosis is None else diagnosis.message
    yield Annotation("error", "none", f"no solution: {message}")
    for cause in () if diagnosis is None else diagnosis.causes:
        message = f"{cause}: {cause.message}" if cause.message else str(cause)
        yield Annotation("error", "none", message, (cause.line, ClueName(cause.clue)))


def _alphabet_text(dependence: AlphabetDependence | None) -> str:
    """Return what the verdict "unique" has to add about the alphabet."""
    if dependence is None:
        return ""
    if dependence.is_unique_over_any is None:
        return " over its alphabet (over any alphabet: unknown, since that takes more time or memory)"
    if dependence.is_unique_over_any:
        return " over any alphabet"
    shown = [
        f"{shown_address(breach.cell)} could be {printable(letter_in_words(breach.letters[0]))}"
        for breach in dependence.breaches[:CELLS_LISTED]
    ]
    has_more = len(dependence.breaches) > CELLS_LISTED or not dependence.is_exact
    more = "; more cells may vary" if has_more else ""
    return f" only by its alphabet: with other letters {', '.join(shown)}{more}"


def _candidates(ambiguity: Ambiguity, style: TextStyle, *, is_brief: bool) -> str:
    """Return how many solutions there are, which cells vary and between which letters.

    Args:
        is_brief: Whether the work was limited, and not only the time.
    """
    reason = NOT_COMPUTED if is_brief else "out of time"
    puzzle, tally = ambiguity.puzzle, ambiguity.solutions
    lines = []
    if tally.value > 1:
        least = "at least " if tally.kind == "at_least" else ""
        lines.append(f"  {least}{counted(tally.value, 'solution')}")
    if not ambiguity.is_exact:
        lines.append(f"  {reason}: more cells and letters may be possible")
    if ambiguity.varying:
        number = len(ambiguity.varying)
        certain = len(puzzle.cells) - number
        are_certain = "none" if not certain else "one" if certain == 1 else f"{certain:,}"
        verb = "is" if certain < 2 else "are"
        vary = counted(number, "varies", "vary")
        lines.append(
            f"  {are_certain} of {counted(len(puzzle.cells), 'cell')} {verb} certain; {vary} between these letters:"
        )
        letters_at = dict(zip(puzzle.cells, ambiguity.candidates, strict=True))
        for cell in ambiguity.varying[:VARYING_LISTED]:
            more = " and others that no clue tells apart" if cell in ambiguity.interchangeable else ""
            lines.append(f"    {shown_address(cell)}  {shown_letters(letters_at[cell], style)}{more}")
        if number > VARYING_LISTED:
            lines.append(f"    and {counted(number - VARYING_LISTED, 'more cell')}")
    if not ambiguity.is_nearest and len(ambiguity.nearest) == 2:
        lines.append(f"  other pairs of solutions may differ less ({reason})")
    return "\n".join(lines) + "\n"


def _witnesses(check: Check, look: Appearance) -> str:
    """Return two solutions side by side where the screen is wide enough, and the cells in which they differ."""
    puzzle = check.witnesses[0].puzzle
    if len(check.witnesses) == 1:
        picture = draw(puzzle, check.witnesses[0].letters, style=look.style)
        return f"\n{text_of(picture)}\n\n  and others: letters that no clue can tell apart are interchangeable in it\n"
    number_of = {address: number for number, address in enumerate(puzzle.cells)}
    marked = {number_of[cell] for cell in check.differing_cells}
    first, second = (draw(puzzle, witness.letters, marked, look.style) for witness in check.witnesses)
    side_by_side = beside(first, second)
    is_narrow = width_of_picture(side_by_side) > look.width
    pictures = f"{text_of(first)}\n\n{text_of(second)}" if is_narrow else text_of(side_by_side)
    count = len(check.differing_cells)
    cells = "  ".join(map(shown_address, check.differing_cells[:CELLS_LISTED]))
    more = "" if count <= CELLS_LISTED else f"  and {count - CELLS_LISTED} more"
    return f"\n{pictures}\n\n  they differ in {counted(count, 'cell')}: {cells}{more}\n"
