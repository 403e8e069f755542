"""The results database of `--results`, between the questions about puzzles and the display of their answers.

In: a question.  Out: its answer from an earlier run, if there is one.  A new answer is kept as soon as it is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from satcross.cli.answers import json_errors, json_head, json_out_of_time
from satcross.cli.outcome import Conclusion, KnownAnswer, Question, with_exit_status
from satcross.cli.parser import Options
from satcross.cli.puzzles import FiledPuzzle, UnreadableFile
from satcross.cli.signals import UNKNOWN
from satcross.cli.terminal import say
from satcross.errors import LimitError, OptionError, SatcrossError, printable
from satcross.many.results import PATIENCE, Results, hash_of, key_of

LIMITS: Final = ("timeout", "memory", "max_nodes", "max_clauses")
"""Options that change only an answer that they cut short."""

LISTS: Final = ("all", "cubes", "trace", "sample")
"""Options of `solve` whose answers are too long for a database."""


@contextmanager
def kept_results(options: Options) -> Iterator[KeptResults]:
    """Give the block the results database of the options.  Raises OptionError, SatcrossError."""
    for name in LISTS if options.command == "solve" else ():
        if vars(options)[name]:
            reason = "a database keeps at most as many solutions as --limit says"
            raise OptionError(
                f"--results and --{name} cannot be combined: {reason}", hint=f"leave out --{name} or --results"
            )
    patience = PATIENCE if options.timeout is None else min(options.timeout, PATIENCE)
    with Results(options.results, patience, lambda text: say(f"satcross: {text}")) as results:
        yield KeptResults(options, results)


class KeptResults:
    """The results database of a command.

    The key of an answer that limits have cut short ends in their hash. The key of an error ends in "none", so that the
    error is never taken for an answer.
    """

    def __init__(self, options: Options, results: Results) -> None:
        self._command: Final[str] = options.command
        self._limits: Final = hash_of([vars(options).get(name) for name in LIMITS])[:16]
        self._is_refreshed: Final[bool] = options.refresh
        self._results: Final = results

    def known(self, asked: FiledPuzzle, question: Question) -> KnownAnswer | None:
        """Return what an earlier run has found; None if nothing of that still holds.

        Errors of puzzles are looked for again, which is quick, and reported in full.
        """
        if self._is_refreshed:
            return None
        head = json_head(asked) if asked.files is None else {}
        key = self._key_of(asked, question)
        earlier = self._results.known([key, f"{key}:{self._limits}"], _place_of(asked), head)
        if earlier is None or (asked.files is not None and asked.files.kept(earlier[1]) is None):
            return None
        return KnownAnswer(printable(earlier[0]), earlier[1])

    def keep(self, asked: FiledPuzzle, question: Question | None, conclusion: Conclusion) -> None:
        """Write down how a question has ended; None: it could not be asked.

        An outcome without a question is not kept: it is only about the letters of a grid.
        """
        outcome, error = conclusion.outcome, conclusion.error
        if question is None and outcome is not None:
            return
        is_cut, seconds = True, conclusion.seconds
        if outcome is not None:
            plainly = asked if asked.files is None else asked._replace(files=asked.files.for_database())
            verdict, answer = outcome.verdict, with_exit_status(outcome.as_json(plainly), outcome.exit_status)
            is_cut = conclusion.is_cut or not outcome.is_final
        elif question is None or (error is not None and error.exit_status != UNKNOWN):
            self.keep_error(asked, question, LimitError("out of time") if error is None else asked.explained(error))
            return
        elif error is not None:
            verdict, answer = _answer_of(asked, asked.explained(error))
        else:
            verdict, answer = "unknown", with_exit_status(json_out_of_time(asked), UNKNOWN)
        key = self._key_of(asked, question) + (f":{self._limits}" if is_cut else "")
        self._results.keep(key, _place_of(asked), self._command, verdict, answer, seconds)

    def keep_error(self, asked: FiledPuzzle | UnreadableFile, question: Question | None, error: SatcrossError) -> None:
        """Record the error; a later run asks again."""
        key = f"{self._key_of(asked, question)}:none"
        self._results.keep(key, _place_of(asked), self._command, *_answer_of(asked, error))

    def _key_of(self, asked: FiledPuzzle | UnreadableFile, question: Question | None) -> str:
        """Return the key of a question; None: there is only a file, which cannot be read."""
        if question is None:
            return hash_of([self._command, "unreadable", _escaped_name(asked.file)])
        return key_of(self._command, **question._asdict())

    def forget_errors(self, file: str | None) -> None:
        """Take back what was wrong with the file: it is read again."""
        self._results.forget_errors(self._command, _escaped_name(file))


def _answer_of(asked: FiledPuzzle | UnreadableFile, error: SatcrossError) -> tuple[str, dict[str, Any]]:
    """Return what is in the place of an answer, in a word and as the object that `--json` prints."""
    status = error.exit_status
    return "unknown" if status == UNKNOWN else "error", with_exit_status(json_errors(asked, error), status)


def _place_of(asked: FiledPuzzle | UnreadableFile) -> tuple[str, str]:
    """Return the file of a puzzle, and its name there, or its number if it has none; "" if that is not known."""
    if isinstance(asked, UnreadableFile):
        return _escaped_name(asked.file), ""
    is_one_of_several = asked.source is not None and len(asked.source.entries) > 1
    number = str(asked.number + 1) if is_one_of_several else ""
    return _escaped_name(asked.file), _escaped_name(asked.name or number)


def _escaped_name(name: str | None) -> str:
    """Return a name as text: bytes that are none are escaped."""
    return (name or "").encode("utf-8", "backslashreplace").decode()
