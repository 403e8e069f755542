"""Questions about puzzles, answered by this process: a worker, or the only process of a command.

In: a puzzle, an inquiry (what is asked about it), and the options.  Out: how that ended, as a value; a sink shows it.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter

from satcross.cli.clues import warnings_about
from satcross.cli.limits import budget_of, seconds_left, start_clock, stop_clock, within_memory
from satcross.cli.outcome import Conclusion, Inquiry, Outcome, Send
from satcross.cli.parser import Options
from satcross.cli.puzzles import ABOUT_PUZZLES, Asked, puzzles_asked_about, revised, with_grid
from satcross.cli.sinks import AnswerSink
from satcross.cli.statuses import UNKNOWN, YES, worse
from satcross.cli.terminal import turn_to
from satcross.errors import SatcrossError, TimeUp


def answer_each(options: Options, inquiry: Inquiry, sink: AnswerSink) -> int:
    """Answer for every puzzle of `options.files` in this process, and return the worst exit status."""
    worst = YES
    for asked in puzzles_asked_about(options):
        worst = worse(worst, answer_here(asked, options, inquiry, sink))
    return worst


def answer_here(asked: Asked | SatcrossError, options: Options, inquiry: Inquiry, sink: AnswerSink) -> int:
    """Answer for a puzzle in this process, or show the error that is in its place; return the exit status."""
    if isinstance(asked, SatcrossError):
        return sink.show_error(asked)
    if len(options.files) > 1 or (asked.source is not None and len(asked.source.entries) > 1):
        turn_to(options, asked.label)
    return show_conclusion(asked, conclusion_about(asked, options, inquiry, partial(sink.show_part, asked)), sink)


def show_conclusion(asked: Asked, conclusion: Conclusion, sink: AnswerSink) -> int:
    """Let the sink show how a question ended, and return the exit status."""
    if conclusion.outcome is not None:
        sink.show_outcome(asked, conclusion.outcome)
        return conclusion.outcome.exit_status
    if conclusion.error is not None:
        return sink.show_error(asked.explained(conclusion.error))
    sink.show_out_of_time(asked)
    return UNKNOWN


def conclusion_about(asked: Asked, options: Options, inquiry: Inquiry, send: Send) -> Conclusion:
    """Ask about a puzzle, and return how that ended.

    Args:
        send: Gets what is known before the end.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    start = perf_counter()
    start_clock(options, asked.started)
    conclusion = Conclusion()
    try:
        outcome = within_memory(lambda: _outcome(asked, options, inquiry, send), options)
        conclusion = Conclusion(outcome, is_cut=seconds_left(options) == 0)
    except ABOUT_PUZZLES as error:
        conclusion = Conclusion(error=error)
    except TimeUp:
        pass
    finally:
        stop_clock()
    return conclusion._replace(seconds=perf_counter() - start)


def _outcome(asked: Asked, options: Options, inquiry: Inquiry, send: Send) -> Outcome:
    puzzle = revised(asked.puzzle, options)
    for warning in warnings_about(puzzle):
        send(warning)
    question = inquiry.question(with_grid(puzzle, options), options)
    return inquiry.answer(question, budget_of(options), send)
