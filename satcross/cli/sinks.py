"""The places where answers go, chosen by the options: the standard streams, or a report for other programs.

In: partial answers, outcomes and errors, in the order of the input.  Out: text, as soon as it is there; a report at the
end.  A results database is no sink: `kept.py` stands in front of the questions, and keeps what a sink shows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from satcross.cli.options import is_for_programs, is_json
from satcross.cli.outcome import Appearance, Outcome, Showable
from satcross.cli.parser import Options
from satcross.cli.puzzles import Asked
from satcross.cli.statuses import Terminated
from satcross.cli.streams import StreamSink, write_to_stream
from satcross.cli.terminal import style_of, terminal_width
from satcross.cli.verdicts import CountingSink
from satcross.errors import ErrorCode, OptionError, SatcrossError


class AnswerSink(Protocol):
    """Shows what is found out about puzzles."""

    def show_part(self, asked: Asked, part: Showable) -> None:
        """Show something that is known before the end."""

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        """Show the answer."""

    def show_error(self, error: SatcrossError) -> int:
        """Show an error, and return the exit status that it stands for."""

    def show_out_of_time(self, asked: Asked) -> None:
        """Show that the time was too short for any answer."""


def appearance_of(options: Options) -> Appearance:
    """Return how the options want answers to be shown."""
    style = style_of(sys.stdout, getattr(options, "color", "auto"), getattr(options, "ascii", False))
    return Appearance(style, terminal_width(), is_json(options), getattr(options, "quiet", False))


@contextmanager
def sink_of(options: Options) -> Iterator[AnswerSink]:
    """Give the block the sink of the options.

    When the block ends, also by an interrupt, a report is written, and the verdicts on several puzzles are summed up.

    Raises:
        OptionError: If `--json` is given with the name of another format.
    """
    format = getattr(options, "output_format", "text")
    if options.json and format not in ("text", "json"):
        message = f"--json and --output-format {format} cannot be combined: both say what is printed"
        raise OptionError(message, code=ErrorCode.OPTION_TOGETHER)
    if not is_for_programs(options):
        with _summed_up(StreamSink(appearance_of(options), write_to_stream), options) as sink:
            yield sink
        return
    from satcross.cli.reports import ReportSink, report_text

    report = ReportSink()
    with _summed_up(report, options) as sink:
        try:
            yield sink
        finally:
            sys.stdout.write(report_text(format, options.command, report.puzzles))
            sys.stdout.flush()


@contextmanager
def _summed_up(sink: AnswerSink, options: Options) -> Iterator[AnswerSink]:
    """Give the block a sink that sums up the verdicts when the block ends, unless the options ask for quiet."""
    counting = CountingSink(sink)
    try:
        yield counting
    except (KeyboardInterrupt, Terminated):
        _say(counting.summary(), options, until="when it was interrupted")
        raise
    _say(counting.summary(), options)


def _say(summary: str, options: Options, until: str = "") -> None:
    if summary and not options.quiet:
        write_to_stream(("error", f"{summary}{until and f' {until}'}\n"))
