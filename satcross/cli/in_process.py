"""A question about a puzzle, and its answer: what this process does for each puzzle, and a worker in the same way.

In: a puzzle and the options, of which limits are made; then a question and limits, without the options.  Out: how the
question ended, as a value.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from satcross.base.budget import Budget, Report, now
from satcross.cli.limits import WorkLimits, limit_process_memory, limited, limits_of
from satcross.cli.outcome import CommandQuestion, Conclusion, Inquiry, Outcome, Send, warnings_about
from satcross.cli.parser import Options
from satcross.cli.puzzles import ABOUT_PUZZLES, FiledPuzzle, revised, with_grid
from satcross.errors import SatcrossError, TimeUp


class Settings(NamedTuple):
    """What every answer of a command depends on besides its question; it can be pickled.

    Attributes:
        answer: Answers a question (`Inquiry.answer`).
        errors: The errors that concern one puzzle only (`Inquiry.errors`).
    """

    answer: Callable[[Any, Budget, Send], Outcome]
    errors: tuple[type[SatcrossError], ...]
    limits: WorkLimits


def settings_of(options: Options, inquiry: Inquiry) -> Settings:
    """Return what the options say about every answer."""
    return Settings(inquiry.answer, inquiry.errors, limits_of(options))


def question_about(asked: FiledPuzzle, options: Options, inquiry: Inquiry) -> CommandQuestion | Conclusion:
    """Return the question about a puzzle, which holds all that its answer depends on besides limits.

    Return a conclusion instead if it cannot be asked: because of an error of the puzzle, or because its time, which
    begins with the puzzle, is up.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    ask = inquiry.question
    assert ask is not None, "only generate has its questions before the puzzles"
    try:
        with limited(limits_of(options), asked.started) as budget:
            return ask(with_grid(revised(asked.puzzle, options), asked.grid, budget), options)
    except ABOUT_PUZZLES as error:
        return Conclusion(error=error)
    except TimeUp:
        return Conclusion()


def answering(settings: Settings, *, is_own: bool) -> Callable[[CommandQuestion, Send], Conclusion]:
    """Return the function that a worker calls for each question.

    Args:
        is_own: Whether the process belongs to this command, which may then limit it.
    """
    if is_own:
        limit_process_memory(settings.limits.memory)
    return lambda question, send: answered(question, settings, send, now())


def answered(
    question: CommandQuestion, settings: Settings, send: Send, started: float, report: Report | None = None
) -> Conclusion:
    """Answer `question`, and return how that ended.

    Args:
        send: Gets what is known before the end.
        started: When the time began (`now`).
        report: Gets what is being done.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """

    answer, errors, limits = settings
    start = perf_counter()
    conclusion = Conclusion()
    try:
        with limited(limits, started, report) as budget:
            for warning in warnings_about(question.puzzle):
                send(warning)
            conclusion = Conclusion(answer(question, budget, send), is_cut=budget.seconds_left == 0)
    except errors as error:
        conclusion = Conclusion(error=error)
    except TimeUp:
        pass
    return conclusion._replace(seconds=perf_counter() - start)
