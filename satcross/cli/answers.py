"""A search for people and for programs: verdict, figures, JSON Lines.

`solve` and `check` speak through this module, so a puzzle's status reads the same everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from satcross.base.wording import capital, counted
from satcross.cli.limits import budget_of, seconds_left
from satcross.cli.parser import Options
from satcross.cli.puzzles import Answer, Asked, answer_each
from satcross.cli.statuses import NO, YES, worse
from satcross.errors import OptionError, printable
from satcross.puzzle.model import ANY, Cell, Puzzle, Solution

if TYPE_CHECKING:
    from satcross.solver.expected import Mismatch
    from satcross.solver.solutions import Search

SCHEMA: Final = 1  # of the JSON objects
LISTING: Final = "enumerate"  # the stage that may ask a solver without writing a formula of its own first


class Timer:
    """The time since it was made."""

    def __init__(self) -> None:
        self._start: Final = perf_counter()

    def __str__(self) -> str:
        seconds = perf_counter() - self._start
        return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def answer_all(options: Options, answer: Answer) -> int:
    """Answer for every puzzle of `options.files`, wherever the options say, and return the worst exit status."""
    check_many_options(options)
    if options.jobs == 1 and options.cluster is None and options.results is None:
        return answer_each(options, answer)
    from satcross.cli.jobs import answer_side_by_side

    return answer_side_by_side(options, answer)


def check_many_options(options: Options) -> None:
    """Raise OptionError for options about many puzzles that make no sense together."""
    if options.refresh and options.results is None:
        raise OptionError("--refresh is about a results database", hint="name it with --results")
    if options.jobs > 1 and options.cluster is not None:
        raise OptionError("--jobs and --cluster both say where the work is done", hint="leave one of them out")


def tell_facts(options: Options, status: str, answer: dict[str, Any], *, is_final: bool, **facts: object) -> None:
    """Tell the results database, if there is one, what was found.

    Args:
        status: The verdict.
        answer: The JSON object of the puzzle.
        is_final: Whether larger limits would find nothing more; False also if the time is up, whatever is given.
        facts: Values of further columns: count, complete, witnesses, rating, difficulty.
    """
    told = getattr(options, "facts", None)
    if told is not None:
        is_final = is_final and seconds_left(options) != 0
        told.update(status=status, answer=answer, is_final=is_final, **facts)


def are_facts_wanted(options: Options) -> bool:
    """Return whether a results database waits for what is found."""
    return getattr(options, "facts", None) is not None


def search_for(asked: Asked, options: Options, limit: int | None) -> Search:
    """Return the search for at most `limit` solutions that the options describe."""
    from satcross.solver.solutions import Search

    return Search(
        asked.puzzle,
        limit=limit,
        solver=options.solver,
        budget=budget_of(options),
        jobs=options.jobs,
        encoding=options.encoding,
    )


def verdict(search: Search) -> str:
    """Return what is known of the puzzle, as a sentence.

    >>> from satcross.puzzle.shapes import line
    >>> from satcross.solver.solutions import Search
    >>> verdict(Search(line("A|BC", 2)).run()), verdict(Search(line("A", 2)).run())
    ('The only solution.', 'No solution.')
    """
    if search.status == "unique":
        return "The only solution."
    if search.status == "none":
        return "No solution."
    found = "no solution" if not search.count else counted(search.count, "solution")
    if search.status == "several" and search.is_complete:
        return f"{capital(found)}, and no others." if search.count > 1 else "Several solutions."
    if search.stopped == "timeout":
        return f"Unknown: out of time, {found} so far."
    if search.status == "several":
        return f"At least {found}; --all lists them all."
    return f"{capital(found)}; whether there are others was not asked (--limit 2)."


def free_cells(search: Search) -> str:
    """Return the sentence about the cells that no clue covers; "" without such cells, or without a solution."""
    puzzle = search.puzzle
    if search.status == "none" or search.alphabet is None or not puzzle.free_cells:
        return ""
    from satcross.author.overview import free_cells_text

    return free_cells_text(puzzle, None if search.alphabet == ANY else len(search.alphabet))


def summary(search: Search, timer: Timer, options: Options) -> str:
    """Return in a line how big the puzzle was, how it was solved, and how long that took."""
    how = "propagation and search" if search.was_searched else "propagation alone"
    clues = counted(search.stats.get("clues", 0), "clue")
    idle = idle_solver(search, options)
    return f"{clues} on {counted(len(search.puzzle.cells), 'cell')}, by {how}: {timer}{idle and f'; {idle}'}"


def idle_solver(search: Search, options: Options) -> str:
    """Return that the solver that was asked for had nothing to do; "" if it had, or if none was asked for.

    >>> from argparse import Namespace
    >>> from satcross.puzzle.shapes import line
    >>> from satcross.solver.solutions import Search
    >>> idle_solver(Search(line("A", 1)).run(), Namespace(solver="glucose4"))
    'the solver glucose4 was not needed'
    """
    from satcross.base.tuning import AUTO

    was_asked = search.stats.get("clauses") or LISTING in search.seconds
    return "" if options.solver == AUTO or was_asked else f"the solver {options.solver} was not needed"


def statistics(search: Search) -> str:
    """Return the size of the puzzle and of its formula, and the seconds of each stage, one a line."""
    sizes = [(name, f"{value:,}") for name, value in search.stats.items()]
    times = [(name, f"{value:.4f} s") for name, value in search.seconds.items()]
    width = max(len(name) for name, _ in sizes + times) if sizes or times else 0
    column = max(len(value) for _, value in sizes + times) if sizes or times else 0
    return "\n".join(f"  {name:{width}}  {value:>{column}}" for name, value in sizes + times)


def json_object(asked: Asked, search: Search, solutions: list[Solution] | None, **more: object) -> dict[str, Any]:
    """Return the JSON object of a puzzle.

    Args:
        solutions: None: they have been printed already.
        more: Further entries, for what only one command has to say.
    """
    listed = {} if solutions is None else {"solutions": [json_solution(solution) for solution in solutions]}
    return {
        "schema": SCHEMA,
        "file": asked.file,
        "name": asked.name or asked.puzzle.title,
        "status": search.status,
        "complete": search.is_complete,
        "count": search.count,
        "searched": search.was_searched,
        **listed,
        **more,
        "free_cells": [json_cell(cell) for cell in asked.puzzle.free_cells],
        "alphabet": search.alphabet,
        "dialect": asked.puzzle.dialect,
        "stats": {**search.stats, "seconds": {name: round(value, 6) for name, value in search.seconds.items()}},
    }


def json_solution(solution: Solution) -> dict[str, Any]:
    """Return a solution as JSON has it: the drawn rows, or the letter of each cell by name."""
    if solution.puzzle.shape.kind == "lines":
        return {"cells": dict(zip(map(str, solution.puzzle.cells), solution.letters, strict=True))}
    return {"rows": list(solution.rows)}


def json_cell(cell: Cell) -> str | list[int]:
    """Return an address as JSON has it: the name, or [row, column]."""
    return cell if isinstance(cell, str) else list(cell)


def print_mismatches(mismatches: Sequence[Mismatch], indent: str = "  ") -> None:
    """Print each of `mismatches` on a line of its own: indented below an answer, or else as a sentence."""
    for mismatch in mismatches:
        text = printable(str(mismatch))
        print(f"{indent}{text}" if indent else f"{text[0].upper()}{text[1:]}.", flush=True)


def json_mismatches(puzzle: Puzzle, mismatches: Sequence[Mismatch]) -> dict[str, Any]:
    """Return the entry for `mismatches`; no entry for a puzzle that names no expected solutions."""
    return {"mismatches": list(map(_json_mismatch, mismatches))} if puzzle.expected or puzzle.expects_all else {}


def with_mismatches(status: int, mismatches: Sequence[Mismatch]) -> int:
    """Return the exit status `status`, or "no" if that is worse and there are mismatches."""
    return worse(status, NO if mismatches else YES)


def _json_mismatch(mismatch: Mismatch) -> dict[str, Any]:
    return {
        "kind": mismatch.kind,
        "message": mismatch.message,
        "number": mismatch.number,
        "solution": None if mismatch.solution is None else json_solution(mismatch.solution),
        "faults": [
            {"line": fault.line, "clue": fault.clue, "pattern": fault.pattern, "text": fault.text,
             "message": fault.message} for fault in mismatch.faults
        ],
        "cells": [json_cell(cell) for cell in mismatch.cells],
    }  # fmt: skip


def print_json(value: dict[str, Any]) -> None:
    """Print `value` on a line of its own, at once."""
    from satcross.base.printable_json import printable_json

    sys.stdout.write(printable_json(value) + "\n")  # in one piece, also if interrupted
    sys.stdout.flush()
