"""A results database as a file: opened to be written by one run, or to be read by anybody.

In: a path.  Out: a connection of sqlite3.  Every error of SQLite becomes one clear error of ours.

The file is in WAL mode, and each transaction writes what is complete.  So a process can be killed at any moment: what
was committed stays, and what was not is not there at all.  Readers (Datasette, pandas, `satcross report`) do not
disturb a run, and see what is committed.  That only one run writes is made sure of by a second file, `FILE.lock`, which
SQLite locks for as long as the run lives, whichever way that ends.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from satcross.errors import ErrorCode, SatcrossError
from satcross.many.results.schema import APPLICATION, TABLES, VERSION

BUSY_SECONDS: Final = 10.0
"""Seconds to wait for somebody else's short transaction."""


class ResultsError(SatcrossError):
    """A results database that cannot be opened, read or written."""

    code = ErrorCode.RESULTS


class Writable:
    """A results database that this process alone may write.  Close it when the run ends."""

    def __init__(self, path: str) -> None:
        self._path: Final = path
        with translated(path):
            self._lock: Final = _locked(path)
            try:
                self.connection: Final = sqlite3.connect(path, BUSY_SECONDS, isolation_level=None)
                self._prepare()
            except BaseException:
                self._lock.close()
                raise

    def _prepare(self) -> None:
        connection = self.connection
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
            for statement in TABLES.split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        check_schema(connection, self._path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing with this either
        connection.execute("PRAGMA foreign_keys = ON")

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit what the block writes, or nothing of it.  Raises ResultsError."""
        with translated(self._path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        with translated(self._path):
            self.connection.close()
            self._lock.close()


def open_to_read(path: str) -> sqlite3.Connection:
    """Return a connection that cannot change the database.  Raises ResultsError."""
    from urllib.parse import quote

    if not os.path.exists(path):
        raise ResultsError("there is no such file", place=[path], hint="satcross check --results writes one")
    with translated(path):
        connection = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro", BUSY_SECONDS, uri=True)
        try:
            connection.execute("PRAGMA query_only = ON")
            check_schema(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def check_schema(connection: sqlite3.Connection, path: str) -> None:
    """Raise ResultsError unless the database is one of satcross, of a version that this one knows."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        hint = "name a file that does not exist yet, or a results database"
        raise ResultsError("this is a database of another program", place=[path], hint=hint)
    if version != VERSION:
        message = f"this results database has schema {version}, but this version of satcross knows schema {VERSION}"
        hint = "use a newer satcross, or another file"
        raise ResultsError(message, place=[path], hint=hint, code=ErrorCode.SCHEMA)


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
    return lock


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Raise ResultsError for what SQLite raises within the block."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(str(error), path) from error


def _explained(message: str, path: str) -> ResultsError:
    if "not a database" in message:
        return ResultsError("this is not a database", place=[path], hint="name a file that does not exist yet")
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
