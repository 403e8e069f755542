"""The tables of a results database, and what makes a file one.

The same schema is documented in docs/results.md.  A database says which version of the schema it has (`user_version`),
and that it belongs to satcross (`application_id`).
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 1
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
  limits      TEXT NOT NULL,    -- JSON object: time, memory and size limits; they matter only for "unknown"
  version     TEXT NOT NULL,    -- of satcross
  status      TEXT NOT NULL,    -- unique, several, none, unknown, error or, for generate, made
  exit_status INTEGER NOT NULL, -- of the command for this puzzle alone
  count                         ,-- solutions: an integer, or text beyond 18 digits; null: not known
  complete    INTEGER,          -- 1: the answer is final; 0: a limit ended it; null: does not apply
  rating      REAL,             -- how hard it is; null: not unique, or the time was too short
  difficulty  TEXT,             -- gentle, moderate, hard or fiendish
  seconds     REAL NOT NULL,    -- how long the answer took
  finished    TEXT NOT NULL,    -- UTC, ISO 8601
  witnesses   TEXT NOT NULL,    -- JSON list of the solutions found, at most two
  answer      TEXT NOT NULL,    -- JSON object: what --json prints
  error       TEXT NOT NULL,    -- why there is no answer; empty: there is one
  output      TEXT NOT NULL     -- JSON list of pairs: "out" or "error", and what was written there
);
CREATE UNIQUE INDEX result_question ON result (command, puzzle, options, file, name);
CREATE INDEX result_puzzle ON result (puzzle);
CREATE INDEX result_name ON result (command, options, file, name);
"""

COLUMNS: Final = {
    "command": "result.command",
    "file": "result.file",
    "name": "result.name",
    "version": "result.version",
    "status": "result.status",
    "exit_status": "result.exit_status",
    "count": "result.count",
    "complete": "result.complete",
    "rating": "result.rating",
    "difficulty": "result.difficulty",
    "seconds": "result.seconds",
    "finished": "result.finished",
    "error": "result.error",
    "witnesses": "result.witnesses",
    "hash": "puzzle.hash",
    "title": "puzzle.title",
    "author": "puzzle.author",
    "source": "puzzle.source",
    "shape": "puzzle.shape",
    "size": "puzzle.size",
    "cells": "puzzle.cells",
    "clues": "puzzle.clues",
    "dialect": "puzzle.dialect",
    "alphabet": "puzzle.alphabet",
    "constructs": "puzzle.constructs",
    "patterns": "puzzle.patterns",
}
"""The columns that a report knows, filters by (`--where`) and exports, and where they are."""
