"""The places where answers go, chosen by the options: the standard streams, or a report for other programs.

In: partial answers, outcomes and errors, in the order of the input.  Out: text or JSON Lines, as soon as they are
there; a report at the end, and how many of several puzzles have which verdict.  A results database is no sink:
`kept.py` stands in front of the questions, and keeps what a sink shows.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeAlias

from satcross.base.wording import counted
from satcross.cli.options import is_for_programs, is_json
from satcross.cli.outcome import (
    AnnotatedOutcome,
    AnnotatedPuzzle,
    Annotation,
    Appearance,
    Conclusion,
    Outcome,
    Showable,
    Written,
)
from satcross.cli.parser import Options
from satcross.cli.puzzles import Asked
from satcross.cli.statuses import SEVERITY, UNKNOWN, Terminated
from satcross.cli.terminal import each_error, error_text, flag_of, style_of, terminal_width
from satcross.errors import ErrorCode, LimitError, OptionError, SatcrossError
from satcross.pictures.text import TextStyle

Write: TypeAlias = Callable[[Written], object]


def write_to_stream(written: Written) -> None:
    """Write to a standard stream of this process, at once."""
    name, text = written
    if name == "out":
        sys.stdout.write(text)
        sys.stdout.flush()
    elif text:
        sys.stdout.flush()
        sys.stderr.write(text)


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


def show_conclusion(asked: Asked, conclusion: Conclusion, sink: AnswerSink) -> int:
    """Let the sink show how a question ended, and return the exit status."""
    if conclusion.outcome is not None:
        sink.show_outcome(asked, conclusion.outcome)
        return conclusion.outcome.exit_status
    if conclusion.error is not None:
        return sink.show_error(asked.explained(conclusion.error))
    sink.show_out_of_time(asked)
    return UNKNOWN


class StreamSink:
    """Shows everything at once, as text or JSON Lines.

    Args:
        write: Gets the text of the standard streams.
        error_style: How errors look; None: as suits standard error.
    """

    def __init__(self, look: Appearance, write: Write, error_style: TextStyle | None = None) -> None:
        self._look: Final = look
        self._write: Final = write
        self._error_style: Final = error_style

    def show_part(self, asked: Asked, part: Showable) -> None:
        for written in part.shown(asked, self._look):
            self._write(written)

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        self.show_part(asked, outcome)

    def show_error(self, error: SatcrossError) -> int:
        self._write(("error", error_text(error, self._error_style) + "\n"))
        return error.code.exit_status

    def show_out_of_time(self, asked: Asked) -> None:
        place = "" if asked.file is None else f"{asked.label}: "
        self._write(("error", f"satcross: {place}out of time\n"))


class ReportSink(StreamSink):
    """Collects what a report says of each puzzle; errors and warnings are shown at once, too."""

    def __init__(self, look: Appearance) -> None:
        super().__init__(look, write_to_stream)
        self.puzzles: Final[list[AnnotatedPuzzle]] = []

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        assert isinstance(outcome, AnnotatedOutcome), "other commands have no reports"
        annotations = tuple(
            each._replace(place=asked.located(each.place)) if each.place else each for each in outcome.annotations()
        )
        self.puzzles.append(AnnotatedPuzzle(asked.file or "", asked.name or asked.puzzle.title, annotations))

    def show_error(self, error: SatcrossError) -> int:
        self._annotate(error)
        return super().show_error(error)

    def show_out_of_time(self, asked: Asked) -> None:
        self._annotate(LimitError("out of time", place=[asked.file or ""]))
        super().show_out_of_time(asked)

    def _annotate(self, error: SatcrossError) -> None:
        """Let the report say what is wrong, and in which file."""
        for each in each_error(error.with_names(flag_of)):
            annotation = Annotation("error", str(each.code), f"{', '.join(each.place)}: {each.message}", each.place)
            self.puzzles.append(AnnotatedPuzzle(annotation.file_and_line[0], "", (annotation,)))


class VerdictCounter:
    """Lets another sink show everything, and counts the verdicts.  A file that cannot be read counts as a puzzle."""

    def __init__(self, sink: AnswerSink) -> None:
        self._sink: Final = sink
        self._verdicts: Final[Counter[tuple[int, str]]] = Counter()

    def show_part(self, asked: Asked, part: Showable) -> None:
        self._sink.show_part(asked, part)

    def show_outcome(self, asked: Asked, outcome: Outcome) -> None:
        self._sink.show_outcome(asked, outcome)
        self._verdicts[SEVERITY.index(outcome.exit_status), outcome.verdict] += 1

    def show_error(self, error: SatcrossError) -> int:
        status = self._sink.show_error(error)
        self._verdicts[SEVERITY.index(status), "unknown" if status == UNKNOWN else "error"] += 1
        return status

    def show_out_of_time(self, asked: Asked) -> None:
        self._sink.show_out_of_time(asked)
        self._verdicts[SEVERITY.index(UNKNOWN), "unknown"] += 1

    def summary(self) -> str:
        """Return how many puzzles there were with which verdict, the best first; "" if there was only one puzzle."""
        if self._verdicts.total() < 2:
            return ""
        worst_first = sorted(self._verdicts, key=lambda key: (-key[0], key[1]))
        numbers: dict[str, int] = {}
        for severity, verdict in reversed(worst_first):
            numbers[verdict] = numbers.get(verdict, 0) + self._verdicts[severity, verdict]
        return f"{counted(self._verdicts.total(), 'puzzle')}: {', '.join(_text(*each) for each in numbers.items())}"


def _text(verdict: str, number: int) -> str:
    return f"{number:,} {verdict}{'s' if verdict == 'error' and number > 1 else ''}"


def appearance_of(options: Options) -> Appearance:
    """Return how the options want answers to be shown."""
    style = style_of(sys.stdout, getattr(options, "color", "auto"), getattr(options, "ascii", False))
    return Appearance(
        style,
        terminal_width(),
        is_json(options),
        getattr(options, "quiet", False),
        getattr(options, "stats", False),
        is_one_of_several=len(getattr(options, "files", ())) > 1,
    )


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
    from satcross.cli.reports import report_text

    report = ReportSink(appearance_of(options))
    with _summed_up(report, options) as sink:
        try:
            yield sink
        finally:
            sys.stdout.write(report_text(format, options.command, report.puzzles))
            sys.stdout.flush()


@contextmanager
def _summed_up(sink: AnswerSink, options: Options) -> Iterator[AnswerSink]:
    """Give the block a sink that sums up the verdicts when the block ends, unless the options ask for quiet."""
    counting = VerdictCounter(sink)
    try:
        yield counting
    except (KeyboardInterrupt, Terminated):
        _say(counting.summary(), options, until="when it was interrupted")
        raise
    _say(counting.summary(), options)


def _say(summary: str, options: Options, until: str = "") -> None:
    if summary and not options.quiet:
        write_to_stream(("error", f"{summary}{until and f' {until}'}\n"))
