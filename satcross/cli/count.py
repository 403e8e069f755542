"""`satcross count`: how many solutions puzzles have, without listing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from satcross.author.counting import Count, Method, count_presolved
from satcross.base.budget import Budget
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.cli.answers import json_head, json_mismatches, mismatch_lines, verdict_of, with_mismatches
from satcross.cli.driver import answer_all
from satcross.cli.options import FILE_OPTIONS, FILES, JSON_LINES, LIMITS, count, many_puzzles, option
from satcross.cli.outcome import Appearance, Inquiry, Send
from satcross.cli.parser import OptionGroup, Options, Parser, command_parser
from satcross.cli.puzzles import FiledPuzzle
from satcross.cli.signals import NO, UNKNOWN, YES
from satcross.cli.sinks import sink_of
from satcross.cli.terminal import Written
from satcross.errors import TimeUp
from satcross.puzzle import Puzzle
from satcross.solver.compile import PresolvedPuzzle, presolve
from satcross.solver.expected import Mismatch, enough_solutions, mismatches
from satcross.solver.solutions import Search, Status


def make_count_parser() -> Parser:
    return command_parser(
        "count",
        """
The number is exact, however large it is. Independent parts of the puzzle are counted separately and multiplied. Each
part is read cell by cell, and beginnings that allow the same continuations are counted together. Where there are too
many different ones, the solutions are listed; or the model counter ganak counts them, if it is installed (the extra
count). If the time runs out, the number is a lower bound.
Over the alphabet "any", letters that no clue tells apart count once. The exit status is 0 if there is a solution, or
with --at-least if there are at least N.
""",
        """
        satcross count puzzle.toml
        satcross count --at-least 1000 puzzles/*.toml
        """,
        (
            *FILES,
            OptionGroup(
                None,
                (
                    option(
                        "--method",
                        choices=["auto", "search", "ganak"],
                        default="auto",
                        help="which counter to use; default: auto",
                    ),
                    option("--at-least", type=count, metavar="N", help="stop as soon as N solutions are known"),
                ),
            ),
            option("--json", help=JSON_LINES),
            option("--grid"),
            FILE_OPTIONS,
            *LIMITS,
            many_puzzles(),
        ),
    )


def run_count(options: Options) -> int:
    with sink_of(options, INQUIRY) as sink:
        return answer_all(options, INQUIRY, sink)


def answer(question: CountQuestion, budget: Budget, send: Send) -> CountOutcome:
    """Return the number of solutions.  Raises what `compile_puzzle` raises."""
    puzzle, at_least = question.puzzle, question.at_least
    presolved, tally = None, Count(0, "at_least", "propagation", "timeout")
    with suppress(TimeUp):
        presolved = presolve(puzzle, budget=budget)
        tally = count_presolved(presolved, question.method, at_least, budget)
    return CountOutcome(puzzle, tally, at_least, _mismatches(puzzle, tally, budget, presolved))


class CountQuestion(NamedTuple):
    """What `count` is asked about a puzzle."""

    puzzle: Puzzle
    method: Method
    at_least: int | None


class CountOutcome(NamedTuple):
    """The number of solutions of a puzzle.

    Attributes:
        at_least: How many were asked for; None: all.
        mismatches: How the number and the solutions that the puzzle's author expects disagree.
    """

    puzzle: Puzzle
    tally: Count
    at_least: int | None
    mismatches: tuple[Mismatch, ...]

    @property
    def exit_status(self) -> int:
        is_stopped = self.tally.stopped == "timeout"
        is_enough = self.tally.value >= (self.at_least or 1) and (not is_stopped or self.at_least)
        return with_mismatches(YES if is_enough else UNKNOWN if is_stopped else NO, self.mismatches)

    @property
    def verdict(self) -> str:
        return verdict_of(_status(self.tally), has_solution=self.tally.value > 0, mismatches=self.mismatches)

    def as_json(self, asked: FiledPuzzle) -> dict[str, Any]:
        tally = self.tally
        return {
            **json_head(asked),
            **tally.as_json(),
            "status": _status(tally),
            **json_mismatches(self.puzzle, self.mismatches),
        }

    @property
    def is_final(self) -> bool:
        return self.tally.stopped != "timeout"


def text(asked: FiledPuzzle, outcome: CountOutcome, look: Appearance) -> Iterator[Written]:
    """Yield the text for people."""
    yield "out", f"{asked.label}: {_tally_text(outcome.tally)}\n"
    yield "out", mismatch_lines(outcome.mismatches)


INQUIRY: Final = Inquiry(CountQuestion, answer, text)


def _mismatches(
    puzzle: Puzzle, tally: Count, budget: Budget, presolved: PresolvedPuzzle | None
) -> tuple[Mismatch, ...]:
    """Return how the count and the solutions that the puzzle's author expects disagree."""
    has_others = puzzle.expects_all and tally.value > 0
    search = Search(puzzle, limit=enough_solutions(puzzle), budget=budget, presolved=presolved)
    return mismatches(puzzle, search if has_others else (), budget, presolved and presolved.letters)


def _status(tally: Count) -> Status:
    """Return what the count says of the puzzle."""
    if tally.kind == "at_least":
        return "several" if tally.value > 1 else "unknown"
    return "none" if not tally.value else "unique" if tally.value == 1 else "several"


def _tally_text(tally: Count) -> str:
    number = tally.value
    if tally.kind == "at_least":
        if not number:
            return "unknown (out of time)"
        return f"at least {counted(number, 'solution')}" + (" (out of time)" if tally.stopped == "timeout" else "")
    return counted(number, "solution") if number else "no solution"
