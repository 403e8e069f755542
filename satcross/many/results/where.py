"""Conditions that filter results: `status = unique`, `cells > 20`, `constructs ~ look-ahead`.

In: texts.  Out: an SQL condition whose values are parameters.  Only the columns of `schema.COLUMNS` can be named, so
what a user writes never becomes SQL.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from satcross.errors import ErrorCode, OptionError, did_you_mean
from satcross.many.results.schema import COLUMNS

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
