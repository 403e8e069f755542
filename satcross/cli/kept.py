"""The results database of `--results`, between the questions about puzzles and the display of their answers.

In: a question.  Out: its answer from an earlier run, if there is one.  A new answer is kept as soon as it is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from satcross.cli.answers import json_errors, json_head, json_out_of_time
from satcross.cli.outcome import CommandQuestion, Conclusion, KnownAnswer, with_exit_status
from satcross.cli.parser import Options
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.signals import MISUSE, UNKNOWN
from satcross.errors import LimitError, OptionError, SatcrossError, printable
from satcross.many.results import FoundAnswer, Key, Place, Results, key_of

LIMITS: Final = ("timeout", "memory", "max_nodes", "max_clauses")
"""Options that change only an answer that they cut short."""

NO_LIMITS: Final = "none"
"""What stands in the place of the hash of limits for an error, so that it is never taken for an answer."""

LISTS: Final = ("all", "cubes", "trace", "sample")
"""Options of `solve` whose answers are too long for a database."""


@contextmanager
def kept_results(options: Options) -> Iterator[KeptResults]:
    """Give the block the results database of the options.  Raises OptionError, SatcrossError."""
    for name in LISTS if options.command == "solve" else ():
        if getattr(options, name, None):
            reason = "a database keeps at most as many solutions as --limit says"
            raise OptionError(
                f"--results and --{name} cannot be combined: {reason}", hint=f"leave out --{name} or --results"
            )
    with Results(options.results) as results:
        yield KeptResults(options, results)


class KeptResults:
    """The results database of a command."""

    def __init__(self, options: Options, results: Results) -> None:
        self._command: Final[str] = options.command
        self._limits: Final = {name: getattr(options, name, None) for name in LIMITS}
        self._is_refreshed: Final[bool] = options.refresh
        self._results: Final = results

    def known(self, asked: FiledPuzzle, question: CommandQuestion) -> KnownAnswer | None:
        """Return what an earlier run has found; None if nothing of that still holds.

        Errors of puzzles are looked for again, which is quick, and reported in full.
        """
        if self._is_refreshed:
            return None
        head = json_head(asked) if asked.files is None else {}
        earlier = self._results.known(self._key_of(question), _place_of(asked), head)
        if earlier is None or earlier.answer["exit_status"] == MISUSE:
            return None
        known = KnownAnswer(printable(earlier.status), earlier.answer)
        if asked.files is not None and asked.files.kept(known.answer) is None:
            return None
        return known

    def keep(self, asked: FiledPuzzle, question: CommandQuestion | None, conclusion: Conclusion) -> None:
        """Write down how a question has ended; None: it could not be asked."""
        outcome, error = conclusion.outcome, conclusion.error
        if question is None:
            self.keep_error(asked, None, LimitError("out of time") if error is None else asked.explained(error))
            return
        if outcome is not None:
            files = asked.files
            plainly = asked if files is None else asked._replace(files=files.for_database())
            answer = with_exit_status(outcome.as_json(plainly), outcome.exit_status)
            entry, is_final = FoundAnswer(outcome.verdict, answer), outcome.is_final and not conclusion.is_cut
        elif error is not None:
            entry = _found_of(asked, asked.explained(error))
            is_final = error.exit_status == MISUSE
        else:
            entry, is_final = FoundAnswer("unknown", with_exit_status(json_out_of_time(asked), UNKNOWN)), False
        self._results.keep(
            self._key_of(question), _place_of(asked), self._command, entry, conclusion.seconds, is_final=is_final
        )

    def keep_error(
        self, asked: FiledPuzzle | UnreadableFile, question: CommandQuestion | None, error: SatcrossError
    ) -> None:
        """Write down why there is no answer; whoever asks again gets none from here."""
        key = self._key_of_file(asked.file) if question is None else self._key_of(question)._replace(limits=NO_LIMITS)
        place = _place_of(asked) if isinstance(asked, FiledPuzzle) else Place(_text(asked.file), "")
        self._results.keep(key, place, self._command, _found_of(asked, error), is_final=False)

    def forget_errors(self, file: str | None) -> None:
        """Take back what was wrong with the file: it is read again."""
        self._results.forget_errors(self._command, _text(file))

    def _key_of(self, question: CommandQuestion) -> Key:
        return key_of(self._command, question, self._limits)

    def _key_of_file(self, file: str | None) -> Key:
        return key_of(self._command, ("unreadable", _text(file)), None)._replace(limits=NO_LIMITS)


def _found_of(asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> FoundAnswer:
    status = error.exit_status
    return FoundAnswer("unknown" if status == UNKNOWN else "error", with_exit_status(json_errors(asked, error), status))


def _place_of(asked: FiledPuzzle) -> Place:
    is_one_of_several = asked.source is not None and len(asked.source.entries) > 1
    number = str(asked.number + 1) if is_one_of_several else ""
    return Place(_text(asked.file), _text(asked.name or number))


def _text(name: str | None) -> str:
    """Return a name as text: bytes that are none are escaped."""
    return (name or "").encode("utf-8", "backslashreplace").decode()
