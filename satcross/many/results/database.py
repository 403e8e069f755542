"""A results database as a file: opened to be written by one run, or to be read by anybody.

In: a path.  Out: a connection of sqlite3.  Every error of SQLite becomes one clear error of ours.

The file is in WAL mode, and each transaction writes what is complete.  So a process can be killed at any moment: what
was committed stays, and what was not is not there at all.  Readers (Datasette, pandas, `satcross report`) do not
disturb a run, and see what is committed.  That only one run writes is made sure of by a second file, `FILE.lock`, which
SQLite locks for as long as the run lives, whichever way that ends.

A database may come from a stranger, or be damaged.  So its tables are compared with ours before anything is read, and
nothing in it is run: a view in place of a table, a trigger or a computed column is refused.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from stat import S_ISREG
from typing import Any, Final

from satcross.base.reading import missing_file
from satcross.errors import ErrorCode, Field, OptionError, SatcrossError, naming
from satcross.many.results.schema import (
    APPLICATION,
    AS_NEWEST,
    COLUMNS,
    READABLE,
    TABLES,
    UPGRADE_FROM,
    VERSION,
    columns_of_tables,
)

BUSY_SECONDS: Final = 10.0
"""Seconds to wait for somebody else's short transaction."""

NEW_FILE: Final = "name a file that does not exist yet"
"""What to do about a file that is no results database, where results are to be written."""

BESIDE: Final = ("-wal", "-shm", "-journal", ".lock")
"""What the names of the files beside a database end with."""


class ResultsError(SatcrossError):
    """A results database that cannot be opened, read or written."""

    code = ErrorCode.RESULTS


class ForeignFileError(ResultsError):
    """A file that is no results database, where one is read or written."""


class Writable:
    """A results database that this process alone may write.  Close it when the run ends."""

    def __init__(self, path: str) -> None:
        check_name(path)
        self._path: Final = path
        _check_files(path)
        with translated(path):
            self._lock: Final = _locked(path)
            try:
                self._connection: Final = sqlite3.connect(path, BUSY_SECONDS, isolation_level=None)
                try:
                    self._prepare()
                    self._identity: Final = _identity(path)
                except BaseException:
                    self._connection.close()
                    raise
            except BaseException:
                self._lock.close()
                raise

    def _prepare(self) -> None:
        connection = self._connection
        distrust(connection)
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.execute("PRAGMA journal_mode = WAL")
            self._change(TABLES, f"PRAGMA application_id = {APPLICATION}")
        version = check_schema(connection, self._path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing with this either
        connection.execute("PRAGMA foreign_keys = ON")
        if version < VERSION:
            self._change("".join(UPGRADE_FROM[older] for older in range(version, VERSION)))

    def _change(self, statements: str, *more: str) -> None:
        """Run the statements in one transaction, after which the schema has the newest version."""
        self._connection.execute("BEGIN IMMEDIATE")
        for statement in [*statements.split(";\n"), *more, f"PRAGMA user_version = {VERSION}", "COMMIT"]:
            self._connection.execute(statement)

    def row(self, query: str, values: Sequence[object]) -> tuple[Any, ...] | None:
        """Return the first row of the answer to `query`, None if there is none.  Raises ResultsError."""
        with translated(self._path):
            row: tuple[Any, ...] | None = self._connection.execute(query, values).fetchone()
        return row

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit what the block writes, or nothing of it.

        Raises:
            ResultsError: If SQLite fails, or the file is no longer the one that was opened.
        """
        if _identity(self._path) != self._identity:
            hint = "what this run had kept there is gone; run the same command again"
            raise ResultsError("the file was deleted or replaced during the run", place=[self._path], hint=hint)
        with translated(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        with translated(self._path):
            self._connection.close()
            self._lock.close()


@contextmanager
def opened_to_read(path: str) -> Iterator[sqlite3.Connection]:
    """Give the block a connection that cannot change the database, and that sees one state of it.

    The right to read the file is enough.  Within the block, what SQLite raises becomes ResultsError.
    """
    check_name(path)
    if not os.path.exists(path):
        missing = missing_file(path)
        hint = missing.hint or naming("satcross check with {} writes one", Field("results"))
        raise ResultsError(missing.message, place=[path], hint=hint)
    try:
        _check_files(path)
        with translated(path):
            connection = _readable(path)
            try:
                yield connection
            finally:
                connection.close()
    except ForeignFileError as error:
        raise error.replace(hint=naming("name a database that {} has written", Field("results"))) from None


def _readable(path: str) -> sqlite3.Connection:
    """Return a connection for reading, within a transaction.

    Readers of a database in WAL mode share a file beside it, and make it if need be.  Where that is not allowed, the
    database is read as a file that nobody changes, which is right as long as no run has left a log beside it.
    """
    try:
        return _begun(path, "mode=ro")
    except sqlite3.OperationalError:
        log = f"{path}-wal"
        if os.path.exists(log) and os.path.getsize(log):
            hint = "let somebody who may write in its folder run satcross report there once"
            message = "a run that was interrupted has left results in the log beside it, which cannot be read here"
            raise ResultsError(message, place=[path], hint=hint) from None
        return _begun(path, "immutable=1")


def _begun(path: str, mode: str) -> sqlite3.Connection:
    from urllib.parse import quote

    connection = sqlite3.connect(
        f"file:{quote(os.path.abspath(path))}?{mode}", BUSY_SECONDS, isolation_level=None, uri=True
    )
    try:
        distrust(connection)
        connection.execute("BEGIN")
        if check_schema(connection, path) < VERSION:
            connection.execute(AS_NEWEST)
        connection.execute("PRAGMA query_only = ON")
        _check_rows(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_rows(connection: sqlite3.Connection, path: str) -> None:
    """Raise ResultsError unless every result that a report can be about has values that satcross has written."""
    sound = " AND ".join(column.is_sound for column in COLUMNS.values())
    row = connection.execute(
        f"SELECT result.id FROM result JOIN puzzle ON puzzle.hash = result.puzzle WHERE ({sound}) IS NOT 1 LIMIT 1"
    ).fetchone()
    if row is not None:
        raise damaged(path, f"result {row[0]} has a value that satcross does not write")


def check_name(path: str) -> None:
    """Raise OptionError for what SQLite, or a reader of the command line, would not take for the name of a file."""
    if path in ("", "-", ":memory:"):
        hint = "name a file, such as results.db"
        raise OptionError(f"{path!r} cannot be a results database", hint=hint)


def _check_files(path: str) -> None:
    """Raise ResultsError if the database, or a file that SQLite keeps beside it, is a folder, a pipe or a device."""
    for each in (path, *(path + ending for ending in BESIDE)):
        try:
            is_regular = S_ISREG(os.stat(each).st_mode)
        except (OSError, ValueError):  # what it is will be told when it is opened
            continue
        if not is_regular:
            raise ForeignFileError("this is not a regular file", place=[each], hint=NEW_FILE)


def _identity(path: str) -> tuple[int, int] | None:
    """Return what tells the file at `path` from others that have this name later; None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def distrust(connection: sqlite3.Connection) -> None:
    """Let SQLite look for damage as it reads, and run no function that a schema names."""
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def check_schema(connection: sqlite3.Connection, path: str) -> int:
    """Return the version of the schema.

    Raises:
        ResultsError: Unless the database is one of satcross, of a version that this one knows, with its tables.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        hint = f"{NEW_FILE}, or a results database"
        raise ForeignFileError("this is a database of another program", place=[path], hint=hint)
    if version not in READABLE:
        message = f"this results database has schema {version}, but this version of satcross knows schema {VERSION}"
        hint = "use a newer satcross, or another file"
        raise ResultsError(message, place=[path], hint=hint, code=ErrorCode.SCHEMA)
    _check_tables(connection, version, path)
    return version


def _check_tables(connection: sqlite3.Connection, version: int, path: str) -> None:
    """Raise ResultsError unless our tables are plain ones with our columns, and nothing runs when they change."""
    listed = connection.execute("SELECT type, name, rootpage FROM sqlite_master").fetchall()
    stored = {name for kind, name, page in listed if kind == "table" and isinstance(page, int) and page > 0}
    is_ours = not any(kind == "trigger" for kind, _, _ in listed)
    for table, columns in columns_of_tables(version).items():
        described = connection.execute(f"PRAGMA table_xinfo ({table})").fetchall()
        hidden = [name for _, name, *_, is_hidden in described if is_hidden]
        is_ours = is_ours and table in stored and not hidden and columns <= {each[1] for each in described}
    if not is_ours:
        hint = naming(f"{NEW_FILE}; {{}} writes a new database", Field("results"))
        raise ForeignFileError("the tables are not those of a results database", place=[path], hint=hint)


def _locked(path: str) -> sqlite3.Connection:
    """Return a connection that holds the lock on `path`; it is free again when the process ends, in any way."""
    lock = sqlite3.connect(f"{path}.lock", 0, isolation_level=None)
    try:
        lock.execute("PRAGMA journal_mode = OFF")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" not in str(error):
            raise
        hint = "wait for it to end, or let this one write another file"
        raise ResultsError("another run is writing this results database", place=[path], hint=hint) from None
    except BaseException:
        lock.close()
        raise
    return lock


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Raise ResultsError for what SQLite raises within the block.

    That includes a message of SQLite that quotes a damaged schema, and is itself no UTF-8 text.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise damaged(path) from error
    except sqlite3.Error as error:
        raise _explained(str(error), path) from error


def _explained(message: str, path: str) -> ResultsError:
    if "not a database" in message:
        return ForeignFileError("this is not a database", place=[path], hint=NEW_FILE)
    if any(word in message for word in ("malformed", "decode", "corrupt", "constraint")):
        return damaged(path)
    if "full" in message:
        hint = "what was reported before is kept; make room and run the same command again"
        return ResultsError("the disk is full", place=[path], hint=hint)
    if "unable to open" in message:
        return ResultsError(
            "the file cannot be opened", place=[path], hint="does its folder exist, and may you write there?"
        )
    if "readonly" in message:
        return ResultsError("the file cannot be written", place=[path])
    return ResultsError(f"the results database cannot be used: {message}", place=[path])


def damaged(path: str, what: str = "") -> ResultsError:
    """Return the error about a database that holds what satcross has not written.

    Args:
        what: Where that is, if it is known.
    """
    hint = naming("delete it, or name another file with {}, and run the same commands again", Field("results"))
    return ResultsError(f"the results database is damaged{what and f': {what}'}", place=[path], hint=hint)
