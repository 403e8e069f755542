"""Answers kept in a database of SQLite, so that nothing is asked twice.

In: answers, each with the key of its question.  Out: the answers that are there already.

The key is a hash of everything that the answer depends on, made of contents and never of the names of files.  A puzzle
that is in two files is asked about once, and has a row for each of them.

The file is in WAL mode, and each answer is one transaction: a process can be killed at any moment, and what was
committed stays.  Several runs can write into one file, and others can read it meanwhile.

A file may come from a stranger, or be damaged.  So its table is compared with ours before anything is read, and nothing
in it is run: a view in place of the table, a trigger or a computed column is refused.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from json import JSONEncoder, loads
from stat import S_ISREG
from typing import Any, Final, NoReturn

from satcross import __version__
from satcross.base import NamedTuple
from satcross.base.printable_json import encoded
from satcross.base.wording import whole_number
from satcross.errors import ErrorCode, Field, OptionError, SatcrossError, naming
from satcross.puzzle import Clue, Puzzle, WordClue
from satcross.puzzle.wordlists import WordList

APPLICATION: Final = 0x73617463
"""Tells our databases from those of other programs (`PRAGMA application_id`)."""

SCHEMA: Final = 1
"""The version of the table (`PRAGMA user_version`)."""

TABLE: Final = """
CREATE TABLE result (
  key     TEXT NOT NULL,  -- hash of the question, of the version, and of the limits if these ended the search
  file    TEXT NOT NULL,  -- the file of the puzzle
  name    TEXT NOT NULL,  -- its name in the file, or its number if it has none; for generate its seed
  command TEXT NOT NULL,  -- check, solve, count, lint or generate
  status  TEXT NOT NULL,  -- the answer in a few words, as the command counts it at its end
  answer  TEXT NOT NULL,  -- JSON: the object that --json prints
  seconds REAL NOT NULL,  -- how long the answer took
  at      TEXT NOT NULL,  -- when it was found, in UTC
  PRIMARY KEY (key, file, name)
)"""

COLUMNS: Final = ("key", "file", "name", "command", "status", "answer", "seconds", "at")

BUSY_SECONDS: Final = 60.0
"""Seconds to wait for the transaction of another run; one takes milliseconds."""

BESIDE: Final = ("-wal", "-shm", "-journal")
"""What the names of the files beside a database end with."""

DEEPEST: Final = 20
"""Lists and objects within each other in an answer; ours have fewer than ten."""

NEW_FILE: Final = naming("name a file that does not exist yet, or one that {} has written", Field("results"))


class Key(NamedTuple):
    """The identity of a question.

    Attributes:
        question: The hash of the question and of the version of satcross.
        limits: The hash of the limits, for an answer that these have cut short.
    """

    question: str
    limits: str

    @property
    def limited(self) -> str:
        """The key of an answer that holds for these limits only."""
        return f"{self.question}:{self.limits}"


class Place(NamedTuple):
    """Where a puzzle is: its file, and its name there."""

    file: str
    name: str


class FoundAnswer(NamedTuple):
    """An answer: in a few words, and as the object that `--json` prints."""

    status: str
    answer: Mapping[str, Any]


class Results:
    """The answers in the database `path`, which is made if there is none.  Use it as a context manager.

    Raises:
        OptionError: If `path` cannot be the name of a database.
        SatcrossError: If the file is no results database, or cannot be used (code `results` or `schema`).
    """

    def __init__(self, path: str) -> None:
        _check_name(path)
        self._path: Final = path
        with self._translated():
            self._connection: Final = sqlite3.connect(os.fsencode(path), BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise
        self._identity: Final = _identity(path)

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA cell_size_check = ON")
        run("PRAGMA trusted_schema = OFF")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")  # a killed process loses nothing with this either
        with self._transaction():
            if not run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                run(TABLE)
                run("CREATE INDEX result_file ON result (file)")
                run(f"PRAGMA application_id = {APPLICATION}")
                run(f"PRAGMA user_version = {SCHEMA}")
            self._check_table()

    def _check_table(self) -> None:
        """Raise SatcrossError unless the table is a plain one of ours, and nothing runs when it changes."""
        run = self._connection.execute
        version = run("PRAGMA user_version").fetchone()[0]
        if run("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise self._error("this is a database of another program", NEW_FILE)
        if version != SCHEMA:
            raise self._error(
                f"this results database has schema {version}, but this version of satcross knows schema {SCHEMA}",
                "use the version of satcross that wrote it, or another file",
                "schema",
            )
        kinds = dict(run("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"))
        columns = [(row[1], row[-1]) for row in run("PRAGMA table_xinfo (result)")]
        is_ours = kinds.get("result") == "table" and columns == [(name, 0) for name in COLUMNS]
        if not is_ours or "trigger" in kinds.values():
            raise self._error("the table is not that of a results database", NEW_FILE)

    def known(self, key: Key, place: Place, head: Mapping[str, Any]) -> FoundAnswer | None:
        """Return the answer to a question; None if it has none that still holds.

        An answer that was found for a puzzle in another place is kept for `place` as well.

        Args:
            head: The entries of the object of the answer that say which puzzle it is about.
        """
        with self._translated():
            rows = self._connection.execute(
                "SELECT key, file, name, command, status, answer, seconds FROM result WHERE key IN (?, ?)"
                " ORDER BY (file, name) = (?, ?) DESC, length(key)",
                (key.question, key.limited, *place),
            ).fetchall()
        for used, file, name, command, status, text, seconds in rows:
            answer = _object_of(text)
            if answer is None or not isinstance(status, str) or not head.keys() <= answer.keys():
                continue  # another program has written it
            answer = {**answer, **head}
            if (file, name) != place:
                self._write((used, *place, command, status, as_json(answer), seconds, _now()))
            return FoundAnswer(status, answer)
        return None

    def keep(
        self, key: Key, place: Place, command: str, entry: FoundAnswer, seconds: float = 0.0, *, is_final: bool = True
    ) -> None:
        """Write an answer down, in the place of earlier ones to the question; it is safe when this returns.

        Args:
            is_final: Whether no limit has cut the answer short.
        """
        used = key.question if is_final else key.limited
        self._write((used, *place, command, entry.status, as_json(entry.answer), round(seconds, 6), _now()))

    def forget_errors(self, command: str, file: str) -> None:
        """Take back what was wrong with a file, or with the puzzles in it, when a command was asked before."""
        with self._translated():
            self._connection.execute(
                "DELETE FROM result WHERE file = ? AND command = ? AND status = 'error'", (file, command)
            )

    def _write(self, row: tuple[Any, ...]) -> None:
        if _identity(self._path) != self._identity:
            raise self._error(
                "the file was deleted or replaced during the run",
                "what this run had kept there is gone; run the same command again",
            )
        question = row[0].partition(":")[0]
        with self._translated(), self._transaction():
            self._connection.execute(
                "DELETE FROM result WHERE key >= ? AND key < ? AND file = ? AND name = ?",
                (question, f"{question};", *row[1:3]),  # the letter after the colon: with any limits
            )
            self._connection.execute(f"INSERT INTO result ({', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit what the block writes, or nothing of it."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise SatcrossError for what SQLite raises within the block.

        That includes a message of SQLite that quotes a damaged schema, and is itself no UTF-8 text.
        """
        try:
            yield
        except UnicodeDecodeError:
            raise self._explained("malformed") from None
        except sqlite3.Error as error:
            raise self._explained(str(error)) from error

    def _explained(self, message: str) -> SatcrossError:
        if "not a database" in message:
            return self._error("this is not a database", NEW_FILE)
        if any(word in message for word in ("malformed", "decode", "corrupt", "constraint")):
            return self._error("the results database is damaged", "delete it, and run the same commands again")
        if "full" in message:
            return self._error(
                "the disk is full", "what was reported before is kept; make room and run the same command again"
            )
        if "unable to open" in message:
            return self._error("the file cannot be opened", "does its folder exist, and may you write there?")
        if "readonly" in message:
            return self._error("the file cannot be written", "may you write there?")
        return self._error(f"the results database cannot be used: {message}", NEW_FILE)

    def _error(self, message: str, hint: str, code: ErrorCode = "results") -> SatcrossError:
        return SatcrossError(message, place=[self._path], hint=hint, code=code)


def key_of(command: str, question: object, limits: object) -> Key:
    """Return the key of what a command is asked within limits; both are made of the values that `plain` knows."""
    return Key(_hash([command, __version__, plain(question)]), _hash(plain(limits))[:16])


def plain(value: object) -> object:
    """Return a question as plain values, which are equal if and only if the questions are.

    Raises:
        TypeError: For a value of a type that no question has.

    >>> from satcross.pictures.text import TextStyle
    >>> plain(TextStyle(is_ascii=True))
    {'TextStyle': {'is_colour': False, 'is_ascii': True}}
    """
    if isinstance(value, Puzzle):
        return _contents(value)
    if isinstance(value, WordList):
        groups = [value.of_length(length) for length in sorted(value.lengths)]
        words = [(each.text, None if each.scores is None else list(each.scores)) for each in groups if each is not None]
        return _hash(words)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {type(value).__name__: {name: plain(each) for name, each in value._asdict().items()}}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a question has no {type(value).__name__}")


def _contents(puzzle: Puzzle) -> object:
    """Return all of a puzzle on which an answer depends: not its title, nor what else people read about it."""
    lines = [(line.name, line.cells, [_clue(clue) for clue in line.clues]) for line in puzzle.lines]
    return [
        puzzle.cells, lines, puzzle.shape, puzzle.given, puzzle.alphabet, puzzle.dialect, puzzle.flags,
        puzzle.expected, puzzle.expects_all, puzzle.answer,
    ]  # fmt: skip


def _clue(clue: Clue | WordClue) -> tuple[object, ...]:
    return ("regex", *clue) if isinstance(clue, Clue) else ("words", *clue.words)


def _hash(value: object) -> str:
    """Return the SHA-256 of plain values, in hexadecimal."""
    return sha256(as_json(value).encode("utf-8", "surrogatepass")).hexdigest()


_ENCODER: Final = JSONEncoder(separators=(",", ":"))


def as_json(value: object) -> str:
    """Return `value` as JSON in ASCII, on one line; whole numbers may have any length."""
    return encoded(value, _ENCODER)


def _object_of(text: object) -> Mapping[str, Any] | None:
    """Return the JSON object that `text` is, with the exit status of a command; None if it is none."""
    try:
        value = loads(text, parse_int=whole_number, parse_constant=_refuse) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not _is_shallow(value, DEEPEST):
        return None
    status = value.get("exit_status")
    return value if type(status) is int and 0 <= status <= 3 else None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"JSON has no {constant}")


def _is_shallow(value: object, depth: int) -> bool:
    """Return whether lists and objects are nested in `value` at most `depth` deep."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inner is None or (depth > 0 and all(_is_shallow(each, depth - 1) for each in inner))


def _check_name(path: str) -> None:
    """Raise OptionError if a database cannot have the name `path`, or a file beside it is a folder, pipe or device."""
    if path in ("", "-", ":memory:"):
        raise OptionError(f"{path!r} cannot be a results database", hint="name a file, such as results.db")
    for each in (path, *(path + ending for ending in BESIDE)):
        try:
            is_regular = S_ISREG(os.stat(each).st_mode)
        except (OSError, ValueError):  # opening it will say what is wrong
            continue
        if not is_regular:
            raise SatcrossError("this is not a regular file", place=[each], hint=NEW_FILE, code="results")


def _identity(path: str) -> tuple[int, int] | None:
    """Return the identity of the file at `path`, which no other file of that name has; None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
