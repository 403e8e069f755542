"""The results of one run, kept as they come, and those of earlier runs that still hold.

In: questions and what was found.  Out: what is known already.

The key of a question is a hash of everything that its answer depends on, made of contents and never of the names of
files whose contents count.  An answer holds for a question with the same key as long as the same version of satcross
asks.  An answer that a limit cut short holds only for the same limits.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from json import JSONEncoder, loads
from typing import Any, Final, Literal, NamedTuple, TypeVar

from satcross import __version__
from satcross.base.printable_json import encoded
from satcross.base.wording import decimal_text, whole_number
from satcross.many.results.content import Content
from satcross.many.results.database import Writable
from satcross.many.results.schema import IS_SOUND_RESULT

LARGEST: Final = (1 << 63) - 1
"""The largest integer that SQLite has; longer counts are kept as text."""

_ENCODER: Final = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


Outcome = TypeVar("Outcome")


class KeptQuestion(NamedTuple):
    """What is asked.

    Attributes:
        key: The hash of everything that the answer depends on, besides limits and the version of satcross.
        command: The name of the command, for people who read the database.
        file: The file of the puzzle, for them too.
        name: The name of the puzzle in its file, for them too.
        options: The options of the command, for them too.
    """

    key: str
    command: str
    file: str
    name: str
    options: str


class Kept(NamedTuple):
    """What was found: the columns of the table `result` that are not those of the question.

    Attributes:
        facts: The columns that a command knows: status, count, complete, rating, difficulty, hardness, steps,
            witnesses, answer.
        output: Pairs of a stream ("out" or "error") and what was written there, for people who read the database.
        outcome: What was found, as plain values: whoever asks again gets this.
        is_final: Whether no limit cut the answer short.
    """

    exit_status: int
    seconds: float
    facts: Mapping[str, Any]
    output: Sequence[tuple[Literal["out", "error"], str]]
    outcome: Any
    is_final: bool


class Store:
    """The results of a run in the database `path`.  Use it as a context manager.  Everything raises ResultsError.

    Args:
        limits: The limits of time, memory and size, as JSON.
        refresh: Whether to take over nothing of earlier runs.
    """

    def __init__(self, path: str, command: str, options: Mapping[str, Any], limits: str, *, refresh: bool) -> None:
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

    def known(self, question: KeptQuestion, read: Callable[[Any], Outcome | None]) -> Outcome | None:
        """Return what an earlier run has found; None if the question is new, or has to be asked again.

        Args:
            read: Returns the outcome that plain values stand for, None if they cannot be from satcross.
        """
        if self._refresh:
            return None
        row = self._database.row(
            f"SELECT {IS_SOUND_RESULT}, is_final, limits, outcome FROM result WHERE question = ? AND version = ?",
            (question.key, __version__),
        )
        if row is None:
            return None
        is_sound, is_final, limits, text = row
        if not is_sound or not (is_final == 1 or limits == self._limits):
            return None
        try:
            plain = loads(text, parse_int=whole_number)
        except (TypeError, ValueError, RecursionError):
            return None
        outcome = read(plain)
        self._reused += outcome is not None
        return outcome

    def keep(self, question: KeptQuestion, content: Content, kept: Kept) -> None:
        """Write down what was found; it is safe when this returns."""
        facts = {"status": "unknown", "count": None, "complete": None, "rating": None, "difficulty": None,
                 "hardness": None, "steps": None, "error": "",
                 "witnesses": [], "answer": {}, **kept.facts}  # fmt: skip
        count = facts["count"]
        columns = {name: value for name, value in question._asdict().items() if name != "key"}
        row = {
            "run": self._run,
            "question": question.key,
            **columns,
            "puzzle": content.hash,
            "limits": self._limits,
            "version": __version__,
            "exit_status": kept.exit_status,
            "seconds": round(kept.seconds, 6),
            "finished": _now(),
            **facts,
            "count": decimal_text(count) if count is not None and abs(count) > LARGEST else count,
            "witnesses": as_json(facts["witnesses"]),
            "answer": as_json(facts["answer"]),
            "output": as_json([list(each) for each in kept.output]),
            "outcome": as_json(kept.outcome),
            "is_final": kept.is_final,
        }
        with self._database.transaction() as connection:
            _insert(connection, "puzzle", {**content._asdict(), "constructs": as_json(content.constructs),
                                           "patterns": as_json(content.patterns)})  # fmt: skip
            connection.execute(
                "DELETE FROM result WHERE question IS NULL AND (command, puzzle, file, name)"
                " = (:command, :puzzle, :file, :name)",
                row,
            )
            _insert(connection, "result", row)


def _insert(connection: Any, table: str, row: Mapping[str, Any]) -> None:
    """Insert a row, or put it in the place of the one with the same key; the names of columns are our own."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    how = "OR IGNORE" if table == "puzzle" else "OR REPLACE"
    connection.execute(f"INSERT {how} INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))


def key_of(*parts: object) -> str:
    """Return the SHA-256 of `parts`, in hexadecimal: plain values, which are the same if and only if it is."""
    return sha256(as_json(parts).encode("utf-8", "surrogatepass")).hexdigest()


def as_json(value: object) -> str:
    """Return `value` as JSON, in one way only, so that equal values give equal texts."""
    return encoded(value, _ENCODER)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
