"""Answers kept in a database of SQLite, so that nothing is asked twice.

In: answers, each with the key of its question.  Out: the answers that are there already.

The key is a hash of everything that the answer depends on, made of contents and never of the names of files.  A puzzle
that is in two files is asked about once, and has a row for each of them.

The file is in WAL mode, and each answer is one transaction: a process can be killed at any moment, and what was
committed stays.  Several runs can write into one file, and others can read it meanwhile.

A damaged file, or one that is not ours, gets one error.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from json import dumps, loads
from time import monotonic, sleep
from typing import Any, Final

from satcross import __version__
from satcross.base.wording import any_digits
from satcross.errors import ErrorCode, Field, OptionError, SatcrossError, naming, printable
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.wordlists import WordList

APPLICATION: Final = 0x73617463
"""Tells our databases from other programs' databases (`PRAGMA application_id`)."""

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

PATIENCE: Final = 60.0
"""Seconds to wait for the transaction of another run; one takes milliseconds."""

STEP: Final = 0.02
"""Seconds after which the database is tried again; SQLite itself would hear no signal while it waits."""

TELLING: Final = 5.0
"""Seconds after which it is said who keeps us waiting."""

LOCKS: Final = "/proc/locks"
"""Where Linux lists the locks of files, each with its process and the file's number."""

NEW_FILE: Final = naming("name a file that does not exist yet, or one that {} has written", Field("results"))

DAMAGED: Final = ("the results database is damaged", "delete it, and run the same commands again")
REASONS: Final = {
    "not a database": ("this is not a database", NEW_FILE),
    "malformed": DAMAGED,
    "decode": DAMAGED,
    "corrupt": DAMAGED,
    "constraint": DAMAGED,
    "full": ("the disk is full", "what was reported before is kept; make room and run the same command again"),
    "unable to open": ("the file cannot be opened", "does its folder exist, and may you write there?"),
    "readonly": ("the file cannot be written", "may you write there?"),
}
"""What messages of SQLite with these words mean, and what to do."""


class Results:
    """The answers in the database `path`, which is made if there is none.  Use it as a context manager.

    Args:
        patience: Seconds to wait for another process that has locked the database.
        report: Called with a sentence about what is waited for.

    Raises:
        OptionError: If `path` cannot be the name of a database.
        SatcrossError: If the file is not a results database, or cannot be used (code `results` or `schema`).
    """

    def __init__(
        self, path: str, patience: float = PATIENCE, report: Callable[[str], None] = lambda text: None
    ) -> None:
        if path in ("", "-", ":memory:"):
            raise OptionError(f"{path!r} cannot be a results database", hint="name a file, such as results.db")
        self._path: Final = path
        self._patience: Final = patience
        self._report: Final = report
        if os.path.exists(path) and not os.path.isfile(path):
            raise self._error("this is not a regular file", NEW_FILE)
        with self._translated():
            self._connection: Final = sqlite3.connect(os.fsencode(path), 0.0, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def _prepare(self) -> None:
        run = self._run
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
            self._check_owner()

    def _check_owner(self) -> None:
        """Raise SatcrossError if the database comes from another program, or from another version."""
        run = self._run
        version = run("PRAGMA user_version").fetchone()[0]
        if run("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise self._error("this is a database of another program", NEW_FILE)
        if version != SCHEMA:
            raise self._error(
                f"this results database has schema {version}, but this version of satcross knows schema {SCHEMA}",
                "use the version of satcross that wrote it, or another file",
                "schema",
            )

    def known(
        self, keys: Sequence[str], place: tuple[str, str], head: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, Any]] | None:
        """Return an answer in a few words, and as the object that `--json` prints; None if none still holds.

        An answer that was found for a puzzle in another place is kept for `place` as well.

        Args:
            keys: The keys of the question, without and with the limits.
            place: The file of the puzzle, and its name there.
            head: The entries of the object of the answer that say which puzzle it is about.
        """
        with self._translated():
            rows = self._run(
                "SELECT key, file, name, command, status, answer, seconds FROM result WHERE key IN (?, ?)"
                " ORDER BY (file, name) = (?, ?) DESC, length(key)",
                (*keys, *place),
            ).fetchall()
        for key, file, name, command, status, text, seconds in rows:
            answer = _object_of(text)
            if answer is None or not isinstance(status, str) or not head.keys() <= answer.keys():
                continue  # another program has written it
            answer = {**answer, **head}
            if (file, name) != place:
                self.keep(key, place, command, status, answer, seconds)
            return status, answer
        return None

    def keep(
        self,
        key: str,
        place: tuple[str, str],
        command: str,
        status: str,
        answer: Mapping[str, Any],
        seconds: float = 0.0,
    ) -> None:
        """Write an answer down, in the place of earlier answers to the question; it is safe when this returns."""
        question = key.partition(":")[0]
        row = (key, *place, command, status, as_json(answer), round(seconds, 6), datetime.now(UTC).isoformat())
        with self._translated(), self._transaction():
            self._run(
                "DELETE FROM result WHERE key >= ? AND key < ? AND file = ? AND name = ?",
                (question, f"{question};", *place),  # the letter after the colon: with any limits
            )
            self._run(
                "INSERT INTO result (key, file, name, command, status, answer, seconds, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def forget_errors(self, command: str, file: str) -> None:
        """Take back what was wrong with a file, or with the puzzles in it, when a command was asked before."""
        with self._translated():
            self._run("DELETE FROM result WHERE file = ? AND command = ? AND status = 'error'", (file, command))

    def _run(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement, again and again while another process has locked the database."""
        began = monotonic()
        is_told = False
        while True:
            try:
                return self._connection.execute(statement, values)
            except sqlite3.OperationalError as error:
                if (error.sqlite_errorcode & 0xFF) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise
                waited = monotonic() - began
                if waited > self._patience:
                    raise self._locked() from None
            if waited > TELLING and not is_told:
                is_told = True
                self._report(f"{self._path} is locked by {holder(self._path)}, and is waited for")
            sleep(STEP)

    def _locked(self) -> SatcrossError:
        return self._error(
            f"the results database is locked by {holder(self._path)}, for more than {self._patience:g} seconds",
            "wait for the end of that process, or name another file",
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit what the block writes, or nothing of it."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
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
        except (sqlite3.Error, UnicodeDecodeError) as error:
            for words, (message, hint) in REASONS.items():
                if words in str(error):
                    raise self._error(message, hint) from error
            raise self._error(f"the results database cannot be used: {error}", NEW_FILE) from error

    def _error(self, message: str, hint: str, code: ErrorCode = "results") -> SatcrossError:
        return SatcrossError(message, place=[self._path], hint=hint, code=code)


def holder(path: str) -> str:
    """Return in words which process has locked the database `path`."""
    numbers = set()
    for name in (path, f"{path}-shm", f"{path}-wal"):
        with suppress(OSError):
            numbers.add(str(os.stat(name).st_ino))
    locks: list[list[str]] = []
    with suppress(OSError), open(LOCKS, encoding="ascii") as file:  # each line: 1: POSIX ADVISORY WRITE 12 08:01:34 0 9
        locks = [line.replace("-> ", "").split() for line in file]
    for words in sorted(locks, key=lambda words: "WRITE" not in words):
        if len(words) > 5 and words[5].rpartition(":")[2] in numbers and words[4] != str(os.getpid()):
            name = ""
            with suppress(OSError), open(f"/proc/{words[4]}/comm", encoding="utf-8", errors="replace") as file:
                name = f" ({printable(file.read().strip())})"
            return f"the process {words[4]}{name}"
    return "another process"


def key_of(command: str, puzzle: Puzzle, **options: Any) -> str:
    """Return the key of what a command is asked about a puzzle.

    It depends on all of the puzzle that an answer depends on: not on its title, nor on what else people read about it.
    After a colon a key can also name limits.
    """
    lines = [
        (line.name, line.cells, [each if isinstance(each, Clue) else each.words for each in line.clues])
        for line in puzzle.lines
    ]
    contents = (
        puzzle.cells, lines, puzzle.shape, puzzle.given, puzzle.alphabet, puzzle.dialect, puzzle.flags,
        puzzle.expected, puzzle.expects_all, puzzle.answer, puzzle.colors,
    )  # fmt: skip
    return hash_of([command, __version__, contents, options])


def hash_of(value: object) -> str:
    """Return the SHA-256 of `value` as JSON with its keys in order, in hexadecimal."""
    return sha256(as_json(value, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def as_json(value: object, *, sort_keys: bool = False) -> str:
    """Return `value` as JSON in ASCII, on one line; whole numbers may have any length."""
    with any_digits():
        return dumps(value, separators=(",", ":"), default=_plain, sort_keys=sort_keys)


def _plain(value: object) -> object:
    """Return a value of a question that is neither a tuple nor known to JSON as one that is."""
    if isinstance(value, Mapping):
        return dict(value)
    assert isinstance(value, WordList), f"a question has no {type(value).__name__}"
    groups = [value.of_length(length) for length in sorted(value.lengths)]
    return [(each.text, None if each.scores is None else list(each.scores)) for each in groups if each is not None]


def _object_of(text: object) -> Mapping[str, Any] | None:
    """Return the JSON object that `text` is, with the exit status of a command; None if it is none."""
    try:
        with any_digits():
            value = loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    status = value.get("exit_status") if isinstance(value, dict) else None
    return value if type(status) is int and 0 <= status <= 3 else None
