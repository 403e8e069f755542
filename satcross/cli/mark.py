"""`satcross mark`: which of many filled-in grids solve a puzzle, and how far the others are."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, Final

from satcross.author.answer_sheets import AnswerSheet, read_sheets
from satcross.author.half_filled_grids import filled_from_text
from satcross.author.marking import Mark, Marker
from satcross.base.records import NamedTuple
from satcross.base.wording import counted, grouped
from satcross.cli.limits import budget_of
from satcross.cli.options import FILE_OPTIONS, JSON_LINES, LIMITS, option
from satcross.cli.outcome import SCHEMA, json_line
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.puzzles import FiledPuzzle, one_puzzle
from satcross.cli.signals import NO, YES
from satcross.cli.terminal import say, show, write_to_stream
from satcross.errors import PuzzleError, TimeUp, printable
from satcross.puzzle import Solution, drawn_rows
from satcross.solver.compile import read_letters
from satcross.solver.solutions import solutions

MOST_KNOWN: Final = 100  # solutions with which the cells of a grid are compared
BAD: Final = 2  # the exit status if a sheet cannot be read


def make_mark_parser() -> Parser:
    return command_parser(
        "mark",
        """
The answers are a folder with a file for each grid, a text with names and grids below each other, a table (CSV or TSV:
the name, then the rows in one cell or in several), or JSON Lines ({"name": "Ann", "rows": ["HI", "OK"]}). Lower case
and blanks between letters are fine, and a full stop stands for an open cell. A letter outside the alphabet is a wrong
answer. If the puzzle has several solutions, each of them counts. The exit status is 0 if all grids solve the puzzle, 2
if a grid has another size or cannot be read, and 1 otherwise.
""",
        """
        satcross mark puzzle.toml answers.txt
        satcross mark puzzle.toml class-7b --csv > marks.csv
        satcross mark puzzle.toml model.jsonl --json
        """,
        (
            option("file"),
            option("answers", metavar="ANSWERS", help="the grids, each with a name (-: stdin)"),
            OptionGroup(
                None,
                (
                    option("--csv", action="store_true", help="print a table for a spreadsheet"),
                    option("--json", help=JSON_LINES.replace("puzzle", "grid")),
                ),
            ),
            FILE_OPTIONS,
            *LIMITS,
        ),
    )


class MarkedSheet(NamedTuple):
    """A sheet with its mark; None: its rows are not a grid of the puzzle, and `problem` says why."""

    name: str
    mark: Mark | None
    problem: str = ""


def run_mark(options: Options) -> int:
    with one_puzzle(options) as asked:
        sheets = read_sheets(options.answers, [len(row) for row in drawn_rows(asked.puzzle)])
        marked = _marked(asked, sheets, options)
    if options.csv:
        show(_table(marked))
    elif options.json:
        for each in marked:
            write_to_stream(json_line(_as_json(asked, each)))
    else:
        for line in _lines(asked, marked):
            show(printable(line) + "\n")
    if any(each.mark is None for each in marked):
        return BAD
    return YES if all(each.mark and each.mark.is_solved for each in marked) else NO


def _marked(asked: FiledPuzzle, sheets: Sequence[AnswerSheet], options: Options) -> list[MarkedSheet]:
    budget = budget_of(options)
    known: list[Solution] = []
    try:
        known.extend(solutions(asked.puzzle, MOST_KNOWN, budget=budget))
    except TimeUp:
        say("satcross: the solution was not found in time, so cells are not compared")
    marker = Marker(read_letters(asked.puzzle, budget), known, budget)

    def marked(sheet: AnswerSheet) -> MarkedSheet:
        if sheet.problem:
            return MarkedSheet(sheet.name, None, sheet.problem)
        try:
            return MarkedSheet(sheet.name, marker.mark(filled_from_text(asked.puzzle, "\n".join(sheet.rows))))
        except PuzzleError as error:
            return MarkedSheet(sheet.name, None, error.message)

    return [marked(sheet) for sheet in sheets]


def _lines(asked: FiledPuzzle, marked: Sequence[MarkedSheet]) -> Iterator[str]:
    """Yield the text for people: a line for each name, and a summary for the teacher."""
    width = max(len(each.name) for each in marked)
    for name, mark, problem in marked:
        if mark is None:
            yield f"{name:{width}}  not marked: {problem}"
        elif mark.is_solved:
            yield f"{name:{width}}  solved"
        else:
            right = "" if mark.right is None else f"{mark.right} of {mark.cells} cells right, "
            open_cells = "" if mark.filled == mark.cells else f"{mark.cells - mark.filled} open, "
            clues = f"{mark.matched} of {mark.clues} clues"
            first = next((each for each in mark.failed if not each.is_open), None)
            reads = "" if first is None else f"; {first.place} does not match {first.text}"
            yield f"{name:{width}}  {right}{open_cells}{clues}{reads}"
    marks = [each.mark for each in marked if each.mark]
    solved = sum(mark.is_solved for mark in marks)
    yield ""
    yield f"{asked.label}: solved by {grouped(solved)} of {grouped(len(marked))} answers"
    missed = Counter(each.place for mark in marks for each in mark.failed)
    for place, number in missed.most_common(1):
        yield f"most often missed: {place}, in {counted(number, 'answer')}"


HEADINGS: Final = (
    "name",
    "solved",
    "right",
    "filled",
    "cells",
    "matched",
    "clues",
    "score",
    "first failed clue",
    "problem",
)


def _table(marked: Sequence[MarkedSheet]) -> str:
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(HEADINGS)
    for name, mark, problem in marked:
        if mark is None:
            writer.writerow([_cell(name), *[""] * (len(HEADINGS) - 2), _cell(problem)])
            continue
        first = mark.failed[0].place if mark.failed else ""
        counts = (mark.right, mark.filled, mark.cells, mark.matched, mark.clues)
        writer.writerow(
            [_cell(name), "yes" if mark.is_solved else "no", *counts, round(mark.score, 3), _cell(first), ""]
        )
    return written.getvalue()


def _cell(text: str) -> str:
    """Return a text as a cell without control characters, which a spreadsheet does not take for a formula."""
    shown = printable(text)
    return f"'{shown}" if shown[:1] in tuple("=+-@") else shown


def _as_json(asked: FiledPuzzle, each: MarkedSheet) -> dict[str, Any]:
    name, mark, problem = each
    head = {"schema": SCHEMA, "file": asked.file, "name": name}
    if mark is None:
        return {**head, "status": "error", "problem": problem, "score": 0.0}
    return {
        **head,
        "status": "solved" if mark.is_solved else "not solved",
        "cells": {"right": mark.right, "filled": mark.filled, "all": mark.cells},
        "clues": {"matched": mark.matched, "all": mark.clues},
        "cell_share": None if mark.right is None else mark.right / mark.cells,
        "clue_share": mark.matched / mark.clues if mark.clues else 1.0,
        "score": mark.score,
        "failed": [{"line": at.line, "clue": at.clue, "pattern": at.pattern, "text": at.text} for at in mark.failed],
    }
