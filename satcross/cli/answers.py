"""Answers as people and programs read them: verdicts, figures, JSON.

In: what questions have found out.  Out: text, or an object for JSON.

All commands use this module, so that the status of a puzzle, or a clue in JSON, reads the same everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from satcross.base.budget import AUTO
from satcross.base.wording import capital, counted
from satcross.cli.outcome import (
    SCHEMA,
    file_and_line,
)
from satcross.cli.parser import PlainAnswer
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.signals import NO, UNKNOWN, YES, worse
from satcross.cli.terminal import (
    each_error,
    flag_of,
)
from satcross.errors import SatcrossError, printable
from satcross.puzzle import ANY, Puzzle, Solution, free_cells_text, json_cell

if TYPE_CHECKING:
    from satcross.solver.expected import GridGrade, Mismatch
    from satcross.solver.solutions import SearchReport, Status


UNEXPECTED: Final = " but not as expected"
AS_BEFORE: Final = ", as before"  # what follows the verdict that a results database has; the rest is not shown again
NOT_COMPUTED: Final = "not computed"  # the entry "more" of JSON, where a question was left out
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
    """Return the size of the puzzle and of its formula, and the seconds of each stage, one per line."""
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
    """Return `mismatches` on separate lines: indented below an answer, or else as a sentence.

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
