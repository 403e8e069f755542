"""Answers as people and programs get them: verdicts, figures, JSON, reports, and the sinks that write them.

In: what questions have found out.  Out: text or JSON on the standard streams, or a report (GitHub, JUnit, SARIF).

All commands use this module, so that the status of a puzzle, or a clue in JSON, reads the same everywhere.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from satcross import __version__
from satcross.base.budget import AUTO
from satcross.base.wording import capital, counted
from satcross.cli.outcome import (
    SCHEMA,
    AnnotatedPuzzle,
    Annotation,
    Appearance,
    Conclusion,
    Inquiry,
    KnownAnswer,
    Level,
    Outcome,
    file_and_line,
    json_line,
    warning_line,
    with_exit_status,
)
from satcross.cli.parser import Options, PlainAnswer, is_for_programs, is_json
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.signals import NO, SEVERITY, UNKNOWN, YES, Termination, worse
from satcross.cli.terminal import (
    Written,
    each_error,
    error_text,
    flag_of,
    say,
    show,
    style_of,
    terminal_width,
    write_to_stream,
)
from satcross.errors import LimitError, OptionError, SatcrossError, printable
from satcross.puzzle import ANY, Puzzle, Solution, free_cells_text, json_cell

if TYPE_CHECKING:
    from satcross.solver.expected import GridGrade, Mismatch
    from satcross.solver.solutions import SearchReport, Status


# Verdicts and findings for other programs: annotations of GitHub, JUnit XML, SARIF.
#
# In: puzzles with annotations.  Out: one text.


def github(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return workflow commands, which GitHub shows as annotations of the files.

    >>> from satcross.cli.outcome import Annotation
    >>> puzzle = AnnotatedPuzzle("a.toml", "A", (Annotation("error", "none", "no, 0%", ("a.toml:3", "row 1")),))
    >>> print(github("check", [puzzle]), end="")
    ::error file=a.toml,line=3,title=satcross check%3A none::A: no, 0%25
    """
    lines = []
    for each in puzzles:
        for annotation in each.annotations:
            line = "" if annotation.line is None else f",line={annotation.line}"
            place = f"file={_property(each.file)}{line},title={_property(f'satcross {command}: {annotation.rule}')}"
            message = f"{each.name}: {annotation.message}" if each.name else annotation.message
            lines.append(f"::{annotation.level} {place}::{_data(message)}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return "%0A".join(printable(line).replace("%", "%25") for line in text.split("\n"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return JUnit XML: a test case for each puzzle, which fails once if there are annotations.

    A puzzle without an answer, such as an unreadable file, is an error instead of a failure.  Either has the first
    annotation as its message, and all of them as its text, each on a line of its own.
    """
    from xml.sax.saxutils import escape, quoteattr

    def attribute(text: str) -> str:
        return quoteattr(printable(text))

    cases = []
    for each in puzzles:
        case = f"  <testcase classname={attribute(each.file)} name={attribute(each.name or each.file)}"
        if not each.annotations:
            cases.append(f"{case}/>\n")
            continue
        first = each.annotations[0]
        text = "\n".join(escape(printable(annotation.message)) for annotation in each.annotations)
        kind = "error" if each.is_unanswered else "failure"
        problem = f"<{kind} type={attribute(first.rule)} message={attribute(first.message)}>{text}</{kind}>"
        cases.append(f"{case}>\n    {problem}\n  </testcase>\n")
    errors = sum(each.is_unanswered for each in puzzles)
    failures = sum(bool(each.annotations) for each in puzzles) - errors
    head = f'<testsuite name="satcross {command}" tests="{len(puzzles)}" failures="{failures}" errors="{errors}">\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}</testsuite>\n'


def sarif(command: str, puzzles: Sequence[AnnotatedPuzzle]) -> str:
    """Return SARIF 2.1.0 (OASIS), which code scanning of GitHub and editors read."""
    from urllib.parse import quote

    from satcross.base.printable_json import printable_json

    results = []
    for each in puzzles:
        for annotation in each.annotations:
            uri = quote(os.fsencode(each.file.replace("\\", "/")))
            location: dict[str, Any] = {"artifactLocation": {"uri": uri}}
            if annotation.line is not None:
                location["region"] = {"startLine": annotation.line}
            place: dict[str, Any] = {"physicalLocation": location}
            if each.name:
                place["logicalLocations"] = [{"name": each.name}]
            result = {"ruleId": annotation.rule, "level": annotation.level, "message": {"text": annotation.message}}
            results.append({**result, "locations": [place]})
    rules = [{"id": rule} for rule in sorted({str(result["ruleId"]) for result in results})]
    driver = {"name": f"satcross {command}", "version": __version__, "rules": rules}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return printable_json(log, indent=2) + "\n"


RENDERERS: Final[dict[str, Callable[[str, Sequence[AnnotatedPuzzle]], str]]] = {
    "github": github,
    "junit": junit,
    "sarif": sarif,
}
"""The function that makes the report of a command about puzzles, by the name of its format."""

UNEXPECTED: Final = " but not as expected"
AS_BEFORE: Final = ", as before"  # what follows the verdict that a results database has; the rest is not shown again
LISTING: Final = "listing"  # the strategy that may ask a solver without saying how large its formula is


def seconds_text(seconds: float) -> str:
    """Return a time in milliseconds, or from one second on in seconds.

    >>> seconds_text(0.25), seconds_text(12.34)
    ('250 ms', '12.3 s')
    """
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def verdict(search: SearchReport) -> str:
    """Return what is known of the puzzle, as a sentence.

    >>> from satcross.puzzle.shapes import line
    >>> from satcross.solver.solutions import Search
    >>> verdict(Search(line("A|BC", 2)).run().report()), verdict(Search(line("A", 2)).run().report())
    ('The only solution.', 'No solution.')
    """
    if search.status == "unique":
        return "The only solution."
    if search.status == "none":
        return "No solution."
    number_text = "no solution" if not search.number else counted(search.number, "solution")
    if search.status == "several" and search.is_complete:
        return f"{capital(number_text)}, and no others." if search.number > 1 else "Several solutions."
    if search.stopped == "timeout":
        return f"Unknown: out of time, {number_text} so far."
    if search.status == "several":
        return f"At least {number_text}; --all lists them all."
    return f"{capital(number_text)}; whether there are others was not asked (--limit 2)."


def free_cells(search: SearchReport) -> str:
    """Return the sentence about the cells that no clue covers; "" without such cells, or without a solution."""
    puzzle = search.puzzle
    if search.status == "none" or search.alphabet is None or not puzzle.free_cells:
        return ""
    return free_cells_text(puzzle, None if search.alphabet == ANY else len(search.alphabet))


def summary(search: SearchReport, seconds: float) -> str:
    """Return in a line how big the puzzle was, how it was solved, and how long that took."""
    how = "propagation and search" if search.was_searched else "propagation alone"
    clues = counted(search.stats.get("clues", 0), "clue")
    idle = idle_solver(search)
    cells = counted(len(search.puzzle.cells), "cell")
    return f"{clues} on {cells}, by {how}: {seconds_text(seconds)}{idle and f'; {idle}'}"


def idle_solver(search: SearchReport) -> str:
    """Return that the solver that was asked for had nothing to do; "" if it had, or if none was asked for.

    >>> from satcross.puzzle.shapes import line
    >>> from satcross.solver.solutions import Search
    >>> idle_solver(Search(line("A", 1), solver="glucose4").run().report())
    'the solver glucose4 was not needed'
    """
    was_asked = search.stats.get("clauses") or LISTING in search.seconds
    return "" if search.solver == AUTO or was_asked else f"the solver {search.solver} was not needed"


def statistics(search: SearchReport) -> str:
    """Return the size of the puzzle and of its formula, and the seconds of each stage, one a line."""
    sizes = [(name, f"{value:,}") for name, value in search.stats.items()]
    times = [(name, f"{value:.4f} s") for name, value in search.seconds.items()]
    width = max(len(name) for name, _ in sizes + times) if sizes or times else 0
    column = max(len(value) for _, value in sizes + times) if sizes or times else 0
    return "\n".join(f"  {name:{width}}  {value:>{column}}" for name, value in sizes + times)


def json_head(asked: FiledPuzzle | UnreadableFile) -> dict[str, Any]:
    """Return how the JSON object of an answer begins: which puzzle it is about, or which file."""
    head = {"schema": SCHEMA, "file": asked.file}
    if isinstance(asked, UnreadableFile):
        return head
    how = {"reading": asked.reading} if asked.reading else {}
    return {**head, "name": asked.name or asked.puzzle.title, **how}


def json_errors(asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> dict[str, Any]:
    """Return the JSON object of a puzzle, or of a file, to which there is no answer because of `error`."""
    status = "unknown" if error.exit_status == UNKNOWN else "error"
    return {**json_head(asked), "status": status, "errors": [_json_error(each) for each in each_error(error)]}


def _json_error(error: SatcrossError) -> dict[str, Any]:
    """Return what is wrong, where, and what to do.

    The column counts from 1, in the clue; or in the line of the file, if the file cannot be read as TOML or JSON.
    """
    error = error.with_names(flag_of)
    span, text = error.span, error.text or ""
    return {
        "code": error.code,
        "message": error.message,
        "place": ", ".join(error.place),
        "line": file_and_line(error.place)[1],
        "column": None if span is None else span.start - text.rfind("\n", 0, span.start),
        "hint": error.hint,
    }


def json_out_of_time(asked: FiledPuzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle about which nothing is known, because time ran out."""
    return {**json_head(asked), "status": "unknown", "complete": False, "stopped": "timeout"}


def json_object(
    asked: FiledPuzzle, search: SearchReport, solutions: Sequence[Solution] | None, **more: object
) -> dict[str, Any]:
    """Return the JSON object of a puzzle.

    Args:
        solutions: None: they have been printed already.
        more: Further entries, for what only one command has to say.
    """
    listed = {} if solutions is None else {"solutions": [solution.as_json() for solution in solutions]}
    return {
        **json_head(asked),
        "status": search.status,
        "complete": search.is_complete,
        "count": search.number,
        "searched": search.was_searched,
        **listed,
        **more,
        "free_cells": [json_cell(cell) for cell in search.puzzle.free_cells],
        "alphabet": search.alphabet,
        "dialect": search.puzzle.dialect,
        "stats": {**search.stats, "seconds": {name: round(value, 6) for name, value in search.seconds.items()}},
    }


def mismatch_lines(mismatches: Sequence[Mismatch], indent: str = "  ") -> str:
    """Return `mismatches` on lines of their own: indented below an answer, or else as a sentence.

    How an expected solution differs is said once: a solution that is not expected is named only if all expected ones
    are right, and of several such solutions the nearest.
    """
    unexpected = [each for each in mismatches if each.kind == "unexpected"]
    wrong = [each for each in mismatches if each.kind != "unexpected"]
    shown = wrong or [min(unexpected, key=lambda each: len(each.cells))] if mismatches else []
    texts = [printable(str(mismatch)) for mismatch in shown]
    return "".join(f"{indent}{text}\n" if indent else f"{text[0].upper()}{text[1:]}.\n" for text in texts)


def json_mismatches(puzzle: Puzzle, mismatches: Sequence[Mismatch]) -> dict[str, Any]:
    """Return the entry for `mismatches`; no entry for a puzzle that names no expected solutions."""
    return (
        {"mismatches": [mismatch.as_json() for mismatch in mismatches]} if puzzle.expected or puzzle.expects_all else {}
    )


def verdict_of(status: Status, *, has_solution: bool = False, mismatches: Sequence[Mismatch] = ()) -> str:
    """Return the verdict on a puzzle in a few words: its status, and whether its author's solutions disagree.

    >>> verdict_of("unique"), verdict_of("unknown", has_solution=True)
    ('unique', 'solvable')
    """
    text = "solvable" if status == "unknown" and has_solution else status
    return f"{text}{UNEXPECTED}" if mismatches else text


def search_verdict(search: SearchReport, mismatches: Sequence[Mismatch]) -> str:
    """Return what is known of a search in a few words."""
    return verdict_of(search.status, has_solution=search.number > 0, mismatches=mismatches)


def grid_lines(graded: GridGrade | None, indent: str = "") -> str:
    """Return how many clues a full grid satisfies, and which not; "" if there is no full grid, or no clue."""
    if graded is None or not graded.clues:
        return ""
    text = f"{indent}the grid satisfies {graded.satisfied} of {counted(graded.clues, 'clue')}"
    lines = [f"{indent}  not {fault.place}, which reads {fault.text}" for fault in graded.faults[:40]]
    return "".join(printable(line) + "\n" for line in [text + (":" if lines else ""), *lines])


def with_mismatches(status: int, mismatches: Sequence[Mismatch]) -> int:
    """Return the exit status `status`, or "no" if that is worse and there are mismatches."""
    return worse(status, NO if mismatches else YES)


def out_of_time(asked: FiledPuzzle) -> PlainAnswer:
    """Return the answer if time ran out before anything was known."""
    return PlainAnswer(UNKNOWN, [f"{asked.label}: unknown (out of time)"], json_out_of_time(asked))


def table_lines(rows: Sequence[Sequence[str]], flush_right: Collection[str] = ()) -> Iterator[str]:
    """Yield the lines of a table.

    Args:
        rows: The heads of the columns, then the other rows.
        flush_right: The heads of the columns that are set flush right.

    >>> print(*table_lines([["slot", "length"], ["1 across", "3"]], ["length"]), sep="\\n")
    slot      length
    1 across       3
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        shown = [
            each.rjust(width) if head in flush_right else each.ljust(width)
            for head, each, width in zip(rows[0], row, widths, strict=True)
        ]
        yield "  ".join(shown).rstrip()


# The places where answers go, chosen by the options: the standard streams, or a report for other programs.
#
# In: partial answers, outcomes and errors, in the order of the input.  Out: text or JSON Lines, as soon as they are
# there; a report at the end, and how many of several puzzles have which verdict.  A results database is no sink:
# `results_store.py` stands in front of the questions.  The answer of another command, such as `hint`, is written here
# too.


def write_answer(answer: PlainAnswer, *, is_json: bool) -> int:
    """Write an answer, and return its exit status."""
    if is_json and answer.value is not None:
        write_to_stream(json_line(answer.value))
    else:
        for line in answer.lines:
            show(line + "\n")
    return answer.exit_status


class StreamSink:
    """Shows everything at once, as text or JSON Lines, and counts the verdicts.

    Args:
        inquiry: What the answers are answers to; it says how they look.
    """

    def __init__(self, look: Appearance, inquiry: Inquiry) -> None:
        self._look: Final = look
        self._inquiry: Final = inquiry
        self._headed: FiledPuzzle | None = None
        self._verdicts: Final[Counter[tuple[int, str]]] = Counter()

    def show_part(self, asked: FiledPuzzle, part: object) -> None:
        """Show something that is known before the end."""
        if isinstance(part, SatcrossError):
            write_to_stream(warning_line(asked.explained(part)))
        elif not self._look.is_json:
            self._write(asked, self._inquiry.part_text(asked, part, self._look))
        elif (value := self._inquiry.part_json(asked, part)) is not None:
            write_to_stream(json_line(value))

    def show_conclusion(self, asked: FiledPuzzle, conclusion: Conclusion) -> int:
        """Show how the question about a puzzle has ended, and return the exit status."""
        if conclusion.error is not None:
            return self.show_error(asked, asked.explained(conclusion.error))
        if conclusion.outcome is not None:
            self._show_outcome(asked, conclusion.outcome)
            return self._counted(conclusion.outcome.exit_status, conclusion.outcome.verdict)
        self._show_out_of_time(asked)
        return self._counted(UNKNOWN, "unknown")

    def show_known(self, asked: FiledPuzzle, known: KnownAnswer) -> int:
        """Show what an earlier run has found, and return the exit status."""
        if self._look.is_json:
            write_to_stream(json_line(known.answer))
        else:
            write_to_stream(("out", f"{asked.label}: {known.verdict}{AS_BEFORE}\n"))
        return self._counted(known.answer["exit_status"], known.verdict)

    def show_error(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> int:
        """Show an error about a puzzle, or about a file that cannot be read, and return its exit status."""
        status = error.exit_status
        if self._look.is_json:
            write_to_stream(json_line(with_exit_status(json_errors(asked, error), status)))
        say(error_text(error))
        return self._counted(status, "unknown" if status == UNKNOWN else "error")

    def end(self) -> None:
        """Show what could not be shown before."""

    def summary(self) -> str:
        """Return how many puzzles there were with which verdict, the best first; "" if there was only one puzzle."""
        if self._verdicts.total() < 2:
            return ""
        worst_first = sorted(self._verdicts, key=lambda key: (-key[0], key[1]))
        numbers: dict[str, int] = {}
        for severity, verdict in reversed(worst_first):
            numbers[verdict] = numbers.get(verdict, 0) + self._verdicts[severity, verdict]
        verdicts = ", ".join(_verdict_text(*each) for each in numbers.items())
        return f"{counted(self._verdicts.total(), 'puzzle')}: {verdicts}"

    def _write(self, asked: FiledPuzzle, text: Iterator[Written]) -> None:
        """Write text about a puzzle; before its first text comes the heading."""
        for written in text:
            if self._headed is not asked:
                self._headed = asked
                self._write(asked, self._inquiry.heading(asked, None, self._look))
            write_to_stream(written)

    def _show_outcome(self, asked: FiledPuzzle, outcome: Outcome) -> None:
        if self._look.is_json:
            write_to_stream(json_line(with_exit_status(outcome.as_json(asked), outcome.exit_status)))
        else:
            self._write(asked, self._inquiry.text(asked, outcome, self._look))
        for written in self._inquiry.footer(asked, outcome, self._look):
            write_to_stream(written)

    def _show_out_of_time(self, asked: FiledPuzzle) -> None:
        if self._look.is_json:
            write_to_stream(json_line(with_exit_status(json_out_of_time(asked), UNKNOWN)))
        place = "" if asked.file is None else f"{asked.label}: "
        say(f"satcross: {place}out of time")

    def _counted(self, status: int, verdict: str) -> int:
        self._verdicts[SEVERITY.index(status), verdict] += 1
        return status


class ReportSink(StreamSink):
    """Shows a report at the end; errors and warnings are shown at once, too.

    Args:
        format: One of `options.REPORTS`.
        command: The name of the command.
    """

    def __init__(self, look: Appearance, inquiry: Inquiry, format: str, command: str) -> None:
        super().__init__(look._replace(is_json=False), inquiry)
        self._format: Final = format
        self._command: Final = command
        self._puzzles: Final[list[AnnotatedPuzzle]] = []

    def show_part(self, asked: FiledPuzzle, part: object) -> None:
        if isinstance(part, SatcrossError):
            super().show_part(asked, part)

    def show_known(self, asked: FiledPuzzle, known: KnownAnswer) -> int:
        status: int = known.answer["exit_status"]
        level: Level = "warning" if status == UNKNOWN else "error"
        annotation = Annotation(level, known.verdict.partition(" ")[0], known.verdict + AS_BEFORE)
        self._add(asked, () if status == YES else (annotation,))
        return self._counted(status, known.verdict)

    def show_error(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> int:
        self._annotate(asked, error)
        return super().show_error(asked, error)

    def end(self) -> None:

        write_to_stream(("out", RENDERERS[self._format](self._command, self._puzzles)))

    def _show_outcome(self, asked: FiledPuzzle, outcome: Outcome) -> None:
        annotations = self._inquiry.annotations(outcome)
        self._add(
            asked,
            tuple([each._replace(place=asked.located(each.place)) if each.place else each for each in annotations]),
        )

    def _show_out_of_time(self, asked: FiledPuzzle) -> None:
        self._annotate(asked, LimitError("out of time", place=[asked.file or ""]))
        super()._show_out_of_time(asked)

    def _annotate(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> None:
        """Let the report say what is wrong with a puzzle or a file."""
        annotations = [
            Annotation("error", each.code, f"{', '.join(each.place)}: {each.message}", each.place)
            for each in each_error(error.with_names(flag_of))
        ]
        self._add(asked, tuple(annotations), is_unanswered=True)

    def _add(
        self, asked: FiledPuzzle | UnreadableFile, annotations: tuple[Annotation, ...], *, is_unanswered: bool = False
    ) -> None:
        name = "" if isinstance(asked, UnreadableFile) else asked.name or asked.puzzle.title
        self._puzzles.append(AnnotatedPuzzle(asked.file or "", name, annotations, is_unanswered))


def _verdict_text(verdict: str, number: int) -> str:
    """Return how many puzzles have a verdict.

    >>> _verdict_text("none but not as expected", 4), _verdict_text("unique but not as expected", 1)
    ('4 without a solution, against what their files expect', '1 unique, against what its file expects')
    """
    if verdict.endswith(UNEXPECTED):
        known = verdict.removesuffix(UNEXPECTED)
        files = "its file expects" if number == 1 else "their files expect"
        return f"{number:,} {'without a solution' if known == 'none' else known}, against what {files}"
    return f"{number:,} {verdict}{'s' if verdict == 'error' and number > 1 else ''}"


def appearance_of(options: Options) -> Appearance:
    """Return how the options want answers to be shown."""
    style = style_of(sys.stdout, options.color, options.ascii)
    return Appearance(
        style,
        terminal_width(),
        is_json(options),
        options.quiet,
        options.stats,
        is_one_of_several=len(options.files) > 1,
    )


@contextmanager
def sink_of(options: Options, inquiry: Inquiry) -> Iterator[StreamSink]:
    """Give the block the sink of the options for the answers to an inquiry.

    When the block ends, also by an interrupt, a report is written, and the verdicts on several puzzles are summed up.

    Raises:
        OptionError: If `--json` is given with the name of another format.
    """
    format = options.output_format
    if options.json and format not in ("text", "json"):
        raise OptionError(
            f"--json and --output-format {format} cannot be combined: both say what is printed", code="option-together"
        )
    look = appearance_of(options)
    is_report = is_for_programs(options)
    sink = ReportSink(look, inquiry, format, options.command) if is_report else StreamSink(look, inquiry)
    try:
        try:
            yield sink
        finally:
            sink.end()
    except (KeyboardInterrupt, Termination):
        _say_summary(sink.summary(), options, until=" when it was interrupted")
        raise
    _say_summary(sink.summary(), options)


def _say_summary(summary: str, options: Options, until: str = "") -> None:
    if summary and not options.quiet:
        say(f"{summary}{until}")
