"""The places where answers go, chosen by the options: the standard streams, or a report for other programs.

In: partial answers, outcomes and errors, in the order of the input.  Out: text or JSON Lines, as soon as they are
there; a report at the end, and how many of several puzzles have which verdict.  A results database is no sink:
`kept.py` stands in front of the questions, and keeps what a sink shows.  The answer of another command, such as `hint`,
is written here too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final, TypeAlias

from satcross.base.wording import counted
from satcross.cli.answers import json_errors, json_out_of_time
from satcross.cli.options import is_for_programs, is_json
from satcross.cli.outcome import (
    AnnotatedOutcome,
    AnnotatedPuzzle,
    Annotation,
    Appearance,
    Conclusion,
    Outcome,
    Showable,
    json_line,
)
from satcross.cli.parser import Options, Output, PlainAnswer
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.statuses import SEVERITY, UNKNOWN, Termination
from satcross.cli.terminal import (
    Written,
    each_error,
    error_text,
    flag_of,
    message_line,
    say,
    style_of,
    terminal_width,
    write_to_stream,
)
from satcross.errors import ErrorCode, LimitError, OptionError, SatcrossError
from satcross.pictures.text import TextStyle

Write: TypeAlias = Callable[[Written], object]


def output_of(answer: PlainAnswer, *, is_json: bool) -> Output:
    """Yield what standard output gets of an answer; the value is its exit status."""
    if is_json and answer.value is not None:
        yield json_line(answer.value)
    else:
        for line in answer.lines:
            yield "out", line + "\n"
    return answer.exit_status


def write_all(output: Output) -> int:
    """Write what a command says, and return its exit status."""
    with closing(output):
        while True:
            try:
                written = next(output)
            except StopIteration as end:
                status: int = end.value
                return status
            write_to_stream(written)


class StreamSink:
    """Shows everything at once, as text or JSON Lines, and counts the verdicts.

    Args:
        write: Gets the text of the standard streams.
        error_style: How errors look; None: as suits standard error.
    """

    def __init__(self, look: Appearance, write: Write, error_style: TextStyle | None = None) -> None:
        self._look: Final = look
        self._write: Final = write
        self._error_style: Final = error_style
        self._verdicts: Final[Counter[tuple[int, str]]] = Counter()

    def show_part(self, asked: FiledPuzzle, part: Showable) -> None:
        """Show something that is known before the end."""
        for written in part.shown(asked, self._look):
            self._write(written)

    def show_conclusion(self, asked: FiledPuzzle, conclusion: Conclusion) -> int:
        """Show how the question about a puzzle has ended, and return the exit status."""
        if conclusion.error is not None:
            return self.show_error(asked, asked.explained(conclusion.error))
        if conclusion.outcome is not None:
            self._show_outcome(asked, conclusion.outcome)
            return self._counted(conclusion.outcome.exit_status, conclusion.outcome.verdict)
        self._show_out_of_time(asked)
        return self._counted(UNKNOWN, "unknown")

    def show_error(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> int:
        """Show an error about a puzzle, or about a file that cannot be read, and return its exit status."""
        if self._look.is_json:
            self._write(json_line(json_errors(asked, error)))
        self._write(message_line(error_text(error, self._error_style)))
        status = error.code.exit_status
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
        return f"{counted(self._verdicts.total(), 'puzzle')}: {', '.join(_text(*each) for each in numbers.items())}"

    def _show_outcome(self, asked: FiledPuzzle, outcome: Outcome) -> None:
        self.show_part(asked, outcome)

    def _show_out_of_time(self, asked: FiledPuzzle) -> None:
        if self._look.is_json:
            self._write(json_line(json_out_of_time(asked)))
        place = "" if asked.file is None else f"{asked.label}: "
        self._write(message_line(f"satcross: {place}out of time"))

    def _counted(self, status: int, verdict: str) -> int:
        self._verdicts[SEVERITY.index(status), verdict] += 1
        return status


class ReportSink(StreamSink):
    """Shows a report at the end; errors and warnings are shown at once, too.

    Args:
        format: One of `options.REPORTS`.
        command: The name of the command.
    """

    def __init__(self, look: Appearance, format: str, command: str) -> None:
        super().__init__(look._replace(is_json=False), write_to_stream)
        self._format: Final = format
        self._command: Final = command
        self._puzzles: Final[list[AnnotatedPuzzle]] = []

    def show_error(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> int:
        self._annotate(asked, error)
        return super().show_error(asked, error)

    def end(self) -> None:
        from satcross.cli.reports import RENDERERS

        self._write(("out", RENDERERS[self._format](self._command, self._puzzles)))

    def _show_outcome(self, asked: FiledPuzzle, outcome: Outcome) -> None:
        assert isinstance(outcome, AnnotatedOutcome), "other commands have no reports"
        annotations = tuple(
            each._replace(place=asked.located(each.place)) if each.place else each for each in outcome.annotations()
        )
        self._add(asked, annotations)

    def _show_out_of_time(self, asked: FiledPuzzle) -> None:
        self._annotate(asked, LimitError("out of time", place=[asked.file or ""]))
        super()._show_out_of_time(asked)

    def _annotate(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> None:
        """Let the report say what is wrong with a puzzle or a file."""
        self._add(
            asked,
            tuple(
                [
                    Annotation("error", str(each.code), f"{', '.join(each.place)}: {each.message}", each.place)
                    for each in each_error(error.with_names(flag_of))
                ]
            ),
        )

    def _add(self, asked: FiledPuzzle | UnreadableFile, annotations: tuple[Annotation, ...]) -> None:
        name = "" if isinstance(asked, UnreadableFile) else asked.name or asked.puzzle.title
        self._puzzles.append(AnnotatedPuzzle(asked.file or "", name, annotations))


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
def sink_of(options: Options) -> Iterator[StreamSink]:
    """Give the block the sink of the options.

    When the block ends, also by an interrupt, a report is written, and the verdicts on several puzzles are summed up.

    Raises:
        OptionError: If `--json` is given with the name of another format.
    """
    format = getattr(options, "output_format", "text")
    if options.json and format not in ("text", "json"):
        message = f"--json and --output-format {format} cannot be combined: both say what is printed"
        raise OptionError(message, code=ErrorCode.OPTION_TOGETHER)
    look = appearance_of(options)
    sink = ReportSink(look, format, options.command) if is_for_programs(options) else StreamSink(look, write_to_stream)
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
