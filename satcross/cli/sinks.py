"""The places where answers go, chosen by the options: the standard streams, or a report for other programs.

In: partial answers, outcomes and errors, in the order of the input.  Out: text or JSON Lines, as soon as they are
there; a report at the end, which says how many of several puzzles have which verdict.  A results database is not a
sink: `results_store.py` is in front of the questions.  The answer of any other command, such as `hint`, is written
here too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from satcross.base.wording import counted
from satcross.cli.answers import AS_BEFORE, UNEXPECTED, json_errors, json_out_of_time
from satcross.cli.clues import warning_line
from satcross.cli.options import is_for_programs, is_json
from satcross.cli.outcome import (
    AnnotatedPuzzle,
    Annotation,
    Appearance,
    Conclusion,
    Inquiry,
    KnownAnswer,
    Level,
    Outcome,
    json_line,
    with_exit_status,
)
from satcross.cli.parser import Options, PlainAnswer
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.signals import SEVERITY, UNKNOWN, YES, Termination
from satcross.cli.terminal import (
    Written,
    each_error,
    error_text,
    flag_of,
    say,
    show,
    style_of,
    terminal_width,
    write_to_stream,
)
from satcross.errors import LimitError, OptionError, SatcrossError


def write_answer(answer: PlainAnswer, *, is_json: bool) -> int:
    """Write an answer, and return its exit status."""
    if is_json and answer.value is not None:
        write_to_stream(json_line(answer.value))
    else:
        for line in answer.lines:
            show(line + "\n")
    return answer.exit_status


class StreamSink:
    """Shows everything immediately, as text or JSON Lines, and counts the verdicts.

    Args:
        inquiry: What the answers are answers to; it says how they look.
    """

    def __init__(self, look: Appearance, inquiry: Inquiry) -> None:
        self._look: Final = look
        self._inquiry: Final = inquiry
        self._headed: FiledPuzzle | None = None
        self._verdicts: Final[Counter[tuple[int, str]]] = Counter()

    def show_part(self, asked: FiledPuzzle, part: object) -> None:
        """Show something that is known before the end."""
        if isinstance(part, SatcrossError):
            write_to_stream(warning_line(asked.explained(part)))
        elif not self._look.is_json:
            self._write(asked, self._inquiry.part_text(asked, part, self._look))
        elif (value := self._inquiry.part_json(asked, part)) is not None:
            write_to_stream(json_line(value))

    def show_conclusion(self, asked: FiledPuzzle, conclusion: Conclusion) -> int:
        """Show how the question about a puzzle has ended, and return the exit status."""
        if conclusion.error is not None:
            return self.show_error(asked, asked.explained(conclusion.error))
        if conclusion.outcome is not None:
            self._show_outcome(asked, conclusion.outcome)
            return self._counted(conclusion.outcome.exit_status, conclusion.outcome.verdict)
        self._show_out_of_time(asked)
        return self._counted(UNKNOWN, "unknown")

    def show_known(self, asked: FiledPuzzle, known: KnownAnswer) -> int:
        """Show what an earlier run has found, and return the exit status."""
        if self._look.is_json:
            write_to_stream(json_line(known.answer))
        else:
            write_to_stream(("out", f"{asked.label}: {known.verdict}{AS_BEFORE}\n"))
        return self._counted(known.answer["exit_status"], known.verdict)

    def show_error(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> int:
        """Show an error about a puzzle, or about a file that cannot be read, and return its exit status."""
        status = error.exit_status
        if self._look.is_json:
            write_to_stream(json_line(with_exit_status(json_errors(asked, error), status)))
        say(error_text(error))
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
        verdicts = ", ".join(_verdict_text(*each) for each in numbers.items())
        return f"{counted(self._verdicts.total(), 'puzzle')}: {verdicts}"

    def _write(self, asked: FiledPuzzle, text: Iterator[Written]) -> None:
        """Write text about a puzzle; before its first text comes the heading."""
        for written in text:
            if self._headed is not asked:
                self._headed = asked
                self._write(asked, self._inquiry.heading(asked, None, self._look))
            write_to_stream(written)

    def _show_outcome(self, asked: FiledPuzzle, outcome: Outcome) -> None:
        if self._look.is_json:
            write_to_stream(json_line(with_exit_status(outcome.as_json(asked), outcome.exit_status)))
        else:
            self._write(asked, self._inquiry.text(asked, outcome, self._look))
        for written in self._inquiry.footer(asked, outcome, self._look):
            write_to_stream(written)

    def _show_out_of_time(self, asked: FiledPuzzle) -> None:
        if self._look.is_json:
            write_to_stream(json_line(with_exit_status(json_out_of_time(asked), UNKNOWN)))
        place = "" if asked.file is None else f"{asked.label}: "
        say(f"satcross: {place}out of time")

    def _counted(self, status: int, verdict: str) -> int:
        self._verdicts[SEVERITY.index(status), verdict] += 1
        return status


class ReportSink(StreamSink):
    """Shows a report at the end; errors and warnings are shown immediately, too.

    Args:
        format: One of `options.REPORTS`.
        command: The name of the command.
    """

    def __init__(self, look: Appearance, inquiry: Inquiry, format: str, command: str) -> None:
        super().__init__(look._replace(is_json=False), inquiry)
        self._format: Final = format
        self._command: Final = command
        self._puzzles: Final[list[AnnotatedPuzzle]] = []

    def show_part(self, asked: FiledPuzzle, part: object) -> None:
        if isinstance(part, SatcrossError):
            super().show_part(asked, part)

    def show_known(self, asked: FiledPuzzle, known: KnownAnswer) -> int:
        status: int = known.answer["exit_status"]
        level: Level = "warning" if status == UNKNOWN else "error"
        annotation = Annotation(level, known.verdict.partition(" ")[0], known.verdict + AS_BEFORE)
        self._add(asked, () if status == YES else (annotation,))
        return self._counted(status, known.verdict)

    def show_error(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> int:
        self._annotate(asked, error)
        return super().show_error(asked, error)

    def end(self) -> None:

        from satcross.cli.reports import RENDERERS

        write_to_stream(("out", RENDERERS[self._format](self._command, self._puzzles)))

    def _show_outcome(self, asked: FiledPuzzle, outcome: Outcome) -> None:
        annotations = self._inquiry.annotations(outcome)
        self._add(
            asked,
            tuple([each._replace(place=asked.located(each.place)) if each.place else each for each in annotations]),
        )

    def _show_out_of_time(self, asked: FiledPuzzle) -> None:
        self._annotate(asked, LimitError("out of time", place=[asked.file or ""]))
        super()._show_out_of_time(asked)

    def _annotate(self, asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> None:
        """Let the report say what is wrong with a puzzle or a file."""
        annotations = [
            Annotation("error", each.code, f"{', '.join(each.place)}: {each.message}", each.place)
            for each in each_error(error.with_names(flag_of))
        ]
        self._add(asked, tuple(annotations), is_unanswered=True)

    def _add(
        self, asked: FiledPuzzle | UnreadableFile, annotations: tuple[Annotation, ...], *, is_unanswered: bool = False
    ) -> None:
        name = "" if isinstance(asked, UnreadableFile) else asked.name or asked.puzzle.title
        self._puzzles.append(AnnotatedPuzzle(asked.file or "", name, annotations, is_unanswered))


def _verdict_text(verdict: str, number: int) -> str:
    """Return how many puzzles have a verdict.

    >>> _verdict_text("none but not as expected", 4), _verdict_text("unique but not as expected", 1)
    ('4 without a solution, against what their files expect', '1 unique, against what its file expects')
    """
    if verdict.endswith(UNEXPECTED):
        known = verdict.removesuffix(UNEXPECTED)
        files = "its file expects" if number == 1 else "their files expect"
        return f"{number:,} {'without a solution' if known == 'none' else known}, against what {files}"
    return f"{number:,} {verdict}{'s' if verdict == 'error' and number > 1 else ''}"


def appearance_of(options: Options) -> Appearance:
    """Return how the options want answers to be shown."""
    style = style_of(sys.stdout, options.color, options.ascii)
    return Appearance(
        style,
        terminal_width(),
        is_json(options),
        options.quiet,
        options.stats,
        is_one_of_several=len(options.files) > 1,
    )


@contextmanager
def sink_of(options: Options, inquiry: Inquiry) -> Iterator[StreamSink]:
    """Give the block the sink of the options for the answers to an inquiry.

    When the block ends, also by an interrupt, a report is written, and the verdicts on several puzzles are summed up.

    Raises:
        OptionError: If `--json` is given with the name of another format.
    """
    format = options.output_format
    if options.json and format not in ("text", "json"):
        raise OptionError(
            f"--json and --format {format} cannot be combined: both say what is printed", code="option-together"
        )
    look = appearance_of(options)
    is_report = is_for_programs(options)
    sink = ReportSink(look, inquiry, format, options.command) if is_report else StreamSink(look, inquiry)
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
