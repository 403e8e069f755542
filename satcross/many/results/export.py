"""The results of a database as rows for other programs: JSON Lines, CSV, or Parquet.

In: a database that is open for reading, and a filter.  Out: text, or bytes.  Rows are read and written one after
another (Parquet: some thousand at a time), so a collection may be larger than the memory.
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from json import loads
from typing import Any, BinaryIO, Final

from satcross.base.extras import missing_extra
from satcross.base.printable_json import printable_json
from satcross.errors import printable
from satcross.many.results.report import FROM_WHERE
from satcross.many.results.schema import COLUMNS, Where

FORMATS: Final = ("jsonl", "csv", "parquet")
ROWS: Final = 5_000  # of Parquet that are in memory
FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""How a text begins that a spreadsheet would run."""
LISTS: Final = frozenset(name for name, column in COLUMNS.items() if column.kind in ("list", "texts"))
"""The columns that are JSON inside; in JSON Lines they are lists."""


def exported(connection: sqlite3.Connection, condition: Where) -> Iterator[dict[str, Any]]:
    """Yield the results for which the condition holds, oldest first, with every column of `COLUMNS`."""
    columns = ", ".join(f"{column.place} AS {name}" for name, column in COLUMNS.items())
    cursor = connection.execute(f"SELECT {columns} {FROM_WHERE} {condition.sql} ORDER BY result.id", condition.values)
    for row in cursor:
        yield dict(zip(COLUMNS, row, strict=True))


def json_lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Yield a JSON object a row, each on a line of its own."""
    for row in rows:
        yield printable_json({name: loads(value) if name in LISTS else value for name, value in row.items()}) + "\n"


def csv_lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a CSV file, with the names of the columns first.

    Spreadsheets run a text that begins with =, +, - or @, so an apostrophe is put in front of it.  Letters that are not
    printable are escaped.
    """
    buffer = StringIO()
    writer = csv.DictWriter(buffer, tuple(COLUMNS))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(name, value) for name, value in row.items()})
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _cell(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if name in LISTS:
        return printable_json(loads(value))
    return f"'{printable(value)}" if value.startswith(FORMULA) else printable(value)


def write_parquet(rows: Iterator[dict[str, Any]], file: BinaryIO) -> None:
    """Write the rows to `file`.  Raises MissingError without pyarrow."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise missing_extra("parquet", "Parquet needs pyarrow, which is not installed", "use jsonl or csv") from None
    whole, real = {"exit_status", "cells", "clues", "complete", "steps"}, {"rating", "hardness", "seconds"}
    kinds = {name: pyarrow.int64() if name in whole else pyarrow.float64() if name in real else pyarrow.string()
             for name in COLUMNS}  # fmt: skip
    schema = pyarrow.schema(list(kinds.items()))
    with ParquetWriter(file, schema) as writer:
        while batch := list(islice(rows, ROWS)):
            for row in batch:
                row["count"] = None if row["count"] is None else str(row["count"])  # it may have any number of digits
            writer.write_table(pyarrow.Table.from_pylist(batch, schema))
