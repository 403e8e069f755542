"""Results kept in a database (`--results`): what each question depends on, and what is written down of its answer."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import itemgetter
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from satcross.cli.clues import ClueWarning
from satcross.cli.in_process import show_conclusion
from satcross.cli.limits import budget_of
from satcross.cli.outcome import Conclusion, Inquiry, RecordedOutcome, Showable, Written
from satcross.cli.parser import Options
from satcross.cli.puzzles import Asked, revised, with_grid
from satcross.cli.reports import error_objects
from satcross.cli.sinks import appearance_of
from satcross.cli.statuses import UNKNOWN
from satcross.cli.streams import StreamSink
from satcross.errors import LimitError, OptionError, SatcrossError, TimeUp
from satcross.many.results.content import content_of, hash_of
from satcross.many.results.database import check_name
from satcross.many.results.store import Kept, KeptQuestion, Store, as_json, key_of
from satcross.pictures.text import PLAIN
from satcross.puzzle.files.source import Source
from satcross.puzzle.model import Puzzle

if TYPE_CHECKING:
    from satcross.author.difficulty import Difficulty

LIMITS: Final = ("timeout", "memory", "max_nodes", "max_clauses")
"""Options that change only an answer that they cut short."""

ELSEWHERE: Final = (
    "files", "puzzle",  # the puzzle itself is part of the question
    "jobs", "cluster", "results", "refresh", "quiet", "color", "watch", "overwrite", "no_cache", "command", "help",
    "progress", "started",  # no options, but what a run notes beside them
)  # fmt: skip
"""Options that change no answer about one puzzle.  For `generate`, all others are part of every question."""

CONTENTS: Final = {"grid": "grid_text"}
"""Options that name files, and where the text of the file is noted, which is part of a question instead of the name."""

RATING_SECONDS: Final = 2.0
"""Seconds that the rating of a puzzle may take, beyond its verdict."""


def settings_of(options: Options) -> dict[str, Any]:
    """Return the options that an answer depends on, with the contents of files in place of their names.

    An option that is not given, or has a default that is None, False or empty, is left out, so an option that is new in
    another version changes no question.
    """
    values = vars(options)
    texts = {name: values.get(noted) for name, noted in CONTENTS.items() if values.get(name) is not None}
    left_out = {*LIMITS, *ELSEWHERE, *CONTENTS.values()}
    return _given({name: value for name, value in values.items() if name not in left_out} | texts)


def opened(options: Options) -> Store:
    """Return the open database of the options.  Raises OptionError, ResultsError."""
    check_name(options.results)
    values = vars(options)
    limits: dict[str, Any] = {name: values[name] for name in LIMITS if name in values}
    where = {"jobs": options.jobs, "cluster": options.cluster}
    return Store(
        options.results, options.command, {**shown_options(options), **limits, **where}, as_json(limits),
        refresh=options.refresh,
    )  # fmt: skip


def shown_options(options: Options) -> dict[str, Any]:
    """Return the settings as people who read the database see them, with names for files."""
    given = settings_of(options)
    return {name: getattr(options, name) if name in CONTENTS else value for name, value in given.items()}


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, False, [])}


class KeptResults:
    """The results database of a command.  Use it as a context manager.  Raises OptionError, ResultsError."""

    def __init__(self, options: Options, inquiry: Inquiry) -> None:
        """Open the database.

        Args:
            options: Those of the command.
            inquiry: What is asked about each puzzle.
        """
        _check_options(options)
        self._options: Final = Namespace(**{**vars(options), "jobs": 1})  # more of them change no answer
        self._inquiry: Final = inquiry
        self._look: Final = appearance_of(options)
        self._store: Final = opened(options)
        self._hash_of_text: tuple[Source | None, str] = (None, "")

    def __enter__(self) -> KeptResults:
        self._store.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._store.__exit__(*raised)

    def known(self, asked: Asked, is_showable: Callable[[Kept], bool]) -> Kept | None:
        """Return what an earlier run has found; None if there is nothing that still holds, and can be shown."""
        question, source = self._question(asked), asked.source
        if question is None:
            return None
        text = partial(self._text, source) if source is not None else str
        return self._store.known(question, text, is_usable=is_showable)

    def keep(self, asked: Asked, conclusion: Conclusion, parts: Sequence[Showable]) -> None:
        """Write down how a question has ended, and what is shown of that."""
        question = self._question(asked)
        if question is None:
            return
        output: list[Written] = []
        sink = StreamSink(self._look, output.append, PLAIN)
        for part in parts:
            sink.show_part(asked, part)
        exit_status = show_conclusion(asked, conclusion, sink)
        error = "".join(text for stream, text in output if stream == "error")
        facts: dict[str, Any] = {"status": "unknown" if exit_status == UNKNOWN else "error", "error": error}
        is_final = exit_status != UNKNOWN
        if isinstance(conclusion.outcome, RecordedOutcome):
            columns = conclusion.outcome.columns(asked)
            is_final = columns.is_final and not conclusion.is_cut
            facts = {
                "status": columns.status,
                "count": columns.number,
                "complete": columns.is_complete,
                "witnesses": columns.witnesses,
                "answer": conclusion.outcome.as_json(asked),
            }
            if conclusion.rated is not None:
                facts |= facts_of_difficulty(conclusion.rated)
        elif conclusion.error is not None:
            facts["answer"] = {"errors": error_objects(asked.explained(conclusion.error))}
        names_lines = conclusion.error is not None or any(isinstance(each, ClueWarning) for each in parts)
        text = self._text(asked.source) if names_lines and asked.source is not None else ""
        kept = Kept(exit_status, conclusion.seconds, facts, joined(output), is_final, text)
        self._store.keep(question, content_of(asked.puzzle), kept)

    def _question(self, asked: Asked) -> KeptQuestion | None:
        """Return the question, None if the options do not suit the puzzle: then there is nothing to keep."""
        options, puzzle = self._options, asked.puzzle
        try:
            question = self._inquiry.question(with_grid(revised(puzzle, options), options), options)
        except (SatcrossError, TimeUp):
            return None
        is_one_of_several = asked.source is not None and len(asked.source.entries) > 1
        file, name = asked.file or "", asked.name or (str(asked.number + 1) if is_one_of_several else "")
        label = (file, name, puzzle.title, puzzle.source)
        key = key_of(options.command, contents_of(question), contents_of(self._look), label)
        return KeptQuestion(key, options.command, file, name, as_json(shown_options(options)))

    def _text(self, source: Source) -> str:
        """Return the hash of the text of a file; the last one is remembered."""
        if self._hash_of_text[0] is not source:
            self._hash_of_text = (source, key_of(source.text))
        return self._hash_of_text[1]


def contents_of(question: object) -> object:
    """Return a question as plain values, which are equal if and only if the questions are.

    Raises:
        TypeError: For a value of a type that no question has.

    >>> from satcross.pictures.text import TextStyle
    >>> contents_of(TextStyle(is_ascii=True))
    {'TextStyle': {'is_colour': False, 'is_ascii': True}}
    """
    if isinstance(question, Puzzle):
        return hash_of(question)
    if isinstance(question, tuple) and hasattr(question, "_asdict"):
        return {type(question).__name__: {name: contents_of(value) for name, value in question._asdict().items()}}
    if isinstance(question, frozenset):
        return sorted(question)
    if question is None or isinstance(question, bool | int | float | str):
        return question
    raise TypeError(f"a question has no {type(question).__name__}")


def _check_options(options: Options) -> None:
    """Raise OptionError for options that a results database has no place for."""
    for name in ("all", "cubes", "trace", "sample"):
        if options.command == "solve" and getattr(options, name, None):
            hint = f"leave out --{name} or --results"
            raise OptionError(f"--results keeps at most two solutions of a puzzle, and no --{name}", hint=hint)


def joined(written: Iterable[Written]) -> list[Written]:
    """Return what was written in as few pieces as keep the order."""
    return [(stream, "".join(text for _, text in group)) for stream, group in groupby(written, itemgetter(0))]


def facts_of_difficulty(rated: Difficulty) -> dict[str, object]:
    """Return the columns of a result that say how hard and how long a puzzle is."""
    return {
        "rating": rated.rating,
        "difficulty": rated.label,
        "hardness": rated.hardness,
        "steps": rated.steps,
    }


def with_rating(conclusion: Conclusion, asked: Asked, options: Options) -> Conclusion:
    """Return `conclusion` with the rating of a puzzle that has one solution, if that is found soon.

    Where the limit of the options leaves less time for it than usual, the conclusion is cut short.
    """
    if not isinstance(conclusion.outcome, RecordedOutcome) or conclusion.outcome.columns(asked).status != "unique":
        return conclusion
    from satcross.author.difficulty import difficulty

    start = perf_counter()
    budget = budget_of(options)
    is_short = budget.seconds_left is not None and budget.seconds_left < RATING_SECONDS
    rated = None
    with suppress(TimeUp, LimitError, SatcrossError):
        rated = difficulty(revised(asked.puzzle, options), budget=budget.until(RATING_SECONDS))
    conclusion = conclusion._replace(seconds=conclusion.seconds + perf_counter() - start)
    if rated is not None and rated.is_complete:
        return conclusion._replace(rated=rated)
    return conclusion._replace(is_cut=conclusion.is_cut or is_short)
