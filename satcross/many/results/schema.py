"""The tables of a results database, and what makes a file one.

The same schema is documented in docs/results.md.  A database says which version of the schema it has (`user_version`),
and that it belongs to satcross (`application_id`).

Conditions filter the results: `status = unique`, `cells > 20`, `constructs ~ look-ahead`.  A condition becomes SQL
whose values are parameters.  Only the columns of `COLUMNS` can be named, so what a user writes never becomes SQL.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Final, Literal, NamedTuple

from satcross.errors import ErrorCode, OptionError, did_you_mean

VERSION: Final = 3
READABLE: Final = (1, 2, VERSION)
"""The versions whose results can be reported; a database of an older one gets the newest schema when it is written."""

APPLICATION: Final = 0x73617463
""""satc", in the header of the file."""

TABLES: Final = """
CREATE TABLE run (
  id         INTEGER PRIMARY KEY,
  command    TEXT NOT NULL,     -- check, solve, count, lint or generate
  options    TEXT NOT NULL,     -- JSON object: all options of the command line
  version    TEXT NOT NULL,     -- of satcross
  host       TEXT NOT NULL,
  started    TEXT NOT NULL,     -- UTC, ISO 8601
  ended      TEXT,              -- null: it is running, or it was killed
  reused     INTEGER NOT NULL DEFAULT 0  -- results of earlier runs that were taken over
);
CREATE TABLE puzzle (
  hash       TEXT PRIMARY KEY,  -- SHA-256 of all that can change an answer
  title      TEXT NOT NULL,
  author     TEXT NOT NULL,
  source     TEXT NOT NULL,
  shape      TEXT NOT NULL,     -- rectangle, hexagon or lines
  size       TEXT NOT NULL,     -- such as 3 x 4
  cells      INTEGER NOT NULL,
  clues      INTEGER NOT NULL,
  dialect    TEXT NOT NULL,     -- python or javascript
  alphabet   TEXT NOT NULL,
  constructs TEXT NOT NULL,     -- JSON list: back-reference, look-ahead, ...
  patterns   TEXT NOT NULL      -- JSON list of the clues, line by line
);
CREATE TABLE result (
  id          INTEGER PRIMARY KEY,
  run         INTEGER NOT NULL REFERENCES run (id),
  puzzle      TEXT NOT NULL REFERENCES puzzle (hash),
  command     TEXT NOT NULL,
  file        TEXT NOT NULL,    -- as it was named on the command line; for generate: empty
  name        TEXT NOT NULL,    -- of the puzzle in its file; for generate: the seed
  options     TEXT NOT NULL,    -- JSON object: the options that can change the answer or how it is printed
  limits      TEXT NOT NULL,    -- JSON object: time, memory and size limits; they matter only if one cut it short
  version     TEXT NOT NULL,    -- of satcross
  status      TEXT NOT NULL,    -- unique, several, none, unknown, error or, for generate, made
  exit_status INTEGER NOT NULL, -- of the command for this puzzle alone
  count                         ,-- solutions: an integer, or text beyond 18 digits; null: not known
  complete    INTEGER,          -- 1: the answer is final; 0: a limit ended it; null: does not apply
  rating      REAL,             -- how hard and long it is, in one number; null: not unique, or the time was too short
  difficulty  TEXT,             -- gentle, moderate, hard or fiendish
  seconds     REAL NOT NULL,    -- how long the answer took
  finished    TEXT NOT NULL,    -- UTC, ISO 8601
  witnesses   TEXT NOT NULL,    -- JSON list of the solutions found, at most two
  answer      TEXT NOT NULL,    -- the JSON object that the command prints for programs
  error       TEXT NOT NULL,    -- why there is no answer; empty: there is one
  output      TEXT NOT NULL,    -- JSON list of pairs: "out" or "error", and what was written there
  question    TEXT,             -- SHA-256 of all that the answer depends on; null: schema 1, asked again
  is_final    INTEGER NOT NULL DEFAULT 0,  -- 0: a limit cut the answer short, and other limits may give more
  hardness    REAL,             -- how hard its hardest thing is: the number of the difficulty
  steps       INTEGER,          -- of the explanation: how long it is
  outcome     TEXT NOT NULL DEFAULT ''     -- JSON: what satcross makes the output of when it is asked again
);
CREATE UNIQUE INDEX result_question ON result (question);
CREATE INDEX result_puzzle ON result (puzzle);
CREATE INDEX result_name ON result (command, options, file, name);
"""

UPGRADE_FROM: Final = {
    1: """
DROP INDEX result_question;
ALTER TABLE result ADD COLUMN question TEXT;
ALTER TABLE result ADD COLUMN is_final INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX result_question ON result (question);
""",
    2: """
ALTER TABLE result ADD COLUMN hardness REAL;
ALTER TABLE result ADD COLUMN steps INTEGER;
ALTER TABLE result ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
""",
}
"""What makes the next schema of each older one.

Schema 1 did not say enough of what a result depends on, and schema 2 kept no outcomes as data and did not tell how hard
a puzzle is from how long it is: their results are asked for again.
"""

AS_NEWEST: Final = "CREATE TEMP VIEW result AS SELECT *, NULL AS hardness, NULL AS steps FROM main.result"
"""Lets a report read the results of an older schema as if they had the columns of the newest."""

STATUSES: Final = ("unique", "several", "none", "unknown", "error", "made")
LABELS: Final = ("gentle", "moderate", "hard", "fiendish")

CONDITION_OF_KIND: Final = {
    "text": "typeof({0}) = 'text'",
    "status": f"{{0}} IN {STATUSES}",
    "label": f"({{0}} IS NULL OR {{0}} IN {LABELS})",
    "exit status": "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 3",
    "yes or no": "({0} IS NULL OR {0} IN (0, 1))",
    "whole": "typeof({0}) = 'integer' AND {0} >= 0",
    "seconds": "typeof({0}) IN ('real', 'integer') AND {0} BETWEEN 0 AND 1e9",
    "length": "({0} IS NULL OR typeof({0}) = 'integer' AND {0} >= 0)",
    "rating": "({0} IS NULL OR typeof({0}) IN ('real', 'integer') AND {0} BETWEEN 0 AND 1e3)",
    "count": "(typeof({0}) IN ('null', 'integer') OR typeof({0}) = 'text' AND {0} NOT GLOB '*[^0-9]*')",
    "list": "CASE WHEN typeof({0}) = 'text' AND json_valid({0}) THEN json_type({0}) = 'array' ELSE 0 END",
    "texts": (
        "CASE WHEN typeof({0}) = 'text' AND json_valid({0}) THEN json_type({0}) = 'array'"
        " AND NOT EXISTS (SELECT 1 FROM json_each({0}) WHERE type <> 'text') ELSE 0 END"
    ),
}
"""What holds in SQL for a value that satcross has written into a column of each kind."""


class Column(NamedTuple):
    """A column that a report knows: where it is, and which of the kinds of `CONDITION_OF_KIND` its values are."""

    table: Literal["result", "puzzle"]
    name: str
    kind: str

    @property
    def place(self) -> str:
        return f"{self.table}.{self.name}"

    @property
    def is_sound(self) -> str:
        """The SQL condition that the value is one that satcross has written."""
        return CONDITION_OF_KIND[self.kind].format(self.place)


_KIND_OF_RESULT: Final = {
    "command": "text",
    "file": "text",
    "name": "text",
    "version": "text",
    "status": "status",
    "exit_status": "exit status",
    "count": "count",
    "complete": "yes or no",
    "rating": "rating",
    "difficulty": "label",
    "hardness": "rating",
    "steps": "length",
    "seconds": "seconds",
    "finished": "text",
    "error": "text",
    "witnesses": "list",
}
_KIND_OF_PUZZLE: Final = {
    "hash": "text",
    "title": "text",
    "author": "text",
    "source": "text",
    "shape": "text",
    "size": "text",
    "cells": "whole",
    "clues": "whole",
    "dialect": "text",
    "alphabet": "text",
    "constructs": "texts",
    "patterns": "texts",
}

COLUMNS: Final = {
    **{name: Column("result", name, kind) for name, kind in _KIND_OF_RESULT.items()},
    **{name: Column("puzzle", name, kind) for name, kind in _KIND_OF_PUZZLE.items()},
}
"""The columns that a report knows, filters by and exports."""

IS_SOUND_RESULT: Final = " AND ".join(COLUMNS[name].is_sound for name in _KIND_OF_RESULT)
"""The SQL condition that the columns of a result are as satcross has written them."""


def columns_of_tables(version: int) -> dict[str, frozenset[str]]:
    """Return the names of the columns of each table in this version of the schema."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        columns = {
            table: frozenset(row[1] for row in connection.execute(f"PRAGMA table_info ({table})"))
            for table in ("run", "puzzle", "result")
        }
    if version < 3:
        columns["result"] -= {"hardness", "steps", "outcome"}
    if version == 1:
        columns["result"] -= {"question", "is_final"}
    return columns


NUMERIC: Final = ("exit status", "yes or no", "whole", "seconds", "rating", "length", "count")
"""The kinds of columns that hold numbers."""

_CONDITION: Final = re.compile(r"\s*(\w+)\s*(!=|<=|>=|=|<|>|~)\s*(.*?)\s*", re.DOTALL)


class Where(NamedTuple):
    """A condition of SQL with a mark for each of its values."""

    sql: str
    values: tuple[str | float, ...]


EVERYTHING: Final = Where("1", ())


def where(texts: Sequence[str]) -> Where:
    """Return the condition that all of `texts` hold.  Raises OptionError.

    >>> where(["status = unique", "cells >= 9"])
    Where(sql='result.status = ? AND puzzle.cells >= ?', values=('unique', 9.0))
    """
    conditions = [_condition(text) for text in texts]
    if not conditions:
        return EVERYTHING
    return Where(
        " AND ".join(each.sql for each in conditions), tuple(value for each in conditions for value in each.values)
    )


def _condition(text: str) -> Where:
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise OptionError(
            f"{text!r} is no condition",
            hint="write a column, one of = != < <= > >= ~ (contains), and a value, such as 'cells > 20'",
            code=ErrorCode.OPTION,
        )
    name, operator, written = match.groups()
    if name not in COLUMNS:
        hint = did_you_mean(name, COLUMNS) or "the columns are " + ", ".join(COLUMNS)
        raise OptionError(f"there is no column {name!r}", hint=hint)
    column = COLUMNS[name].place
    value = written[1:-1] if len(written) > 1 and written[0] == written[-1] and written[0] in "'\"" else written
    if operator == "~":
        return Where(f"instr({column}, ?) > 0", (value,))
    if COLUMNS[name].kind not in NUMERIC:
        return Where(f"{column} {operator} ?", (value,))
    try:
        return Where(f"{column} {operator} ?", (float(value),))
    except ValueError:
        raise OptionError(f"{name} is a number, but {value!r} is none", hint=f"such as '{name} > 2'") from None
