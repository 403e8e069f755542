"""Questions about puzzles, answered by this process: a worker, or the only process of a command.

In: a puzzle, an inquiry (what is asked about it), and the options, of which a question and limits are made.  Out: how
that ended, as a value; a sink shows it.  A worker gets the question and the limits, and no options.
"""

from __future__ import annotations

from functools import partial
from time import monotonic, perf_counter

from satcross.base.budget import Report
from satcross.cli.clues import warnings_about
from satcross.cli.limits import WorkLimits, limits_of, report_of, set_alarm, start_clock, stop_clock, within_memory
from satcross.cli.outcome import CommandQuestion, Conclusion, Inquiry, Send
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
    if asked.started is None:
        asked = asked._replace(started=monotonic())
    question = question_about(asked, options, inquiry)
    if isinstance(question, Conclusion):
        return show_conclusion(asked, question, sink)
    send, report = partial(sink.show_part, asked), report_of(options)
    return show_conclusion(asked, answered(question, inquiry, limits_of(options), send, asked.started, report), sink)


def show_conclusion(asked: Asked, conclusion: Conclusion, sink: AnswerSink) -> int:
    """Let the sink show how a question ended, and return the exit status."""
    if conclusion.outcome is not None:
        sink.show_outcome(asked, conclusion.outcome)
        return conclusion.outcome.exit_status
    if conclusion.error is not None:
        return sink.show_error(asked.explained(conclusion.error))
    sink.show_out_of_time(asked)
    return UNKNOWN


def question_about(asked: Asked, options: Options, inquiry: Inquiry) -> CommandQuestion | Conclusion:
    """Return the question about a puzzle, which holds all that its answer depends on besides limits.

    Return a conclusion instead if it cannot be asked: because of an error of the puzzle, or because its time, which
    begins with the puzzle, is up.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    puzzle = asked.puzzle
    start_clock(options, asked.started)
    try:
        return within_memory(
            lambda: inquiry.question(with_grid(revised(puzzle, options), options), options), limits_of(options).memory
        )
    except ABOUT_PUZZLES as error:
        return Conclusion(error=error)
    except TimeUp:
        return Conclusion()
    finally:
        stop_clock()


def answered(
    question: CommandQuestion,
    inquiry: Inquiry,
    limits: WorkLimits,
    send: Send,
    started: float | None = None,
    report: Report | None = None,
) -> Conclusion:
    """Answer `question` within `limits`, and return how that ended.

    Args:
        send: Gets what is known before the end.
        started: When the time began (`monotonic`); None: now.
        report: Gets what is being done.

    Raises:
        SatcrossError: For what would recur with every puzzle.
    """
    start = perf_counter()
    budget = limits.budget(started, report)
    set_alarm(budget)
    conclusion = Conclusion()
    try:
        for warning in warnings_about(question.puzzle):
            send(warning)
        outcome = within_memory(lambda: inquiry.answer(question, budget, send), limits.memory)
        conclusion = Conclusion(outcome, is_cut=budget.seconds_left == 0)
    except ABOUT_PUZZLES as error:
        conclusion = Conclusion(error=error)
    except TimeUp:
        pass
    finally:
        stop_clock()
    return conclusion._replace(seconds=perf_counter() - start)
