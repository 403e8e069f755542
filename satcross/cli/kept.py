"""Results kept in a database (`--results`): what each question depends on, and what is written down of its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from satcross.cli.captured import Written
from satcross.cli.limits import budget_of
from satcross.cli.parser import Options
from satcross.cli.puzzles import Question
from satcross.cli.statuses import UNKNOWN
from satcross.errors import LimitError, OptionError, SatcrossError, TimeUp
from satcross.many.results.content import content_of, hash_of
from satcross.many.results.database import check_name
from satcross.many.results.store import Kept, KeptQuestion, Store, as_json, key_of
from satcross.puzzle.files.source import Source
from satcross.puzzle.model import Puzzle

LIMITS: Final = ("timeout", "memory", "max_nodes", "max_clauses")
"""Options that change only an answer that they cut short."""

ELSEWHERE: Final = (
    "files", "puzzle",  # the puzzle itself is part of the question
    "jobs", "cluster", "results", "refresh", "quiet", "color", "watch", "overwrite", "no_cache", "command", "help",
    "progress", "started", "facts",  # no options, but what a run notes beside them
)  # fmt: skip
"""Options that change no answer about one puzzle.  All that are in neither list are part of every question."""

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

    def __init__(self, options: Options) -> None:
        _check_options(options)
        self._command: Final[str] = options.command
        self._settings: Final = as_json([settings_of(options), options.command == "solve" and len(options.files) > 1])
        self._options: Final = as_json(shown_options(options))
        self._store: Final = opened(options)
        self._hash_of_text: tuple[Source | None, str] = (None, "")

    def __enter__(self) -> KeptResults:
        self._store.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._store.__exit__(*raised)

    def known(self, question: Question) -> Kept | None:
        """Return what an earlier run has found; None if there is nothing that still holds."""
        return self._store.known(self._question(question), lambda: self._text(question.source))

    def keep(
        self,
        question: Question,
        exit_status: int,
        seconds: float,
        facts: Mapping[str, Any],
        written: Iterable[Written],
        *,
        names_lines: bool,
    ) -> None:
        """Write down what was found, and what is going to be shown.

        Args:
            facts: What the command told (`tell_facts`); nothing if an error or a limit ended it.
            names_lines: Whether what is shown names lines of the file.
        """
        puzzle = question.source.entries[question.number].puzzle
        output = joined(written)
        columns = dict(facts)
        is_final = columns.pop("is_final", exit_status != UNKNOWN)
        if "status" not in columns:
            error = "".join(text for stream, text in output if stream == "error")
            columns.update(status="unknown" if exit_status == UNKNOWN else "error", error=error)
        text = self._text(question.source) if names_lines else ""
        kept = Kept(exit_status, seconds, columns, output, is_final, text)
        self._store.keep(self._question(question), content_of(puzzle), kept)

    def _question(self, question: Question) -> KeptQuestion:
        source, number, _ = question
        entry = source.entries[number]
        puzzle = entry.puzzle
        name = entry.name or (str(number + 1) if len(source.entries) > 1 else "")
        shown = (source.name, name, puzzle.title, puzzle.source)
        key = key_of(self._command, hash_of(puzzle), shown, self._settings)
        return KeptQuestion(key, self._command, source.name, name, self._options)

    def _text(self, source: Source) -> str:
        """Return the hash of the text of a file; the last one is remembered."""
        if self._hash_of_text[0] is not source:
            self._hash_of_text = (source, key_of(source.text))
        return self._hash_of_text[1]


def _check_options(options: Options) -> None:
    """Raise OptionError for options that a results database has no place for."""
    for name in ("all", "cubes", "trace", "sample"):
        if options.command == "solve" and getattr(options, name, None):
            hint = f"leave out --{name} or --results"
            raise OptionError(f"--results keeps at most two solutions of a puzzle, and no --{name}", hint=hint)


def joined(written: Iterable[Written]) -> list[tuple[str, str]]:
    """Return what was written, without the flushing, and in as few pieces as keep the order."""
    joined: list[tuple[str, str]] = []
    for stream, text in written:
        if stream != "flush":
            if joined and joined[-1][0] == stream:
                joined[-1] = (stream, joined[-1][1] + text)
            else:
                joined.append((stream, text))
    return joined


def with_rating(facts: dict[str, Any], puzzle: Puzzle, options: Options) -> None:
    """Add to `facts` how hard a puzzle with one solution is, if that is found soon.

    Where the limit of the options left less time for it than usual, the answer is not final.
    """
    if facts.get("status") != "unique" or "rating" in facts:
        return
    from satcross.author.difficulty import difficulty
    from satcross.cli.puzzles import revised

    budget = budget_of(options)
    is_short = budget.seconds_left is not None and budget.seconds_left < RATING_SECONDS
    rated = None
    with suppress(TimeUp, LimitError, SatcrossError):
        rated = difficulty(revised(puzzle, options), budget=budget.until(RATING_SECONDS))
    if rated is not None and rated.is_complete:
        facts.update(rating=rated.rating, difficulty=rated.label)
    elif is_short:
        facts["is_final"] = False
