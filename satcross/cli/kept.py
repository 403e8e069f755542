"""Results kept in a database (`--results`): which question a puzzle is, and what is written down of its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from satcross.cli.captured import Written
from satcross.cli.parser import Options
from satcross.cli.puzzles import Question
from satcross.cli.statuses import UNKNOWN
from satcross.errors import LimitError, OptionError, SatcrossError, TimeUp
from satcross.many.results.content import content_of, hash_of
from satcross.many.results.store import Kept, KeptQuestion, Store, as_json
from satcross.puzzle.model import Puzzle

LIMITS: Final = ("timeout", "memory", "max_nodes", "max_clauses")
"""Options that change an answer only if it is unknown."""

ELSEWHERE: Final = (
    "files", "jobs", "cluster", "results", "refresh", "quiet", "progress", "started", "facts", "puzzle", "output",
    "count", "overwrite", "seed", "command", "help",
)  # fmt: skip
"""Options that change no answer about one puzzle, or are part of the question already."""

RATING_SECONDS: Final = 2.0
"""Seconds that the rating of a puzzle may take, beyond its verdict."""


class KeptResults:
    """The results database of a command.  Use it as a context manager."""

    def __init__(self, options: Options) -> None:
        check_options(options)
        self._command: Final[str] = options.command
        self._options, self._store = opened(options)

    def __enter__(self) -> KeptResults:
        self._store.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._store.__exit__(*raised)

    def known(self, question: Question) -> Kept | None:
        """Return what an earlier run has found; None if there is nothing that still holds."""
        return self._store.known(self._question(question))

    def keep(
        self, question: Question, exit_status: int, seconds: float, facts: Mapping[str, Any], written: Iterable[Written]
    ) -> None:
        """Write down what was found, and what is going to be shown.

        facts  what the command told (`tell_facts`); nothing if an error or a limit ended it
        """
        puzzle = question.source.entries[question.number].puzzle
        output = joined(written)
        if "status" not in facts:
            error = "".join(text for stream, text in output if stream == "error")
            facts = {**facts, "status": "unknown" if exit_status == UNKNOWN else "error", "error": error}
        self._store.keep(self._question(question), content_of(puzzle), Kept(exit_status, seconds, facts, output))

    def _question(self, question: Question) -> KeptQuestion:
        source, number, _ = question
        entry = source.entries[number]
        name = entry.name or (str(number + 1) if len(source.entries) > 1 else "")
        return KeptQuestion(self._command, hash_of(entry.puzzle), self._options, source.name, name)


def opened(options: Options, **question: object) -> tuple[str, Store]:
    """Return the options that are part of each question, as JSON, and the open database.

    question  other parts of each question
    """
    values = {name: value for name, value in vars(options).items() if name not in ELSEWHERE}
    limits: dict[str, Any] = {name: values.pop(name) for name in LIMITS if name in values}
    plain = plain_options(values)
    where = {"jobs": options.jobs, "cluster": options.cluster}
    store = Store(
        options.results, options.command, {**plain, **limits, **where}, as_json(limits), refresh=options.refresh
    )
    return as_json({**plain, **question}), store


def check_options(options: Options) -> None:
    """Raise OptionError for options that a results database has no place for."""
    for name in ("all", "cubes", "trace", "sample"):
        if options.command == "solve" and getattr(options, name, None):
            hint = f"leave out --{name} or --results"
            raise OptionError(f"--results keeps at most two solutions of a puzzle, and no --{name}", hint=hint)


def plain_options(values: dict[str, Any]) -> dict[str, Any]:
    """Return what was given or has a default: an option that is new in another version changes no question."""
    return {name: value for name, value in values.items() if value not in (None, False, [])}


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
    """Add to `facts` how hard a puzzle with one solution is, if that is found soon."""
    if facts.get("status") != "unique" or "rating" in facts:
        return
    from satcross.author.difficulty import difficulty
    from satcross.cli.limits import budget_of
    from satcross.cli.puzzles import revised

    try:
        found = difficulty(revised(puzzle, options), budget=budget_of(options).until(RATING_SECONDS))
    except (TimeUp, LimitError, SatcrossError):
        return
    if found.is_complete:
        facts.update(rating=found.rating, difficulty=found.label)
