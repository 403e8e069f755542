"""The results of one run, kept as they come, and those of earlier runs that still hold.

In: questions (which puzzle, which command, which options) and what was found.  Out: what is known already.

A result holds for a question if the puzzle has the same content, and the command, the file, the name in it and the
options are the same.  Limits of time, memory and size matter only if they ended the search: an unknown answer is asked
for again as soon as the limits are other ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from json import dumps, loads
from typing import Any, Final, NamedTuple

from satcross import __version__
from satcross.many.results.content import Content
from satcross.many.results.database import Writable

LARGEST: Final = (1 << 63) - 1
"""The largest integer that SQLite has; longer counts are kept as text."""

OUT_OF_LIMITS: Final = 3
"""The exit status of an answer that a limit has ended."""


class KeptQuestion(NamedTuple):
    """What is asked: two equal questions have the same answer.

    puzzle  the hash of its content; "" if the puzzle is what is asked for
    """

    command: str
    puzzle: str
    options: str
    file: str
    name: str


class Kept(NamedTuple):
    """What was found: the columns of the table `result` that are not those of the question.

    facts   the columns that a command knows: status, count, complete, rating, difficulty, witnesses, answer
    output  pairs of a stream ("out" or "error") and what was written there
    """

    exit_status: int
    seconds: float
    facts: Mapping[str, Any]
    output: Sequence[tuple[str, str]]


class Store:
    """The results of a run in the database `path`.  Use it as a context manager.  Everything raises ResultsError.

    limits   of time, memory and size, as JSON
    refresh  whether to take over nothing of earlier runs
    """

    def __init__(self, path: str, command: str, options: Mapping[str, Any], limits: str, *, refresh: bool) -> None:
        import platform

        self._database: Final = Writable(path)
        self._limits: Final = limits
        self._refresh: Final = refresh
        self._reused = 0
        try:
            with self._database.transaction() as connection:
                cursor = connection.execute(
                    "INSERT INTO run (command, options, version, host, started) VALUES (?, ?, ?, ?, ?)",
                    (command, as_json(options), __version__, platform.node(), _now()),
                )
                self._run: Final = cursor.lastrowid
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            with self._database.transaction() as connection:
                ended = _now() if kind is None else None
                connection.execute(
                    "UPDATE run SET ended = ?, reused = ? WHERE id = ?", (ended, self._reused, self._run)
                )
        except Exception:
            if kind is None:  # otherwise the first error is the one to tell
                raise
        finally:
            self._database.close()

    def known(self, question: KeptQuestion, *, counts: bool = True) -> Kept | None:
        """Return what an earlier run has found; None if the question is new, or has to be asked again.

        counts  whether the answer is taken over, and not only looked at
        """
        if self._refresh:
            return None
        row = self._database.connection.execute(
            "SELECT exit_status, seconds, output, limits, answer, status FROM result"
            " WHERE command = ? AND (puzzle = ? OR ?) AND options = ? AND file = ? AND name = ?",
            (question.command, question.puzzle, not question.puzzle, *question[2:]),
        ).fetchone()
        if row is None or (row[0] == OUT_OF_LIMITS and row[3] != self._limits):
            return None
        self._reused += counts
        facts = {"status": row[5], "answer": loads(row[4])} if not question.puzzle else {}
        return Kept(row[0], row[1], facts, [(stream, text) for stream, text in loads(row[2])])

    def keep(self, question: KeptQuestion, content: Content, kept: Kept) -> None:
        """Write down what was found; it is safe when this returns."""
        facts = {"status": "unknown", "count": None, "complete": None, "rating": None, "difficulty": None, "error": "",
                 "witnesses": [], "answer": {}, **kept.facts}  # fmt: skip
        count = facts["count"]
        row = {
            "run": self._run,
            **question._asdict(),
            "puzzle": content.hash,
            "limits": self._limits,
            "version": __version__,
            "exit_status": kept.exit_status,
            "seconds": round(kept.seconds, 6),
            "finished": _now(),
            **facts,
            "count": str(count) if count is not None and abs(count) > LARGEST else count,
            "witnesses": as_json(facts["witnesses"]),
            "answer": as_json(facts["answer"]),
            "output": as_json([list(each) for each in kept.output]),
        }
        with self._database.transaction() as connection:
            _insert(connection, "puzzle", {**content._asdict(), "constructs": as_json(content.constructs),
                                           "patterns": as_json(content.patterns)})  # fmt: skip
            if not question.puzzle:
                connection.execute(
                    "DELETE FROM result WHERE command = ? AND options = ? AND file = ? AND name = ?",
                    (question.command, *question[2:]),
                )
            _insert(connection, "result", row)


def _insert(connection: Any, table: str, row: Mapping[str, Any]) -> None:
    """Insert a row, or put it in the place of the one with the same key; the names of columns are our own."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    how = "OR IGNORE" if table == "puzzle" else "OR REPLACE"
    connection.execute(f"INSERT {how} INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))


def as_json(value: object) -> str:
    """Return `value` as JSON, in one way only, so that equal values give equal texts."""
    return dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
